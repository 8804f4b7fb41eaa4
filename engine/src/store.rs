//! The messages that are pending or in flight, by slot and by name.

use crate::id::{
    Arrival, ClassIndex, FairnessIndex, GroupIndex, LeaseId, MessageId, Packed, ShardIndex, Slot,
};
use crate::message::Message;
use crate::names::Names;
use crate::time::Instant;
use core::ops::{Index, IndexMut};
use slab::Slab;

/// A message and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) id: MessageId,
    pub(crate) arrival: Arrival,
    pub(crate) message: Message,
    pub(crate) enqueued_at: Instant,
    pub(crate) not_before: Instant,
    pub(crate) attempts: u32,
    pub(crate) shard: ShardIndex,
    pub(crate) fairness: FairnessIndex,
    pub(crate) link: Option<Link>,
    pub(crate) state: State,
}

/// A message's place in its ordering group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) group: GroupIndex,
    pub(crate) before: Option<Slot>,
    pub(crate) behind: Option<Slot>,
}

/// Where a message stands in the delivery pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Behind the head of its group.
    Behind,
    /// Head of its group or unordered, and not yet at its not-before time.
    Delayed,
    /// Head of its group or unordered, from before a leader's crash, until the reclaim grace is over (X2).
    Held,
    /// A candidate: only buckets, turn and credit stand between it and a worker.
    Eligible(Packed<ClassIndex>),
    /// With a worker.
    InFlight(Packed<LeaseId>),
    /// It was with a worker when the leader crashed, and that worker may still speak for it (X2).
    Lost(Packed<LeaseId>),
}

/// The messages that are pending or in flight.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    records: Slab<Record>,
    names: Names,
}

impl Store {
    pub(crate) fn insert(&mut self, record: Record) -> Slot {
        let id = record.id;
        let slot = Slot::new(self.records.insert(record));
        self.names.insert(id, slot);
        slot
    }

    pub(crate) fn remove(&mut self, slot: Slot) {
        self.names.remove(self[slot].id);
        self.records.remove(slot.place());
    }

    pub(crate) fn find(&self, id: MessageId) -> Option<Slot> {
        self.names.find(id)
    }

    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// All messages, in no order that means anything.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Slot, &Record)> {
        self.records.iter().map(|(place, record)| (Slot::new(place), record))
    }

    pub(crate) fn get(&self, slot: Slot) -> Option<&Record> {
        self.records.get(slot.place())
    }
}

impl Index<Slot> for Store {
    type Output = Record;

    fn index(&self, slot: Slot) -> &Record {
        &self.records[slot.place()]
    }
}

impl IndexMut<Slot> for Store {
    fn index_mut(&mut self, slot: Slot) -> &mut Record {
        &mut self.records[slot.place()]
    }
}
