//! The engine's events as facts in the scenario's names, and what the replay keeps of them.

use super::Replay;
use super::lanes::joined;
use super::names::{Fate, Presence};
use crate::step::{DeadReason, Fact, Name, Outcome};
use crate::time::Time;
use crate::words::{NO_KEY, WHOLE_BUCKET};
use queuescope_engine::{
    BucketKey, DeadLetterReason, Disposition, Event, FailureCause, Instant, LeaseId, MessageId,
    WorkerId,
};

impl Replay {
    /// Takes the engine's events of this instant as facts.
    pub(super) fn tell(&mut self, now: Instant, facts: &mut Vec<Fact>) {
        self.tell_asked(now, None, facts);
    }

    /// The same after a nack that asked for a wait.
    pub(super) fn tell_asked(&mut self, now: Instant, asked: Option<Time>, facts: &mut Vec<Fact>) {
        while let Some((at, event)) = self.queue.poll_event() {
            debug_assert_eq!(at, now, "a step is one instant, but {event:?} is not of it");
            if let Some(fact) = self.fact(now.into(), event, asked) {
                facts.push(fact);
            }
        }
    }

    /// The message's name and lane.
    pub(crate) fn named(&self, message: usize) -> (Name, Name) {
        let lane = self.lanes.name(self.names.message(message).lane);
        (Name::clone(&self.plan.messages[message].name), lane)
    }

    pub(super) fn worker_name(&self, worker: usize) -> Name {
        Name::clone(&self.plan.workers[worker])
    }

    /// None where the event is about something that the scenario has no name for, which does not happen.
    fn fact(&mut self, now: Time, event: Event, asked: Option<Time>) -> Option<Fact> {
        Some(match event {
            Event::Enqueued { message } => {
                let (message, lane) = self.named(self.place(message)?);
                Fact::Arrived { message, lane }
            }
            Event::Eligible { message } => {
                let (message, lane) = self.named(self.place(message)?);
                Fact::Eligible { message, lane }
            }
            Event::BucketHasRoom { throttle, bucket } => {
                Fact::BucketHasRoom { throttle, bucket: bucket_name(&bucket) }
            }
            Event::Delivered { message, worker, lease, attempt, until, batch } => {
                let (place, by) = (self.place(message)?, self.worker_place(worker)?);
                let first = self.batch_begins_with(batch);
                self.note_delivery(now, (place, by, lease), (batch, first));
                let (message, lane) = self.named(place);
                Fact::Delivered {
                    message,
                    lane,
                    worker: self.worker_name(by),
                    attempt,
                    until: until.into(),
                    batch: first.map(|first| Name::clone(&self.plan.messages[first].name)),
                }
            }
            Event::ProcessedTwice { message, worker, until, .. } => {
                let (message, lane) = self.named(self.place(message)?);
                let worker = self.worker_name(self.worker_place(worker)?);
                Fact::ProcessedTwice { message, lane, worker, until: until.into() }
            }
            Event::Acked { message, worker, .. } => {
                let (place, by) = (self.place(message)?, self.worker_place(worker)?);
                self.note_lease_end(place, now, Outcome::Acked);
                self.names.set_fate(place, Fate::Done);
                let (message, lane) = self.named(place);
                self.lanes.done(self.names.message(place).lane, &message);
                Fact::Acked { message, lane, worker: self.worker_name(by) }
            }
            Event::Failed { message, worker, attempt, cause, disposition, .. } => {
                let (place, by) = (self.place(message)?, self.worker_place(worker)?);
                let (message, lane) = self.named(place);
                let worker = self.worker_name(by);
                let retry_at = match disposition {
                    Disposition::RetryAt(at) => Some(at.into()),
                    Disposition::DeadLettered(_) => None,
                };
                match cause {
                    FailureCause::Nacked => {
                        self.note_lease_end(place, now, Outcome::Nacked);
                        Fact::Nacked {
                            message,
                            lane,
                            worker,
                            attempt,
                            retry_after: asked,
                            retry_at,
                        }
                    }
                    FailureCause::LeaseExpired => {
                        self.note_lease_end(place, now, Outcome::Expired);
                        Fact::Expired { message, lane, worker, attempt, retry_at }
                    }
                }
            }
            // The line that extended it says so, with the worker and by how much.
            Event::LeaseExtended { .. } => return None,
            Event::Returned { message, worker, .. } => {
                let (place, by) = (self.place(message)?, self.worker_place(worker)?);
                self.note_lease_end(place, now, Outcome::Returned);
                let (message, lane) = self.named(place);
                Fact::Returned { message, lane, worker: self.worker_name(by) }
            }
            Event::DeadLettered { message, reason } => {
                let place = self.place(message)?;
                let reason = dead_reason(reason);
                let how = if reason == DeadReason::Rejected {
                    Outcome::Rejected
                } else {
                    Outcome::DeadLettered
                };
                let by = self.note_lease_end(place, now, how);
                let works_on = by.and_then(|worker| self.works_on(message, worker));
                self.names.set_fate(place, Fate::Dead);
                let (message, lane) = self.named(place);
                Fact::DeadLettered { message, lane, reason, works_on }
            }
            Event::Redriven { message } => {
                let place = self.place(message)?;
                self.names.set_fate(place, Fate::Live);
                let (message, lane) = self.named(place);
                Fact::Redriven { message, lane }
            }
            Event::Purged { message } => {
                let place = self.place(message)?;
                self.names.set_fate(place, Fate::Purged);
                let (message, lane) = self.named(place);
                Fact::Purged { message, lane }
            }
            Event::Subscribed { worker } => {
                Fact::Joined { worker: self.worker_name(self.worker_place(worker)?) }
            }
            Event::Crashed { worker } => {
                let worker = self.worker_place(worker)?;
                self.names.set_presence(worker, Presence::Crashed);
                Fact::Crashed { worker: self.worker_name(worker) }
            }
            Event::Recovered { worker } => {
                let worker = self.worker_place(worker)?;
                self.names.set_presence(worker, Presence::There);
                Fact::Recovered { worker: self.worker_name(worker) }
            }
            Event::Left { worker } => {
                let worker = self.worker_place(worker)?;
                self.names.set_presence(worker, Presence::Left);
                Fact::Left { worker: self.worker_name(worker) }
            }
            Event::CutOff { worker } => {
                let worker = self.worker_place(worker)?;
                let until = self.names.worker(worker).cut_off?;
                Fact::CutOff { worker: self.worker_name(worker), until }
            }
            Event::Reconnected { worker } => {
                Fact::Reconnected { worker: self.worker_name(self.worker_place(worker)?) }
            }
            Event::LeaderCrashed { held_until } => {
                Fact::LeaderCrashed { held_until: held_until.map(Time::from) }
            }
            Event::LeaseRestarted { message, worker, until, .. } => {
                let (message, lane) = self.named(self.place(message)?);
                let worker = self.worker_name(self.worker_place(worker)?);
                Fact::LeaseRestarted { message, lane, worker, until: until.into() }
            }
            Event::LeaseLost { message, worker, .. } => {
                let (message, lane) = self.named(self.place(message)?);
                Fact::LeaseLost {
                    message,
                    lane,
                    worker: self.worker_name(self.worker_place(worker)?),
                }
            }
            Event::Reestablished { message, worker, until, .. } => {
                let (message, lane) = self.named(self.place(message)?);
                let worker = self.worker_name(self.worker_place(worker)?);
                Fact::Reestablished { message, lane, worker, until: until.into() }
            }
            Event::ReclaimEnded => Fact::ReclaimEnded,
            Event::Unresolved { message, worker, .. } => {
                let (place, by) = (self.place(message)?, self.worker_place(worker)?);
                self.note_lease_end(place, now, Outcome::Unresolved);
                let works_on = self.works_on(message, by);
                let (message, lane) = self.named(place);
                Fact::Unresolved { message, lane, worker: self.worker_name(by), works_on }
            }
        })
    }

    fn place(&self, message: MessageId) -> Option<usize> {
        self.names.message_of(message)
    }

    fn worker_place(&self, worker: WorkerId) -> Option<usize> {
        self.names.worker_of(worker)
    }

    /// The message that a batch of several begins with.
    fn batch_begins_with(&self, batch: LeaseId) -> Option<usize> {
        let mut parts = self.queue.batch(batch);
        let first = parts.next()?.message;
        parts.next()?;
        self.place(first)
    }

    fn note_delivery(
        &mut self,
        now: Time,
        (message, worker, lease): (usize, usize, LeaseId),
        batch: (LeaseId, Option<usize>),
    ) {
        self.names.delivered(message, worker, lease, batch);
        let delivery = self.agenda.count_delivery();
        if batch.0 == lease {
            self.begin_work(now, (message, worker, lease), delivery);
        }
    }

    /// A worker begins to work on a message: when it has it, and when it is done with the one before it in the batch.
    pub(super) fn begin_work(
        &mut self,
        now: Time,
        (message, worker, lease): (usize, usize, LeaseId),
        delivery: u64,
    ) {
        if let Some(work) = self.plan.messages[message].work {
            let failed = self.names.message(message).failed;
            self.agenda.begin(now, (worker, message, lease), (work, delivery), failed);
        }
    }

    /// Until when a worker that cannot be told works on a message that was given up.
    fn works_on(&self, message: MessageId, worker: usize) -> Option<Time> {
        let worker = self.names.worker(worker).id?;
        let mut leases = self.queue.status().stray_leases();
        let lease = leases.find(|lease| lease.message == message && lease.worker == worker)?;
        Some(lease.until.into())
    }

    /// Returns the worker that had the message, where one did.
    fn note_lease_end(&mut self, message: usize, at: Time, how: Outcome) -> Option<usize> {
        let worker = self.names.lease_over(message, at, how)?;
        self.agenda.lease_over(message);
        let Some((batch, Some(_))) = self.names.message(message).batch else {
            return Some(worker);
        };
        let next = self.queue.batch(batch).next().filter(|next| next.batch == batch);
        if let Some(next) = next
            && let Some(place) = self.place(next.message)
            && !self.agenda.is_busy_with(place)
        {
            let delivery = self.agenda.count_delivery();
            self.begin_work(at, (place, worker, next.id), delivery);
        }
        Some(worker)
    }
}

/// A bucket's key values, joined; `all` where the throttle has no key.
pub(super) fn bucket_name(bucket: &BucketKey) -> Name {
    match bucket {
        BucketKey::Values(values) if values.is_empty() => WHOLE_BUCKET.into(),
        BucketKey::Values(values) => joined(values).into(),
        BucketKey::Missing => NO_KEY.into(),
    }
}

pub(super) const fn dead_reason(reason: DeadLetterReason) -> DeadReason {
    match reason {
        DeadLetterReason::AttemptsExhausted(FailureCause::Nacked) => DeadReason::Nacked,
        DeadLetterReason::AttemptsExhausted(FailureCause::LeaseExpired) => DeadReason::Expired,
        DeadLetterReason::FailureRule(_) => DeadReason::FailureRule,
        DeadLetterReason::Rejected => DeadReason::Rejected,
        DeadLetterReason::Operator => DeadReason::Operator,
    }
}
