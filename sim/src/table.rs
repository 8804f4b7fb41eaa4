//! The step table: a row per instant at which something happened.

use crate::index::{Index, indexed};
use crate::step::{Name, Reason, Snapshot, Step, WorkerView};
use crate::time::Time;
use crate::words;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

mod arrivals;
mod event;
mod print;
mod rows;
mod waiting;

pub use print::{Format, write_table};

/// What a run lasts whose table has plain seconds, as the printed one always has.
const IN_SECONDS: Time = Time::ZERO;

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
    /// What it holds, in the order of delivery; then what it has that the leader does not know of.
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
    /// It is cut off from the leader.
    CutOff,
    /// It has left.
    Left,
}

impl CellState {
    /// That of a worker that is there.
    pub(crate) const fn of(crashed: bool, cut_off: bool) -> Self {
        match (crashed, cut_off) {
            (true, _) => Self::Crashed,
            (false, true) => Self::CutOff,
            (false, false) => Self::There,
        }
    }
}

/// A message that a worker holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Holding {
    /// The message.
    pub message: Name,
    /// Delivered at this very step.
    pub fresh: bool,
    /// The leader does not know of it (X2, X3).
    pub lost: bool,
}

/// Messages of one lane that are held back for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldBack {
    /// The lane.
    pub lane: Name,
    /// The messages, in arrival order.
    pub messages: Vec<Name>,
    /// `BehindHead`, `BehindInFlight`, `NotBefore`, `HeldForReclaim` or `Bucket`.
    pub reason: Reason,
}

/// The row of one step; `workers` are the columns, [`crate::Run::workers`].
pub fn row(workers: &[Name], step: &Step, snapshot: &Snapshot) -> Row {
    let there = indexed(&mut snapshot.workers.iter().map(|worker| &*worker.name));
    let left = indexed(&mut snapshot.left.iter().map(|worker| &**worker));
    let cells = workers.iter().map(|worker| match there.get(worker) {
        Some(place) => cell(&snapshot.workers[*place]),
        None if left.contains_key(worker) => Cell { state: CellState::Left, holds: Vec::new() },
        None => Cell { state: CellState::NotYet, holds: Vec::new() },
    });
    Row {
        t: words::seconds(step.at),
        event: event::event(step),
        workers: cells.collect(),
        waiting: held_back(snapshot),
    }
}

/// What is held back by order, time, a bucket or for reclaim, by lane and reason.
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
        Reason::HeldForReclaim { until } => format!("reclaim {}", until.as_micros()),
        Reason::Bucket { throttle, bucket, until } => {
            format!("bucket {} {} {throttle} {bucket}", until.as_micros(), throttle.len())
        }
        Reason::OtherTurn { .. } | Reason::NoCredit | Reason::Nothing => return None,
    })
}

fn cell(view: &WorkerView) -> Cell {
    let lost = |held| (held, true);
    let holds = view
        .holds
        .iter()
        .map(|held| (held, false))
        .chain(view.lost.iter().map(lost))
        .chain(view.stray.iter().map(lost))
        .map(|(held, lost)| Holding {
            message: Name::clone(&held.message),
            fresh: held.fresh && !lost,
            lost,
        });
    Cell { state: CellState::of(view.crashed, view.cut_off.is_some()), holds: holds.collect() }
}

impl Cell {
    /// As the table says it, with no more than so many names, each as `name` writes it; it is told what is fresh.
    fn said(&self, most: usize, name: impl Fn(&str, bool) -> String) -> Cow<'static, str> {
        let holds = || self.folded(most, &name);
        match (self.state, self.holds.is_empty()) {
            (CellState::NotYet, _) => "".into(),
            (CellState::Left, _) => "left".into(),
            (CellState::There, true) => "idle".into(),
            (CellState::There, false) => holds().into(),
            (CellState::Crashed, true) => "crashed".into(),
            (CellState::Crashed, false) => format!("crashed, has {}", holds()).into(),
            (CellState::CutOff, true) => "cut off".into(),
            (CellState::CutOff, false) => format!("cut off, has {}", holds()).into(),
        }
    }

    /// What it holds. Where that is folded, what is fresh is named before the rest is, for it is what the step is about;
    /// where more is fresh than is named, its number is marked like a name.
    fn folded(&self, most: usize, name: &dyn Fn(&str, bool) -> String) -> String {
        let fresh = self.holds.iter().filter(|held| held.fresh).count();
        let old = self.holds.len() - fresh;
        let shown = if fresh + old > most { most.saturating_sub(2).max(1) } else { most };
        let (mut fresh_named, mut old_named) = (0, 0);
        let mut names = Vec::new();
        for held in &self.holds {
            let (named, room) = if held.fresh {
                (&mut fresh_named, shown)
            } else {
                (&mut old_named, shown.saturating_sub(fresh))
            };
            if *named < room {
                *named += 1;
                let lost = if held.lost { " (lost)" } else { "" };
                names.push(format!("{}{lost}", name(&held.message, held.fresh)));
            }
        }
        let mut folded = words::comma_list(&names);
        let mut between = if fresh > fresh_named && old > old_named { ", " } else { " and " };
        for (count, is_fresh) in [(fresh - fresh_named, true), (old - old_named, false)] {
            if count > 0 {
                folded.push_str(between);
                folded.push_str(&name(&format!("{count} more"), is_fresh));
                between = " and ";
            }
        }
        folded
    }
}

impl HeldBack {
    /// As the table of a run that lasts until `last` says it, with these names for the messages.
    pub fn said(&self, names: &str, last: Time) -> String {
        held_words(names, &self.reason, last)
    }
}

/// What is held back for a reason, as the table of a run that lasts until `last` says it: `a2, a3 behind a1`.
fn held_words(names: &str, reason: &Reason, last: Time) -> String {
    match reason {
        Reason::BehindHead { head } => format!("{names} behind {head}"),
        Reason::BehindInFlight { message, .. } => format!("{names} behind {message}"),
        Reason::NotBefore { at } => format!("{names} not before {}", words::in_table(*at, last)),
        Reason::HeldForReclaim { until } => {
            format!("{names} for reclaim until {}", words::in_table(*until, last))
        }
        Reason::Bucket { throttle, bucket, until } => {
            let bucket = words::bucket(throttle, bucket);
            format!("{names} for {bucket} until {}", words::in_table(*until, last))
        }
        Reason::OtherTurn { key } => format!("{names} while it is the turn of {key}"),
        Reason::NoCredit => format!("{names} for a worker"),
        Reason::Nothing => names.to_owned(),
    }
}

/// As the table says it: `a1`, `idle`, `crashed, has a1`, `cut off, has a1 (lost)`, `left`; nothing before the worker joined.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(usize::MAX, |name, _| name.to_owned()))
    }
}

/// With every name, and all instants as plain seconds: `a2, a3 behind a1`, `a2 not before 9`, `m2 for stripe/cust-1 until 10`.
impl fmt::Display for HeldBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(&words::comma_list(&self.messages), IN_SECONDS))
    }
}
