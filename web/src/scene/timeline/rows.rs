//! The rows, and what lies above each other in one: of what there is no room for, that nearest to now is kept.

use super::{BAR, ROW_GAP, STACK, TOP};
use crate::scene::words::{MOST_LETTERS, shortened};
use crate::session::{Played, TimelineBy};
use queuescope_sim::{DeliveryRecord, Name, Time};
use std::ops::Range;

/// How many rows there are on screen at most.
const MOST_ROWS: usize = 24;
/// How many bars may lie above each other in a row, where it is alone or so many are there now.
const MOST_LEVELS: usize = 12;
/// How many bars may lie above each other in any row.
pub(super) const LEVELS: usize = 4;
/// So few more are shown all the time: the picture keeps its height from step to step.
const FEW: usize = 2;

/// The name of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelScene {
    /// The name.
    pub name: String,
    /// As much of it as there is room for.
    pub short: String,
    /// Its colour; none: it is a worker's.
    pub hue: Option<u8>,
    /// The middle of the row's first bar.
    pub y: f64,
}

/// Stretches of time, those that overlap above each other.
#[derive(Default)]
pub(super) struct Stack {
    /// Per place, when its last stretch ends.
    ends: Vec<Time>,
    /// Per place, how far its nearest stretch is from now.
    near: Vec<u64>,
    /// Per place, the level at which it is shown; none: it is not.
    levels: Vec<Option<usize>>,
}

impl Stack {
    /// The first of as many places side by side that are free. It depends on what came before and not on now, so that stretches stay where they
    /// are while now moves.
    pub(super) fn place(&mut self, from: Time, until: Time, many: usize, now: Time) -> usize {
        let far = if now < from {
            from.as_micros() - now.as_micros()
        } else {
            now.as_micros().saturating_sub(until.as_micros())
        };
        let mut first = 0;
        for place in 0..self.ends.len() {
            if self.ends[place] > from && place < first + many {
                first = place + 1;
            }
        }
        for place in first..first + many {
            if place < self.ends.len() {
                self.ends[place] = until;
                self.near[place] = self.near[place].min(far);
            } else {
                self.ends.push(until);
                self.near.push(far);
            }
        }
        first
    }

    /// Gives a level to the places with what is nearest to now: to so many, or to more where more is there now.
    /// Returns how many levels there are.
    pub(super) fn settle(&mut self, due: usize) -> usize {
        let here = self.near.iter().filter(|far| **far == 0).count();
        let all = self.near.len();
        let few = all <= (due + FEW).min(MOST_LEVELS);
        let most = if few { all } else { due.max(here.min(MOST_LEVELS)) };
        let mut shown = 0;
        for place in 0..self.near.len() {
            let mut nearer = 0;
            for other in 0..self.near.len() {
                let ahead = (self.near[other], other) < (self.near[place], place);
                nearer += usize::from(ahead);
            }
            self.levels.push((nearer < most).then_some(shown));
            shown += usize::from(nearer < most);
        }
        shown
    }

    /// The level of a place.
    pub(super) fn level(&self, place: usize) -> Option<usize> {
        self.levels[place]
    }
}

/// Of so many in the order of time, the first `past` of which have begun, the most that are shown.
pub(super) fn nearest(past: usize, all: usize, most: usize) -> Range<usize> {
    let first = past.saturating_sub(most / 2).min(all.saturating_sub(most));
    first..(first + most).min(all)
}

/// The rows, each as high as the most of its bars that lie above each other.
pub(super) struct Rows<'a> {
    by: TimelineBy,
    played: &'a Played,
    names: Vec<Name>,
    stacks: Vec<Stack>,
    tops: Vec<f64>,
    pub(super) floor: f64,
    /// How many there would be besides.
    pub(super) hidden: usize,
}

impl<'a> Rows<'a> {
    /// Rows for what is in the part shown; where these are too many, for what is nearest to now.
    pub(super) fn new(
        by: TimelineBy,
        played: &'a Played,
        seen: &[&'a DeliveryRecord],
        now: Time,
    ) -> Self {
        let all = all(by, played);
        let mut names: Vec<Name> = Vec::new();
        if all.len() <= MOST_ROWS {
            names.extend_from_slice(all);
        } else {
            let near = near(by, all, seen, now);
            names.extend(all.iter().filter(|name| near.contains(name)).cloned());
        }
        let hidden = all.len() - names.len();
        let stacks = names.iter().map(|_| Stack::default()).collect();
        Self { by, played, names, stacks, tops: Vec::new(), floor: 0.0, hidden }
    }

    /// How many there would be with those that are hidden.
    pub(super) fn in_all(&self) -> usize {
        self.names.len() + self.hidden
    }

    /// What the names of all rows take, within reason.
    pub(super) fn gutter(by: TimelineBy, played: &Played) -> f64 {
        let longest = all(by, played).iter().map(|name| name.chars().count()).max();
        (longest.unwrap_or(0).min(MOST_LETTERS) as f64 * 8.0 + 12.0).max(42.0)
    }

    /// The row of this name.
    pub(super) fn known(&self, name: &Name) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The row of so many bars that begin with this one, and the first one's place there; none: it has no row.
    pub(super) fn place(
        &mut self,
        delivery: &DeliveryRecord,
        many: usize,
        until: Time,
        now: Time,
    ) -> Option<(usize, usize)> {
        let row = self.known(key(self.by, delivery))?;
        Some((row, self.stacks[row].place(delivery.from, until, many, now)))
    }

    /// Says where everything is, when all has its place, below what is at the top.
    pub(super) fn settle(&mut self, top: f64) {
        let due = (MOST_LEVELS / self.stacks.len().max(1)).max(LEVELS);
        let mut y = top + TOP;
        for stack in &mut self.stacks {
            self.tops.push(y);
            y += stack.settle(due).max(1) as f64 * STACK - (STACK - BAR) + ROW_GAP;
        }
        self.floor = y;
    }

    /// Where the top of a bar is; none: there is no room for it.
    pub(super) fn y(&self, row: usize, place: usize) -> Option<f64> {
        let level = self.stacks[row].level(place)?;
        Some(self.tops[row] + level as f64 * STACK)
    }

    /// Where a row begins.
    pub(super) fn top(&self, row: usize) -> f64 {
        self.tops[row]
    }

    /// How high a row is.
    pub(super) fn height(&self, row: usize) -> f64 {
        self.tops.get(row + 1).unwrap_or(&self.floor) - ROW_GAP - self.tops[row]
    }

    /// The names of the rows.
    pub(super) fn labels(&self) -> Vec<LabelScene> {
        self.names
            .iter()
            .zip(&self.tops)
            .map(|(name, top)| LabelScene {
                short: shortened(name),
                name: name.to_string(),
                hue: (self.by == TimelineBy::Lane).then(|| self.played.hue(name)),
                y: top + BAR / 2.0,
            })
            .collect()
    }
}

fn all(by: TimelineBy, played: &Played) -> &[Name] {
    match by {
        TimelineBy::Worker => played.run().workers(),
        TimelineBy::Lane => played.lanes(),
    }
}

fn key(by: TimelineBy, delivery: &DeliveryRecord) -> &Name {
    match by {
        TimelineBy::Worker => &delivery.worker,
        TimelineBy::Lane => &delivery.lane,
    }
}

/// The rows of what is in flight now, then of what began just before and will begin just after, then any.
fn near<'a>(
    by: TimelineBy,
    all: &'a [Name],
    seen: &[&'a DeliveryRecord],
    now: Time,
) -> Vec<&'a Name> {
    let (past, future) = seen.split_at(seen.partition_point(|delivery| delivery.from <= now));
    let mut near: Vec<&Name> = Vec::new();
    let mut add = |name: &'a Name| {
        if near.len() < MOST_ROWS && !near.contains(&name) {
            near.push(name);
        }
    };
    for delivery in past.iter().filter(|delivery| lasts(delivery, now)) {
        add(key(by, delivery));
    }
    for step in 0..seen.len() {
        if step < past.len() {
            add(key(by, past[past.len() - 1 - step]));
        }
        if step < future.len() {
            add(key(by, future[step]));
        }
    }
    for name in all {
        add(name);
    }
    near
}

/// Whether a delivery that has begun lasts.
pub(super) fn lasts(delivery: &DeliveryRecord, now: Time) -> bool {
    delivery.end.is_none_or(|(at, _)| at >= now) || delivery.stray.is_some_and(|until| until >= now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearest_to_now_is_kept() {
        assert_eq!(nearest(1_000, 1_000, 600), 400..1_000);
        assert_eq!(nearest(0, 1_000, 600), 0..600);
        assert_eq!(nearest(500, 1_000, 600), 200..800);
        assert_eq!(nearest(5, 10, 600), 0..10);
        assert_eq!(nearest(0, 0, 600), 0..0);
    }

    #[test]
    fn a_stack_shows_the_places_nearest_to_now() {
        let at = Time::from_secs;
        let mut stack = Stack::default();
        // Four that end early lie on the first places, so that the one that lasts until now is on the fifth.
        for until in [2, 2, 2, 2, 10] {
            stack.place(at(0), at(until), 1, at(9));
        }
        assert_eq!(stack.place(at(5), at(6), 1, at(9)), 0, "the first free place");
        assert_eq!(stack.settle(2), 2);
        let levels: Vec<Option<usize>> = (0..5).map(|place| stack.level(place)).collect();
        assert_eq!(levels, [Some(0), None, None, None, Some(1)]);
    }

    #[test]
    fn a_few_more_than_are_due_are_shown_whatever_is_now() {
        let levels = |due: usize, many: usize, now: u64| {
            let mut stack = Stack::default();
            for _ in 0..many {
                stack.place(Time::ZERO, Time::from_secs(2), 1, Time::from_secs(now));
            }
            stack.settle(due)
        };
        assert_eq!((levels(4, 6, 1), levels(4, 6, 5)), (6, 6));
        assert_eq!((levels(4, 7, 1), levels(4, 7, 5)), (7, 4));
        assert_eq!((levels(12, 13, 1), levels(12, 13, 5)), (12, 12), "no more than twelve");
    }

    #[test]
    fn a_stack_grows_for_what_is_there_now() {
        let at = Time::from_secs;
        let levels = |now: u64| {
            let mut stack = Stack::default();
            // Fourteen at once from 0 s to 9 s, the first two only to 2 s.
            for place in 0..14 {
                stack.place(at(0), at(if place < 2 { 2 } else { 9 }), 1, at(now));
            }
            let count = stack.settle(4);
            (count, stack.level(0), stack.level(2), stack.level(13))
        };
        assert_eq!(levels(2), (12, Some(0), Some(2), None), "no more than twelve of fourteen");
        assert_eq!(levels(5), (12, None, Some(0), Some(11)), "all twelve that are there");
        assert_eq!(
            levels(10),
            (4, None, Some(0), None),
            "nothing is there: the first four of them"
        );
    }

    #[test]
    fn what_belongs_together_lies_side_by_side() {
        let at = Time::from_secs;
        let mut stack = Stack::default();
        for until in [9, 2, 9, 2] {
            stack.place(at(0), at(until), 1, at(0));
        }
        // Of the four places the second and the fourth are free: two side by side begin at the fourth.
        assert_eq!(stack.place(at(3), at(5), 2, at(0)), 3);
        assert_eq!(stack.place(at(3), at(4), 1, at(0)), 1);
        assert_eq!(stack.place(at(4), at(6), 1, at(0)), 1);
        assert_eq!(stack.place(at(4), at(6), 1, at(0)), 5);
    }
}
