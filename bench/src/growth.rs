//! What a message costs among a hundred times as many.

use crate::figure::{Bar, Figure, Peer, Unit};
use crate::load::keys;
use crate::scale::{Scale, thousands};
use crate::stopwatch::least;
use crate::{ordered, unordered};

const SMALL: usize = 10_000;
const GROUPS: usize = 1_000;

pub(crate) fn measure(scale: Scale) -> Vec<Figure> {
    let (large, few, many) = (scale.messages(), 10, GROUPS);
    vec![
        grown(scale, &ordered::ours, ordered::size(large, few), few),
        grown(scale, &ordered::ours, ordered::size(large, many), many),
        grown(scale, &unordered::ours, unordered::size(large, 1), 1),
        grown(scale, &unordered::ours, unordered::size(large, many), many),
    ]
}

fn grown(scale: Scale, ours: &dyn Fn(&[u64]) -> f64, size: String, distinct: usize) -> Figure {
    let large = keys(scale.messages(), distinct);
    let small = &large[..SMALL];
    // As many messages in all, so that either has as much of the machine.
    let times = large.len() / SMALL;
    let [many, few] = least(
        scale.repetitions(),
        [&mut || ours(&large), &mut || (0..times).map(|_| ours(small)).sum()],
    );
    Figure {
        size,
        unit: Unit::NanosPerMessage,
        ours: many / large.len() as f64,
        peer: Some(Peer {
            name: format!("{} messages", thousands(SMALL)),
            value: few / large.len() as f64,
        }),
        bar: Some(Bar::Times(2.0)),
    }
}
