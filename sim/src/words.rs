//! How lists, instants, lengths of time and buckets are said, the same in the table, the narration and the checks.

use crate::step::DeadReason;
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

/// An instant with its unit: `9 s`.
pub(crate) fn instant(at: Time) -> String {
    format!("{} s", seconds(at))
}

/// A length of time: `5 s`, `500 ms`, `1.5 s`, `1 m 30 s`.
pub(crate) fn span(length: Time) -> String {
    const SECOND: u64 = 1_000_000;
    const MINUTE: u64 = 60 * SECOND;
    if (SECOND..MINUTE).contains(&length.as_micros()) {
        return instant(length);
    }
    let mut words = String::new();
    let mut after_digit = false;
    for letter in length.to_string().chars() {
        if letter.is_ascii_digit() != after_digit && !words.is_empty() {
            words.push(' ');
        }
        after_digit = letter.is_ascii_digit();
        words.push(letter);
    }
    words
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn lengths_of_time_have_a_space_before_the_unit() {
        for (micros, words) in [
            (0, "0 s"),
            (5_000_000, "5 s"),
            (1_500_000, "1.5 s"),
            (500_000, "500 ms"),
            (90_000_000, "1 m 30 s"),
        ] {
            assert_eq!(span(Time::from_micros(micros)), words);
        }
    }
}
