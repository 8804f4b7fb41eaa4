//! Claims about what happened over the run, or up to an instant: what there was instead, or none where a claim holds.

use crate::run::Run;
use crate::sorted::sorted;
use crate::step::{DeliveryRecord, Fact, Step};
use crate::time::Time;
use crate::words::{counted, in_words, was_or_were};

/// The most names that a failure lists.
const MOST_NAMES: usize = 40;

/// What is said where there were no deliveries, and before those that there were.
const DELIVERIES: (&str, &str) = ("there were no deliveries", "the deliveries were");

/// What is done, where it is not exactly this.
pub(super) fn done(past: &[Step], messages: &[String]) -> Option<String> {
    let acked = |fact: &'_ Fact| matches!(fact, Fact::Acked { .. });
    let facts = past.iter().flat_map(|step| &step.facts).filter(|fact| acked(fact));
    let done: Vec<&str> = facts.filter_map(Fact::message).map(|name| &**name).collect();
    differs(&done, messages, ("nothing is done", "what is done is"))
}

/// What was processed twice at once, each named once, where it is not exactly this (X3).
pub(super) fn processed_twice(past: &[Step], messages: &[String]) -> Option<String> {
    let mut twice: Vec<&str> = Vec::new();
    for fact in past.iter().flat_map(|step| &step.facts) {
        if let Fact::ProcessedTwice { message, .. } = fact
            && !twice.contains(&&**message)
        {
            twice.push(message);
        }
    }
    differs(&twice, messages, ("nothing was processed twice", "what was processed twice is"))
}

/// The deliveries of a group, where they are not these.
pub(super) fn group(
    run: &Run,
    past: &[Step],
    key: &[String],
    deliveries: &[String],
) -> Option<String> {
    let Some(lane) = run.last().lane_of_group(key) else {
        return Some(no_such_group(key));
    };
    let of_lane = delivered(run, past).filter(|record| record.lane == lane);
    let of_lane: Vec<&str> = of_lane.map(|record| &*record.message).collect();
    differs(&of_lane, deliveries, DELIVERIES)
}

/// What is said of a group that no message of the run is in: its key is misspelt, and nothing holds of it.
fn no_such_group(key: &[String]) -> String {
    format!("no message of group {} arrived", key.join("/"))
}

/// All deliveries, where they are not these.
pub(super) fn deliveries(run: &Run, past: &[Step], messages: &[String]) -> Option<String> {
    let all: Vec<&str> = delivered(run, past).map(|record| &*record.message).collect();
    differs(&all, messages, DELIVERIES)
}

/// How many of a group, or of all, were in flight at once, where they were more.
pub(super) fn in_flight(
    run: &Run,
    past: &[Step],
    key: Option<&[String]>,
    most: u32,
) -> Option<String> {
    let lane = key.and_then(|key| run.last().lane_of_group(key));
    if let (Some(key), None) = (key, &lane) {
        return Some(no_such_group(key));
    }
    let counts = |record: &&DeliveryRecord| lane.as_ref().is_none_or(|lane| record.lane == *lane);
    let (peak, at) = peak(delivered(run, past).filter(counts));
    (peak > u64::from(most))
        .then(|| format!("{peak} {} in flight at {}", was_or_were(peak), in_words(at)))
}

/// The deliveries that began within these steps.
fn delivered<'r>(run: &'r Run, past: &[Step]) -> impl Iterator<Item = &'r DeliveryRecord> {
    let last = past.last().map(|step| step.at);
    run.deliveries().iter().take_while(move |record| Some(record.from) <= last)
}

/// The names that there were, where they are not the ones wanted.
fn differs(found: &[&str], wanted: &[String], (none, some): (&str, &str)) -> Option<String> {
    if found == wanted {
        return None;
    }
    if found.is_empty() {
        return Some(none.to_owned());
    }
    let same = found.iter().zip(wanted).take_while(|(found, wanted)| found == wanted).count();
    // Of a long list, what is around the first difference.
    let first = if found.len() > MOST_NAMES { same.saturating_sub(3) } else { 0 };
    let shown = &found[first..found.len().min(first + MOST_NAMES)];
    let before = if first > 0 { "… " } else { "" };
    let after = if first + shown.len() < found.len() { " …" } else { "" };
    Some(format!("{some} {before}{}{after}", shown.join(" ")))
}

/// The most deliveries at once, and when there were first so many.
///
/// A lease that ends at an instant is over before what goes out at that instant.
fn peak<'r>(records: impl Iterator<Item = &'r DeliveryRecord>) -> (u64, Time) {
    let mut changes: Vec<(Time, bool)> = Vec::new();
    for record in records {
        changes.push((record.from, true));
        changes.extend(record.end.map(|(end, _)| (end, false)));
    }
    let (mut now, mut peak) = (0_i64, (0, Time::ZERO));
    for (at, begins) in sorted(changes, |(at, begins)| (at.as_micros(), u64::from(*begins))) {
        now += if begins { 1 } else { -1 };
        if now > peak.0 {
            peak = (now, at);
        }
    }
    (peak.0.unsigned_abs(), peak.1)
}

/// Where the first delivery of the one is not before that of the other.
pub(super) fn before(run: &Run, past: &[Step], earlier: &str, later: &str) -> Option<String> {
    let first = |name: &str| {
        let mut records = delivered(run, past).enumerate();
        records
            .find(|(_, record)| &*record.message == name)
            .map(|(place, record)| (place, record.from))
    };
    match (first(earlier), first(later)) {
        (Some((a, _)), Some((b, _))) if a < b => None,
        (Some((_, a)), Some((_, b))) => Some(format!(
            "{later} went out at {} and {earlier} at {}, after it",
            in_words(b),
            in_words(a)
        )),
        (None, _) => Some(format!("{earlier} was not delivered")),
        // What never went out did not go before it.
        (Some(_), None) => None,
    }
}

/// Where messages got lost: by the queue's own counts, or by what was told of it (R5).
pub(super) fn lost(run: &Run, past: &[Step]) -> Option<String> {
    let (mut arrived, mut gone) = (0_u64, 0_u64);
    for (step, counts) in past.iter().zip(run.counts()) {
        for fact in &step.facts {
            match fact {
                Fact::Arrived { .. } => arrived += 1,
                Fact::Acked { .. } | Fact::Purged { .. } => gone += 1,
                Fact::Eligible { .. }
                | Fact::BucketHasRoom { .. }
                | Fact::Delivered { .. }
                | Fact::Nacked { .. }
                | Fact::Expired { .. }
                | Fact::Rejected { .. }
                | Fact::Extended { .. }
                | Fact::Returned { .. }
                | Fact::DeadLettered { .. }
                | Fact::Redriven { .. }
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
                | Fact::Refused { .. } => {}
            }
        }
        let left = counts.pending + counts.in_flight + counts.dead_lettered;
        if counts.enqueued != arrived || arrived != gone + left {
            return Some(format!(
                "at {}, of {} that arrived, {gone} {} acked or purged and {left} {} left",
                in_words(step.at),
                counted(usize::try_from(arrived).unwrap_or(usize::MAX), "message"),
                was_or_were(gone),
                was_or_were(left)
            ));
        }
    }
    None
}
