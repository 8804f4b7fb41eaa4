//! Lines that were refused. Their reasons are long: each is a sentence, and no part of a list.

use super::acts::MOST_NAMES;
use super::sentence::Sentence;
use crate::step::{Fact, Step};

/// The most reasons that are said one by one.
const MOST_REASONS: usize = 2;

/// Lines that were refused, or left out, for one reason.
struct Refused<'s> {
    /// Whether they are lines of the script.
    lines: bool,
    why: &'s str,
    what: Vec<&'s str>,
}

/// A sentence for each reason, or the number of lines where there are more reasons than bear reading.
pub(super) fn refusals(step: &Step) -> Vec<Sentence> {
    let mut reasons: Vec<Refused<'_>> = Vec::new();
    for fact in &step.facts {
        let Fact::Refused { line, what, why } = fact else {
            continue;
        };
        let lines = line.is_some();
        match reasons.iter_mut().find(|reason| reason.lines == lines && reason.why == why) {
            Some(reason) => reason.what.push(what),
            None => reasons.push(Refused { lines, why, what: vec![what] }),
        }
    }
    if reasons.len() > MOST_REASONS {
        let count: usize = reasons.iter().map(|reason| reason.what.len()).sum();
        let mut sentence = Sentence::new();
        sentence.text(&format!("{count} lines are refused"));
        return vec![sentence];
    }
    reasons.iter().map(sentence).collect()
}

/// `“send a1” and “send a2” are each refused: it has no header account, which the queue is ordered by`.
fn sentence(reason: &Refused<'_>) -> Sentence {
    let mut sentence = Sentence::new();
    let say = sentence
        .list(&reason.what, MOST_NAMES, |say, what| say.text(&format!("\u{201c}{what}\u{201d}")));
    let are = if reason.what.len() == 1 { "is" } else { "are each" };
    let how = if reason.lines { "refused" } else { "left out" };
    say.text(&format!(" {are} {how}: {}", reason.why));
    sentence
}
