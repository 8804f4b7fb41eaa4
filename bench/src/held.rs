//! Groups of which nearly all are held by a not-before time, while the others go on: are the held ones felt?
//!
//! Both queues have been in use before, so that messages which arrive one after the other lie anywhere in memory. In a fresh
//! one they lie side by side, and the queue that sends them in that order would be compared to one that finds every
//! hundredth: that would measure the processor's caches, not the held groups.

use crate::figure::{Bar, Figure, Peer, Unit};
use crate::load::{ACCOUNT, Dice, name};
use crate::ordered::spec;
use crate::ours::Driver;
use crate::scale::{Scale, thousands};
use crate::stopwatch::{Stopwatch, least};
use core::num::NonZeroU32;
use core::time::Duration;
use queuescope_engine::{LeaseId, Message};

const GROUPS: usize = 100_000;
/// Messages of each group; the delay is on all of them, and holds the group by its head.
const EACH: usize = 10;

pub(crate) fn measure(scale: Scale) -> Vec<Figure> {
    let groups = scale.keys(GROUPS);
    let rounds = scale.messages() / 10;
    let mut held = filled(groups, Duration::from_secs(86_400));
    let mut free = filled(groups, Duration::ZERO);
    let [ours, peer] = least(
        scale.repetitions(),
        [&mut || run(&mut held, groups, rounds), &mut || run(&mut free, groups, rounds)],
    );
    vec![Figure {
        size: format!("{} groups of {EACH}, 99 % held", thousands(groups)),
        unit: Unit::NanosPerDelivery,
        ours: ours / rounds as f64,
        peer: Some(Peer { name: "none held".to_owned(), value: peer / rounds as f64 }),
        bar: Some(Bar::Times(1.5)),
    }]
}

/// A queue of these groups; all but every hundredth one have this delay.
fn filled(groups: usize, delay: Duration) -> Driver {
    let mut driver = Driver::with_credit(spec(), NonZeroU32::MAX);
    use_up(&mut driver, groups * EACH);
    for _ in 0..EACH {
        for group in 0..groups as u64 {
            let delay = if group % 100 == 0 { Duration::ZERO } else { delay };
            driver.enqueue(to(group).delay(delay));
        }
    }
    driver
}

/// Sends and delivers so many messages, and acks them in no order: it leaves the queue empty, and its memory well mixed.
fn use_up(driver: &mut Driver, messages: usize) {
    for group in 0..messages as u64 {
        driver.enqueue(to(group));
    }
    let mut leases: Vec<LeaseId> =
        std::iter::from_fn(|| driver.deliver()).map(|delivery| delivery.lease).collect();
    let mut dice = Dice(3);
    while !leases.is_empty() {
        let place = dice.below(leases.len() as u64) as usize;
        driver.ack(leases.swap_remove(place));
    }
}

/// A message arrives in one of the groups that are never held, and the oldest head goes out and is acked, so often;
/// nanoseconds in all. Where others are held it is one of those groups that goes on, so the queue stays as it is.
fn run(driver: &mut Driver, groups: usize, rounds: usize) -> f64 {
    let mut dice = Dice(2);
    let free = groups as u64 / 100;
    let messages: Vec<Message> = (0..rounds).map(|_| to(dice.below(free) * 100)).collect();
    let watch = Stopwatch::start();
    for message in messages {
        driver.enqueue(message);
        let delivery = driver.deliver().expect("a free head goes out");
        driver.ack(delivery.lease);
    }
    watch.nanos()
}

fn to(group: u64) -> Message {
    Message::new(Vec::new()).header(ACCOUNT, &name(group))
}
