//! What the workers will do by themselves, and when.

use crate::index::{Rank, Ranks};
use crate::time::Time;
use crate::work::{Conduct, MessageWork};
use queuescope_engine::LeaseId;

/// The workers' own acts, by instant and then in the order of the deliveries that they are about.
#[derive(Clone, Debug)]
pub(super) struct Agenda {
    seed: u64,
    /// Deliveries and turns within batches so far.
    deliveries: u64,
    /// When each is due, the number of the delivery, and the message's place in the plan.
    due: Ranks,
    /// The act that is due for a message, by its place in the plan, and its rank; as far as there were any.
    acts: Vec<Option<(OwnAct, Rank)>>,
}

/// How a worker will end an attempt by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnAct {
    pub(super) worker: usize,
    pub(super) lease: LeaseId,
    pub(super) conduct: Conduct,
}

impl Agenda {
    pub(super) const fn new(seed: u64) -> Self {
        Self { seed, deliveries: 0, due: Ranks::new(), acts: Vec::new() }
    }

    /// The number of a delivery, by which its worker's dice fall.
    pub(super) const fn count_delivery(&mut self) -> u64 {
        self.deliveries += 1;
        self.deliveries - 1
    }

    /// A worker begins to work on a message: its act is due when it has taken its time.
    pub(super) fn begin(
        &mut self,
        now: Time,
        (worker, message, lease): (usize, usize, LeaseId),
        (work, delivery): (MessageWork, u64),
        failed: u32,
    ) {
        let (takes, conduct) = work.attempt(self.seed, delivery, failed);
        let due = Time::from_micros(now.as_micros().saturating_add(takes.as_micros()));
        let rank = (due.as_micros(), delivery, message);
        if self.acts.len() <= message {
            self.acts.resize(message + 1, None);
        }
        self.acts[message] = Some((OwnAct { worker, lease, conduct }, rank));
        self.due.insert(rank);
    }

    /// Whether its worker's act on a message is still to come.
    pub(super) fn is_busy_with(&self, message: usize) -> bool {
        self.acts.get(message).is_some_and(Option::is_some)
    }

    /// Puts off an act that a worker would be due for before then; returns its message, and when it was due. None where
    /// there is none.
    pub(super) fn put_off(&mut self, worker: usize, until: Time) -> Option<(usize, Time)> {
        let early =
            |act: &&mut (OwnAct, Rank)| act.0.worker == worker && act.1.0 < until.as_micros();
        let (_, rank) = self.acts.iter_mut().flatten().find(early)?;
        let (due, _, message) = *rank;
        self.due.remove(*rank);
        rank.0 = until.as_micros();
        self.due.insert(*rank);
        Some((message, Time::from_micros(due)))
    }

    /// A lease is over: its worker has nothing more to do about the message.
    pub(super) fn lease_over(&mut self, message: usize) {
        self.take(message);
    }

    /// The next act that is due by now.
    pub(super) fn pop_due(&mut self, now: Time) -> Option<OwnAct> {
        let (_, _, message) = self.due.first().filter(|(due, _, _)| *due <= now.as_micros())?;
        self.take(message)
    }

    pub(super) fn next(&self) -> Option<Time> {
        self.due.first().map(|(due, _, _)| Time::from_micros(due))
    }

    fn take(&mut self, message: usize) -> Option<OwnAct> {
        let (act, rank) = self.acts.get_mut(message)?.take()?;
        self.due.remove(rank);
        Some(act)
    }
}
