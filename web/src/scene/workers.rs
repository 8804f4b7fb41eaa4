//! Workers: what each holds, and how much of its lease is left.

use super::words::in_words;
use crate::session::{Knob, Session};
use queuescope_sim::{
    HeldView, Name, Snapshot, Time, Unknown, WorkerView, batch_in_words, holder, in_full,
};
use std::num::NonZeroU32;

/// How many workers there are on screen.
const MOST: usize = 40;
/// How many messages of a worker there are.
const MOST_HELD: usize = 8;
/// A longer name has a line for itself.
const LONG: usize = 8;

/// The workers panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkersScene {
    /// Those that are there.
    pub workers: Vec<WorkerScene>,
    /// Whether what they hold needs a line for itself: by their names, by batches, or by what a leader does not know.
    pub long: bool,
    /// How many are not shown.
    pub hidden: usize,
    /// How many there are from the start, as the text says.
    pub declared: u32,
    /// Those that left.
    pub left: Vec<String>,
    /// When an act would be.
    pub at: Time,
    /// Whether nothing can be turned: the text has errors.
    pub frozen: bool,
}

/// A worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerScene {
    /// Its name.
    pub name: Name,
    /// Whether it has crashed.
    pub crashed: bool,
    /// Until when it is cut off from the leader, while it is.
    pub cut_off: Option<String>,
    /// How many messages it may hold.
    pub credit: u32,
    /// Whether the text declares it, so that its credit can be turned.
    pub declared: bool,
    /// What it holds.
    pub holds: Vec<HeldScene>,
    /// How many more it holds.
    pub more: usize,
}

/// A message that a worker holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldScene {
    /// Its name.
    pub message: Name,
    /// Its colour.
    pub hue: u8,
    /// How much of the lease is left, of 100.
    pub left_percent: u8,
    /// `26 s`.
    pub left: String,
    /// Which attempt this is.
    pub attempt: u32,
    /// Delivered at this very step.
    pub fresh: bool,
    /// Whether the leader knows of it.
    pub known: Known,
    /// What is to say about that, and whether it is processed twice at once.
    pub note: Option<String>,
    /// Whether it is.
    pub twice: bool,
    /// It begins `batch of 3`.
    pub begins: Option<String>,
    /// Whether it is of a batch.
    pub part: bool,
}

/// Whether the leader knows of what a worker has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It does.
    Live,
    /// It does not: it crashed.
    Lost,
    /// It has given it up, and the worker works on.
    Stray,
}

pub(super) fn workers(session: &Session, snapshot: &Snapshot) -> WorkersScene {
    let played = session.played();
    let declared = &played.scenario().workers;
    let unknown = Unknown::of(snapshot);
    let workers: Vec<WorkerScene> = snapshot
        .workers
        .iter()
        .take(MOST)
        .map(|worker| {
            let mut all: Vec<(&HeldView, Known)> = Vec::new();
            let lists = [
                (&worker.holds, Known::Live),
                (&worker.lost, Known::Lost),
                (&worker.stray, Known::Stray),
            ];
            for (list, known) in lists {
                for held in list {
                    all.push((held, known));
                }
            }
            let mut holds = Vec::new();
            for (place, &(held, known)) in all.iter().enumerate().take(MOST_HELD) {
                let mut scene = holding(held, known, snapshot, &unknown);
                scene.hue = played.hue(&held.lane);
                let goes_on =
                    |other: &(&HeldView, Known)| (other.1, &other.0.batch) == (known, &held.batch);
                if scene.part && !all[..place].last().is_some_and(goes_on) {
                    let parts = all[place..].iter().take_while(|other| goes_on(other)).count();
                    scene.begins = batch_in_words(held, parts);
                }
                holds.push(scene);
            }
            WorkerScene {
                name: Name::clone(&worker.name),
                crashed: worker.crashed,
                cut_off: worker.cut_off.map(in_words),
                credit: credit(session, worker),
                declared: declared.iter().any(|decl| *decl.name == *worker.name),
                more: all.len() - holds.len(),
                holds,
            }
        })
        .collect();
    let number = u32::try_from(declared.len()).unwrap_or(u32::MAX);
    let turned = session.as_turned(Knob::Workers(number));
    let number = if let Knob::Workers(number) = turned { number } else { number };
    WorkersScene {
        long: played.scenario().queue.batches_of.get() > 1
            || !played.crashes().is_empty()
            || workers.iter().any(|worker| worker.name.chars().count() > LONG),
        workers,
        hidden: snapshot.workers.len().saturating_sub(MOST),
        declared: number,
        left: snapshot.left.iter().map(ToString::to_string).collect(),
        at: session.act_at(),
        frozen: session.frozen(),
    }
}

/// A worker's credit, as it was turned last.
fn credit(session: &Session, worker: &WorkerView) -> u32 {
    let turned = NonZeroU32::new(worker.credit)
        .map(|takes| session.as_turned(Knob::Credit { worker: Name::clone(&worker.name), takes }));
    if let Some(Knob::Credit { takes, .. }) = turned { takes.get() } else { worker.credit }
}

fn holding(held: &HeldView, known: Known, snapshot: &Snapshot, unknown: &Unknown<'_>) -> HeldScene {
    let left = micros_between(snapshot.at, held.until);
    let whole = micros_between(held.since, held.until).max(1);
    let other = match known {
        Known::Live => unknown.stray(&held.message),
        Known::Lost => None,
        Known::Stray => holder(snapshot, &held.message).map(|held| &held.worker),
    };
    let mut note = match known {
        Known::Live => String::new(),
        Known::Lost | Known::Stray => in_full((held, known == Known::Stray), snapshot),
    };
    if let Some(other) = other {
        let space = if note.is_empty() { "" } else { "; " };
        note.push_str(&format!("{space}processed twice at once, also by {other}"));
    }
    HeldScene {
        message: Name::clone(&held.message),
        hue: 0,
        left_percent: u8::try_from(left.saturating_mul(100) / whole).unwrap_or(100).min(100),
        left: match known {
            Known::Live => in_words(glance(left)),
            Known::Lost => "lost".to_owned(),
            Known::Stray => "still at work".to_owned(),
        },
        attempt: held.attempt,
        fresh: held.fresh,
        known,
        note: (!note.is_empty()).then_some(note),
        twice: other.is_some(),
        begins: None,
        part: held.batch.is_some(),
    }
}

/// A length of time without what a glance does not take in: `59 min 59 s`, `29.9 s`.
fn glance(micros: u64) -> Time {
    let grain = match micros {
        3_600_000_000.. => 60_000_000,
        60_000_000.. => 1_000_000,
        1_000_000.. => 100_000,
        1_000.. => 100,
        0.. => 1,
    };
    Time::from_micros(micros / grain * grain)
}

fn micros_between(from: Time, until: Time) -> u64 {
    until.as_micros().saturating_sub(from.as_micros())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_said_shortly() {
        let say = |micros| in_words(glance(micros));
        assert_eq!(say(7_199_999_999), "1 h 59 min");
        assert_eq!(say(3_599_999_999), "59 min 59 s");
        assert_eq!(say(29_999_999), "29.9 s");
        assert_eq!(say(30_000_000), "30 s");
        assert_eq!(say(999_999), "999.9 ms");
        assert_eq!(say(7), "7 µs");
    }

    #[test]
    fn long_names_have_a_line_for_themselves() {
        let long = |name: &str| {
            let session = Session::of(&format!("queue q\nworkers W1 {name}\nat 0s send a\n"));
            workers(&session, &session.played().run().snapshot(0)).long
        };
        assert!(!long("worker-1"));
        assert!(long("payment-processor-eu-west-1a"));
    }

    #[test]
    fn what_a_worker_holds_is_counted() {
        let session = Session::of("queue q\nworker W1 takes 40\nat 0s send a1..a40\n");
        let scene = workers(&session, &session.played().run().snapshot(0));
        assert_eq!((scene.workers[0].holds.len(), scene.workers[0].more), (8, 32));
    }
}
