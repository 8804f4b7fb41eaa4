//! When the run goes on, and why it ends.
//!
//! A run ends when nothing can happen any more but the end of leases that live workers without a work rule hold: such
//! a worker is taken to be still at work. While anything else carries the run on, such leases end on the way.

use super::Replay;
use super::names::Presence;
use crate::language::MAX_TIME;
use crate::step::End;
use crate::time::Time;
use queuescope_engine::{Blocked, LeaseStatus, MessageStatus, Wakeup};

impl Replay {
    /// The next instant at which something may happen.
    pub(super) fn next_instant(&self) -> Result<Time, End> {
        if !self.refused.is_empty() {
            return Ok(Time::ZERO);
        }
        let planned = [
            self.plan.entries.get(self.entries).map(|entry| entry.at),
            self.plan.marks.get(self.marks).copied(),
            self.agenda.next(),
            self.next_reconnection(),
            self.next_lease_over(),
        ];
        let planned = planned.into_iter().flatten().min();
        let wakeup = self.queue.next_wakeup().map(|(at, what)| (Time::from(at), what));
        let next = match (planned, wakeup) {
            (Some(planned), Some((wakeup, _))) => planned.min(wakeup),
            (Some(planned), None) => planned,
            (None, Some((wakeup, what))) if self.carries_on(what) => wakeup,
            (None, Some(_) | None) => return Err(self.rest()),
        };
        if next > MAX_TIME {
            return Err(End::TimeLimit { at: MAX_TIME });
        }
        Ok(next)
    }

    /// Whether the run goes on to the engine's next wake-up with nothing else planned.
    fn carries_on(&self, wakeup: Wakeup) -> bool {
        match wakeup {
            Wakeup::NotBefore(_) | Wakeup::BucketRoom | Wakeup::ReclaimEnd => true,
            Wakeup::LeaseEnd(_) => {
                let status = self.queue.status();
                status.leases().any(|lease| self.is_left_to_end(&lease))
                    || status.messages().any(|message| self.waits_for_time(&message))
            }
        }
    }

    /// Whether nobody is taken to be at work under a lease that lives.
    fn is_left_to_end(&self, lease: &LeaseStatus) -> bool {
        let worker = self.names.worker_of(lease.worker);
        let message = self.names.message_of(lease.message);
        worker.is_some_and(|worker| self.names.worker(worker).presence == Presence::Crashed)
            || message.is_some_and(|message| self.plan.messages[message].work.is_some())
    }

    fn waits_for_time(&self, message: &MessageStatus<'_>) -> bool {
        message.lease.is_none()
            && self.queue.blocked(message.id).is_some_and(|blocked| match blocked {
                Blocked::NotBefore(_) | Blocked::HeldForReclaim(_) | Blocked::Bucket { .. } => true,
                Blocked::BehindHead { .. }
                | Blocked::GroupInFlight { .. }
                | Blocked::OtherTurn { .. }
                | Blocked::NoCredit => false,
            })
    }

    /// The end of a run in which nothing more happens.
    fn rest(&self) -> End {
        let counts = self.queue.status().counts();
        if counts.in_flight == 0 && counts.pending == 0 {
            End::Done
        } else {
            End::Quiet { in_flight: counts.in_flight, pending: counts.pending }
        }
    }
}
