//! A bar for each delivery, with how it ended.

use super::spans::{SpanScene, spans};
use super::{BAR, NAME_LETTER};
use crate::scale::{Scale, tenth};
use crate::scene::words::in_words;
use crate::session::Played;
use queuescope_sim::{DeliveryRecord, Name, Outcome, Time, outcome_in_words};

/// What the sign of an outcome takes.
const SIGN: f64 = 16.0;

/// A delivery.
#[derive(Clone, Debug, PartialEq)]
pub struct BarScene {
    /// The message.
    pub message: Name,
    /// Its colour.
    pub hue: u8,
    /// From the left edge.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// How wide.
    pub width: f64,
    /// How high.
    pub height: f64,
    /// How much of the width is past.
    pub past: f64,
    /// The name, where there is room for it.
    pub label: Option<String>,
    /// How it ended, where that is past and there is room for the sign.
    pub outcome: Option<Outcome>,
    /// Whether it was still in flight when the run ended.
    pub unended: bool,
    /// What the leader did not know of it, and when its message was processed elsewhere at once.
    pub spans: Vec<SpanScene>,
    /// All that is to say.
    pub title: String,
}

/// When it ends, or the picture does.
pub(super) fn ends(delivery: &DeliveryRecord, scale: &Scale) -> Time {
    delivery.end.map_or(scale.until, |(at, _)| at)
}

/// How much of a stretch is past: of what begins at `x` and ends at an instant.
pub(super) fn past((x, width): (f64, f64), until: Time, scale: &Scale, now: Time) -> f64 {
    if now >= until { width } else { (scale.x_within(now) - x).clamp(0.0, width) }
}

pub(super) fn bar(
    played: &Played,
    delivery: &DeliveryRecord,
    y: f64,
    scale: &Scale,
    now: Time,
) -> BarScene {
    let until = ends(delivery, scale);
    let x = scale.x_within(delivery.from);
    let width = (scale.x_within(until) - x - 1.5).max(1.5);
    let outcome = delivery.end.map(|(_, outcome)| outcome);
    // How a delivery failed is said in any case, its name where there is room, that it went well where there is more.
    let failed = !matches!(outcome, None | Some(Outcome::Acked | Outcome::Returned));
    let wide = delivery.message.chars().count() as f64 * NAME_LETTER + 14.0;
    let label = width >= if failed { wide + SIGN } else { wide };
    let room_for_sign = width >= if label { wide + SIGN } else { 22.0 };
    BarScene {
        message: Name::clone(&delivery.message),
        hue: played.hue(&delivery.lane),
        x: tenth(x),
        y,
        width: tenth(width),
        height: BAR,
        past: tenth(past((x, width), until, scale, now)),
        label: label.then(|| delivery.message.to_string()),
        outcome: outcome.filter(|_| now >= until && (room_for_sign || failed)),
        unended: delivery.end.is_none(),
        spans: spans(played, delivery, scale, now),
        title: format!(
            "{} with {}, attempt {}, {}{}",
            delivery.message,
            delivery.worker,
            delivery.attempt,
            match delivery.end {
                Some((at, outcome)) => format!(
                    "{} to {}: {}",
                    in_words(delivery.from),
                    in_words(at),
                    outcome_in_words(outcome)
                ),
                None =>
                    format!("since {}, in flight at the end of the run", in_words(delivery.from)),
            },
            if delivery.batch.is_some() { ", of a batch" } else { "" }
        ),
    }
}
