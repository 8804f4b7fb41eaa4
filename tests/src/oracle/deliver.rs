//! What goes out next, and to whom (L2, L3, O13).

use super::Oracle;
use super::leases::Lease;
use super::told::{Answer, Delivery, Fact};

impl Oracle {
    /// Hands the next message, or batch of messages, to a worker, if there are both.
    pub fn deliver(&mut self, now: u64) -> Answer {
        self.advance(now);
        Answer::Delivery(self.next_delivery())
    }

    fn next_delivery(&mut self) -> Option<Delivery> {
        let worker = self.next_worker()?;
        let shard = self.next_shard()?;
        let first = self.next_of(shard)?.id;
        let key = self.key_of(self.message(first)?);
        self.charge(shard, key);
        self.rings[shard].served = Some(self.deliveries_ever);
        self.deliveries_ever += 1;
        self.last_worker = Some(worker);
        let batch = self.leases_ever;
        let mut leases = vec![self.hand_out(first, worker, batch)?];
        while let Some(next) = self.next_in_batch(first, worker, leases.len()) {
            leases.push(self.hand_out(next, worker, batch)?);
        }
        self.candidates_changed(None);
        let until = self.leases.iter().find(|lease| lease.id == batch)?.until;
        let attempt = self.message(first)?.attempts;
        Some(Delivery { message: first, worker, leases, attempt, until })
    }

    fn hand_out(&mut self, id: u64, worker: u64, batch: u64) -> Option<u64> {
        let message = self.message(id)?.clone();
        self.draw(&message);
        let lease = Lease {
            id: self.leases_ever,
            message: id,
            worker,
            since: self.now,
            until: self.now.saturating_add(self.rules.lease),
            batch,
            lost: false,
        };
        self.leases_ever += 1;
        let attempt = message.attempts + 1;
        self.message_mut(id)?.attempts = attempt;
        self.tell(Fact::Delivered(id, worker, lease.id, attempt, lease.until, batch));
        self.note_stray(id);
        let number = lease.id;
        self.leases.push(lease);
        Some(number)
    }
}
