//! The text of the scenario: the lines of the step on screen, what is wrong with it, what it expects in vain.

use crate::session::{Checks, Session};
use queuescope_sim::Diagnostic;
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
    /// What is wrong.
    pub problems: Rc<Vec<Diagnostic>>,
    /// What it expects, and what of it does not hold; of a text with errors, nothing.
    pub checks: Rc<Checks>,
}

pub(super) fn source(session: &Session, step: Option<&Step>) -> SourceScene {
    let text = session.text();
    let fits = !session.frozen();
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
        problems: Rc::clone(session.problems()),
        checks: if fits { Rc::clone(session.played().checks()) } else { Rc::default() },
    }
}
