//! What a queue tells, in plain words that the oracle and the engine share in a trial: answers, facts, and all that
//! can be seen. Messages, leases and workers are numbered in the order in which they came.

use super::rules::{Cause, Component, Limit};

/// What a call gave back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was done.
    Done,
    /// It was done, to so many.
    Count(usize),
    /// The number of the new message or worker.
    Number(u64),
    /// When a lease ends, or from when on a message is tried again.
    Until(u64),
    /// A delivery, or none.
    Delivery(Option<Delivery>),
    /// It was refused.
    Refused(Refusal),
}

/// A message, or a batch of them, that went out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The message, the first of a batch.
    pub message: u64,
    /// The worker.
    pub worker: u64,
    /// The leases, one after the other.
    pub leases: Vec<u64>,
    /// The number of the first message's attempt.
    pub attempt: u32,
    /// When the leases end.
    pub until: u64,
}

/// Why a call was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The message has no value for this component of the ordering key (O12).
    MissingKey(Component),
    /// The lease is over (L4).
    StaleLease,
    /// This lease of the batch comes first (B1).
    OutOfOrder(u64),
    /// No such message.
    UnknownMessage,
    /// No such worker.
    UnknownWorker,
    /// No such dead letter.
    NotDead,
    /// The throttle of this name has another key (T6).
    OtherKey(String),
}

/// What became true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A message arrived.
    Enqueued(u64),
    /// Its not-before time was reached.
    Eligible(u64),
    /// A bucket that is waited for has room.
    Room(String, Option<Vec<String>>),
    /// A message went out: message, worker, lease, attempt, end, the batch's first lease.
    Delivered(u64, u64, u64, u32, u64, u64),
    /// A message was finished, on this lease.
    Acked(u64, u64),
    /// An attempt failed: message, lease, attempt, cause, and the instant of the next, if there is one.
    Failed(u64, u64, u32, Cause, Option<u64>),
    /// A lease has this end: message, lease, end.
    Extended(u64, u64, u64),
    /// A message came back from a worker, on this lease, without a failure.
    Returned(u64, u64),
    /// A message was set aside.
    Dead(u64, Reason),
    /// A dead letter came back.
    Redriven(u64),
    /// A dead letter was thrown away.
    Purged(u64),
    /// A worker subscribed.
    Subscribed(u64),
    /// A worker crashed.
    Crashed(u64),
    /// A worker is back.
    Recovered(u64),
    /// A worker left.
    Left(u64),
    /// A worker cannot be reached (X3).
    CutOff(u64),
    /// It can be reached again.
    Reconnected(u64),
    /// A new leader took over (X1); until when what existed is held (X2).
    LeaderCrashed(Option<u64>),
    /// The new leader gave a lease its full length again: message, lease, end (X1).
    Restarted(u64, u64, u64),
    /// The new leader knows nothing of the lease of a message (X2).
    Lost(u64, u64),
    /// A lost lease is known again: message, lease, end (X2).
    Reestablished(u64, u64, u64),
    /// The reclaim grace is over (X2).
    ReclaimEnded,
    /// Nobody spoke for a message on this lost lease (X2).
    Unresolved(u64, u64),
    /// A message went out that a cut-off worker still works on: message, that worker, its lease, its end (X3).
    Twice([u64; 4]),
}

/// Why a message was set aside (R3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No attempt was left.
    Exhausted(Cause),
    /// A failure rule said so.
    Rule(Cause),
    /// The worker rejected it.
    Rejected,
    /// An operator did it.
    Operator,
}

/// Why a message waits (W1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why<'a> {
    /// This head is before it.
    BehindHead(u64),
    /// This message of its group is with that worker.
    GroupInFlight(u64, u64),
    /// Not before this instant.
    NotBefore(u64),
    /// Held for reclaim until this instant.
    HeldForReclaim(u64),
    /// This bucket has no room until then.
    Bucket(BucketName<'a>, u64),
    /// It is this fairness key's turn.
    OtherTurn(Option<&'a str>),
    /// No worker has credit.
    NoCredit,
}

/// A bucket: its throttle, and the values that tell it apart; none for the one that messages without the key share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BucketName<'a> {
    /// The throttle's name.
    pub throttle: &'a str,
    /// The values.
    pub values: Option<Vec<&'a str>>,
}

/// What the next wake-up is for (C4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wakeup {
    /// A not-before time of this message.
    NotBefore(u64),
    /// The end of this lease.
    LeaseEnd(u64),
    /// A bucket's room.
    BucketRoom,
    /// The end of the reclaim grace.
    ReclaimEnd,
}

/// All that can be seen of a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View<'a> {
    /// Enqueued, pending, in flight, acked, dead-lettered, purged (R5).
    pub counts: [u64; 6],
    /// Messages that are pending or in flight, in arrival order.
    pub messages: Vec<MessageView<'a>>,
    /// Live leases, in the order of delivery.
    pub leases: Vec<LeaseView>,
    /// Leases that the leader lost and nobody has settled yet (X2).
    pub lost: Vec<LeaseView>,
    /// Lost leases that a cut-off worker still works on: message, worker, lease, own end (X3).
    pub strays: Vec<[u64; 4]>,
    /// Workers, in subscription order.
    pub workers: Vec<WorkerView>,
    /// Groups, in the arrival order of their heads: key, head, size.
    pub groups: Vec<(Vec<&'a str>, u64, usize)>,
    /// Throttles in force, in the order of their declaration, with their limits.
    pub throttles: Vec<(&'a str, Vec<Limit>)>,
    /// Buckets in use, with the uses of each limit and the instant of the next room.
    pub buckets: Vec<(BucketName<'a>, Vec<u32>, Option<u64>)>,
    /// Dead letters, in the order in which they were set aside.
    pub dead: Vec<DeadView<'a>>,
    /// The next wake-up.
    pub wakeup: Option<(u64, Wakeup)>,
}

/// A message that is pending or in flight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageView<'a> {
    /// Its number.
    pub id: u64,
    /// When it arrived.
    pub enqueued_at: u64,
    /// The earliest instant at which it may go.
    pub not_before: u64,
    /// Deliveries so far.
    pub attempts: u32,
    /// Its fairness key.
    pub fairness: Option<&'a str>,
    /// Its weight.
    pub weight: u32,
    /// The values of the ordering key; none: in no group.
    pub group: Option<Vec<&'a str>>,
    /// Its shard, from 0.
    pub shard: u32,
    /// The live lease that it is out on.
    pub lease: Option<u64>,
    /// Why it waits.
    pub why: Option<Why<'a>>,
}

/// A lease.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseView {
    /// Its number.
    pub id: u64,
    /// The message.
    pub message: u64,
    /// The worker.
    pub worker: u64,
    /// The number of the attempt.
    pub attempt: u32,
    /// When it went out.
    pub since: u64,
    /// When it ends.
    pub until: u64,
    /// The first lease of its batch.
    pub batch: u64,
}

/// A worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerView {
    /// Its number.
    pub id: u64,
    /// How many messages it may hold.
    pub credit: u32,
    /// How many it holds.
    pub holds: u32,
    /// Whether it has crashed.
    pub crashed: bool,
    /// Whether it is cut off.
    pub cut_off: bool,
}

/// A dead letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadView<'a> {
    /// Its number.
    pub id: u64,
    /// When it arrived.
    pub enqueued_at: u64,
    /// When it was set aside.
    pub since: u64,
    /// Deliveries that it had.
    pub attempts: u32,
    /// The group that it left.
    pub group: Option<Vec<&'a str>>,
    /// Why.
    pub reason: Reason,
}
