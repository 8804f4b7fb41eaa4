//! The maps of this crate: one by name and one by numbers. All are of these types, so that a build holds the library's
//! tree once for each: the page pays for it by the byte.

use crate::step::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Names with a number each, most often the place of what is so called in a list. In the order of the alphabet.
pub(crate) type Index = BTreeMap<Name, usize>;

/// Two numbers that say what goes first, and the place of what is ranked.
pub(crate) type Rank = (u64, u64, usize);

/// Ranks, in order.
pub(crate) type Ranks = BTreeSet<Rank>;

/// The index of these names, with the place of each among them; of equal ones, that of the last.
pub(crate) fn indexed(names: &mut dyn Iterator<Item = &str>) -> Index {
    let mut index = Index::new();
    for (place, name) in names.enumerate() {
        index.insert(name.into(), place);
    }
    index
}

/// The place of what has these two numbers.
pub(crate) fn ranked(ranks: &Ranks, first: u64, second: u64) -> Option<usize> {
    let (a, b, place) = *ranks.range((first, second, 0)..).next()?;
    ((a, b) == (first, second)).then_some(place)
}
