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
    /// Deliveries that were given up while their worker was at work on them and cut off.
    strays: Vec<usize>,
    /// Deliveries that went on beside another of their message: the one that was given up, and the one after it.
    twice: Vec<(usize, usize)>,
}

impl Deliveries {
    pub(super) fn record(&mut self, step: &Step) {
        for fact in &step.facts {
            match fact {
                Fact::Delivered { message, lane, worker, attempt, batch, .. } => {
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
                        stray: None,
                    });
                }
                Fact::Acked { message, .. } => self.close(message, step.at, Outcome::Acked),
                Fact::Nacked { message, .. } => self.close(message, step.at, Outcome::Nacked),
                Fact::Expired { message, .. } => self.close(message, step.at, Outcome::Expired),
                Fact::Rejected { message, .. } => self.close(message, step.at, Outcome::Rejected),
                Fact::Returned { message, .. } => self.close(message, step.at, Outcome::Returned),
                Fact::DeadLettered { message, works_on, .. } => {
                    self.close(message, step.at, Outcome::DeadLettered);
                    self.stray(message, *works_on);
                }
                Fact::Unresolved { message, works_on, .. } => {
                    self.close(message, step.at, Outcome::Unresolved);
                    self.stray(message, *works_on);
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
                Fact::ProcessedTwice { message, worker, until, .. } => {
                    self.twice(message, worker, step.at, *until);
                }
                Fact::Crashed { worker } | Fact::Reconnected { worker } | Fact::Left { worker } => {
                    self.forget(worker, step.at);
                }
                Fact::Arrived { .. }
                | Fact::Eligible { .. }
                | Fact::BucketHasRoom { .. }
                | Fact::Redriven { .. }
                | Fact::Purged { .. }
                | Fact::Joined { .. }
                | Fact::Recovered { .. }
                | Fact::CutOff { .. }
                | Fact::Extended { .. }
                | Fact::LeaseRestarted { .. }
                | Fact::LeaderCrashed { .. }
                | Fact::ReclaimEnded
                | Fact::LeaseOver { .. }
                | Fact::Refused { .. } => {}
            }
        }
    }

    pub(super) fn finish(self) -> Vec<DeliveryRecord> {
        self.records
    }

    /// A message's latest delivery was given up; where its worker cannot be told, it works on until then.
    fn stray(&mut self, message: &Name, works_on: Option<Time>) {
        if let (Some(&record), Some(_)) = (self.latest.get(message), works_on) {
            self.records[record].stray = works_on;
            self.strays.push(record);
        }
    }

    /// A worker knows better now, or is gone.
    fn forget(&mut self, worker: &Name, at: Time) {
        for &stray in &self.strays {
            let DeliveryRecord { worker: whose, stray: Some(until), .. } = &mut self.records[stray]
            else {
                continue;
            };
            if whose == worker {
                *until = at.min(*until);
            }
        }
        self.once_again(at, &|stray| stray.worker == *worker);
    }

    /// From here on, the latest delivery of a message goes on beside the one that this worker had.
    fn twice(&mut self, message: &Name, worker: &Name, at: Time, until: Time) {
        let Some(latest) = self.latest.get(message).copied() else { return };
        let is_it = |stray: &DeliveryRecord| stray.message == *message && stray.worker == *worker;
        let Some(stray) = self.records[..latest].iter().rposition(is_it) else { return };
        let since = self.records[stray].twice.map_or(at, |(since, _)| since);
        self.records[stray].twice = Some((since, until));
        self.records[latest].twice = Some((at, until));
        self.twice.push((stray, latest));
    }

    /// From here on, what such a delivery had beside it is the only one.
    fn once_again(&mut self, at: Time, is_it: &dyn Fn(&DeliveryRecord) -> bool) {
        for &(stray, beside) in &self.twice {
            if !is_it(&self.records[stray]) {
                continue;
            }
            for record in [stray, beside] {
                if let Some((_, until)) = &mut self.records[record].twice {
                    *until = at.min(*until);
                }
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
