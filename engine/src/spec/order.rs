//! What a queue orders by: nothing, everything, or an ordering key (O1–O3, O12).

use crate::message::Message;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// What a queue orders by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// No promise about order (O1).
    Unordered,
    /// The whole queue is one ordering group (O3).
    Whole,
    /// Messages with equal values for the key form an ordering group (O2).
    By(OrderingKey),
}

/// What becomes of a message that lacks a value for the ordering key (O12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingOrderingKey {
    /// The enqueue is refused.
    #[default]
    Reject,
    /// The message belongs to no group: it holds back nothing and is held back by nothing.
    Unordered,
}

/// One component of an ordering key or of a throttle's key: where a value is read from.
///
/// Header `x` and attribute `x` are different components (O2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The message's fairness key.
    FairnessKey,
    /// A header, by name.
    Header(Box<str>),
    /// An attribute, by name.
    Attribute(Box<str>),
}

impl Key {
    /// The fairness key as a component.
    pub const fn fairness_key() -> Self {
        Self::FairnessKey
    }

    /// A header as a component.
    pub fn header(name: &str) -> Self {
        Self::Header(name.into())
    }

    /// An attribute as a component.
    pub fn attribute(name: &str) -> Self {
        Self::Attribute(name.into())
    }

    /// The component's value in a message; `None` where it is missing. An empty string is a value (O2).
    pub fn value_in<'m>(&self, message: &'m Message) -> Option<&'m str> {
        match self {
            Self::FairnessKey => message.fairness(),
            Self::Header(name) => message.header_value(name),
            Self::Attribute(name) => message.attribute_value(name),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FairnessKey => f.write_str("fairness key"),
            Self::Header(name) => write!(f, "header {name}"),
            Self::Attribute(name) => write!(f, "attribute {name}"),
        }
    }
}

/// The components of an ordering key: one or more, in order (O2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderingKey(Box<[Key]>);

/// An ordering key was given no component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an ordering key has at least one component; for the whole queue in order, use `ordered()`"
)]
pub struct EmptyOrderingKey;

impl OrderingKey {
    /// An ordering key of these components.
    ///
    /// # Errors
    /// Where there is no component.
    pub fn new(components: Vec<Key>) -> Result<Self, EmptyOrderingKey> {
        if components.is_empty() { Err(EmptyOrderingKey) } else { Ok(Self::of(components)) }
    }

    pub(crate) fn of(components: Vec<Key>) -> Self {
        Self(components.into_boxed_slice())
    }

    /// The components, in order.
    pub fn components(&self) -> &[Key] {
        &self.0
    }
}
