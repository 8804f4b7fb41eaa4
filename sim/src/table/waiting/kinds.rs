//! Which messages wait for the same buckets, and what the engine says of those.

use crate::index::Index;
use crate::replay::Replay;
use crate::scenario::{Component, ThrottleDecl};
use crate::step::Reason;
use crate::time::Time;

/// What may hold a message that is not behind another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hold {
    /// Its not-before time.
    Until(Time),
    /// A reclaim grace.
    Reclaim(Time),
    /// The buckets of its kind.
    Buckets(usize),
}

/// Messages that draw from the same buckets, whatever is declared: those that agree in all that throttles tell apart.
#[derive(Debug)]
pub(super) struct Kinds {
    throttled: bool,
    components: Vec<Component>,
    known: Index,
    /// Of each, the row for which the engine was asked last, and its word.
    asked: Vec<(usize, Option<Reason>)>,
    row: usize,
}

impl Kinds {
    pub(super) fn new(throttles: &[ThrottleDecl]) -> Self {
        let mut components: Vec<Component> = Vec::new();
        for component in throttles.iter().flat_map(|throttle| &throttle.by) {
            if !components.contains(component) {
                components.push(component.clone());
            }
        }
        Self {
            throttled: !throttles.is_empty(),
            components,
            known: Index::new(),
            asked: Vec::new(),
            row: 0,
        }
    }

    /// Time has gone on: what the engine said of buckets is no longer known.
    pub(super) const fn next_row(&mut self) {
        self.row += 1;
    }

    /// What may hold a message that waits as the first of its group or without one; none where nothing can.
    pub(super) fn hold(&mut self, message: usize, replay: &Replay) -> Option<Hold> {
        match replay.reason_of(message)? {
            Reason::NotBefore { at } => Some(Hold::Until(at)),
            Reason::HeldForReclaim { until } => Some(Hold::Reclaim(until)),
            Reason::Bucket { .. }
            | Reason::OtherTurn { .. }
            | Reason::NoCredit
            | Reason::Nothing
            | Reason::BehindHead { .. }
            | Reason::BehindInFlight { .. } => {
                self.throttled.then(|| Hold::Buckets(self.of(message, replay)))
            }
        }
    }

    /// Why what may be held so is held; none where it is not. `message` is one of them.
    pub(super) fn reason(&mut self, hold: Hold, message: usize, replay: &Replay) -> Option<Reason> {
        let kind = match hold {
            Hold::Until(at) => return Some(Reason::NotBefore { at }),
            Hold::Reclaim(until) => return Some(Reason::HeldForReclaim { until }),
            Hold::Buckets(kind) => kind,
        };
        let (row, word) = &mut self.asked[kind];
        if *row != self.row {
            *row = self.row;
            let reason = replay.reason_of(message);
            *word = reason.filter(|reason| matches!(reason, Reason::Bucket { .. }));
        }
        word.clone()
    }

    /// The kind of a message.
    fn of(&mut self, message: usize, replay: &Replay) -> usize {
        let message = replay.classified(message);
        let mut key = String::new();
        for component in &self.components {
            let value = message.and_then(|message| match component {
                Component::Header(name) => message.header_value(name),
                Component::Attribute(name) => message.attribute_value(name),
                Component::FairnessKey => message.fairness(),
            });
            match value {
                Some(value) => key.push_str(&format!("{}:{value} ", value.len())),
                None => key.push_str("- "),
            }
        }
        if let Some(kind) = self.known.get(&*key) {
            return *kind;
        }
        let kind = self.asked.len();
        self.known.insert(key.into(), kind);
        self.asked.push((0, None));
        kind
    }
}
