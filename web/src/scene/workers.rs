//! Workers: what each holds, and how much of its lease is left.

use super::words::in_words;
use crate::session::Session;
use queuescope_sim::{Name, Snapshot, Time};

/// How many workers there are on screen.
const MOST: usize = 40;

/// The workers panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkersScene {
    /// Those that are there.
    pub workers: Vec<WorkerScene>,
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
    /// How many messages it may hold.
    pub credit: u32,
    /// Whether the text declares it, so that its credit can be turned.
    pub declared: bool,
    /// What it holds.
    pub holds: Vec<HeldScene>,
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
    /// `lease 26 s left`.
    pub left: String,
    /// Which attempt this is.
    pub attempt: u32,
    /// Delivered at this very step.
    pub fresh: bool,
}

pub(super) fn workers(session: &Session, snapshot: &Snapshot) -> WorkersScene {
    let played = session.played();
    let declared = &played.scenario().workers;
    let workers = snapshot
        .workers
        .iter()
        .take(MOST)
        .map(|worker| WorkerScene {
            name: Name::clone(&worker.name),
            crashed: worker.crashed,
            credit: worker.credit,
            declared: declared.iter().any(|decl| *decl.name == *worker.name),
            holds: worker
                .holds
                .iter()
                .map(|held| {
                    let left = micros_between(snapshot.at, held.until);
                    let whole = micros_between(held.since, held.until).max(1);
                    HeldScene {
                        message: Name::clone(&held.message),
                        hue: played.hue(&held.lane),
                        left_percent: u8::try_from(left.saturating_mul(100) / whole)
                            .unwrap_or(100)
                            .min(100),
                        left: in_words(Time::from_micros(left)),
                        attempt: held.attempt,
                        fresh: held.fresh,
                    }
                })
                .collect(),
        })
        .collect();
    WorkersScene {
        workers,
        hidden: snapshot.workers.len().saturating_sub(MOST),
        declared: u32::try_from(declared.len()).unwrap_or(u32::MAX),
        left: snapshot.left.iter().map(ToString::to_string).collect(),
        at: session.act_at(),
        frozen: session.frozen(),
    }
}

fn micros_between(from: Time, until: Time) -> u64 {
    until.as_micros().saturating_sub(from.as_micros())
}
