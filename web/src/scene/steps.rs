//! The step table: a window of its rows, with the one on screen marked.

use crate::session::{Played, SHORT, Session};
use queuescope_sim::{CellState, HeldBack, Name, Row, Time, in_table};
use std::cmp::Ordering;
use std::rc::Rc;

/// How many rows of a longer run are shown.
const WINDOW: usize = 32;
/// How many workers have a column.
const MOST_WORKERS: usize = 8;
/// How many names of one reason a row has.
const MOST_NAMES: usize = 3;
/// How many reasons a row has.
const MOST_REASONS: usize = 3;
/// How many names of a reason, and reasons, a row's tooltip has: more would fill the screen.
const MOST_IN_FULL: usize = 24;

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

/// A row. What it says is put into words when it is drawn: nearly all rows stay as they are from step to step.
#[derive(Clone, Debug)]
pub struct RowScene {
    /// The step.
    pub index: usize,
    /// Before the step on screen, at it, or after it.
    pub when: When,
    row: Rc<Row>,
    played: Rc<Played>,
}

impl PartialEq for RowScene {
    fn eq(&self, other: &Self) -> bool {
        // Each run has rows of its own.
        self.when == other.when && Rc::ptr_eq(&self.row, &other.row)
    }
}

/// What a worker holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellScene {
    /// Messages: name, colour, whether newly delivered; behind them those that the leader does not know of.
    pub holds: Vec<(Name, u8, bool)>,
    /// How many at the end the leader does not know of.
    pub lost: usize,
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
    let position = session.table_position();
    let (first, shown) = if count <= SHORT {
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
            .filter_map(|index| {
                let when = match index.cmp(&position) {
                    Ordering::Less => When::Past,
                    Ordering::Equal => When::Now,
                    Ordering::Greater => When::Future,
                };
                let (row, played) = (played.row(index)?, Rc::clone(played));
                Some(RowScene { index, when, row, played })
            })
            .collect(),
        first,
        earlier: (first > 0).then(|| first.saturating_sub(WINDOW)),
        later: (first + shown < count).then_some(first + WINDOW),
        follows: session.table_from().is_none(),
    }
}

impl RowScene {
    /// The instant: `0`, `0.5`, or in a long run `1 h 5 min`.
    pub fn t(&self) -> String {
        in_table(self.played.at(self.index), self.last())
    }

    /// What happened.
    pub fn event(&self) -> &str {
        &self.row.event
    }

    /// What each worker holds.
    pub fn cells(&self) -> impl Iterator<Item = CellScene> {
        self.row.workers.iter().take(MOST_WORKERS).map(|cell| CellScene {
            lost: cell.holds.iter().filter(|held| held.lost).count(),
            holds: cell
                .holds
                .iter()
                .map(|held| {
                    (Name::clone(&held.message), self.played.hue_of(&held.message), held.fresh)
                })
                .collect(),
            word: match cell.state {
                CellState::NotYet => Some("–"),
                CellState::There if cell.holds.is_empty() => Some("idle"),
                CellState::There => None,
                CellState::Crashed => Some("crashed"),
                CellState::CutOff => Some("cut off"),
                CellState::Left => Some("left"),
            },
        })
    }

    /// What is held back.
    pub fn waiting(&self) -> String {
        waiting(&self.row.waiting, (MOST_REASONS, MOST_NAMES), self.last())
    }

    /// More of it, for a tooltip.
    pub fn in_full(&self) -> String {
        waiting(&self.row.waiting, (MOST_IN_FULL, MOST_IN_FULL), self.last())
    }

    fn last(&self) -> Time {
        self.played.at(self.played.run().len().saturating_sub(1))
    }
}

/// What is held back, in the table's words: so many reasons at most, and so many names of each.
fn waiting(held_back: &[HeldBack], (reasons, names): (usize, usize), last: Time) -> String {
    let mut parts: Vec<String> = held_back
        .iter()
        .take(reasons)
        .map(|held| {
            let shown = &held.messages[..held.messages.len().min(names)];
            let mut said = shown.join(", ");
            if shown.len() < held.messages.len() {
                said.push_str(&format!(" and {} more", held.messages.len() - shown.len()));
            }
            held.said(&said, last)
        })
        .collect();
    let more: usize = held_back.iter().skip(reasons).map(|held| held.messages.len()).sum();
    if more > 0 {
        parts.push(format!("{more} more"));
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Msg;

    #[test]
    fn a_row_is_no_longer_the_more_waits() {
        let scene = steps(&Session::of("queue q\n  ordered\nworkers W1\nat 0s send m1..m1000\n"));
        let row = &scene.rows[0];
        let in_full = row.in_full();
        // m1 is in flight, 999 are behind it.
        assert_eq!(row.waiting(), "m2, m3, m4 and 996 more behind m1");
        assert!(in_full.starts_with("m2, m3, m4, m5"), "{in_full}");
        assert!(in_full.ends_with("m25 and 975 more behind m1"), "{in_full}");
    }

    #[test]
    fn the_table_of_a_long_run_comes_behind_the_rest() {
        let text = "queue q\nworkers W1\nat 0s send m1..m100 every 1s\n";
        let mut session = Session::of(text);
        let shown = |session: &Session| {
            let rows = steps(session).rows;
            let now: Vec<usize> =
                rows.iter().filter(|row| row.when == When::Now).map(|row| row.index).collect();
            (session.position(), now, session.table_lags())
        };
        for step in [40, 60] {
            session.update(Msg::Scrub(step));
            assert_eq!(shown(&session), (step, vec![0], true));
        }
        session.update(Msg::CatchUp);
        assert_eq!(shown(&session), (60, vec![60], false));
        session.update(Msg::Back);
        assert_eq!(shown(&session), (59, vec![60], true));
        // Another text has other steps.
        session.update(Msg::Type(text.replace("m100", "m99")));
        assert_eq!(shown(&session), (59, vec![59], false));
        session.update(Msg::Type("workers W1\nat 0s send m1..m9 every 1s\n".to_owned()));
        session.update(Msg::First);
        assert_eq!(shown(&session), (0, vec![0], false));
    }

    #[test]
    fn all_instants_of_a_row_are_in_the_same_words() {
        let row = |retry: &str, at: &str| {
            let text = format!(
                "queue q\n  lease 10d\nworkers W1\nat 0s send b1\nat {at} W1 nacks, retry after {retry}\n"
            );
            let mut session = Session::of(&text);
            session.update(Msg::Seek(1));
            let row = steps(&session).rows.swap_remove(1);
            (row.t(), row.event().to_owned(), row.waiting())
        };
        let said = |t: &str, event: &str, waiting: &str| {
            (t.to_owned(), event.to_owned(), waiting.to_owned())
        };
        // 3 d 12 h and two days more.
        assert_eq!(
            row("2d", "84h"),
            said("3 d 12 h", "W1 nacks b1, retry after 2 d", "b1 not before 5 d 12 h")
        );
        assert_eq!(
            row("2us", "3us"),
            said("3 µs", "W1 nacks b1, retry after 2 µs", "b1 not before 5 µs")
        );
        assert_eq!(row("5s", "4s"), said("4", "W1 nacks b1, retry after 5 s", "b1 not before 9"));
    }
}
