//! The engine's events in the words of the oracle.

use super::Subject;
use super::subject::Names;
use crate::oracle::rules::Cause;
use crate::oracle::told::{Fact, Reason};
use queuescope_engine::{BucketKey, DeadLetterReason, Disposition, Event, FailureCause, Instant};

impl Subject {
    /// The events that were not taken yet.
    pub fn take_facts(&mut self) -> Vec<(u64, Fact)> {
        let mut facts = Vec::new();
        while let Some((at, event)) = self.queue.poll_event() {
            facts.push((at.as_micros(), fact(&self.names, event)));
        }
        facts
    }
}

fn fact(names: &Names, event: Event) -> Fact {
    match event {
        Event::Enqueued { message } => Fact::Enqueued(names.message(message)),
        Event::Eligible { message } => Fact::Eligible(names.message(message)),
        Event::BucketHasRoom { throttle, bucket } => {
            let values = match bucket {
                BucketKey::Values(values) => {
                    Some(values.iter().map(|value| value.clone().into_string()).collect())
                }
                BucketKey::Missing => None,
            };
            Fact::Room(throttle.to_string(), values)
        }
        Event::Delivered { message, worker, lease, attempt, until, batch } => Fact::Delivered(
            names.message(message),
            names.worker(worker),
            names.lease(lease),
            attempt,
            until.as_micros(),
            names.lease(batch),
        ),
        Event::ProcessedTwice { message, worker, lease, until } => Fact::Twice([
            names.message(message),
            names.worker(worker),
            names.lease(lease),
            until.as_micros(),
        ]),
        Event::Acked { message, lease, .. } => {
            Fact::Acked(names.message(message), names.lease(lease))
        }
        Event::Failed { message, lease, attempt, cause: why, disposition, .. } => {
            let again = match disposition {
                Disposition::RetryAt(at) => Some(at.as_micros()),
                Disposition::DeadLettered(_) => None,
            };
            Fact::Failed(names.message(message), names.lease(lease), attempt, cause(why), again)
        }
        Event::LeaseExtended { message, lease, until } => {
            Fact::Extended(names.message(message), names.lease(lease), until.as_micros())
        }
        Event::Returned { message, lease, .. } => {
            Fact::Returned(names.message(message), names.lease(lease))
        }
        Event::DeadLettered { message, reason: why } => {
            Fact::Dead(names.message(message), reason(why))
        }
        Event::Redriven { message } => Fact::Redriven(names.message(message)),
        Event::Purged { message } => Fact::Purged(names.message(message)),
        Event::Subscribed { worker } => Fact::Subscribed(names.worker(worker)),
        Event::Crashed { worker } => Fact::Crashed(names.worker(worker)),
        Event::Recovered { worker } => Fact::Recovered(names.worker(worker)),
        Event::Left { worker } => Fact::Left(names.worker(worker)),
        Event::CutOff { worker } => Fact::CutOff(names.worker(worker)),
        Event::Reconnected { worker } => Fact::Reconnected(names.worker(worker)),
        Event::LeaderCrashed { held_until } => {
            Fact::LeaderCrashed(held_until.map(Instant::as_micros))
        }
        Event::LeaseRestarted { message, lease, until, .. } => {
            Fact::Restarted(names.message(message), names.lease(lease), until.as_micros())
        }
        Event::LeaseLost { message, lease, .. } => {
            Fact::Lost(names.message(message), names.lease(lease))
        }
        Event::Reestablished { message, lease, until, .. } => {
            Fact::Reestablished(names.message(message), names.lease(lease), until.as_micros())
        }
        Event::ReclaimEnded => Fact::ReclaimEnded,
        Event::Unresolved { message, lease, .. } => {
            Fact::Unresolved(names.message(message), names.lease(lease))
        }
    }
}

pub(super) const fn reason(reason: DeadLetterReason) -> Reason {
    match reason {
        DeadLetterReason::AttemptsExhausted(why) => Reason::Exhausted(cause(why)),
        DeadLetterReason::FailureRule(why) => Reason::Rule(cause(why)),
        DeadLetterReason::Rejected => Reason::Rejected,
        DeadLetterReason::Operator => Reason::Operator,
    }
}

const fn cause(cause: FailureCause) -> Cause {
    match cause {
        FailureCause::Nacked => Cause::Nacked,
        FailureCause::LeaseExpired => Cause::Expired,
    }
}
