//! The read model: what a queue holds, and why each message waits (W1). Nothing here is stored.

use super::Queue;
use crate::id::{BucketIndex, ClassIndex, GroupIndex, LeaseId, MessageId, Packed, Slot};
use crate::lease::Lease;
use crate::rank::ranked;
use crate::shard::Shard;
use crate::spec::QueueSpec;
use crate::status::{
    Blocked, BucketStatus, Counts, DeadLetter, GroupStatus, LeaseStatus, MessageStatus,
    ThrottleStatus, WorkerStatus,
};
use crate::store::State;
use crate::time::Instant;
use alloc::boxed::Box;
use alloc::sync::Arc;

/// A view of a queue at the latest instant that it has seen.
#[derive(Clone, Copy, Debug)]
pub struct Status<'q> {
    queue: &'q Queue,
}

impl Queue {
    /// Why a pending message is not in flight: the first filter of the pipeline that says no (W1).
    ///
    /// `None` where nothing holds it back, where it is in flight, or where it is not in the queue.
    pub fn blocked(&self, message: MessageId) -> Option<Blocked> {
        let slot = self.store.find(message)?;
        let record = &self.store[slot];
        if let State::InFlight(_) = record.state {
            return None;
        }
        if let Some(link) = record.link {
            let head = &self.store[self.ordering.group(link.group).head];
            if let State::InFlight(Packed(lease)) = head.state {
                let worker = self.leases.get(lease)?.worker;
                return Some(Blocked::GroupInFlight { message: head.id, worker });
            }
            if head.id != message {
                return Some(Blocked::BehindHead { head: head.id });
            }
        }
        match record.state {
            State::InFlight(_) | State::Behind => None,
            State::Delayed => Some(Blocked::NotBefore(record.not_before)),
            State::Held | State::Lost(_) => {
                let until = self.reclaim.until()?;
                Some(if record.not_before > until {
                    Blocked::NotBefore(record.not_before)
                } else {
                    Blocked::HeldForReclaim(until)
                })
            }
            State::Eligible(Packed(class)) => {
                self.blocked_candidate(&self.shards[record.shard], class)
            }
        }
    }

    fn blocked_candidate(&self, shard: &Shard, class: ClassIndex) -> Option<Blocked> {
        let class = shard.selection.class(class);
        if let Some((bucket, until)) = self.throttles.full(&class.buckets, self.now) {
            let bucket = self.throttles.bucket(bucket);
            return Some(Blocked::Bucket {
                throttle: Arc::clone(&bucket.name),
                bucket: bucket.key.clone(),
                until,
            });
        }
        let (turn, _) = shard.selection.next(&shard.fairness)?;
        if turn != class.fairness {
            return Some(Blocked::OtherTurn { key: shard.fairness.key(turn).name.clone() });
        }
        self.workers.none_is_free().then_some(Blocked::NoCredit)
    }

    pub(super) fn lease_status(&self, id: LeaseId, lease: &Lease) -> LeaseStatus {
        let record = &self.store[lease.slot];
        LeaseStatus {
            id,
            message: record.id,
            worker: lease.worker,
            attempt: record.attempts,
            since: lease.since,
            until: lease.until,
            batch: lease.batch,
        }
    }
}

impl<'q> Status<'q> {
    pub(super) const fn new(queue: &'q Queue) -> Self {
        Self { queue }
    }

    /// The latest instant that the queue has seen.
    pub const fn now(self) -> Instant {
        self.queue.now
    }

    /// The queue's definition.
    pub const fn spec(self) -> &'q QueueSpec {
        &self.queue.spec
    }

    /// How many messages are where (R5).
    pub fn counts(self) -> Counts {
        let in_flight = self.queue.leases.live() as u64;
        Counts {
            enqueued: self.queue.enqueued,
            pending: self.queue.store.len() as u64 - in_flight,
            in_flight,
            acked: self.queue.acked,
            dead_lettered: self.queue.dead_letters.len() as u64,
            purged: self.queue.purged,
        }
    }

    /// The workers that are subscribed, in subscription order.
    pub fn workers(self) -> impl Iterator<Item = WorkerStatus<'q>> {
        self.queue.workers.iter().map(|(id, worker)| WorkerStatus {
            id,
            name: &worker.name,
            credit: worker.credit,
            holds: worker.holds,
            crashed: worker.crashed,
            cut_off: worker.cut_off,
        })
    }

    /// The live leases, in the order of delivery.
    pub fn leases(self) -> impl Iterator<Item = LeaseStatus> + 'q {
        let live = self.queue.leases.iter().filter(|(_, lease)| !lease.lost);
        live.map(move |(id, lease)| self.queue.lease_status(id, lease))
    }

    /// The leases that were lost with their leader, while the reclaim grace runs (X2): their workers may still speak for
    /// the messages, which are pending.
    pub fn lost_leases(self) -> impl Iterator<Item = LeaseStatus> + 'q {
        let lost = self.queue.leases.iter().filter(|(_, lease)| lease.lost);
        lost.map(move |(id, lease)| self.queue.lease_status(id, lease))
    }

    /// Lost leases that nobody spoke for, and whose workers were cut off and are still at work (X3).
    pub fn stray_leases(self) -> impl Iterator<Item = LeaseStatus> + 'q {
        self.queue.reclaim.strays().iter().map(|stray| LeaseStatus {
            id: stray.lease,
            message: stray.message,
            worker: stray.worker,
            attempt: stray.attempt,
            since: stray.since,
            until: stray.until,
            batch: stray.batch,
        })
    }

    /// When the reclaim grace ends, while one runs (X2).
    pub fn reclaim_until(self) -> Option<Instant> {
        self.queue.reclaim.until()
    }

    /// The messages that are pending or in flight, in arrival order.
    pub fn messages(self) -> impl Iterator<Item = MessageStatus<'q>> {
        let records = self.queue.store.iter();
        ranked(records.map(|(slot, record)| (record.arrival.0, 0, slot.place())))
            .into_iter()
            .map(move |place| self.of(Slot::new(place)))
    }

    /// One message, where it is pending or in flight.
    pub fn message(self, id: MessageId) -> Option<MessageStatus<'q>> {
        self.queue.store.find(id).map(|slot| self.of(slot))
    }

    /// The ordering groups that have messages, in the arrival order of their heads.
    pub fn groups(self) -> impl Iterator<Item = GroupStatus<'q>> {
        let heads = self
            .queue
            .ordering
            .iter()
            .map(|(index, group)| (self.queue.store[group.head].arrival.0, 0, index.place()));
        ranked(heads).into_iter().map(move |place| {
            let group = self.queue.ordering.group(GroupIndex::new(place));
            let head = &self.queue.store[group.head];
            let shard = head.shard.place() as u32;
            GroupStatus { key: &group.key, head: head.id, len: group.len, shard }
        })
    }

    /// The throttles in force, in the order of their first declaration that stands (T6).
    pub fn throttles(self) -> impl Iterator<Item = ThrottleStatus<'q>> {
        self.queue.throttles.in_force().iter().map(|throttle| ThrottleStatus {
            name: &throttle.name,
            limits: &throttle.limits,
            key: &throttle.key,
        })
    }

    /// The buckets in use, by throttle in the order of declaration, then in the order in which they came to be.
    pub fn buckets(self) -> impl Iterator<Item = BucketStatus> + 'q {
        let buckets = self.queue.throttles.iter();
        ranked(buckets.map(|(index, b)| (b.throttle as u64, b.born, index.place())))
            .into_iter()
            .map(move |place| {
                let bucket = self.queue.throttles.bucket(BucketIndex::new(place));
                BucketStatus {
                    throttle: Arc::clone(&bucket.name),
                    key: bucket.key.clone(),
                    limits: bucket.usage(self.queue.now),
                    full_until: bucket.full_until(self.queue.now),
                }
            })
    }

    /// The dead letters, in the order in which they were set aside (R3).
    pub fn dead_letters(self) -> impl Iterator<Item = &'q DeadLetter> {
        self.queue.dead_letters.iter()
    }

    fn of(self, slot: Slot) -> MessageStatus<'q> {
        let record = &self.queue.store[slot];
        let group: Option<&'q [Box<str>]> =
            record.link.map(|link| &*self.queue.ordering.group(link.group).key);
        MessageStatus {
            id: record.id,
            message: &record.message,
            enqueued_at: record.enqueued_at,
            not_before: record.not_before,
            attempts: record.attempts,
            group,
            lease: match record.state {
                State::InFlight(Packed(lease)) => Some(lease),
                State::Behind
                | State::Delayed
                | State::Held
                | State::Eligible(_)
                | State::Lost(_) => None,
            },
            shard: record.shard.place() as u32,
        }
    }
}
