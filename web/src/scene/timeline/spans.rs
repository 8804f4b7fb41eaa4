//! Parts of a delivery that its leader did not know of, or in which its message was processed elsewhere at once.

use super::bars::{ends, past};
use crate::scale::{Scale, tenth};
use crate::scene::words::in_words;
use crate::session::Played;
use queuescope_sim::{DeliveryRecord, Time, twice};

/// A stretch of a delivery.
#[derive(Clone, Debug, PartialEq)]
pub struct SpanScene {
    /// From the left edge.
    pub x: f64,
    /// How wide.
    pub width: f64,
    /// Whether it is processed twice at once, and not only lost.
    pub twice: bool,
    /// How much of the width is past.
    pub past: f64,
    /// All that is to say.
    pub title: String,
}

/// When nobody works on it any more: the worker of one that was given up may not know of that.
pub(super) fn over(delivery: &DeliveryRecord, scale: &Scale) -> Time {
    let end = ends(delivery, scale);
    delivery.stray.map_or(end, |until| end.max(until))
}

pub(super) fn spans(
    played: &Played,
    delivery: &DeliveryRecord,
    scale: &Scale,
    now: Time,
) -> Vec<SpanScene> {
    let mut spans = Vec::new();
    let mut add = |from: Time, until: Time, twice: bool, title: String| {
        if from < scale.until && until > scale.from {
            let x = scale.x_within(from);
            let width = tenth((scale.x_within(until) - x - 1.5).max(1.5));
            let past = tenth(past((x, width), until, scale, now));
            spans.push(SpanScene { x: tenth(x), width, past, twice, title });
        }
    };
    if let Some((from, known)) = delivery.lost {
        let alone = delivery.twice.map_or(over(delivery, scale), |(since, _)| since);
        let words = match known {
            Some(known) => format!(", known again at {}", in_words(known)),
            None => String::new(),
        };
        let (message, worker) = (&delivery.message, &delivery.worker);
        let title = format!("{worker}’s lease of {message} is lost at {}{words}", in_words(from));
        add(from, known.unwrap_or(alone), false, title);
    }
    if let Some((from, until)) = delivery.twice {
        let beside = played.run().deliveries().iter().find(|other| {
            other.message == delivery.message
                && other.worker != delivery.worker
                && other.twice.is_some_and(|(since, end)| since < until && end > from)
        });
        let other = beside.map_or("another", |other| &other.worker);
        let words = twice(&delivery.message, [&delivery.worker, other]);
        let title = format!("{words}, from {} to {}", in_words(from), in_words(until));
        add(from, until, true, title);
    }
    if let Some(stray) = delivery.stray {
        let (since, until) = delivery.twice.unwrap_or((stray, stray));
        // A lost lease is drawn up to there already.
        let given_up = if delivery.lost.is_none() { ends(delivery, scale) } else { since };
        for (from, to) in [(given_up, since), (until, stray)] {
            if from < to {
                let (message, worker) = (&delivery.message, &delivery.worker);
                let until = in_words(to);
                let title =
                    format!("{worker}, cut off, is still at work on {message}, until {until}");
                add(from, to, false, title);
            }
        }
    }
    spans
}
