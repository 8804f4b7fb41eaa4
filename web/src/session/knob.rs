//! Numbers of the scenario that are changed without typing; everything else in the text stays byte for byte.

use super::editor::Change;
use super::{Msg, Session};
use queuescope_sim::{LimitDecl, Name, Time};
use std::num::NonZeroU32;

/// A number, and what it is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Knob {
    /// How many workers there are from the start.
    Workers(u32),
    /// How many messages a worker may hold.
    Credit {
        /// The worker.
        worker: Name,
        /// Its credit.
        takes: NonZeroU32,
    },
    /// A limit of a throttle.
    Limit {
        /// The throttle.
        throttle: Name,
        /// The limit, as a place among those of all declarations of the throttle.
        index: usize,
        /// What it is to be.
        to: LimitDecl,
    },
    /// How long after its arrival a message may go.
    Delay {
        /// The message.
        message: Name,
        /// Its delay.
        delay: Time,
    },
    /// The wait that a nack of the script asks for.
    RetryAfter {
        /// The line, as a place in the script.
        line: usize,
        /// The wait.
        wait: Time,
    },
}

impl Knob {
    /// The change of the text.
    pub(super) fn change(&self) -> Change {
        let (what, name, index, value) = match self {
            Self::Workers(count) => ("workers", "", *count as usize, String::new()),
            Self::Credit { worker, takes } => {
                ("credit", &**worker, takes.get() as usize, String::new())
            }
            Self::Limit { throttle, index, to } => ("limit", &**throttle, *index, to.to_string()),
            Self::Delay { message, delay } => ("delay", &**message, 0, delay.to_string()),
            Self::RetryAfter { line, wait } => ("wait", "", *line, wait.to_string()),
        };
        Change { what: what.into(), name: name.to_owned(), index, value }
    }

    /// Whether it is the same number, whatever that is to be.
    fn turns_the_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Workers(_), Self::Workers(_)) => true,
            (Self::Credit { worker, .. }, Self::Credit { worker: other, .. }) => worker == other,
            (
                Self::Limit { throttle, index, .. },
                Self::Limit { throttle: other, index: place, .. },
            ) => (throttle, index) == (other, place),
            (Self::Delay { message, .. }, Self::Delay { message: other, .. }) => message == other,
            (Self::RetryAfter { line, .. }, Self::RetryAfter { line: other, .. }) => line == other,
            (
                Self::Workers(_)
                | Self::Credit { .. }
                | Self::Limit { .. }
                | Self::Delay { .. }
                | Self::RetryAfter { .. },
                _,
            ) => false,
        }
    }
}

impl Session {
    /// A number as it was turned last, where that waits for the editor; else as it is.
    pub fn as_turned(&self, knob: Knob) -> Knob {
        for (_, msg) in self.to_make().0.into_iter().rev() {
            if let Msg::Turn(turned) = msg
                && turned.turns_the_same(&knob)
            {
                return turned.clone();
            }
        }
        knob
    }
}
