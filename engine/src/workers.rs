//! Workers, their credit, and which of them takes the next message (L1, L2, L5).

use crate::id::WorkerId;
use crate::rank::{Rank, Ranks};
use crate::spec::WorkerChoice;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::num::NonZeroU32;

/// A worker that is subscribed.
#[derive(Clone, Debug)]
pub(crate) struct Worker {
    pub(crate) name: Box<str>,
    pub(crate) credit: NonZeroU32,
    pub(crate) holds: u32,
    pub(crate) crashed: bool,
    /// Whether it cannot reach the leader, though it works on (X3).
    pub(crate) cut_off: bool,
}

impl Worker {
    pub(crate) const fn has_credit(&self) -> bool {
        !self.crashed && !self.cut_off && self.holds < self.credit.get()
    }

    /// How many more messages it may hold.
    pub(crate) const fn room(&self) -> u32 {
        self.credit.get().saturating_sub(self.holds)
    }
}

/// The workers, in subscription order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workers {
    all: Vec<(WorkerId, Worker)>,
    /// Those that have credit.
    free: Ranks,
    subscribed: u64,
    last_served: Option<WorkerId>,
}

impl Workers {
    pub(crate) fn subscribe(&mut self, name: Box<str>, credit: NonZeroU32) -> WorkerId {
        let id = WorkerId(self.subscribed);
        self.subscribed += 1;
        self.all.push((id, Worker { name, credit, holds: 0, crashed: false, cut_off: false }));
        self.free.insert(rank(id));
        id
    }

    pub(crate) fn remove(&mut self, id: WorkerId) {
        if let Some(place) = self.place(id) {
            self.all.remove(place);
            self.free.remove(rank(id));
        }
    }

    /// Changes a worker and keeps account of whether it has credit.
    pub(crate) fn update(&mut self, id: WorkerId, change: impl FnOnce(&mut Worker)) {
        let Some(place) = self.place(id) else { return };
        let worker = &mut self.all[place].1;
        change(worker);
        if worker.has_credit() {
            self.free.insert(rank(id));
        } else {
            self.free.remove(rank(id));
        }
    }

    /// Notes that this worker took a message.
    pub(crate) fn take(&mut self, id: WorkerId) {
        self.last_served = Some(id);
        self.update(id, |worker| worker.holds += 1);
    }

    /// Notes that a message left this worker's hands.
    pub(crate) fn give(&mut self, id: WorkerId) {
        self.update(id, |worker| worker.holds -= 1);
    }

    /// The worker that takes the next message; none where no worker has credit.
    pub(crate) fn next(&self, choice: WorkerChoice) -> Option<WorkerId> {
        let first = || self.free.first();
        match (choice, self.last_served) {
            (WorkerChoice::SubscriptionOrder, _) | (WorkerChoice::RoundRobin, None) => first(),
            (WorkerChoice::RoundRobin, Some(last)) => {
                self.free.first_from((last.0 + 1, 0, 0)).or_else(first)
            }
        }
        .map(|(id, _, _)| WorkerId(id))
    }

    /// Forgets whose turn it is (X1).
    pub(crate) fn restart(&mut self) {
        self.last_served = None;
    }

    pub(crate) fn get(&self, id: WorkerId) -> Option<&Worker> {
        self.place(id).map(|place| &self.all[place].1)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (WorkerId, &Worker)> {
        self.all.iter().map(|(id, worker)| (*id, worker))
    }

    pub(crate) fn is_free(&self, id: WorkerId) -> bool {
        self.free.contains(rank(id))
    }

    /// Whether no worker has credit.
    pub(crate) fn none_is_free(&self) -> bool {
        self.free.is_empty()
    }

    fn place(&self, id: WorkerId) -> Option<usize> {
        self.all.binary_search_by_key(&id, |(known, _)| *known).ok()
    }
}

const fn rank(id: WorkerId) -> Rank {
    (id.0, 0, 0)
}
