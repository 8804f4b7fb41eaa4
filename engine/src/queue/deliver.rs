//! The last steps of the delivery pipeline: who goes next, to whom, and with which of those behind it (O13, F1, L2, B1).

use super::Queue;
use crate::agenda::Due;
use crate::command::Delivery;
use crate::event::Event;
use crate::id::{FairnessIndex, LeaseId, Packed, Slot, WorkerId};
use crate::lease::Lease;
use crate::spec::Order;
use crate::status::LeaseStatus;
use crate::store::State;
use crate::time::Instant;
use core::num::NonZeroU32;

impl Queue {
    /// Hands the next message to a worker, if there are both (O13, F1, L2), and with it as many of those behind it in its
    /// group as a batch holds (B1). Call it until there is none.
    pub fn deliver(&mut self, now: Instant) -> Option<Delivery> {
        self.advance(now);
        let worker = self.workers.next(self.spec.worker_choice_value())?;
        let (shard, fairness, slot) = self.shards.next(&self.store)?;
        let State::Eligible(Packed(class)) = self.store[slot].state else { return None };
        self.shards.serve(shard, fairness);
        self.withdraw(slot, class, true);
        let batch = self.leases.next();
        let until = self.hand_out(slot, worker, batch);
        let parts = self.hand_out_behind(slot, fairness, worker, batch);
        self.settle();
        let record = &self.store[slot];
        Some(Delivery {
            message: record.id,
            worker,
            lease: batch,
            attempt: record.attempts,
            until,
            parts,
        })
    }

    /// What is left of the batch that a lease is part of, in order (B1): that lease alone where its message went out alone.
    /// Empty where the lease is over.
    pub fn batch(&self, lease: LeaseId) -> impl Iterator<Item = LeaseStatus> + '_ {
        let batch = self.leases.get(lease).map_or(lease, |lease| lease.batch);
        let parts = self.leases.batch(batch);
        parts.map(|(id, lease)| self.lease_status(id, lease))
    }

    /// Hands out those right behind a message in its group, while they may go and the batch and the worker's credit
    /// have room; returns how many went out with it, itself among them.
    ///
    /// Each draws from its own buckets (T4) and takes credit (L1), but the batch is one delivery to its fairness key (F1).
    fn hand_out_behind(
        &mut self,
        first: Slot,
        fairness: FairnessIndex,
        worker: WorkerId,
        batch: LeaseId,
    ) -> NonZeroU32 {
        // Where the whole queue is one group, fairness does not apply (O3).
        let whole = *self.spec.order() == Order::Whole;
        let mut parts = NonZeroU32::MIN;
        let mut last = first;
        while parts < self.spec.batch()
            && let Some(next) = self.store[last].link.and_then(|link| link.behind)
            && self.workers.get(worker).is_some_and(|worker| worker.room() > 0)
        {
            let record = &self.store[next];
            if record.not_before > self.now
                || (!whole && record.fairness != fairness)
                || self.reclaim.holds(record.arrival)
            {
                break;
            }
            let buckets = self.throttles.buckets_of(&record.message, self.now);
            self.throttles.acquire(&buckets);
            let has_room = self.throttles.full(&buckets, self.now).is_none();
            if has_room {
                self.throttles.charge(&buckets, self.now);
                self.throttles.count(&buckets, 0, self.now, &mut self.agenda);
            }
            self.throttles.release(&buckets, self.now);
            if !has_room {
                break;
            }
            self.hand_out(next, worker, batch);
            parts = parts.saturating_add(1);
            last = next;
        }
        parts
    }

    /// Opens a lease for a message that no candidate stands for any more; returns its end.
    fn hand_out(&mut self, slot: Slot, worker: WorkerId, batch: LeaseId) -> Instant {
        let until = self.now.saturating_add(self.spec.lease_length());
        let lease = Lease { slot, worker, since: self.now, until, batch, lost: false };
        let lease = self.leases.open(lease);
        self.workers.take(worker);
        let record = &mut self.store[slot];
        record.attempts += 1;
        record.state = State::InFlight(Packed(lease));
        let (message, attempt) = (record.id, record.attempts);
        self.agenda.insert(until, Due::Message(record.arrival, slot));
        self.emit(Event::Delivered { message, worker, lease, attempt, until, batch });
        let strays = self.reclaim.strays().iter();
        if let Some(stray) = strays.rev().find(|stray| stray.message == message).copied() {
            self.emit(Event::ProcessedTwice {
                message,
                worker: stray.worker,
                lease: stray.lease,
                until: stray.until,
            });
        }
        until
    }
}
