//! What the fuzzers found worth keeping, once more: `cargo xtask fuzz` looks for more.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it is")]

use queuescope_tests::fuzzed;
use std::fs;
use std::path::Path;

/// Feeds each file of a corpus, in the order of their names.
fn feed(target: &str, feed: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(&corpus).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 20, "{} files", files.len());
    for file in files {
        feed(&fs::read(file).unwrap());
    }
}

#[test]
fn c5_no_text_makes_it_panic() {
    feed("text", fuzzed::text);
}

#[test]
fn c5_no_json_makes_it_panic() {
    feed("json", fuzzed::json);
}

#[test]
fn c5_no_link_makes_it_panic() {
    feed("link", fuzzed::link);
}

#[test]
fn c5_no_calls_make_it_panic() {
    feed("calls", fuzzed::calls);
}
