//! What becomes of a queue when its leader crashes, and of workers that cannot reach the new one (X1–X3).

use super::Queue;
use crate::agenda::Due;
use crate::command::UnknownWorker;
use crate::event::Event;
use crate::id::{Arrival, LeaseId, Packed, Slot, WorkerId};
use crate::lease::Lease;
use crate::rank::ranked;
use crate::reclaim::Stray;
use crate::spec::Durability;
use crate::store::State;
use crate::time::Instant;
use crate::workers::Worker;
use alloc::vec::Vec;

impl Queue {
    /// Puts a new leader in the old one's place. Whose turn it is starts afresh, among fairness keys, shards and workers;
    /// what the throttles' buckets saw is kept, for a limit goes for any window (T1).
    ///
    /// `Committed`: each lease starts again at its full length (X1). `Fast`: leases are lost, and what existed is held for the
    /// reclaim grace, in which workers may ack, nack, reject or extend what they have (X2).
    pub fn crash_leader(&mut self, now: Instant) {
        self.advance(now);
        self.workers.restart();
        self.shards.restart();
        let leases: Vec<_> = self.leases.iter().map(|(id, lease)| (id, *lease)).collect();
        match self.spec.durability_value() {
            Durability::Committed => {
                self.emit(Event::LeaderCrashed { held_until: None });
                for (id, lease) in leases {
                    self.restart_lease(id, lease);
                }
            }
            Durability::Fast => {
                let until = self.now.saturating_add(self.spec.reclaim_grace_value());
                self.emit(Event::LeaderCrashed { held_until: Some(until) });
                if let Some(before) = self.reclaim.begin(until, Arrival(self.arrivals)) {
                    self.agenda.remove(before, Due::Reclaim);
                }
                self.agenda.insert(until, Due::Reclaim);
                for (id, lease) in leases {
                    self.lose_lease(id, lease);
                }
                for slot in self.in_state(State::Delayed) {
                    let record = &mut self.store[slot];
                    record.state = State::Held;
                    self.agenda.remove(record.not_before, Due::Message(record.arrival, slot));
                }
            }
        }
        self.regroup();
        self.settle();
    }

    /// Notes that a worker cannot reach the leader: it gets nothing, and its leases run on, while it works on (X3). That its
    /// calls do not come through is the caller's to see to.
    ///
    /// # Errors
    /// Where it is not subscribed.
    pub fn cut_off(&mut self, now: Instant, worker: WorkerId) -> Result<(), UnknownWorker> {
        self.advance(now);
        let known = self.workers.get(worker).ok_or(UnknownWorker(worker))?;
        if !known.cut_off {
            self.workers.update(worker, |worker| worker.cut_off = true);
            self.emit(Event::CutOff { worker });
        }
        Ok(())
    }

    /// Notes that a worker which was cut off reaches the leader again, and learns which of its leases are over.
    ///
    /// # Errors
    /// Where it is not subscribed.
    pub fn reconnect(&mut self, now: Instant, worker: WorkerId) -> Result<(), UnknownWorker> {
        self.advance(now);
        let known = self.workers.get(worker).ok_or(UnknownWorker(worker))?;
        if known.cut_off {
            self.workers.update(worker, |worker| worker.cut_off = false);
            self.reclaim.forget(worker);
            self.emit(Event::Reconnected { worker });
        }
        Ok(())
    }

    /// The reclaim grace is over: what nobody spoke for is pending without the attempt, and all that was held goes
    /// through the pipeline again (X2).
    pub(super) fn end_reclaim(&mut self) {
        self.reclaim.end();
        self.emit(Event::ReclaimEnded);
        let lost = self.leases.iter().filter(|(_, lease)| lease.lost);
        for lease in lost.map(|(id, _)| id).collect::<Vec<_>>() {
            self.give_up(lease);
        }
        for slot in self.in_state(State::Held) {
            self.offer(slot);
        }
    }

    fn restart_lease(&mut self, lease: LeaseId, known: Lease) {
        let Lease { slot, worker, until: before, .. } = known;
        let until = self.now.saturating_add(self.spec.lease_length());
        let record = &self.store[slot];
        let (message, due) = (record.id, Due::Message(record.arrival, slot));
        self.agenda.remove(before, due);
        self.agenda.insert(until, due);
        self.leases.renew(lease, until, false);
        self.emit(Event::LeaseRestarted { message, worker, lease, until });
    }

    fn lose_lease(&mut self, lease: LeaseId, known: Lease) {
        if known.lost {
            return;
        }
        let Lease { slot, worker, until, .. } = known;
        let record = &mut self.store[slot];
        record.state = State::Lost(Packed(lease));
        let message = record.id;
        self.agenda.remove(until, Due::Message(record.arrival, slot));
        self.leases.renew(lease, until, true);
        self.emit(Event::LeaseLost { message, worker, lease });
    }

    /// Ends a lost lease that nobody spoke for; a worker that cannot be told works on (X3).
    fn give_up(&mut self, lease: LeaseId) {
        let Ok(closed) = self.close(lease) else { return };
        let Lease { slot, worker, .. } = closed;
        self.let_work_on(lease, closed);
        let record = &mut self.store[slot];
        let message = record.id;
        record.attempts -= 1;
        record.state = if record.link.is_some_and(|link| link.before.is_some()) {
            State::Behind
        } else {
            State::Held
        };
        self.emit(Event::Unresolved { message, worker, lease });
    }

    /// A lease is over that nobody let go of. Its worker stops, but where it is cut off and cannot be told (X3).
    pub(super) fn let_work_on(&mut self, lease: LeaseId, closed: Lease) {
        let Lease { slot, worker, since, until, batch, .. } = closed;
        let at_work = |worker: &Worker| worker.cut_off && !worker.crashed;
        if until > self.now && self.workers.get(worker).is_some_and(at_work) {
            let record = &self.store[slot];
            let (message, attempt) = (record.id, record.attempts);
            self.reclaim.stray(Stray { message, worker, lease, batch, attempt, since, until });
        }
    }

    /// The messages in a state, in arrival order.
    fn in_state(&self, state: State) -> impl Iterator<Item = Slot> + use<> {
        let records = self.store.iter().filter(|(_, record)| record.state == state);
        let places = ranked(records.map(|(slot, r)| (r.arrival.0, 0, slot.place())));
        places.into_iter().map(Slot::new)
    }
}
