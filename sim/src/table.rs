//! The step table: a row per instant at which something happened.

use crate::index::Index;
use crate::run::Run;
use crate::step::{Name, Reason, Snapshot, Step};
use crate::words;
use serde::Serialize;
use std::fmt;

mod event;
mod print;

pub use print::Format;

/// The step table of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// A column per worker, between `event` and `waiting`.
    pub workers: Vec<Name>,
    /// A row per step.
    pub rows: Vec<Row>,
}

/// A row of the step table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The instant, in plain seconds: `0`, `0.5`.
    pub t: String,
    /// What happened, causes only: `W1 nacks a2, retry after 5 s`.
    pub event: String,
    /// What each worker holds, in the order of the columns.
    pub workers: Vec<Cell>,
    /// What is held back by order, time or a bucket, in lane order.
    pub waiting: Vec<HeldBack>,
}

/// What a worker holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cell {
    /// Whether it is there and well.
    pub state: CellState,
    /// What it holds, in the order of delivery.
    pub holds: Vec<Holding>,
}

/// Whether a worker is there and well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum CellState {
    /// It has not joined yet.
    NotYet,
    /// It is there.
    There,
    /// It has crashed.
    Crashed,
    /// It has left.
    Left,
}

/// A message that a worker holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Holding {
    /// The message.
    pub message: Name,
    /// Delivered at this very step.
    pub fresh: bool,
}

/// Messages of one lane that are held back for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldBack {
    /// The lane.
    pub lane: Name,
    /// The messages, in arrival order.
    pub messages: Vec<Name>,
    /// `BehindHead`, `BehindInFlight`, `NotBefore` or `Bucket`.
    pub reason: Reason,
}

/// The step table of a run.
pub fn table(run: &Run) -> Table {
    let rows = run.steps().iter().enumerate();
    Table {
        workers: run.workers().to_vec(),
        rows: rows.map(|(index, step)| row(run.workers(), step, &run.snapshot(index))).collect(),
    }
}

/// The row of one step; `workers` are the columns, [`Run::workers`].
pub fn row(workers: &[Name], step: &Step, snapshot: &Snapshot) -> Row {
    Row {
        t: words::seconds(step.at),
        event: event::event(step),
        workers: workers.iter().map(|worker| cell(worker, snapshot)).collect(),
        waiting: held_back(snapshot),
    }
}

/// What is held back by order, time or a bucket, by lane and reason.
///
/// What merely waits for its turn or for a worker is not held back.
pub fn held_back(snapshot: &Snapshot) -> Vec<HeldBack> {
    let mut held = Vec::new();
    for lane in &snapshot.lanes {
        let mut by_reason = Index::new();
        for waiting in &lane.waiting {
            let Some(key) = holding_key(&waiting.reason) else {
                continue;
            };
            let place = match by_reason.get(&*key) {
                Some(place) => *place,
                None => {
                    by_reason.insert(key.into(), held.len());
                    held.push(HeldBack {
                        lane: Name::clone(&lane.name),
                        messages: Vec::new(),
                        reason: waiting.reason.clone(),
                    });
                    held.len() - 1
                }
            };
            held[place].messages.push(Name::clone(&waiting.message));
        }
    }
    held
}

/// A text that two reasons share where they are the same; none where a message is not held back.
fn holding_key(reason: &Reason) -> Option<String> {
    Some(match reason {
        Reason::BehindHead { head } => format!("head {head}"),
        Reason::BehindInFlight { message, worker } => {
            format!("{} {worker} {message}", worker.len())
        }
        Reason::NotBefore { at } => at.as_micros().to_string(),
        Reason::Bucket { throttle, bucket, until } => {
            format!("bucket {} {} {throttle} {bucket}", until.as_micros(), throttle.len())
        }
        Reason::OtherTurn { .. } | Reason::NoCredit | Reason::Nothing => return None,
    })
}

fn cell(worker: &Name, snapshot: &Snapshot) -> Cell {
    let Some(view) = snapshot.workers.iter().find(|view| view.name == *worker) else {
        let state =
            if snapshot.left.contains(worker) { CellState::Left } else { CellState::NotYet };
        return Cell { state, holds: Vec::new() };
    };
    let holds = view
        .holds
        .iter()
        .map(|held| Holding { message: Name::clone(&held.message), fresh: held.fresh });
    Cell {
        state: if view.crashed { CellState::Crashed } else { CellState::There },
        holds: holds.collect(),
    }
}

impl Cell {
    /// As the table says it, with what is newly delivered put between two of `mark`.
    fn marked(&self, mark: &str, most: usize) -> String {
        let names: Vec<String> = self
            .holds
            .iter()
            .map(|held| match held.fresh {
                true => format!("{mark}{}{mark}", held.message),
                false => held.message.to_string(),
            })
            .collect();
        let holds = words::folded_list(&names, most);
        match self.state {
            CellState::NotYet => String::new(),
            CellState::Left => "left".to_owned(),
            CellState::There if names.is_empty() => "idle".to_owned(),
            CellState::There => holds,
            CellState::Crashed if names.is_empty() => "crashed".to_owned(),
            CellState::Crashed => format!("crashed, has {holds}"),
        }
    }
}

impl HeldBack {
    /// As the table says it, with no more than so many names.
    fn folded(&self, most: usize) -> String {
        let names = words::folded_list(&self.messages, most);
        match &self.reason {
            Reason::BehindHead { head } => format!("{names} behind {head}"),
            Reason::BehindInFlight { message, .. } => format!("{names} behind {message}"),
            Reason::NotBefore { at } => format!("{names} not before {}", words::seconds(*at)),
            Reason::Bucket { throttle, bucket, until } => {
                let bucket = words::bucket(throttle, bucket);
                format!("{names} for {bucket} until {}", words::seconds(*until))
            }
            Reason::OtherTurn { key } => format!("{names} while it is the turn of {key}"),
            Reason::NoCredit => format!("{names} for a worker"),
            Reason::Nothing => names,
        }
    }
}

/// As the table says it: `a1`, `idle`, `crashed, has a1`, `left`; nothing before the worker joined.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.marked("", usize::MAX))
    }
}

/// As the table says it: `a2, a3 behind a1`, `a2 not before 9`, `m2 for stripe/cust-1 until 10`.
impl fmt::Display for HeldBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.folded(usize::MAX))
    }
}
