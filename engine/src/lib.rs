//! A pure, clock-injected scheduler for message queues with ordering groups.
//!
//! [`Queue`] is a state machine. It reads no clock, no randomness and no environment: every call takes `now`, and
//! equal calls give equal deliveries and events on every target. Whoever drives it hands over what happened, asks for
//! [`Queue::deliver`] until there is nothing to deliver, takes what it has to tell from [`Queue::poll_event`] until that
//! is `None` (events are kept until they are taken), and sleeps until [`Queue::next_wakeup`].
//!
//! The promise of an ordered queue: **at most one message of a group is in flight, and the next one goes only
//! after it was acked or dead-lettered.**
//!
//! ```
//! use core::time::Duration;
//! use queuescope_engine::{Blocked, Instant, Key, Message, Nack, Queue, QueueSpec, WorkerSpec};
//!
//! let mut queue = Queue::new(QueueSpec::new("account-events").ordered_by([Key::header("account")]));
//! let at = Instant::from_secs;
//! let send = |queue: &mut Queue, account: &str| {
//!     queue.enqueue(at(0), Message::new(Vec::new()).header("account", account))
//! };
//! let a1 = send(&mut queue, "A")?;
//! let a2 = send(&mut queue, "A")?;
//! let b1 = send(&mut queue, "B")?;
//! let w1 = queue.subscribe(at(0), WorkerSpec::new("W1"))?;
//!
//! // The oldest head goes first; what is behind it waits, and says why.
//! let first = queue.deliver(at(0)).ok_or("nothing to deliver")?;
//! assert_eq!((first.message, first.worker), (a1, w1));
//! assert_eq!(queue.blocked(a2), Some(Blocked::GroupInFlight { message: a1, worker: w1 }));
//! assert_eq!(queue.blocked(b1), Some(Blocked::NoCredit));
//!
//! // A nack that retries holds group A, and only group A.
//! queue.nack(at(1), first.lease, Nack::RetryAfter(Duration::from_secs(5)))?;
//! assert_eq!(queue.deliver(at(1)).map(|delivery| delivery.message), Some(b1));
//! assert_eq!(queue.blocked(a1), Some(Blocked::NotBefore(at(6))));
//! assert_eq!(queue.blocked(a2), Some(Blocked::BehindHead { head: a1 }));
//! assert_eq!(queue.next_wakeup().map(|(instant, _)| instant), Some(at(6)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod agenda;
mod classifier;
mod command;
mod dead_letter;
mod event;
mod fairness;
mod id;
mod lease;
mod message;
mod names;
mod ordering;
mod queue;
mod rank;
mod reclaim;
mod selection;
mod shard;
mod spec;
mod status;
mod store;
mod table;
mod throttle;
mod time;
mod workers;

pub use classifier::{Classification, Classifier};
pub use command::{
    DeadLetters, Delivery, EnqueueError, Nack, NotDeadLettered, SettleError, StaleLease,
    UnknownMessage, UnknownWorker,
};
pub use event::{BucketKey, DeadLetterReason, Disposition, Event, FailureCause};
pub use id::{LeaseId, MessageId, WorkerId};
pub use message::Message;
pub use queue::{Queue, Status, Violation};
pub use spec::{
    Backoff, Durability, EmptyOrderingKey, FailureAction, FailureRule, Key, Limit,
    MissingOrderingKey, MissingThrottleKey, Order, OrderingKey, QueueSpec, RetryPolicy,
    ShardKeyError, Shards, ShardsError, ThrottleError, ThrottleKeyConflict, ThrottleSpec,
    WorkerChoice, WorkerSpec,
};
pub use status::{
    Blocked, BucketStatus, Counts, DeadLetter, GroupStatus, LeaseStatus, LimitStatus,
    MessageStatus, ThrottleStatus, Wakeup, WorkerStatus,
};
pub use time::Instant;
