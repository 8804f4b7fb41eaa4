//! What is kept in order, by numbers. Every ordered set of the engine is of this one type, so that a build holds it once,
//! and no sort: the page pays for them by the byte.
//!
//! A set is a line of runs, each of which is in order and ends before the next one begins. Most sets are used as queues are,
//! from the front and at the end, where nothing has to move; what goes in between moves a part of one run. Most are also
//! small: they have one run, which keeps its room when the set is empty.

use alloc::vec::Vec;
use core::iter::successors;
use core::mem;

/// Two numbers that say what goes first, and the place of what is ranked.
pub(crate) type Rank = (u64, u64, usize);

/// The most ranks of a run.
const LONGEST: usize = 256;

/// Ranks, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranks {
    /// None of these is empty.
    before: Vec<Run>,
    last: Run,
}

/// Ranks next to one another, in order.
#[derive(Clone, Debug, Default)]
struct Run {
    ranks: Vec<Rank>,
    /// How many at the front are no more.
    gone: usize,
}

impl Ranks {
    pub(crate) const fn new() -> Self {
        Self { before: Vec::new(), last: Run { ranks: Vec::new(), gone: 0 } }
    }

    /// Adds a rank; tells whether it is new.
    pub(crate) fn insert(&mut self, rank: Rank) -> bool {
        // The last run is empty only where the set is.
        if self.last.len() < LONGEST && self.last.ranks.last().is_none_or(|last| *last < rank) {
            self.last.insert(self.last.ranks.len(), rank);
            return true;
        }
        let (mut at, mut place) = self.find(rank);
        let run = self.run_mut(at);
        if run.ranks.get(place) == Some(&rank) {
            return false;
        }
        if run.len() == LONGEST {
            // At the end a new run begins, so that what comes in order fills its runs.
            let half = if place < run.ranks.len() { run.gone + LONGEST / 2 } else { place };
            let mut behind = run.ranks.split_off(half);
            // A long set goes on as it began: its runs need not grow bit by bit.
            behind.reserve_exact(LONGEST - behind.len());
            let first = mem::replace(run, Run { ranks: behind, gone: 0 });
            self.before.insert(at, first);
            if place >= half {
                (at, place) = (at + 1, place - half);
            }
        }
        self.run_mut(at).insert(place, rank);
        true
    }

    /// Takes a rank out; tells whether it was there.
    pub(crate) fn remove(&mut self, rank: Rank) -> bool {
        self.take_if(rank, |known| known == rank).is_some()
    }

    /// Takes out the first one of those with this first number.
    pub(crate) fn take_first_of(&mut self, number: u64) -> Option<Rank> {
        self.take_if((number, 0, 0), |(first, _, _)| first == number)
    }

    /// Takes out the first one that is not before `rank`, where it is `wanted`.
    fn take_if(&mut self, rank: Rank, wanted: impl FnOnce(Rank) -> bool) -> Option<Rank> {
        if self.is_empty() {
            return None;
        }
        let (at, place) = self.find(rank);
        let run = self.run_mut(at);
        let found = run.ranks.get(place).copied().filter(|found| wanted(*found))?;
        run.remove(place);
        if run.len() <= LONGEST / 4 && !self.before.is_empty() {
            self.join(at);
            self.join(at.saturating_sub(1));
        }
        Some(found)
    }

    /// Makes a run and the one behind it one, where they are short or either is empty.
    fn join(&mut self, at: usize) {
        let Some(first) = self.before.get(at).map(Run::len) else { return };
        let second = self.run(at + 1).len();
        if first == 0 || second == 0 || first + second <= LONGEST / 4 {
            let mut joined = self.before.remove(at);
            joined.ranks.extend_from_slice(self.run(at).all());
            *self.run_mut(at) = joined;
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::new();
    }

    pub(crate) fn first(&self) -> Option<Rank> {
        self.run(0).all().first().copied()
    }

    /// The first one that is not before `rank`.
    pub(crate) fn first_from(&self, rank: Rank) -> Option<Rank> {
        let (at, place) = self.find(rank);
        self.run(at).ranks.get(place).copied()
    }

    /// The first one of those with this first number.
    pub(crate) fn first_of(&self, number: u64) -> Option<Rank> {
        self.first_from((number, 0, 0)).filter(|(first, _, _)| *first == number)
    }

    pub(crate) fn contains(&self, rank: Rank) -> bool {
        self.first_from(rank) == Some(rank)
    }

    /// Those that are not before `rank`, in order.
    pub(crate) fn from(&self, rank: Rank) -> impl Iterator<Item = Rank> {
        successors(self.first_from(rank), |(a, b, place)| self.first_from((*a, *b, place + 1)))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Rank> {
        self.from((0, 0, 0))
    }

    pub(crate) fn len(&self) -> usize {
        self.before.iter().map(Run::len).sum::<usize>() + self.last.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.last.len() == 0
    }

    /// Where the first one that is not before `rank` is: its run and its place there. At the end where there is none.
    fn find(&self, rank: Rank) -> (usize, usize) {
        let ends_before = |run: &Run| run.ranks.last().is_some_and(|last| *last < rank);
        // Most look at the front or at the end.
        let at = if self.before.first().is_none_or(|first| !ends_before(first)) {
            0
        } else if self.last.all().first().is_some_and(|first| *first <= rank) {
            self.before.len()
        } else {
            self.before.partition_point(ends_before)
        };
        let run = self.run(at);
        (at, run.gone + run.find(rank))
    }

    fn run(&self, at: usize) -> &Run {
        self.before.get(at).unwrap_or(&self.last)
    }

    fn run_mut(&mut self, at: usize) -> &mut Run {
        self.before.get_mut(at).unwrap_or(&mut self.last)
    }
}

impl Run {
    /// How many are before `rank`; at the front and at the end that is seen at once.
    fn find(&self, rank: Rank) -> usize {
        let all = self.all();
        if all.first().is_none_or(|first| *first >= rank) {
            0
        } else if all.last().is_some_and(|last| *last < rank) {
            all.len()
        } else {
            all.partition_point(|known| *known < rank)
        }
    }

    fn insert(&mut self, mut place: usize, rank: Rank) {
        if place == self.gone && place > 0 {
            self.gone -= 1;
            self.ranks[self.gone] = rank;
            return;
        }
        if self.ranks.len() == self.ranks.capacity() && self.gone >= self.len() {
            place -= self.gone;
            self.ranks.drain(..self.gone);
            self.gone = 0;
        }
        if self.ranks.len() == self.ranks.capacity() {
            // There are as many sets as there are keys, and most are short: doubling would leave half of their room empty.
            let room = LONGEST.saturating_sub(self.ranks.len()).max(2);
            self.ranks.reserve_exact((self.ranks.len() / 4).clamp(2, room));
        }
        self.ranks.insert(place, rank);
    }

    fn remove(&mut self, place: usize) {
        if place == self.gone {
            self.gone += 1;
        } else {
            self.ranks.remove(place);
        }
        if self.len() == 0 {
            self.ranks.clear();
            self.gone = 0;
        }
    }

    fn all(&self) -> &[Rank] {
        &self.ranks[self.gone..]
    }

    fn len(&self) -> usize {
        self.ranks.len() - self.gone
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
        assert!(ranks.before.iter().all(|run| (1..=LONGEST).contains(&run.len())));
        assert!(ranks.before.is_empty() || ranks.last.len() > 0);
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
                    if roll(2) == 0 {
                        assert_eq!(ranks.remove(rank), tree.remove(&rank));
                    } else {
                        let first = tree.range((rank.0, 0, 0)..=(rank.0, 1, 7)).next().copied();
                        assert_eq!(ranks.take_first_of(rank.0), first);
                        first.map(|first| tree.remove(&first));
                    }
                }
                if step % 40 == 0 {
                    same(&ranks, &tree, rank);
                }
            }
            ranks.clear();
            same(&ranks, &BTreeSet::new(), (0, 0, 0));
        }
    }

    #[test]
    fn what_comes_in_order_fills_its_runs_and_goes_from_the_front() {
        let (mut ranks, mut tree) = (Ranks::new(), BTreeSet::new());
        for number in 0..1_000 {
            ranks.insert((number, 0, 0));
            tree.insert((number, 0, 0));
        }
        assert_eq!(ranks.before.len(), 1_000 / LONGEST);
        for number in 0..1_000 {
            if number % 10 == 0 {
                same(&ranks, &tree, (number + 1, 0, 0));
            }
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
        for number in (0..100 * LONGEST as u64).filter(|number| number % 64 != 0) {
            ranks.remove((number, 0, 0));
        }
        assert_eq!(ranks.len(), 400);
        assert!(ranks.before.len() < 8, "{} runs", ranks.before.len() + 1);
    }

    #[test]
    fn a_short_queue_stays_small_however_long_it_is_used() {
        let mut ranks = Ranks::new();
        for number in 0..10_000 {
            ranks.insert((number, 0, 0));
            if let Some(oldest) = number.checked_sub(10) {
                ranks.remove((oldest, 0, 0));
            }
        }
        assert_eq!((ranks.len(), ranks.before.len()), (10, 0));
        assert!(ranks.last.ranks.capacity() <= 24, "{}", ranks.last.ranks.capacity());
    }
}
