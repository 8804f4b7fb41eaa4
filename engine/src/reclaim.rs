//! What a new leader that knows no lease waits for (X2), and who is still at work under a lease that is over (X3).

use crate::id::{Arrival, LeaseId, MessageId, WorkerId};
use crate::time::Instant;
use alloc::vec::Vec;

/// The reclaim grace that runs, and the workers that cannot be told that their leases are over.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reclaim {
    hold: Option<Hold>,
    strays: Vec<Stray>,
}

/// What existed at the crash is held until the grace is over.
#[derive(Clone, Copy, Debug)]
struct Hold {
    until: Instant,
    /// The first arrival number after the crash.
    before: Arrival,
}

/// A worker that was cut off when its lease was given up, and is at work on a message that the leader thinks nobody has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stray {
    pub(crate) message: MessageId,
    pub(crate) worker: WorkerId,
    pub(crate) lease: LeaseId,
    pub(crate) batch: LeaseId,
    pub(crate) attempt: u32,
    pub(crate) since: Instant,
    /// The lease's end as the worker knows it.
    pub(crate) until: Instant,
}

impl Reclaim {
    /// Holds what arrived before this arrival number; returns the end of the grace that ran.
    pub(crate) fn begin(&mut self, until: Instant, before: Arrival) -> Option<Instant> {
        self.hold.replace(Hold { until, before }).map(|old| old.until)
    }

    pub(crate) fn end(&mut self) {
        self.hold = None;
    }

    /// Whether the message with this arrival number is held.
    pub(crate) fn holds(&self, arrival: Arrival) -> bool {
        self.hold.is_some_and(|hold| arrival < hold.before)
    }

    /// When the grace ends, while one runs.
    pub(crate) fn until(&self) -> Option<Instant> {
        self.hold.map(|hold| hold.until)
    }

    pub(crate) fn stray(&mut self, stray: Stray) {
        self.strays.push(stray);
    }

    /// The worker knows better now, or is gone.
    pub(crate) fn forget(&mut self, worker: WorkerId) {
        self.strays.retain(|stray| stray.worker != worker);
    }

    /// Forgets those whose lease has ended by the worker's own clock.
    pub(crate) fn sweep(&mut self, now: Instant) {
        self.strays.retain(|stray| stray.until > now);
    }

    pub(crate) fn strays(&self) -> &[Stray] {
        &self.strays
    }
}
