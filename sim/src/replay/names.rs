//! Which engine id stands for which name of the scenario, and what became of each message and worker.

use crate::index::Ranks;
use crate::step::Outcome;
use crate::time::Time;
use queuescope_engine::{LeaseId, MessageId, WorkerId};

/// The tables between the plan's places and the engine's ids.
#[derive(Clone, Debug)]
pub(super) struct Names {
    messages: Vec<MessageSlot>,
    workers: Vec<WorkerSlot>,
    /// In the order of the ids, for these only grow.
    message_by_id: Vec<(MessageId, usize)>,
    worker_by_id: Vec<(WorkerId, usize)>,
    /// The last lease of each worker on each message.
    leases: Vec<LastLease>,
    /// The worker and the message of each, and its place.
    lease_places: Ranks,
    /// Workers that left and are not back, in the order in which they did.
    left: Vec<usize>,
}

/// What is known of a message.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MessageSlot {
    pub(super) id: Option<MessageId>,
    pub(super) lane: usize,
    pub(super) fate: Fate,
    /// Attempts that failed over its whole life.
    pub(super) failed: u32,
    /// The worker that has it.
    pub(super) worker: Option<usize>,
    /// The first lease of the batch that it last went out in, and that one's message where there were several.
    pub(super) batch: Option<(LeaseId, Option<usize>)>,
}

/// What became of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is not sent yet.
    #[default]
    NotSent,
    /// Its send was refused.
    Refused,
    /// It is pending or in flight.
    Live,
    /// It is acked.
    Done,
    /// It is a dead letter.
    Dead,
    /// It was a dead letter and was thrown away.
    Purged,
}

/// What is known of a worker.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WorkerSlot {
    pub(super) id: Option<WorkerId>,
    pub(super) presence: Presence,
    /// The message that it got last.
    pub(super) last: Option<usize>,
    /// Until when it is cut off from the leader, while it is.
    pub(super) cut_off: Option<Time>,
}

/// Whether a worker can say anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Presence {
    #[default]
    NotYet,
    There,
    Crashed,
    Left,
}

/// The last lease that a worker had on a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastLease {
    pub(super) id: LeaseId,
    /// When and how it ended; none while it lives.
    pub(super) end: Option<(Time, Outcome)>,
}

impl Names {
    pub(super) fn new(messages: usize, workers: usize) -> Self {
        Self {
            messages: vec![MessageSlot::default(); messages],
            workers: vec![WorkerSlot::default(); workers],
            message_by_id: Vec::new(),
            worker_by_id: Vec::new(),
            leases: Vec::new(),
            lease_places: Ranks::new(),
            left: Vec::new(),
        }
    }

    pub(super) fn sent(&mut self, message: usize, id: MessageId, lane: usize) {
        self.message_by_id.push((id, message));
        let slot = &mut self.messages[message];
        slot.id = Some(id);
        slot.lane = lane;
        slot.fate = Fate::Live;
    }

    pub(super) fn set_fate(&mut self, message: usize, fate: Fate) {
        self.messages[message].fate = fate;
    }

    pub(super) fn joined(&mut self, worker: usize, id: WorkerId) {
        self.worker_by_id.push((id, worker));
        self.left.retain(|other| *other != worker);
        self.workers[worker] = WorkerSlot {
            id: Some(id),
            presence: Presence::There,
            last: self.workers[worker].last,
            cut_off: None,
        };
    }

    pub(super) fn set_presence(&mut self, worker: usize, presence: Presence) {
        self.workers[worker].presence = presence;
        if presence == Presence::Left {
            self.workers[worker].cut_off = None;
        }
        if presence == Presence::Left {
            self.left.push(worker);
        }
    }

    pub(super) fn set_cut_off(&mut self, worker: usize, until: Option<Time>) {
        self.workers[worker].cut_off = until;
    }

    pub(super) fn delivered(
        &mut self,
        message: usize,
        worker: usize,
        id: LeaseId,
        batch: (LeaseId, Option<usize>),
    ) {
        self.messages[message].worker = Some(worker);
        self.messages[message].batch = Some(batch);
        self.workers[worker].last = Some(message);
        let lease = LastLease { id, end: None };
        match self.lease_place(worker, message) {
            Some(place) => self.leases[place] = lease,
            None => {
                self.lease_places.insert((worker as u64, message as u64, self.leases.len()));
                self.leases.push(lease);
            }
        }
    }

    /// A message's lease is over; the worker that had it, where one did.
    pub(super) fn lease_over(&mut self, message: usize, at: Time, how: Outcome) -> Option<usize> {
        let slot = &mut self.messages[message];
        if matches!(how, Outcome::Nacked | Outcome::Expired) {
            slot.failed += 1;
        }
        let worker = slot.worker.take()?;
        if let Some(place) = self.lease_place(worker, message) {
            self.leases[place].end = Some((at, how));
        }
        Some(worker)
    }

    pub(super) fn message(&self, message: usize) -> MessageSlot {
        self.messages[message]
    }

    pub(super) fn worker(&self, worker: usize) -> WorkerSlot {
        self.workers[worker]
    }

    pub(super) fn message_of(&self, id: MessageId) -> Option<usize> {
        let place = self.message_by_id.binary_search_by_key(&id, |(known, _)| *known).ok()?;
        Some(self.message_by_id[place].1)
    }

    pub(super) fn worker_of(&self, id: WorkerId) -> Option<usize> {
        let place = self.worker_by_id.binary_search_by_key(&id, |(known, _)| *known).ok()?;
        Some(self.worker_by_id[place].1)
    }

    pub(super) fn last_lease(&self, worker: usize, message: usize) -> Option<LastLease> {
        self.lease_place(worker, message).map(|place| self.leases[place])
    }

    fn lease_place(&self, worker: usize, message: usize) -> Option<usize> {
        self.lease_places.place(worker as u64, message as u64)
    }

    pub(super) fn left(&self) -> &[usize] {
        &self.left
    }

    pub(super) fn weight(&self) -> usize {
        (self.messages.len() + self.message_by_id.len() + self.leases.len()) / 4
    }
}
