//! When each worker was there, and how much of that time it had something in hand.

use crate::words::less;
use queuescope_sim::{Action, DeliveryRecord, Fact, Name, Run, Time};

/// A stretch of time in which a worker was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stay {
    /// The worker.
    pub(crate) worker: Name,
    /// From when.
    pub(crate) from: Time,
    /// Until when; none: to the end.
    pub(crate) until: Option<Time>,
    /// How many messages it may hold.
    pub(crate) credit: u32,
}

/// When workers were there. A crash leaves them where they are: nothing else does their work.
#[derive(Debug)]
pub(crate) struct Presence(Vec<Stay>);

/// How much of workers' time is spent on messages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Use {
    /// The share of their time with a message in hand, or more.
    pub(crate) busy: f64,
    /// The share of their credit that is taken, on the mean.
    pub(crate) credit: f64,
}

impl Presence {
    /// Reads when workers join and leave.
    pub(crate) fn of(run: &Run) -> Self {
        let scenario = run.scenario();
        let begins =
            |worker: &str, from, credit| Stay { worker: worker.into(), from, until: None, credit };
        let declared = scenario.workers.iter();
        let mut stays: Vec<Stay> =
            declared.map(|worker| begins(&worker.name, Time::ZERO, worker.takes.get())).collect();
        for step in run.steps() {
            for fact in &step.facts {
                if let Fact::Joined { worker } = fact {
                    let lines = step.lines.iter().filter_map(|line| scenario.script.get(*line));
                    let mut taking = lines.filter_map(|line| {
                        let Action::Join { worker: joins, taking } = &line.action else {
                            return None;
                        };
                        (**joins == **worker).then_some(taking.get())
                    });
                    stays.push(begins(worker, step.at, taking.next_back().unwrap_or(1)));
                }
                if let Fact::Left { worker } = fact
                    && let Some(stay) = stays.iter_mut().rfind(|stay| stay.worker == *worker)
                {
                    stay.until = Some(step.at);
                }
            }
        }
        Self(stays)
    }

    /// Whether some worker may hold more than one message.
    pub(crate) fn has_credit(&self) -> bool {
        self.0.iter().any(|stay| stay.credit > 1)
    }

    /// How many workers are there at an instant.
    pub(crate) fn count(&self, at: Time) -> usize {
        let there = |stay: &&Stay| stay.from <= at && stay.until.is_none_or(|until| at < until);
        self.0.iter().filter(there).count()
    }

    /// The time of all workers up to an instant, once by itself and once for each message that they may hold.
    fn spent(&self, now: Time) -> (f64, f64) {
        let (mut time, mut credit) = (0.0, 0.0);
        for stay in &self.0 {
            let micros = less(stay.until.unwrap_or(now).min(now), stay.from).as_micros() as f64;
            time += micros;
            credit += micros * f64::from(stay.credit);
        }
        (time, credit)
    }

    /// How much of the workers' time up to an instant went to deliveries, each with the place of its worker and in the order in which they began; none before any has passed.
    pub(crate) fn used(
        &self,
        deliveries: &mut dyn Iterator<Item = (usize, &DeliveryRecord)>,
        now: Time,
    ) -> Option<Use> {
        let (time, credit) = self.spent(now);
        if time <= 0.0 {
            return None;
        }
        let (mut busy, mut held) = (0, 0);
        let mut covered: Vec<Time> = Vec::new();
        for (worker, delivery) in deliveries.take_while(|(_, delivery)| delivery.from < now) {
            let until = delivery.end.map_or(now, |(end, _)| end.min(now));
            held += less(until, delivery.from).as_micros();
            // They come in the order in which they begin: what lies behind the latest end is new.
            if covered.len() <= worker {
                covered.resize(worker + 1, Time::ZERO);
            }
            let known = &mut covered[worker];
            busy += less(until, delivery.from.max(*known)).as_micros();
            *known = until.max(*known);
        }
        Some(Use { busy: busy as f64 / time, credit: held as f64 / credit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queuescope_sim::parse;

    #[test]
    fn a_worker_counts_while_it_is_there() {
        let text = "worker W1 takes 2\nat 0s send a b\nat 4s W1 acks a\nat 5s W2 joins\nat 6s W1 acks b\nat 9s W2 leaves\nuntil 10s\n";
        let run = Run::new(parse(text).unwrap().scenario);
        let presence = Presence::of(&run);
        let s = Time::from_secs;
        // W1 has both.
        let hands = || run.deliveries().iter().map(|delivery| (0, delivery));
        assert_eq!([0, 5, 8, 9].map(|at| presence.count(s(at))), [1, 2, 2, 1]);
        assert!(presence.has_credit());
        assert_eq!(presence.used(&mut hands(), s(0)), None);
        // W1 has a for 4 s and b for 6 s: busy for 6 of 10 s, with 10 of 20 s of its credit. W2 is there for 4 s, for nothing.
        let used = presence.used(&mut hands(), s(10)).unwrap();
        assert_eq!(used, Use { busy: 6.0 / 14.0, credit: 10.0 / 24.0 });
        // At 4 s: both all the time.
        assert_eq!(presence.used(&mut hands(), s(4)), Some(Use { busy: 1.0, credit: 1.0 }));
    }
}
