//! Messages ordered by one header: enqueue all, eight workers, deliver and ack all.

use crate::figure::{Bar, Figure, Peer, Unit};
use crate::load::{ACCOUNT, keys, with_header};
use crate::ours::Driver;
use crate::scale::{Scale, thousands};
use crate::stopwatch::{Stopwatch, least};
use crate::{floor, grommet};
use queuescope_engine::{Key, QueueSpec};

/// The groups that the messages are spread over.
pub(crate) const GROUPS: [usize; 3] = [10, 1_000, 100_000];

pub(crate) fn measure(scale: Scale) -> Vec<Figure> {
    GROUPS.into_iter().flat_map(|groups| over(scale, scale.keys(groups))).collect()
}

fn over(scale: Scale, groups: usize) -> [Figure; 2] {
    let messages = scale.messages();
    let keys = keys(messages, groups);
    let [ours, grommet, floor] = least(
        scale.repetitions(),
        [&mut || ours(&keys), &mut || grommet::run(&keys, with_header(&keys)), &mut || {
            floor::ordered(with_header(&keys))
        }],
    );
    let figure = |name: &str, nanos: f64, times: f64| Figure {
        size: size(messages, groups),
        unit: Unit::NanosPerMessage,
        ours: ours / messages as f64,
        peer: Some(Peer { name: name.to_owned(), value: nanos / messages as f64 }),
        bar: Some(Bar::Times(times)),
    };
    [figure(grommet::NAME, grommet, 4.0), figure("floor", floor, 6.0)]
}

/// Enqueues, delivers and acks a message for each key; nanoseconds in all. The messages are made before the clock
/// starts, and given up while it runs.
pub(crate) fn ours(keys: &[u64]) -> f64 {
    let messages = with_header(keys);
    let watch = Stopwatch::start();
    let mut driver = Driver::new(spec());
    for message in messages {
        driver.enqueue(message);
    }
    let acked = driver.drain();
    let nanos = watch.nanos();
    assert_eq!(acked, keys.len(), "all are acked");
    nanos
}

pub(crate) fn spec() -> QueueSpec {
    QueueSpec::new("ordered").ordered_by([Key::header(ACCOUNT)])
}

pub(crate) fn size(messages: usize, groups: usize) -> String {
    format!("{} messages, {} groups", thousands(messages), thousands(groups))
}
