//! The step table: a window of its rows, with the one on screen marked.

use super::words::instant_beside;
use crate::session::{Played, Session};
use queuescope_sim::{CellState, HeldBack, Name, Row};
use std::rc::Rc;

/// Runs up to this length are shown whole.
const WHOLE: usize = 120;
/// How many rows of a longer run are shown.
const WINDOW: usize = 60;
/// How many workers have a column.
const MOST_WORKERS: usize = 8;
/// How many names of one reason a row has.
const MOST_NAMES: usize = 3;
/// How many reasons a row has.
const MOST_REASONS: usize = 3;

/// The step table.
#[derive(Clone, Debug, PartialEq)]
pub struct StepsScene {
    /// How many steps there are in all.
    pub count: usize,
    /// A column per worker.
    pub workers: Vec<Name>,
    /// How many workers have no column.
    pub hidden_workers: usize,
    /// The rows shown.
    pub rows: Vec<RowScene>,
    /// The first row shown.
    pub first: usize,
    /// The step to show the table from for what is above; none: nothing is.
    pub earlier: Option<usize>,
    /// The step to show the table from for what is below; none: nothing is.
    pub later: Option<usize>,
    /// Whether the window follows the step on screen.
    pub follows: bool,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct RowScene {
    /// The step.
    pub index: usize,
    /// Before the step on screen, at it, or after it.
    pub when: When,
    /// `0`, `0.5`, or in a long run `1 h 5 min`.
    pub t: String,
    /// What happened.
    pub event: String,
    /// What each worker holds.
    pub cells: Vec<CellScene>,
    /// What is held back.
    pub waiting: String,
    /// All of it, where there is room for it.
    pub in_full: String,
}

/// What a worker holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellScene {
    /// Messages: name, colour, whether newly delivered.
    pub holds: Vec<(Name, u8, bool)>,
    /// What is said where it holds none, or beside it: `idle`, `crashed`, …
    pub word: Option<&'static str>,
}

/// Where a row is in time, from the step on screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before.
    Past,
    /// On screen.
    Now,
    /// After.
    Future,
}

pub(super) fn steps(session: &Session) -> StepsScene {
    let played = session.played();
    let count = played.run().len();
    let position = session.position();
    let (first, shown) = if count <= WHOLE {
        (0, count)
    } else {
        let last_start = count - WINDOW;
        let page = WINDOW / 2;
        let around = (position / page * page).saturating_sub(page / 2);
        (session.table_from().unwrap_or(around).min(last_start), WINDOW)
    };
    let workers = played.run().workers();
    StepsScene {
        count,
        workers: workers.iter().take(MOST_WORKERS).cloned().collect(),
        hidden_workers: workers.len().saturating_sub(MOST_WORKERS),
        rows: (first..first + shown)
            .filter_map(|index| Some(row(played, index, position, &played.row(index)?)))
            .collect(),
        first,
        earlier: (first > 0).then(|| first.saturating_sub(WINDOW)),
        later: (first + shown < count).then_some(first + WINDOW),
        follows: session.table_from().is_none(),
    }
}

fn row(played: &Played, index: usize, position: usize, row: &Rc<Row>) -> RowScene {
    RowScene {
        index,
        when: match index.cmp(&position) {
            std::cmp::Ordering::Less => When::Past,
            std::cmp::Ordering::Equal => When::Now,
            std::cmp::Ordering::Greater => When::Future,
        },
        t: instant_beside(
            &row.t,
            played.at(index),
            played.at(played.run().len().saturating_sub(1)),
        ),
        event: row.event.clone(),
        cells: row
            .workers
            .iter()
            .take(MOST_WORKERS)
            .map(|cell| CellScene {
                holds: cell
                    .holds
                    .iter()
                    .map(|held| {
                        (Name::clone(&held.message), played.hue_of(&held.message), held.fresh)
                    })
                    .collect(),
                word: match cell.state {
                    CellState::NotYet => Some("–"),
                    CellState::There if cell.holds.is_empty() => Some("idle"),
                    CellState::There => None,
                    CellState::Crashed => Some("crashed"),
                    CellState::Left => Some("left"),
                },
            })
            .collect(),
        waiting: waiting(&row.waiting),
        in_full: row.waiting.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
    }
}

/// What is held back, in the table's words: the first few names of each reason, the first few reasons.
fn waiting(held_back: &[HeldBack]) -> String {
    let mut parts: Vec<String> = held_back
        .iter()
        .take(MOST_REASONS)
        .map(|held| {
            let words = held.to_string();
            let more = held.messages.len().saturating_sub(MOST_NAMES);
            let names = held.messages.join(", ");
            match words.strip_prefix(&names) {
                Some(reason) if more > 0 => {
                    format!("{} and {more} more{reason}", held.messages[..MOST_NAMES].join(", "))
                }
                _ => words,
            }
        })
        .collect();
    let more: usize = held_back.iter().skip(MOST_REASONS).map(|held| held.messages.len()).sum();
    if more > 0 {
        parts.push(format!("{more} more"));
    }
    parts.join("; ")
}
