//! Facts, in the past tense and in the order in which they became true (C3).

use crate::id::{LeaseId, MessageId, WorkerId};
use crate::time::Instant;
use alloc::boxed::Box;
use alloc::sync::Arc;

/// Something that happened, with the instant at which it became due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A message arrived.
    Enqueued {
        /// The message.
        message: MessageId,
    },
    /// A message's not-before time was reached: the head of its group, or an unordered message, may go (D1).
    Eligible {
        /// The message.
        message: MessageId,
    },
    /// A full bucket that messages wait for has room again (T1).
    BucketHasRoom {
        /// The throttle's name.
        throttle: Arc<str>,
        /// The bucket's key values.
        bucket: BucketKey,
    },
    /// A message went out (L3).
    Delivered {
        /// The message.
        message: MessageId,
        /// The worker that has it.
        worker: WorkerId,
        /// The lease that stands for this delivery.
        lease: LeaseId,
        /// The number of this attempt, 1 for the first.
        attempt: u32,
        /// When the lease ends.
        until: Instant,
        /// The lease of the first message of the batch that it is part of; its own where it went out alone (B1).
        batch: LeaseId,
    },
    /// A message went out that a worker which is cut off still works on: until then, it is processed twice at once (X3). It
    /// follows the delivery.
    ProcessedTwice {
        /// The message.
        message: MessageId,
        /// The worker that is cut off.
        worker: WorkerId,
        /// That worker's lease, which the leader does not know.
        lease: LeaseId,
        /// When that lease ends by the worker's own clock.
        until: Instant,
    },
    /// A worker finished a message.
    Acked {
        /// The message.
        message: MessageId,
        /// The worker.
        worker: WorkerId,
        /// Its lease.
        lease: LeaseId,
    },
    /// An attempt failed (R1); what became of the message follows from `disposition`.
    Failed {
        /// The message.
        message: MessageId,
        /// The worker.
        worker: WorkerId,
        /// Its lease, which is over.
        lease: LeaseId,
        /// The number of the attempt that failed.
        attempt: u32,
        /// Why.
        cause: FailureCause,
        /// What became of the message.
        disposition: Disposition,
    },
    /// A lease was given more time (L3).
    LeaseExtended {
        /// The message.
        message: MessageId,
        /// The lease.
        lease: LeaseId,
        /// Its new end.
        until: Instant,
    },
    /// A message came back that did not fail: its worker left (L5), or an earlier one of its batch failed (B1).
    Returned {
        /// The message.
        message: MessageId,
        /// The worker that had it.
        worker: WorkerId,
        /// Its lease, which is over.
        lease: LeaseId,
    },
    /// A message was set aside (O9, R3).
    DeadLettered {
        /// The message.
        message: MessageId,
        /// Why.
        reason: DeadLetterReason,
    },
    /// A dead letter came back, behind all that arrived meanwhile (O10).
    Redriven {
        /// The message.
        message: MessageId,
    },
    /// A dead letter was thrown away (R3).
    Purged {
        /// The message.
        message: MessageId,
    },
    /// A worker subscribed.
    Subscribed {
        /// The worker.
        worker: WorkerId,
    },
    /// A worker crashed: it says nothing more, and its leases run out (L5).
    Crashed {
        /// The worker.
        worker: WorkerId,
    },
    /// A crashed worker is back.
    Recovered {
        /// The worker.
        worker: WorkerId,
    },
    /// A worker left (L5).
    Left {
        /// The worker.
        worker: WorkerId,
    },
    /// A worker cannot reach the leader (X3).
    CutOff {
        /// The worker.
        worker: WorkerId,
    },
    /// A worker that was cut off reaches the leader again.
    Reconnected {
        /// The worker.
        worker: WorkerId,
    },
    /// The leader crashed, and there is a new one (X1, X2).
    LeaderCrashed {
        /// Until when what existed is held; `None` where the new leader knows every lease.
        held_until: Option<Instant>,
    },
    /// The new leader knows this lease, and gave it its full length again (X1).
    LeaseRestarted {
        /// The message.
        message: MessageId,
        /// The worker.
        worker: WorkerId,
        /// The lease.
        lease: LeaseId,
        /// Its new end.
        until: Instant,
    },
    /// The new leader knows nothing of this lease; its worker may still speak for the message (X2).
    LeaseLost {
        /// The message.
        message: MessageId,
        /// The worker.
        worker: WorkerId,
        /// The lease.
        lease: LeaseId,
    },
    /// A worker made a lost lease known again (X2).
    Reestablished {
        /// The message.
        message: MessageId,
        /// The worker.
        worker: WorkerId,
        /// The lease.
        lease: LeaseId,
        /// Its end.
        until: Instant,
    },
    /// The reclaim grace is over (X2).
    ReclaimEnded,
    /// Nobody spoke for a message in the reclaim grace: it is to be delivered again, and the attempt does not count (X2).
    Unresolved {
        /// The message.
        message: MessageId,
        /// The worker that had it.
        worker: WorkerId,
        /// Its lease, which is over.
        lease: LeaseId,
    },
}

/// The values that tell one bucket of a throttle from another (T2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BucketKey {
    /// One value per component of the throttle's key; none where it has no key.
    Values(Arc<[Box<str>]>),
    /// The bucket that messages without the key share.
    Missing,
}

/// Why an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureCause {
    /// The worker said so.
    Nacked,
    /// The lease ended before the worker said anything (O8).
    LeaseExpired,
}

/// What became of a message whose attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    /// It is tried again, not before this instant.
    RetryAt(Instant),
    /// It was set aside.
    DeadLettered(DeadLetterReason),
}

/// Why a message is among the dead letters (R3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadLetterReason {
    /// Its last attempt failed for this cause.
    AttemptsExhausted(FailureCause),
    /// A failure rule said so, at a failure of this cause.
    FailureRule(FailureCause),
    /// The worker that had it rejected it.
    Rejected,
    /// An operator set it aside (R4).
    Operator,
}
