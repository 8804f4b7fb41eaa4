//! Deliveries that fail: 30 % are nacked, 5 % expire, and what was set aside is redriven, beside the plain run.

use crate::figure::{Bar, Figure, Peer, Unit};
use crate::load::{Dice, keys, with_header};
use crate::ordered::spec;
use crate::ours::Driver;
use crate::scale::{Scale, thousands};
use crate::stopwatch::{Stopwatch, least};
use core::num::NonZeroU32;
use queuescope_engine::{DeadLetters, Delivery, Nack};

const GROUPS: usize = 1_000;
/// Enough for a worker to go on while some of what it holds runs out.
const CREDIT: NonZeroU32 = NonZeroU32::new(64).unwrap();

pub(crate) fn measure(scale: Scale) -> Vec<Figure> {
    let messages = scale.messages() / 2;
    let keys = keys(messages, GROUPS);
    let [failing, plain] = least(
        scale.repetitions(),
        [&mut || run(&keys, Share { nacked: 30, expired: 5 }), &mut || {
            run(&keys, Share { nacked: 0, expired: 0 })
        }],
    );
    vec![Figure {
        size: format!("{} messages, 30 % nacked, 5 % expired, redriven", thousands(messages)),
        unit: Unit::NanosPerDelivery,
        ours: failing,
        peer: Some(Peer { name: "plain run".to_owned(), value: plain }),
        bar: Some(Bar::Times(3.0)),
    }]
}

/// Of a hundred deliveries, how many end badly.
#[derive(Clone, Copy)]
struct Share {
    nacked: u64,
    expired: u64,
}

/// Enqueues all, and delivers until all are acked: failed messages come back by the queue's own backoff, and
/// dead letters by a redrive of all when nothing else is left. Nanoseconds per delivery.
fn run(keys: &[u64], share: Share) -> f64 {
    let messages = with_header(keys);
    let mut dice = Dice(3);
    let watch = Stopwatch::start();
    let mut driver = Driver::with_credit(spec(), CREDIT);
    for message in messages {
        driver.enqueue(message);
    }
    let (mut deliveries, mut acked) = (0_u64, 0);
    let mut held: Vec<Delivery> = Vec::new();
    while acked < keys.len() {
        while let Some(delivery) = driver.deliver() {
            held.push(delivery);
        }
        if held.is_empty() {
            go_on(&mut driver);
        }
        for delivery in held.drain(..) {
            deliveries += 1;
            let cast = dice.below(100);
            if cast < share.nacked {
                let now = driver.tick();
                driver.queue.nack(now, delivery.lease, Nack::Retry).expect("the lease lives");
                driver.listen();
            } else if cast >= share.nacked + share.expired {
                driver.ack(delivery.lease);
                acked += 1;
            }
        }
    }
    watch.nanos() / deliveries as f64
}

/// Goes to the next instant at which anything happens by itself; where none is left, brings back what was set aside.
fn go_on(driver: &mut Driver) {
    if let Some((at, _)) = driver.queue.next_wakeup() {
        driver.skip_to(at);
    } else {
        let now = driver.tick();
        let back = driver.queue.redrive(now, DeadLetters::All).expect("all is no name");
        assert!(back > 0, "what is not acked waits for time or is a dead letter");
        driver.listen();
    }
}
