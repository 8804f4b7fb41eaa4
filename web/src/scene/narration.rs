//! The sentence that says what happened at the step on screen.

use super::source::verdict;
use super::words::{counted, in_words};
use crate::session::Session;
use queuescope_sim::{End, Phrase, Snapshot, Step, narrate, narrate_text};

/// A part of the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Words {
    /// Plain words.
    Plain(String),
    /// A worker's name.
    Worker(String),
    /// The name of a message or a lane, in its colour.
    Coloured {
        /// The name.
        name: String,
        /// The colour.
        hue: u8,
        /// Whether it is a message.
        message: bool,
    },
}

/// The sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NarrationScene {
    /// Its parts.
    pub words: Vec<Words>,
    /// At the last step: why the run ends here.
    pub end: Option<String>,
    /// What the live region says; empty while steps pass faster than a voice.
    pub spoken: String,
}

pub(super) fn narration(
    session: &Session,
    step: Option<&Step>,
    snapshot: &Snapshot,
) -> NarrationScene {
    let played = session.played();
    let Some(step) = step else {
        let words =
            "Nothing happens yet. Send a message, or write one into the text: at 0s send a1";
        return NarrationScene {
            words: vec![Words::Plain(words.to_owned())],
            end: None,
            spoken: words.to_owned(),
        };
    };
    let words = narrate(step, snapshot)
        .into_iter()
        .map(|phrase| match phrase {
            Phrase::Text { text } => Words::Plain(text),
            Phrase::Worker { name } => Words::Worker(name.to_string()),
            Phrase::Message { name, lane } => {
                Words::Coloured { hue: played.hue(&lane), name: name.to_string(), message: true }
            }
            Phrase::Group { name } => {
                Words::Coloured { hue: played.hue(&name), name: name.to_string(), message: false }
            }
        })
        .collect();
    let end = (step.index + 1 == played.run().len()).then(|| {
        let mut end = end_in_words(played.run().end(), snapshot);
        let checks = played.checks();
        if !checks.failed.is_empty() && !session.frozen() {
            end.push_str(&format!(" {}.", verdict(checks)));
        }
        end
    });
    let spoken = if session.playing() {
        String::new()
    } else {
        let mut spoken = format!(
            "Step {} of {}, {}. {}",
            step.index + 1,
            played.run().len(),
            in_words(step.at),
            narrate_text(step, snapshot)
        );
        if let Some(end) = &end {
            spoken.push(' ');
            spoken.push_str(end);
        }
        spoken
    };
    NarrationScene { words, end, spoken }
}

fn end_in_words(end: &End, snapshot: &Snapshot) -> String {
    match end {
        End::Done => "The run ends here: everything is settled.".to_owned(),
        End::Quiet { in_flight, pending } => {
            let what_next = if *in_flight > 0 {
                "Settle one and see what follows."
            } else if snapshot.workers.is_empty() {
                "No worker is there to take one: add a worker and see what follows."
            } else {
                "Every worker has crashed: let one return and see what follows."
            };
            format!(
                "The script ends here: {} in flight, {} waiting. {what_next}",
                counted(usize::try_from(*in_flight).unwrap_or(usize::MAX), "message"),
                counted(usize::try_from(*pending).unwrap_or(usize::MAX), "message"),
            )
        }
        End::StepLimit { steps } => {
            format!("The run was cut off after {}.", counted(*steps, "step"))
        }
        End::TimeLimit { at } => format!("The run was cut off at {}.", in_words(*at)),
    }
}
