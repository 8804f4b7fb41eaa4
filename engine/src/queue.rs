//! The machine: commands in, events out.
//!
//! Every command first lets time bring what it brings (C2), then takes effect, then settles what goes next.
//! The delivery pipeline reads: not-before reached → group free → buckets have room → fairness picks the key → a
//! worker has credit → lease. Each filter only asks; the lease alone charges.

use crate::agenda::{Agenda, Due};
use crate::command::{EnqueueError, UnknownWorker};
use crate::dead_letter::DeadLetterQueue;
use crate::event::Event;
use crate::id::{MessageId, Packed, WorkerId};
use crate::lease::Leases;
use crate::message::Message;
use crate::ordering::{Membership, Ordering, membership};
use crate::reclaim::Reclaim;
use crate::shard::ShardSet;
use crate::spec::{QueueSpec, ShardKeyError, Shards, ThrottleKeyConflict, WorkerSpec};
use crate::status::Wakeup;
use crate::store::{State, Store};
use crate::throttle::{Declarer, Throttles};
use crate::time::Instant;
use crate::workers::Workers;
use alloc::collections::VecDeque;
use core::num::NonZeroU32;

mod deliver;
mod invariants;
mod leader;
mod lifecycle;
mod settle;
mod view;

pub use invariants::Violation;
pub use view::Status;

/// A queue: hand it commands and the time, take deliveries and events.
///
/// A clone is a checkpoint: both go on from here, each by itself.
#[derive(Clone, Debug)]
pub struct Queue {
    spec: QueueSpec,
    now: Instant,
    store: Store,
    ordering: Ordering,
    shards: ShardSet,
    throttles: Throttles,
    reclaim: Reclaim,
    leases: Leases,
    workers: Workers,
    dead_letters: DeadLetterQueue,
    agenda: Agenda,
    events: VecDeque<(Instant, Event)>,
    /// Arrival numbers handed out (M1).
    arrivals: u64,
    enqueued: u64,
    acked: u64,
    purged: u64,
}

impl Queue {
    /// The most messages that are pending or in flight at once.
    pub const MOST_MESSAGES: usize = u32::MAX as usize / 2;

    /// An empty queue at the start of time, without workers.
    pub fn new(spec: QueueSpec) -> Self {
        let shards = spec.shards().map_or(NonZeroU32::MIN, Shards::count);
        let mut throttles = Throttles::default();
        throttles.declare(Declarer::Queue, spec.throttles());
        Self {
            shards: ShardSet::new(shards, spec.quantum_value()),
            spec,
            now: Instant::ZERO,
            store: Store::default(),
            ordering: Ordering::default(),
            throttles,
            reclaim: Reclaim::default(),
            leases: Leases::default(),
            workers: Workers::default(),
            dead_letters: DeadLetterQueue::default(),
            agenda: Agenda::default(),
            events: VecDeque::new(),
            arrivals: 0,
            enqueued: 0,
            acked: 0,
            purged: 0,
        }
    }

    /// The same, split into shards (S1).
    ///
    /// # Errors
    /// Where messages of one ordering group could be in several shards (S2).
    pub fn sharded(spec: QueueSpec, shards: Shards) -> Result<Self, ShardKeyError> {
        shards.fit(spec.order())?;
        Ok(Self::new(spec.sharded(shards)))
    }

    /// Takes a message in, classifies it and gives it an arrival number (M1–M3).
    ///
    /// # Errors
    /// Where the message lacks a component of the ordering key and the queue rejects such messages (O12), or the
    /// queue is full.
    pub fn enqueue(
        &mut self,
        now: Instant,
        mut message: Message,
    ) -> Result<MessageId, EnqueueError> {
        self.advance(now);
        if let Some(classifier) = self.spec.classifier() {
            let said = classifier.classify(&message);
            message.classified(said);
        }
        if let Membership::Missing(component) = membership(&self.spec, &message) {
            return Err(EnqueueError::MissingOrderingKey { component: component.clone() });
        }
        if self.store.len() >= Self::MOST_MESSAGES {
            return Err(EnqueueError::Full { held: self.store.len() });
        }
        let id = MessageId(self.arrivals);
        self.enqueued += 1;
        self.emit(Event::Enqueued { message: id });
        let slot = self.admit(id, message, self.now);
        self.offer(slot);
        self.settle();
        Ok(id)
    }

    /// Adds a worker, last in subscription order, with the throttles that it declares (L2, T6).
    ///
    /// # Errors
    /// Where it declares a throttle that is declared with another key.
    pub fn subscribe(
        &mut self,
        now: Instant,
        worker: WorkerSpec,
    ) -> Result<WorkerId, ThrottleKeyConflict> {
        self.advance(now);
        self.throttles.check(worker.throttles())?;
        let id = self.workers.subscribe(worker.name().into(), worker.credit_value());
        self.emit(Event::Subscribed { worker: id });
        if self.throttles.declare(Declarer::Worker(id), worker.throttles()) {
            self.regroup();
        }
        self.settle();
        Ok(id)
    }

    /// Removes a worker; what it holds comes back at once, which is no failure (L5).
    ///
    /// # Errors
    /// Where it is not subscribed.
    pub fn leave(&mut self, now: Instant, worker: WorkerId) -> Result<(), UnknownWorker> {
        self.advance(now);
        self.workers.get(worker).ok_or(UnknownWorker(worker))?;
        for lease in self.leases.of(worker) {
            self.give_back(lease);
        }
        self.workers.remove(worker);
        self.reclaim.forget(worker);
        self.emit(Event::Left { worker });
        if self.throttles.withdraw(worker) {
            self.regroup();
        }
        self.settle();
        Ok(())
    }

    /// Notes that a worker says nothing more: it gets nothing, and its leases run out (L5).
    ///
    /// # Errors
    /// Where it is not subscribed.
    pub fn crash(&mut self, now: Instant, worker: WorkerId) -> Result<(), UnknownWorker> {
        self.advance(now);
        let known = self.workers.get(worker).ok_or(UnknownWorker(worker))?;
        if !known.crashed {
            self.workers.update(worker, |worker| worker.crashed = true);
            self.reclaim.forget(worker);
            self.emit(Event::Crashed { worker });
        }
        Ok(())
    }

    /// Notes that a crashed worker is back: in its old place, with the leases that still live.
    ///
    /// # Errors
    /// Where it is not subscribed.
    pub fn recover(&mut self, now: Instant, worker: WorkerId) -> Result<(), UnknownWorker> {
        self.advance(now);
        let known = self.workers.get(worker).ok_or(UnknownWorker(worker))?;
        if known.crashed {
            self.workers.update(worker, |worker| worker.crashed = false);
            self.emit(Event::Recovered { worker });
        }
        Ok(())
    }

    /// Lets time pass: leases end, not-before times come, buckets get room, each at its own instant (C2).
    ///
    /// Every other command does this first. Early or repeated calls change nothing; a `now` before one that was
    /// seen is read as that one (C1). The last instant there is never comes.
    pub fn advance(&mut self, now: Instant) {
        let now = now.max(self.now).min(Instant::from_micros(u64::MAX - 1));
        let mut comes = false;
        while let Some((at, due)) = self.agenda.pop(now) {
            self.now = at;
            self.throttles.sweep(at);
            self.come(due);
            comes = true;
        }
        self.now = now;
        self.throttles.sweep(now);
        self.reclaim.sweep(now);
        // Time that brings nothing takes no bucket's room away.
        if comes {
            self.settle();
        }
    }

    /// The earliest instant at which something could change without a call, and what that is (C4).
    ///
    /// Never one that has passed; none where only credit is missing.
    #[must_use]
    pub fn next_wakeup(&self) -> Option<(Instant, Wakeup)> {
        let (at, due) = self.agenda.first()?;
        let wakeup = match due {
            Due::Bucket(..) => Wakeup::BucketRoom,
            Due::Reclaim => Wakeup::ReclaimEnd,
            Due::Message(_, slot) => match self.store[slot].state {
                State::InFlight(Packed(lease)) => Wakeup::LeaseEnd(lease),
                State::Behind
                | State::Delayed
                | State::Held
                | State::Eligible(_)
                | State::Lost(_) => Wakeup::NotBefore(self.store[slot].id),
            },
        };
        Some((at, wakeup))
    }

    /// Takes the oldest event that was not taken yet.
    pub fn poll_event(&mut self) -> Option<(Instant, Event)> {
        self.events.pop_front()
    }

    /// What the queue holds, to look at.
    pub const fn status(&self) -> Status<'_> {
        Status::new(self)
    }

    fn emit(&mut self, event: Event) {
        self.events.push_back((self.now, event));
    }

    /// Parks what has no room, until what goes next has. Without throttles everything has room.
    fn settle(&mut self) {
        if self.throttles.in_force().is_empty() {
            return;
        }
        self.shards.settle(&mut self.throttles, self.now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::ShardIndex;
    use crate::spec::{Key, ThrottleSpec};
    use alloc::vec::Vec;
    use core::time::Duration;

    #[test]
    fn t7_what_waits_for_one_bucket_is_one_class_and_moves_as_one() {
        let slow = ThrottleSpec::limit("slow", 1, Duration::from_secs(10)).unwrap();
        let spec = QueueSpec::new("jobs").throttle(slow.by([Key::header("account")])).unwrap();
        let mut queue = Queue::new(spec);
        let credit = NonZeroU32::new(9).unwrap();
        queue.subscribe(Instant::ZERO, WorkerSpec::new("W1").credit(credit)).unwrap();
        for _ in 0..1_000 {
            let message = Message::new(Vec::new()).header("account", "A");
            queue.enqueue(Instant::ZERO, message).unwrap();
        }
        // The first is out; 999 wait as one class, which nothing looks at until the bucket has room.
        assert!(queue.deliver(Instant::ZERO).is_some());
        let ready = |queue: &Queue| queue.shards[ShardIndex::new(0)].selection.ready().count();
        assert_eq!(queue.shards[ShardIndex::new(0)].selection.iter().count(), 1);
        assert_eq!(ready(&queue), 0);
        queue.advance(Instant::from_secs(10));
        assert_eq!(ready(&queue), 1);
        assert_eq!(queue.agenda.len(), 1, "one lease; a bucket with room has no wake-up");
        assert!(queue.deliver(Instant::from_secs(10)).is_some());
        assert_eq!(ready(&queue), 0);
    }

    #[test]
    fn t7_a_bucket_moves_one_class_per_delivery_however_many_wait() {
        let slow = ThrottleSpec::limit("slow", 1, Duration::from_secs(10)).unwrap();
        let own = ThrottleSpec::limit("own", 1, Duration::from_secs(1)).unwrap();
        let spec = QueueSpec::new("jobs").throttle(slow).unwrap();
        let spec = spec.throttle(own.by([Key::header("account")])).unwrap();
        let mut queue = Queue::new(spec);
        let credit = NonZeroU32::new(9).unwrap();
        queue.subscribe(Instant::ZERO, WorkerSpec::new("W1").credit(credit)).unwrap();
        for number in 0..100_u32 {
            let account = std::format!("{number}");
            let message = Message::new(Vec::new()).header("account", &account);
            queue.enqueue(Instant::ZERO, message).unwrap();
        }
        let ready = |queue: &Queue| queue.shards[ShardIndex::new(0)].selection.ready().count();
        for second in [0, 10, 20] {
            queue.advance(Instant::from_secs(second));
            assert!(second == 0 || ready(&queue) == 1, "{} at {second}", ready(&queue));
            assert!(queue.deliver(Instant::from_secs(second)).is_some());
            assert_eq!(ready(&queue), 0);
        }
    }
}
