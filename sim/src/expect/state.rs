//! Claims about the state at an instant: what is there instead, or none where a claim holds.

use crate::run::Run;
use crate::step::{Name, Reason, Snapshot};
use crate::time::Time;
use crate::why::{Whereabouts, why};
use crate::words::{and_list, counted, folded_list};

/// The most names that a failure lists.
const MOST_NAMES: usize = 8;

/// What a worker has instead of exactly these messages.
pub(super) fn has(
    run: &Run,
    snapshot: &Snapshot,
    worker: &str,
    messages: &[String],
) -> Option<String> {
    let held = holds(snapshot, worker);
    // No message is held twice: as many, and each of them wanted, are the very ones.
    let same = held.len() == messages.len()
        && held.iter().all(|held| messages.iter().any(|wanted| wanted == held));
    (!same).then(|| worker_words(run, snapshot, worker))
}

/// What a worker does that is not idle.
pub(super) fn idle(run: &Run, snapshot: &Snapshot, worker: &str) -> Option<String> {
    let view = snapshot.workers.iter().find(|view| *view.name == *worker);
    let idle = view.is_some_and(|view| view.is_idle());
    (!idle).then(|| worker_words(run, snapshot, worker))
}

/// The dead letters that there are instead of exactly these.
pub(super) fn dead(snapshot: &Snapshot, messages: &[String]) -> Option<String> {
    let letters = snapshot.dead_letters.iter();
    let dead: Vec<&str> = letters.map(|letter| &*letter.message).collect();
    (dead != *messages).then(|| match &*dead {
        [] => "there are no dead letters".to_owned(),
        [one] => format!("the dead letter is {one}"),
        several => format!("the dead letters are {}", folded_list(several, MOST_NAMES)),
    })
}

/// What waits, where something does.
pub(super) fn nothing_waits(run: &Run, snapshot: &Snapshot, at: Time) -> Option<String> {
    let waiting: Vec<&Name> = snapshot
        .lanes
        .iter()
        .flat_map(|lane| &lane.waiting)
        .map(|waiting| &waiting.message)
        .collect();
    match &*waiting {
        [] => None,
        [one] => Some(why(run, one, at).text),
        several => Some(format!("{} wait", folded_list(several, MOST_NAMES))),
    }
}

/// Where the message is, unless it waits for the right reason.
pub(super) fn waits(
    run: &Run,
    message: &str,
    at: Time,
    right: &dyn Fn(&Reason) -> bool,
) -> Option<String> {
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
    let at_work: Vec<&str> =
        view.lost.iter().chain(&view.stray).map(|held| &*held.message).collect();
    match (view.crashed, held.is_empty()) {
        (true, true) => format!("{worker} has crashed"),
        (true, false) => format!("{worker} has crashed and holds {names}"),
        (false, true) if !at_work.is_empty() => format!(
            "{worker} has {}, of which the leader does not know",
            folded_list(&at_work, MOST_NAMES)
        ),
        (false, true) => format!("{worker} is idle"),
        (false, false) => format!("{worker} has {names}"),
    }
}
