//! The maps of this crate: one by name and one by numbers. All are of these types, so that a build holds each once: the
//! page pays for it by the byte.

use crate::step::Name;
use std::collections::BTreeMap;

/// Names with a number each, most often the place of what is so called in a list. In the order of the alphabet.
pub(crate) type Index = BTreeMap<Name, usize>;

/// Two numbers that say what goes first, and the place of what is ranked.
pub(crate) type Rank = (u64, u64, usize);

/// Ranks, in order. There are some thousands at most, and most come in order: a line of them takes less time than a
/// tree, and far less code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranks(Vec<Rank>);

impl Ranks {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a rank, where it is not there.
    pub(crate) fn insert(&mut self, rank: Rank) {
        let place = self.find(rank);
        if self.0.get(place) != Some(&rank) {
            self.0.insert(place, rank);
        }
    }

    /// Takes a rank out, where it is there.
    pub(crate) fn remove(&mut self, rank: Rank) {
        let place = self.find(rank);
        if self.0.get(place) == Some(&rank) {
            self.0.remove(place);
        }
    }

    pub(crate) fn first(&self) -> Option<Rank> {
        self.0.first().copied()
    }

    /// The place of what has these two numbers.
    pub(crate) fn place(&self, first: u64, second: u64) -> Option<usize> {
        let (a, b, place) = *self.0.get(self.find((first, second, 0)))?;
        ((a, b) == (first, second)).then_some(place)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Rank> {
        self.0.iter().copied()
    }

    /// How many are before `rank`; at the end that is seen at once.
    fn find(&self, rank: Rank) -> usize {
        match self.0.last() {
            Some(last) if *last >= rank => self.0.partition_point(|known| *known < rank),
            Some(_) | None => self.0.len(),
        }
    }
}

/// The index of these names, with the place of each among them; of equal ones, that of the last.
pub(crate) fn indexed(names: &mut dyn Iterator<Item = &str>) -> Index {
    let mut index = Index::new();
    for (place, name) in names.enumerate() {
        index.insert(name.into(), place);
    }
    index
}
