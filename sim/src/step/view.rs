//! The state after a step: what is where, and why each message waits.

use super::{DeadReason, Name};
use crate::time::Time;
use serde::Serialize;

/// The state after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// The instant of the step.
    pub at: Time,
    /// How many messages are where.
    pub counts: CountsView,
    /// Workers in subscription order; those that left are gone.
    pub workers: Vec<WorkerView>,
    /// Workers that left and are not back, in the order in which they did.
    pub left: Vec<Name>,
    /// Lanes: by shard, in each groups in the order of their first arrival, then what is unordered.
    pub lanes: Vec<LaneView>,
    /// Throttles in the order of their declaration, each with its buckets.
    pub throttles: Vec<ThrottleView>,
    /// Dead letters in the order in which they were set aside.
    pub dead_letters: Vec<DeadLetterView>,
    /// When the reclaim grace ends, while one runs (X2).
    pub reclaim_until: Option<Time>,
}

/// How many messages are where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CountsView {
    /// All that ever arrived.
    pub enqueued: u64,
    /// Waiting.
    pub pending: u64,
    /// With a worker.
    pub in_flight: u64,
    /// Finished.
    pub acked: u64,
    /// Set aside.
    pub dead_lettered: u64,
    /// Thrown away from the dead letters.
    pub purged: u64,
}

/// A worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkerView {
    /// Its name.
    pub name: Name,
    /// How many messages it may hold.
    pub credit: u32,
    /// Whether it has crashed.
    pub crashed: bool,
    /// Until when it is cut off from the leader, while it is (X3).
    pub cut_off: Option<Time>,
    /// What it holds, in the order of delivery.
    pub holds: Vec<HeldView>,
    /// What it has that the new leader does not know of: it may speak for it in the reclaim grace (X2).
    pub lost: Vec<HeldView>,
    /// What it works on though the leader has given it up, for it is cut off (X3).
    pub stray: Vec<HeldView>,
}

impl WorkerView {
    /// Whether it could work, and has nothing to do.
    pub fn is_idle(&self) -> bool {
        !self.crashed && self.holds.is_empty() && self.lost.is_empty() && self.stray.is_empty()
    }
}

/// A message in flight, or one that was when its leader crashed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldView {
    /// The message.
    pub message: Name,
    /// Its lane.
    pub lane: Name,
    /// The worker that has it.
    pub worker: Name,
    /// The number of the attempt, 1 for the first.
    pub attempt: u32,
    /// When it went out.
    pub since: Time,
    /// When the lease ends.
    pub until: Time,
    /// Delivered at this very step.
    pub fresh: bool,
    /// The message that its batch began with, where several went out together (B1).
    pub batch: Option<Name>,
}

/// What a lane is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum LaneKind {
    /// An ordering group: at most one in flight.
    Group,
    /// The whole queue as one group.
    Queue,
    /// Messages without order, by fairness key.
    Unordered,
}

/// A group, or the unordered messages of one fairness key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LaneView {
    /// Unique: `A`, `acme/A` for a group; `no key` for unordered messages; the fairness key for an unordered lane of one.
    pub name: Name,
    /// What it is of.
    pub kind: LaneKind,
    /// The shard that it lies in, where the queue is sharded, from 0 (S1).
    pub shard: Option<u32>,
    /// In flight, in the order of delivery.
    pub in_flight: Vec<HeldView>,
    /// Waiting, in arrival order: the head first.
    pub waiting: Vec<WaitingView>,
    /// How many are done.
    pub done: usize,
    /// The latest of those that are done, oldest first.
    pub done_latest: Vec<Name>,
    /// How many are dead letters now.
    pub dead: usize,
}

/// A message that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WaitingView {
    /// The message.
    pub message: Name,
    /// Attempts that failed so far.
    pub attempts: u32,
    /// Why.
    pub reason: Reason,
}

/// Why a message waits (W1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Reason {
    /// Behind its group's head, which waits itself.
    BehindHead {
        /// The head.
        head: Name,
    },
    /// Behind its group's message in flight.
    BehindInFlight {
        /// The message.
        message: Name,
        /// The worker.
        worker: Name,
    },
    /// Not before this instant.
    NotBefore {
        /// The instant.
        at: Time,
    },
    /// It was there when the leader crashed, and is held for reclaim until then.
    HeldForReclaim {
        /// The instant.
        until: Time,
    },
    /// A bucket has no room until then.
    Bucket {
        /// The throttle.
        throttle: Name,
        /// The bucket's name.
        bucket: Name,
        /// When it has room.
        until: Time,
    },
    /// Another fairness key's turn.
    OtherTurn {
        /// The fairness key whose turn it is; `no key` for the messages without one.
        key: Name,
    },
    /// No worker has credit.
    NoCredit,
    /// Nothing: it goes next.
    Nothing,
}

impl Reason {
    /// The message of its group that it waits for, where it does for one.
    pub(crate) const fn ahead(&self) -> Option<&Name> {
        match self {
            Self::BehindHead { head: ahead } | Self::BehindInFlight { message: ahead, .. } => {
                Some(ahead)
            }
            Self::NotBefore { .. }
            | Self::HeldForReclaim { .. }
            | Self::Bucket { .. }
            | Self::OtherTurn { .. }
            | Self::NoCredit
            | Self::Nothing => None,
        }
    }

    /// The instant that it waits for, where it does for one.
    pub(crate) const fn until(&self) -> Option<Time> {
        match self {
            Self::NotBefore { at: until }
            | Self::HeldForReclaim { until }
            | Self::Bucket { until, .. } => Some(*until),
            Self::BehindHead { .. }
            | Self::BehindInFlight { .. }
            | Self::OtherTurn { .. }
            | Self::NoCredit
            | Self::Nothing => None,
        }
    }
}

/// A throttle and its buckets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThrottleView {
    /// Its name.
    pub name: Name,
    /// As the language writes them: `10 per 1s`.
    pub limits: Vec<Name>,
    /// Its buckets, in the order in which they came to be.
    pub buckets: Vec<BucketView>,
}

/// A bucket that was drawn from lately, or that messages wait for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BucketView {
    /// Its key values, joined by `/`; `all` where the throttle has no key; `no key` for the shared bucket.
    pub name: Name,
    /// Per limit: used, of.
    pub used: Vec<(u32, u32)>,
    /// When it has room again; none where it has room.
    pub full_until: Option<Time>,
    /// Messages that wait for it.
    pub waiting: usize,
}

/// A dead letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeadLetterView {
    /// The message.
    pub message: Name,
    /// The lane that it left.
    pub lane: Name,
    /// When it was set aside.
    pub since: Time,
    /// Deliveries that it had.
    pub attempts: u32,
    /// Why.
    pub reason: DeadReason,
}
