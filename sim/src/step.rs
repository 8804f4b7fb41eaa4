//! What replay yields: steps with their facts, and the snapshot after each.

use crate::time::Time;
use serde::Serialize;
use std::sync::Arc;

mod record;
mod view;

pub use record::{DeliveryRecord, End, HeldBy, HoldRecord, Outcome};
pub use view::{
    BucketView, CountsView, DeadLetterView, HeldView, LaneKind, LaneView, Reason, Snapshot,
    ThrottleView, WaitingView, WorkerView,
};

/// The name of a message, worker, group or throttle, as the scenario has it.
pub type Name = Arc<str>;

/// An instant at which something happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Its place in the run, from 0.
    pub index: usize,
    /// When, in microseconds since the start.
    pub at: Time,
    /// What happened, in order: what time brought, the lines, the workers' own acts, deliveries.
    pub facts: Vec<Fact>,
    /// The script's lines that were carried out, as places in `Scenario::script`.
    pub lines: Vec<usize>,
    /// The notes of this instant.
    pub notes: Vec<Name>,
}

/// Something that happened at a step, in the scenario's names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Fact {
    /// A message arrived.
    Arrived {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
    },
    /// A message's not-before time was reached.
    Eligible {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
    },
    /// A bucket that messages wait for has room again.
    BucketHasRoom {
        /// The throttle.
        throttle: Name,
        /// The bucket's name.
        bucket: Name,
    },
    /// A message went out.
    Delivered {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker.
        worker: Name,
        /// The number of the attempt, 1 for the first.
        attempt: u32,
        /// When the lease ends.
        until: Time,
        /// The message that its batch begins with, where several went out together (B1).
        batch: Option<Name>,
    },
    /// The delivered message is still worked on by a worker that is cut off: it is processed twice at once (X3).
    ProcessedTwice {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker that is cut off.
        worker: Name,
        /// When its lease ends by its own clock.
        until: Time,
    },
    /// A worker finished a message.
    Acked {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker.
        worker: Name,
    },
    /// A worker gave a message up, to be tried again at `retry_at` or, where that is none, dead-lettered.
    Nacked {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker.
        worker: Name,
        /// The number of the attempt, 1 for the first.
        attempt: u32,
        /// The wait that the worker asked for.
        retry_after: Option<Time>,
        /// When it may go again at the earliest; none: it was dead-lettered.
        retry_at: Option<Time>,
    },
    /// A lease ended before its worker said anything.
    Expired {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker.
        worker: Name,
        /// The number of the attempt, 1 for the first.
        attempt: u32,
        /// When it may go again at the earliest; none: it was dead-lettered.
        retry_at: Option<Time>,
    },
    /// A worker rejected a message: a `DeadLettered` follows.
    Rejected {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker.
        worker: Name,
    },
    /// A lease was given more time.
    Extended {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker.
        worker: Name,
        /// How much more.
        by: Time,
        /// When the lease ends.
        until: Time,
    },
    /// A message came back without a failed attempt: its worker left, or an earlier one of its batch failed.
    Returned {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker.
        worker: Name,
    },
    /// A message was set aside.
    DeadLettered {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// Why.
        reason: DeadReason,
        /// Until when a worker that cannot be told works on it, where one does.
        works_on: Option<Time>,
    },
    /// A dead letter came back.
    Redriven {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
    },
    /// A dead letter was thrown away.
    Purged {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
    },
    /// A worker joined.
    Joined {
        /// The worker.
        worker: Name,
    },
    /// A worker crashed.
    Crashed {
        /// The worker.
        worker: Name,
    },
    /// A crashed worker is back.
    Recovered {
        /// The worker.
        worker: Name,
    },
    /// A worker left.
    Left {
        /// The worker.
        worker: Name,
    },
    /// A worker is cut off from the leader.
    CutOff {
        /// The worker.
        worker: Name,
        /// Until when.
        until: Time,
    },
    /// A worker that was cut off reaches the leader again.
    Reconnected {
        /// The worker.
        worker: Name,
    },
    /// The leader crashed, and there is a new one.
    LeaderCrashed {
        /// Until when what existed is held for reclaim; none where the new leader knows every lease.
        held_until: Option<Time>,
    },
    /// The new leader gave a lease its full length again.
    LeaseRestarted {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker.
        worker: Name,
        /// When the lease ends.
        until: Time,
    },
    /// The new leader does not know of a lease.
    LeaseLost {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker.
        worker: Name,
    },
    /// A worker made its lost lease known again.
    Reestablished {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker.
        worker: Name,
        /// When the lease ends.
        until: Time,
    },
    /// The reclaim grace is over.
    ReclaimEnded,
    /// Nobody spoke for a message in the reclaim grace: it is to go out again.
    Unresolved {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker that had it.
        worker: Name,
        /// Until when that worker works on it, for it cannot be told.
        works_on: Option<Time>,
    },
    /// A worker that is cut off stops working on a message, for its lease is over by its own clock.
    LeaseOver {
        /// The message.
        message: Name,
        /// Its lane.
        lane: Name,
        /// The worker.
        worker: Name,
    },
    /// A line that changed nothing, and why (a stale ack, a send without its key, …).
    Refused {
        /// The line's place in `Scenario::script`; none where no line of the script is to blame.
        line: Option<usize>,
        /// What was to be done: `W1 acks m1`.
        what: String,
        /// Why it was not.
        why: String,
    },
}

impl Fact {
    /// The message that it is about, where it is about one.
    pub const fn message(&self) -> Option<&Name> {
        match self {
            Self::Arrived { message, .. }
            | Self::Eligible { message, .. }
            | Self::Delivered { message, .. }
            | Self::Acked { message, .. }
            | Self::Nacked { message, .. }
            | Self::Expired { message, .. }
            | Self::Rejected { message, .. }
            | Self::Extended { message, .. }
            | Self::Returned { message, .. }
            | Self::DeadLettered { message, .. }
            | Self::Redriven { message, .. }
            | Self::Purged { message, .. }
            | Self::ProcessedTwice { message, .. }
            | Self::LeaseRestarted { message, .. }
            | Self::LeaseLost { message, .. }
            | Self::Reestablished { message, .. }
            | Self::Unresolved { message, .. }
            | Self::LeaseOver { message, .. } => Some(message),
            Self::BucketHasRoom { .. }
            | Self::Joined { .. }
            | Self::Crashed { .. }
            | Self::Recovered { .. }
            | Self::Left { .. }
            | Self::CutOff { .. }
            | Self::Reconnected { .. }
            | Self::LeaderCrashed { .. }
            | Self::ReclaimEnded
            | Self::Refused { .. } => None,
        }
    }

    /// The wait that a failure rule set in place of the one that a nack at this instant asked for, where one did.
    pub(crate) fn overruled(&self, at: Time) -> Option<Time> {
        let Self::Nacked { retry_after: Some(asked), retry_at: Some(retry), .. } = self else {
            return None;
        };
        let wait = Time::from_micros(retry.as_micros().saturating_sub(at.as_micros()));
        (wait != *asked).then_some(wait)
    }

    /// Whether a message came into the queue, last in arrival order.
    pub(crate) const fn joins_queue(&self) -> bool {
        matches!(self, Self::Arrived { .. } | Self::Redriven { .. })
    }
}

/// Why a message is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum DeadReason {
    /// Its last attempt was nacked.
    Nacked,
    /// Its last attempt's lease expired.
    Expired,
    /// A failure rule said so.
    FailureRule,
    /// Its worker rejected it.
    Rejected,
    /// A `dead-letter` line said so.
    Operator,
}
