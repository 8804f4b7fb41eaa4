//! The drawer of a message: its story so far, and what can be done to it.

use super::lanes::batch;
use super::unknown::{Unknown, in_full, twice};
use super::words::in_words;
use crate::session::{Draft, Session};
use queuescope_sim::{
    DeadReason, DeliveryRecord, HeldView, LaneView, Name, Outcome, Snapshot, Time, why,
};

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
    /// Its shard, its batch, and what its leader does not know of.
    pub facts: Vec<String>,
    /// Why its worker's word on it would not be taken, where it has one.
    pub objection: Option<String>,
    /// Whether that is for the worker being cut off.
    pub cut_off: bool,
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
    /// With a worker, which may have crashed; the leader may not know of it.
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
    let unknown = Unknown::of(snapshot).about(message);
    let lost = unknown.filter(|(_, stray)| !stray).map(|(held, _)| held);
    let holder = holder(snapshot, message);
    let held = holder.or(lost);
    let worker =
        held.and_then(|held| snapshot.workers.iter().find(|worker| worker.name == held.worker));
    let mut facts = Vec::new();
    if let Some(LaneView { shard: Some(shard), .. }) =
        snapshot.lanes.iter().find(|view| view.name == *lane)
    {
        facts.push(format!("shard {shard}"));
    }
    let (mut objection, mut cut_off) = (None, false);
    if let (Some(worker), Some(held)) = (worker, held) {
        let mut parts = Vec::new();
        for other in worker.holds.iter().chain(&worker.lost) {
            if other.batch.is_some() && other.batch == held.batch {
                parts.push(other);
            }
        }
        if let [first, ..] = parts[..] {
            facts.extend(batch(first, parts.len()));
            if first.message != *message {
                let first = &first.message;
                objection = Some(format!("A batch is settled in order: {first} comes first."));
            }
        }
        if let Some(until) = worker.cut_off.filter(|until| *until > session.act_at()) {
            let (name, until) = (&worker.name, in_words(until));
            cut_off = true;
            objection =
                Some(format!("{name} is cut off until {until}: the leader does not hear it."));
        }
    }
    if let Some(about) = unknown {
        facts.push(in_full(about, snapshot));
        if let Some(held) = holder {
            facts.push(twice(message, [&held.worker, &about.0.worker]));
        }
    }
    let place = if let Some(worker) = worker {
        Place::InFlight { worker: Name::clone(&worker.name), crashed: worker.crashed }
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
        facts,
        objection,
        cut_off,
        story,
        place,
        at: session.act_at(),
        now,
        draft: session.draft().clone(),
        frozen: session.frozen(),
    })
}

/// Who has a message in flight, as far as the leader knows.
pub(super) fn holder<'a>(snapshot: &'a Snapshot, message: &Name) -> Option<&'a HeldView> {
    snapshot.lanes.iter().flat_map(|lane| &lane.in_flight).find(|held| held.message == *message)
}

fn waits(snapshot: &Snapshot, message: &Name) -> bool {
    snapshot.lanes.iter().flat_map(|lane| &lane.waiting).any(|waiting| waiting.message == *message)
}

/// `attempt 1 with W1, 2 s to 4 s: nacked`; the one that goes on is what the headline is about.
fn attempt(delivery: &DeliveryRecord, now: Time) -> Option<String> {
    let (at, outcome) = delivery.end.filter(|(at, _)| *at <= now)?;
    let mut words = format!(
        "attempt {} with {}, {} to {}: {}",
        delivery.attempt,
        delivery.worker,
        in_words(delivery.from),
        in_words(at),
        outcome_in_words(outcome)
    );
    if let Some((since, _)) = delivery.lost {
        words.push_str(&format!("; lease lost at {}", in_words(since)));
    }
    if let Some((since, until)) = delivery.twice.filter(|(since, _)| *since <= now) {
        // What is still ahead is not told.
        let span = match until <= now {
            true => format!("{} to {}", in_words(since), in_words(until)),
            false => format!("since {}", in_words(since)),
        };
        words.push_str(&format!("; processed twice at once, {span}"));
    }
    Some(words)
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
