//! Deliveries that are one batch, with an outline around them.

use super::BarScene;
use queuescope_sim::DeliveryRecord;

/// The outline of deliveries that are one batch.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchScene {
    /// Its lane's colour.
    pub hue: u8,
    /// From the left edge.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// How wide.
    pub width: f64,
    /// How high.
    pub height: f64,
    /// All that is to say.
    pub title: String,
}

/// Those at the front that are one batch; the first one alone, where it went out alone.
pub(super) fn parts<'s, 'd>(deliveries: &'s [&'d DeliveryRecord]) -> &'s [&'d DeliveryRecord] {
    let first = deliveries[0];
    let more = deliveries.iter().skip(1).take_while(|other| {
        first.batch.is_some() && (&other.batch, other.from) == (&first.batch, first.from)
    });
    &deliveries[..1 + more.count()]
}

/// The outline of the bars that are drawn of a batch.
pub(super) fn batch(
    bars: &[BarScene],
    delivery: &DeliveryRecord,
    parts: usize,
) -> Option<BatchScene> {
    const EDGE: f64 = 2.5;
    let (first, last) = (bars.first()?, bars.last()?);
    let mut width: f64 = 0.0;
    let mut names = String::new();
    for bar in bars {
        width = width.max(bar.width);
        let comma = if names.is_empty() { "" } else { ", " };
        names.push_str(&format!("{comma}{}", bar.message));
    }
    Some(BatchScene {
        hue: first.hue,
        x: first.x - EDGE,
        y: first.y - EDGE,
        width: width + 2.0 * EDGE,
        height: last.y + last.height - first.y + 2.0 * EDGE,
        title: format!("batch of {parts} with {}: {names}", delivery.worker),
    })
}
