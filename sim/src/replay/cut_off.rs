//! Workers that are cut off from the leader for a time, and what they do when they reach it again (X3).

use super::Replay;
use super::lines::{Refusal, cut_off_until};
use super::names::Presence;
use crate::language::MAX_TIME;
use crate::step::Fact;
use crate::time::Time;

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
            self.agenda.put_off(worker, until);
        }
        Ok(())
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
