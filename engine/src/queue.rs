//! The machine: commands in, events out.
//!
//! Every command first lets time bring what it brings (C2), then takes effect, then settles what goes next.
//! The delivery pipeline reads: not-before reached → group free → buckets have room → fairness picks the key → a
//! worker has credit → lease. Each filter only asks; the lease alone charges.

use crate::agenda::{Agenda, Due};
use crate::command::{
    DeadLetters, Delivery, EnqueueError, Nack, NotDeadLettered, StaleLease, UnknownMessage,
    UnknownWorker,
};
use crate::dead_letter::DeadLetterQueue;
use crate::event::{DeadLetterReason, Disposition, Event, FailureCause};
use crate::fairness::Fairness;
use crate::id::{LeaseId, MessageId, WorkerId};
use crate::lease::{Lease, Leases};
use crate::message::Message;
use crate::ordering::{Membership, Ordering, membership};
use crate::selection::{Context, Selection};
use crate::spec::{QueueSpec, ThrottleKeyConflict, WorkerSpec};
use crate::status::Wakeup;
use crate::store::{State, Store};
use crate::throttle::{Declarer, Throttles};
use crate::time::Instant;
use crate::workers::Workers;
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use core::time::Duration;

mod invariants;
mod lifecycle;
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
    fairness: Fairness,
    throttles: Throttles,
    selection: Selection,
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
        let mut throttles = Throttles::default();
        throttles.declare(Declarer::Queue, spec.throttles());
        Self {
            fairness: Fairness::new(spec.quantum_value()),
            spec,
            now: Instant::ZERO,
            store: Store::default(),
            ordering: Ordering::default(),
            throttles,
            selection: Selection::default(),
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

    /// Takes a message in and gives it an arrival number (M1, M2).
    ///
    /// # Errors
    /// Where the message lacks a component of the ordering key and the queue rejects such messages (O12), or the
    /// queue is full.
    pub fn enqueue(&mut self, now: Instant, message: Message) -> Result<MessageId, EnqueueError> {
        self.advance(now);
        if let Membership::Missing(component) = membership(&self.spec, &message) {
            return Err(EnqueueError::MissingOrderingKey { component: component.clone() });
        }
        if self.store.len() >= Self::MOST_MESSAGES {
            return Err(EnqueueError::Full { held: self.store.len() });
        }
        let id = MessageId(self.arrivals);
        self.enqueued += 1;
        self.emit(Event::Enqueued { message: id });
        let slot = self.admit(id, Arc::new(message), self.now);
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

    /// Hands the next message to a worker, if there are both (O13, F1, L2). Call it until there is none.
    pub fn deliver(&mut self, now: Instant) -> Option<Delivery> {
        self.advance(now);
        let worker = self.workers.next(self.spec.worker_choice_value())?;
        let (fairness, slot) = self.selection.next(&self.fairness)?;
        let State::Eligible(class) = self.store[slot].state else { return None };
        self.fairness.serve(fairness);
        self.withdraw(slot, class, true);
        let until = self.now.saturating_add(self.spec.lease_length());
        let lease = self.leases.open(Lease { slot, worker, since: self.now, until });
        self.workers.take(worker);
        let record = &mut self.store[slot];
        record.attempts += 1;
        record.state = State::InFlight(lease);
        let delivery =
            Delivery { message: record.id, worker, lease, attempt: record.attempts, until };
        self.agenda.insert(until, Due::Message(record.arrival, slot));
        self.emit(Event::Delivered {
            message: delivery.message,
            worker,
            lease,
            attempt: delivery.attempt,
            until,
        });
        self.settle();
        Some(delivery)
    }

    /// Finishes a message: its group goes on (O5).
    ///
    /// # Errors
    /// Where the lease is over (L4).
    pub fn ack(&mut self, now: Instant, lease: LeaseId) -> Result<(), StaleLease> {
        self.advance(now);
        let Lease { slot, worker, .. } = self.close(lease)?;
        self.acked += 1;
        self.emit(Event::Acked { message: self.store[slot].id, worker, lease });
        self.dismiss(slot);
        self.settle();
        Ok(())
    }

    /// Gives a message up: it is tried again as the head of its group (O6, O7), or set aside (R1).
    ///
    /// # Errors
    /// Where the lease is over (L4).
    pub fn nack(
        &mut self,
        now: Instant,
        lease: LeaseId,
        nack: Nack,
    ) -> Result<Disposition, StaleLease> {
        self.advance(now);
        let asked = match nack {
            Nack::Retry => None,
            Nack::RetryAfter(wait) => Some(wait),
        };
        let disposition = self.fail(lease, FailureCause::Nacked, asked)?;
        self.settle();
        Ok(disposition)
    }

    /// Sets the message of a lease aside (R3): its worker wants it never again.
    ///
    /// # Errors
    /// Where the lease is over (L4).
    pub fn reject(&mut self, now: Instant, lease: LeaseId) -> Result<(), StaleLease> {
        self.advance(now);
        let Lease { slot, .. } = self.close(lease)?;
        self.set_aside(slot, DeadLetterReason::Rejected);
        self.settle();
        Ok(())
    }

    /// Moves a lease's end `by` further; returns the new end (L3).
    ///
    /// # Errors
    /// Where the lease is over (L4).
    pub fn extend(
        &mut self,
        now: Instant,
        lease: LeaseId,
        by: Duration,
    ) -> Result<Instant, StaleLease> {
        self.advance(now);
        let live = self.leases.get_mut(lease).ok_or(StaleLease(lease))?;
        let before = live.until;
        live.until = before.saturating_add(by);
        let (until, slot) = (live.until, live.slot);
        let record = &self.store[slot];
        let due = Due::Message(record.arrival, slot);
        self.agenda.remove(before, due);
        self.agenda.insert(until, due);
        self.emit(Event::LeaseExtended { message: record.id, lease, until });
        Ok(until)
    }

    /// Sets a message aside by an operator's word, pending or in flight (R4).
    ///
    /// # Errors
    /// Where the message is neither.
    pub fn dead_letter(&mut self, now: Instant, message: MessageId) -> Result<(), UnknownMessage> {
        self.advance(now);
        let slot = self.store.find(message).ok_or(UnknownMessage(message))?;
        if let State::InFlight(lease) = self.store[slot].state {
            self.close(lease).map_err(|StaleLease(_)| UnknownMessage(message))?;
        }
        self.set_aside(slot, DeadLetterReason::Operator);
        self.settle();
        Ok(())
    }

    /// Brings dead letters back, behind all that arrived meanwhile (O10, D3); returns how many.
    ///
    /// # Errors
    /// Where a message that is named is not among the dead letters.
    pub fn redrive(&mut self, now: Instant, which: DeadLetters) -> Result<usize, NotDeadLettered> {
        self.advance(now);
        let letters = self.dead_letters.take(which)?;
        for letter in &letters {
            self.emit(Event::Redriven { message: letter.id });
            let slot = self.admit(letter.id, Arc::clone(&letter.message), letter.enqueued_at);
            self.offer(slot);
        }
        self.settle();
        Ok(letters.len())
    }

    /// Throws dead letters away; returns how many (R3).
    ///
    /// # Errors
    /// Where a message that is named is not among the dead letters.
    pub fn purge(&mut self, now: Instant, which: DeadLetters) -> Result<usize, NotDeadLettered> {
        self.advance(now);
        let letters = self.dead_letters.take(which)?;
        self.purged += letters.len() as u64;
        for letter in &letters {
            self.emit(Event::Purged { message: letter.id });
        }
        Ok(letters.len())
    }

    /// Lets time pass: leases end, not-before times come, buckets get room, each at its own instant (C2).
    ///
    /// Every other command does this first. Early or repeated calls change nothing; a `now` before one that was
    /// seen is read as that one (C1). The last instant there is never comes.
    pub fn advance(&mut self, now: Instant) {
        let now = now.max(self.now).min(Instant::from_micros(u64::MAX - 1));
        while let Some((at, due)) = self.agenda.pop(now) {
            self.now = at;
            self.come(due);
        }
        self.now = now;
        self.throttles.sweep(now);
        self.settle();
    }

    /// The earliest instant at which something could change without a call, and what that is (C4).
    ///
    /// Never one that has passed; none where only credit is missing.
    #[must_use]
    pub fn next_wakeup(&self) -> Option<(Instant, Wakeup)> {
        let (at, due) = self.agenda.first()?;
        let wakeup = match due {
            Due::Bucket(..) => Wakeup::BucketRoom,
            Due::Message(_, slot) => match self.store[slot].state {
                State::InFlight(lease) => Wakeup::LeaseEnd(lease),
                State::Behind | State::Delayed | State::Eligible(_) => {
                    Wakeup::NotBefore(self.store[slot].id)
                }
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

    fn settle(&mut self) {
        let mut cx =
            Context { now: self.now, fairness: &mut self.fairness, throttles: &mut self.throttles };
        self.selection.settle(&mut cx);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Key, ThrottleSpec};
    use alloc::vec::Vec;
    use core::num::NonZeroU32;

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
        assert_eq!((queue.selection.iter().count(), queue.selection.ready().count()), (1, 0));
        queue.advance(Instant::from_secs(10));
        assert_eq!(queue.selection.ready().count(), 1);
        assert_eq!(queue.agenda.len(), 1, "one lease; a bucket with room has no wake-up");
        assert!(queue.deliver(Instant::from_secs(10)).is_some());
        assert_eq!(queue.selection.ready().count(), 0);
    }
}
