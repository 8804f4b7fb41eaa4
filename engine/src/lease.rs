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
    /// The lease of the first message of the batch that it is part of; its own where it went out alone (B1).
    pub(crate) batch: LeaseId,
    /// Whether the leader that gave it has crashed, and the new one knows nothing of it (X2).
    pub(crate) lost: bool,
}

/// The leases that speak for a message (L4): the live ones and, while a reclaim grace runs, the lost ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leases {
    all: Slab<Lease>,
    /// The number of each, and its place.
    order: Ranks,
    issued: u64,
    lost: usize,
}

impl Leases {
    /// The name that the next lease has.
    pub(crate) const fn next(&self) -> LeaseId {
        LeaseId(self.issued)
    }

    pub(crate) fn open(&mut self, lease: Lease) -> LeaseId {
        let id = self.next();
        self.issued += 1;
        self.order.insert((id.0, 0, self.all.insert(lease)));
        id
    }

    pub(crate) fn close(&mut self, id: LeaseId) -> Option<Lease> {
        let (_, _, place) = self.order.take_first_of(id.0)?;
        let closed = self.all.try_remove(place)?;
        self.lost -= usize::from(closed.lost);
        Some(closed)
    }

    pub(crate) fn get(&self, id: LeaseId) -> Option<&Lease> {
        self.all.get(self.order.first_of(id.0)?.2)
    }

    /// Gives a lease another end. With `lost`, the leader knows nothing of it from here on; without, it knows it again.
    pub(crate) fn renew(&mut self, id: LeaseId, until: Instant, lost: bool) {
        let Some(rank) = self.order.first_of(id.0) else { return };
        let lease = &mut self.all[rank.2];
        lease.until = until;
        self.lost -= usize::from(lease.lost);
        self.lost += usize::from(lost);
        lease.lost = lost;
    }

    /// How many are live: known to the leader.
    pub(crate) fn live(&self) -> usize {
        self.all.len() - self.lost
    }

    /// All leases, in the order of delivery.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (LeaseId, &Lease)> {
        self.order.iter().map(|(id, _, place)| (LeaseId(id), &self.all[place]))
    }

    /// The leases of one worker, in the order of delivery.
    pub(crate) fn of(&self, worker: WorkerId) -> Vec<LeaseId> {
        self.iter().filter(|(_, lease)| lease.worker == worker).map(|(id, _)| id).collect()
    }

    /// What is left of a batch, in order (B1).
    pub(crate) fn batch(&self, batch: LeaseId) -> impl Iterator<Item = (LeaseId, &Lease)> {
        self.order
            .from((batch.0, 0, 0))
            .map(|(id, _, place)| (LeaseId(id), &self.all[place]))
            .take_while(move |(_, lease)| lease.batch == batch)
    }
}
