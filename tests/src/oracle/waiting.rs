//! Why a message waits: the first thing on its way out that says no (W1).

use super::Oracle;
use super::told::{BucketName, Why};

impl Oracle {
    /// Why a message waits; none where it is in flight or a free worker would get it next.
    pub fn why(&self, id: u64) -> Option<Why<'static>> {
        let message = self.message(id)?;
        if self.is_in_flight(id) {
            return None;
        }
        let head = self.head_of(message);
        if head.id != id {
            let with = self.leases.iter().find(|lease| lease.message == head.id && !lease.lost);
            return Some(match with {
                Some(lease) => Why::GroupInFlight(head.id, lease.worker),
                None => Why::BehindHead(head.id),
            });
        }
        if self.is_held(message)
            && let Some(grace) = self.grace
        {
            return Some(if message.not_before > grace.until {
                Why::NotBefore(message.not_before)
            } else {
                Why::HeldForReclaim(grace.until)
            });
        }
        if !message.awake {
            return Some(Why::NotBefore(message.not_before));
        }
        if let Some((bucket, until)) = self.waits_for(message) {
            let bucket = BucketName { throttle: bucket.0, values: bucket.1 };
            return Some(Why::Bucket(bucket, until));
        }
        let turn = self.key_of(self.next_of(message.shard)?);
        if turn != self.key_of(message) {
            return Some(Why::OtherTurn(turn));
        }
        self.next_worker().is_none().then_some(Why::NoCredit)
    }
}
