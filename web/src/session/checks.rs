//! What the scenario expects, and what came out instead: sim's own check, with its places in the text.

use queuescope_sim::{Parsed, Run, check_first};

/// How many messages and steps are looked through for all expectations together: about a tenth of a second's work.
const MOST_WORK: usize = 150_000;
/// How many expectations are looked at in any case.
const LEAST: usize = 16;

/// The expectations of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// How many there are.
    pub count: usize,
    /// How many of them, from the first on, were looked at.
    pub checked: usize,
    /// Those that do not hold, in the order of the text.
    pub failed: Vec<Failed>,
}

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// Its line in the text, from 1.
    pub line: usize,
    /// How many characters that line has.
    pub columns: usize,
    /// What was to be, as the language says it: `at 8s W1 idle`.
    pub expected: String,
    /// What was there: `W1 has a2`.
    pub found: String,
    /// The step that it is about: the last one at or before its instant, or the last of all.
    pub step: usize,
}

impl Checks {
    /// Asks sim what does not hold.
    pub(super) fn of(text: &str, parsed: &Parsed, run: &Run) -> Self {
        let lines = &parsed.expect_lines;
        let messages = run.counts().last().map_or(0, |counts| counts.enqueued as usize);
        let most = (MOST_WORK / (run.len() + messages).max(1)).max(LEAST);
        let failed = check_first(run, most)
            .into_iter()
            .map(|failure| {
                let line = lines.get(failure.index).copied().unwrap_or(1);
                let written = text.lines().nth(line.saturating_sub(1));
                let (expected, step) = match failure.at {
                    Some(at) => (format!("at {at} {}", failure.expected), run.index_at(at)),
                    None => (failure.expected, run.len().saturating_sub(1)),
                };
                Failed {
                    line,
                    columns: written.map_or(0, |line| line.chars().count()),
                    expected,
                    found: failure.found,
                    step,
                }
            })
            .collect();
        Self { count: lines.len(), checked: lines.len().min(most), failed }
    }
}
