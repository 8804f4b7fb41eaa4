//! The engine for JavaScript, used from JavaScript's side: plain objects, errors as objects, no page.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use js_sys::{Array, Error, JSON, Object, Reflect, TypeError};
use queuescope_web::api::Replay;
use queuescope_web::gallery::TEXTS;
use std::collections::BTreeSet;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const EXAMPLE: &str = include_str!("../../static/scenarios/account-retries.queue");

/// What the package says of the objects.
const TYPES: &str = include_str!("../src/api.d.ts");

fn parse(text: &str) -> JsValue {
    queuescope_web::api::parse(&text.into()).unwrap()
}

fn replay(text: &str) -> Replay {
    Replay::new(&text.into(), &JsValue::UNDEFINED).unwrap()
}

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
}

#[wasm_bindgen_test]
fn a_replay_of_a_wrong_text_throws_an_error_that_has_them_all() {
    let thrown = Replay::new(&"at 0s sned a1".into(), &JsValue::UNDEFINED).unwrap_err();
    assert!(thrown.is_instance_of::<Error>());
    assert_eq!(text(&thrown, "name"), "ScenarioError");
    let first = text(&thrown, "errors.0.message");
    assert_eq!(text(&thrown, "message"), format!("1:7: {first}"));
    assert_eq!(text(&thrown, "errors.0.suggestion"), "send");
}

#[wasm_bindgen_test]
fn what_is_no_text_is_a_type_error() {
    for wrong in [JsValue::NULL, JsValue::UNDEFINED, 5.into(), Object::new().into()] {
        assert!(queuescope_web::api::parse(&wrong).unwrap_err().is_instance_of::<TypeError>());
        assert!(
            Replay::new(&wrong, &JsValue::UNDEFINED).unwrap_err().is_instance_of::<TypeError>()
        );
    }
}

#[wasm_bindgen_test]
fn a_seek_stays_within_the_run() {
    let mut replay = replay(EXAMPLE);
    for (to, stands) in [(99.0, 8), (-1.0, 0), (f64::INFINITY, 8), (f64::NAN, 0), (3.7, 3)] {
        replay.seek(to);
        assert_eq!(replay.position(), stands, "{to}");
    }
}

/// A text that says all that there is to say.
const WHOLE: &str = r#"
title "All of it"
queue q
  ordered by header account, fairness key
  missing key: unordered
  retry 3 attempts, backoff 1s up to 8s
  on failure by nack from attempt 2: retry after 3s
  on failure: dead-letter
  attribute tier = header plan when header account is A
  fairness key = header tenant
  weight = 3
  shards 2 by header account
  batches of 2
  durability fast
  reclaim grace 4s
workers W1 W2
worker W2 takes 2
throttle mail from W1: 2 per 10s by header account, missing unthrottled
throttle all: rate 5 per 1s burst 3
at 0s send a1 account=A fairness F weight 2 delay 1s a2
at 0s send o1..o3 with account=B fairness G every 1s
at 1s W1 nacks, retry after 2s
at 3s W2 extends a2 by 10s
at 3s W2 rejects a2
at 4s redrive all
at 4s purge 1
at 4s dead-letter o2
at 5s W1 crashes
at 5s W1 returns
at 6s W3 joins taking 2
at 6s W3 leaves
at 7s W2 cut off for 9s
at 7s leader crashes
note at 6s "a note"
until 60s
work
  takes 1s to 2s
  5% fail
  seed 7
  o1 fails twice, retry after 1s
  o2 takes 3s
expect
  at 1s W1 has a1
  max in flight: 9
  delivered a1 before a2
  processed twice: none
"#;

#[wasm_bindgen_test]
fn every_key_of_every_object_stands_in_the_types() {
    let mut keys = BTreeSet::new();
    for text in TEXTS.iter().copied().chain([WHOLE]) {
        collect(&parse(text), &mut keys);
        let mut replay = replay(text);
        collect(&replay.deliveries(), &mut keys);
        collect(&replay.steps(), &mut keys);
        collect(&replay.end(), &mut keys);
        loop {
            collect(&replay.current(), &mut keys);
            if !replay.step() {
                break;
            }
        }
    }
    collect(&parse("at 0s sned a1"), &mut keys);
    // Some from each corner, so that the walk cannot pass by finding nothing.
    for known in ["maxAttempts", "missingUnthrottled", "retryAfter", "fullUntil", "suggestion"] {
        assert!(keys.contains(known), "{known}");
    }
    for key in keys {
        let stands = TYPES.match_indices(&key).any(|(place, _)| {
            let behind = &TYPES[place + key.len()..];
            let before = TYPES[..place].chars().next_back();
            before.is_some_and(|sign| " {".contains(sign))
                && (behind.starts_with(':') || behind.starts_with("?:"))
        });
        assert!(stands, "{key} is not in api.d.ts");
    }
}

/// The keys of an object and of all that is in it.
fn collect(value: &JsValue, keys: &mut BTreeSet<String>) {
    if Array::is_array(value) {
        for item in Array::from(value).iter() {
            collect(&item, keys);
        }
    } else if let Some(object) = value.dyn_ref::<Object>() {
        for entry in Object::entries(object).iter() {
            let entry = Array::from(&entry);
            keys.insert(entry.get(0).as_string().unwrap());
            collect(&entry.get(1), keys);
        }
    }
}

#[wasm_bindgen_test]
fn a_replay_steps_and_seeks_and_goes_back_exactly() {
    let mut replay = replay(EXAMPLE);
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
        replay.seek(index as f64);
        assert_eq!(String::from(JSON::stringify(&replay.current()).unwrap()), forward[index]);
    }
}

#[wasm_bindgen_test]
fn a_step_says_what_happened_and_what_is_where() {
    let mut replay = replay(EXAMPLE);
    replay.seek(4.0);
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

const BY_ATTRIBUTE: &str = "queue q\n  ordered by attribute region\n  missing key: unordered\nworkers W1 W2\nat 0s send d1 country=de\nat 0s send f1 country=fr\n";

/// Carries `BY_ATTRIBUTE` out with a classifier whose body this is.
fn classified(body: &str) -> Result<Replay, JsValue> {
    let options = Object::new();
    let function = js_sys::Function::new_with_args("message", body);
    Reflect::set(&options, &"onEnqueue".into(), &function).unwrap();
    Replay::new(&BY_ATTRIBUTE.into(), &options)
}

#[wasm_bindgen_test]
fn m3_a_function_classifies_the_messages() {
    let body = "return { attributes: message.headers.country in { de: 1, fr: 1 } ? { region: 'eu' } : {} };";
    let replay = classified(body).unwrap();
    // Both are of region eu: one of them waits for the other.
    assert_eq!(text(&replay.current(), "snapshot.lanes.0.name"), "eu");
    assert_eq!(text(&replay.current(), "snapshot.lanes.0.waiting.0.message"), "f1");
    // Without an attribute they are in no group.
    let replay = classified("return null").unwrap();
    assert_eq!(text(&replay.current(), "snapshot.workers.1.holds.0.message"), "f1");
    let replay = classified("return { fairnessKey: message.headers.country, weight: 2 }").unwrap();
    assert_eq!(text(&replay.current(), "snapshot.lanes.1.name"), "fr");
}

#[wasm_bindgen_test]
fn m3_a_function_that_makes_a_fault_is_told_of_it() {
    let thrown = classified("throw new RangeError('mine')").unwrap_err();
    assert_eq!(text(&thrown, "name"), "RangeError");
    for (body, word) in [
        ("return 5", "object"),
        ("return { attributes: 'x' }", "attributes"),
        ("return { attributes: { x: 5 } }", "attributes"),
        ("return { fairnessKey: 5 }", "fairnessKey"),
        ("return { weight: 0 }", "weight"),
        ("return { weight: 1.5 }", "weight"),
        ("return { weight: -1 }", "weight"),
    ] {
        let error = classified(body).unwrap_err();
        assert!(error.is_instance_of::<TypeError>(), "{body}");
        assert!(text(&error, "message").contains(word), "{body}: {}", text(&error, "message"));
    }
    let options = Object::new();
    Reflect::set(&options, &"onEnqueue".into(), &5.into()).unwrap();
    assert!(Replay::new(&BY_ATTRIBUTE.into(), &options).unwrap_err().is_instance_of::<TypeError>());
    assert!(
        Replay::new(&BY_ATTRIBUTE.into(), &5.into()).unwrap_err().is_instance_of::<TypeError>()
    );
}

#[wasm_bindgen_test]
fn a_run_without_steps_has_no_step() {
    let mut replay = replay("queue q\n");
    assert_eq!(replay.step_count(), 0);
    assert!(!replay.step());
    assert_eq!(at(&replay.current(), "step"), JsValue::NULL);
    assert_eq!(text(&replay.end(), "kind"), "done");
}
