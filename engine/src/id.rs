//! Names for things that cannot be mixed up with one another.

use core::fmt;
use core::num::NonZeroU32;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u64);

        impl $name {
            /// The bare number, for logs and foreign interfaces.
            pub const fn number(self) -> u64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

id!(
    /// A message, for as long as the queue knows it; the arrival number that `enqueue` gave it (M1).
    MessageId
);
id!(
    /// A worker's subscription; handed out in subscription order (L2).
    WorkerId
);
id!(
    /// One delivery of one message to one worker; never used again (L3).
    LeaseId
);
/// A place in arrival order (M1). A redrive gives a message a new one (O10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Arrival(pub(crate) u64);

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $name(NonZeroU32);

        impl $name {
            /// Every table of the engine holds at most as many entries as there are messages, and those are
            /// counted at the door. Kept is one more than the place: so `Option` takes no more room.
            pub(crate) const fn new(place: usize) -> Self {
                Self(NonZeroU32::MIN.saturating_add(place as u32))
            }

            pub(crate) const fn place(self) -> usize {
                self.0.get() as usize - 1
            }
        }
    };
}

index!(
    /// A message's place in the store, while it is pending or in flight.
    Slot
);
index!(
    /// An ordering group's place, while it has messages.
    GroupIndex
);
index!(
    /// A fairness key's place, while it has messages.
    FairnessIndex
);
index!(
    /// A bucket's place, while it holds anything or is waited for.
    BucketIndex
);
index!(
    /// A class's place: the candidates of one fairness key that draw from the same buckets.
    ClassIndex
);

/// A shard; there are 256 at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShardIndex(u8);

impl ShardIndex {
    pub(crate) const fn new(place: usize) -> Self {
        Self(place as u8)
    }

    pub(crate) const fn place(self) -> usize {
        self.0 as usize
    }
}

/// A name or a place that lies anywhere: there is one to every message, and no room is lost before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(Rust, packed)]
pub(crate) struct Packed<T: Copy>(pub(crate) T);
