//! What a producer hands over (M2), and what the queue's classifier adds (M3).

use crate::classifier::Classification;
use crate::time::micros;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::num::NonZeroU32;
use core::time::Duration;

mod strings;

use strings::{Kind, Strings};

/// A message as a producer hands it over. Clones share its strings and its payload.
///
/// ```
/// use queuescope_engine::Message;
/// let message = Message::new(b"debit 5".to_vec()).header("account", "A").fairness_key("acme");
/// assert_eq!(message.header_value("account"), Some("A"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    strings: Strings,
    /// None where it is empty.
    payload: Option<Arc<Vec<u8>>>,
    /// In microseconds.
    delay: u64,
    weight: NonZeroU32,
}

impl Message {
    /// A message with this payload, no headers, no fairness key, weight 1 and no delay.
    pub fn new(payload: Vec<u8>) -> Self {
        Self {
            strings: Strings::default(),
            payload: (!payload.is_empty()).then(|| Arc::new(payload)),
            delay: 0,
            weight: NonZeroU32::MIN,
        }
    }

    /// Sets a header; the later of two with one name stands.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.strings.set(Kind::Header, name, value);
        self
    }

    /// Sets the fairness key (F1).
    #[must_use]
    pub fn fairness_key(mut self, key: &str) -> Self {
        self.strings.set(Kind::FairnessKey, "", key);
        self
    }

    /// Sets the weight that the message's fairness key has from here on (F4).
    #[must_use]
    pub const fn weight(mut self, weight: NonZeroU32) -> Self {
        self.weight = weight;
        self
    }

    /// Sets how long after its arrival the message may go at the earliest (D1).
    #[must_use]
    pub const fn delay(mut self, delay: Duration) -> Self {
        self.delay = micros(delay);
        self
    }

    /// The value of a header, where the message has it.
    pub fn header_value(&self, name: &str) -> Option<&str> {
        self.strings.find(Kind::Header, name)
    }

    /// The value of an attribute, where the queue's classifier gave the message one (M3).
    pub fn attribute_value(&self, name: &str) -> Option<&str> {
        self.strings.find(Kind::Attribute, name)
    }

    /// The fairness key, where the message has one.
    pub fn fairness(&self) -> Option<&str> {
        self.strings.find(Kind::FairnessKey, "")
    }

    /// The weight, 1 or more.
    pub const fn weight_value(&self) -> NonZeroU32 {
        self.weight
    }

    /// The enqueue delay, in whole microseconds.
    pub const fn delay_value(&self) -> Duration {
        Duration::from_micros(self.delay)
    }

    /// The payload, which the engine never looks into.
    pub fn payload(&self) -> &[u8] {
        self.payload.as_deref().map_or(&[], Vec::as_slice)
    }

    /// The headers, in the order in which they were first set.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.strings.of(Kind::Header)
    }

    /// Takes over what the queue's classifier says; its word wins over the producer's (M3).
    pub(crate) fn classified(&mut self, as_said: Classification) {
        self.strings.clear(Kind::Attribute);
        for (name, value) in &as_said.attributes {
            self.strings.set(Kind::Attribute, name, value);
        }
        if let Some(key) = &as_said.fairness_key {
            self.strings.set(Kind::FairnessKey, "", key);
        }
        if let Some(weight) = as_said.weight {
            self.weight = weight;
        }
    }
}

pub(crate) fn set(pairs: &mut Vec<(Box<str>, Box<str>)>, name: &str, value: &str) {
    match pairs.iter_mut().find(|(known, _)| &**known == name) {
        Some((_, old)) => *old = value.into(),
        None => pairs.push((name.into(), value.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn m2_the_later_header_of_one_name_stands_and_attributes_are_apart() {
        let mut message = Message::new(Vec::new()).header("x", "1").header("x", "2");
        message.classified(Classification::new().attribute("x", "3"));
        assert_eq!(message.header_value("x"), Some("2"));
        assert_eq!(message.attribute_value("x"), Some("3"));
        assert_eq!(message.headers().count(), 1);
        assert_eq!(message.weight_value().get(), 1);
    }
}
