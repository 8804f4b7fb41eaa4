//! Ordered batches: what goes out together, and in which order it is settled (B1).

use super::leases::Lease;
use super::told::Refusal;
use super::{Flaw, Oracle};

impl Oracle {
    /// The message that joins a batch of so many, if there is one: the next of the group, the same fairness key, its
    /// time come, its buckets with room beside those that drew before it, the worker with credit for it.
    pub(super) fn next_in_batch(&self, first: u64, worker: u64, taken: usize) -> Option<u64> {
        let head = self.message(first)?;
        let group = head.group.as_ref()?;
        let worker = self.workers.iter().find(|known| known.id == worker)?;
        if taken >= self.rules.batch as usize || self.holds(worker.id) >= worker.credit {
            return None;
        }
        let mut members = self.messages.iter().filter(|other| other.group.as_ref() == Some(group));
        let next = members.nth(taken)?;
        let may = next.not_before <= self.now
            && self.key_of(next) == self.key_of(head)
            && !self.is_held(next)
            && (self.has_room(next) || self.flawed(Flaw::BatchOverdraws));
        may.then_some(next.id)
    }

    /// The leases of a batch that are left, in order.
    pub(super) fn batch_of(&self, lease: &Lease) -> Vec<u64> {
        let mine = self.leases.iter().filter(|other| other.batch == lease.batch);
        mine.map(|other| other.id).collect()
    }

    /// Whether a lease is there and the first that is left of its batch.
    pub(super) fn may_settle(&self, lease: u64) -> Result<(), Refusal> {
        let found = self.leases.iter().find(|known| known.id == lease);
        let first = self.batch_of(found.ok_or(Refusal::StaleLease)?).first().copied();
        match first {
            Some(first) if first != lease => Err(Refusal::OutOfOrder(first)),
            Some(_) | None => Ok(()),
        }
    }
}
