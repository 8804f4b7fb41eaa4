//! The sentence that says what happened at the step on screen.

use super::source::verdict;
use super::words::{counted, in_words};
use crate::session::Session;
use queuescope_sim::{End, Phrase, Snapshot, Step, is_sentence, narrate, narrate_text};

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
    /// From when on the future is another one.
    pub fork: Option<String>,
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
            fork: None,
            spoken: words.to_owned(),
        };
    };
    let mut words: Vec<Words> = narrate(step, snapshot)
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
        if !checks.failed.is_empty() && !session.wrong() {
            end.push_str(&format!(" {}.", verdict(checks)));
        }
        end
    });
    let mut told = narrate_text(step, snapshot);
    // A note may be without a stop; what follows on it is another sentence.
    if end.is_some() && !is_sentence(&told) {
        told.push('.');
        words.push(Words::Plain(".".to_owned()));
    }
    let mut spoken = if session.playing() {
        String::new()
    } else {
        let mut spoken = format!(
            "Step {} of {}, {}. {told}",
            step.index + 1,
            played.run().len(),
            in_words(step.at),
        );
        if let Some(end) = &end {
            spoken.push(' ');
            spoken.push_str(end);
        }
        spoken
    };
    let fork = session.forked().map(|at| {
        format!("From {} on this is another future. Undo brings the old one back.", in_words(at))
    });
    if let Some(fork) = &fork
        && !spoken.is_empty()
    {
        spoken.push(' ');
        spoken.push_str(fork);
    }
    NarrationScene { words, end, fork, spoken }
}

fn end_in_words(end: &End, snapshot: &Snapshot) -> String {
    match end {
        End::Done => match snapshot.dead_letters.len() {
            0 => "The run ends here: everything is settled.".to_owned(),
            dead => format!(
                "The run ends here: everything is settled but {}.",
                counted(dead, "dead letter")
            ),
        },
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Msg;

    /// The narration of the last step.
    fn last(text: &str) -> (String, String) {
        let mut session = Session::of(text);
        assert_eq!(session.problems().as_slice(), [], "{text}");
        session.update(Msg::Last);
        let run = session.played().run();
        let snapshot = run.snapshot(session.position());
        let scene = narration(&session, run.steps().last(), &snapshot);
        let words = scene.words.into_iter().map(|words| match words {
            Words::Plain(text) | Words::Worker(text) | Words::Coloured { name: text, .. } => text,
        });
        (words.collect(), scene.end.unwrap_or_default())
    }

    #[test]
    fn a_note_keeps_its_words_and_the_end_of_the_run_is_another_sentence() {
        let text =
            "queue q\nworkers W1\nat 0s send a\nat 1s W1 acks\nnote at 3s \"tiny is not Tiny\"\n";
        let settled = "The run ends here: everything is settled.";
        assert_eq!(last(text), ("tiny is not Tiny.".to_owned(), settled.to_owned()));
    }

    #[test]
    fn dead_letters_that_are_left_are_not_settled() {
        let text = |rejected: &str| format!("queue q\nworkers W1\nat 0s send a b\n{rejected}");
        let one = last(&text("at 1s W1 rejects\nat 2s W1 acks\n")).1;
        assert_eq!(one, "The run ends here: everything is settled but 1 dead letter.");
        let both = last(&text("at 1s W1 rejects\nat 2s W1 rejects\n")).1;
        assert_eq!(both, "The run ends here: everything is settled but 2 dead letters.");
    }
}
