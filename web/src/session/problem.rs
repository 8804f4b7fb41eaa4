//! What is wrong with the text, read from what the editor writes down: the parts of an error in order, and a sign that no
//! message has between them.

use std::ops::Range;

/// What stands behind each error.
const ENTRY: char = '\u{1e}';
/// What stands between the parts of an error.
const FIELD: char = '\u{1f}';

/// What is wrong at one place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// The column in the line, from 1, in characters.
    pub column: usize,
    /// The place in the text, in bytes.
    pub span: Range<usize>,
    /// How many errors it stands for.
    pub stands_for: usize,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// What was meant or could stand there, as a sentence; empty where that is not a matter of a few words.
    pub hint: String,
}

impl Problem {
    /// All that the editor tells.
    pub(super) fn all(told: &str) -> Vec<Self> {
        told.split_terminator(ENTRY).map(Self::of).collect()
    }

    fn of(entry: &str) -> Self {
        let mut fields = entry.split(FIELD);
        let mut number = || fields.next().and_then(|digits| digits.parse().ok()).unwrap_or(0);
        let (line, column, start, end, stands_for) =
            (number(), number(), number(), number(), number());
        let mut words = || fields.next().unwrap_or_default().to_owned();
        let (message, hint) = (words(), words());
        Self { line, column, span: start..end, stands_for, message, hint }
    }

    /// How many errors a text has of which these are told.
    pub fn count(told: &[Self]) -> usize {
        told.iter().map(|problem| problem.stands_for).sum()
    }
}
