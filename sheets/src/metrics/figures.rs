//! What a run has come to at a step, in numbers: for each lane, and in all.

use crate::record::{Place, Tracked};
use crate::run::Played;
use crate::words::less;
use queuescope_sim::Time;

/// Lengths of time, in a few numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spread {
    /// The mean.
    pub(crate) mean: Time,
    /// Half of them are no longer.
    pub(crate) median: Time,
    /// The longest.
    pub(crate) most: Time,
}

/// What the messages of a lane, or all, have come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    /// Messages that have arrived.
    pub(crate) arrived: usize,
    /// Those that wait.
    pub(crate) waiting: usize,
    /// Those with a worker.
    pub(crate) in_flight: usize,
    /// Those that are done.
    pub(crate) done: usize,
    /// Dead letters.
    pub(crate) dead: usize,
    /// Deliveries.
    pub(crate) deliveries: usize,
    /// Since when the oldest of those that wait is there.
    pub(crate) oldest_waiting: Option<Time>,
    /// Since when the oldest of those that wait or are in flight is there.
    pub(crate) oldest_unfinished: Option<Time>,
    /// The highest attempt of each message that went out.
    attempts: Vec<u32>,
    /// From arrival to the first delivery.
    waits: Vec<u64>,
    /// From arrival to the ack.
    completions: Vec<u64>,
}

/// The figures of all messages, and of each lane.
pub(crate) struct AllFigures {
    /// In all.
    pub(crate) total: Figures,
    /// By lane, in the order of the record.
    pub(crate) lanes: Vec<Figures>,
}

impl AllFigures {
    /// As of a step.
    pub(crate) fn of(played: &Played, step: usize) -> Self {
        let record = played.record();
        let mut all =
            Self { total: Figures::default(), lanes: vec![Figures::default(); record.lanes.len()] };
        // Messages are in the order in which they arrive.
        for message in record.messages.iter().take_while(|message| message.arrived <= step) {
            all.total.count(played, message, step);
            all.lanes[message.lane].count(played, message, step);
        }
        all
    }
}

impl Figures {
    fn count(&mut self, played: &Played, message: &Tracked, step: usize) {
        let now = played.at(step);
        let arrived = played.at(message.arrived);
        self.arrived += 1;
        match message.place(step) {
            Some(Place::Waiting) => {
                self.waiting += 1;
                self.oldest_waiting.get_or_insert(arrived);
                self.oldest_unfinished.get_or_insert(arrived);
            }
            Some(Place::InFlight { .. }) => {
                self.in_flight += 1;
                self.oldest_unfinished.get_or_insert(arrived);
            }
            Some(Place::Done) => {
                self.done += 1;
                let done = message.done().map_or(now, |done| played.at(done));
                self.completions.push(less(done, arrived).as_micros());
            }
            Some(Place::Dead) => self.dead += 1,
            Some(Place::Purged) | None => {}
        }
        let deliveries = message.deliveries.iter().map(|place| &played.run.deliveries()[*place]);
        let mut highest = 0;
        for delivery in deliveries.take_while(|delivery| delivery.from <= now) {
            if highest == 0 {
                self.waits.push(less(delivery.from, arrived).as_micros());
            }
            highest = highest.max(delivery.attempt);
            self.deliveries += 1;
        }
        if highest > 0 {
            self.attempts.push(highest);
        }
    }

    /// How long messages waited for their first delivery; none before there is one.
    pub(crate) fn waits(&self) -> Option<Spread> {
        spread(&self.waits)
    }

    /// How long messages took from arrival to ack; none before there is one.
    pub(crate) fn completions(&self) -> Option<Spread> {
        spread(&self.completions)
    }

    /// The mean and the highest number of attempts of those that went out.
    pub(crate) fn attempts(&self) -> Option<(f64, u32)> {
        let most = self.attempts.iter().max()?;
        let sum: u32 = self.attempts.iter().sum();
        Some((f64::from(sum) / self.attempts.len() as f64, *most))
    }
}

fn spread(lengths: &[u64]) -> Option<Spread> {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let most = *sorted.last()?;
    let mean = lengths.iter().sum::<u64>() / lengths.len() as u64;
    let median = sorted[(lengths.len() - 1) / 2];
    Some(Spread {
        mean: Time::from_micros(mean),
        median: Time::from_micros(median),
        most: Time::from_micros(most),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::EXAMPLE;
    use crate::run::played;

    #[test]
    fn the_example_comes_to_what_its_table_says() {
        // Deliveries: a1 and s1 at 0 s, b1 at 1 s, a2 at 2 s, s2 at 3 s, b2 at 4 s, a2 again at 9 s, a3 at 10 s. Acks: s1 at 1 s,
        // a1 at 2 s, b1 at 3 s, s2 at 5 s, b2 at 6 s, a2 at 10 s. All arrive at 0 s.
        let played = played(EXAMPLE).unwrap();
        let s = Time::from_secs;
        let at = |secs| AllFigures::of(&played, played.run.index_at(s(secs)));
        let four = at(4).total;
        // a2 and a3 wait; b2 and s2 are out.
        assert_eq!(
            (four.arrived, four.waiting, four.in_flight, four.done, four.dead, four.deliveries),
            (7, 2, 2, 3, 0, 6)
        );
        // First deliveries at 0, 0, 1, 2, 3 and 4 s.
        let waits = Spread { mean: Time::from_micros(10_000_000 / 6), median: s(1), most: s(4) };
        assert_eq!(four.waits(), Some(waits));
        // Acks at 1, 2 and 3 s.
        assert_eq!(four.completions(), Some(Spread { mean: s(2), median: s(2), most: s(3) }));
        assert_eq!((four.oldest_waiting, four.attempts()), (Some(s(0)), Some((1.0, 1))));
        let ten = at(10);
        // All but a3 are done; a2 took two attempts of the eight deliveries to seven messages.
        assert_eq!((ten.total.done, ten.total.in_flight, ten.total.deliveries), (6, 1, 8));
        assert_eq!(ten.total.attempts(), Some((8.0 / 7.0, 2)));
        assert_eq!((ten.total.oldest_waiting, ten.total.oldest_unfinished), (None, Some(s(0))));
        // Group A: first out at 0, 2 and 10 s; done at 2 and 10 s.
        let a = &ten.lanes[0];
        assert_eq!(a.waits(), Some(Spread { mean: s(4), median: s(2), most: s(10) }));
        assert_eq!(a.completions(), Some(Spread { mean: s(6), median: s(2), most: s(10) }));
        assert_eq!((a.arrived, a.done, a.in_flight), (3, 2, 1));
    }
}
