//! The drawer of a message: its story so far, and what can be done to it.

use super::words::in_words;
use crate::session::{Draft, Session};
use queuescope_sim::{DeadReason, DeliveryRecord, Name, Outcome, Snapshot, Time, why};

/// The most attempts that the story tells one by one.
const MOST_ATTEMPTS: usize = 8;

/// A message, opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawerScene {
    /// Its name.
    pub message: Name,
    /// Its lane, once it has arrived.
    pub lane: Option<Name>,
    /// Its colour.
    pub hue: u8,
    /// Where it is and why, in a sentence.
    pub headline: String,
    /// Its attempts that are over, a line each.
    pub story: Vec<String>,
    /// Where it is, for what can be done.
    pub place: Place,
    /// When an act would be.
    pub at: Time,
    /// The instant on screen: an act is later.
    pub now: Time,
    /// What is filled in.
    pub draft: Draft,
    /// Whether nothing can be done: the text has errors.
    pub frozen: bool,
}

/// Where a message is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// With a worker, which may have crashed.
    InFlight {
        /// The worker.
        worker: Name,
        /// Whether it can still speak.
        crashed: bool,
    },
    /// It waits.
    Waiting,
    /// Among the dead letters.
    Dead,
    /// Anywhere else: nothing can be done.
    Gone,
}

pub(super) fn drawer(
    session: &Session,
    snapshot: &Snapshot,
    message: &Name,
) -> Option<DrawerScene> {
    let played = session.played();
    let lane = played.lane_of(message)?;
    let now = session.now();
    let place = if let Some((worker, crashed)) = holder(snapshot, message) {
        Place::InFlight { worker, crashed }
    } else if snapshot.dead_letters.iter().any(|dead| dead.message == *message) {
        Place::Dead
    } else if waits(snapshot, message) {
        Place::Waiting
    } else {
        Place::Gone
    };
    let attempts: Vec<&DeliveryRecord> = played
        .run()
        .deliveries()
        .iter()
        .filter(|delivery| delivery.message == *message && delivery.from <= now)
        .collect();
    let skipped = attempts.len().saturating_sub(MOST_ATTEMPTS);
    let story = attempts[skipped..].iter().filter_map(|delivery| attempt(delivery, now)).collect();
    Some(DrawerScene {
        message: Name::clone(message),
        lane: Some(Name::clone(lane)),
        hue: played.hue(lane),
        headline: why(played.run(), message, now).text,
        story,
        place,
        at: session.act_at(),
        now,
        draft: session.draft().clone(),
        frozen: session.frozen(),
    })
}

fn holder(snapshot: &Snapshot, message: &Name) -> Option<(Name, bool)> {
    snapshot.lanes.iter().flat_map(|lane| &lane.in_flight).find_map(|held| {
        (held.message == *message).then(|| {
            let crashed =
                snapshot.workers.iter().any(|worker| worker.name == held.worker && worker.crashed);
            (Name::clone(&held.worker), crashed)
        })
    })
}

fn waits(snapshot: &Snapshot, message: &Name) -> bool {
    snapshot.lanes.iter().flat_map(|lane| &lane.waiting).any(|waiting| waiting.message == *message)
}

/// `attempt 1 with W1, 2 s to 4 s: nacked`; the one that goes on is what the headline is about.
fn attempt(delivery: &DeliveryRecord, now: Time) -> Option<String> {
    let (at, outcome) = delivery.end.filter(|(at, _)| *at <= now)?;
    Some(format!(
        "attempt {} with {}, {} to {}: {}",
        delivery.attempt,
        delivery.worker,
        in_words(delivery.from),
        in_words(at),
        outcome_in_words(outcome)
    ))
}

pub(super) fn outcome_in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Acked => "acked",
        Outcome::Nacked => "nacked",
        Outcome::Expired => "lease expired",
        Outcome::Rejected => "rejected",
        Outcome::Returned => "given back",
        Outcome::Unresolved => "unresolved",
        Outcome::DeadLettered => "dead-lettered",
    }
}

pub(super) fn dead_in_words(reason: DeadReason) -> &'static str {
    match reason {
        DeadReason::Nacked => "nacked too often",
        DeadReason::Expired => "lease expired too often",
        DeadReason::FailureRule => "a failure rule said so",
        DeadReason::Rejected => "rejected by its worker",
        DeadReason::Operator => "set aside by hand",
    }
}
