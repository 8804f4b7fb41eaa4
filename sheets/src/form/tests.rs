use super::*;

const TEXT: &str = "\
title \"Post\" # of the town
queue mail
  ordered by header to
  on failure by nack: retry after 5s
workers W1 W2
worker W2 takes 2
throttle post: 2 per 10s, 5 per 1m by header to
# go
at 0s   send m1(A) m2(B)  # two
at 1s   W1 nacks , retry after 4s
note at 1s \"late\"
work
  m2 takes 2s, m2 fails once, retry after 1s
expect
  at 0s W1 has m1, lost nothing
";

fn drawn(state: &str) -> String {
    form(TEXT, State(&format!("step 1\n{state}")))
}

/// The input with this value says this when it is left.
#[track_caller]
fn field(drawn: &str, value: &str, says: &str) {
    let said = format!("\u{3}change=edit {}\u{1f}", says.replace('|', "\u{1f}"));
    let value = format!("\u{2}value={value}\u{2}");
    let inputs = drawn.split('\u{1}').filter(|element| element.starts_with("input"));
    let found = inputs.filter(|input| input.contains(&value) && input.contains(&said)).count();
    assert_eq!(found, 1, "{value} {said}");
}

/// A button says this when it is pressed.
#[track_caller]
fn button(drawn: &str, says: &str) {
    let said = format!("\u{3}click=edit {}", says.replace('|', "\u{1f}"));
    let is_it = |element: &&str| {
        element.split(['\u{2}', '\u{4}', '\u{5}', '\u{6}']).any(|part| part.ends_with(&said))
    };
    assert_eq!(drawn.split('\u{1}').filter(is_it).count(), 1, "{said}");
}

#[test]
fn each_field_says_the_change_that_it_makes() {
    let drawn = drawn("");
    for (value, says) in [
        ("Post", "title||0"),
        ("mail", "queue||0"),
        ("ordered by header to", "clause|order|0"),
        ("30s", "clause|lease|0"),
        ("3", "clause|retry|0"),
        ("1s up to 1m", "clause|backoff|0"),
        ("1", "clause|batches of|0"),
        ("", "clause|shards|0"),
        ("by nack: retry after 5s", "clause|on failure|0"),
        ("W2", "rename|W2|0"),
        ("2", "credit|W2|0"),
        ("2 per 10s, 5 per 1m", "limits||0"),
        ("header to", "by||0"),
        ("0s", "move||0"),
        ("send m1(A) m2(B)", "says||0"),
        ("W1 nacks , retry after 4s", "says||1"),
        ("m2 fails once, retry after 1s", "work||1"),
        ("", "until||0"),
    ] {
        field(&drawn, value, says);
    }
    for says in [
        "clause|missing key|0|unordered",
        "clause|durability|0|fast",
        "clause|on failure|0|",
        "worker|W1|0|",
        "worker||0|",
        "throttle||0|",
        "missing||0|unthrottled",
        "move||0|100ms",
        "move||1|900ms",
        "remove||1|",
        "note||0|",
        "work||0|",
        "expect||1|",
    ] {
        button(&drawn, says);
    }
    assert!(drawn.contains("\u{4}at 0s W1 has m1\u{5}"));
    assert!(drawn.contains("\u{4}at 1s: late\u{5}"));
}

#[test]
fn the_line_of_the_step_is_marked() {
    let current = |step: &str| {
        let drawn = form(TEXT, State(step));
        let rows = drawn.split("\u{1}li.form-line").skip(1);
        let marked = |row: &str| {
            row.split('\u{1}').next().is_some_and(|row| row.contains("aria-current=step"))
        };
        rows.map(marked).collect::<Vec<_>>()
    };
    assert_eq!(current("step 1\n"), [true, false]);
    assert_eq!(current("step 2\n"), [false, true]);
}

#[test]
fn a_line_that_sends_opens_to_its_messages() {
    let closed = drawn("");
    assert!(!closed.contains("Message m1"));
    let mark =
        closed.split("click=field form.open ").nth(1).and_then(|rest| rest.split('\u{4}').next());
    let open = drawn(&format!("field.form.open {}\n", mark.unwrap()));
    for (value, says) in [
        ("A", "key|m1|0"),
        ("0s", "when|m2|0"),
        ("0s", "delay|m2|0"),
        ("", "fairness|m1|0"),
        ("1", "weight|m1|0"),
    ] {
        field(&open, value, says);
    }
    assert!(open.contains("aria-expanded=true"));
}

#[test]
fn a_line_that_is_open_stays_so_when_its_messages_are_changed() {
    let text = "workers W1\nat 0s send m1 m2\nat 1s W1 acks\n";
    let closed = form(text, State("step 1\n"));
    let mark = closed.split("click=field form.open ").nth(1);
    let mark = mark.and_then(|rest| rest.split('\u{4}').next()).unwrap();
    let open = format!("step 1\nfield.form.open {mark}\n");
    let changed = text.replace("0s send m1 m2", "500ms send m1 weight 2 m2 m3");
    let changed = form(&changed, State(&open));
    assert!(changed.contains("Message m3"));
}

#[test]
fn what_is_added_is_in_the_languages_own_words() {
    assert!(drawn("").contains("\u{1}form.form-add\u{2}key=expect\u{3}submit=dismiss"));
    let drawn = drawn("field.form.expect.2 done: m1\n");
    assert!(drawn.contains(
        "\u{3}submit=edit expect\u{1f}\u{1f}2\u{1f}done: m1\u{1}input\u{2}value=done: m1\u{2}"
    ));
    assert!(drawn.contains("\u{3}input=field form.expect.2 \u{5}"));
}

#[test]
fn it_says_when_nothing_can_be_changed() {
    assert!(!drawn("").contains("disabled=disabled"));
    assert!(drawn("frozen\n").contains("\u{1}fieldset.form\u{2}disabled=disabled"));
    let wrong = form("at 0s sned a\n", State("step 1\nfrozen\n"));
    assert!(wrong.contains("once they are mended") && !wrong.contains("fieldset"));
}

#[test]
fn a_long_script_is_shown_around_the_step() {
    let mut text = "workers W1\n".to_owned();
    for second in 0..1000 {
        text.push_str(&format!("at {second}s send a{second}\n"));
    }
    let drawn = form(&text, State("step 501\n"));
    assert_eq!(drawn.matches("li.form-line").count(), 200);
    assert!(drawn.contains("\u{4}400 earlier lines are in the text.\u{5}"));
    assert!(drawn.contains("\u{4}400 later lines are in the text.\u{5}"));
    field(&drawn, "send a500", "says||500");
    // What an element is and says of itself has few words, whatever the text.
    let words = |drawn: &str| {
        let mut words: Vec<String> = Vec::new();
        for part in drawn.split(['\u{1}', '\u{2}']) {
            let word = part.split(['=', '\u{3}', '\u{4}', '\u{5}', '\u{6}']).next();
            words.extend(word.map(str::to_owned).filter(|word| !words.contains(word)));
        }
        words.len()
    };
    assert!(words(&drawn) < 70, "{}", words(&drawn));
}
