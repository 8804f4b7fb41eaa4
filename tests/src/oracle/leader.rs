//! A leader crash: what is kept, what is held and until when, and the one case of double processing (X1–X3).

use super::held::Held;
use super::leases::Lease;
use super::told::{Answer, Fact, Refusal};
use super::{Flaw, Oracle};

/// The time after a crash in which workers can still speak for their lost leases (X2).
#[derive(Clone, Copy, Debug)]
pub(super) struct Grace {
    pub(super) until: u64,
    /// What has an arrival number below this one was there at the crash.
    before: u64,
}

/// A lease that is over for the leader, while its worker, cut off, still works on the message (X3).
#[derive(Clone, Copy, Debug)]
pub(super) struct Stray {
    pub(super) message: u64,
    pub(super) worker: u64,
    pub(super) lease: u64,
    /// When the worker itself takes the lease to end.
    pub(super) until: u64,
}

impl Oracle {
    /// The leader crashes, and another one takes over at once.
    pub fn crash_leader(&mut self, now: u64) -> Answer {
        self.advance(now);
        self.last_worker = None;
        for ring in &mut self.rings {
            ring.start_afresh();
        }
        let (fast, now) = (self.rules.fast, self.now);
        let grace = now.saturating_add(self.rules.grace.max(1));
        self.tell(Fact::LeaderCrashed(fast.then_some(grace)));
        let until = now.saturating_add(self.rules.lease);
        for place in 0..self.leases.len() {
            let lease = &mut self.leases[place];
            let (message, id) = (lease.message, lease.id);
            if !fast {
                lease.until = until;
                self.tell(Fact::Restarted(message, id, until));
            } else if !std::mem::replace(&mut lease.lost, true) {
                self.tell(Fact::Lost(message, id));
            }
        }
        if fast {
            self.grace = Some(Grace { until: grace, before: self.arrivals });
        }
        self.candidates_changed(None);
        self.room_came();
        Answer::Done
    }

    /// A worker is cut off from the leader: it gets nothing, and its leases run on (X3).
    pub fn cut_off(&mut self, now: u64, worker: u64) -> Answer {
        self.advance(now);
        let Some(known) = self.worker_mut(worker) else {
            return Answer::Refused(Refusal::UnknownWorker);
        };
        if !std::mem::replace(&mut known.cut_off, true) {
            self.tell(Fact::CutOff(worker));
        }
        Answer::Done
    }

    /// A worker that was cut off is heard again.
    pub fn reconnect(&mut self, now: u64, worker: u64) -> Answer {
        self.advance(now);
        let Some(known) = self.worker_mut(worker) else {
            return Answer::Refused(Refusal::UnknownWorker);
        };
        if std::mem::replace(&mut known.cut_off, false) {
            self.tell(Fact::Reconnected(worker));
        }
        self.strays.retain(|stray| stray.worker != worker);
        Answer::Done
    }

    /// Whether a message that stands first waits for the end of the grace: it was there at the crash.
    pub(super) fn is_held(&self, message: &Held) -> bool {
        !self.flawed(Flaw::NothingIsHeld)
            && self.grace.is_some_and(|grace| message.arrival < grace.before)
    }

    /// The grace is over: what nobody spoke for counts as never delivered, and what was held goes on (X2).
    pub(super) fn end_grace(&mut self) {
        self.tell(Fact::ReclaimEnded);
        let lost: Vec<_> = self.leases.iter().filter(|lease| lease.lost).cloned().collect();
        for lease in lost {
            self.leave_at_work(&lease);
            self.give_up(lease.id);
        }
        let held: Vec<u64> = self
            .messages
            .iter()
            .filter(|message| self.is_held(message))
            .map(|message| message.id)
            .collect();
        self.grace = None;
        for id in held {
            self.comes_in(id);
        }
    }

    fn give_up(&mut self, lease: u64) {
        let over = self.close(lease);
        if let Some(message) = self.message_mut(over.message) {
            message.attempts -= 1;
        }
        self.tell(Fact::Unresolved(over.message, lease));
    }

    /// A lease is taken away. A worker that is cut off does not hear of it, and works on.
    pub(super) fn leave_at_work(&mut self, lease: &Lease) {
        let cut_off = self
            .workers
            .iter()
            .any(|worker| worker.id == lease.worker && worker.cut_off && !worker.crashed);
        if cut_off && lease.until > self.now {
            let (message, worker, until) = (lease.message, lease.worker, lease.until);
            self.strays.push(Stray { message, worker, lease: lease.id, until });
        }
    }

    /// A message goes out that a cut-off worker still works on.
    pub(super) fn note_stray(&mut self, message: u64) {
        let twice: Vec<Stray> =
            self.strays.iter().filter(|stray| stray.message == message).copied().collect();
        for stray in twice {
            self.tell(Fact::Twice([stray.message, stray.worker, stray.lease, stray.until]));
        }
    }

    /// Strays end when the worker itself takes the lease to be over.
    pub(super) fn drop_strays(&mut self) {
        let now = self.now;
        self.strays.retain(|stray| stray.until > now);
    }
}
