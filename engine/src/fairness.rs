//! Deficit round robin over the fairness keys (F1–F5; M. Shreedhar and G. Varghese, *Efficient Fair Queuing
//! Using Deficit Round Robin*, 1995).
//!
//! The ring is a line of places. The key at the front is served until its deficit is spent, then it
//! goes to the end. A key whose candidates all wait for buckets keeps its place until another key is served
//! from behind it: then its turn has passed, and it joins again at the end.

use crate::id::{ClassIndex, FairnessIndex, MessageId};
use crate::ordering::hash_values;
use crate::rank::Ranks;
use crate::table::Table;
use alloc::boxed::Box;
use core::num::NonZeroU32;
use slab::Slab;

/// A fairness key that has messages; the one without a name stands for the messages that have none (F2).
#[derive(Clone, Debug)]
pub(crate) struct FairnessKey {
    pub(crate) name: Option<Box<str>>,
    /// That of its latest enqueued message (F4).
    pub(crate) weight: NonZeroU32,
    /// That message.
    pub(crate) weighed_by: MessageId,
    /// Messages pending or in flight.
    pub(crate) messages: u32,
    /// Classes that have candidates.
    pub(crate) classes: u32,
    /// The one of these that draws from no bucket.
    pub(crate) unthrottled: Option<ClassIndex>,
    pub(crate) place: Option<u64>,
    /// Whether the ring has it at its place.
    in_ring: bool,
    /// Deliveries left of its turn.
    pub(crate) deficit: u64,
}

/// The ring of fairness keys.
#[derive(Clone, Debug)]
pub(crate) struct Fairness {
    keys: Slab<FairnessKey>,
    index: Table,
    /// Keys that have a class which is not known to wait for a bucket, by place.
    ring: Ranks,
    /// The place that was served last: places before it have been passed.
    turn: u64,
    next_place: u64,
    quantum: NonZeroU32,
}

impl Fairness {
    pub(crate) fn new(quantum: NonZeroU32) -> Self {
        Self {
            keys: Slab::new(),
            index: Table::default(),
            ring: Ranks::new(),
            turn: 0,
            next_place: 0,
            quantum,
        }
    }

    /// Counts a message in. Its weight is the key's from the key's next turn on, unless the key has that of a message
    /// which was enqueued later: a redriven message is not a new one (F4).
    pub(crate) fn enter(
        &mut self,
        name: Option<&str>,
        weight: NonZeroU32,
        message: MessageId,
    ) -> FairnessIndex {
        let hash = hash_values(name.into_iter());
        let known = self.index.find(hash, &|known| self.keys[known].name.as_deref() == name);
        let place = known.unwrap_or_else(|| {
            let place = self.keys.insert(FairnessKey {
                name: name.map(Box::from),
                weight,
                weighed_by: message,
                messages: 0,
                classes: 0,
                unthrottled: None,
                place: None,
                in_ring: false,
                deficit: 0,
            });
            self.index.insert(hash, place);
            place
        });
        let key = &mut self.keys[place];
        key.messages += 1;
        if message >= key.weighed_by {
            key.weight = weight;
            key.weighed_by = message;
        }
        FairnessIndex::new(place)
    }

    /// Counts a message out; a key without messages is forgotten.
    pub(crate) fn exit(&mut self, index: FairnessIndex) {
        let key = &mut self.keys[index.place()];
        key.messages -= 1;
        if key.messages == 0 {
            debug_assert_eq!(key.classes, 0, "a key without messages has no candidates");
            let hash = hash_values(key.name.as_deref().into_iter());
            self.index.remove(hash, index.place());
            self.keys.remove(index.place());
        }
    }

    /// Counts a class of candidates in.
    pub(crate) fn add_class(&mut self, index: FairnessIndex) {
        self.keys[index.place()].classes += 1;
    }

    /// Counts a class out; a key without candidates leaves the ring at once (F3).
    pub(crate) fn drop_class(&mut self, index: FairnessIndex) {
        self.keys[index.place()].classes -= 1;
        if self.keys[index.place()].classes == 0 {
            self.rest(index);
            let key = &mut self.keys[index.place()];
            key.place = None;
            key.deficit = 0;
        }
    }

    /// The key has something deliverable: it keeps its place where it has one that was not passed, else it
    /// joins at the end.
    pub(crate) fn join(&mut self, index: FairnessIndex) {
        let key = &mut self.keys[index.place()];
        if key.in_ring {
            return;
        }
        let place = match key.place {
            Some(place) if place >= self.turn => place,
            Some(_) | None => {
                key.deficit = 0;
                self.next_place += 1;
                self.next_place
            }
        };
        key.place = Some(place);
        key.in_ring = true;
        self.ring.insert((place, 0, index.place()));
    }

    /// The key has nothing deliverable: the ring goes on without it, and its place is kept until it is passed.
    pub(crate) fn rest(&mut self, index: FairnessIndex) {
        let key = &mut self.keys[index.place()];
        if let (Some(place), true) = (key.place, key.in_ring) {
            key.in_ring = false;
            self.ring.remove((place, 0, index.place()));
        }
    }

    /// The key at the front.
    pub(crate) fn front(&self) -> Option<FairnessIndex> {
        self.ring.first().map(|(_, _, index)| FairnessIndex::new(index))
    }

    /// Charges the key at the front for one delivery; with its deficit spent, it goes to the end.
    pub(crate) fn serve(&mut self, index: FairnessIndex) {
        let key = &mut self.keys[index.place()];
        let Some(place) = key.place else { return };
        self.turn = place;
        if key.deficit == 0 {
            key.deficit = u64::from(self.quantum.get()) * u64::from(key.weight.get());
        }
        key.deficit -= 1;
        if key.deficit == 0 {
            self.ring.remove((place, 0, index.place()));
            self.next_place += 1;
            key.place = Some(self.next_place);
            self.ring.insert((self.next_place, 0, index.place()));
        }
    }

    /// Forgets all classes, and keeps every place: they are about to be counted in again.
    pub(crate) fn clear_classes(&mut self) {
        self.ring.clear();
        for (_, key) in &mut self.keys {
            key.classes = 0;
            key.unthrottled = None;
            key.in_ring = false;
        }
    }

    /// Forgets whose turn it is: keys join again as they are found to have something deliverable (X1).
    pub(crate) fn restart(&mut self) {
        self.ring.clear();
        self.turn = 0;
        self.next_place = 0;
        for (_, key) in &mut self.keys {
            key.place = None;
            key.in_ring = false;
            key.deficit = 0;
        }
    }

    pub(crate) fn key(&self, index: FairnessIndex) -> &FairnessKey {
        &self.keys[index.place()]
    }

    pub(crate) fn key_mut(&mut self, index: FairnessIndex) -> &mut FairnessKey {
        &mut self.keys[index.place()]
    }

    /// All keys, in no order that means anything.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (FairnessIndex, &FairnessKey)> {
        self.keys.iter().map(|(place, key)| (FairnessIndex::new(place), key))
    }

    /// The keys in the ring, from its front.
    pub(crate) fn ring(&self) -> impl Iterator<Item = (u64, FairnessIndex)> {
        self.ring.iter().map(|(place, _, index)| (place, FairnessIndex::new(index)))
    }
}
