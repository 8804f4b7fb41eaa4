//! How lists, instants, lengths of time and buckets are said, the same in the table, the narration and the checks.

use crate::step::{DeadReason, Outcome};
use crate::time::Time;
use std::fmt::{self, Write};

/// What the bucket of a throttle without a key is called.
pub(crate) const WHOLE_BUCKET: &str = "all";
/// What the lane, the bucket and the fairness key of messages without one are called.
pub(crate) const NO_KEY: &str = "no key";

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn and_list<T: AsRef<str>>(names: &[T]) -> String {
    match names {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [front @ .., last] => format!("{} and {}", comma_list(front), last.as_ref()),
    }
}

/// `a, b, c`.
pub(crate) fn comma_list<T: AsRef<str>>(names: &[T]) -> String {
    let mut list = String::new();
    for name in names {
        if !list.is_empty() {
            list.push_str(", ");
        }
        list.push_str(name.as_ref());
    }
    list
}

/// `a, b, c`, or the first ones and how many more there are.
pub(crate) fn folded_list<T: AsRef<str>>(names: &[T], most: usize) -> String {
    if names.len() <= most {
        return comma_list(names);
    }
    let (first, rest) = names.split_at(most.saturating_sub(2).max(1));
    format!("{} and {} more", comma_list(first), rest.len())
}

/// A text with what would break its line, or hide what it says, as the language writes it: `\n`, `\u{7}`.
pub(crate) fn legible(text: &str) -> String {
    let mut legible = String::new();
    for c in text.chars() {
        // A string takes everything.
        let _ = write_legible(c, &mut legible);
    }
    legible
}

/// A character as it is, or as the language writes it where it would break the line or hide what it says.
pub(crate) fn write_legible(c: char, out: &mut dyn Write) -> fmt::Result {
    match c {
        '\n' => out.write_str("\\n"),
        '\t' => out.write_str("\\t"),
        // Line separators, and signs that turn the direction of writing.
        c if c.is_control()
            || ('\u{2028}'..='\u{202e}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c) =>
        {
            write!(out, "\\u{{{:x}}}", u32::from(c))
        }
        c => out.write_char(c),
    }
}

/// `1 message`, `3 messages`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// What follows a number of things that are somewhere.
pub(crate) const fn is_or_are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// What follows a number of things that were somewhere.
pub(crate) const fn was_or_were(count: u64) -> &'static str {
    if count == 1 { "was" } else { "were" }
}

/// An instant as a plain number of seconds: `9`, `0.5`.
pub(crate) fn seconds(at: Time) -> String {
    at.instant().to_string()
}

/// A time as a person says it, be it an instant or a length: `4 s`, `500 ms`, `1 min 30 s`.
pub fn in_words(time: Time) -> String {
    in_words_beside(time, time)
}

/// A time in the units of a longer one, so that the two compare: `0.5 s` beside `2 s`.
pub fn in_words_beside(time: Time, longer: Time) -> String {
    let mut words = String::new();
    let mut rest = time.as_micros();
    for (unit, size) in [("d", 86_400_000_000), ("h", 3_600_000_000), ("min", 60_000_000)] {
        if rest >= size {
            let _ = write!(words, "{} {unit} ", rest / size);
            rest %= size;
        }
    }
    if rest > 0 || words.is_empty() {
        let (unit, micros) = match longer.as_micros() {
            0 | 1_000_000.. => ("s", 1_000_000),
            1_000.. => ("ms", 1_000),
            1.. => ("µs", 1),
        };
        let _ = write!(words, "{}", rest / micros);
        let mut place = micros;
        rest %= micros;
        while rest > 0 {
            if place == micros {
                words.push('.');
            }
            place /= 10;
            let _ = write!(words, "{}", rest / place);
            rest %= place;
        }
        let _ = write!(words, " {unit}");
    }
    words.trim_end().to_owned()
}

/// An instant in a table of a run that lasts until `last`: as its plain number of seconds where the run is over within a
/// minute, else in words.
pub fn in_table(at: Time, last: Time) -> String {
    match last.as_micros() {
        0 | 1_000_000..60_000_000 => seconds(at),
        1..1_000_000 | 60_000_000.. => in_words_beside(at, last),
    }
}

/// A bucket with its throttle: `stripe/cust-1`, or `stripe` where the throttle has one bucket.
pub(crate) fn bucket(throttle: &str, bucket: &str) -> String {
    if bucket == WHOLE_BUCKET { throttle.to_owned() } else { format!("{throttle}/{bucket}") }
}

/// Why a message is dead, to follow on `it is a dead letter: `.
pub(crate) const fn dead_reason(reason: DeadReason) -> &'static str {
    match reason {
        DeadReason::Nacked => "its last attempt was nacked",
        DeadReason::Expired => "the lease of its last attempt expired",
        DeadReason::FailureRule => "a failure rule said so",
        DeadReason::Rejected => "its worker rejected it",
        DeadReason::Operator => "it was set aside by hand",
    }
}

/// How a delivery ended.
pub fn outcome_in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Acked => "acked",
        Outcome::Nacked => "nacked",
        Outcome::Expired => "lease expired",
        Outcome::Rejected => "rejected",
        Outcome::Returned => "given back",
        Outcome::Unresolved => "unresolved",
        Outcome::DeadLettered => "dead-lettered",
    }
}

/// Why a message was set aside.
pub fn dead_in_words(reason: DeadReason) -> &'static str {
    match reason {
        DeadReason::Nacked => "nacked too often",
        DeadReason::Expired => "lease expired too often",
        DeadReason::FailureRule => "a failure rule said so",
        DeadReason::Rejected => "rejected by its worker",
        DeadReason::Operator => "set aside by hand",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn what_would_break_a_line_is_written_out() {
        assert_eq!(
            legible("a\nb\r\u{7}c\td\u{2028}\u{202e}e \\é"),
            "a\\nb\\u{d}\\u{7}c\\td\\u{2028}\\u{202e}e \\é"
        );
    }

    #[test]
    fn lists_are_said_as_a_person_would() {
        assert_eq!(and_list(&["a"]), "a");
        assert_eq!(and_list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(folded_list(&["a", "b", "c", "d", "e"], 5), "a, b, c, d, e");
        assert_eq!(folded_list(&["a", "b", "c", "d", "e", "f"], 5), "a, b, c and 3 more");
    }

    #[test]
    fn times_are_said_shortly() {
        let say = |micros| in_words(Time::from_micros(micros));
        assert_eq!(say(0), "0 s");
        assert_eq!(say(7), "7 µs");
        assert_eq!(say(1_500), "1.5 ms");
        assert_eq!(say(4_000_000), "4 s");
        assert_eq!(say(4_500_000), "4.5 s");
        assert_eq!(say(90_000_000), "1 min 30 s");
        assert_eq!(say(3_600_000_000), "1 h");
        assert_eq!(say(60_000_001), "1 min 0.000001 s");
        assert_eq!(say(200_000_000_000), "2 d 7 h 33 min 20 s");
        let beside =
            |micros, longer| in_words_beside(Time::from_micros(micros), Time::from_micros(longer));
        assert_eq!(beside(500_000, 2_000_000), "0.5 s");
        assert_eq!(beside(50, 8_200), "0.05 ms");
        assert_eq!(beside(0, 900), "0 µs");
    }

    #[test]
    fn a_table_has_seconds_alone_where_its_run_has() {
        let cell = |at, last| in_table(Time::from_micros(at), Time::from_micros(last));
        assert_eq!(cell(4_000_000, 10_000_000), "4");
        assert_eq!(cell(500_000, 10_000_000), "0.5");
        assert_eq!(cell(4_000_000, 90_000_000), "4 s");
        assert_eq!(cell(4_000_000, 86_400_000_000), "4 s");
        assert_eq!(cell(4_000, 8_200), "4 ms");
    }
}
