//! Finds a place by what stands there. The hash is kept beside the place, so that all tables are of one type, and a build
//! holds the library's table once.

use core::hash::{BuildHasher, Hash};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Places by the hash of what stands there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table(HashTable<(u64, usize)>);

impl Table {
    /// The place with this hash that `is_it` knows.
    pub(crate) fn find(&self, hash: u64, is_it: &dyn Fn(usize) -> bool) -> Option<usize> {
        let found = self.0.find(hash, |(known, place)| *known == hash && is_it(*place));
        found.map(|(_, place)| *place)
    }

    /// Adds a place that is not there.
    pub(crate) fn insert(&mut self, hash: u64, place: usize) {
        self.0.insert_unique(hash, (hash, place), |(hash, _)| *hash);
    }

    /// Takes a place out, where it is there.
    pub(crate) fn remove(&mut self, hash: u64, place: usize) {
        if let Ok(found) = self.0.find_entry(hash, |known| *known == (hash, place)) {
            found.remove();
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The hash of a value, the same in every run.
pub(crate) fn hash(value: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}
