//! What an act means: for the message that it was about, for its group, for what a worker leaves behind.

use super::sentence::Sentence;
use crate::step::{DeadReason, Fact, LaneKind, LaneView, Name, Reason, Snapshot};
use crate::time::Time;
use crate::words::{bucket, in_words};

/// The message whose attempt failed: `it`, or its name where the sentence is about the lease.
fn it<'a>(say: &'a mut Sentence, failed: &Fact) -> &'a mut Sentence {
    if let Fact::Expired { message, lane, .. } = failed {
        say.message(message, lane)
    } else {
        say.text("it")
    }
}

/// Why a failed attempt was a message's last.
pub(super) fn set_aside<'a>(
    say: &'a mut Sentence,
    failed: &Fact,
    reason: DeadReason,
    attempt: u32,
) -> &'a mut Sentence {
    match reason {
        DeadReason::FailureRule => it(say.text(", and a failure rule dead-letters "), failed),
        DeadReason::Expired => {
            let say = say.text(&format!(", which ends attempt {attempt}, the last, so "));
            it(say, failed).text(" is dead-lettered")
        }
        DeadReason::Nacked | DeadReason::Rejected | DeadReason::Operator => {
            say.text(&format!(", its attempt {attempt} and last, so it is dead-lettered"))
        }
    }
}

/// What comes next in a group whose head has gone.
pub(super) fn onward<'a>(
    say: &'a mut Sentence,
    joined_by: &str,
    lane: Option<&LaneView>,
) -> &'a mut Sentence {
    let Some(lane) = lane.filter(|lane| lane.kind != LaneKind::Unordered) else {
        return say;
    };
    if let Some(next) = lane.in_flight.iter().find(|held| held.fresh) {
        let say = say.text(joined_by).message(&next.message, &lane.name);
        return say.text(" is next in ").group(lane);
    }
    let Some(next) = lane.waiting.first() else {
        return match lane.in_flight.is_empty() {
            true => say.text(", and ").group(lane).text(" is empty"),
            false => say,
        };
    };
    if let Reason::BehindHead { .. } | Reason::BehindInFlight { .. } = next.reason {
        return say;
    }
    say.text(joined_by).message(&next.message, &lane.name).text(" is next in ").group(lane);
    match &next.reason {
        Reason::NotBefore { at } => say.text(&format!(", not before {}", in_words(*at))),
        Reason::HeldForReclaim { until } => {
            say.text(&format!(", once the reclaim grace is over at {}", in_words(*until)))
        }
        Reason::Bucket { throttle, bucket: name, until } => {
            let bucket = bucket(throttle, name);
            say.text(&format!(", once {bucket} has room at {}", in_words(*until)))
        }
        Reason::OtherTurn { .. } => say.text(", when its turn comes"),
        Reason::NoCredit
        | Reason::Nothing
        | Reason::BehindHead { .. }
        | Reason::BehindInFlight { .. } => say,
    }
}

/// Where a message that is to be tried again stands, and what it holds up.
pub(super) fn stays<'a>(
    say: &'a mut Sentence,
    failed: &Fact,
    message: &Name,
    lane: Option<&LaneView>,
) -> &'a mut Sentence {
    let Some(lane) = lane else {
        return say;
    };
    let ordered = lane.kind != LaneKind::Unordered;
    if lane.in_flight.iter().any(|held| held.fresh && held.message == *message) {
        let say = it(say.text(", and "), failed).text(" goes out again ");
        return match lane.waiting.first().filter(|_| ordered) {
            Some(next) => say.text("before ").message(&next.message, &lane.name),
            None => say.text("at once"),
        };
    }
    let Some(place) = lane.waiting.iter().position(|waiting| waiting.message == *message) else {
        return say;
    };
    match &lane.waiting[place].reason {
        Reason::NotBefore { at } | Reason::HeldForReclaim { until: at } => {
            held_until(say, lane, place, *at)
        }
        Reason::Bucket { throttle, bucket: name, until } => {
            let bucket = bucket(throttle, name);
            let say = it(say.text(", and "), failed);
            say.text(&format!(" waits for room in {bucket} until {}", in_words(*until)))
        }
        Reason::NoCredit | Reason::Nothing if ordered => {
            it(say.text(", and "), failed).text(" stays the head of ").group(lane)
        }
        Reason::NoCredit | Reason::Nothing => {
            it(say.text(", and "), failed).text(" waits for a worker")
        }
        Reason::OtherTurn { .. } => it(say.text(", and "), failed).text(" waits for its turn"),
        Reason::BehindHead { .. } | Reason::BehindInFlight { .. } => say,
    }
}

/// A message may not go before an instant: its group is held, and what is behind it may not pass.
fn held_until<'a>(
    say: &'a mut Sentence,
    lane: &LaneView,
    place: usize,
    at: Time,
) -> &'a mut Sentence {
    if lane.kind == LaneKind::Unordered {
        let say = say.text(", so ").message(&lane.waiting[place].message, &lane.name);
        return say.text(&format!(" may not go before {}", in_words(at)));
    }
    let say = say.text(", so ").group(lane).text(&format!(" is held until {}", in_words(at)));
    let behind = &lane.waiting[place + 1..];
    if behind.is_empty() {
        return say;
    }
    let say =
        say.text(" and ").list(behind, 3, |say, waiting| say.message(&waiting.message, &lane.name));
    say.text(" may not pass")
}

/// What a crashed worker leaves behind.
pub(super) fn abandoned<'a>(
    say: &'a mut Sentence,
    worker: &Name,
    snapshot: &Snapshot,
) -> &'a mut Sentence {
    let view = snapshot.workers.iter().find(|view| view.name == *worker);
    match view.map(|view| &*view.holds) {
        Some([held]) => {
            let say = say.text("; ").message(&held.message, &held.lane);
            say.text(&format!(" stays with it until its lease ends at {}", in_words(held.until)))
        }
        Some([_, _, ..]) => say.text("; what it holds stays with it until the leases end"),
        Some([]) | None => say,
    }
}

pub(super) fn find<'s>(snapshot: &'s Snapshot, lane: &Name) -> Option<&'s LaneView> {
    snapshot.lanes.iter().find(|view| view.name == *lane)
}
