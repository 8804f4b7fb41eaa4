//! What a line is about: the worker, the lease, the message, the dead letters; and why it cannot be about that.

use super::Replay;
use super::names::{Fate, Presence};
use crate::language::nearest;
use crate::scenario::Selection;
use crate::step::{Name, Outcome};
use crate::time::Time;
use crate::words::{and_list, in_words};
use queuescope_engine::{DeadLetters, LeaseId, LeaseStatus, SettleError};

/// What a line about a lease comes down to.
pub(super) struct Target {
    pub(super) worker: usize,
    pub(super) message: usize,
    pub(super) lease: LeaseId,
}

/// Why a line was refused.
pub(super) type Refusal = String;

impl Replay {
    /// The lease that a line is about: of the message that it names, else of the one that the worker holds (of one batch:
    /// the first), else of the one that it held last.
    pub(super) fn target(&self, name: &str, message: Option<&String>) -> Result<Target, Refusal> {
        let worker = self.live_worker(name)?;
        let message = match message {
            Some(message) => self.message(message)?,
            None => self.only_message(worker, name)?,
        };
        match self.names.last_lease(worker, message) {
            Some(lease) => Ok(Target { worker, message, lease: lease.id }),
            None => Err(format!("{name} never had {}", self.plan.messages[message].name)),
        }
    }

    fn only_message(&self, worker: usize, name: &str) -> Result<usize, Refusal> {
        let slot = self.names.worker(worker);
        let status = self.queue.status();
        let leases: Vec<LeaseStatus> = status
            .leases()
            .chain(status.lost_leases())
            .filter(|lease| Some(lease.worker) == slot.id)
            .collect();
        let one_batch = leases.iter().all(|lease| lease.batch == leases[0].batch);
        let holds: Vec<usize> =
            leases.iter().filter_map(|lease| self.names.message_of(lease.message)).collect();
        match (&*holds, slot.last) {
            ([first, ..], _) if one_batch => Ok(*first),
            ([], Some(last)) => Ok(last),
            ([], None) => Err(format!("{name} has had no message yet")),
            (several, _) => {
                let names: Vec<&Name> =
                    several.iter().map(|message| &self.plan.messages[*message].name).collect();
                Err(format!("{name} holds {}; say which", and_list(&names)))
            }
        }
    }

    /// A worker that the leader hears.
    pub(super) fn live_worker(&self, name: &str) -> Result<usize, Refusal> {
        let worker = self.there(name)?;
        match self.names.worker(worker).cut_off {
            None => Ok(worker),
            Some(until) => Err(cut_off_until(name, until)),
        }
    }

    pub(super) fn there(&self, name: &str) -> Result<usize, Refusal> {
        let worker = self.worker(name)?;
        match self.names.worker(worker).presence {
            Presence::There => Ok(worker),
            Presence::NotYet => Err(format!("{name} has not joined yet")),
            Presence::Crashed => Err(format!("{name} has crashed")),
            Presence::Left => Err(format!("{name} has left")),
        }
    }

    pub(super) fn worker(&self, name: &str) -> Result<usize, Refusal> {
        let workers = self.plan.workers.iter();
        self.plan
            .worker_named(name)
            .ok_or_else(|| unknown("worker", name, &mut workers.map(|known| &**known)))
    }

    pub(super) fn message(&self, name: &str) -> Result<usize, Refusal> {
        let messages = self.plan.messages.iter();
        self.plan
            .message_named(name)
            .ok_or_else(|| unknown("message", name, &mut messages.map(|known| &*known.name)))
    }

    /// Why a worker's word on a message was refused.
    pub(super) fn refused(&self, target: &Target, error: SettleError) -> Refusal {
        match error {
            SettleError::Stale(_) => self.stale(target),
            SettleError::OutOfOrder { lease, .. } => {
                let first = self.queue.batch(lease).next();
                let first = first.and_then(|first| self.names.message_of(first.message));
                let message = &self.plan.messages[target.message].name;
                let first = first.map_or(message, |first| &self.plan.messages[first].name);
                format!("a batch is settled in order, and {first} comes before {message}")
            }
        }
    }

    /// Why a lease is over.
    pub(super) fn stale(&self, target: &Target) -> Refusal {
        let message = &self.plan.messages[target.message].name;
        let worker = &self.plan.workers[target.worker];
        let end = self.names.last_lease(target.worker, target.message).and_then(|lease| lease.end);
        match end {
            Some((at, how)) => {
                let how = match how {
                    Outcome::Acked => "was acked",
                    Outcome::Nacked => "was nacked",
                    Outcome::Expired => "expired",
                    Outcome::Rejected => "was rejected",
                    Outcome::Returned => "was given back",
                    Outcome::Unresolved => "was given up at the end of the reclaim grace",
                    Outcome::DeadLettered => "was dead-lettered",
                };
                let at = in_words(at);
                match how {
                    "expired" => format!("the lease of {worker} on {message} expired at {at}"),
                    _ => format!("the lease of {worker} on {message} is over: it {how} at {at}"),
                }
            }
            None => format!("the lease of {worker} on {message} is over"),
        }
    }

    pub(super) fn dead_letters(&self, which: &Selection) -> Result<DeadLetters, Refusal> {
        Ok(match which {
            Selection::All => DeadLetters::All,
            Selection::First(count) => {
                DeadLetters::First(usize::try_from(count.get()).unwrap_or(usize::MAX))
            }
            Selection::Message(name) => {
                let place = self.message(name)?;
                let slot = self.names.message(place);
                DeadLetters::Message(slot.id.ok_or_else(|| fate_words(name, slot.fate))?)
            }
        })
    }

    pub(super) fn not_dead(&self, which: &Selection) -> Refusal {
        match which {
            Selection::All | Selection::First(_) => "there are no dead letters".to_owned(),
            Selection::Message(name) => match self.plan.message_named(name) {
                Some(place) => fate_words(name, self.names.message(place).fate),
                None => unknown("message", name, &mut std::iter::empty()),
            },
        }
    }
}

pub(super) fn cut_off_until(worker: &str, until: Time) -> Refusal {
    format!("{worker} is cut off from the leader until {}", in_words(until))
}

pub(super) fn some_dead(count: usize) -> Result<(), Refusal> {
    if count == 0 { Err("there are no dead letters".to_owned()) } else { Ok(()) }
}

fn unknown(what: &str, name: &str, known: &mut dyn Iterator<Item = &str>) -> Refusal {
    match nearest(name, known) {
        Some(near) => format!("there is no {what} {name}; did you mean {near}?"),
        None => format!("there is no {what} {name}"),
    }
}

/// Where a message is, for a line that needs it elsewhere.
pub(super) fn fate_words(name: &str, fate: Fate) -> String {
    match fate {
        Fate::NotSent => format!("{name} is not sent yet"),
        Fate::Refused => format!("the send of {name} was refused"),
        Fate::Live => format!("{name} is no dead letter"),
        Fate::Done => format!("{name} is done"),
        Fate::Dead => format!("{name} is a dead letter already"),
        Fate::Purged => format!("{name} was purged"),
    }
}
