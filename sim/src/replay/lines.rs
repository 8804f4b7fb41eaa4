//! Carries the script's lines and the workers' own acts out; what cannot be done is refused, and the step says why.

use super::Replay;
use super::names::{Fate, Presence};
use super::target::{Refusal, fate_words, some_dead};
use crate::lower;
use crate::plan::Entry;
use crate::scenario::{Action, Selection};
use crate::step::{Fact, Step};
use crate::time::Time;
use crate::words::in_words;
use crate::work::Conduct;
use queuescope_engine::{EnqueueError, Instant, Nack};
use std::num::NonZeroU32;
use std::sync::Arc;

impl Replay {
    pub(super) fn carry_out_lines(&mut self, at: Time, step: &mut Step) {
        let plan = Arc::clone(&self.plan);
        while let Some(entry) = plan.entries.get(self.entries).filter(|entry| entry.at <= at) {
            self.entries += 1;
            if step.lines.last() != Some(&entry.line) {
                step.lines.push(entry.line);
            }
            let action = &plan.scenario.script[entry.line].action;
            if let Err(why) = self.carry_out(at, *entry, action, &mut step.facts) {
                let what = self.what(*entry, action);
                step.facts.push(Fact::Refused { line: Some(entry.line), what, why });
            }
        }
    }

    pub(super) fn carry_out_own_acts(&mut self, at: Time, facts: &mut Vec<Fact>) {
        while let Some(act) = self.agenda.pop_due(at) {
            if self.names.worker(act.worker).presence != Presence::There {
                continue;
            }
            // A lease that is over took its act off the agenda, so neither is refused.
            match act.conduct {
                Conduct::Ack => {
                    let _ = self.queue.ack(at.instant(), act.lease);
                    self.tell(at.instant(), facts);
                }
                Conduct::Nack { retry_after } => {
                    let _ = self.queue.nack(at.instant(), act.lease, nack(retry_after));
                    self.tell_asked(at.instant(), retry_after, facts);
                }
            }
        }
    }

    fn carry_out(
        &mut self,
        at: Time,
        entry: Entry,
        action: &Action,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        let now = at.instant();
        match action {
            Action::Send { .. } => {
                if let Some(message) = entry.sends {
                    self.send(at, message, facts)?;
                }
            }
            Action::Ack { worker, message } => {
                let target = self.target(worker, message.as_ref())?;
                self.queue.ack(now, target.lease).map_err(|error| self.refused(&target, error))?;
            }
            Action::Nack { worker, message, retry_after } => {
                let target = self.target(worker, message.as_ref())?;
                let nacked = self.queue.nack(now, target.lease, nack(*retry_after));
                nacked.map_err(|error| self.refused(&target, error))?;
                self.tell_asked(now, *retry_after, facts);
            }
            Action::Reject { worker, message } => {
                let target = self.target(worker, message.as_ref())?;
                let rejected = self.queue.reject(now, target.lease);
                rejected.map_err(|error| self.refused(&target, error))?;
                let (message, lane) = self.named(target.message);
                let worker = self.worker_name(target.worker);
                facts.push(Fact::Rejected { message, lane, worker });
            }
            Action::Extend { worker, message, by } => {
                let target = self.target(worker, message.as_ref())?;
                let mut lost = self.queue.status().lost_leases();
                let was_lost = lost.any(|lease| lease.id == target.lease);
                drop(lost);
                let extended = self.queue.extend(now, target.lease, by.duration());
                let until = extended.map_err(|_| self.stale(&target))?.into();
                if was_lost {
                    return self.told(now, facts);
                }
                let (message, lane) = self.named(target.message);
                let worker = self.worker_name(target.worker);
                facts.push(Fact::Extended { message, lane, worker, by: *by, until });
            }
            Action::Crash { worker } => {
                let worker = self.there(worker)?;
                if let Some(id) = self.names.worker(worker).id {
                    self.queue.crash(now, id).map_err(|error| error.to_string())?;
                }
            }
            Action::Return { worker } => self.recover(at, worker)?,
            Action::Join { worker, taking } => self.join(at, worker, *taking)?,
            Action::Leave { worker } => {
                let worker = self.live_worker(worker)?;
                if let Some(id) = self.names.worker(worker).id {
                    self.queue.leave(now, id).map_err(|error| error.to_string())?;
                }
            }
            Action::Redrive(which) => {
                let letters = self.dead_letters(which)?;
                let count = self.queue.redrive(now, letters).map_err(|_| self.not_dead(which))?;
                some_dead(count)?;
            }
            Action::Purge(which) => {
                let letters = self.dead_letters(which)?;
                let count = self.queue.purge(now, letters).map_err(|_| self.not_dead(which))?;
                some_dead(count)?;
            }
            Action::LeaderCrash => self.queue.crash_leader(now),
            Action::CutOff { worker, lasting } => self.cut_off(at, worker, *lasting)?,
            Action::DeadLetter { message } => {
                let slot = self.names.message(self.message(message)?);
                let id = slot.id.ok_or_else(|| fate_words(message, slot.fate))?;
                let set_aside = self.queue.dead_letter(now, id);
                set_aside.map_err(|_| fate_words(message, slot.fate))?;
            }
        }
        self.told(now, facts)
    }

    fn told(&mut self, now: Instant, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        self.tell(now, facts);
        Ok(())
    }

    /// What a line was to do.
    fn what(&self, entry: Entry, action: &Action) -> String {
        match action {
            Action::Send { .. } => {
                let name = entry.sends.map(|message| &*self.plan.messages[message].name);
                format!("send {}", name.unwrap_or_default())
            }
            Action::Ack { worker, message } => said(worker, "acks", message),
            Action::Nack { worker, message, retry_after } => {
                let mut what = said(worker, "nacks", message);
                if let Some(wait) = retry_after {
                    what.push_str(", retry after ");
                    what.push_str(&in_words(*wait));
                }
                what
            }
            Action::Reject { worker, message } => said(worker, "rejects", message),
            Action::Extend { worker, message, by } => {
                format!("{} by {}", said(worker, "extends", message), in_words(*by))
            }
            Action::Crash { worker } => said(worker, "crashes", &None),
            Action::Return { worker } => said(worker, "returns", &None),
            Action::Join { worker, .. } => said(worker, "joins", &None),
            Action::Leave { worker } => said(worker, "leaves", &None),
            Action::Redrive(which) => format!("redrive {}", selected(which)),
            Action::Purge(which) => format!("purge {}", selected(which)),
            Action::DeadLetter { message } => format!("dead-letter {message}"),
            Action::CutOff { worker, lasting } => {
                format!("{worker} cut off for {}", in_words(*lasting))
            }
            Action::LeaderCrash => "leader crashes".to_owned(),
        }
    }

    fn send(&mut self, at: Time, message: usize, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        let planned = self.plan.messages[message].message.clone();
        match self.queue.enqueue(at.instant(), planned) {
            Ok(id) => {
                let lane = self.queue.status().message(id).map(|it| self.lanes.of(&it));
                self.names.sent(message, id, lane.unwrap_or_default());
                self.tell(at.instant(), facts);
                Ok(())
            }
            Err(error) => {
                self.names.set_fate(message, Fate::Refused);
                Err(match error {
                    EnqueueError::MissingOrderingKey { component } => {
                        format!("it has no {component}, which the queue is ordered by")
                    }
                    EnqueueError::Full { .. } => error.to_string(),
                })
            }
        }
    }

    fn recover(&mut self, at: Time, name: &str) -> Result<(), Refusal> {
        let worker = self.worker(name)?;
        let slot = self.names.worker(worker);
        match (slot.presence, slot.id) {
            (Presence::Crashed, Some(id)) => {
                let recovered = self.queue.recover(at.instant(), id);
                recovered.map_err(|error| error.to_string())
            }
            (Presence::There, _) => Err(format!("{name} has not crashed")),
            (Presence::Left, _) => Err(format!("{name} has left")),
            (Presence::NotYet | Presence::Crashed, _) => Err(format!("{name} has not joined yet")),
        }
    }

    fn join(&mut self, at: Time, name: &str, taking: NonZeroU32) -> Result<(), Refusal> {
        let worker = self.worker(name)?;
        match self.names.worker(worker).presence {
            Presence::NotYet | Presence::Left => {}
            Presence::There => return Err(format!("{name} is there already")),
            Presence::Crashed => return Err(format!("{name} has crashed; it can return")),
        }
        // What of its throttles is refused was said at the start.
        let spec = lower::worker(&self.plan.scenario, name, taking, &mut Vec::new());
        let id =
            self.queue.subscribe(at.instant(), spec).map_err(|conflict| conflict.to_string())?;
        self.names.joined(worker, id);
        Ok(())
    }
}

/// `W1 acks`, `W1 acks m1`.
fn said(worker: &str, verb: &str, message: &Option<String>) -> String {
    match message {
        Some(message) => format!("{worker} {verb} {message}"),
        None => format!("{worker} {verb}"),
    }
}

fn selected(which: &Selection) -> String {
    match which {
        Selection::All => "all".to_owned(),
        Selection::First(count) => count.to_string(),
        Selection::Message(name) => name.clone(),
    }
}

fn nack(retry_after: Option<Time>) -> Nack {
    match retry_after {
        Some(wait) => Nack::RetryAfter(wait.duration()),
        None => Nack::Retry,
    }
}
