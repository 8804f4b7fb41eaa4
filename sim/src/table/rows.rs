//! The rows of the step table, made while the scenario is played.

use super::waiting::Waiting;
use super::{Cell, HeldBack, IN_SECONDS, Row, event, held_words};
use crate::replay::Replay;
use crate::scenario::Scenario;
use crate::step::{End, Name, Step};
use crate::words::{counted, seconds};
use std::sync::Arc;

/// A scenario that is played for its rows.
#[derive(Debug)]
pub(super) struct Rows {
    replay: Replay,
    waiting: Waiting,
}

impl Rows {
    pub(super) fn new(scenario: &Arc<Scenario>) -> Self {
        let waiting = Waiting::new(&scenario.throttles);
        Self { replay: Replay::new(Arc::clone(scenario)), waiting }
    }

    /// Goes on to the next step; the error is why there is none.
    pub(super) fn step(&mut self) -> Result<Step, End> {
        let step = self.replay.step()?;
        self.waiting.follow(&step, &self.replay);
        Ok(step)
    }

    /// The columns between `event` and `waiting`.
    pub(super) fn workers(&self) -> &[Name] {
        &self.replay.plan().workers
    }

    /// What each worker holds after the latest step.
    pub(super) fn cells(&self) -> Vec<Cell> {
        self.replay.cells()
    }

    /// What is held back after the latest step, with no more than so many names for a reason, and so many reasons.
    pub(super) fn waiting(&self, most: usize) -> String {
        let (mut parts, mut more) = self.waiting.parts(most, &self.replay);
        if more > 0 {
            more += parts.pop().map_or(0, |last| last.messages.len());
        }
        let mut said: Vec<String> = Vec::new();
        for part in &parts {
            let arrivals = self.waiting.arrivals();
            let names = arrivals.names(&part.messages, most, self.replay.plan());
            said.push(held_words(&names, &part.reason, IN_SECONDS));
        }
        if more > 0 {
            said.push(counted(more, "more message"));
        }
        said.join("; ")
    }

    /// The whole row of the latest step, with every name.
    pub(super) fn row(&self, step: &Step) -> Row {
        let (parts, _) = self.waiting.parts(usize::MAX, &self.replay);
        let named = |arrival: &usize| self.replay.named(self.waiting.arrivals().place(*arrival));
        Row {
            t: seconds(step.at),
            event: event::event(step),
            workers: self.cells(),
            waiting: parts
                .into_iter()
                .map(|part| HeldBack {
                    lane: named(&part.messages[0]).1,
                    messages: part.messages.iter().map(|arrival| named(arrival).0).collect(),
                    reason: part.reason,
                })
                .collect(),
        }
    }
}
