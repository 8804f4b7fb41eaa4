//! The values that commands take and give, and how each is refused (C5, L4).

use crate::id::{LeaseId, MessageId, WorkerId};
use crate::spec::Key;
use crate::time::Instant;
use core::num::NonZeroU32;
use core::time::Duration;

/// A message that went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The message.
    pub message: MessageId,
    /// The worker.
    pub worker: WorkerId,
    /// The lease.
    pub lease: LeaseId,
    /// The number of this attempt, 1 for the first.
    pub attempt: u32,
    /// When the lease ends.
    pub until: Instant,
    /// How many messages went out together, this one first (B1); [`Queue::batch`](crate::Queue::batch) lists them. 1 unless
    /// the queue hands out batches.
    pub parts: NonZeroU32,
}

/// How a worker gives a message up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nack {
    /// Try again after the queue's backoff (O6).
    Retry,
    /// Try again, not before this long from now (O7, R2).
    RetryAfter(Duration),
}

/// Which dead letters a call is about (R3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadLetters {
    /// All.
    All,
    /// The first ones, in the order in which they were set aside.
    First(usize),
    /// One, by name.
    Message(MessageId),
}

/// An enqueue was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnqueueError {
    /// A component of the ordering key has no value (O12).
    #[error(
        "the message has no {component}, which the queue is ordered by; set it (an attribute is set by the classifier), or create the queue with `MissingOrderingKey::Unordered`"
    )]
    MissingOrderingKey {
        /// The component.
        component: Key,
    },
    /// The queue holds as many messages as it can tell apart.
    #[error("the queue holds {held} messages, the most that there can be; ack some first")]
    Full {
        /// Messages pending or in flight.
        held: usize,
    },
}

/// The lease is over or never was (L4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("lease {0} is over: it was settled, it expired, or it never was")]
pub struct StaleLease(
    /// The lease that was named.
    pub LeaseId,
);

/// A worker's word on a message was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettleError {
    /// The lease is over or never was (L4).
    #[error("{0}")]
    Stale(#[from] StaleLease),
    /// An earlier message of the batch is not settled yet (B1).
    #[error(
        "lease {lease} is part of a batch, which is settled in order: lease {first} comes first"
    )]
    OutOfOrder {
        /// The lease that was named.
        lease: LeaseId,
        /// The lease of the batch that comes first.
        first: LeaseId,
    },
}

/// No such message is pending or in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("message {0} is neither pending nor in flight")]
pub struct UnknownMessage(
    /// The message that was named.
    pub MessageId,
);

/// No such worker is subscribed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("worker {0} is not subscribed")]
pub struct UnknownWorker(
    /// The worker that was named.
    pub WorkerId,
);

/// No such message is among the dead letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("message {0} is not among the dead letters")]
pub struct NotDeadLettered(
    /// The message that was named.
    pub MessageId,
);
