use super::*;
use crate::run::played;

const EXAMPLE: &str = include_str!("../../../static/scenarios/account-retries.queue");

fn filled(text: &str, state: &str) -> Compose {
    Compose::of(&played(text).unwrap(), text, State(&format!("step 1\nat 500ms\n{state}")))
}

#[test]
fn it_has_a_field_for_each_key_that_is_looked_at() {
    let fields = |text: &str| {
        let form = filled(text, "");
        let names: Vec<String> = form
            .others
            .into_iter()
            .map(|(name, _)| name.unwrap_or_else(|| "fair".to_owned()))
            .collect();
        (form.key.map_or_else(String::new, |(name, _)| name), names.join(" "))
    };
    let throttled =
        "throttle t: 1 per 5s by header b, header a\nthrottle u: 1 per 5s by header a\n";
    let said = |key: &str, others: &str| (key.to_owned(), others.to_owned());
    assert_eq!(fields("queue q\nat 0s send m1"), said("", ""));
    assert_eq!(fields(throttled), said("", "b a"));
    let ordered = format!("queue q\n  ordered by header a\n{throttled}");
    assert_eq!(fields(&ordered), said("a", "b"));
    let fair = "queue q\n  ordered by header a, header b\nat 0s send m1 a=1 b=1 fairness f\n";
    assert_eq!(fields(fair), said("", "a b fair"));
    // The headers that a classifier reads, also those that it only asks for.
    let classified = "queue q\n  ordered by attribute customer\n  attribute customer = header account when header tier is gold\n  \
                      attribute customer = header user\n";
    assert_eq!(fields(classified), said("", "account tier user"));
    let weighed = "queue q\n  ordered by header a\n  fairness key = header a\n  weight = 3 when header b is x\n";
    assert_eq!(fields(weighed), said("a", "b"));
}

#[test]
fn it_proposes_a_name_that_is_free() {
    let proposed = |text: &str| filled(text, "").name;
    assert_eq!(proposed(EXAMPLE), "b3");
    // Only m1 has a key: all others are refused.
    assert_eq!(
        proposed(
            "queue q\n  ordered by header k\nat 0s send m1(A)\nat 1s send m2\nat 1d send m3..m5\n"
        ),
        "m6"
    );
    assert_eq!(proposed("queue q\nat 0s send a3 a1\nat 1s send b9\nat 2s send a2\n"), "a4");
    assert_eq!(proposed("queue q\n"), "m1");
    // Whoever empties the field wants another one.
    assert_eq!(
        filled(EXAMPLE, "field.draft.name \n").objection.as_deref(),
        Some("It needs a name.")
    );
}

#[test]
fn every_name_of_the_language_can_be_sent() {
    for (name, key, line) in [
        ("a/1@x", "é", "send a/1@x(é)"),
        ("наш-1", "C q", "send наш-1(\"C q\")"),
        ("delay", "x)", "send \"delay\"(\"x)\")"),
        ("a \"b\"", "", "send \"a \\\"b\\\"\""),
    ] {
        let form = filled(EXAMPLE, &format!("field.draft.name {name}\nfield.draft.key {key}\n"));
        assert_eq!((form.objection, &*form.does), (None, line), "{name}");
    }
    let others = "queue q\n  ordered by header k, header l\nat 0s send a fairness f k=1 l=1\n";
    let form = filled(others, "field.draft.0 x\nfield.draft.2 tiny\nfield.draft.delay 2s\n");
    assert_eq!(form.does, "send a1 k=x fairness tiny delay 2s");
}

#[test]
fn what_the_language_refuses_is_refused_beforehand() {
    let why = |state: &str| filled(EXAMPLE, state).objection.unwrap_or_default();
    assert_eq!(why("field.draft.name a1\n"), "The name a1 is taken.");
    assert_eq!(why("frozen\n"), "The text has errors: mend them first.");
    assert_eq!(why("field.draft.name c1\n"), "");
    let form = compose(
        &played(EXAMPLE).unwrap(),
        EXAMPLE,
        State("step 1\nat 500ms\nfield.draft.name a1\n"),
    )
    .written();
    assert!(form.contains("submit=dismiss") && form.contains("disabled=disabled"));
}
