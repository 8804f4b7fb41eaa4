//! Throttles in force, the buckets that a message draws from, and whether they have room (T2–T6).

use super::bucket::Bucket;
use super::held::Held;
use super::rules::{Limit, Throttle, Word};
use super::{Flaw, Oracle};

/// A bucket's name: its throttle, and its key's values.
pub(super) type Drawn = (Word, Option<Vec<Word>>);

impl Oracle {
    /// Works out what all declarations come to (T6), after one came or went.
    pub(super) fn declare(&mut self) {
        let mut in_force: Vec<Throttle> = Vec::new();
        let of_workers = self.workers.iter().flat_map(|worker| &worker.throttles);
        for declared in self.rules.throttles.iter().chain(of_workers) {
            match in_force.iter_mut().find(|known| known.name == declared.name) {
                None => {
                    let mut first = declared.clone();
                    first.limits.clear();
                    for &limit in &declared.limits {
                        add(&mut first.limits, limit);
                    }
                    in_force.push(first);
                }
                Some(known) => {
                    for &limit in &declared.limits {
                        add(&mut known.limits, limit);
                    }
                    known.unthrottled &= declared.unthrottled;
                }
            }
        }
        if in_force == self.throttles {
            return;
        }
        let (old, now) = (std::mem::replace(&mut self.throttles, in_force), self.now);
        self.buckets.retain_mut(|bucket| {
            let named = |throttles: &[Throttle]| {
                let found = throttles.iter().find(|throttle| throttle.name == bucket.throttle);
                found.map(|throttle| throttle.limits.clone())
            };
            let (Some(before), Some(after)) = (named(&old), named(&self.throttles)) else {
                return false;
            };
            bucket.limit(&before, &after, now);
            true
        });
        self.drop_empty_buckets();
        self.wait_anew();
    }

    /// What waits, waits for other buckets than before: all of it comes in again, in arrival order.
    fn wait_anew(&mut self) {
        let candidates = self.messages.iter().filter(|message| self.is_candidate(message));
        for id in candidates.map(|message| message.id).collect::<Vec<_>>() {
            self.candidates_changed(Some(id));
        }
    }

    /// The name of the first throttle that is declared with another key than the one in force (T6).
    pub(super) fn other_key(&self, declared: &[Throttle]) -> Option<Word> {
        let differs = |throttle: &&Throttle| {
            self.throttles
                .iter()
                .any(|known| known.name == throttle.name && known.key != throttle.key)
        };
        declared.iter().find(differs).map(|throttle| throttle.name)
    }

    /// The buckets that a message draws from, in the order of the throttles.
    pub(super) fn draws_from(&self, message: &Held) -> Vec<Drawn> {
        let mut from = Vec::new();
        for throttle in &self.throttles {
            match message.values(&throttle.key) {
                Ok(values) => from.push((throttle.name, Some(values))),
                Err(_) if throttle.unthrottled => {}
                Err(_) => from.push((throttle.name, None)),
            }
        }
        from
    }

    /// When a bucket has room again; none where it has.
    pub(super) fn full_until(&self, drawn: &Drawn) -> Option<u64> {
        let bucket = self.bucket(drawn)?;
        let late = u64::from(self.flawed(Flaw::ClosedWindow));
        Some(bucket.full_until(self.limits(bucket.throttle), self.now)? + late)
    }

    /// Whether all buckets of a message have room.
    pub(super) fn has_room(&self, message: &Held) -> bool {
        self.throttles.is_empty()
            || self
                .draws_from(message)
                .iter()
                .all(|drawn| self.full_until(drawn).is_none() && !self.still_full.contains(drawn))
    }

    /// The bucket that a message waits for and when that has room: of several full ones the one that has room last, of
    /// equals the first declared.
    pub(super) fn waits_for(&self, message: &Held) -> Option<(Drawn, u64)> {
        let mut last: Option<(Drawn, u64)> = None;
        for drawn in self.draws_from(message) {
            if let Some(until) = self.full_until(&drawn)
                && last.as_ref().is_none_or(|known| until > known.1)
            {
                last = Some((drawn, until));
            }
        }
        last
    }

    /// One delivery draws from all of a message's buckets (T4).
    pub(super) fn draw(&mut self, message: &Held) {
        for drawn in self.draws_from(message) {
            self.bring_about(&drawn);
            let limits = self.limits(drawn.0).to_vec();
            let now = self.now;
            if let Some(bucket) = self.buckets.iter_mut().find(|bucket| is(bucket, &drawn)) {
                bucket.draw(&limits, now);
            }
        }
    }

    /// A bucket comes to be when a message first waits for it or draws from it.
    pub(super) fn bring_about(&mut self, drawn: &Drawn) {
        self.drop_empty_buckets();
        if self.bucket(drawn).is_none() {
            let limits = self.limits(drawn.0);
            self.buckets.push(Bucket::new(drawn.0, drawn.1.clone(), limits));
        }
    }

    /// Drops what has nothing left in it and no message that would draw from it (T8).
    pub(super) fn drop_empty_buckets(&mut self) {
        if self.buckets.is_empty() {
            return;
        }
        let waited_for: Vec<Drawn> = self
            .messages
            .iter()
            .filter(|message| self.is_candidate(message))
            .flat_map(|message| self.draws_from(message))
            .collect();
        let (throttles, now) = (&self.throttles, self.now);
        self.buckets.retain(|bucket| {
            let limits = limits_of(throttles, bucket.throttle);
            !bucket.is_empty(limits, now) || waited_for.iter().any(|drawn| is(bucket, drawn))
        });
    }

    pub(super) fn bucket(&self, drawn: &Drawn) -> Option<&Bucket> {
        self.buckets.iter().find(|bucket| is(bucket, drawn))
    }

    pub(super) fn limits(&self, throttle: Word) -> &[Limit] {
        limits_of(&self.throttles, throttle)
    }
}

pub(super) fn is(bucket: &Bucket, (throttle, values): &Drawn) -> bool {
    bucket.throttle == *throttle && bucket.values == *values
}

fn limits_of(throttles: &[Throttle], name: Word) -> &[Limit] {
    let found = throttles.iter().find(|throttle| throttle.name == name);
    found.map_or(&[], |throttle| &throttle.limits)
}

fn add(limits: &mut Vec<Limit>, limit: Limit) {
    if !limits.contains(&limit) {
        limits.push(limit);
    }
}
