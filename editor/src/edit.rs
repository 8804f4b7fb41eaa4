//! One change of a text, named by a word.

use queuescope_sim::edit::{self, Edit};
use queuescope_sim::{Diagnostic, LimitDecl, Time, parse};

/// The text with a change, or in words why it cannot be made. Everything else in it stays byte for byte.
///
/// | change | what it does | `name` | `index` | `value` |
/// |---|---|---|---|---|
/// | `line` | puts a line into the script | what it says behind its instant | | its instant |
/// | `workers` | sets how many workers are there from the start | | how many | |
/// | `credit` | sets how much a worker may hold | the worker | how much | |
/// | `limit` | sets a limit of a throttle | the throttle | which of its limits | the limit |
/// | `delay` | sets how long a message waits at first | the message | | how long |
/// | `wait` | sets the wait that a line of the script asks for | | which line | how long |
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
    let edited = match change {
        "line" => edit::insert_said(text, time(value)?, name),
        "workers" => edit::set_workers(text, index),
        "credit" => {
            let credit = u32::try_from(index).ok().and_then(|credit| credit.try_into().ok());
            let credit = credit.ok_or_else(|| format!("no worker can hold {index}"))?;
            edit::set_credit(text, name, credit)
        }
        "limit" => edit::set_limit(text, name, index, limit(value)?),
        "delay" => edit::set_delay(text, name, time(value)?),
        "wait" => edit::set_retry_after(text, index, Some(time(value)?)),
        other => return Err(format!("nothing is changed by `{other}`")),
    };
    match edited {
        Ok(Edit { text, .. }) => Ok(text),
        Err(problems) => Err(first(problems)),
    }
}

fn time(value: &str) -> Result<Time, String> {
    value.parse().map_err(|error: queuescope_sim::TimeError| error.to_string())
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
        assert_eq!(why("frob", "", 0, ""), "nothing is changed by `frob`");
    }
}
