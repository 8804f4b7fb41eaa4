//! Stretches in which a worker was down or cut off, around what it had in flight.

use super::NAME_LETTER;
use super::rows::Rows;
use crate::scale::{Scale, tenth};
use crate::scene::words::in_words;
use crate::session::Played;

/// A stretch in which a worker was down or cut off.
#[derive(Clone, Debug, PartialEq)]
pub struct DownScene {
    /// Whether it was cut off, and not down.
    pub cut_off: bool,
    /// From the left edge.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// How wide.
    pub width: f64,
    /// How high.
    pub height: f64,
    /// What it is, where there is room for it.
    pub label: Option<&'static str>,
    /// All that is to say.
    pub title: String,
}

/// Those of the workers that have a row, within the part of the run that is shown.
pub(super) fn downs(played: &Played, scale: &Scale, rows: &Rows<'_>) -> Vec<DownScene> {
    let mut scenes = Vec::new();
    for down in played.downs() {
        let until = down.until.unwrap_or(scale.until);
        if down.from <= scale.until
            && until >= scale.from
            && let Some(row) = rows.known(&down.worker)
        {
            let x = scale.x_within(down.from);
            let width = (scale.x_within(until) - x - 1.5).max(1.5);
            let word = if down.cut_off { "cut off" } else { "down" };
            let end = match down.until {
                Some(until) => format!("until {}", in_words(until)),
                None => "to the end of the run".to_owned(),
            };
            scenes.push(DownScene {
                cut_off: down.cut_off,
                x: tenth(x),
                y: rows.top(row),
                width: tenth(width),
                height: rows.height(row),
                label: (width
                    >= word.len() as f64 * NAME_LETTER + if down.cut_off { 32.0 } else { 14.0 })
                .then_some(word),
                title: format!("{} is {word} from {} {end}", down.worker, in_words(down.from)),
            });
        }
    }
    scenes
}
