//! What must hold of one shard's schedule at every instant: its candidates, their lanes, its ring.

use super::{Violation, holds, same};
use crate::id::{Arrival, BucketIndex, ClassIndex, FairnessIndex, Packed, ShardIndex, Slot};
use crate::queue::Queue;
use crate::selection::{Class, Place};
use crate::shard::Shard;
use crate::store::State;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

impl Queue {
    pub(super) fn check_schedule(&self, at: ShardIndex) -> Result<(), Violation> {
        let shard = &self.shards[at];
        self.check_classes(at, shard)?;
        self.check_fairness(at, shard)
    }

    fn check_classes(&self, at: ShardIndex, shard: &Shard) -> Result<(), Violation> {
        let ready: BTreeSet<_> = shard.selection.ready().collect();
        let parked: BTreeMap<_, _> =
            shard.selection.parked().map(|(at, _, oldest, class)| ((oldest, class), at)).collect();
        let mut candidates = 0;
        for (index, class) in shard.selection.iter() {
            candidates += class.candidates.len();
            holds("T3", "a class has candidates", !class.candidates.is_empty())?;
            for (arrival, _, slot) in class.candidates.iter() {
                let (arrival, slot) = (Arrival(arrival), Slot::new(slot));
                self.check_candidate(at, index, class, slot)?;
                let known = self.store.get(slot).is_some_and(|record| record.arrival == arrival);
                holds("M1", "a candidate has its arrival number", known)?;
            }
            let Some(oldest) = class.oldest() else { continue };
            let parked_at = parked.get(&(oldest, index)).copied();
            let (is_ready, lane) = match class.place {
                Place::Ready(_) => (true, None),
                Place::Parked(bucket) => (false, Some(bucket)),
            };
            let known = ready.contains(&(class.fairness, oldest, index));
            holds("T3", "a class is where it says", known == is_ready && parked_at == lane)?;
            holds(
                "T3",
                "a lane is of one's buckets",
                parked_at.is_none_or(|bucket| class.buckets.contains(&bucket)),
            )?;
        }
        let eligible = self
            .store
            .iter()
            .filter(|(_, r)| r.shard == at && matches!(r.state, State::Eligible(_)));
        same("O13", "candidates", candidates, eligible.count())?;
        self.check_lanes(shard)
    }

    fn check_candidate(
        &self,
        shard: ShardIndex,
        index: ClassIndex,
        class: &Class,
        slot: Slot,
    ) -> Result<(), Violation> {
        let Some(record) = self.store.get(slot) else {
            return holds("R5", "a candidate is in the queue", false);
        };
        holds("D1", "a candidate's time has come", record.not_before <= self.now)?;
        holds(
            "O13",
            "a candidate knows its class",
            record.state == State::Eligible(Packed(index)),
        )?;
        holds("S1", "a candidate is in its shard", record.shard == shard)?;
        holds("X2", "a candidate is not held", !self.reclaim.holds(record.arrival))?;
        holds("F1", "a class is of one fairness key", record.fairness == class.fairness)?;
        let expected: Option<Vec<_>> = self.throttles.known_buckets_of(&record.message).collect();
        holds(
            "T4",
            "a candidate draws from its buckets",
            expected.as_deref() == Some(&*class.buckets),
        )
    }

    /// Where a bucket has room, no class of its lanes is older than all that are ready beside it (T3, O1).
    fn check_lanes(&self, shard: &Shard) -> Result<(), Violation> {
        let mut came_out: BTreeMap<(BucketIndex, FairnessIndex), Arrival> = BTreeMap::new();
        for (_, class) in shard.selection.iter() {
            if let (Place::Ready(Some(bucket)), Some(oldest)) = (class.place, class.oldest()) {
                let known = came_out.entry((bucket, class.fairness)).or_insert(oldest);
                *known = oldest.min(*known);
            }
        }
        let mut lane = None;
        for (bucket, key, oldest, _) in shard.selection.parked() {
            let is_first = lane.replace((bucket, key)) != Some((bucket, key));
            if !is_first || !self.throttles.is_open(bucket, self.now) {
                continue;
            }
            let used = came_out.get(&(bucket, key)).is_some_and(|arrival| *arrival < oldest);
            holds("T3", "room that nobody uses", used)?;
        }
        Ok(())
    }

    fn check_fairness(&self, at: ShardIndex, shard: &Shard) -> Result<(), Violation> {
        let mut ring: BTreeMap<_, _> = shard.fairness.ring().map(|(p, key)| (key, p)).collect();
        let mut messages = tally(
            self.store.iter().filter(|(_, r)| r.shard == at).map(|(_, record)| record.fairness),
        );
        let mut classes = tally(shard.selection.iter().map(|(_, class)| class.fairness));
        let ready: BTreeSet<_> = shard.selection.ready().map(|(key, _, _)| key).collect();
        for (index, key) in shard.fairness.iter() {
            same("F2", "messages of a key", key.messages, messages.remove(&index).unwrap_or(0))?;
            same("F3", "classes of a key", key.classes, classes.remove(&index).unwrap_or(0))?;
            let place = ring.remove(&index);
            let is_ready = ready.contains(&index);
            holds("F3", "in the ring with something ready", place.is_some() == is_ready)?;
            holds("F3", "in its place", place.is_none() || place == key.place)?;
            holds("F3", "no place without candidates", key.classes > 0 || key.place.is_none())?;
        }
        let unknown = ring.len() + messages.len() + classes.len();
        same("F3", "unknown keys", unknown, 0_u64)?;
        if let Some((_, slot)) = shard.selection.next(&shard.fairness)
            && let State::Eligible(Packed(class)) = self.store[slot].state
        {
            let buckets = &shard.selection.class(class).buckets;
            let full = self.throttles.full(buckets, self.now).is_some();
            holds("F1", "the front of the ring is deliverable", !full)?;
        }
        Ok(())
    }
}

/// How often each one is there.
fn tally<T: Ord>(all: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut tally = BTreeMap::new();
    for one in all {
        *tally.entry(one).or_default() += 1;
    }
    tally
}
