//! The JSON form: round trips, versions, refusals, and the published schema.

use super::*;
use crate::language::parse;
use schemars::generate::SchemaSettings;

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
fn versions_are_named() {
    assert_eq!(
        refused(r#"{"version": 7, "shape": [1]}"#),
        "version 7 is newer than 1, which this build reads"
    );
    assert_eq!(refused(r#"{"version": 0}"#), "there is no version 0: the first one is 1");
    assert!(refused("{}").contains("does not say its version"));
    assert!(refused(r#"{"version": "1"}"#).starts_with("1:15: invalid type"));
    assert!(refused(r#"{"version": 1.5}"#).contains("invalid type"));
    assert!(refused(r#"{"version": -1}"#).contains("invalid value"));
}

#[test]
fn what_is_not_of_the_form_is_refused_with_its_place() {
    for (json, part) in [
        ("", "1:0: EOF"),
        ("[", "1:1: EOF"),
        ("nul\0", "1:4: expected ident"),
        (r#"{"version":1,"colour":2}"#, "1:21: unknown field `colour`"),
        (r#"{"version":1,"queue":{"colour":2}}"#, "unknown field `colour`"),
        (
            r#"{"version":1,"script":[{"at":0,"action":{"purge":"some"}}]}"#,
            "unknown variant `some`",
        ),
        (
            r#"{"version":1,"script":[{"at":0,"action":{"ack":{"worker":"W1","colour":1}}}]}"#,
            "unknown field `colour`",
        ),
        (r#"{"version":1,"until":"5 years"}"#, "is no unit of time"),
        (r#"{"version":1,"until":-5}"#, "below 0"),
        (r#"{"version":1,"queue":{"quantum":0}}"#, "nonzero"),
    ] {
        let error = refused(json);
        assert!(error.contains(part), "{json}: {error}");
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
            "script[0].worker: no worker is called `W2`: no `workers` line names it, and it never joins; did you mean `W1`?",
        ),
        (r#""until":31536000000001"#, "until: 365d1us is past the limit of 365d"),
        (r#""work":{"failPercent":101}"#, "work.failPercent: 101% is more than 100%"),
        (
            r#""script":[{"at":0,"action":{"send":{"messages":[{"id":"o0","to":"o4000000000"}]}}}]"#,
            "script[0].messages[0]: 4000000001 messages are more than the limit of 10000",
        ),
    ] {
        assert_eq!(refused(&format!(r#"{{"version":1,{rest}}}"#)), error);
    }
}

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
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/scenario.schema.json");
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(path, &text).expect("the schema can be written");
    }
    let published = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        published == text,
        "docs/scenario.schema.json is out of date: run this test with UPDATE_SCHEMA=1"
    );
}
