//! What is wrong with a text, in words.

use queuescope_sim::{Diagnostic, parse};
use std::fmt::Write;

/// What stands behind each error.
pub const ENTRY: char = '\u{1e}';
/// What stands between the parts of an error.
pub const FIELD: char = '\u{1f}';

/// All that is wrong with a text, in its order; of a text that is right, nothing.
///
/// Each error is its line, its column, where it begins and ends in bytes, how many errors it stands for, what is wrong, and
/// what could be done: numbers as digits, with [`FIELD`] between the parts and [`ENTRY`] behind the last one. Neither is
/// in any message, where the signs of a text that nobody sees are spelt out.
pub fn problems(text: &str) -> String {
    let mut all = String::new();
    for problem in parse(text).err().unwrap_or_default() {
        let Diagnostic { line, column, span, stands_for, .. } = &problem;
        let (start, end) = (span.start, span.end);
        for number in [*line, *column, start, end, *stands_for] {
            // A string takes everything.
            let _ = write!(all, "{number}{FIELD}");
        }
        let _ = write!(all, "{}{FIELD}{}{ENTRY}", problem.message, hint(&problem));
    }
    all
}

/// What was probably meant, else what could stand there.
fn hint(problem: &Diagnostic) -> String {
    match (&problem.suggestion, &*problem.expected) {
        (Some(meant), _) => format!("Did you mean `{meant}`?"),
        (None, []) => String::new(),
        (None, [only]) => format!("Expected {only}."),
        (None, [most @ .., last]) => format!("Expected {} or {last}.", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_its_place_and_its_words() {
        let text = "at 0s send a\nat 1s W1 ack\n";
        let told = problems(text);
        let entries: Vec<Vec<&str>> =
            told.split_terminator(ENTRY).map(|entry| entry.split(FIELD).collect()).collect();
        let [error] = &entries[..] else { panic!("{told:?}") };
        assert_eq!(error[..5], ["2", "10", "22", "25", "1"]);
        assert_eq!(error[5..], ["expected what W1 does, found `ack`", "Did you mean `acks`?"]);
    }

    #[test]
    fn a_right_text_has_none() {
        assert_eq!(problems("at 0s send a\n"), "");
    }
}
