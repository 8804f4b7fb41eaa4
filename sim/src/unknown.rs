//! What workers have that the leader does not know of: leases that its crash lost, and work that it has given up.

use crate::step::{HeldView, Name, Snapshot};
use crate::words::in_words;

/// All of it that there is at a step.
#[derive(Clone, Debug)]
pub struct Unknown<'a>(Vec<(&'a HeldView, bool)>);

impl<'a> Unknown<'a> {
    /// What of it a snapshot shows.
    pub fn of(snapshot: &'a Snapshot) -> Self {
        let mut all = Vec::new();
        for worker in &snapshot.workers {
            for held in &worker.lost {
                all.push((held, false));
            }
            for held in &worker.stray {
                all.push((held, true));
            }
        }
        Self(all)
    }

    /// A message's, and whether the leader has given it up.
    pub fn about(&self, message: &str) -> Option<(&'a HeldView, bool)> {
        self.0.iter().find(|(held, _)| *held.message == *message).copied()
    }

    /// Who works on a message though the leader has given that up.
    pub fn stray(&self, message: &str) -> Option<&'a Name> {
        self.about(message).filter(|(_, stray)| *stray).map(|(held, _)| &held.worker)
    }
}

/// `a1 is processed twice at once, by W1 and W3`.
pub fn twice(message: &str, workers: [&str; 2]) -> String {
    let [one, other] = workers;
    format!("{message} is processed twice at once, by {one} and {other}")
}

/// What becomes of a message that is with a worker without the leader's knowledge, in words.
pub fn in_full((held, stray): (&HeldView, bool), snapshot: &Snapshot) -> String {
    let HeldView { worker, .. } = held;
    if stray {
        let until = in_words(held.until);
        return format!("{worker}, cut off, is still at work on it, until {until} at most");
    }
    let view = snapshot.workers.iter().find(|view| view.name == *worker);
    let speaks = |until| view.is_some_and(|view| !view.crashed && view.cut_off < Some(until));
    match snapshot.reclaim_until.filter(|until| speaks(*until)) {
        Some(until) => {
            format!("its lease is lost: {worker} may speak for it until {}", in_words(until))
        }
        None => format!("its lease with {worker} is lost"),
    }
}

/// Who has a message in flight, as far as the leader knows.
pub fn holder<'a>(snapshot: &'a Snapshot, message: &str) -> Option<&'a HeldView> {
    snapshot.lanes.iter().flat_map(|lane| &lane.in_flight).find(|held| *held.message == *message)
}

/// What is in flight in a batch, where this is its first message there: `batch of 3`, or `1 left of a batch`.
pub fn batch_in_words(first: &HeldView, parts: usize) -> Option<String> {
    let began_with = first.batch.as_ref()?;
    Some(if *began_with == first.message {
        format!("batch of {parts}")
    } else {
        format!("{parts} left of a batch")
    })
}
