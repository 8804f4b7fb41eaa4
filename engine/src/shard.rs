//! Shards: each schedules by itself, and they take turns (S1).
//!
//! A queue that is not split is one shard. Ordering groups need no keeping apart, for each lies in one shard (S2); throttles are
//! the queue's, so that a limit holds whatever the shard.

use crate::fairness::Fairness;
use crate::id::{FairnessIndex, ShardIndex, Slot};
use crate::selection::{Context, Selection};
use crate::store::Store;
use crate::throttle::Throttles;
use crate::time::Instant;
use alloc::vec::Vec;
use core::num::NonZeroU32;
use core::ops::{Index, IndexMut};

/// One shard: its fairness keys and its candidates.
#[derive(Clone, Debug)]
pub(crate) struct Shard {
    pub(crate) fairness: Fairness,
    pub(crate) selection: Selection,
    /// Which one of all deliveries was the last from here; 0 where there was none.
    served: u64,
}

/// The shards of a queue, one at least.
#[derive(Clone, Debug)]
pub(crate) struct ShardSet {
    all: Vec<Shard>,
    deliveries: u64,
}

impl ShardSet {
    pub(crate) fn new(count: NonZeroU32, quantum: NonZeroU32) -> Self {
        let shard = || Shard {
            fairness: Fairness::new(quantum),
            selection: Selection::default(),
            served: 0,
        };
        Self { all: (0..count.get()).map(|_| shard()).collect(), deliveries: 0 }
    }

    /// What goes next: the next candidate of the shard that was served least lately, and of those that were never
    /// served, the oldest. None where no shard has anything deliverable. After [`ShardSet::settle`].
    pub(crate) fn next(&self, store: &Store) -> Option<(ShardIndex, FairnessIndex, Slot)> {
        let mut first = None;
        for (index, shard) in self.iter() {
            let Some((key, slot)) = shard.selection.next(&shard.fairness) else { continue };
            let rank = (shard.served, store[slot].arrival);
            if first.is_none_or(|(known, _)| rank < known) {
                first = Some((rank, (index, key, slot)));
            }
        }
        first.map(|(_, next)| next)
    }

    /// Charges a delivery to a shard and to the fairness key at the front of its ring.
    pub(crate) fn serve(&mut self, index: ShardIndex, key: FairnessIndex) {
        self.deliveries += 1;
        let shard = &mut self.all[index.place()];
        shard.served = self.deliveries;
        shard.fairness.serve(key);
    }

    /// Parks what has no room, in every shard.
    pub(crate) fn settle(&mut self, throttles: &mut Throttles, now: Instant) {
        for shard in &mut self.all {
            let (selection, mut cx) = shard.context(throttles, now);
            selection.settle(&mut cx);
        }
    }

    /// Forgets whose turn it is, in every shard and among them (X1).
    pub(crate) fn restart(&mut self) {
        self.deliveries = 0;
        for shard in &mut self.all {
            shard.served = 0;
            shard.fairness.restart();
        }
    }

    /// Forgets all candidates, and keeps every turn: they are about to come in again.
    pub(crate) fn clear(&mut self) {
        for shard in &mut self.all {
            shard.selection = Selection::default();
            shard.fairness.clear_classes();
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (ShardIndex, &Shard)> {
        self.all.iter().enumerate().map(|(place, shard)| (ShardIndex::new(place), shard))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Shard> {
        self.all.iter_mut()
    }
}

impl Shard {
    /// Its candidates, and what a choice among them depends on.
    pub(crate) fn context<'q>(
        &'q mut self,
        throttles: &'q mut Throttles,
        now: Instant,
    ) -> (&'q mut Selection, Context<'q>) {
        (&mut self.selection, Context { now, fairness: &mut self.fairness, throttles })
    }
}

impl Index<ShardIndex> for ShardSet {
    type Output = Shard;

    fn index(&self, index: ShardIndex) -> &Shard {
        &self.all[index.place()]
    }
}

impl IndexMut<ShardIndex> for ShardSet {
    fn index_mut(&mut self, index: ShardIndex) -> &mut Shard {
        &mut self.all[index.place()]
    }
}
