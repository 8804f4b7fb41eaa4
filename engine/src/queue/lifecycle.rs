//! How a message moves between waiting, in flight, done and set aside.

use super::Queue;
use crate::agenda::Due;
use crate::command::StaleLease;
use crate::event::{DeadLetterReason, Disposition, Event, FailureCause};
use crate::id::{Arrival, BucketIndex, ClassIndex, LeaseId, MessageId, Packed, ShardIndex, Slot};
use crate::lease::Lease;
use crate::message::Message;
use crate::rank::ranked;
use crate::spec::{FailureAction, Order};
use crate::status::DeadLetter;
use crate::store::{Record, State};
use crate::time::Instant;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

impl Queue {
    /// What becomes of someone whose time has come.
    pub(super) fn come(&mut self, due: Due) {
        match due {
            Due::Bucket(_, index) => {
                let bucket = self.throttles.woken(index);
                let event = Event::BucketHasRoom {
                    throttle: Arc::clone(&bucket.name),
                    bucket: bucket.key.clone(),
                };
                self.emit(event);
                for shard in self.shards.iter_mut() {
                    let (selection, mut cx) = shard.context(&mut self.throttles, self.now);
                    selection.has_room(&mut cx, index);
                }
                self.throttles.wake(index, self.now, &mut self.agenda);
            }
            Due::Reclaim => self.end_reclaim(),
            Due::Message(_, slot) => match self.store[slot].state {
                State::InFlight(Packed(lease)) => {
                    // The agenda's entry is gone already: closing must not strike it out again.
                    if let Some(closed) = self.leases.close(lease) {
                        self.workers.give(closed.worker);
                        self.decide(lease, closed, FailureCause::LeaseExpired, None);
                    }
                }
                State::Delayed => {
                    self.emit(Event::Eligible { message: self.store[slot].id });
                    self.offer(slot);
                }
                State::Behind | State::Held | State::Eligible(_) | State::Lost(_) => {
                    debug_assert!(false, "slot {slot:?} has nothing to wait for");
                }
            },
        }
    }

    /// Puts a message into the store and at the tail of its group, with a new arrival number.
    pub(super) fn admit(&mut self, id: MessageId, message: Message, enqueued_at: Instant) -> Slot {
        let arrival = Arrival(self.arrivals);
        self.arrivals += 1;
        let shard = self.spec.shards().map_or(0, |shards| shards.shard_of(&message));
        let shard = ShardIndex::new(shard as usize);
        let fairness = &mut self.shards[shard].fairness;
        let fairness = fairness.enter(message.fairness(), message.weight_value(), id);
        let components = match self.spec.order() {
            Order::Unordered => None,
            Order::Whole => Some(&[][..]),
            Order::By(key) => Some(key.components()),
        };
        let not_before = enqueued_at.saturating_add(message.delay_value());
        let slot = self.store.insert(Record {
            id,
            arrival,
            message,
            enqueued_at,
            not_before,
            attempts: 0,
            shard,
            fairness,
            link: None,
            state: State::Behind,
        });
        if let Some(components) = components {
            self.ordering.append(&mut self.store, slot, components);
        }
        slot
    }

    /// Lets a message stand where it belongs in the pipeline, when it has just come in or come back, or has
    /// become the head of its group.
    pub(super) fn offer(&mut self, slot: Slot) {
        let record = &self.store[slot];
        let (arrival, not_before) = (record.arrival, record.not_before);
        let (shard, fairness) = (record.shard, record.fairness);
        if record.link.is_some_and(|link| link.before.is_some()) {
            self.store[slot].state = State::Behind;
        } else if self.reclaim.holds(arrival) {
            self.store[slot].state = State::Held;
        } else if not_before > self.now {
            self.store[slot].state = State::Delayed;
            self.agenda.insert(not_before, Due::Message(arrival, slot));
        } else {
            let buckets = self.throttles.buckets_of(&self.store[slot].message, self.now);
            let (selection, mut cx) = self.shards[shard].context(&mut self.throttles, self.now);
            let class = selection.insert(&mut cx, fairness, &buckets, arrival, slot);
            self.store[slot].state = State::Eligible(Packed(class));
            self.throttles.count(&buckets, 1, self.now, &mut self.agenda);
        }
    }

    /// Takes a candidate out of the running; `charge` where that is because a worker gets it.
    pub(super) fn withdraw(&mut self, slot: Slot, class: ClassIndex, charge: bool) {
        let record = &self.store[slot];
        let (shard, arrival) = (record.shard, record.arrival);
        let buckets: Box<[BucketIndex]> = self.shards[shard].selection.class(class).buckets.clone();
        if charge {
            self.throttles.charge(&buckets, self.now);
        }
        self.throttles.count(&buckets, -1, self.now, &mut self.agenda);
        let (selection, mut cx) = self.shards[shard].context(&mut self.throttles, self.now);
        selection.remove(&mut cx, class, arrival, slot);
    }

    /// Ends a lease: the worker has its credit back (L1). The message is then nowhere; the caller says where it goes.
    pub(super) fn close(&mut self, lease: LeaseId) -> Result<Lease, StaleLease> {
        let closed = self.leases.close(lease).ok_or(StaleLease(lease))?;
        let record = &mut self.store[closed.slot];
        record.state = State::Behind;
        if !closed.lost {
            self.agenda.remove(closed.until, Due::Message(record.arrival, closed.slot));
        }
        self.workers.give(closed.worker);
        Ok(closed)
    }

    /// Decides on a failed attempt: a failure rule, else the retry policy (R1).
    ///
    /// Those behind it in its batch come back first, so that they are behind it whatever becomes of it (B1).
    pub(super) fn decide(
        &mut self,
        lease: LeaseId,
        closed: Lease,
        cause: FailureCause,
        asked: Option<Duration>,
    ) -> Disposition {
        let Lease { slot, worker, batch, .. } = closed;
        let record = &self.store[slot];
        let (message, attempt) = (record.id, record.attempts);
        let policy = self.spec.retry_policy();
        let rule = self.spec.failure_rules().iter().find(|rule| rule.matches(cause, attempt));
        let wait = match rule.map(|rule| rule.action) {
            Some(FailureAction::Retry(wait)) => Ok(wait),
            Some(FailureAction::DeadLetter) => Err(DeadLetterReason::FailureRule(cause)),
            None if attempt < policy.max_attempts.get() => {
                Ok(asked.unwrap_or_else(|| policy.backoff.after(attempt)))
            }
            None => Err(DeadLetterReason::AttemptsExhausted(cause)),
        };
        let disposition = match wait {
            Ok(wait) => Disposition::RetryAt(self.now.saturating_add(wait)),
            Err(reason) => Disposition::DeadLettered(reason),
        };
        self.emit(Event::Failed { message, worker, lease, attempt, cause, disposition });
        let rest = self.leases.batch(batch).map(|(part, _)| part);
        for part in rest.collect::<Vec<_>>() {
            self.take_back(part);
        }
        match disposition {
            Disposition::RetryAt(at) => {
                self.store[slot].not_before = at;
                self.offer(slot);
            }
            Disposition::DeadLettered(reason) => {
                self.store[slot].state = State::Behind;
                self.set_aside(slot, reason);
            }
        }
        disposition
    }

    /// Takes a message back from a worker that leaves: the attempt does not count (L5).
    pub(super) fn give_back(&mut self, lease: LeaseId) {
        if let Some(slot) = self.take_back(lease) {
            self.offer(slot);
        }
    }

    /// Takes a message back that did not fail: the attempt does not count. The caller says where it goes.
    fn take_back(&mut self, lease: LeaseId) -> Option<Slot> {
        let Lease { slot, worker, .. } = self.close(lease).ok()?;
        let record = &mut self.store[slot];
        record.attempts -= 1;
        let message = record.id;
        self.emit(Event::Returned { message, worker, lease });
        Some(slot)
    }

    /// Sets a message aside; its group goes on at this same instant (O9).
    pub(super) fn set_aside(&mut self, slot: Slot, reason: DeadLetterReason) {
        let record = &self.store[slot];
        let group = record.link.map(|link| Arc::clone(&self.ordering.group(link.group).key));
        let letter = DeadLetter {
            id: record.id,
            message: record.message.clone(),
            enqueued_at: record.enqueued_at,
            dead_since: self.now,
            attempts: record.attempts,
            group,
            reason,
        };
        self.emit(Event::DeadLettered { message: letter.id, reason });
        self.dead_letters.push(letter);
        self.dismiss(slot);
    }

    /// Lets a message that no worker has go out of the queue, and the next one of its group step up.
    ///
    /// The next one steps up first: the group goes on at this same instant (O9), so its fairness key is never without
    /// something to deliver in between, and keeps its place (F3).
    pub(super) fn dismiss(&mut self, slot: Slot) {
        if let Some(head) = self.ordering.unlink(&mut self.store, slot)
            && self.store[head].state == State::Behind
        {
            self.offer(head);
        }
        match self.store[slot].state {
            State::Eligible(Packed(class)) => self.withdraw(slot, class, false),
            State::Delayed => {
                let record = &self.store[slot];
                self.agenda.remove(record.not_before, Due::Message(record.arrival, slot));
            }
            State::Behind | State::Held | State::InFlight(_) | State::Lost(_) => {}
        }
        let record = &self.store[slot];
        self.shards[record.shard].fairness.exit(record.fairness);
        self.store.remove(slot);
    }

    /// Sorts all candidates anew, after the throttles in force have changed (T6) or the leader has (X1).
    pub(super) fn regroup(&mut self) {
        let eligible =
            self.store.iter().filter(|(_, record)| matches!(record.state, State::Eligible(_)));
        let candidates = ranked(eligible.map(|(slot, r)| (r.arrival.0, 0, slot.place())));
        self.shards.clear();
        self.throttles.clear_candidates(&mut self.agenda);
        self.throttles.refit(self.now);
        for place in candidates {
            self.offer(Slot::new(place));
        }
        self.throttles.sweep(self.now);
    }
}
