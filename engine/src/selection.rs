//! Which candidate goes next, without a look at those that wait (O1, O13, T3, T7, F1).
//!
//! Candidates of one fairness key that draw from the same buckets form a *class*: they have room at the same
//! instants, so only the oldest of a class is ever looked at. A class is *ready*, or it is *parked* in the lane of
//! one bucket that had no room for it. When the bucket has room, the oldest class of each fairness key's lane comes out;
//! the next one follows when that one has gone. So a bucket moves one class per delivery, however many wait.

use crate::fairness::Fairness;
use crate::id::{Arrival, BucketIndex, ClassIndex, FairnessIndex, Slot};
use crate::rank::{Rank, Ranks};
use crate::table::{Table, hash};
use crate::throttle::Throttles;
use crate::time::Instant;
use alloc::boxed::Box;
use slab::Slab;

mod ready;

use ready::Ready;

/// The candidates, sorted by what they wait for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    classes: Slab<Class>,
    index: Table,
    ready: Ready,
    /// Parked classes by bucket and fairness key, then by their oldest candidate.
    lanes: Ranks,
}

/// Candidates of one fairness key that draw from the same buckets.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    pub(crate) fairness: FairnessIndex,
    pub(crate) buckets: Box<[BucketIndex]>,
    /// By arrival, with their slots.
    pub(crate) candidates: Ranks,
    pub(crate) place: Place,
}

/// Where a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Not known to lack room; it came out of this bucket's lane, if out of any.
    Ready(Option<BucketIndex>),
    /// In the lane of a bucket that had no room.
    Parked(BucketIndex),
}

/// What a choice depends on besides the candidates.
pub(crate) struct Context<'q> {
    pub(crate) now: Instant,
    pub(crate) fairness: &'q mut Fairness,
    pub(crate) throttles: &'q mut Throttles,
}

impl Selection {
    /// Adds a candidate.
    pub(crate) fn insert(
        &mut self,
        cx: &mut Context<'_>,
        fairness: FairnessIndex,
        buckets: &[BucketIndex],
        arrival: Arrival,
        slot: Slot,
    ) -> ClassIndex {
        let index = self.find_or_make(cx, fairness, buckets);
        let class = &mut self.classes[index.place()];
        let oldest = class.oldest();
        class.candidates.insert(candidate(arrival, slot));
        match oldest {
            None => self.place_and_join(cx, index, None),
            Some(oldest) if oldest < arrival => {}
            Some(oldest) => match class.place {
                Place::Ready(_) => {
                    self.ready.remove(fairness, oldest, index);
                    self.ready.insert(fairness, arrival, index);
                }
                Place::Parked(bucket) => {
                    self.lanes.remove(parked(bucket, fairness, oldest, index));
                    self.place_and_join(cx, index, Some(bucket));
                }
            },
        }
        index
    }

    /// Takes a candidate out, because it goes to a worker or leaves the queue.
    pub(crate) fn remove(
        &mut self,
        cx: &mut Context<'_>,
        index: ClassIndex,
        arrival: Arrival,
        slot: Slot,
    ) {
        let class = &mut self.classes[index.place()];
        let (fairness, place) = (class.fairness, class.place);
        let was_oldest = class.oldest() == Some(arrival);
        class.candidates.remove(candidate(arrival, slot));
        let emptied = class.candidates.is_empty();
        if !was_oldest {
            return;
        }
        match place {
            Place::Ready(from) => {
                self.ready.remove(fairness, arrival, index);
                match from {
                    _ if emptied => {}
                    Some(bucket) => self.park(index, bucket),
                    None => self.place_and_join(cx, index, None),
                }
                if let Some(bucket) = from {
                    self.draw_and_join(cx, bucket, fairness);
                }
            }
            Place::Parked(bucket) => {
                self.lanes.remove(parked(bucket, fairness, arrival, index));
                if !emptied {
                    self.park(index, bucket);
                }
            }
        }
        if emptied {
            self.forget(cx, index);
        }
        self.rest_unless_ready(cx, fairness);
    }

    /// Lets out what waited for a bucket that has room: the oldest class of each fairness key's lane that lacks room nowhere.
    /// Keys join in the order of their old places, those without one by what came out.
    pub(crate) fn has_room(&mut self, cx: &mut Context<'_>, bucket: BucketIndex) {
        let mut joining = Ranks::new();
        let mut lane = lane_of(bucket, FairnessIndex::new(0));
        while let Some((found, _, _)) = self.lanes.first_from((lane, 0, 0))
            && lane_parts(found).0 == bucket
        {
            let key = lane_parts(found).1;
            if let Some(oldest) = self.draw(cx, bucket, key) {
                let place = cx.fairness.key(key).place.unwrap_or(u64::MAX);
                joining.insert((place, oldest.0, key.place()));
            }
            lane = found + 1;
        }
        for (_, _, key) in joining.iter() {
            cx.fairness.join(FairnessIndex::new(key));
        }
    }

    /// Parks ready classes that have no room, until the front of the ring is deliverable or nothing is.
    pub(crate) fn settle(&mut self, cx: &mut Context<'_>) {
        while let Some((fairness, arrival, index)) = self.front(cx.fairness) {
            let class = &self.classes[index.place()];
            let Some((bucket, _)) = cx.throttles.full(&class.buckets, cx.now) else { return };
            let place = class.place;
            self.ready.remove(fairness, arrival, index);
            self.park(index, bucket);
            if let Place::Ready(Some(from)) = place {
                self.draw_and_join(cx, from, fairness);
            }
            self.rest_unless_ready(cx, fairness);
        }
    }

    /// The candidate that goes next; none where none is deliverable. After [`Selection::settle`].
    pub(crate) fn next(&self, fairness: &Fairness) -> Option<(FairnessIndex, Slot)> {
        let (key, _, index) = self.front(fairness)?;
        let (_, _, slot) = self.classes[index.place()].candidates.first()?;
        Some((key, Slot::new(slot)))
    }

    fn front(&self, fairness: &Fairness) -> Option<(FairnessIndex, Arrival, ClassIndex)> {
        let key = fairness.front()?;
        let (oldest, index) = self.ready.first(key)?;
        Some((key, oldest, index))
    }

    fn rest_unless_ready(&self, cx: &mut Context<'_>, key: FairnessIndex) {
        if self.ready.first(key).is_none() {
            cx.fairness.rest(key);
        }
    }

    /// Puts a class that is nowhere among the ready ones, or in the lane of a bucket that had no room for it; returns its
    /// oldest candidate where it is ready.
    fn place(
        &mut self,
        cx: &Context<'_>,
        index: ClassIndex,
        from: Option<BucketIndex>,
    ) -> Option<Arrival> {
        let class = &mut self.classes[index.place()];
        if let Some((bucket, _)) = cx.throttles.full(&class.buckets, cx.now) {
            self.park(index, bucket);
            return None;
        }
        let oldest = class.oldest()?;
        class.place = Place::Ready(from);
        self.ready.insert(class.fairness, oldest, index);
        Some(oldest)
    }

    fn place_and_join(
        &mut self,
        cx: &mut Context<'_>,
        index: ClassIndex,
        from: Option<BucketIndex>,
    ) {
        if self.place(cx, index, from).is_some() {
            cx.fairness.join(self.classes[index.place()].fairness);
        }
    }

    fn park(&mut self, index: ClassIndex, bucket: BucketIndex) {
        let class = &mut self.classes[index.place()];
        class.place = Place::Parked(bucket);
        if let Some(oldest) = class.oldest() {
            self.lanes.insert(parked(bucket, class.fairness, oldest, index));
        }
    }

    /// Lets the oldest class out of a lane whose bucket has room; those that lack room elsewhere move on there. Returns the
    /// oldest candidate of what came out.
    fn draw(
        &mut self,
        cx: &Context<'_>,
        bucket: BucketIndex,
        key: FairnessIndex,
    ) -> Option<Arrival> {
        while let Some(first) = self.lanes.first_of(lane_of(bucket, key))
            && cx.throttles.is_open(bucket, cx.now)
        {
            self.lanes.remove(first);
            let oldest = self.place(cx, ClassIndex::new(first.2), Some(bucket));
            if oldest.is_some() {
                return oldest;
            }
        }
        None
    }

    fn draw_and_join(&mut self, cx: &mut Context<'_>, bucket: BucketIndex, key: FairnessIndex) {
        if self.draw(cx, bucket, key).is_some() {
            cx.fairness.join(key);
        }
    }

    fn find_or_make(
        &mut self,
        cx: &mut Context<'_>,
        fairness: FairnessIndex,
        buckets: &[BucketIndex],
    ) -> ClassIndex {
        // Most classes draw from no bucket, and a key has one such class at most.
        let hash = (!buckets.is_empty()).then(|| hash(&(fairness, buckets)));
        let known = match hash {
            None => cx.fairness.key(fairness).unthrottled.map(ClassIndex::place),
            Some(hash) => self.index.find(hash, &|known| {
                let class = &self.classes[known];
                class.fairness == fairness && *class.buckets == *buckets
            }),
        };
        if let Some(known) = known {
            return ClassIndex::new(known);
        }
        cx.fairness.add_class(fairness);
        cx.throttles.acquire(buckets);
        let place = self.classes.insert(Class {
            fairness,
            buckets: buckets.into(),
            candidates: Ranks::new(),
            place: Place::Ready(None),
        });
        let index = ClassIndex::new(place);
        match hash {
            None => cx.fairness.key_mut(fairness).unthrottled = Some(index),
            Some(hash) => self.index.insert(hash, place),
        }
        index
    }

    fn forget(&mut self, cx: &mut Context<'_>, index: ClassIndex) {
        let class = self.classes.remove(index.place());
        if class.buckets.is_empty() {
            cx.fairness.key_mut(class.fairness).unthrottled = None;
        } else {
            self.index.remove(hash(&(class.fairness, &*class.buckets)), index.place());
        }
        cx.fairness.drop_class(class.fairness);
        cx.throttles.release(&class.buckets, cx.now);
    }

    pub(crate) fn class(&self, index: ClassIndex) -> &Class {
        &self.classes[index.place()]
    }

    /// All classes, in no order that means anything.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ClassIndex, &Class)> {
        self.classes.iter().map(|(place, class)| (ClassIndex::new(place), class))
    }

    /// Ready classes: a fairness key, the arrival of the oldest candidate, the class.
    pub(crate) fn ready(&self) -> impl Iterator<Item = (FairnessIndex, Arrival, ClassIndex)> {
        self.ready.iter().map(|(key, (oldest, class))| (key, oldest, class))
    }

    /// Parked classes: the bucket and the fairness key of the lane, the arrival of the oldest candidate, the class.
    pub(crate) fn parked(
        &self,
    ) -> impl Iterator<Item = (BucketIndex, FairnessIndex, Arrival, ClassIndex)> {
        self.lanes.iter().map(|(lane, oldest, index)| {
            let (bucket, key) = lane_parts(lane);
            (bucket, key, Arrival(oldest), ClassIndex::new(index))
        })
    }
}

impl Class {
    /// The arrival of its oldest candidate.
    pub(crate) fn oldest(&self) -> Option<Arrival> {
        self.candidates.first().map(|(arrival, _, _)| Arrival(arrival))
    }
}

const fn candidate(arrival: Arrival, slot: Slot) -> Rank {
    (arrival.0, 0, slot.place())
}

const fn parked(
    bucket: BucketIndex,
    key: FairnessIndex,
    oldest: Arrival,
    index: ClassIndex,
) -> Rank {
    (lane_of(bucket, key), oldest.0, index.place())
}

/// A lane as a number: its bucket above its fairness key.
const fn lane_of(bucket: BucketIndex, key: FairnessIndex) -> u64 {
    (bucket.place() as u64) << 32 | key.place() as u64
}

const fn lane_parts(lane: u64) -> (BucketIndex, FairnessIndex) {
    let key = lane & u32::MAX as u64;
    (BucketIndex::new((lane >> 32) as usize), FairnessIndex::new(key as usize))
}
