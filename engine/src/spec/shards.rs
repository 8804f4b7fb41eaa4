//! How a queue is split into shards (S1, S2).

use super::order::{Key, Order};
use crate::message::Message;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::num::NonZeroU32;

/// A number of shards and the key that routes each message to one of them (S1).
///
/// The shard is a hash of the key's values, the same on every target and in every release: FNV-1a with 64 bits, its upper half
/// xored into its lower one, modulo the number of shards. It goes over a byte 1, the value's length in bytes as eight bytes (the
/// lowest first) and the value for each component, or a byte 0 for one without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shards {
    count: NonZeroU32,
    key: Box<[Key]>,
}

/// Shards that there cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardsError {
    /// The shard key has no component.
    #[error("a shard key has at least one component, by which messages are told apart")]
    NoComponent,
    /// There are more shards than a queue has.
    #[error("{count} shards are too many; a queue has at most {most}")]
    TooMany {
        /// How many were asked for.
        count: NonZeroU32,
        /// The most.
        most: u32,
    },
}

/// A sharded queue whose ordering groups would not each live in one shard (S2).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardKeyError {
    /// A component of the shard key is not part of the ordering key.
    #[error(
        "the shard key's {component} is not part of the ordering key, so the messages of one ordering group could be in several shards; order by {component} too, or shard by a component of the ordering key"
    )]
    NotInOrderingKey {
        /// The component.
        component: Key,
    },
    /// The whole queue is one ordering group.
    #[error(
        "the whole queue is one ordering group, which cannot be in several shards; order by a key that {component} is part of, or have no shards"
    )]
    WholeQueue {
        /// The first component of the shard key.
        component: Key,
    },
}

impl Shards {
    /// The most shards that a queue has.
    pub const MOST: u32 = 256;

    /// So many shards, by a key of these components.
    ///
    /// # Errors
    /// Where there is no component, or where there are more than [`Shards::MOST`] shards.
    pub fn new(count: NonZeroU32, key: Vec<Key>) -> Result<Self, ShardsError> {
        if key.is_empty() {
            return Err(ShardsError::NoComponent);
        }
        if count.get() > Self::MOST {
            return Err(ShardsError::TooMany { count, most: Self::MOST });
        }
        Ok(Self { count, key: key.into_boxed_slice() })
    }

    /// How many shards there are.
    pub const fn count(&self) -> NonZeroU32 {
        self.count
    }

    /// The components of the shard key.
    pub fn key(&self) -> &[Key] {
        &self.key
    }

    /// The shard of a message, from 0.
    pub fn shard_of(&self, message: &Message) -> u32 {
        let mut hash = Fnv::default();
        for component in &self.key {
            match component.value_in(message) {
                None => hash.write(&[0]),
                Some(value) => {
                    hash.write(&[1]);
                    hash.write(&(value.len() as u64).to_le_bytes());
                    hash.write(value.as_bytes());
                }
            }
        }
        ((hash.0 ^ (hash.0 >> 32)) % u64::from(self.count.get())) as u32
    }

    /// Whether each ordering group of a queue of this order lies in one shard (S2).
    pub(crate) fn fit(&self, order: &Order) -> Result<(), ShardKeyError> {
        match order {
            Order::Unordered => Ok(()),
            Order::Whole => Err(ShardKeyError::WholeQueue { component: self.key[0].clone() }),
            Order::By(ordering) => {
                match self.key.iter().find(|key| !ordering.components().contains(key)) {
                    None => Ok(()),
                    Some(key) => Err(ShardKeyError::NotInOrderingKey { component: key.clone() }),
                }
            }
        }
    }
}

/// FNV-1a with 64 bits (G. Fowler, L. C. Noll, K.-P. Vo). Tables here hash otherwise: this one is part of what a queue is.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s1_the_hash_is_fnv_1a_as_its_authors_publish_it() {
        let of = |text: &str| {
            let mut hash = Fnv::default();
            hash.write(text.as_bytes());
            hash.0
        };
        assert_eq!(of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of("foobar"), 0x8594_4171_f739_67e8);
    }
}
