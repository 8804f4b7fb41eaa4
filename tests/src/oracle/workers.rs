//! Workers: credit, whose turn it is, coming and going (L1, L2, L5, X3).

use super::Oracle;
use super::rules::{Joining, Throttle};
use super::told::{Answer, Fact, Refusal};

/// A worker that is subscribed.
#[derive(Clone, Debug)]
pub(super) struct Worker {
    pub(super) id: u64,
    pub(super) credit: u32,
    pub(super) throttles: Vec<Throttle>,
    pub(super) crashed: bool,
    pub(super) cut_off: bool,
}

impl Oracle {
    /// Adds a worker, last in subscription order (T6).
    pub fn subscribe(&mut self, now: u64, joining: &Joining) -> Answer {
        self.advance(now);
        if let Some(name) = self.other_key(&joining.throttles) {
            return Answer::Refused(Refusal::OtherKey(name.to_owned()));
        }
        let id = self.workers_ever;
        self.workers_ever += 1;
        self.workers.push(Worker {
            id,
            credit: joining.credit.max(1),
            throttles: joining.throttles.clone(),
            crashed: false,
            cut_off: false,
        });
        self.tell(Fact::Subscribed(id));
        if !joining.throttles.is_empty() {
            self.declare();
        }
        Answer::Number(id)
    }

    /// Removes a worker; what it holds comes back uncounted (L5).
    pub fn leave(&mut self, now: u64, worker: u64) -> Answer {
        self.advance(now);
        let Some(at) = self.workers.iter().position(|known| known.id == worker) else {
            return Answer::Refused(Refusal::UnknownWorker);
        };
        let gone = self.workers.remove(at);
        self.strays.retain(|stray| stray.worker != worker);
        let mine = self.leases.iter().filter(|lease| lease.worker == worker);
        let held: Vec<(u64, u64)> = mine.map(|lease| (lease.id, lease.message)).collect();
        for (lease, message) in held {
            self.take_back(lease);
            self.comes_in(message);
        }
        self.tell(Fact::Left(worker));
        if !gone.throttles.is_empty() {
            self.declare();
        }
        Answer::Done
    }

    /// A worker says nothing more (L5).
    pub fn crash(&mut self, now: u64, worker: u64) -> Answer {
        self.advance(now);
        let Some(known) = self.worker_mut(worker) else {
            return Answer::Refused(Refusal::UnknownWorker);
        };
        let fresh = !std::mem::replace(&mut known.crashed, true);
        self.strays.retain(|stray| stray.worker != worker);
        if fresh {
            self.tell(Fact::Crashed(worker));
        }
        Answer::Done
    }

    /// A crashed worker is back.
    pub fn recover(&mut self, now: u64, worker: u64) -> Answer {
        self.advance(now);
        let Some(known) = self.worker_mut(worker) else {
            return Answer::Refused(Refusal::UnknownWorker);
        };
        if std::mem::replace(&mut known.crashed, false) {
            self.tell(Fact::Recovered(worker));
        }
        Answer::Done
    }

    /// How many messages a worker holds, lost leases among them (L1, X2).
    pub(super) fn holds(&self, worker: u64) -> u32 {
        self.leases.iter().filter(|lease| lease.worker == worker).count() as u32
    }

    /// The worker that takes the next message: the first that is free, or the next one in turn (L2).
    pub(super) fn next_worker(&self) -> Option<u64> {
        let free: Vec<u64> = self
            .workers
            .iter()
            .filter(|worker| !worker.crashed && !worker.cut_off)
            .filter(|worker| self.holds(worker.id) < worker.credit)
            .map(|worker| worker.id)
            .collect();
        if self.rules.take_turns
            && let Some(last) = self.last_worker
            && let Some(next) = free.iter().find(|&&worker| worker > last)
        {
            return Some(*next);
        }
        free.first().copied()
    }

    pub(super) fn worker_mut(&mut self, worker: u64) -> Option<&mut Worker> {
        self.workers.iter_mut().find(|known| known.id == worker)
    }
}
