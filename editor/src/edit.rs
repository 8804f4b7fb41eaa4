//! One change of a text, named by a word.

use queuescope_sim::edit::{self, Edit, Property, Section, ThrottlePart};
use queuescope_sim::{Diagnostic, LimitDecl, Time, parse};

/// The text with a change, or in words why it cannot be made. Everything else in it stays byte for byte.
///
/// | change | what it does | `name` | `index` | `value` |
/// |---|---|---|---|---|
/// | `line` | puts a line into the script | what it says behind its instant | | its instant |
/// | `happens` | the same with a line as it is written | | | `at 4s W1 acks` |
/// | `move` | gives a line of the script another instant | | which line | the instant |
/// | `says` | has a line of the script say something else | | which line | what it says behind its instant |
/// | `remove` | takes a line out of the script | | which line | |
/// | `workers` | sets how many workers are there from the start | | how many | |
/// | `worker` | adds a worker; takes one out | the one that goes | | the name of a new one; none: as is free |
/// | `rename` | calls a worker otherwise | the worker | | its new name |
/// | `credit` | sets how much a worker may hold | the worker | how much | |
/// | `throttle` | adds, changes or takes out a throttle | | which | what stands behind `throttle` |
/// | `limits`, `by`, `missing` | sets a part of a throttle | | which throttle | as it is written |
/// | `limit` | sets a limit of a throttle | the throttle | which of its limits | the limit |
/// | `when` | gives one message another instant | the message | | the instant |
/// | `delay` | sets how long a message waits at first | the message | | how long |
/// | `key`, `fairness`, `weight` | sets what is said of a message | the message | | as it is written |
/// | `header` | sets a header of a message | the message | | `name=value` |
/// | `wait` | sets the wait that a line of the script asks for | | which line | how long |
/// | `title`, `queue` | sets the title, what the queue is called | | | the words alone |
/// | `clause` | sets a clause of the queue | the clause | which of several | see [`edit::set_clause`] |
/// | `until` | sets until when the run goes on at least | | | the instant |
/// | `note` | sets a note | | which | `at 4s "…"` |
/// | `expect`, `work` | sets what is expected, what workers do by themselves | | which | as it is written |
///
/// Of what can be taken out, an empty value takes it out; of what there can be more, one past the last is new.
///
/// # Errors
/// The reason.
pub fn edit(
    text: &str,
    change: &str,
    name: &str,
    index: usize,
    value: &str,
) -> Result<String, String> {
    let property = |property| edit::set_property(text, name, property, value.trim());
    let part = |part| edit::set_throttle_part(text, index, part, value);
    let edited = match change {
        "line" => edit::insert_said(text, time(value)?, name),
        "happens" => {
            let line = value.trim();
            let line = line.strip_prefix("at ").unwrap_or(line).trim_start();
            let (at, said) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            edit::insert_said(text, time(at)?, said.trim())
        }
        "move" => edit::move_line(text, index, time(value)?),
        "says" => edit::say_line(text, index, value),
        "remove" => edit::remove_line(text, index),
        "workers" => edit::set_workers(text, index),
        "worker" if name.is_empty() => edit::add_worker(text, value.trim()),
        "worker" => edit::remove_worker(text, name),
        "rename" => edit::rename_worker(text, name, value.trim()),
        "credit" => {
            // A field says how much in the last part.
            let said = if value.is_empty() { index.to_string() } else { value.trim().to_owned() };
            let credit = said.parse().map_err(|_| format!("no worker can hold {said}"))?;
            edit::set_credit(text, name, credit)
        }
        "throttle" => edit::set_throttle(text, index, value),
        "limits" => part(ThrottlePart::Limits),
        "by" => part(ThrottlePart::By),
        "missing" => part(ThrottlePart::Missing),
        "limit" => edit::set_limit(text, name, index, limit(value)?),
        "when" => edit::move_message(text, name, time(value)?),
        "delay" => edit::set_delay(text, name, some_time(value)?.unwrap_or(Time::ZERO)),
        "key" => property(Property::Key),
        "fairness" => property(Property::Fairness),
        "weight" => property(Property::Weight),
        "header" => {
            let (header, value) = value.split_once('=').unwrap_or((value, ""));
            edit::set_property(text, name, Property::Header(header.trim()), value.trim())
        }
        "wait" => edit::set_retry_after(text, index, some_time(value)?),
        "title" => edit::set_title(text, value.trim()),
        "queue" => edit::set_queue_name(text, value.trim()),
        "clause" => edit::set_clause(text, name, index, value),
        "until" => edit::set_until(text, some_time(value)?),
        "note" => edit::set_note(text, index, value),
        "expect" => edit::set_item(text, Section::Expect, index, value),
        "work" => edit::set_item(text, Section::Work, index, value),
        other => return Err(format!("nothing is changed by `{other}`")),
    };
    match edited {
        Ok(Edit { text, .. }) => Ok(text),
        Err(problems) => Err(first(problems)),
    }
}

fn some_time(value: &str) -> Result<Option<Time>, String> {
    if value.trim().is_empty() { Ok(None) } else { time(value).map(Some) }
}

fn time(value: &str) -> Result<Time, String> {
    value.trim().parse().map_err(|error: queuescope_sim::TimeError| error.to_string())
}

/// A limit as the language writes it.
fn limit(value: &str) -> Result<LimitDecl, String> {
    let scenario = parse(&format!("throttle t: {value}")).map_err(first)?.scenario;
    let limits = scenario.throttles.into_iter().flat_map(|throttle| throttle.limits).next();
    limits.ok_or_else(|| format!("`{value}` is no limit"))
}

fn first(problems: Vec<Diagnostic>) -> String {
    problems.into_iter().next().map_or_else(String::new, |problem| problem.message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
queue mail
throttle post: 2 per 10s, 5 per 1m
workers W1
at 0s send m1 m2
at 1s W1 nacks, retry after 4s
";

    #[test]
    fn each_change_is_named_by_its_word() {
        for (change, name, index, value, before, after) in [
            ("line", "W1 acks m2", 0, "2s", "4s\n", "4s\nat 2s W1 acks m2\n"),
            ("workers", "", 2, "", "workers W1", "workers W1 W2"),
            ("credit", "W1", 3, "", "workers W1", "workers W1\nworker W1 takes 3"),
            ("limit", "post", 1, "rate 1 per 20s burst 3", "5 per 1m", "rate 1 per 20s burst 3"),
            ("delay", "m2", 0, "3s", "m1 m2", "m1 m2 delay 3s"),
            ("wait", "", 1, "9s", "after 4s", "after 9s"),
            ("wait", "", 1, "", ", retry after 4s", ""),
            ("happens", "", 0, " at 2s  W1 acks m2 ", "4s\n", "4s\nat 2s W1 acks m2\n"),
            ("move", "", 1, "3s", "at 1s", "at 3s"),
            ("says", "", 1, "W1 acks", "nacks, retry after 4s", "acks"),
            ("remove", "", 1, "", "at 1s W1 nacks, retry after 4s\n", ""),
            ("worker", "", 0, "Anna", "workers W1", "workers W1 Anna"),
            ("worker", "", 0, "", "workers W1", "workers W1 W2"),
            (
                "rename",
                "W1",
                0,
                "x",
                "workers W1\nat 0s send m1 m2\nat 1s W1",
                "workers x\nat 0s send m1 m2\nat 1s x",
            ),
            ("credit", "W1", 0, "3", "workers W1", "workers W1\nworker W1 takes 3"),
            ("throttle", "", 1, "sms: 1 per 1s", "per 1m", "per 1m\nthrottle sms: 1 per 1s"),
            ("limits", "", 0, "2 per 10s", ", 5 per 1m", ""),
            ("by", "", 0, "header to", "1m", "1m by header to"),
            ("missing", "", 0, "unthrottled", "1m", "1m, missing unthrottled"),
            (
                "when",
                "m2",
                0,
                "1s",
                " m2\nat 1s W1 nacks, retry after 4s\n",
                "\nat 1s W1 nacks, retry after 4s\nat 1s send m2\n",
            ),
            ("delay", "m2", 0, "", "m1 m2", "m1 m2"),
            ("fairness", "m2", 0, "f", "m1 m2", "m1 m2 fairness f"),
            ("weight", "m1", 0, "2", "m1 m2", "m1 weight 2 m2"),
            ("header", "m1", 0, "to=a@b", "m1 m2", "m1 to=a@b m2"),
            ("title", "", 0, "Post", "queue mail", "title \"Post\"\n\nqueue mail"),
            ("queue", "", 0, "letters", "queue mail", "queue letters"),
            ("clause", "lease", 0, "5s", "queue mail", "queue mail\n  lease 5s"),
            ("until", "", 0, "1m", "4s\n", "4s\nuntil 1m\n"),
            ("note", "", 0, "at 1s \"so\"", "4s\n", "4s\nnote at 1s \"so\"\n"),
            ("expect", "", 0, "lost nothing", "4s\n", "4s\n\nexpect\n  lost nothing\n"),
            ("work", "", 0, "takes 1s", "4s\n", "4s\n\nwork\n  takes 1s\n"),
        ] {
            let expected = TEXT.replace(before, after);
            assert_eq!(edit(TEXT, change, name, index, value).as_deref(), Ok(&*expected));
        }
    }

    #[test]
    fn what_cannot_be_has_a_reason() {
        let why = |change, name, index, value| edit(TEXT, change, name, index, value).unwrap_err();
        assert!(why("line", "W2 acks m1", 0, "2s").starts_with("no worker is called `W2`"));
        assert_eq!(why("credit", "W1", 0, ""), "no worker can hold 0");
        assert!(why("limit", "post", 0, "2 per day").contains("expected the length of the window"));
        assert!(why("delay", "m1", 0, "soon").contains("expected a time such as `5s`"));
        assert!(why("worker", "W1", 0, "").starts_with("line 5 names W1"));
        assert!(why("happens", "", 0, "soon W1 acks").starts_with("expected a time"));
        assert!(why("key", "m1", 0, "A").contains("the queue is"));
        assert_eq!(why("frob", "", 0, ""), "nothing is changed by `frob`");
    }
}
