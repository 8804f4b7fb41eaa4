//! Dead letters: which, why, after how many attempts.

use super::words::{counted, in_words};
use crate::session::Session;
use queuescope_sim::{Name, Snapshot, Time, dead_in_words};

/// How many there are on screen.
const MOST: usize = 30;

/// The dead-letter panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLettersScene {
    /// In the order in which they were set aside.
    pub letters: Vec<DeadLetterScene>,
    /// How many are not shown.
    pub hidden: usize,
    /// When an act would be.
    pub at: Time,
    /// Whether nothing can be done: the text has errors.
    pub frozen: bool,
}

/// A dead letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetterScene {
    /// Its name.
    pub message: Name,
    /// Its colour.
    pub hue: u8,
    /// Why and since when: `nacked too often, 3 attempts, since 7 s`.
    pub why: String,
}

pub(super) fn dead_letters(session: &Session, snapshot: &Snapshot) -> DeadLettersScene {
    let letters = &snapshot.dead_letters;
    DeadLettersScene {
        letters: letters
            .iter()
            .take(MOST)
            .map(|letter| DeadLetterScene {
                message: Name::clone(&letter.message),
                hue: session.played().hue(&letter.lane),
                why: format!(
                    "{}, {}, at {}",
                    dead_in_words(letter.reason),
                    counted(letter.attempts as usize, "attempt"),
                    in_words(letter.since)
                ),
            })
            .collect(),
        hidden: letters.len().saturating_sub(MOST),
        at: session.act_at(),
        frozen: session.frozen(),
    }
}
