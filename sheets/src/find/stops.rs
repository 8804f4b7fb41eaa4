//! Breakpoints: kinds of event, each of one message, group or worker or of any, at whose steps play is to pause.

use super::kind::{Kind, events};
use crate::run::Played;
use crate::words::{quoted, unquoted};
use std::collections::BTreeSet;
use std::fmt;

/// A breakpoint. It is written as its kind's word and the name: `delivered a2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    /// What it stops at.
    pub(crate) kind: Kind,
    /// The message, group, worker or throttle that it is about; none: any.
    pub(crate) name: Option<String>,
}

/// Reads breakpoints: one after the other, with `;` between them.
///
/// # Errors
/// What is not understood, and what would do instead.
pub(crate) fn read(stops: &str) -> Result<Vec<Stop>, String> {
    let written = split(stops).into_iter().map(str::trim).filter(|stop| !stop.is_empty());
    written.map(stop).collect()
}

/// Writes breakpoints.
pub(crate) fn write(stops: &[Stop]) -> String {
    let written: Vec<String> = stops.iter().map(Stop::to_string).collect();
    written.join(";")
}

/// The steps at which each of the breakpoints holds, from 0, in order.
pub(crate) fn steps(played: &Played, stops: &[Stop]) -> Vec<Vec<usize>> {
    let mut steps: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); stops.len()];
    if stops.is_empty() {
        return Vec::new();
    }
    events(&played.run, &mut |step, kind, names| {
        for (stop, steps) in stops.iter().zip(&mut steps) {
            let about = |name: &str| names.contains(&Some(name));
            if stop.kind == kind && stop.name.as_deref().is_none_or(about) {
                steps.insert(step);
            }
        }
    });
    steps.into_iter().map(|steps| steps.into_iter().collect()).collect()
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.word())?;
        match &self.name {
            Some(name) => write!(f, " {}", quoted(name)),
            None => Ok(()),
        }
    }
}

fn stop(written: &str) -> Result<Stop, String> {
    let (word, name) = written.split_once(char::is_whitespace).unwrap_or((written, ""));
    let kind = Kind::read(word).ok_or_else(|| {
        let words: Vec<&str> = Kind::all().map(Kind::word).collect();
        format!("`{word}` is no kind of event: there are {}", words.join(", "))
    })?;
    let name = name.trim();
    let name = if name.is_empty() {
        None
    } else {
        Some(unquoted(name).ok_or_else(|| {
            format!(
                "`{name}` is not one name: with other signs than letters, digits and `_-./@` it stands in quotation marks, as in `{word} \"order 17\"`"
            )
        })?)
    };
    Ok(Stop { kind, name })
}

/// The parts between the `;` that stand outside of quotation marks.
fn split(stops: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut within, mut escaped) = (0, false, false);
    for (at, c) in stops.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if within => escaped = true,
            '"' => within = !within,
            ';' if !within => {
                parts.push(&stops[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&stops[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::EXAMPLE;

    #[test]
    fn breakpoints_are_read_as_they_are_written() {
        let stop =
            |kind, name: &str| Stop { kind, name: (!name.is_empty()).then(|| name.to_owned()) };
        let stops = [
            stop(Kind::Delivered, "a2"),
            stop(Kind::Acked, ""),
            stop(Kind::Nacked, "order; \"17\" # \\"),
            stop(Kind::Arrived, "all"),
        ];
        let written = write(&stops);
        assert_eq!(written, r#"delivered a2;acked;nacked "order; \"17\" # \\";arrived "all""#);
        assert_eq!(read(&written).as_deref(), Ok(&stops[..]));
        assert_eq!(read(" acked ; ;").as_deref(), Ok(&[stop(Kind::Acked, "")][..]));
        assert_eq!(read(""), Ok(Vec::new()));
    }

    #[test]
    fn what_is_not_understood_is_said() {
        let why = read("acked;delivred a2").unwrap_err();
        assert!(
            why.starts_with("`delivred` is no kind of event: there are arrived, delivered, acked,"),
            "{why}"
        );
        for name in ["a b", "a1..a3", "a(A)", "\"open", "a delay 5s", "a # b"] {
            let why = read(&format!("acked {name}")).unwrap_err();
            assert!(why.contains(&format!("`{name}` is not one name")), "{why}");
        }
    }

    #[test]
    fn the_steps_of_the_example_are_those_of_its_table() {
        // The steps are at 0, 1, 2, 3, 4, 5, 6, 9 and 10 s.
        let stops = |stops| crate::stops(EXAMPLE, stops);
        assert_eq!(stops("delivered a2"), Ok(vec![3, 8]));
        assert_eq!(stops("nacked;delivered a2;nacked W1"), Ok(vec![3, 5, 8]));
        // s1 at 1 s, b1 at 3 s, s2 at 5 s.
        assert_eq!(stops("acked W2"), Ok(vec![2, 4, 6]));
        // The group's: a1 at 2 s, a2 at 10 s.
        assert_eq!(stops("acked A"), Ok(vec![3, 9]));
        assert_eq!(stops("crashed;delivered nobody"), Ok(Vec::new()));
        assert!(crate::stops("at 0s sned a\n", "acked").unwrap_err().contains("errors"));
    }

    #[test]
    fn a_group_that_a_throttle_holds_is_an_event() {
        let text = include_str!("../../../static/scenarios/throttled-head.queue");
        // card2 waits for the network from the very start.
        assert_eq!(crate::stops(text, "throttled card2"), Ok(vec![1]));
        assert_eq!(crate::stops(text, "throttled 1"), Ok(Vec::new()));
    }
}
