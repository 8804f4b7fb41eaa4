//! Numbers of the scenario that are changed without typing; everything else in the text stays byte for byte.

use queuescope_sim::edit::{self, Edit};
use queuescope_sim::{Diagnostic, LimitDecl, Name, Time};
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
    /// The text with the number changed, or why it cannot be.
    pub(super) fn turn(&self, text: &str) -> Result<Edit, Vec<Diagnostic>> {
        match self {
            Self::Workers(count) => edit::set_workers(text, *count as usize),
            Self::Credit { worker, takes } => edit::set_credit(text, worker, *takes),
            Self::Limit { throttle, index, to } => edit::set_limit(text, throttle, *index, *to),
            Self::Delay { message, delay } => edit::set_delay(text, message, *delay),
            Self::RetryAfter { line, wait } => edit::set_retry_after(text, *line, Some(*wait)),
        }
    }
}
