//! Every scenario that is kept as a file comes out as it says itself: the cases from the field, and the gallery.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it is")]

use queuescope_sim::{Run, check, format, parse};
use std::fs;
use std::path::{Path, PathBuf};

fn scenarios(directory: &str) -> Vec<(PathBuf, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(directory);
    let entries = fs::read_dir(&directory).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "queue"));
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// What is wrong with a scenario; nothing where it parses, expects something, and that comes out.
fn faults(text: &str) -> Vec<String> {
    let scenario = match parse(text) {
        Ok(parsed) => parsed.scenario,
        Err(errors) => return errors.iter().map(ToString::to_string).collect(),
    };
    if scenario.title.is_none() {
        return vec!["it has no title".to_owned()];
    }
    if scenario.expect.is_empty() {
        return vec!["it expects nothing".to_owned()];
    }
    let failures = check(&Run::new(scenario)).into_iter();
    failures.map(|failure| failure.message).collect()
}

fn assert_without_faults(scenarios: &[(PathBuf, String)]) {
    let faults: Vec<_> = scenarios
        .iter()
        .flat_map(|(path, text)| {
            let faults = faults(text).into_iter();
            faults.map(move |fault| format!("{}: {fault}", path.display()))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_cases_from_the_field_come_out_right() {
    let cases = scenarios("tests/cases");
    assert_without_faults(&cases);
    for number in 1..=22 {
        let prefix = format!("{number:02}");
        let named = |path: &Path| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with(&prefix)
        };
        assert!(cases.iter().any(|(path, _)| named(path)), "no case {prefix}");
    }
}

#[test]
fn the_gallery_comes_out_as_it_says() {
    let gallery = scenarios("static/scenarios");
    assert!(gallery.len() >= 9, "{} lessons", gallery.len());
    assert_without_faults(&gallery);
}

#[test]
fn each_lesson_asks_a_question_says_what_to_watch_and_what_to_try() {
    for (path, text) in scenarios("static/scenarios") {
        let mut lines = text.lines();
        for word in ["# question: ", "# watch: ", "# try: ", "title "] {
            let line = lines.next().unwrap_or_default();
            assert!(line.starts_with(word), "{}: {word}", path.display());
        }
    }
}

#[test]
fn scenarios_are_kept_in_the_canonical_form() {
    for directory in ["tests/cases", "static/scenarios"] {
        for (path, text) in scenarios(directory) {
            assert_eq!(format(&text).as_ref(), Ok(&text), "{}", path.display());
        }
    }
}
