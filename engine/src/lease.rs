//! The deliveries that are in flight (L3, L4).

use crate::id::{LeaseId, Slot, WorkerId};
use crate::rank::Ranks;
use crate::time::Instant;
use alloc::vec::Vec;
use slab::Slab;

/// One message with one worker, for a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lease {
    pub(crate) slot: Slot,
    pub(crate) worker: WorkerId,
    pub(crate) since: Instant,
    pub(crate) until: Instant,
}

/// The live leases. Only they speak for a message (L4).
#[derive(Clone, Debug, Default)]
pub(crate) struct Leases {
    live: Slab<Lease>,
    /// The number of each, and its place.
    order: Ranks,
    issued: u64,
}

impl Leases {
    pub(crate) fn open(&mut self, lease: Lease) -> LeaseId {
        let id = LeaseId(self.issued);
        self.issued += 1;
        self.order.insert((id.0, 0, self.live.insert(lease)));
        id
    }

    pub(crate) fn close(&mut self, id: LeaseId) -> Option<Lease> {
        let rank = self.order.first_of(id.0)?;
        self.order.remove(rank);
        self.live.try_remove(rank.2)
    }

    pub(crate) fn get(&self, id: LeaseId) -> Option<&Lease> {
        self.live.get(self.order.first_of(id.0)?.2)
    }

    pub(crate) fn get_mut(&mut self, id: LeaseId) -> Option<&mut Lease> {
        self.live.get_mut(self.order.first_of(id.0)?.2)
    }

    pub(crate) fn len(&self) -> usize {
        self.live.len()
    }

    /// The live leases, in the order of delivery.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (LeaseId, &Lease)> {
        self.order.iter().map(|(id, _, place)| (LeaseId(id), &self.live[place]))
    }

    /// The live leases of one worker, in the order of delivery.
    pub(crate) fn of(&self, worker: WorkerId) -> Vec<LeaseId> {
        self.iter().filter(|(_, lease)| lease.worker == worker).map(|(id, _)| id).collect()
    }
}
