//! Finds a place by what stands there. The hash is kept beside the place, so that all tables are of one type, and a build
//! holds the library's table once.

use core::hash::{BuildHasher, Hash};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Places by the hash of what stands there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table(HashTable<(u32, u32)>);

impl Table {
    /// The place with this hash that `is_it` knows.
    pub(crate) fn find(&self, hash: u32, is_it: &dyn Fn(usize) -> bool) -> Option<usize> {
        let is_it = |(known, place): &(u32, u32)| *known == hash && is_it(*place as usize);
        self.0.find(wide(hash), is_it).map(|(_, place)| *place as usize)
    }

    /// Adds a place that is not there.
    pub(crate) fn insert(&mut self, hash: u32, place: usize) {
        self.0.insert_unique(wide(hash), (hash, place as u32), |(hash, _)| wide(*hash));
    }

    /// Takes a place out, where it is there.
    pub(crate) fn remove(&mut self, hash: u32, place: usize) {
        let it = (hash, place as u32);
        if let Ok(found) = self.0.find_entry(wide(hash), |known| *known == it) {
            found.remove();
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The hash of a value, the same in every run.
pub(crate) fn hash(value: &impl Hash) -> u32 {
    narrow(FxBuildHasher.hash_one(value))
}

/// Half of a hash: it tells apart as many as there are places, and takes half the room.
pub(crate) const fn narrow(hash: u64) -> u32 {
    hash as u32
}

/// A hash for numbers that are handed out one after the other: what comes after one another lies side by side, where the
/// processor finds it. The library takes the place in its table from the lower bits, and from the upper seven a mark that
/// tells neighbours apart. Numbers that are left over at equal distances do not fall on one place either.
pub(crate) const fn hash_in_turn(number: u64) -> u32 {
    let number = number as u32;
    let spread = number.wrapping_add(number >> 8).wrapping_add(number >> 16);
    spread ^ (number << 25)
}

/// The hash as the library wants it, with bits at both ends.
const fn wide(hash: u32) -> u64 {
    (hash as u64) << 32 | hash as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn numbers_at_equal_distances_do_not_fall_on_a_few_places() {
        for shift in 0..20 {
            let places: BTreeSet<u32> =
                (0..1_000).map(|n| hash_in_turn(n << shift) % 4_096).collect();
            assert!(places.len() > 200, "{} places at a distance of 2^{shift}", places.len());
        }
    }

    #[test]
    fn neighbours_have_places_and_marks_of_their_own() {
        // Small numbers, and large ones that have all of the mark's bits set before it is made.
        for start in [0, 0xfe00_0000] {
            let hashes = (start..start + 128).map(|number| wide(hash_in_turn(number)));
            let places: BTreeSet<u64> = hashes.clone().map(|hash| hash % 4_096).collect();
            let marks: BTreeSet<u64> = hashes.map(|hash| hash >> 57).collect();
            assert_eq!((places.len(), marks.len()), (128, 128), "from {start}");
        }
    }

    #[test]
    fn values_that_differ_have_hashes_that_differ_as_a_rule() {
        let hashes: BTreeSet<u32> = (0..1_000_u64).map(|value| hash(&value)).collect();
        assert!(hashes.len() > 990, "{}", hashes.len());
    }

    #[test]
    fn what_was_taken_out_is_not_found_and_its_twin_is() {
        let mut table = Table::default();
        for place in 0..1_000 {
            table.insert(hash_in_turn(place as u64), place);
        }
        table.insert(hash_in_turn(7), 1_000);
        table.remove(hash_in_turn(7), 7);
        assert_eq!(table.find(hash_in_turn(7), &|_| true), Some(1_000));
        assert_eq!(table.find(hash_in_turn(7), &|place| place == 7), None);
        assert_eq!(table.find(hash_in_turn(8), &|_| true), Some(8));
    }
}
