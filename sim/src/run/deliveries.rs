//! Deliveries with their outcome, from the facts: the bars of the timeline.

use crate::index::Index;
use crate::step::{DeliveryRecord, Fact, Name, Outcome, Step};
use crate::time::Time;

/// The deliveries so far.
#[derive(Debug, Default)]
pub(super) struct Deliveries {
    records: Vec<DeliveryRecord>,
    /// The latest delivery of each message.
    latest: Index,
}

impl Deliveries {
    pub(super) fn record(&mut self, step: &Step) {
        for fact in &step.facts {
            match fact {
                Fact::Delivered { message, lane, worker, attempt, .. } => {
                    self.latest.insert(Name::clone(message), self.records.len());
                    self.records.push(DeliveryRecord {
                        message: Name::clone(message),
                        lane: Name::clone(lane),
                        worker: Name::clone(worker),
                        attempt: *attempt,
                        from: step.at,
                        end: None,
                    });
                }
                Fact::Acked { message, .. } => self.close(message, step.at, Outcome::Acked),
                Fact::Nacked { message, .. } => self.close(message, step.at, Outcome::Nacked),
                Fact::Expired { message, .. } => self.close(message, step.at, Outcome::Expired),
                Fact::Rejected { message, .. } => self.close(message, step.at, Outcome::Rejected),
                Fact::Returned { message, .. } => self.close(message, step.at, Outcome::Returned),
                Fact::DeadLettered { message, .. } => {
                    self.close(message, step.at, Outcome::DeadLettered);
                }
                Fact::Arrived { .. }
                | Fact::Eligible { .. }
                | Fact::BucketHasRoom { .. }
                | Fact::Extended { .. }
                | Fact::Redriven { .. }
                | Fact::Purged { .. }
                | Fact::Joined { .. }
                | Fact::Crashed { .. }
                | Fact::Recovered { .. }
                | Fact::Left { .. }
                | Fact::Refused { .. } => {}
            }
        }
    }

    pub(super) fn finish(self) -> Vec<DeliveryRecord> {
        self.records
    }

    /// Ends a message's delivery, where it has one: a dead letter may have been set aside while it waited.
    fn close(&mut self, message: &Name, at: Time, how: Outcome) {
        if let Some(record) = self.latest.get(message) {
            self.records[*record].end.get_or_insert((at, how));
        }
    }
}
