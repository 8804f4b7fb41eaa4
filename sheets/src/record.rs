//! What became of each message, from the facts of a run: where it was from which step on.

use queuescope_sim::{Fact, Name, Run};
use std::collections::BTreeMap;

/// Where a message is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// It waits.
    Waiting,
    /// It is with a worker.
    InFlight {
        /// The worker.
        worker: Name,
        /// The number of the attempt, 1 for the first.
        attempt: u32,
    },
    /// It was acked.
    Done,
    /// Among the dead letters.
    Dead,
    /// Thrown away from the dead letters.
    Purged,
}

/// A message that arrives within the run.
#[derive(Debug)]
pub(crate) struct Tracked {
    /// Its name.
    pub(crate) name: Name,
    /// Its lane, as a place in [`Record::lanes`].
    pub(crate) lane: usize,
    /// The step at which it arrived, from 0.
    pub(crate) arrived: usize,
    /// Where it was after a step and until the next one named, in order.
    pub(crate) places: Vec<(usize, Place)>,
    /// Its deliveries, as places in [`Run::deliveries`].
    pub(crate) deliveries: Vec<usize>,
}

impl Tracked {
    /// Where it is after a step; none: it has not arrived.
    pub(crate) fn place(&self, step: usize) -> Option<&Place> {
        let until = self.places.partition_point(|(since, _)| *since <= step);
        self.places[..until].last().map(|(_, place)| place)
    }

    /// The step at which it was acked.
    pub(crate) fn done(&self) -> Option<usize> {
        self.places.last().filter(|(_, place)| *place == Place::Done).map(|(step, _)| *step)
    }

    /// It is there from a step on. What it was at the very same step before counts for nothing.
    fn moves(&mut self, step: usize, place: Place) {
        if let Some((since, _)) = self.places.last()
            && *since == step
        {
            self.places.pop();
        }
        if self.places.last().is_none_or(|(_, last)| *last != place) {
            self.places.push((step, place));
        }
    }
}

/// All messages of a run.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// In the order in which they arrive.
    pub(crate) messages: Vec<Tracked>,
    /// Lanes, in the order in which their first message arrives.
    pub(crate) lanes: Vec<Name>,
    /// For each lane its deliveries, as places in [`Run::deliveries`].
    pub(crate) lane_deliveries: Vec<Vec<usize>>,
    /// For each delivery its worker, as a place in [`Run::workers`].
    pub(crate) delivery_workers: Vec<usize>,
    by_name: BTreeMap<Name, usize>,
}

impl Record {
    /// Reads the facts of a run once.
    pub(crate) fn of(run: &Run) -> Self {
        let mut record = Self::default();
        let mut lane_places = BTreeMap::new();
        for step in run.steps() {
            for fact in &step.facts {
                if let Fact::Arrived { message, lane } = fact {
                    let lane = *lane_places.entry(Name::clone(lane)).or_insert_with(|| {
                        record.lanes.push(Name::clone(lane));
                        record.lanes.len() - 1
                    });
                    record.by_name.insert(Name::clone(message), record.messages.len());
                    record.messages.push(Tracked {
                        name: Name::clone(message),
                        lane,
                        arrived: step.index,
                        places: Vec::new(),
                        deliveries: Vec::new(),
                    });
                }
                let tracked = fact.message().and_then(|name| record.by_name.get(name));
                if let Some(&message) = tracked
                    && let Some(place) = place(fact, &record.messages[message])
                {
                    record.messages[message].moves(step.index, place);
                }
            }
        }
        let mut workers = BTreeMap::new();
        for (place, worker) in run.workers().iter().enumerate() {
            workers.insert(Name::clone(worker), place);
        }
        record.lane_deliveries = vec![Vec::new(); record.lanes.len()];
        for (index, delivery) in run.deliveries().iter().enumerate() {
            record.delivery_workers.push(workers.get(&delivery.worker).copied().unwrap_or(0));
            if let Some(&message) = record.by_name.get(&delivery.message) {
                record.messages[message].deliveries.push(index);
                record.lane_deliveries[record.messages[message].lane].push(index);
            }
        }
        record
    }

    /// The message of that name, where one arrives.
    pub(crate) fn message(&self, name: &str) -> Option<&Tracked> {
        self.by_name.get(name).map(|message| &self.messages[*message])
    }

    /// The name of a message's lane.
    pub(crate) fn lane(&self, message: &Tracked) -> &Name {
        &self.lanes[message.lane]
    }
}

/// Where a fact puts its message, if anywhere.
fn place(fact: &Fact, message: &Tracked) -> Option<Place> {
    let in_flight =
        |worker: &Name, attempt| Place::InFlight { worker: Name::clone(worker), attempt };
    match fact {
        Fact::Arrived { .. }
        | Fact::Nacked { retry_at: Some(_), .. }
        | Fact::Expired { retry_at: Some(_), .. }
        | Fact::Returned { .. }
        | Fact::LeaseLost { .. }
        | Fact::Unresolved { .. }
        | Fact::Redriven { .. } => Some(Place::Waiting),
        Fact::Delivered { worker, attempt, .. } => Some(in_flight(worker, *attempt)),
        // The lease that was lost is the same one again.
        Fact::Reestablished { worker, .. } => {
            let known = message.places.iter().rev().find_map(|(_, place)| match place {
                Place::InFlight { attempt, .. } => Some(*attempt),
                Place::Waiting | Place::Done | Place::Dead | Place::Purged => None,
            });
            Some(in_flight(worker, known.unwrap_or(1)))
        }
        Fact::Acked { .. } => Some(Place::Done),
        Fact::Nacked { retry_at: None, .. }
        | Fact::Expired { retry_at: None, .. }
        | Fact::Rejected { .. }
        | Fact::DeadLettered { .. } => Some(Place::Dead),
        Fact::Purged { .. } => Some(Place::Purged),
        Fact::Eligible { .. }
        | Fact::BucketHasRoom { .. }
        | Fact::ProcessedTwice { .. }
        | Fact::Extended { .. }
        | Fact::Joined { .. }
        | Fact::Crashed { .. }
        | Fact::Recovered { .. }
        | Fact::Left { .. }
        | Fact::CutOff { .. }
        | Fact::Reconnected { .. }
        | Fact::LeaderCrashed { .. }
        | Fact::LeaseRestarted { .. }
        | Fact::ReclaimEnded
        | Fact::LeaseOver { .. }
        | Fact::Refused { .. } => None,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use queuescope_sim::parse;

    /// Two groups of which one retries.
    pub(crate) const EXAMPLE: &str = include_str!("../../static/scenarios/account-retries.queue");

    pub(crate) const CRASH: &str = include_str!("../../static/scenarios/leader-crash-fast.queue");

    /// Every lesson.
    pub(crate) fn lessons() -> Vec<(String, String)> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/scenarios");
        let mut lessons: Vec<(String, String)> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().path())
            .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap()))
            .collect();
        lessons.sort();
        assert!(lessons.len() > 10);
        lessons
    }

    #[test]
    fn after_each_step_of_each_lesson_as_many_messages_are_where_the_engine_has_them() {
        for (name, text) in lessons() {
            let run = Run::new(parse(&text).unwrap().scenario);
            let record = Record::of(&run);
            for (step, counts) in run.counts().iter().enumerate() {
                let places = || record.messages.iter().filter_map(|message| message.place(step));
                let count = |wanted: fn(&Place) -> bool| {
                    places().filter(|place| wanted(place)).count() as u64
                };
                let found = [
                    count(|_| true),
                    count(|place| *place == Place::Waiting),
                    count(|place| matches!(place, Place::InFlight { .. })),
                    count(|place| *place == Place::Done),
                    count(|place| *place == Place::Dead),
                    count(|place| *place == Place::Purged),
                ];
                let known = [
                    counts.enqueued,
                    counts.pending,
                    counts.in_flight,
                    counts.acked,
                    counts.dead_lettered,
                    counts.purged,
                ];
                assert_eq!(found, known, "{name}, step {}", step + 1);
            }
        }
    }

    #[test]
    fn a_lease_that_is_made_known_again_is_the_same_attempt() {
        let text = CRASH.replace("at 8s  W2 acks", "at 7s  W1 extends by 10s\nat 8s  W2 acks");
        let run = Run::new(parse(&text).unwrap().scenario);
        let record = Record::of(&run);
        let debit = record.message("debit").unwrap();
        let with = Place::InFlight { worker: "W1".into(), attempt: 1 };
        let step = |at| run.index_at(queuescope_sim::Time::from_secs(at));
        let places = [(step(0), with.clone()), (step(4), Place::Waiting), (step(7), with)];
        assert_eq!(debit.places, places);
        assert_eq!((&**record.lane(debit), debit.arrived, &*debit.deliveries), ("A", 0, &[0][..]));
    }
}
