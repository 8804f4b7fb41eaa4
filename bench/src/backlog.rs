//! Messages that wait for full buckets, and a free one that arrives for each delivery: is the backlog felt?

use crate::figure::{Bar, Figure, Peer, Unit};
use crate::load::{keys, name};
use crate::ours::Driver;
use crate::scale::{Scale, thousands};
use crate::stopwatch::{Stopwatch, least};
use core::time::Duration;
use queuescope_engine::{Key, Message, MissingThrottleKey, QueueSpec, ThrottleSpec};

const BUCKETS: usize = 10_000;
const CUSTOMER: &str = "customer";

pub(crate) fn measure(scale: Scale) -> Vec<Figure> {
    let (messages, buckets) = (scale.messages(), scale.keys(BUCKETS));
    let rounds = messages / 10;
    let mut busy = with_backlog(messages, buckets);
    let mut idle = Driver::new(spec());
    let [ours, peer] = least(
        scale.repetitions(),
        [&mut || run(&mut busy, rounds), &mut || run(&mut idle, rounds)],
    );
    vec![Figure {
        size: format!("{} waiting for {} full buckets", thousands(messages), thousands(buckets)),
        unit: Unit::NanosPerDelivery,
        ours: ours / rounds as f64,
        peer: Some(Peer { name: "no backlog".to_owned(), value: peer / rounds as f64 }),
        bar: Some(Bar::Times(1.5)),
    }]
}

/// One delivery a day for each customer; messages without one are free.
fn spec() -> QueueSpec {
    let throttle = ThrottleSpec::limit("daily", 1, Duration::from_secs(86_400))
        .expect("a limit of one a day can bind")
        .by([Key::header(CUSTOMER)])
        .when_key_missing(MissingThrottleKey::Unthrottled);
    QueueSpec::new("backlog").throttle(throttle).expect("it is the only throttle")
}

/// A queue in which every bucket has had its one delivery, and so many messages wait behind.
fn with_backlog(messages: usize, buckets: usize) -> Driver {
    let mut driver = Driver::new(spec());
    let first = 0..buckets as u64;
    for customer in first.chain(keys(messages, buckets)) {
        driver.enqueue(Message::new(Vec::new()).header(CUSTOMER, &name(customer)));
    }
    assert_eq!(driver.drain(), buckets, "one delivery for each bucket");
    driver
}

/// So many free messages arrive, go out and are acked, one by one; nanoseconds in all.
fn run(driver: &mut Driver, rounds: usize) -> f64 {
    let free = vec![Message::new(Vec::new()); rounds];
    let watch = Stopwatch::start();
    for message in free {
        let id = driver.enqueue(message);
        let delivery = driver.deliver().expect("the free message goes out");
        assert_eq!(delivery.message, id, "nothing else can go");
        driver.ack(delivery.lease);
    }
    watch.nanos()
}
