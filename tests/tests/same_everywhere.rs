//! One digest over what the whole gallery and a thousand random scenarios come to, the same on every target (C3).

use include_dir::{Dir, include_dir};
use queuescope_sim::{Replay, Scenario, narrate_text, parse, print};
use queuescope_tests::random_scenario;
use sha2::{Digest, Sha256};
use std::fmt::Write;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

static GALLERY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../static/scenarios");

/// Whoever changes what comes out changes this: the failing test says to what.
const DIGEST: &str = "d6d9af052bf23fc63877329f8a37627ba6dc9e400bdaa22884bf86195ea10735";

/// Adds all that there is to know of a scenario's run: its text, its steps, the state after each and the words about it.
fn add(digest: &mut Sha256, scenario: Scenario) {
    digest.update(print(&scenario));
    let mut replay = Replay::new(scenario);
    while let Ok(step) = replay.step() {
        let snapshot = replay.snapshot();
        digest.update(serde_json::to_vec(&step).unwrap_or_default());
        digest.update(serde_json::to_vec(&snapshot).unwrap_or_default());
        digest.update(narrate_text(&step, &snapshot));
    }
    digest.update(format!("{:?} {:?}", replay.counts(), replay.queue().next_wakeup()));
}

#[test]
fn c3_every_run_is_the_same_on_every_target() {
    let mut digest = Sha256::new();
    let mut lessons: Vec<_> = GALLERY.files().collect();
    lessons.sort_by_key(|file| file.path());
    assert!(lessons.len() > 20);
    for lesson in lessons {
        let text = lesson.contents_utf8().unwrap_or_default();
        match parse(text) {
            Ok(parsed) => add(&mut digest, parsed.scenario),
            Err(errors) => panic!("{}: {}", lesson.path().display(), errors[0]),
        }
    }
    for seed in 0..1_000 {
        add(&mut digest, random_scenario::scenario(seed));
    }
    let mut found = String::new();
    for byte in digest.finalize() {
        let _ = write!(found, "{byte:02x}");
    }
    assert_eq!(found, DIGEST);
}
