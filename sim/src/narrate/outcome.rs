//! What arrived, what went out, what of the arrivals is held back, and why nobody takes anything.

use super::acts::MOST_NAMES;
use super::sentence::Sentence;
use crate::index::indexed;
use crate::step::{Fact, LaneView, Name, Reason, Snapshot, Step, WorkerView};
use crate::table::{HeldBack, held_back};
use crate::time::Time;
use crate::words::{bucket, counted, in_words};

/// The most arrivals that are named without being counted.
const MOST_ARRIVALS: usize = 7;
/// The most deliveries that are said one by one.
const MOST_DELIVERIES: usize = 3;

/// `a1, a2 and s1 arrive`, `12 messages arrive, first a1, a2 and a3`.
pub(super) fn arrivals(arrivals: &[&Fact]) -> Sentence {
    let mut sentence = Sentence::new();
    if arrivals.len() > MOST_ARRIVALS {
        sentence.text(&counted(arrivals.len(), "message")).text(" arrive, first ");
        sentence.list(&arrivals[..3], 3, named);
        return sentence;
    }
    let arrive = if arrivals.len() == 1 { " arrives" } else { " arrive" };
    sentence.list(arrivals, MOST_ARRIVALS, named).text(arrive);
    sentence
}

fn named<'s>(say: &'s mut Sentence, fact: &&Fact) -> &'s mut Sentence {
    let Fact::Arrived { message, lane } = fact else { return say };
    say.message(message, lane)
}

/// `W1 takes a1 and W2 takes s1`, `W1 is free and takes b2`.
pub(super) fn deliveries(deliveries: &[&Fact], step: &Step, snapshot: &Snapshot) -> Sentence {
    let mut sentence = Sentence::new();
    if deliveries.len() > MOST_DELIVERIES {
        sentence.text(&counted(deliveries.len(), "message")).text(" go out, first ");
        sentence.list(&deliveries[..MOST_DELIVERIES], MOST_DELIVERIES, |say, fact| {
            let Fact::Delivered { message, lane, worker, .. } = fact else { return say };
            say.message(message, lane).text(" to ").worker(worker)
        });
        return sentence;
    }
    sentence.list(deliveries, MOST_DELIVERIES, |say, fact| {
        let Fact::Delivered { message, lane, worker, attempt, .. } = fact else { return say };
        let say = say.worker(worker);
        let say = if was_freed(worker, step, snapshot) { say.text(" is free and") } else { say };
        let say = say.text(" takes ").message(message, lane);
        let say = if *attempt > 1 { say.text(&format!(", attempt {attempt}")) } else { say };
        match twice(message, step) {
            Some(other) => say
                .text(", which ")
                .worker(other)
                .text(", cut off, still works on: it is processed twice at once"),
            None => say,
        }
    });
    sentence
}

/// The worker that is at work on a message besides the one that it goes to (X3).
fn twice<'s>(delivered: &Name, step: &'s Step) -> Option<&'s Name> {
    step.facts.iter().find_map(|fact| {
        let Fact::ProcessedTwice { message, worker, .. } = fact else { return None };
        (message == delivered).then_some(worker)
    })
}

/// What of the arrivals is held back: `a2 and a3 wait behind a1, b2 behind b1`.
pub(super) fn held_arrivals(arrivals: &[&Fact], snapshot: &Snapshot) -> Option<Sentence> {
    let messages = arrivals.iter().filter_map(|fact| fact.message());
    let arrived = indexed(&mut messages.map(|name| &**name));
    let mut held = held_back(snapshot);
    for part in &mut held {
        part.messages.retain(|message| arrived.contains_key(message));
    }
    held.retain(|part| !part.messages.is_empty());
    if held.is_empty() {
        return None;
    }
    let mut sentence = Sentence::new();
    sentence.list(&held, 3, |say, part| {
        let say =
            say.list(&part.messages, MOST_NAMES, |say, message| say.message(message, &part.lane));
        reason(say, part)
    });
    Some(sentence)
}

/// Why workers without a message get none.
pub(super) fn idle(snapshot: &Snapshot) -> Option<Sentence> {
    let idle: Vec<&WorkerView> = snapshot
        .workers
        .iter()
        .filter(|worker| worker.is_idle() && worker.cut_off.is_none())
        .collect();
    if idle.is_empty() || snapshot.counts.pending == 0 {
        return None;
    }
    let mut sentence = Sentence::new();
    match nothing_before(&snapshot.lanes) {
        Some(at) => {
            sentence.text(&format!("nothing that waits may go before {}, so ", in_words(at)))
        }
        None => sentence.text("nothing that waits may go yet, so "),
    };
    sentence.list(&idle, MOST_NAMES, |say, worker| say.worker(&worker.name));
    sentence.text(if idle.len() == 1 { " is idle" } else { " are idle" });
    Some(sentence)
}

/// Whether a worker of credit 1 ended an attempt at this step.
fn was_freed(worker: &Name, step: &Step, snapshot: &Snapshot) -> bool {
    let single = snapshot.workers.iter().any(|view| view.name == *worker && view.credit == 1);
    single
        && step.facts.iter().any(|fact| match fact {
            Fact::Acked { worker: by, .. }
            | Fact::Nacked { worker: by, .. }
            | Fact::Expired { worker: by, .. }
            | Fact::Rejected { worker: by, .. } => by == worker,
            Fact::Arrived { .. }
            | Fact::Eligible { .. }
            | Fact::BucketHasRoom { .. }
            | Fact::Delivered { .. }
            | Fact::Extended { .. }
            | Fact::Returned { .. }
            | Fact::DeadLettered { .. }
            | Fact::Redriven { .. }
            | Fact::Purged { .. }
            | Fact::Joined { .. }
            | Fact::Crashed { .. }
            | Fact::Recovered { .. }
            | Fact::Left { .. }
            | Fact::CutOff { .. }
            | Fact::Reconnected { .. }
            | Fact::LeaderCrashed { .. }
            | Fact::LeaseRestarted { .. }
            | Fact::LeaseLost { .. }
            | Fact::Reestablished { .. }
            | Fact::ReclaimEnded
            | Fact::Unresolved { .. }
            | Fact::ProcessedTwice { .. }
            | Fact::LeaseOver { .. }
            | Fact::Refused { .. } => false,
        })
}

/// The first instant for which anything waits, where nothing waits for a message in flight, which could end before.
fn nothing_before(lanes: &[LaneView]) -> Option<Time> {
    let mut first: Option<Time> = None;
    for waiting in lanes.iter().flat_map(|lane| &lane.waiting) {
        match waiting.reason {
            Reason::NotBefore { at }
            | Reason::HeldForReclaim { until: at }
            | Reason::Bucket { until: at, .. } => {
                first = Some(first.map_or(at, |first| first.min(at)));
            }
            Reason::BehindHead { .. } => {}
            Reason::BehindInFlight { .. }
            | Reason::OtherTurn { .. }
            | Reason::NoCredit
            | Reason::Nothing => return None,
        }
    }
    first
}

/// `wait behind a1`, `may not go before 9 s`.
fn reason<'a>(say: &'a mut Sentence, part: &HeldBack) -> &'a mut Sentence {
    let waits = if part.messages.len() == 1 { " waits" } else { " wait" };
    match &part.reason {
        Reason::BehindHead { head: ahead } | Reason::BehindInFlight { message: ahead, .. } => {
            say.text(waits).text(" behind ").message(ahead, &part.lane)
        }
        Reason::NotBefore { at } => say.text(&format!(" may not go before {}", in_words(*at))),
        Reason::HeldForReclaim { until } => {
            say.text(&format!("{waits} for reclaim until {}", in_words(*until)))
        }
        Reason::Bucket { throttle, bucket: name, until } => {
            let bucket = bucket(throttle, name);
            say.text(&format!("{waits} for room in {bucket} until {}", in_words(*until)))
        }
        Reason::OtherTurn { .. } | Reason::NoCredit | Reason::Nothing => say.text(waits),
    }
}
