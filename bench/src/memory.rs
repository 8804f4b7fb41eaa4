//! What a pending message takes beyond its own strings and payload.

use crate::figure::{Bar, Figure, Unit};
use crate::load::{keys, name, with_fairness_key, with_header};
use crate::ordered::{self, GROUPS};
use crate::ours::Driver;
use crate::scale::Scale;
use crate::unordered::{self, KEYS};
use queuescope_engine::{Message, QueueSpec};

/// Fills queues with messages; `in_use` tells how many bytes are allocated in all.
pub fn memory(scale: Scale, in_use: &dyn Fn() -> usize) -> Vec<Figure> {
    let messages = scale.messages();
    let ordered = GROUPS.map(|groups| {
        let keys = keys(messages, scale.keys(groups));
        let own = own_bytes(&keys, crate::load::ACCOUNT.len());
        let size = ordered::size(messages, scale.keys(groups));
        figure(size, messages, own, in_use, ordered::spec(), || with_header(&keys))
    });
    let unordered = KEYS.map(|distinct| {
        let keys = keys(messages, scale.keys(distinct));
        let size = unordered::size(messages, scale.keys(distinct));
        let spec = QueueSpec::new("unordered");
        figure(size, messages, own_bytes(&keys, 0), in_use, spec, || with_fairness_key(&keys))
    });
    ordered.into_iter().chain(unordered).collect()
}

/// The bytes of the strings that the messages were given: each value, and what else each has.
fn own_bytes(keys: &[u64], each: usize) -> usize {
    keys.iter().map(|key| name(*key).len() + each).sum()
}

fn figure(
    size: String,
    messages: usize,
    own: usize,
    in_use: &dyn Fn() -> usize,
    spec: QueueSpec,
    make: impl FnOnce() -> Vec<Message>,
) -> Figure {
    let before = in_use();
    let mut driver = Driver::new(spec);
    for message in make() {
        driver.enqueue(message);
    }
    // The list that the messages came in is gone, and every event is taken: what is left is the queue.
    let bytes = in_use() - before - own;
    assert_eq!(driver.queue.status().counts().pending, messages as u64, "all are pending");
    Figure {
        size,
        unit: Unit::BytesPerMessage,
        ours: bytes as f64 / messages as f64,
        peer: None,
        bar: Some(Bar::Most(200.0)),
    }
}
