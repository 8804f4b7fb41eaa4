//! Whether what a scenario expects came out (`expect …`).
//!
//! A claim with an instant is about the state after the last step at or before it, and about the run up to there; one
//! without is about the end.

use crate::language::MAX_TIME;
use crate::run::Run;
use crate::scenario::{Claim, Expectation};
use crate::sorted::sorted;
use crate::step::{End, Reason};
use crate::time::Time;
use crate::words::{in_words, legible};
use serde::Serialize;

mod history;
mod state;

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// Its place in `Scenario::expect`.
    pub index: usize,
    /// When it was to hold; none: at the end, over the run.
    pub at: Option<Time>,
    /// The claim, as the language writes it.
    pub expected: String,
    /// What was there instead.
    pub found: String,
    /// Both in one sentence.
    pub message: String,
}

/// The expectations of the run's scenario that do not hold, in order.
pub fn check(run: &Run) -> Vec<Failure> {
    check_first(run, usize::MAX)
}

/// Those of the first so many expectations that do not hold: each may cost a replay, and somebody may wait for it.
pub fn check_first(run: &Run, most: usize) -> Vec<Failure> {
    // In the order of their instants, so that the run is walked through once.
    let expectations = run.scenario().expect.iter().enumerate().take(most).collect();
    let at = |expectation: &Expectation| expectation.at.unwrap_or(MAX_TIME).as_micros();
    let failures: Vec<Failure> = sorted(expectations, |(_, expectation)| (at(expectation), 0))
        .into_iter()
        .filter_map(|(index, expectation)| {
            let found = found_instead(run, expectation)?;
            let expected = expectation.claim.to_string();
            let when = match expectation.at {
                Some(at) => format!("at {at}"),
                None => "at the end".to_owned(),
            };
            Some(Failure {
                index,
                at: expectation.at,
                message: legible(&format!("{when} expected `{expected}`, but {found}")),
                expected,
                found,
            })
        })
        .collect();
    sorted(failures, |failure| (failure.index as u64, 0))
}

/// What was there instead; none where the claim holds.
fn found_instead(run: &Run, expectation: &Expectation) -> Option<String> {
    if let Some(cut) = cut_off_before(run, expectation.at) {
        return Some(cut);
    }
    let steps = expectation.at.map_or(run.len(), |at| run.steps_until(at));
    let at = expectation.at.unwrap_or_else(|| run.until());
    let snapshot = || run.after(steps);
    let past = &run.steps()[..steps];
    let waits = |message, right: &dyn Fn(&Reason) -> bool| state::waits(run, message, at, right);
    match &expectation.claim {
        Claim::Has { worker, messages } => state::has(run, &snapshot(), worker, messages),
        Claim::Idle { worker } => state::idle(run, &snapshot(), worker),
        Claim::Waits { message } => waits(message, &|_| true),
        Claim::WaitsBehind { message, behind } => {
            waits(message, &|reason| reason.ahead().is_some_and(|ahead| **ahead == **behind))
        }
        Claim::WaitsUntil { message, until } => {
            waits(message, &|reason| reason.until() == Some(*until))
        }
        Claim::WaitsForThrottle { message, throttle: wanted } => waits(
            message,
            &|reason| matches!(reason, Reason::Bucket { throttle, .. } if **throttle == **wanted),
        ),
        Claim::WaitsForWorker { message } => {
            waits(message, &|reason| matches!(reason, Reason::NoCredit))
        }
        Claim::WaitsForTurn { message } => {
            waits(message, &|reason| matches!(reason, Reason::OtherTurn { .. }))
        }
        Claim::WaitsForReclaim { message } => {
            waits(message, &|reason| matches!(reason, Reason::HeldForReclaim { .. }))
        }
        Claim::ProcessedTwice { messages } => history::processed_twice(past, messages),
        Claim::Dead { messages } => state::dead(&snapshot(), messages),
        Claim::NothingWaits => state::nothing_waits(run, &snapshot(), at),
        Claim::Done { messages } => history::done(past, messages),
        Claim::Group { key, deliveries } => history::group(run, past, key, deliveries),
        Claim::Deliveries { messages } => history::deliveries(run, past, messages),
        Claim::MaxInFlight { key, most } => history::in_flight(run, past, key.as_deref(), *most),
        Claim::DeliveredBefore { earlier, later } => history::before(run, past, earlier, later),
        Claim::LostNothing => history::lost(run, past),
    }
}

/// Why nothing can be said of an instant that a run did not come to because of a limit.
fn cut_off_before(run: &Run, at: Option<Time>) -> Option<String> {
    let limit = match run.end() {
        End::Done | End::Quiet { .. } => return None,
        End::StepLimit { steps } => format!("{steps} steps"),
        End::TimeLimit { at } => in_words(*at),
    };
    let last = run.steps().last().map_or(Time::ZERO, |step| step.at);
    let reached = at.is_some_and(|at| at <= last);
    (!reached).then(|| format!("the run is cut off at {}, at its limit of {limit}", in_words(last)))
}

#[cfg(test)]
mod tests;
