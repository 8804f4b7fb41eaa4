//! Why a message waits, or where else it is, in words.

use crate::language::nearest;
use crate::replay::Replay;
use crate::run::Run;
use crate::step::{DeadReason, Fact, Name, Reason, Step};
use crate::time::Time;
use crate::words::{NO_KEY, bucket, dead_reason, in_words, legible};
use serde::Serialize;

/// Where a message is at an instant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// The message that was asked about.
    pub message: String,
    /// The instant.
    pub at: Time,
    /// Where it is.
    pub whereabouts: Whereabouts,
    /// In words: `a3 waits behind a2, which is in flight with W1`.
    pub text: String,
}

/// Where a message is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Whereabouts {
    /// The scenario has no message of that name.
    Unknown {
        /// The nearest name that it has.
        nearest: Option<Name>,
    },
    /// It is sent later, or never within the run.
    NotSent {
        /// When it arrives.
        at: Option<Time>,
    },
    /// Its send was refused.
    Refused {
        /// Why.
        why: String,
    },
    /// It waits.
    Waiting {
        /// Why.
        reason: Reason,
    },
    /// It is with a worker.
    InFlight {
        /// The worker.
        worker: Name,
        /// The number of the attempt, 1 for the first.
        attempt: u32,
        /// When it went out.
        since: Time,
        /// When its lease ends.
        until: Time,
    },
    /// It was acked.
    Done {
        /// When.
        at: Time,
        /// By whom.
        worker: Name,
    },
    /// It is a dead letter.
    Dead {
        /// Since when.
        since: Time,
        /// Why.
        reason: DeadReason,
    },
    /// It was a dead letter and was thrown away.
    Purged {
        /// When.
        at: Time,
    },
}

/// Why a message waits at an instant, or where else it is.
pub fn why(run: &Run, message: &str, at: Time) -> Why {
    let whereabouts = whereabouts(run, message, at);
    let mut text = words(message, &whereabouts);
    let may_change =
        matches!(whereabouts, Whereabouts::Waiting { .. } | Whereabouts::InFlight { .. });
    if may_change && at > run.ends_at() {
        text.insert_str(0, &format!("the run ends at {}; then: ", in_words(run.ends_at())));
    }
    Why { text: legible(&text), message: message.to_owned(), at, whereabouts }
}

/// Where a message is at an instant.
pub(crate) fn whereabouts(run: &Run, message: &str, at: Time) -> Whereabouts {
    let plan = run.last().plan();
    let Some(place) = plan.message_named(message) else {
        let mut known = plan.messages.iter().map(|planned| &*planned.name);
        return Whereabouts::Unknown { nearest: nearest(message, &mut known).map(Name::from) };
    };
    let steps = run.steps_until(at);
    in_queue(&run.replay_after(steps), place).unwrap_or_else(|| in_facts(run, message, steps))
}

/// Where a message is that is in the queue or among the dead letters, by its place in the plan.
fn in_queue(replay: &Replay, message: usize) -> Option<Whereabouts> {
    if let Some(reason) = replay.reason_of(message) {
        return Some(Whereabouts::Waiting { reason });
    }
    if let Some(held) = replay.held_of(message) {
        return Some(Whereabouts::InFlight {
            worker: held.worker,
            attempt: held.attempt,
            since: held.since,
            until: held.until,
        });
    }
    let (since, reason) = replay.death_of(message)?;
    Some(Whereabouts::Dead { since, reason })
}

/// Where a message is that is neither in the queue nor among the dead letters, after so many steps.
fn in_facts(run: &Run, message: &str, steps: usize) -> Whereabouts {
    let (past, future) = run.steps().split_at(steps);
    for step in past.iter().rev() {
        for fact in step.facts.iter().rev() {
            if let Fact::Refused { what, why, .. } = fact
                && what.strip_prefix("send ") == Some(message)
            {
                return Whereabouts::Refused { why: why.clone() };
            }
            if fact.message().is_none_or(|about| &**about != message) {
                continue;
            }
            if let Fact::Acked { worker, .. } = fact {
                return Whereabouts::Done { at: step.at, worker: Name::clone(worker) };
            }
            if let Fact::Purged { .. } = fact {
                return Whereabouts::Purged { at: step.at };
            }
        }
    }
    let arrives = |step: &&Step| {
        step.facts.iter().any(
            |fact| matches!(fact, Fact::Arrived { message: arrived, .. } if &**arrived == message),
        )
    };
    Whereabouts::NotSent { at: future.iter().find(arrives).map(|step| step.at) }
}

/// Where a message is, as a sentence without a stop.
pub(crate) fn words(message: &str, whereabouts: &Whereabouts) -> String {
    match whereabouts {
        Whereabouts::Unknown { nearest: Some(near) } => {
            format!("there is no message {message}; did you mean {near}?")
        }
        Whereabouts::Unknown { nearest: None } => format!("there is no message {message}"),
        Whereabouts::NotSent { at: Some(at) } => {
            format!("{message} is not sent yet: it arrives at {}", in_words(*at))
        }
        Whereabouts::NotSent { at: None } => format!("{message} is not sent within the run"),
        Whereabouts::Refused { why } => format!("{message} never came into the queue: {why}"),
        Whereabouts::Waiting { reason } => format!("{message} {}", reason_words(reason)),
        Whereabouts::InFlight { worker, attempt, since, until } => format!(
            "{message} is in flight with {worker} since {}, attempt {attempt}; the lease ends at {}",
            in_words(*since),
            in_words(*until)
        ),
        Whereabouts::Done { at, worker } => {
            format!("{message} is done: {worker} acked it at {}", in_words(*at))
        }
        Whereabouts::Dead { since, reason } => format!(
            "{message} is a dead letter since {}: {}",
            in_words(*since),
            dead_reason(*reason)
        ),
        Whereabouts::Purged { at } => format!("{message} was purged at {}", in_words(*at)),
    }
}

/// Why a message waits, to follow on its name.
fn reason_words(reason: &Reason) -> String {
    match reason {
        Reason::BehindHead { head } => {
            format!("waits behind {head}, the head of its group, which waits itself")
        }
        Reason::BehindInFlight { message, worker } => {
            format!("waits behind {message}, which is in flight with {worker}")
        }
        Reason::NotBefore { at } => format!("waits until {}: it may not go before", in_words(*at)),
        Reason::HeldForReclaim { until } => format!(
            "is held for reclaim until {}: it was there when the leader crashed, and a worker may still speak for it",
            in_words(*until)
        ),
        Reason::Bucket { throttle, bucket: name, until } => {
            format!(
                "waits for room in bucket {} until {}",
                bucket(throttle, name),
                in_words(*until)
            )
        }
        Reason::OtherTurn { key } if &**key == NO_KEY => {
            "waits for its turn: first comes a message without a fairness key".to_owned()
        }
        Reason::OtherTurn { key } => {
            format!("waits for its turn: it is the turn of fairness key {key}")
        }
        Reason::NoCredit => "waits for a worker: none has credit".to_owned(),
        Reason::Nothing => "is the next to go: nothing holds it back".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{ack, example, s};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[track_caller]
    fn assert_says(run: &Run, message: &str, at: u64, words: &str) {
        assert_eq!(why(run, message, s(at)).text, words);
    }

    #[test]
    fn w1_every_place_of_the_example_has_its_words() {
        let mut scenario = example();
        scenario.script.push(ack(11, "W1"));
        let run = Run::new(scenario);
        assert_says(&run, "a3", 0, "a3 waits behind a1, which is in flight with W1");
        assert_says(&run, "b1", 0, "b1 waits for a worker: none has credit");
        assert_says(&run, "b2", 0, "b2 waits behind b1, the head of its group, which waits itself");
        assert_says(&run, "a2", 4, "a2 waits until 9 s: it may not go before");
        assert_says(
            &run,
            "a2",
            9,
            "a2 is in flight with W1 since 9 s, attempt 2; the lease ends at 39 s",
        );
        // The run ends with the ack at 11 s: what is over stays so.
        assert_says(&run, "a1", 60, "a1 is done: W1 acked it at 2 s");
        assert_says(&run, "a9", 0, "there is no message a9; did you mean a1?");
    }

    #[test]
    fn past_the_end_of_the_run_the_last_state_is_said_as_such() {
        // W1 gets a3 at 10 s and says nothing more: the lease of 30 s would be over at 40 s, but the run is.
        let run = Run::new(example());
        let a3 = "a3 is in flight with W1 since 10 s, attempt 1; the lease ends at 40 s";
        assert_says(&run, "a3", 10, a3);
        assert_says(&run, "a3", 60, &format!("the run ends at 10 s; then: {a3}"));
        let mut scenario = example();
        scenario.until = Some(s(39));
        assert_says(&Run::new(scenario.clone()), "a3", 39, a3);
        scenario.until = Some(s(40));
        // With the lease over and no backoff, it goes out again at once.
        let again = "a3 is in flight with W1 since 40 s, attempt 2; the lease ends at 1 min 10 s";
        assert_says(&Run::new(scenario), "a3", 40, again);
    }
}
