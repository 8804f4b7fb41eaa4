//! Says in plain sentences what happened at a step, and what follows from it.
//!
//! The author's notes come first. Then, in one to three sentences: what arrived; what was done and what that means for
//! the group; what went out; and, where nothing did, why somebody is idle. Each consequence is read off the snapshot.

use crate::step::{Fact, Name, Snapshot, Step};
use serde::Serialize;

mod acts;
mod consequence;
mod outcome;
mod refusal;
mod sentence;

use sentence::Sentence;

pub use sentence::is_sentence;

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Phrase {
    /// Words, with the spaces and stops around what they join.
    Text {
        /// The words.
        text: String,
    },
    /// A message.
    Message {
        /// Its name.
        name: Name,
        /// Its lane.
        lane: Name,
    },
    /// A group.
    Group {
        /// Its name.
        name: Name,
    },
    /// A worker.
    Worker {
        /// Its name.
        name: Name,
    },
}

/// One to three sentences on a step and what follows from it; the author's notes come first.
pub fn narrate(step: &Step, snapshot: &Snapshot) -> Vec<Phrase> {
    let is_arrival = |fact: &Fact| matches!(fact, Fact::Arrived { .. });
    let arrivals = of_kind(&step.facts, is_arrival);
    // What is there at a leader's crash is held, and what arrives behind it is not: that order is kept.
    let crash = step.facts.iter().position(|fact| matches!(fact, Fact::LeaderCrashed { .. }));
    let (before, behind) = step.facts.split_at(crash.unwrap_or(step.facts.len()));
    let deliveries = of_kind(&step.facts, |fact| matches!(fact, Fact::Delivered { .. }));
    let acts = acts::acts(step);
    let refusals = refusal::refusals(step);
    let only_arrivals = acts.is_empty() && refusals.is_empty();

    let mut sentences: Vec<Sentence> = Vec::new();
    let arrive = |sentences: &mut Vec<Sentence>, facts: &[Fact]| {
        let arrivals = of_kind(facts, is_arrival);
        if !arrivals.is_empty() {
            sentences.push(outcome::arrivals(&arrivals));
        }
    };
    arrive(&mut sentences, before);
    if acts.len() <= 2 && (arrivals.is_empty() || acts.len() == 1) {
        sentences.extend(acts.iter().map(|act| act.with_consequence(snapshot)));
    } else {
        sentences.push(acts::summary(&acts));
    }
    arrive(&mut sentences, behind);
    sentences.extend(refusals);
    if !deliveries.is_empty() {
        sentences.push(outcome::deliveries(&deliveries, step, snapshot));
    }
    if only_arrivals {
        sentences.extend(outcome::held_arrivals(&arrivals, snapshot));
    }
    if deliveries.is_empty() && sentences.len() < 3 && !step.facts.is_empty() {
        sentences.extend(outcome::idle(snapshot));
    }
    let notes = step.notes.iter().map(|note| Sentence::note(note));
    sentence::join(notes.chain(sentences))
}

/// The same as plain text, for a live region.
pub fn narrate_text(step: &Step, snapshot: &Snapshot) -> String {
    let mut plain = String::new();
    for phrase in narrate(step, snapshot) {
        match phrase {
            Phrase::Text { text } => plain.push_str(&text),
            Phrase::Message { name, .. } | Phrase::Group { name } | Phrase::Worker { name } => {
                plain.push_str(&name);
            }
        }
    }
    plain
}

fn of_kind(facts: &[Fact], kind: impl Fn(&Fact) -> bool) -> Vec<&Fact> {
    facts.iter().filter(|fact| kind(fact)).collect()
}

#[cfg(test)]
mod tests;
