//! Crashes of the leader: a line through all rows, and the grace after it.

use super::WORD_LETTER;
use crate::scale::{Scale, tenth};
use crate::scene::words::in_words;
use crate::session::Played;
use queuescope_sim::Time;

/// How high the strip above the rows is that names them.
pub(super) const STRIP: f64 = 18.0;
/// What the sign takes.
const SIGN: f64 = 10.0;
/// What happens, in words.
const WORDS: &str = "leader crashes";

/// A crash of the leader.
#[derive(Clone, Debug, PartialEq)]
pub struct CrashScene {
    /// Where it is.
    pub x: f64,
    /// How wide the grace is behind it; 0: there is none.
    pub grace: f64,
    /// Its name, as long as there is room for; empty: for none.
    pub label: String,
    /// Whether that stands before the line.
    pub before: bool,
    /// Whether it lies in the future.
    pub future: bool,
    /// All that is to say.
    pub title: String,
}

/// Those within the part of the run that is shown, or whose grace is.
pub(super) fn crashes(played: &Played, scale: &Scale, now: Time) -> Vec<CrashScene> {
    let mut scenes: Vec<CrashScene> = Vec::new();
    let all = played.crashes();
    let mut taken = 0.0;
    for (place, crash) in all.iter().enumerate() {
        let until = crash.held_until.unwrap_or(crash.at);
        if crash.at > scale.until || until.max(crash.at) < scale.from {
            continue;
        }
        let x = scale.x_within(crash.at);
        let long = match crash.held_until {
            Some(until) => format!("{WORDS}, held for reclaim until {}", in_words(until)),
            None => format!("{WORDS}, leases start again"),
        };
        let next = all.get(place + 1).map_or(scale.width, |next| scale.x_within(next.at) - SIGN);
        let wide = |words: &str| words.chars().count() as f64 * WORD_LETTER + SIGN;
        let mut label = String::new();
        for words in [&*long, WORDS] {
            if label.is_empty() && x + wide(words) <= next {
                words.clone_into(&mut label);
            }
        }
        let before = label.is_empty() && x - wide(WORDS) >= taken;
        if before {
            WORDS.clone_into(&mut label);
        }
        taken = if before { x + SIGN } else { x + wide(&label) };
        scenes.push(CrashScene {
            x: tenth(x),
            grace: tenth(scale.x_within(until) - x),
            label,
            before,
            future: crash.at > now,
            title: format!("{}: {long}", in_words(crash.at)),
        });
    }
    scenes
}
