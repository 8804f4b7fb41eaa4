//! The classes that are not known to lack room: for each fairness key the one with the oldest candidate, where it is found
//! at once, and the others in order. Most keys have one class and thus no others.

use crate::id::{Arrival, ClassIndex, FairnessIndex};
use crate::rank::{Rank, Ranks};
use alloc::vec::Vec;
use core::mem;

/// A class by the arrival of its oldest candidate.
type Entry = (Arrival, ClassIndex);

/// Ready classes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ready {
    /// By the place of the fairness key.
    firsts: Vec<Option<Entry>>,
    /// By fairness key, then by their oldest candidate.
    others: Ranks,
}

impl Ready {
    /// Adds a class.
    pub(crate) fn insert(&mut self, key: FairnessIndex, oldest: Arrival, class: ClassIndex) {
        if self.firsts.len() <= key.place() {
            self.firsts.resize(key.place() + 1, None);
        }
        let first = &mut self.firsts[key.place()];
        let mut later = Some((oldest, class));
        if first.is_none_or(|first| (oldest, class) < first) {
            mem::swap(first, &mut later);
        }
        if let Some(later) = later {
            self.others.insert(rank(key, later));
        }
    }

    /// Takes a class out.
    pub(crate) fn remove(&mut self, key: FairnessIndex, oldest: Arrival, class: ClassIndex) {
        if self.first(key) != Some((oldest, class)) {
            self.others.remove(rank(key, (oldest, class)));
            return;
        }
        let next = self.others.take_first_of(key.place() as u64);
        self.firsts[key.place()] = next.map(|rank| entry(rank).1);
    }

    /// The class of a fairness key that has the oldest candidate, and that candidate's arrival.
    pub(crate) fn first(&self, key: FairnessIndex) -> Option<Entry> {
        self.firsts.get(key.place()).copied().flatten()
    }

    /// All of them with their fairness keys, in no order that means anything.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (FairnessIndex, Entry)> {
        let firsts = self.firsts.iter().enumerate();
        let firsts = firsts.filter_map(|(key, first)| Some((FairnessIndex::new(key), (*first)?)));
        firsts.chain(self.others.iter().map(entry))
    }
}

const fn rank(key: FairnessIndex, (oldest, class): Entry) -> Rank {
    (key.place() as u64, oldest.0, class.place())
}

const fn entry((key, oldest, class): Rank) -> (FairnessIndex, Entry) {
    (FairnessIndex::new(key as usize), (Arrival(oldest), ClassIndex::new(class)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_with_the_oldest_candidate_is_first_whatever_comes_and_goes() {
        let mut ready = Ready::default();
        let key = FairnessIndex::new(3);
        let class = |number: u64| (Arrival(number * 10), ClassIndex::new(number as usize));
        for number in [5, 2, 7, 1] {
            ready.insert(key, class(number).0, class(number).1);
            ready.insert(FairnessIndex::new(4), class(9).0, class(number).1);
        }
        for (gone, first) in [(7, Some(1)), (1, Some(2)), (2, Some(5)), (5, None)] {
            ready.remove(key, class(gone).0, class(gone).1);
            assert_eq!(ready.first(key), first.map(class));
        }
        assert_eq!(ready.iter().count(), 4);
        assert_eq!(ready.first(FairnessIndex::new(9)), None);
    }
}
