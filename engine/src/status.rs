//! The read model: what a queue holds, and why each message waits (W1).

use crate::event::{BucketKey, DeadLetterReason};
use crate::id::{LeaseId, MessageId, WorkerId};
use crate::message::Message;
use crate::spec::{Key, Limit};
use crate::time::Instant;
use alloc::boxed::Box;
use alloc::sync::Arc;
use core::num::NonZeroU32;

/// Why a pending message is not in flight: the first filter of the delivery pipeline that says no (W1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// It is behind the head of its group, which waits itself.
    BehindHead {
        /// The head.
        head: MessageId,
    },
    /// A message of its group is in flight (O4).
    GroupInFlight {
        /// The message in flight.
        message: MessageId,
        /// The worker that has it.
        worker: WorkerId,
    },
    /// It may not go before this instant (D1).
    NotBefore(Instant),
    /// A bucket has no room for it (T3); of several, the one that has room last.
    Bucket {
        /// The throttle's name.
        throttle: Arc<str>,
        /// The bucket's key values.
        bucket: BucketKey,
        /// When the bucket has room.
        until: Instant,
    },
    /// It was there when the leader crashed, and is held until the reclaim grace is over (X2).
    HeldForReclaim(Instant),
    /// It is the turn of another fairness key (F1).
    OtherTurn {
        /// The fairness key whose turn it is; `None` for the messages without one (F2).
        key: Option<Box<str>>,
    },
    /// No worker has credit (L1).
    NoCredit,
}

/// What the next wake-up is for (C4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wakeup {
    /// A message's not-before time is reached.
    NotBefore(MessageId),
    /// A lease ends.
    LeaseEnd(LeaseId),
    /// A bucket that messages wait for has room.
    BucketRoom,
    /// A reclaim grace is over (X2).
    ReclaimEnd,
}

/// How many messages are where; `enqueued` is the sum of the others at every instant (R5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
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

/// A message that is pending or in flight.
#[derive(Clone, Copy, Debug)]
pub struct MessageStatus<'q> {
    /// Its name.
    pub id: MessageId,
    /// What the producer handed over.
    pub message: &'q Message,
    /// When it arrived.
    pub enqueued_at: Instant,
    /// The earliest instant at which it may go.
    pub not_before: Instant,
    /// Deliveries so far, the present one among them; those given back do not count (L5).
    pub attempts: u32,
    /// The values of its ordering key; `None` for an unordered message. Empty where the whole queue is one group.
    pub group: Option<&'q [Box<str>]>,
    /// The lease that it is out on; a lost one does not count (X2).
    pub lease: Option<LeaseId>,
    /// Its shard, from 0 (S1).
    pub shard: u32,
}

/// A delivery that is in flight (L3), or was when its leader crashed (X2, X3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaseStatus {
    /// Its name.
    pub id: LeaseId,
    /// The message.
    pub message: MessageId,
    /// The worker.
    pub worker: WorkerId,
    /// The number of the attempt.
    pub attempt: u32,
    /// When it went out.
    pub since: Instant,
    /// When the lease ends; of one that its leader took with it: when it would, by its worker's own clock.
    pub until: Instant,
    /// The lease of the first message of the batch that it is part of; its own where it went out alone (B1).
    pub batch: LeaseId,
}

/// A worker that is subscribed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkerStatus<'q> {
    /// Its name in the engine.
    pub id: WorkerId,
    /// Its name for people.
    pub name: &'q str,
    /// How many messages it may hold.
    pub credit: NonZeroU32,
    /// How many it holds.
    pub holds: u32,
    /// Whether it has crashed.
    pub crashed: bool,
    /// Whether it is cut off from the leader (X3).
    pub cut_off: bool,
}

/// An ordering group that has messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupStatus<'q> {
    /// The values of its ordering key; empty where the whole queue is one group.
    pub key: &'q [Box<str>],
    /// Its head, waiting or in flight.
    pub head: MessageId,
    /// How many messages it has, the head among them.
    pub len: usize,
    /// Its shard, from 0 (S1).
    pub shard: u32,
}

/// A throttle in force: what all declarations of its name come to (T6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrottleStatus<'q> {
    /// Its name.
    pub name: &'q str,
    /// The limits, all of which hold.
    pub limits: &'q [Limit],
    /// The components that tell its buckets apart.
    pub key: &'q [Key],
}

/// A bucket that was drawn from lately, or that a message waits for (T8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BucketStatus {
    /// The throttle's name.
    pub throttle: Arc<str>,
    /// Its key values.
    pub key: BucketKey,
    /// How much of each limit is used, in the order in which the limits apply.
    pub limits: Box<[LimitStatus]>,
    /// When it has room again; `None` where it has room.
    pub full_until: Option<Instant>,
}

/// How much of one limit is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitStatus {
    /// The limit.
    pub limit: Limit,
    /// Deliveries that count against it.
    pub used: u32,
    /// Deliveries that it has room for at most.
    pub of: u32,
}

/// A message that was set aside (R3).
#[derive(Clone, Debug)]
pub struct DeadLetter {
    /// Its name.
    pub id: MessageId,
    /// What the producer handed over.
    pub message: Message,
    /// When it arrived.
    pub enqueued_at: Instant,
    /// When it was set aside.
    pub dead_since: Instant,
    /// Deliveries that it had.
    pub attempts: u32,
    /// The group that it left.
    pub group: Option<Arc<[Box<str>]>>,
    /// Why.
    pub reason: DeadLetterReason,
}
