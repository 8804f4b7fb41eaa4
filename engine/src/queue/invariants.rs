//! What must hold at every instant, worked out from scratch.

use super::Queue;
use crate::agenda::Due;
use crate::id::{Arrival, BucketIndex, ClassIndex, FairnessIndex, GroupIndex, Slot};
use crate::ordering::{Membership, membership};
use crate::selection::Place;
use crate::store::{Record, State};
use crate::time::Instant;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// An invariant does not hold: a fault of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {what} (found {found}, expected {expected})")]
pub struct Violation {
    /// The rule that is broken.
    pub rule: &'static str,
    /// What was looked at.
    pub what: &'static str,
    /// What was found.
    pub found: u64,
    /// What the rule says.
    pub expected: u64,
}

fn same(
    rule: &'static str,
    what: &'static str,
    found: impl TryInto<u64>,
    expected: impl TryInto<u64>,
) -> Result<(), Violation> {
    let found = found.try_into().unwrap_or(u64::MAX);
    let expected = expected.try_into().unwrap_or(u64::MAX);
    if found == expected { Ok(()) } else { Err(Violation { rule, what, found, expected }) }
}

fn holds(rule: &'static str, what: &'static str, holds: bool) -> Result<(), Violation> {
    same(rule, what, u64::from(holds), 1_u64)
}

impl Queue {
    /// Checks every invariant from scratch: one in flight per group, order within groups, conservation, credits,
    /// buckets, agenda, and that the front of the ring is what goes next.
    ///
    /// # Errors
    /// The first one that does not hold.
    pub fn check_invariants(&self) -> Result<(), Violation> {
        self.check_conservation()?;
        self.check_groups()?;
        self.check_leases()?;
        self.check_agenda()?;
        self.check_classes()?;
        self.check_fairness()?;
        self.check_buckets()
    }

    fn check_conservation(&self) -> Result<(), Violation> {
        let c = self.status().counts();
        let sum = c.acked + c.pending + c.in_flight + c.dead_lettered + c.purged;
        same("R5", "messages accounted for", sum, c.enqueued)?;
        for (slot, record) in self.store.iter() {
            holds(
                "R5",
                "a message is found by its name",
                self.store.find(record.id) == Some(slot),
            )?;
        }
        Ok(())
    }

    fn check_groups(&self) -> Result<(), Violation> {
        let mut members: BTreeMap<GroupIndex, Vec<(Slot, &Record)>> = BTreeMap::new();
        for (slot, record) in self.store.iter() {
            let grouped = matches!(membership(&self.spec, &record.message), Membership::Group(_));
            holds(
                "O12",
                "a message is in a group where it has a key",
                record.link.is_some() == grouped,
            )?;
            match record.link {
                Some(link) => members.entry(link.group).or_default().push((slot, record)),
                None => holds("O12", "unordered is behind nobody", record.state != State::Behind)?,
            }
        }
        same("O2", "groups with messages", self.ordering.len(), members.len())?;
        let mut keys = BTreeSet::new();
        for (&index, records) in &mut members {
            let group = self.ordering.group(index);
            holds("O2", "no two groups have one key", keys.insert(&group.key))?;
            same("O2", "length of a group", group.len, records.len())?;
            records.sort_unstable_by_key(|(_, record)| record.arrival);
            self.check_order(index, records)?;
        }
        Ok(())
    }

    fn check_order(&self, index: GroupIndex, records: &[(Slot, &Record)]) -> Result<(), Violation> {
        let group = self.ordering.group(index);
        let slot = |place: Option<usize>| place.and_then(|p| records.get(p)).map(|&(slot, _)| slot);
        holds("O5", "the head is the oldest", slot(Some(0)) == Some(group.head))?;
        holds(
            "O5",
            "the tail is the newest",
            slot(records.len().checked_sub(1)) == Some(group.tail),
        )?;
        for (place, (_, record)) in records.iter().enumerate() {
            let Some(link) = record.link else { continue };
            holds("O5", "link to the one before", link.before == slot(place.checked_sub(1)))?;
            holds("O5", "link to the one behind", link.behind == slot(Some(place + 1)))?;
            let head = place == 0;
            holds("O4", "all but the head stay behind", head != (record.state == State::Behind))?;
        }
        Ok(())
    }

    fn check_leases(&self) -> Result<(), Violation> {
        let mut held: BTreeMap<_, u32> = BTreeMap::new();
        for (id, lease) in self.leases.iter() {
            let record = self.store.get(lease.slot);
            let spoken = record.is_some_and(|record| record.state == State::InFlight(id));
            holds("L4", "a live lease speaks for its message", spoken)?;
            *held.entry(lease.worker).or_default() += 1;
        }
        let in_flight = self.store.iter().filter(|(_, r)| matches!(r.state, State::InFlight(_)));
        same("L4", "messages in flight", in_flight.count(), self.leases.len())?;
        for (id, worker) in self.workers.iter() {
            same("L1", "held", worker.holds, held.remove(&id).unwrap_or(0))?;
            holds("L1", "within credit", worker.holds <= worker.credit.get())?;
            let free = self.workers.is_free(id);
            holds("L1", "free with credit", free == worker.has_credit())?;
        }
        same("L5", "leases of workers that left", held.len(), 0_u64)
    }

    fn check_agenda(&self) -> Result<(), Violation> {
        let mut expected = BTreeSet::new();
        for (slot, record) in self.store.iter() {
            let at = match record.state {
                State::Delayed => record.not_before,
                State::InFlight(lease) => self.leases.get(lease).map_or(Instant::MAX, |l| l.until),
                State::Behind | State::Eligible(_) => continue,
            };
            expected.insert((at, Due::Message(record.arrival, slot)));
        }
        for (index, bucket) in self.throttles.iter() {
            if let Some(until) = bucket.full_until(self.now)
                && bucket.candidates > 0
            {
                expected.insert((until, Due::Bucket(bucket.born, index)));
            }
        }
        expected.retain(|&(at, _)| at < Instant::MAX);
        same("C4", "entries of the agenda", self.agenda.len(), expected.len())?;
        for entry in self.agenda.iter() {
            holds("C4", "an entry has its reason", expected.contains(&entry))?;
            holds("C4", "an entry is yet to come", entry.0 > self.now)?;
        }
        Ok(())
    }

    fn check_classes(&self) -> Result<(), Violation> {
        let ready: BTreeSet<_> = self.selection.ready().collect();
        let parked: BTreeMap<_, _> =
            self.selection.parked().map(|(at, _, oldest, class)| ((oldest, class), at)).collect();
        let mut candidates = 0;
        for (index, class) in self.selection.iter() {
            candidates += class.candidates.len();
            holds("T3", "a class has candidates", !class.candidates.is_empty())?;
            for (arrival, _, slot) in class.candidates.iter() {
                let (arrival, slot) = (Arrival(arrival), Slot::new(slot));
                self.check_candidate(index, class.fairness, &class.buckets, slot)?;
                let known = self.store.get(slot).is_some_and(|record| record.arrival == arrival);
                holds("M1", "a candidate has its arrival number", known)?;
            }
            let Some(oldest) = class.oldest() else { continue };
            let at = parked.get(&(oldest, index)).copied();
            let (is_ready, lane) = match class.place {
                Place::Ready(_) => (true, None),
                Place::Parked(bucket) => (false, Some(bucket)),
            };
            let known = ready.contains(&(class.fairness, oldest, index));
            holds("T3", "a class is where it says", known == is_ready && at == lane)?;
            holds(
                "T3",
                "a lane is of one's buckets",
                at.is_none_or(|at| class.buckets.contains(&at)),
            )?;
        }
        let eligible = self.store.iter().filter(|(_, r)| matches!(r.state, State::Eligible(_)));
        same("O13", "candidates", candidates, eligible.count())?;
        self.check_lanes()
    }

    fn check_candidate(
        &self,
        class: ClassIndex,
        fairness: FairnessIndex,
        buckets: &[BucketIndex],
        slot: Slot,
    ) -> Result<(), Violation> {
        let Some(record) = self.store.get(slot) else {
            return holds("R5", "a candidate is in the queue", false);
        };
        holds("D1", "a candidate's time has come", record.not_before <= self.now)?;
        holds("O13", "a candidate knows its class", record.state == State::Eligible(class))?;
        holds("F1", "a class is of one fairness key", record.fairness == fairness)?;
        let expected: Option<Vec<_>> = self.throttles.known_buckets_of(&record.message).collect();
        holds("T4", "a candidate draws from its buckets", expected.as_deref() == Some(buckets))
    }

    /// Where a bucket has room, no class of its lanes is older than all that are ready beside it (T3, O1).
    fn check_lanes(&self) -> Result<(), Violation> {
        let mut came_out: BTreeMap<(BucketIndex, FairnessIndex), Arrival> = BTreeMap::new();
        for (_, class) in self.selection.iter() {
            if let (Place::Ready(Some(bucket)), Some(oldest)) = (class.place, class.oldest()) {
                let known = came_out.entry((bucket, class.fairness)).or_insert(oldest);
                *known = oldest.min(*known);
            }
        }
        let mut lane = None;
        for (bucket, key, oldest, _) in self.selection.parked() {
            let is_first = lane.replace((bucket, key)) != Some((bucket, key));
            if !is_first || !self.throttles.is_open(bucket, self.now) {
                continue;
            }
            let used = came_out.get(&(bucket, key)).is_some_and(|arrival| *arrival < oldest);
            holds("T3", "room that nobody uses", used)?;
        }
        Ok(())
    }

    fn check_fairness(&self) -> Result<(), Violation> {
        let mut ring: BTreeMap<_, _> = self.fairness.ring().map(|(p, key)| (key, p)).collect();
        let mut messages = tally(self.store.iter().map(|(_, record)| record.fairness));
        let mut classes = tally(self.selection.iter().map(|(_, class)| class.fairness));
        let ready: BTreeSet<_> = self.selection.ready().map(|(key, _, _)| key).collect();
        for (index, key) in self.fairness.iter() {
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
        if let Some((_, slot)) = self.selection.next(&self.fairness)
            && let State::Eligible(class) = self.store[slot].state
        {
            let buckets = &self.selection.class(class).buckets;
            let full = self.throttles.full(buckets, self.now).is_some();
            holds("F1", "the front of the ring is deliverable", !full)?;
        }
        Ok(())
    }

    fn check_buckets(&self) -> Result<(), Violation> {
        let mut waiting: BTreeMap<BucketIndex, (usize, usize)> = BTreeMap::new();
        for (_, class) in self.selection.iter() {
            for &index in &class.buckets {
                let (count, candidates) = waiting.entry(index).or_default();
                *count += 1;
                *candidates += class.candidates.len();
            }
        }
        for (index, bucket) in self.throttles.iter() {
            let (count, candidates) = waiting.remove(&index).unwrap_or_default();
            same("T2", "classes of a bucket", bucket.classes, count)?;
            same("T2", "candidates of a bucket", bucket.candidates, candidates)?;
            holds("T8", "a bucket has a use", bucket.classes > 0 || !bucket.is_idle(self.now))?;
            for usage in bucket.usage(self.now) {
                holds("T1", "within the limit", usage.used <= usage.of)?;
            }
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
