//! The engine for JavaScript, used from JavaScript's side: plain objects, errors as objects, no page.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use js_sys::{Array, JSON, Reflect};
use queuescope_web::api::{Replay, parse};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const EXAMPLE: &str = include_str!("../../static/scenarios/account-retries.queue");

fn at(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| Reflect::get(&value, &key.into()).unwrap())
}

fn number(value: &JsValue, path: &str) -> f64 {
    at(value, path).as_f64().unwrap()
}

fn text(value: &JsValue, path: &str) -> String {
    at(value, path).as_string().unwrap()
}

#[wasm_bindgen_test]
fn a_text_becomes_a_plain_object() {
    let parsed = parse(EXAMPLE);
    assert_eq!(at(&parsed, "ok"), JsValue::TRUE);
    assert_eq!(text(&parsed, "scenario.queue.name"), "account-events");
    assert_eq!(number(&parsed, "scenario.script.1.at"), 1_000_000.0);
    assert!(JSON::stringify(&parsed).is_ok());
}

#[wasm_bindgen_test]
fn errors_are_objects_and_nothing_is_thrown() {
    for wrong in ["at 0s sned a1", "\u{0}", "queue", "at 1s W1 acks\nat 0s send a"] {
        let parsed = parse(wrong);
        assert_eq!(at(&parsed, "ok"), JsValue::FALSE, "{wrong}");
        assert!(number(&parsed, "errors.length") >= 1.0);
        assert!(number(&parsed, "errors.0.line") >= 1.0);
        assert!(number(&parsed, "errors.0.column") >= 1.0);
        assert!(!text(&parsed, "errors.0.message").is_empty());
    }
    assert_eq!(text(&parse("at 0s sned a1"), "errors.0.suggestion"), "send");
    let thrown = Replay::new("at 0s sned a1").unwrap_err();
    assert_eq!(text(&thrown, "errors.0.suggestion"), "send");
}

#[wasm_bindgen_test]
fn a_replay_steps_and_seeks_and_goes_back_exactly() {
    let mut replay = Replay::new(EXAMPLE).unwrap();
    assert_eq!(replay.step_count(), 9);
    assert!(!replay.back());
    let forward: Vec<String> = (0..9)
        .map(|index| {
            assert_eq!(replay.position(), index);
            let shown = String::from(JSON::stringify(&replay.current()).unwrap());
            assert_eq!(replay.step(), index < 8);
            shown
        })
        .collect();
    for index in (0..9).rev() {
        replay.seek(index);
        assert_eq!(String::from(JSON::stringify(&replay.current()).unwrap()), forward[index]);
    }
    replay.seek(99);
    assert_eq!(replay.position(), 8);
}

#[wasm_bindgen_test]
fn a_step_says_what_happened_and_what_is_where() {
    let mut replay = Replay::new(EXAMPLE).unwrap();
    replay.seek(4);
    let current = replay.current();
    assert_eq!(number(&current, "step.at"), 4_000_000.0);
    assert_eq!(text(&current, "step.facts.0.kind"), "nacked");
    assert_eq!(number(&current, "step.facts.0.retryAt"), 9_000_000.0);
    assert_eq!(text(&current, "snapshot.workers.0.holds.0.message"), "b2");
    assert_eq!(text(&current, "snapshot.lanes.0.waiting.0.reason.kind"), "notBefore");
    assert_eq!(number(&current, "snapshot.counts.inFlight"), 2.0);
    assert!(text(&current, "text").starts_with("W1 nacks a2"));
    assert_eq!(text(&current, "narration.0.kind"), "worker");
    assert_eq!(Array::from(&replay.steps()).length(), 9);
    assert_eq!(Array::from(&replay.deliveries()).length(), 8);
    assert_eq!(text(&replay.deliveries(), "1.message"), "s1");
    assert_eq!(text(&replay.end(), "kind"), "quiet");
}

#[wasm_bindgen_test]
fn a_run_without_steps_has_no_step() {
    let mut replay = Replay::new("queue q\n").unwrap();
    assert_eq!(replay.step_count(), 0);
    assert!(!replay.step());
    assert_eq!(at(&replay.current(), "step"), JsValue::NULL);
    assert_eq!(text(&replay.end(), "kind"), "done");
}
