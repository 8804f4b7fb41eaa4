//! What time will bring, in one ordered list (C2, C4).
//!
//! At one instant, messages come first, by arrival number, then buckets, in the order in which they came to be, then the
//! end of a reclaim grace (C3). What becomes of a message whose time has come follows from its state and is not said here a
//! second time.

use crate::id::{Arrival, BucketIndex, Slot};
use crate::rank::{Rank, Ranks};
use crate::time::Instant;

/// Whose time comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Due {
    /// A message: its lease ends, or its not-before time is reached.
    Message(Arrival, Slot),
    /// A bucket that candidates wait for has room; the number says which came to be first.
    Bucket(u64, BucketIndex),
    /// A reclaim grace is over.
    Reclaim,
}

/// The second number of the reclaim grace's rank: it comes last.
const RECLAIM: u64 = u64::MAX;

/// Set in the second number of a bucket's rank: so buckets come after messages.
const BUCKET: u64 = 1 << 63;

/// The ordered list of what time will bring.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agenda {
    entries: Ranks,
}

impl Agenda {
    /// Puts an entry down. The last instant there is never comes.
    pub(crate) fn insert(&mut self, at: Instant, due: Due) {
        if at < Instant::MAX {
            let new = self.entries.insert(rank(at, due));
            debug_assert!(new, "{due:?} stands twice in the agenda at {at}");
        }
    }

    /// Strikes an entry out.
    pub(crate) fn remove(&mut self, at: Instant, due: Due) {
        if at < Instant::MAX {
            let known = self.entries.remove(rank(at, due));
            debug_assert!(known, "{due:?} does not stand in the agenda at {at}");
        }
    }

    /// Takes the first entry that is due at `now`.
    pub(crate) fn pop(&mut self, now: Instant) -> Option<(Instant, Due)> {
        let first = self.first().filter(|(at, _)| *at <= now)?;
        self.entries.remove(rank(first.0, first.1));
        Some(first)
    }

    /// The first entry.
    pub(crate) fn first(&self) -> Option<(Instant, Due)> {
        self.entries.first().map(entry)
    }

    /// All entries, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Instant, Due)> {
        self.entries.iter().map(entry)
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

const fn rank(at: Instant, due: Due) -> Rank {
    match due {
        Due::Message(arrival, slot) => (at.as_micros(), arrival.0, slot.place()),
        Due::Bucket(born, bucket) => (at.as_micros(), BUCKET | born, bucket.place()),
        Due::Reclaim => (at.as_micros(), RECLAIM, 0),
    }
}

const fn entry((at, number, place): Rank) -> (Instant, Due) {
    let due = if number == RECLAIM {
        Due::Reclaim
    } else if number & BUCKET == 0 {
        Due::Message(Arrival(number), Slot::new(place))
    } else {
        Due::Bucket(number ^ BUCKET, BucketIndex::new(place))
    };
    (Instant::from_micros(at), due)
}
