//! Workers that are cut off from the leader for a time, and what they do when they reach it again (X3).

use super::Replay;
use super::names::Presence;
use super::target::{Refusal, cut_off_until};
use crate::language::MAX_TIME;
use crate::step::Fact;
use crate::time::Time;
use queuescope_engine::LeaseId;

impl Replay {
    pub(super) fn cut_off(&mut self, at: Time, name: &str, lasting: Time) -> Result<(), Refusal> {
        let worker = self.there(name)?;
        if let Some(until) = self.names.worker(worker).cut_off {
            return Err(cut_off_until(name, until));
        }
        let until = at.as_micros().saturating_add(lasting.as_micros());
        let until = Time::from_micros(until).min(MAX_TIME);
        if let Some(id) = self.names.worker(worker).id {
            self.names.set_cut_off(worker, Some(until));
            self.queue.cut_off(at.instant(), id).map_err(|error| error.to_string())?;
            self.work_on(worker, until);
        }
        Ok(())
    }

    /// It works on meanwhile, in its batch as well. What it would have said by then it says when it reaches the leader.
    fn work_on(&mut self, worker: usize, until: Time) {
        while let Some((message, done)) = self.agenda.put_off(worker, until) {
            if let Some((next, lease)) = self.behind_in_batch(message)
                && !self.agenda.is_busy_with(next)
            {
                let delivery = self.agenda.count_delivery();
                self.begin_work(done, (next, worker, lease), delivery);
            }
        }
    }

    /// The message that the worker of this one does next, where they went out in one batch (B1).
    fn behind_in_batch(&self, message: usize) -> Option<(usize, LeaseId)> {
        let slot = self.names.message(message);
        let ((batch, _), id) = (slot.batch?, slot.id?);
        let mut parts = self.queue.batch(batch).filter(|part| part.batch == batch);
        parts.find(|part| part.message == id)?;
        let next = parts.next()?;
        Some((self.names.message_of(next.message)?, next.id))
    }

    /// Tells whose lost leases end by the workers' own clocks: the engine forgets them when it hears the time.
    pub(super) fn end_lost_leases(&self, at: Time, facts: &mut Vec<Fact>) {
        let over = self.queue.status().stray_leases().filter(|lease| lease.until <= at.instant());
        for lease in over {
            let message = self.names.message_of(lease.message);
            if let (Some(message), Some(worker)) = (message, self.names.worker_of(lease.worker)) {
                let (message, lane) = self.named(message);
                facts.push(Fact::LeaseOver { message, lane, worker: self.worker_name(worker) });
            }
        }
    }

    /// When the next of them ends.
    pub(super) fn next_lease_over(&self) -> Option<Time> {
        self.queue.status().stray_leases().map(|lease| lease.until.into()).min()
    }

    /// Lets those reach the leader again whose time is over, before anything else is done at the instant.
    pub(super) fn reconnect_all(&mut self, at: Time, facts: &mut Vec<Fact>) {
        for worker in 0..self.plan.workers.len() {
            let slot = self.names.worker(worker);
            if slot.cut_off.is_none_or(|until| until > at) {
                continue;
            }
            self.names.set_cut_off(worker, None);
            if let (Presence::There | Presence::Crashed, Some(id)) = (slot.presence, slot.id) {
                // The engine knows it, for it has not left.
                let _ = self.queue.reconnect(at.instant(), id);
                self.tell(at.instant(), facts);
            }
        }
    }

    /// When the next one reaches the leader again.
    pub(super) fn next_reconnection(&self) -> Option<Time> {
        let workers = 0..self.plan.workers.len();
        workers.filter_map(|worker| self.names.worker(worker).cut_off).min()
    }
}
