//! The text of the scenario: the lines of the step on screen, what is wrong with it, what it expects in vain.

use super::words::counted;
use crate::session::{Checks, Problem, Session};
use queuescope_sim::Step;
use std::rc::Rc;

/// Texts longer than this are shown without colours.
const MOST_COLOURED: usize = 20_000;

/// The text panel.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceScene {
    /// The text.
    pub text: Rc<str>,
    /// How many lines it has.
    pub lines: usize,
    /// Whether its words are coloured.
    pub coloured: bool,
    /// The lines that were carried out at the step on screen, from 1.
    pub current: Vec<usize>,
    /// Whether it has errors.
    pub wrong: bool,
    /// Whether it cannot be edited.
    pub read_only: bool,
    /// What is wrong, as far as it is told.
    pub problems: Rc<Vec<Problem>>,
    /// What it expects, and what of it does not hold; of a text with errors, nothing.
    pub checks: Rc<Checks>,
    /// Whether it is right and does what it says, in a few words; empty: it expects nothing.
    pub verdict: String,
    /// What to say of it beside its name.
    pub hint: &'static str,
}

/// `5 expectations hold`, `1 of 5 expectations fails`; empty where nothing is expected.
pub(super) fn verdict(checks: &Checks) -> String {
    let expected = counted(checks.checked, "expectation");
    // Where there are too many to look at all of them.
    let the = if checks.checked < checks.count { "the first " } else { "" };
    match (checks.failed.len(), checks.checked) {
        (_, 0) => String::new(),
        (0, 1) => format!("{expected} holds"),
        (0, _) => format!("{the}{expected} hold"),
        (1, 1) => format!("{expected} fails"),
        (1, _) => format!("1 of {the}{expected} fails"),
        (misses, _) => format!("{misses} of {the}{expected} fail"),
    }
}

pub(super) fn source(session: &Session, step: Option<&Step>) -> SourceScene {
    let text = session.text();
    let fits = !session.wrong();
    let current = match step {
        Some(step) if fits => {
            let parsed = session.played().parsed();
            step.lines.iter().filter_map(|line| parsed.script_lines.get(*line).copied()).collect()
        }
        _ => Vec::new(),
    };
    SourceScene {
        text: Rc::from(text),
        lines: text.matches('\n').count() + 1,
        coloured: text.len() <= MOST_COLOURED,
        current,
        wrong: !fits,
        read_only: session.frame().read_only,
        problems: Rc::clone(session.problems()),
        verdict: match fits {
            true => verdict(session.played().checks()),
            false => match Problem::count(session.problems()) {
                0 => "errors".to_owned(),
                count => counted(count, "error"),
            },
        },
        hint: match fits && session.edited() && !session.played().checks().failed.is_empty() {
            true => "the lesson is edited: what it expects may fail",
            false => "edit it: the run follows",
        },
        checks: if fits { Rc::clone(session.played().checks()) } else { Rc::default() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_errors_are_counted_those_that_are_not_told_too() {
        let session = Session::of(&"at 1s frob N\n".repeat(500));
        assert_eq!(source(&session, None).verdict, "500 errors");
    }

    #[test]
    fn a_lesson_that_is_edited_is_not_blamed_for_what_it_expected() {
        let mut session = Session::new();
        let hint = |session: &Session| source(session, None).hint;
        assert_eq!(hint(&session), "edit it: the run follows");
        let tried = session.text().replace("retry after 5s", "retry after 1s");
        session.update(crate::session::Msg::Type(tried));
        assert_eq!(hint(&session), "the lesson is edited: what it expects may fail");
        // A text of one's own is not the lesson.
        let own = Session::of("at 0s send a\nexpect\n  done: a\n");
        assert_eq!(hint(&own), "edit it: the run follows");
    }
}
