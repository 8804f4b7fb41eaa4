//! What must hold at every instant, worked out from scratch.

use super::Queue;
use crate::agenda::Due;
use crate::id::{BucketIndex, GroupIndex, Packed, Slot};
use crate::ordering::{Membership, membership};
use crate::store::{Record, State};
use crate::time::Instant;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

mod schedule;

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
        for (index, _) in self.shards.iter() {
            self.check_schedule(index)?;
        }
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
            holds("S2", "a group lies in one shard", record.shard == records[0].1.shard)?;
            if place == 0 {
                holds("O5", "the head is behind nobody", record.state != State::Behind)?;
            }
        }
        self.check_batch(records)
    }

    /// Behind a head that is out, the rest of its batch is out with it; all others stay behind (O4, B1).
    fn check_batch(&self, records: &[(Slot, &Record)]) -> Result<(), Violation> {
        let batch = |record: &Record| match record.state {
            State::InFlight(Packed(lease)) | State::Lost(Packed(lease)) => {
                self.leases.get(lease).map(|lease| (lease.batch, lease.worker, lease.lost))
            }
            State::Behind | State::Delayed | State::Held | State::Eligible(_) => None,
        };
        let first = records.first().and_then(|(_, record)| batch(record));
        let out = records.iter().take_while(|(_, r)| first.is_some() && batch(r) == first).count();
        holds("B1", "no more than a batch is out", out <= self.spec.batch().get() as usize)?;
        for (_, record) in records.iter().skip(out.max(1)) {
            holds(
                "O4",
                "all but the head and its batch stay behind",
                record.state == State::Behind,
            )?;
        }
        Ok(())
    }

    fn check_leases(&self) -> Result<(), Violation> {
        let mut held: BTreeMap<_, u32> = BTreeMap::new();
        let mut live = 0;
        for (id, lease) in self.leases.iter() {
            let state =
                if lease.lost { State::Lost(Packed(id)) } else { State::InFlight(Packed(id)) };
            let spoken = self.store.get(lease.slot).is_some_and(|record| record.state == state);
            holds("L4", "a lease speaks for its message", spoken)?;
            *held.entry(lease.worker).or_default() += 1;
            live += usize::from(!lease.lost);
        }
        same("L4", "live leases", self.leases.live(), live)?;
        let count = |is: fn(State) -> bool| self.store.iter().filter(|(_, r)| is(r.state)).count();
        same("L4", "messages in flight", count(|s| matches!(s, State::InFlight(_))), live)?;
        let lost = count(|state| matches!(state, State::Lost(_)));
        same("X2", "messages of lost leases", lost, self.leases.iter().count() - live)?;
        let held_back = lost + count(|state| state == State::Held);
        let grace = self.reclaim.until().is_some();
        holds("X2", "held in the reclaim grace alone", held_back == 0 || grace)?;
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
                State::InFlight(Packed(lease)) => {
                    self.leases.get(lease).map_or(Instant::MAX, |l| l.until)
                }
                State::Behind | State::Held | State::Eligible(_) | State::Lost(_) => continue,
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
        if let Some(until) = self.reclaim.until() {
            expected.insert((until, Due::Reclaim));
        }
        expected.retain(|&(at, _)| at < Instant::MAX);
        same("C4", "entries of the agenda", self.agenda.len(), expected.len())?;
        for entry in self.agenda.iter() {
            holds("C4", "an entry has its reason", expected.contains(&entry))?;
            holds("C4", "an entry is yet to come", entry.0 > self.now)?;
        }
        Ok(())
    }

    fn check_buckets(&self) -> Result<(), Violation> {
        let mut waiting: BTreeMap<BucketIndex, (usize, usize)> = BTreeMap::new();
        for (_, class) in self.shards.iter().flat_map(|(_, shard)| shard.selection.iter()) {
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
