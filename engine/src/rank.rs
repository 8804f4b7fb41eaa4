//! What is kept in order, by numbers. Every ordered set of the engine is of this one type, so that a build holds it once,
//! and no sort: the page pays for them by the byte.
//!
//! A set is a line of runs, each of which is in order and ends before the next one begins. Most sets are used as queues are,
//! from the front and at the end, and there each run is as well; what goes in between moves a part of one run. Most are
//! also small: they have one run, which keeps its room when the set is empty.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Two numbers that say what goes first, and the place of what is ranked.
pub(crate) type Rank = (u64, u64, usize);

/// Ranks next to one another, in order.
type Run = VecDeque<Rank>;

/// The most ranks of a run.
const LONGEST: usize = 64;
/// Two runs that come to no more than this become one.
const SHORT: usize = LONGEST / 2;

/// Ranks, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranks {
    first: Run,
    /// None of these is empty, and all are where the first one is.
    others: VecDeque<Run>,
    len: usize,
}

impl Ranks {
    pub(crate) const fn new() -> Self {
        Self { first: Run::new(), others: VecDeque::new(), len: 0 }
    }

    /// Adds a rank; tells whether it is new.
    pub(crate) fn insert(&mut self, rank: Rank) -> bool {
        let at_end = self.last_run().back().is_none_or(|last| *last < rank);
        let at = if at_end { self.others.len() } else { self.run_of(rank) };
        let run = self.run_mut(at);
        if at_end && run.len() < LONGEST {
            run.push_back(rank);
        } else if at_end {
            let mut run = Run::with_capacity(LONGEST);
            run.push_back(rank);
            self.others.push_back(run);
        } else {
            let Err(place) = run.binary_search(&rank) else { return false };
            if run.len() < LONGEST {
                run.insert(place, rank);
            } else {
                let mut second = run.split_off(LONGEST / 2);
                match place.checked_sub(LONGEST / 2) {
                    Some(place) => second.insert(place, rank),
                    None => run.insert(place, rank),
                }
                self.others.insert(at, second);
            }
        }
        self.len += 1;
        true
    }

    /// Takes a rank out; tells whether it was there.
    pub(crate) fn remove(&mut self, rank: Rank) -> bool {
        if self.first.front() == Some(&rank) {
            self.first.pop_front();
            self.tidy(0);
        } else {
            let at = self.run_of(rank);
            let run = self.run_mut(at);
            let Ok(place) = run.binary_search(&rank) else { return false };
            run.remove(place);
            self.tidy(at);
        }
        self.len -= 1;
        true
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::new();
    }

    pub(crate) fn first(&self) -> Option<Rank> {
        self.first.front().copied()
    }

    /// Those that are not before `rank`, in order.
    pub(crate) fn from(&self, rank: Rank) -> impl Iterator<Item = Rank> {
        let at = self.run_of(rank);
        let place = self.run(at).partition_point(|known| *known < rank);
        let others = self.others.range(at..).flatten();
        self.run(at).range(place..).chain(others).copied()
    }

    /// The first one that is not before `rank`.
    pub(crate) fn first_from(&self, rank: Rank) -> Option<Rank> {
        if self.first.front().is_some_and(|first| *first >= rank) {
            return self.first();
        }
        let at = self.run_of(rank);
        let run = self.run(at);
        let place = run.partition_point(|known| *known < rank);
        run.get(place).or_else(|| self.others.get(at)?.front()).copied()
    }

    /// The first one of those with this first number.
    pub(crate) fn first_of(&self, number: u64) -> Option<Rank> {
        self.first_from((number, 0, 0)).filter(|(first, _, _)| *first == number)
    }

    pub(crate) fn contains(&self, rank: Rank) -> bool {
        self.first_from(rank) == Some(rank)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Rank> {
        self.first.iter().chain(self.others.iter().flatten()).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The run that a rank is in, where it is in any: the last one that does not begin behind it, or the first one.
    fn run_of(&self, rank: Rank) -> usize {
        if self.others.is_empty() {
            return 0;
        }
        self.others.partition_point(|run| run.front().is_some_and(|first| *first <= rank))
    }

    fn run(&self, at: usize) -> &Run {
        at.checked_sub(1).map_or(&self.first, |at| &self.others[at])
    }

    fn run_mut(&mut self, at: usize) -> &mut Run {
        at.checked_sub(1).map_or(&mut self.first, |at| &mut self.others[at])
    }

    fn last_run(&self) -> &Run {
        self.others.back().unwrap_or(&self.first)
    }

    /// Sees to a run that has become shorter: where it is short, it joins one that it is beside.
    fn tidy(&mut self, at: usize) {
        if self.run(at).len() <= SHORT {
            self.join(at);
            if let Some(before) = at.checked_sub(1) {
                self.join(before);
            }
        }
    }

    /// Makes a run and the one behind it one, where both together are short or either is empty.
    fn join(&mut self, at: usize) {
        let len = self.run(at).len();
        let Some(behind) = self.others.get(at).map(Run::len) else { return };
        if (len + behind <= SHORT || len == 0 || behind == 0)
            && let Some(mut behind) = self.others.remove(at)
        {
            let run = self.run_mut(at);
            if len == 0 {
                *run = behind;
            } else {
                run.append(&mut behind);
            }
        }
    }
}

/// The places, in the order of their ranks.
pub(crate) fn ranked(all: impl Iterator<Item = Rank>) -> Vec<usize> {
    let mut ranks = Ranks::new();
    for rank in all {
        ranks.insert(rank);
    }
    ranks.iter().map(|(_, _, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The same set by the library's tree, and what must hold of the runs.
    #[track_caller]
    fn same(ranks: &Ranks, tree: &BTreeSet<Rank>, probe: Rank) {
        assert!(ranks.iter().eq(tree.iter().copied()));
        assert_eq!((ranks.len(), ranks.is_empty()), (tree.len(), tree.is_empty()));
        assert_eq!(ranks.first(), tree.first().copied());
        assert!(ranks.from(probe).eq(tree.range(probe..).copied()), "from {probe:?}");
        assert_eq!(ranks.contains(probe), tree.contains(&probe));
        assert!(ranks.others.iter().all(|run| !run.is_empty() && run.len() <= LONGEST));
        assert!(!ranks.first.is_empty() || ranks.others.is_empty());
    }

    #[test]
    fn runs_hold_what_a_tree_holds() {
        let mut state = 1_u64;
        let mut roll = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % bound
        };
        for (numbers, growing) in [(40, 3), (3_000, 3), (3_000, 2), (100_000, 3)] {
            let (mut ranks, mut tree) = (Ranks::new(), BTreeSet::new());
            for step in 0..6_000 {
                // Growing, then shrinking, from anywhere and from the front.
                let grows = roll(4) < if step < 3_000 { growing } else { 1 };
                let rank = (roll(numbers), roll(2), 7);
                if grows {
                    assert_eq!(ranks.insert(rank), tree.insert(rank));
                } else {
                    let front = tree.first().copied().filter(|_| roll(2) == 0);
                    let rank = front.unwrap_or(rank);
                    assert_eq!(ranks.remove(rank), tree.remove(&rank));
                }
                if step % 10 == 0 {
                    same(&ranks, &tree, rank);
                }
            }
        }
    }

    #[test]
    fn what_comes_in_order_fills_its_runs_and_goes_from_the_front() {
        let (mut ranks, mut tree) = (Ranks::new(), BTreeSet::new());
        for number in 0..1_000 {
            ranks.insert((number, 0, 0));
            tree.insert((number, 0, 0));
        }
        assert_eq!(ranks.others.len(), 1_000 / LONGEST);
        for number in 0..1_000 {
            same(&ranks, &tree, (number + 1, 0, 0));
            assert!(ranks.remove((number, 0, 0)));
            tree.remove(&(number, 0, 0));
        }
        same(&ranks, &tree, (0, 0, 0));
    }

    #[test]
    fn short_neighbours_become_one_run() {
        let mut ranks = Ranks::new();
        for number in 0..100 * LONGEST as u64 {
            ranks.insert((number, 0, 0));
        }
        for number in (0..100 * LONGEST as u64).filter(|number| number % 16 != 0) {
            ranks.remove((number, 0, 0));
        }
        assert_eq!(ranks.len(), 400);
        assert!(ranks.others.len() < 40, "{} runs", ranks.others.len() + 1);
    }
}
