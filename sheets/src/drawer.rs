//! The drawer of a message: its story so far, and what can be done to it.

mod acts;

use crate::run::Played;
use crate::state::State;
use crate::tree::{Node, el};
use acts::acts;
use queuescope_sim::{
    DeliveryRecord, LaneView, Name, Snapshot, Time, Unknown, batch_in_words, holder, in_full,
    in_words, outcome_in_words, twice, why,
};

/// The most attempts that the story tells one by one.
const MOST_ATTEMPTS: usize = 8;

/// A message, opened.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drawer {
    /// Its name.
    message: Name,
    /// Where it is and why, in a sentence.
    headline: String,
    /// Its shard, its batch, and what its leader does not know of.
    facts: Vec<String>,
    /// Why its worker's word on it would not be taken, where it has one.
    objection: Option<String>,
    /// Whether that is for the worker being cut off.
    cut_off: bool,
    /// Its attempts that are over, a line each.
    story: Vec<String>,
    /// Where it is, for what can be done.
    place: Place,
    /// When an act would be.
    at: Time,
    /// The instant on screen: an act is later.
    now: Time,
    /// The wait that a nack asks for.
    retry_after: Time,
    /// Whether nothing can be done: the text has errors.
    frozen: bool,
}

/// Where a message is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
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

/// The drawer of the message that is selected; of one that never arrives there is none.
pub(crate) fn drawer(played: &Played, state: State<'_>) -> Option<Node> {
    let drawer = Drawer::of(played, state)?;
    let close = el("button.close").attr("aria-label", "Close").says("select").icon("cross", 14);
    let story = (!drawer.story.is_empty())
        .then(|| el("ol.story").each(drawer.story.iter().map(|line| el("li").text(line))));
    let facts = (!drawer.facts.is_empty()).then(|| el("p.story").text(&drawer.facts.join(" · ")));
    Some(
        el("div.drawer")
            .attr("role", "region")
            .attr("aria-label", &format!("Message {}", drawer.message))
            .child(el("div.drawer-head").child(el("p").text(&drawer.headline)).child(close))
            .maybe(facts)
            .maybe(story)
            .maybe(acts(&drawer)),
    )
}

impl Drawer {
    fn of(played: &Played, state: State<'_>) -> Option<Self> {
        let run = &played.run;
        let (step, message) = (state.step(), state.get("select"));
        let snapshot = &run.snapshot(step);
        let lane = played.lane_of(message)?;
        let now = run.step(step)?.at;
        let at = state.at();
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
                facts.extend(batch_in_words(first, parts.len()));
                if *first.message != *message {
                    let first = &first.message;
                    objection = Some(format!("A batch is settled in order: {first} comes first."));
                }
            }
            if let Some(until) = worker.cut_off.filter(|until| *until > at) {
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
        } else if snapshot.dead_letters.iter().any(|dead| *dead.message == *message) {
            Place::Dead
        } else if waits(snapshot, message) {
            Place::Waiting
        } else {
            Place::Gone
        };
        let attempts: Vec<&DeliveryRecord> = run
            .deliveries()
            .iter()
            .filter(|delivery| *delivery.message == *message && delivery.from <= now)
            .collect();
        let skipped = attempts.len().saturating_sub(MOST_ATTEMPTS);
        let story =
            attempts[skipped..].iter().filter_map(|delivery| attempt(delivery, now)).collect();
        Some(Self {
            message: Name::from(message),
            headline: why(run, message, now).text,
            facts,
            objection,
            cut_off,
            story,
            place,
            at,
            now,
            retry_after: state.time("draft.retry").unwrap_or(Time::from_secs(5)),
            frozen: state.is_frozen(),
        })
    }
}

fn waits(snapshot: &Snapshot, message: &str) -> bool {
    snapshot.lanes.iter().flat_map(|lane| &lane.waiting).any(|waiting| *waiting.message == *message)
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

#[cfg(test)]
mod tests;
