//! What a queue finds out about a message when it arrives (M3).

use crate::message::Message;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;

/// A queue's `on_enqueue`: a pure function of the message, asked once, when the message arrives (M3).
///
/// Equal inputs must give equal results (C3): it reads no clock and keeps no state. Two classifiers are equal
/// where they are clones of one.
///
/// ```
/// use queuescope_engine::{Classification, Classifier};
/// let classifier = Classifier::new(|message| match message.header_value("country") {
///     Some("de" | "fr") => Classification::new().attribute("region", "eu"),
///     _ => Classification::new(),
/// });
/// ```
#[derive(Clone)]
pub struct Classifier(Arc<dyn Fn(&Message) -> Classification + Send + Sync>);

impl Classifier {
    /// A classifier that asks this function.
    pub fn new(classify: impl Fn(&Message) -> Classification + Send + Sync + 'static) -> Self {
        Self(Arc::new(classify))
    }

    pub(crate) fn classify(&self, message: &Message) -> Classification {
        (self.0)(message)
    }
}

impl PartialEq for Classifier {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Classifier {}

impl fmt::Debug for Classifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Classifier")
    }
}

/// What a classifier says of a message: its attributes and, where it sets them, fairness key and weight (M3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classification {
    pub(crate) attributes: Vec<(Box<str>, Box<str>)>,
    pub(crate) fairness_key: Option<Box<str>>,
    pub(crate) weight: Option<NonZeroU32>,
}

impl Classification {
    /// No attributes; fairness key and weight stay as the producer set them.
    pub const fn new() -> Self {
        Self { attributes: Vec::new(), fairness_key: None, weight: None }
    }

    /// Sets an attribute; the later of two with one name stands.
    #[must_use]
    pub fn attribute(mut self, name: &str, value: &str) -> Self {
        crate::message::set(&mut self.attributes, name, value);
        self
    }

    /// Sets the fairness key in place of the producer's.
    #[must_use]
    pub fn fairness_key(mut self, key: &str) -> Self {
        self.fairness_key = Some(key.into());
        self
    }

    /// Sets the weight in place of the producer's.
    #[must_use]
    pub const fn weight(mut self, weight: NonZeroU32) -> Self {
        self.weight = Some(weight);
        self
    }
}
