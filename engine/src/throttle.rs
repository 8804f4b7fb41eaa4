//! Throttles in force, and their buckets: *ask* whether there is room, then *charge* (T1–T4, T6, T8).

use crate::agenda::{Agenda, Due};
use crate::event::BucketKey;
use crate::id::{BucketIndex, WorkerId};
use crate::message::Message;
use crate::rank::{Rank, Ranks};
use crate::spec::{Key, Limit, MissingThrottleKey, ThrottleKeyConflict, ThrottleSpec};
use crate::table::{Table, hash};
use crate::time::Instant;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use slab::Slab;

mod bucket;

pub(crate) use bucket::Bucket;

/// The throttles in force and the buckets that are in use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Throttles {
    declarations: Vec<(Declarer, ThrottleSpec)>,
    in_force: Vec<Throttle>,
    buckets: Slab<Bucket>,
    index: Table,
    /// Buckets that nobody waits for, by the instant at which nothing is left in them (T8).
    idle: Ranks,
    made: u64,
}

/// Who declares a throttle (T6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Declarer {
    Queue,
    Worker(WorkerId),
}

/// What all declarations of one name come to (T6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Throttle {
    pub(crate) name: Arc<str>,
    pub(crate) key: Box<[Key]>,
    pub(crate) limits: Vec<Limit>,
    pub(crate) missing: MissingThrottleKey,
}

impl Throttles {
    /// Refuses declarations of a throttle that is declared with another key (T6).
    pub(crate) fn check(&self, specs: &[ThrottleSpec]) -> Result<(), ThrottleKeyConflict> {
        let mut pairs = self
            .declarations
            .iter()
            .flat_map(|(_, known)| specs.iter().map(move |spec| known.agree(spec)));
        pairs.find(Result::is_err).unwrap_or(Ok(()))
    }

    /// Adds declarations; tells whether that changes what is in force.
    pub(crate) fn declare(&mut self, by: Declarer, specs: &[ThrottleSpec]) -> bool {
        self.declarations.extend(specs.iter().map(|spec| (by, spec.clone())));
        self.reconcile()
    }

    /// Takes a worker's declarations back; tells whether that changes what is in force.
    pub(crate) fn withdraw(&mut self, worker: WorkerId) -> bool {
        self.declarations.retain(|(by, _)| *by != Declarer::Worker(worker));
        self.reconcile()
    }

    fn reconcile(&mut self) -> bool {
        let mut in_force: Vec<Throttle> = Vec::new();
        for (_, spec) in &self.declarations {
            match in_force.iter_mut().find(|known| *known.name == *spec.name()) {
                Some(known) => {
                    for limit in spec.limits() {
                        if !known.limits.contains(limit) {
                            known.limits.push(*limit);
                        }
                    }
                    if known.missing != spec.missing() {
                        known.missing = MissingThrottleKey::SharedBucket;
                    }
                }
                None => in_force.push(Throttle {
                    name: spec.name().into(),
                    key: spec.key().into(),
                    limits: spec.limits().to_vec(),
                    missing: spec.missing(),
                }),
            }
        }
        let changed = in_force != self.in_force;
        self.in_force = in_force;
        changed
    }

    /// Fits the buckets to the throttles in force, after all of them were released: what they saw is kept, and those of
    /// throttles that are gone go. Those that nobody waits for and nothing is left in go with the next
    /// [`Throttles::sweep`].
    pub(crate) fn refit(&mut self, now: Instant) {
        self.idle.clear();
        self.index.clear();
        let in_force = &self.in_force;
        self.buckets.retain(|_, bucket| {
            let place = in_force.iter().position(|throttle| throttle.name == bucket.name);
            if let Some(place) = place {
                bucket.refit(place, &in_force[place].limits, now);
            }
            place.is_some()
        });
        for (place, bucket) in &self.buckets {
            self.index.insert(hash(&(bucket.throttle, &bucket.key)), place);
            self.idle.insert(idle_rank(bucket, BucketIndex::new(place)));
        }
    }

    /// The buckets that a delivery of this message draws from, in the order of declaration; new ones are
    /// made where there are none yet (T2, T4).
    pub(crate) fn buckets_of(&mut self, message: &Message, now: Instant) -> Vec<BucketIndex> {
        let mut buckets = Vec::with_capacity(self.in_force.len());
        for place in 0..self.in_force.len() {
            if let Some(key) = self.in_force[place].bucket_key(message) {
                buckets.push(self.find_or_make(place, key, now));
            }
        }
        buckets
    }

    fn find_or_make(&mut self, throttle: usize, key: BucketKey, now: Instant) -> BucketIndex {
        if let Some(known) = self.find(throttle, &key) {
            return known;
        }
        let hash = hash(&(throttle, &key));
        let declared = &self.in_force[throttle];
        let bucket = Bucket::new(
            throttle,
            Arc::clone(&declared.name),
            key,
            &declared.limits,
            self.made,
            now,
        );
        self.made += 1;
        let index = self.buckets.insert(bucket);
        self.index.insert(hash, index);
        BucketIndex::new(index)
    }

    fn find(&self, throttle: usize, key: &BucketKey) -> Option<BucketIndex> {
        let known = self.index.find(hash(&(throttle, key)), &|known| {
            let bucket = &self.buckets[known];
            bucket.throttle == throttle && bucket.key == *key
        });
        known.map(BucketIndex::new)
    }

    /// Counts a class of candidates in that draws from these buckets.
    pub(crate) fn acquire(&mut self, buckets: &[BucketIndex]) {
        for &index in buckets {
            let bucket = &mut self.buckets[index.place()];
            if bucket.classes == 0 {
                self.idle.remove(idle_rank(bucket, index));
            }
            bucket.classes += 1;
        }
    }

    /// Counts a class out; a bucket that nobody waits for goes once nothing is left in it (T8).
    pub(crate) fn release(&mut self, buckets: &[BucketIndex], now: Instant) {
        for &index in buckets {
            let bucket = &mut self.buckets[index.place()];
            bucket.classes -= 1;
            if bucket.classes > 0 {
                continue;
            }
            if bucket.is_idle(now) {
                self.forget(index);
            } else {
                self.idle.insert(idle_rank(bucket, index));
            }
        }
    }

    /// Forgets the buckets that nothing is left in (T8).
    pub(crate) fn sweep(&mut self, now: Instant) {
        while let Some(rank) = self.idle.first()
            && rank.0 <= now.as_micros()
        {
            self.idle.remove(rank);
            self.forget(BucketIndex::new(rank.2));
        }
    }

    fn forget(&mut self, index: BucketIndex) {
        let bucket = self.buckets.remove(index.place());
        self.index.remove(hash(&(bucket.throttle, &bucket.key)), index.place());
    }

    /// The bucket that has room last, where one of these has none, and when it has (T1).
    pub(crate) fn full(
        &self,
        buckets: &[BucketIndex],
        now: Instant,
    ) -> Option<(BucketIndex, Instant)> {
        let mut last: Option<(BucketIndex, Instant)> = None;
        for &index in buckets {
            if let Some(until) = self.full_until(index, now)
                && last.is_none_or(|(_, known)| until > known)
            {
                last = Some((index, until));
            }
        }
        last
    }

    /// Whether the bucket has room.
    pub(crate) fn is_open(&self, index: BucketIndex, now: Instant) -> bool {
        self.full_until(index, now).is_none()
    }

    /// When the bucket has room; none where it has. At the instant itself it has room from its own turn on, so that what waits
    /// for it joins then, whatever comes before it at that instant (C2).
    fn full_until(&self, index: BucketIndex, now: Instant) -> Option<Instant> {
        let bucket = &self.buckets[index.place()];
        if bucket.wakeup == Some(now) { Some(now) } else { bucket.full_until(now) }
    }

    /// Draws one delivery from each of these buckets (T4).
    pub(crate) fn charge(&mut self, buckets: &[BucketIndex], now: Instant) {
        for index in buckets {
            self.buckets[index.place()].charge(now);
        }
    }

    /// Changes how many candidates wait for room in these buckets, and sees to their wake-up.
    pub(crate) fn count(
        &mut self,
        buckets: &[BucketIndex],
        change: i32,
        now: Instant,
        agenda: &mut Agenda,
    ) {
        for &index in buckets {
            let bucket = &mut self.buckets[index.place()];
            bucket.candidates = bucket.candidates.saturating_add_signed(change);
            self.wake(index, now, agenda);
        }
    }

    /// Puts a bucket's wake-up where it belongs: at the instant at which it has room, while it has none and a
    /// candidate waits for it (C4). One that is due at `now` and has not come yet is left to come.
    pub(crate) fn wake(&mut self, index: BucketIndex, now: Instant, agenda: &mut Agenda) {
        let bucket = &mut self.buckets[index.place()];
        if bucket.wakeup == Some(now) {
            return;
        }
        let wakeup = if bucket.candidates > 0 { bucket.full_until(now) } else { None };
        if wakeup == bucket.wakeup {
            return;
        }
        let due = Due::Bucket(bucket.born, index);
        if let Some(old) = core::mem::replace(&mut bucket.wakeup, wakeup) {
            agenda.remove(old, due);
        }
        if let Some(new) = wakeup {
            agenda.insert(new, due);
        }
    }

    /// Notes that a bucket's wake-up has come.
    pub(crate) fn woken(&mut self, index: BucketIndex) -> &Bucket {
        let bucket = &mut self.buckets[index.place()];
        bucket.wakeup = None;
        bucket
    }

    /// Strikes every bucket's wake-up and forgets who waits: all candidates are about to be counted in again.
    pub(crate) fn clear_candidates(&mut self, agenda: &mut Agenda) {
        for (place, bucket) in &mut self.buckets {
            bucket.candidates = 0;
            bucket.classes = 0;
            if let Some(old) = bucket.wakeup.take() {
                agenda.remove(old, Due::Bucket(bucket.born, BucketIndex::new(place)));
            }
        }
    }

    pub(crate) fn bucket(&self, index: BucketIndex) -> &Bucket {
        &self.buckets[index.place()]
    }

    pub(crate) fn in_force(&self) -> &[Throttle] {
        &self.in_force
    }

    /// All buckets, in no order that means anything.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (BucketIndex, &Bucket)> {
        self.buckets.iter().map(|(place, bucket)| (BucketIndex::new(place), bucket))
    }

    /// The buckets that a delivery of this message would draw from and that are there.
    pub(crate) fn known_buckets_of<'a>(
        &'a self,
        message: &'a Message,
    ) -> impl Iterator<Item = Option<BucketIndex>> + 'a {
        self.in_force.iter().enumerate().filter_map(|(throttle, declared)| {
            let key = declared.bucket_key(message)?;
            Some(self.find(throttle, &key))
        })
    }
}

impl Throttle {
    /// The bucket of a message; none where the throttle does not apply to it (T2).
    fn bucket_key(&self, message: &Message) -> Option<BucketKey> {
        let values: Option<Arc<[Box<str>]>> =
            self.key.iter().map(|key| key.value_in(message).map(Box::from)).collect();
        match (values, self.missing) {
            (Some(values), _) => Some(BucketKey::Values(values)),
            (None, MissingThrottleKey::SharedBucket) => Some(BucketKey::Missing),
            (None, MissingThrottleKey::Unthrottled) => None,
        }
    }
}

fn idle_rank(bucket: &Bucket, index: BucketIndex) -> Rank {
    (bucket.idle_at().as_micros(), 0, index.place())
}

// Hashes go by words: on a machine with shorter ones other values are a pair.
#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use core::time::Duration;

    #[test]
    fn t2_two_values_that_have_one_hash_have_a_bucket_each() {
        let key = |value: &str| BucketKey::Values(Arc::from([Box::from(value)]));
        let of = |value: &str| hash(&(0_usize, &key(value)));
        assert_eq!(of("132967"), of("142694"), "find another pair, for instance by counting up");
        let spec = ThrottleSpec::limit("t", 1, Duration::from_secs(1)).unwrap();
        let mut throttles = Throttles::default();
        throttles.declare(Declarer::Queue, &[spec.by([Key::header("account")])]);
        let [one, other, again] = ["132967", "142694", "132967"].map(|account| {
            let message = Message::new(Vec::new()).header("account", account);
            throttles.buckets_of(&message, Instant::ZERO)
        });
        assert_ne!(one, other);
        assert_eq!(one, again);
    }
}
