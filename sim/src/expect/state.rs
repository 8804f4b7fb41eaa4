//! Claims about the state at an instant.

use crate::run::Run;
use crate::scenario::Claim;
use crate::step::{Name, Reason, Snapshot};
use crate::time::Time;
use crate::why::{Whereabouts, why};
use crate::words::{and_list, counted, folded_list};

/// The most names that a failure lists.
const MOST_NAMES: usize = 8;

/// What is there instead; none where the claim holds.
pub(super) fn found_instead(run: &Run, steps: usize, at: Time, claim: &Claim) -> Option<String> {
    let snapshot = || run.after(steps);
    match claim {
        Claim::Has { worker, messages } => {
            let snapshot = snapshot();
            let held = holds(&snapshot, worker);
            // No message is held twice: as many, and each of them wanted, are the very ones.
            let same = held.len() == messages.len()
                && held.iter().all(|held| messages.iter().any(|wanted| wanted == held));
            (!same).then(|| worker_words(run, &snapshot, worker))
        }
        Claim::Idle { worker } => {
            let snapshot = snapshot();
            let view = snapshot.workers.iter().find(|view| *view.name == **worker);
            let idle = view.is_some_and(|view| view.holds.is_empty() && !view.crashed);
            (!idle).then(|| worker_words(run, &snapshot, worker))
        }
        Claim::Waits { message } => waits(run, message, at, |_| true),
        Claim::WaitsBehind { message, behind } => waits(run, message, at, |reason| match reason {
            Reason::BehindHead { head: ahead } | Reason::BehindInFlight { message: ahead, .. } => {
                **ahead == **behind
            }
            Reason::NotBefore { .. }
            | Reason::Bucket { .. }
            | Reason::OtherTurn { .. }
            | Reason::NoCredit
            | Reason::Nothing => false,
        }),
        Claim::WaitsUntil { message, until: wanted } => {
            waits(run, message, at, |reason| match reason {
                Reason::NotBefore { at: until } | Reason::Bucket { until, .. } => until == wanted,
                Reason::BehindHead { .. }
                | Reason::BehindInFlight { .. }
                | Reason::OtherTurn { .. }
                | Reason::NoCredit
                | Reason::Nothing => false,
            })
        }
        Claim::WaitsForThrottle { message, throttle: wanted } => waits(
            run,
            message,
            at,
            |reason| matches!(reason, Reason::Bucket { throttle, .. } if **throttle == **wanted),
        ),
        Claim::WaitsForWorker { message } => {
            waits(run, message, at, |reason| matches!(reason, Reason::NoCredit))
        }
        Claim::WaitsForTurn { message } => {
            waits(run, message, at, |reason| matches!(reason, Reason::OtherTurn { .. }))
        }
        Claim::Dead { messages } => {
            let snapshot = snapshot();
            let letters = snapshot.dead_letters.iter();
            let dead: Vec<&str> = letters.map(|letter| &*letter.message).collect();
            (dead != *messages).then(|| match &*dead {
                [] => "there are no dead letters".to_owned(),
                [one] => format!("the dead letter is {one}"),
                several => format!("the dead letters are {}", folded_list(several, MOST_NAMES)),
            })
        }
        Claim::NothingWaits => {
            let snapshot = snapshot();
            let waiting: Vec<&Name> = snapshot
                .lanes
                .iter()
                .flat_map(|lane| &lane.waiting)
                .map(|waiting| &waiting.message)
                .collect();
            (!waiting.is_empty()).then(|| match &*waiting {
                [one] => why(run, one, at).text,
                several => format!("{} wait", folded_list(several, MOST_NAMES)),
            })
        }
        Claim::Done { .. }
        | Claim::Group { .. }
        | Claim::Deliveries { .. }
        | Claim::MaxInFlight { .. }
        | Claim::DeliveredBefore { .. }
        | Claim::LostNothing => None,
    }
}

/// Where the message is, unless it waits for the right reason.
fn waits(run: &Run, message: &str, at: Time, right: impl Fn(&Reason) -> bool) -> Option<String> {
    let found = why(run, message, at);
    match &found.whereabouts {
        Whereabouts::Waiting { reason } if right(reason) => None,
        Whereabouts::Waiting { .. }
        | Whereabouts::Unknown { .. }
        | Whereabouts::NotSent { .. }
        | Whereabouts::Refused { .. }
        | Whereabouts::InFlight { .. }
        | Whereabouts::Done { .. }
        | Whereabouts::Dead { .. }
        | Whereabouts::Purged { .. } => Some(found.text),
    }
}

fn holds<'s>(snapshot: &'s Snapshot, worker: &str) -> Vec<&'s str> {
    let view = snapshot.workers.iter().find(|view| &*view.name == worker);
    view.map(|view| view.holds.iter().map(|held| &*held.message).collect()).unwrap_or_default()
}

/// What a worker has, or where it is: `W1 has b2`, `W1 is idle`, `W1 has crashed and holds a1`.
fn worker_words(run: &Run, snapshot: &Snapshot, worker: &str) -> String {
    let held = holds(snapshot, worker);
    let Some(view) = snapshot.workers.iter().find(|view| &*view.name == worker) else {
        return if snapshot.left.iter().any(|left| &**left == worker) {
            format!("{worker} has left")
        } else if run.workers().iter().any(|known| &**known == worker) {
            format!("{worker} has not joined")
        } else {
            format!("there is no worker {worker}")
        };
    };
    let names = if held.len() > MOST_NAMES {
        format!("{}, {} and so on", counted(held.len(), "message"), and_list(&held[..2]))
    } else {
        and_list(&held)
    };
    match (view.crashed, held.is_empty()) {
        (true, true) => format!("{worker} has crashed"),
        (true, false) => format!("{worker} has crashed and holds {names}"),
        (false, true) => format!("{worker} is idle"),
        (false, false) => format!("{worker} has {names}"),
    }
}
