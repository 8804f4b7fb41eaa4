//! Measures over the whole run, of one lane or of all: worked out once, and drawn at each step.

use super::line::{Line, MOST_POINTS, MOST_STEPS};
use crate::record::Place;
use crate::run::Played;
use crate::words::less;
use queuescope_sim::Time;
use std::collections::BTreeSet;

/// How many parts of the run a throughput is counted in: so many fit into it.
const WINDOWS: u64 = 10;

/// Measures over the run.
#[derive(Debug)]
pub(crate) struct Series {
    /// How many wait, after each step.
    pub(crate) waiting: Vec<f64>,
    /// How many are in flight.
    pub(crate) in_flight: Vec<f64>,
    /// How many are done.
    pub(crate) done: Vec<f64>,
    /// How many are dead letters.
    pub(crate) dead: Vec<f64>,
    /// Since when the oldest of those that wait is there.
    pub(crate) oldest: Vec<Option<Time>>,
    /// The share of the workers that are there which have something in hand.
    pub(crate) busy: Vec<f64>,
    /// The same as lines, in this order, and the throughput.
    pub(crate) lines: [Line; 7],
    /// When messages were acked.
    acks: Vec<Time>,
    until: Time,
}

impl Series {
    /// Those of a lane, by its place in the record; none: of all.
    pub(crate) fn of(played: &Played, lane: Option<usize>) -> Self {
        let run = &played.run;
        // Messages are in the order in which they arrive, and so they are at each step.
        let mut moves: Vec<Vec<(usize, &Place)>> = vec![Vec::new(); run.len()];
        for (place, message) in played.record().messages.iter().enumerate() {
            if lane.is_none_or(|lane| message.lane == lane) {
                message.places.iter().for_each(|(step, to)| moves[*step].push((place, to)));
            }
        }
        let mut series = Self {
            waiting: Vec::new(),
            in_flight: Vec::new(),
            done: Vec::new(),
            dead: Vec::new(),
            oldest: Vec::new(),
            busy: busy(played, lane),
            lines: std::array::from_fn(|_| Line::of_points(Vec::new())),
            acks: Vec::new(),
            until: run.until(),
        };
        let mut places: Vec<Option<&Place>> = vec![None; played.record().messages.len()];
        let mut waiting = BTreeSet::new();
        let (mut in_flight, mut done, mut dead) = (0_u32, 0_u32, 0_u32);
        for (step, moves) in run.steps().iter().zip(moves) {
            for (message, to) in moves {
                match places[message].replace(to) {
                    Some(Place::Waiting) => drop(waiting.remove(&message)),
                    Some(Place::InFlight { .. }) => in_flight -= 1,
                    Some(Place::Done) => done -= 1,
                    Some(Place::Dead) => dead -= 1,
                    Some(Place::Purged) | None => {}
                }
                match to {
                    Place::Waiting => drop(waiting.insert(message)),
                    Place::InFlight { .. } => in_flight += 1,
                    Place::Done => {
                        done += 1;
                        series.acks.push(step.at);
                    }
                    Place::Dead => dead += 1,
                    Place::Purged => {}
                }
            }
            series.waiting.push(waiting.len() as f64);
            series.in_flight.push(in_flight.into());
            series.done.push(done.into());
            series.dead.push(dead.into());
            let oldest = waiting.first().map(|oldest| &played.record().messages[*oldest]);
            series.oldest.push(oldest.map(|oldest| played.at(oldest.arrived)));
        }
        series.lines = series.drawn(played);
        series
    }

    fn drawn(&self, played: &Played) -> [Line; 7] {
        let of_steps = |values: &[f64]| {
            let parts = parts(values.len()).into_iter();
            Line::of_steps(parts.map(|part| {
                let most = values[part.clone()].iter().copied().fold(0.0, f64::max);
                (self.share(played.at(part.start)), most)
            }))
        };
        let mut ages = Vec::new();
        for part in parts(self.oldest.len()) {
            let from = played.at(part.start);
            let until = if part.end < self.oldest.len() { played.at(part.end) } else { self.until };
            let age = |since: Option<Time>, at| {
                since.map_or(0.0, |since| less(at, since).as_micros() as f64)
            };
            ages.push((self.share(from), age(self.oldest[part.start], from)));
            ages.push((self.share(until), age(self.oldest[part.end - 1], until)));
        }
        let samples = MOST_POINTS as u64 / 2 - 1;
        let throughput = (0..=samples).map(|sample| {
            let at = Time::from_micros(
                (u128::from(self.until.as_micros()) * u128::from(sample) / u128::from(samples))
                    as u64,
            );
            (self.share(at), self.throughput(at))
        });
        [
            of_steps(&self.waiting),
            of_steps(&self.in_flight),
            of_steps(&self.done),
            of_steps(&self.dead),
            Line::of_points(ages),
            of_steps(&self.busy),
            Line::of_points(throughput.collect()),
        ]
    }

    /// Where an instant is in the run, as a share of it.
    pub(crate) fn share(&self, at: Time) -> f64 {
        at.as_micros() as f64 / self.until.as_micros().max(1) as f64
    }

    /// The stretch of time that a throughput is counted in.
    pub(crate) fn window(&self) -> Time {
        Time::from_micros(self.until.as_micros() / WINDOWS)
    }

    /// How many messages were done per second within the window that ends at an instant, or since the start where that is later.
    pub(crate) fn throughput(&self, at: Time) -> f64 {
        let window = self.window().min(at);
        if window.is_zero() {
            return 0.0;
        }
        let from = less(at, window);
        let until = |at| self.acks.partition_point(|ack| *ack <= at);
        let before = if from.is_zero() { 0 } else { until(from) };
        (until(at) - before) as f64 / (window.as_micros() as f64 / 1e6)
    }
}

/// Steps in so few parts that a line can be drawn from them.
fn parts(steps: usize) -> Vec<std::ops::Range<usize>> {
    let count = steps.min(MOST_STEPS);
    (0..count).map(|part| part * steps / count..(part + 1) * steps / count).collect()
}

/// The share of the workers that have something of a lane in hand, after each step.
fn busy(played: &Played, lane: Option<usize>) -> Vec<f64> {
    let run = &played.run;
    let record = played.record();
    let mut hands: Vec<Vec<(usize, bool)>> = vec![Vec::new(); run.len()];
    for (place, delivery) in run.deliveries().iter().enumerate() {
        if lane.is_none_or(|lane| record.lanes[lane] == delivery.lane) {
            let worker = record.delivery_workers[place];
            hands[run.index_at(delivery.from)].push((worker, true));
            if let Some((end, _)) = delivery.end {
                hands[run.index_at(end)].push((worker, false));
            }
        }
    }
    let mut held = vec![0_i32; run.workers().len()];
    let mut busy = 0_i32;
    let shares = run.steps().iter().zip(hands).map(|(step, hands)| {
        for (worker, takes) in hands {
            let before = i32::from(held[worker] > 0);
            held[worker] += if takes { 1 } else { -1 };
            busy += i32::from(held[worker] > 0) - before;
        }
        f64::from(busy) / played.presence().count(step.at).max(1) as f64
    });
    shares.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::{EXAMPLE, lessons};
    use crate::run::played;

    #[test]
    fn the_counts_of_each_lesson_are_the_engines() {
        for (name, text) in lessons() {
            let played = played(&text).unwrap();
            let series = Series::of(&played, None);
            for (step, counts) in played.run.counts().iter().enumerate() {
                let found = [&series.waiting, &series.in_flight, &series.done, &series.dead];
                let known = [counts.pending, counts.in_flight, counts.acked, counts.dead_lettered];
                assert_eq!(found.map(|of| of[step] as u64), known, "{name}, step {}", step + 1);
            }
        }
    }

    #[test]
    fn measures_of_the_example_are_those_of_its_table() {
        let played = played(EXAMPLE).unwrap();
        let all = Series::of(&played, None);
        let s = Time::from_secs;
        let step = |secs| played.run.index_at(s(secs));
        // Both workers are busy until 5 s; W1 alone until 6 s and from 9 s on.
        assert_eq!([4, 5, 6, 9].map(|secs| all.busy[step(secs)]), [1.0, 0.5, 0.0, 0.5]);
        assert_eq!([0, 9, 10].map(|secs| all.oldest[step(secs)]), [Some(s(0)), Some(s(0)), None]);
        // The run has 10 s: a second of it is a window. Nothing is done at 4 s; b2 is at 6 s.
        assert_eq!([1, 4, 6].map(|secs| all.throughput(s(secs))), [1.0, 0.0, 1.0]);
        let a = Series::of(&played, Some(0));
        assert_eq!([0, 4, 10].map(|secs| a.waiting[step(secs)]), [2.0, 2.0, 0.0]);
        assert_eq!([0, 4, 9].map(|secs| a.busy[step(secs)]), [0.5, 0.0, 0.5]);
    }

    #[test]
    fn no_line_of_a_long_run_has_more_points_than_can_be_seen() {
        let text = "workers W1 W2\nat 0s send m1..m2000 every 7ms\nwork\n  takes 10ms to 20ms\n";
        let played = played(text).unwrap();
        assert!(played.run.len() > 3_000);
        let series = Series::of(&played, None);
        for line in &series.lines {
            let picture = line.picture(0.5, "").written();
            let points = picture.matches('L').count() + picture.matches('M').count();
            // The playhead is one of its own, and the place where the line is cut is there twice.
            assert!(points <= MOST_POINTS + 3, "{points}");
        }
    }
}
