//! What is kept in order, by numbers. Every ordered set of the engine is of this one type, so that a build holds the
//! library's tree once, and no sort: the page pays for them by the byte.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Two numbers that say what goes first, and the place of what is ranked.
pub(crate) type Rank = (u64, u64, usize);

/// Ranks, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranks(BTreeSet<Rank>);

impl Ranks {
    pub(crate) const fn new() -> Self {
        Self(BTreeSet::new())
    }

    /// Adds a rank; tells whether it is new.
    pub(crate) fn insert(&mut self, rank: Rank) -> bool {
        self.0.insert(rank)
    }

    /// Takes a rank out; tells whether it was there.
    pub(crate) fn remove(&mut self, rank: Rank) -> bool {
        self.0.remove(&rank)
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn first(&self) -> Option<Rank> {
        self.0.first().copied()
    }

    /// Those that are not before `rank`, in order.
    pub(crate) fn from(&self, rank: Rank) -> impl Iterator<Item = Rank> {
        self.0.range(rank..).copied()
    }

    /// The first one that is not before `rank`.
    pub(crate) fn first_from(&self, rank: Rank) -> Option<Rank> {
        self.from(rank).next()
    }

    /// The first one of those with this first number.
    pub(crate) fn first_of(&self, number: u64) -> Option<Rank> {
        self.first_from((number, 0, 0)).filter(|(first, _, _)| *first == number)
    }

    pub(crate) fn contains(&self, rank: Rank) -> bool {
        self.0.contains(&rank)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Rank> {
        self.0.iter().copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
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
