//! Deficit round robin: whose turn it is, and who joins and leaves the ring when (F1–F6).

use super::held::Held;
use super::rules::{Order, Word};
use super::{Flaw, Oracle};

/// A fairness key; none for the messages without one (F2).
pub(super) type Key = Option<Word>;

/// The fairness keys of one shard.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring {
    /// The one at the front is served first.
    members: Vec<Member>,
    /// The number of the latest place of each key that was in the ring since it last had no candidate.
    places: Vec<(Key, u64)>,
    /// Places given so far.
    given: u64,
    /// Each key's weight and the message that it is of, while the key has messages (F4).
    weights: Vec<(Key, u32, u64)>,
    /// The number of the last delivery from this shard (S1).
    pub(super) served: Option<u64>,
}

#[derive(Clone, Debug)]
struct Member {
    key: Key,
    /// What is left of its turn.
    left: u64,
}

impl Ring {
    /// Gives a key a new place, behind all others.
    fn place(&mut self, key: Key) {
        self.places.retain(|place| place.0 != key);
        self.places.push((key, self.given));
        self.given += 1;
    }

    fn place_of(&self, key: Key) -> Option<u64> {
        self.places.iter().find(|place| place.0 == key).map(|place| place.1)
    }

    fn join(&mut self, key: Key) {
        if self.members.iter().all(|member| member.key != key) {
            self.members.push(Member { key, left: 0 });
            self.place(key);
        }
    }

    /// Forgets turns and places (X1).
    pub(super) fn start_afresh(&mut self) {
        self.members.clear();
        self.places.clear();
        self.served = None;
    }
}

impl Oracle {
    /// The key that a message takes its turn with; where the whole queue is one group, fairness rests (O3).
    pub(super) fn key_of(&self, message: &Held) -> Key {
        match self.rules.order {
            Order::Whole => None,
            Order::Unordered | Order::By(_) => message.fairness,
        }
    }

    /// A key's weight is that of its latest enqueued message (F4).
    pub(super) fn note_weight(&mut self, message: &Held) {
        let key = self.key_of(message);
        let weights = &mut self.rings[message.shard].weights;
        match weights.iter_mut().find(|known| known.0 == key) {
            Some(known) if known.2 > message.id => {}
            Some(known) => *known = (key, message.weight, message.id),
            None => weights.push((key, message.weight, message.id)),
        }
    }

    /// A key whose last message is gone has no weight.
    pub(super) fn forget_weight(&mut self, gone: &Held) {
        let (key, shard) = (self.key_of(gone), gone.shard);
        let mine = |other: &Held| other.shard == shard && self.key_of(other) == key;
        if !self.messages.iter().any(mine) {
            self.rings[shard].weights.retain(|known| known.0 != key);
        }
    }

    /// Whether a key of a shard has a message of this kind.
    fn has(&self, shard: usize, key: Key, kind: impl Fn(&Self, &Held) -> bool) -> bool {
        self.messages.iter().any(|message| {
            message.shard == shard && self.key_of(message) == key && kind(self, message)
        })
    }

    /// A key without candidates leaves at once; the one of a message that can go joins at the end (F3).
    pub(super) fn candidates_changed(&mut self, came_in: Option<u64>) {
        for shard in 0..self.rings.len() {
            let keys: Vec<Key> = self.rings[shard].places.iter().map(|place| place.0).collect();
            for key in keys {
                if !self.has(shard, key, Self::is_candidate) {
                    let ring = &mut self.rings[shard];
                    ring.members.retain(|member| member.key != key);
                    ring.places.retain(|place| place.0 != key);
                }
            }
        }
        self.drop_empty_buckets();
        if let Some(message) = came_in.and_then(|id| self.message(id)).cloned()
            && self.is_candidate(&message)
        {
            for drawn in self.draws_from(&message) {
                self.bring_about(&drawn);
            }
            self.let_in(&message);
        }
    }

    /// A candidate's key joins the ring, unless a bucket keeps it out.
    fn let_in(&mut self, message: &Held) {
        let (key, has_room) = (self.key_of(message), self.has_room(message));
        if has_room {
            self.rings[message.shard].join(key);
        }
    }

    /// Room came back: keys that have something deliverable again join in the order of their old places (F3, F5); those
    /// without one come behind, in the order of their oldest messages that can go.
    pub(super) fn room_came(&mut self) {
        for shard in 0..self.rings.len() {
            let mut keys: Vec<(u64, u64, Key)> = Vec::new();
            for message in self.messages.iter().filter(|message| message.shard == shard) {
                let key = self.key_of(message);
                if keys.iter().all(|known| known.2 != key) && self.is_deliverable(message) {
                    let place = self.rings[shard].place_of(key).unwrap_or(u64::MAX);
                    keys.push((place, message.arrival, key));
                }
            }
            keys.sort_unstable();
            for (.., key) in keys {
                self.rings[shard].join(key);
            }
        }
    }

    /// What would go next from a shard: the oldest of the first key in the ring that has something deliverable.
    pub(super) fn next_of(&self, shard: usize) -> Option<&Held> {
        self.rings[shard].members.iter().find_map(|member| {
            self.messages.iter().find(|message| {
                message.shard == shard
                    && self.key_of(message) == member.key
                    && self.is_deliverable(message)
            })
        })
    }

    /// A key is served: those before it leave the ring, and it pays for one delivery.
    pub(super) fn charge(&mut self, shard: usize, key: Key) {
        let stays = self.flawed(Flaw::PassedOverStays);
        let ignored = self.flawed(Flaw::WeightIgnored);
        let quantum = u64::from(self.rules.quantum);
        let ring = &mut self.rings[shard];
        let weight = ring.weights.iter().find(|known| known.0 == key).map_or(1, |known| known.1);
        let Some(at) = ring.members.iter().position(|member| member.key == key) else {
            return;
        };
        let mut served = ring.members.remove(at);
        if !stays {
            ring.members.drain(..at);
        }
        if served.left == 0 {
            served.left = quantum * if ignored { 1 } else { u64::from(weight) };
        }
        served.left -= 1;
        if served.left == 0 {
            ring.members.push(served);
            ring.place(key);
        } else {
            ring.members.insert(0, served);
        }
    }
}
