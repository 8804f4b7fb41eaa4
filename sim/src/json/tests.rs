//! The JSON form: round trips, versions, refusals, and the published schema.

use super::*;
use crate::language::parse;
#[cfg(not(target_arch = "wasm32"))]
use schemars::generate::SchemaSettings;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const TEXT: &str = "title \"t\"\nqueue q\n  ordered by header account, fairness key\n  on failure by expiry from attempt 2: dead-letter\nworkers W1\n\
    throttle x from W1: rate 5 per 1s by attribute y, missing unthrottled\n\
    at 0s send a1 account=A fairness f weight 2 delay 5s o1..o3 every 1s\nat 1s W1 nacks a1, retry after 2s\n\
    at 1s redrive 2\nat 2s purge\nnote at 1s \"n\"\nuntil 60s\nwork\n  a* takes 1s to 2s\n  a1 fails always\n  5% fail\n  seed 7\n\
    expect\n  at 1s W1 idle, a1 waits for x\n  group A/f: a1\n  lost nothing\n";

fn refused(json: &str) -> String {
    from_json(json).expect_err(json).to_string()
}

#[test]
fn a_scenario_goes_through_json_and_comes_back() {
    let scenario = parse(TEXT).unwrap_or_else(|errors| panic!("{}", errors[0])).scenario;
    let json = to_json(&scenario);
    assert!(json.starts_with(r#"{"version":1,"title":"t","queue":{"name":"q","order":{"by":[{"header":"account"},"fairnessKey"]}"#), "{json}");
    assert!(json.contains(r#""script":[{"at":0,"action":{"send":{"messages":[{"id":"a1","headers":[["account","A"]],"fairness":"f","weight":2,"delay":5000000}"#), "{json}");
    assert!(
        json.contains(r#"{"nack":{"worker":"W1","message":"a1","retryAfter":2000000}}"#),
        "{json}"
    );
    assert_eq!(from_json(&json), Ok(scenario));
}

#[test]
fn what_is_left_out_has_its_default_and_times_may_be_texts() {
    let scenario = from_json(
        r#"{"version": 1, "workers": [{"name": "W1"}], "script": [{"at": "1m", "action": {"send": {"messages": [{"id": "a"}]}}}]}"#,
    );
    let text = "workers W1\nat 1m send a\n";
    assert_eq!(scenario.ok(), parse(text).ok().map(|parsed| parsed.scenario));
}

#[test]
fn a_byte_order_mark_says_nothing_and_stands_once() {
    assert_eq!(from_json("\u{feff}{\"version\":1}"), from_json("{\"version\":1}"));
    assert!(from_json("{\"version\":1}").is_ok());
    assert_eq!(refused("\u{feff}\u{feff}{\"version\":1}"), "1:1: this is not JSON: expected value");
}

#[test]
fn versions_are_named() {
    assert_eq!(
        refused(r#"{"version": 7, "shape": [1]}"#),
        "version 7 is newer than 1, which this build reads"
    );
    assert_eq!(refused(r#"{"version": 0}"#), "there is no version 0: the first one is 1");
    assert!(refused("{}").contains("does not say its version"));
    let wanted = "version: expected a whole number of at least 0, found ";
    assert_eq!(refused(r#"{"version": "1"}"#), format!("{wanted}`\"1\"`"));
    assert_eq!(refused(r#"{"version": 1.5}"#), format!("{wanted}`1.5`"));
    assert_eq!(refused(r#"{"version": -1}"#), format!("{wanted}`-1`"));
}

#[test]
fn what_is_no_json_is_refused_with_its_line_and_column() {
    for (json, said) in [
        ("", "1:0: this is not JSON: EOF while parsing a value"),
        ("[", "1:1: this is not JSON: EOF while parsing a list"),
        ("nul\0", "1:4: this is not JSON: expected ident"),
        ("{\"version\":1,\n}", "2:1: this is not JSON: key must be a string"),
        ("{\"version\":1} x", "1:15: this is not JSON: trailing characters"),
    ] {
        assert_eq!(refused(json), said);
    }
}

#[test]
fn what_is_not_of_the_form_is_refused_with_its_path() {
    let line = |line: &str| format!(r#""script":[{{"at":0,"action":{{"redrive":"all"}}}},{line}]"#);
    let worker = |rest: &str| format!(r#""workers":[{{"name":"W1",{rest}}}]"#);
    for (rest, said) in [
        (
            r#""colour":2"#.to_owned(),
            "colour: there is no field `colour`: expected `version`, `title`, `queue`, `workers`, `throttles`, `script`, `work`, `notes`, `until` or `expect`",
        ),
        (
            r#""queue":{"leese":2}"#.to_owned(),
            "queue.leese: there is no field `leese`: expected `name`, `order`, `missingKey`, `lease`, `maxAttempts`, `backoff`, `onFailure`, `quantum`, `takeTurns`, `onEnqueue`, `shards`, `batchesOf`, `durability` or `reclaimGrace`; did you mean `lease`?",
        ),
        (r#""queue":5"#.to_owned(), "queue: expected an object, found `5`"),
        (
            r#""queue":{"order":"sorted"}"#.to_owned(),
            "queue.order: nothing is called `sorted`: expected `unordered`, `ordered` or `by`",
        ),
        (
            r#""queue":{"takeTurns":"yes"}"#.to_owned(),
            "queue.takeTurns: expected `true` or `false`, found `\"yes\"`",
        ),
        (
            r#""queue":{"quantum":0}"#.to_owned(),
            "queue.quantum: expected a whole number from 1 to 4294967295, found `0`",
        ),
        (r#""workers":{}"#.to_owned(), "workers: expected a list, found an object"),
        (r#""workers":[{}]"#.to_owned(), "workers[0]: the field `name` is missing"),
        (
            worker(r#""takes":0"#),
            "workers[0].takes: expected a whole number from 1 to 4294967295, found `0`",
        ),
        (
            worker(r#""takes":"a \", expected u64""#),
            "workers[0].takes: expected a whole number from 1 to 4294967295, found `\"a \\\", expected u64\"`",
        ),
        (worker(r#""name":"W2""#), "workers[0]: the field `name` is given twice"),
        (
            line(r#"{"at":"zz","action":{"redrive":"all"}}"#),
            "script[1].at: expected a time such as `5s`, found `zz`",
        ),
        (
            line(r#"{"at":true,"action":{"redrive":"all"}}"#),
            "script[1].at: expected a whole number of microseconds, or a text such as \"5s\", found `true`",
        ),
        (
            line(r#"{"at":-5,"action":{"redrive":"all"}}"#),
            "script[1].at: a time is never below 0, but `-5` is",
        ),
        (
            line(r#"{"at":0,"action":{"purge":"some"}}"#),
            "script[1].action.purge: nothing is called `some`: expected `all`, `first` or `message`",
        ),
        (
            line(r#"{"at":0,"action":"purge"}"#),
            "script[1].action.purge: expected an object with this name and its value, found the name alone",
        ),
        (
            line(r#"{"at":0,"action":5}"#),
            "script[1].action: expected a name, or an object with one field",
        ),
        (
            line(r#"{"at":0,"action":{"ack":{"worker":"W","colour":1}}}"#),
            "script[1].action.ack.colour: there is no field `colour`: expected `worker` or `message`",
        ),
        (
            line(r#"{"at":0,"action":{"ack":null}}"#),
            "script[1].action.ack: expected an object, found `null`",
        ),
        (
            line(r#"{"at":0,"action":{"send":{"messages":[{"id":"a","headers":[["x"]]}]}}}"#),
            "script[1].action.send.messages[0].headers[0]: expected a list of 2, found a list of 1",
        ),
        (
            r#""until":"5 years""#.to_owned(),
            "until: ` years` is no unit of time: use `us`, `ms`, `s`, `m`, `h` or `d`",
        ),
    ] {
        assert_eq!(refused(&format!(r#"{{"version":1,{rest}}}"#)), said);
    }
    let deep = "[".repeat(100_000);
    assert!(refused(&format!(r#"{{"version":1,"x":{deep}"#)).contains("EOF"));
    assert!(refused(&" ".repeat(MAX_JSON_BYTES + 1)).contains("more than the limit"));
}

#[test]
fn the_rules_of_texts_hold_with_a_path() {
    for (rest, error) in [
        (
            r#""workers":[{"name":"W1"},{"name":"W1"}]"#,
            "workers[1]: the worker `W1` is there already (workers[0])",
        ),
        (
            r#""script":[{"at":5,"action":{"redrive":"all"}},{"at":4,"action":{"redrive":"all"}}]"#,
            "script[1].at: times do not go back: this line's 4us is before the 5us of script[0]",
        ),
        (
            r#""workers":[{"name":"W1"}],"script":[{"at":5,"action":{"crash":{"worker":"W2"}}}]"#,
            "script[0].action.crash.worker: no worker is called `W2`: no `workers` line names it, and it never joins; did you mean `W1`?",
        ),
        (r#""until":31536000000001"#, "until: 365d1us is past the limit of 365d"),
        (r#""work":{"failPercent":101}"#, "work.failPercent: 101% is more than 100%"),
        (
            r#""script":[{"at":0,"action":{"send":{"messages":[{"id":"o0","to":"o4000000000"}]}}}]"#,
            "script[0].action.send.messages[0]: 4000000001 messages are more than the limit of 10000",
        ),
    ] {
        assert_eq!(refused(&format!(r#"{{"version":1,{rest}}}"#)), error);
    }
}

#[test]
fn every_path_leads_to_a_value() {
    // Each line, rule, throttle and claim has something that does not hold, and nothing else.
    let text = r#"{"version":1,"until":"366d","queue":{"lease":0,"order":{"by":[{"header":"x"},{"header":"x"}]},
        "backoff":{"fixed":"366d"},"onFailure":[{"action":{"retry":"366d"}}]},"workers":[{"name":""}],
        "throttles":[{"name":"s","from":"V","limits":[{"window":{"count":1,"per":0}}],"by":[{"header":""}]}],
        "notes":[{"at":"366d","text":""}],
        "work":{"takes":{"least":0,"most":0},"failPercent":101,"rules":[
            {"pattern":"b","says":{"takes":{"least":0,"most":0}}},{"pattern":"*","says":{"fails":{"retryAfter":"366d"}}}]},
        "script":[
            {"at":0,"action":{"send":{"messages":[{"id":"a","to":"b","key":"k","headers":[["",""]],"delay":"366d"}],"every":"366d"}}},
            {"at":0,"action":{"ack":{"worker":"V","message":"b"}}},
            {"at":0,"action":{"nack":{"worker":"V","message":"b","retryAfter":"366d"}}},
            {"at":0,"action":{"reject":{"worker":"V","message":"b"}}},
            {"at":0,"action":{"extend":{"worker":"V","message":"b","by":0}}},
            {"at":0,"action":{"crash":{"worker":"V"}}},{"at":0,"action":{"return":{"worker":"V"}}},
            {"at":0,"action":{"join":{"worker":""}}},{"at":0,"action":{"leave":{"worker":"V"}}},
            {"at":0,"action":{"redrive":{"message":"b"}}},{"at":0,"action":{"purge":{"message":"b"}}},
            {"at":0,"action":{"deadLetter":{"message":"b"}}},{"at":"366d","action":{"redrive":"all"}}],
        "expect":[
            {"at":"366d","claim":"nothingWaits"},{"claim":{"has":{"worker":"V","messages":["b"]}}},
            {"claim":{"idle":{"worker":"V"}}},{"claim":{"waits":{"message":"b"}}},
            {"claim":{"waitsBehind":{"message":"b","behind":"b"}}},{"claim":{"waitsUntil":{"message":"b","until":"366d"}}},
            {"claim":{"waitsForThrottle":{"message":"b","throttle":"t"}}},{"claim":{"waitsForWorker":{"message":"b"}}},
            {"claim":{"waitsForTurn":{"message":"b"}}},{"claim":{"dead":{"messages":["b"]}}},{"claim":{"done":{"messages":["b"]}}},
            {"claim":{"group":{"key":["k"],"deliveries":["b"]}}},{"claim":{"deliveries":{"messages":["b"]}}},
            {"claim":{"maxInFlight":{"key":["k"],"most":1}}},{"claim":{"deliveredBefore":{"earlier":"b","later":"b"}}}]}"#;
    let json: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
    let Err(JsonError::Wrong(problems)) = from_json(text) else {
        panic!("nothing of it holds");
    };
    let paths: Vec<&str> = problems.iter().map(|problem| &*problem.path).collect();
    for path in &paths {
        let pointer = format!("/{}", path.replace(['.', '['], "/").replace(']', ""));
        assert!(json.pointer(&pointer).is_some(), "{path}");
    }
    for path in [
        "work.rules[1].says.fails.retryAfter",
        "script[0].action.send.messages[0].key",
        "script[2].action.nack.retryAfter",
        "script[4].action.extend.by",
        "script[9].action.redrive.message",
        "expect[4].claim.waitsBehind.behind",
        "expect[11].claim.group.deliveries[0]",
        "expect[13].claim.maxInFlight.key",
        "expect[14].claim.deliveredBefore.later",
    ] {
        assert!(paths.contains(&path), "{path} is not in {paths:?}");
    }
    for (list, count) in [("script", 13), ("expect", 15)] {
        for index in 0..count {
            let part = format!("{list}[{index}].");
            assert!(paths.iter().any(|path| path.starts_with(&part)), "{part}");
        }
    }
}

// It reads a file, which a browser has not.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_published_schema_is_current() {
    let schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Document>();
    let mut schema = serde_json::to_value(schema).expect("a schema is JSON");
    schema["title"] = "Queuescope scenario".into();
    schema["properties"]["version"] = serde_json::json!({
        "description": "The version of this form.",
        "const": JSON_VERSION
    });
    let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/scenario.schema.json");
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(path, &text).expect("the schema can be written");
    }
    let published = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        published == text,
        "docs/src/scenario.schema.json is out of date: run this test with UPDATE_SCHEMA=1"
    );
}
