//! A message in the queue, what its keys are worth, and what the classifier says of it (M2, M3, O2).

use super::rules::{ClassRule, Component, Sent, Sets, Word};

/// A message that is pending or in flight.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// Which one of all that were enqueued.
    pub(super) id: u64,
    /// Its place in arrival order; a redrive gives it a new one (O10).
    pub(super) arrival: u64,
    pub(super) sent: Sent,
    pub(super) attributes: Vec<(Word, Word)>,
    pub(super) fairness: Option<Word>,
    pub(super) weight: u32,
    pub(super) enqueued_at: u64,
    pub(super) not_before: u64,
    pub(super) attempts: u32,
    /// The values of the ordering key; none: in no group.
    pub(super) group: Option<Vec<Word>>,
    pub(super) shard: usize,
    /// Whether its not-before time was reached while it could go (C2: in arrival order, at one instant).
    pub(super) awake: bool,
}

impl Held {
    /// A component's value; an empty one is a value (O2).
    pub(super) fn value(&self, component: Component) -> Option<Word> {
        match component {
            Component::Header(name) => find(&self.sent.headers, name),
            Component::Attribute(name) => find(&self.attributes, name),
            Component::Fairness => self.fairness,
        }
    }

    /// The values of all components, or the first that has none.
    pub(super) fn values(&self, components: &[Component]) -> Result<Vec<Word>, Component> {
        components.iter().map(|&component| self.value(component).ok_or(component)).collect()
    }
}

/// The attributes, the fairness key and the weight that a message has in the queue (M3).
pub(super) fn classify(rules: &[ClassRule], sent: &Sent) -> (Vec<(Word, Word)>, Option<Word>, u32) {
    let mut attributes: Vec<(Word, Word)> = Vec::new();
    let (mut fairness, mut weight) = (None, None);
    for rule in rules {
        let speaks = rule.when.is_none_or(|(name, value)| find(&sent.headers, name) == Some(value));
        if !speaks {
            continue;
        }
        match rule.sets {
            Sets::Attribute(name, header) => {
                if let Some(value) = find(&sent.headers, header)
                    && find(&attributes, name).is_none()
                {
                    attributes.push((name, value));
                }
            }
            Sets::Fairness(header) => fairness = fairness.or_else(|| find(&sent.headers, header)),
            Sets::Weight(number) => weight = weight.or(Some(number)),
        }
    }
    (attributes, fairness.or(sent.fairness), weight.unwrap_or(sent.weight).max(1))
}

fn find(pairs: &[(Word, Word)], name: Word) -> Option<Word> {
    pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1)
}
