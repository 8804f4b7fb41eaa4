//! Messages without order that take turns by fairness key: enqueue all, eight workers, deliver and ack all.

use crate::figure::{Bar, Figure, Peer, Unit};
use crate::floor;
use crate::load::{keys, with_fairness_key};
use crate::ours::Driver;
use crate::scale::{Scale, thousands};
use crate::stopwatch::{Stopwatch, least};
use queuescope_engine::QueueSpec;

/// The fairness keys that the messages are spread over.
pub(crate) const KEYS: [usize; 3] = [1, 1_000, 100_000];

pub(crate) fn measure(scale: Scale) -> Vec<Figure> {
    KEYS.into_iter().map(|keys| over(scale, scale.keys(keys))).collect()
}

fn over(scale: Scale, distinct: usize) -> Figure {
    let messages = scale.messages();
    let keys = keys(messages, distinct);
    let [ours, floor] = least(
        scale.repetitions(),
        [&mut || ours(&keys), &mut || floor::fair(with_fairness_key(&keys))],
    );
    Figure {
        size: size(messages, distinct),
        unit: Unit::NanosPerMessage,
        ours: ours / messages as f64,
        peer: Some(Peer { name: "floor".to_owned(), value: floor / messages as f64 }),
        bar: Some(Bar::Times(6.0)),
    }
}

/// Enqueues, delivers and acks a message for each key; nanoseconds in all.
pub(crate) fn ours(keys: &[u64]) -> f64 {
    let messages = with_fairness_key(keys);
    let watch = Stopwatch::start();
    let mut driver = Driver::new(QueueSpec::new("unordered"));
    for message in messages {
        driver.enqueue(message);
    }
    let acked = driver.drain();
    let nanos = watch.nanos();
    assert_eq!(acked, keys.len(), "all are acked");
    nanos
}

pub(crate) fn size(messages: usize, keys: usize) -> String {
    let noun = if keys == 1 { "key" } else { "keys" };
    format!("{} messages, {} fairness {noun}", thousands(messages), thousands(keys))
}
