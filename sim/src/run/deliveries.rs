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
    /// The delivery before the latest one, of the same message.
    before: Option<usize>,
    /// Deliveries that went on beside another of their message.
    twice: Vec<usize>,
}

impl Deliveries {
    pub(super) fn record(&mut self, step: &Step) {
        for fact in &step.facts {
            match fact {
                Fact::Delivered { message, lane, worker, attempt, batch, .. } => {
                    let before = self.latest.get(message).copied();
                    self.latest.insert(Name::clone(message), self.records.len());
                    self.records.push(DeliveryRecord {
                        message: Name::clone(message),
                        lane: Name::clone(lane),
                        worker: Name::clone(worker),
                        attempt: *attempt,
                        from: step.at,
                        end: None,
                        batch: batch.clone(),
                        lost: None,
                        twice: None,
                    });
                    self.before = before;
                }
                Fact::Acked { message, .. } => self.close(message, step.at, Outcome::Acked),
                Fact::Nacked { message, .. } => self.close(message, step.at, Outcome::Nacked),
                Fact::Expired { message, .. } => self.close(message, step.at, Outcome::Expired),
                Fact::Rejected { message, .. } => self.close(message, step.at, Outcome::Rejected),
                Fact::Returned { message, .. } => self.close(message, step.at, Outcome::Returned),
                Fact::DeadLettered { message, .. } => {
                    self.close(message, step.at, Outcome::DeadLettered);
                }
                Fact::Unresolved { message, .. } => {
                    self.close(message, step.at, Outcome::Unresolved);
                }
                Fact::LeaseLost { message, .. } => {
                    if let Some(record) = self.latest.get(message) {
                        self.records[*record].lost = Some((step.at, None));
                    }
                }
                Fact::Reestablished { message, .. } => {
                    if let Some(record) = self.latest.get(message)
                        && let Some((_, known)) = &mut self.records[*record].lost
                    {
                        *known = Some(step.at);
                    }
                }
                Fact::ProcessedTwice { until, .. } => {
                    if let Some(record) = self.before {
                        self.records[record].twice = Some((step.at, *until));
                        self.twice.push(record);
                    }
                }
                Fact::Reconnected { worker } | Fact::Crashed { worker } | Fact::Left { worker } => {
                    self.once_again(step.at, &|record| record.worker == *worker)
                }
                Fact::Arrived { .. }
                | Fact::Eligible { .. }
                | Fact::BucketHasRoom { .. }
                | Fact::Extended { .. }
                | Fact::Redriven { .. }
                | Fact::Purged { .. }
                | Fact::Joined { .. }
                | Fact::Recovered { .. }
                | Fact::CutOff { .. }
                | Fact::LeaderCrashed { .. }
                | Fact::LeaseRestarted { .. }
                | Fact::ReclaimEnded
                | Fact::Refused { .. } => {}
            }
        }
    }

    pub(super) fn finish(self) -> Vec<DeliveryRecord> {
        self.records
    }

    /// From here on, such a delivery is no second one beside another.
    fn once_again(&mut self, at: Time, is_it: &dyn Fn(&DeliveryRecord) -> bool) {
        for record in &self.twice {
            let record = &mut self.records[*record];
            if is_it(record)
                && let Some((_, until)) = &mut record.twice
            {
                *until = at.min(*until);
            }
        }
    }

    /// Ends a message's delivery, where it has one: a dead letter may have been set aside while it waited.
    fn close(&mut self, message: &Name, at: Time, how: Outcome) {
        if let Some(record) = self.latest.get(message) {
            self.records[*record].end.get_or_insert((at, how));
            self.once_again(at, &|record| record.message == *message);
        }
    }
}
