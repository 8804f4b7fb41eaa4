//! Long seeded command sequences over many kinds of queue: every invariant after every call, and what goes out is
//! the oldest that could (O1, O13, T3), found here by looking at every message.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use queuescope_engine::{
    Backoff, Blocked, DeadLetters, Instant, Key, LeaseId, Message, MessageId, MissingOrderingKey,
    MissingThrottleKey, Nack, Queue, QueueSpec, RetryPolicy, ThrottleSpec, WorkerChoice, WorkerId,
    WorkerSpec,
};
use std::num::NonZeroU32;
use std::time::Duration;

/// A small generator (splitmix64), so that a failing seed can be named.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.roll(100) < percent
    }
}

fn count(n: u64) -> NonZeroU32 {
    NonZeroU32::new(n as u32).unwrap()
}

fn throttle(dice: &mut Dice, name: &str, key: &str) -> ThrottleSpec {
    let n = 1 + dice.roll(3) as u32;
    let window = Duration::from_secs(1 + dice.roll(5));
    let spec = if dice.chance(50) {
        ThrottleSpec::limit(name, n, window).unwrap()
    } else {
        ThrottleSpec::rate(name, n, window, 1 + dice.roll(3) as u32).unwrap()
    };
    let policy = if dice.chance(50) {
        MissingThrottleKey::SharedBucket
    } else {
        MissingThrottleKey::Unthrottled
    };
    let spec = spec.when_key_missing(policy);
    if key.is_empty() { spec } else { spec.by([Key::header(key)]) }
}

fn spec(dice: &mut Dice) -> QueueSpec {
    let mut spec = QueueSpec::new("q")
        .visibility_timeout(Duration::from_secs(2 + dice.roll(6)))
        .quantum(count(1 + dice.roll(2)))
        .retry(RetryPolicy {
            max_attempts: count(1 + dice.roll(4)),
            backoff: match dice.roll(3) {
                0 => Backoff::None,
                1 => Backoff::Fixed(Duration::from_secs(2)),
                _ => RetryPolicy::default().backoff,
            },
        });
    if dice.chance(30) {
        spec = spec.worker_choice(WorkerChoice::RoundRobin);
    }
    spec = match dice.roll(4) {
        0 => spec,
        1 => spec.ordered(),
        2 => spec.ordered_by([Key::header("g")]),
        _ => spec.ordered_by([Key::header("g"), Key::fairness_key()]),
    };
    if dice.chance(50) {
        spec = spec.when_ordering_key_missing(MissingOrderingKey::Unordered);
    }
    for (name, key) in [("all", ""), ("by-c", "c"), ("by-d", "d")] {
        if dice.chance(40) {
            spec = spec.throttle(throttle(dice, name, key)).unwrap();
        }
    }
    spec
}

fn message(dice: &mut Dice, fair: bool) -> Message {
    let mut message = Message::new(Vec::new());
    for (name, values) in [("g", 4), ("c", 3), ("d", 3)] {
        if dice.chance(85) {
            message = message.header(name, &dice.roll(values).to_string());
        }
    }
    if fair && dice.chance(85) {
        message = message.fairness_key(&dice.roll(3).to_string()).weight(count(1 + dice.roll(3)));
    }
    if dice.chance(15) {
        message = message.delay(Duration::from_secs(dice.roll(6)));
    }
    message
}

struct Run {
    seed: u64,
    queue: Queue,
    now: Instant,
    leases: Vec<LeaseId>,
    workers: Vec<WorkerId>,
    seen: Vec<MessageId>,
    dice: Dice,
    fair: bool,
}

impl Run {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(seed);
        let queue = Queue::new(spec(&mut dice));
        let fair = dice.chance(50);
        let (leases, workers, seen) = (Vec::new(), Vec::new(), Vec::new());
        Self { seed, queue, now: Instant::ZERO, leases, workers, seen, dice, fair }
    }

    fn check(&mut self, did: &str) {
        if let Err(violation) = self.queue.check_invariants() {
            panic!("seed {}: after {did} at {}: {violation}", self.seed, self.now);
        }
        while self.queue.poll_event().is_some() {}
        if let Some((at, _)) = self.queue.next_wakeup() {
            assert!(at > self.now, "c4: {at} is not after {}", self.now);
        }
    }

    /// The oldest message that nothing but credit or turn holds back, of those that `fairness` has.
    fn oldest(&self, fairness: Option<Option<&str>>) -> Option<MessageId> {
        let mut messages = self.queue.status().messages();
        let found = messages.find(|message| {
            let free = matches!(
                self.queue.blocked(message.id),
                None | Some(Blocked::NoCredit | Blocked::OtherTurn { .. })
            );
            let theirs = fairness.is_none_or(|key| message.message.fairness() == key);
            free && theirs && message.lease.is_none()
        });
        found.map(|message| message.id)
    }

    fn deliver(&mut self) -> bool {
        self.queue.advance(self.now);
        let before = self.queue.clone();
        let Some(delivery) = self.queue.deliver(self.now) else {
            let mut workers = self.queue.status().workers();
            let free = workers.any(|worker| !worker.crashed && worker.holds < worker.credit.get());
            assert!(
                !free || self.oldest(None).is_none(),
                "a free worker and a deliverable message"
            );
            return false;
        };
        let after = std::mem::replace(&mut self.queue, before);
        let status = self.queue.status();
        let key = status.message(delivery.message).unwrap().message.fairness();
        assert_eq!(
            self.oldest(Some(key)),
            Some(delivery.message),
            "the oldest of its fairness key"
        );
        if !self.fair {
            assert_eq!(self.oldest(None), Some(delivery.message), "the oldest of all");
        }
        self.queue = after;
        self.leases.push(delivery.lease);
        true
    }

    fn with_a_lease(&mut self, act: impl FnOnce(&mut Self, LeaseId)) {
        if !self.leases.is_empty() {
            let which = self.dice.roll(self.leases.len() as u64) as usize;
            let lease = self.leases[which];
            act(self, lease);
        }
    }

    fn act(&mut self) -> &'static str {
        let (now, span) = (self.now, Duration::from_secs(self.dice.roll(5)));
        match self.dice.roll(100) {
            0..30 => {
                let message = message(&mut self.dice, self.fair);
                self.seen.extend(self.queue.enqueue(now, message));
                "enqueue"
            }
            30..50 => {
                self.deliver();
                "deliver"
            }
            50..64 => {
                self.with_a_lease(|run, lease| _ = run.queue.ack(now, lease));
                "ack"
            }
            64..72 => {
                let nack = if self.dice.chance(50) { Nack::Retry } else { Nack::RetryAfter(span) };
                self.with_a_lease(|run, lease| _ = run.queue.nack(now, lease, nack));
                "nack"
            }
            72..74 => {
                self.with_a_lease(|run, lease| _ = run.queue.reject(now, lease));
                "reject"
            }
            74..76 => {
                self.with_a_lease(|run, lease| _ = run.queue.extend(now, lease, span));
                "extend"
            }
            76..79 => {
                if !self.seen.is_empty() {
                    let which = self.dice.roll(self.seen.len() as u64) as usize;
                    _ = self.queue.dead_letter(now, self.seen[which]);
                }
                "dead_letter"
            }
            79..82 => {
                let some = DeadLetters::First(1 + self.dice.roll(3) as usize);
                self.queue.redrive(now, some).unwrap();
                "redrive"
            }
            82..83 => {
                self.queue.purge(now, DeadLetters::First(1)).unwrap();
                "purge"
            }
            83..86 => {
                if self.workers.len() < 4 {
                    let mut worker = WorkerSpec::new("w").credit(count(1 + self.dice.roll(3)));
                    if self.dice.chance(20) {
                        worker = worker.throttle(throttle(&mut self.dice, "by-c", "c")).unwrap();
                    }
                    self.workers.push(self.queue.subscribe(now, worker).unwrap());
                }
                "subscribe"
            }
            86..90 => {
                self.change_a_worker();
                "worker"
            }
            90..95 => {
                self.now = self.queue.next_wakeup().map_or(now, |(at, _)| at);
                self.queue.advance(self.now);
                "sleep"
            }
            _ => {
                self.now = now.saturating_add(Duration::from_millis(100 * self.dice.roll(30)));
                self.queue.advance(self.now);
                "advance"
            }
        }
    }

    fn change_a_worker(&mut self) {
        if self.workers.is_empty() {
            return;
        }
        let which = self.dice.roll(self.workers.len() as u64) as usize;
        let worker = self.workers[which];
        match self.dice.roll(3) {
            0 => {
                self.workers.remove(which);
                self.queue.leave(self.now, worker).unwrap();
            }
            1 => self.queue.crash(self.now, worker).unwrap(),
            _ => self.queue.recover(self.now, worker).unwrap(),
        }
    }

    /// Advance and ack all: the queue is empty in the end.
    fn drain(&mut self) {
        self.queue.subscribe(self.now, WorkerSpec::new("last")).unwrap();
        while self.queue.status().counts().pending + self.queue.status().counts().in_flight > 0 {
            if self.deliver() {
                let lease = self.leases.pop().unwrap();
                self.queue.ack(self.now, lease).unwrap();
            } else {
                let (at, _) = self.queue.next_wakeup().expect("something is still to come");
                self.now = at;
                self.queue.advance(at);
            }
            self.check("drain");
        }
    }
}

#[test]
fn any_sequence_of_calls_keeps_every_invariant_and_delivers_the_oldest() {
    let seeds = std::env::var("QUEUESCOPE_SEEDS").map_or(40, |seeds| seeds.parse().unwrap());
    for seed in 0..seeds {
        let mut run = Run::new(seed);
        for _ in 0..400 {
            let did = run.act();
            run.check(did);
        }
        run.drain();
    }
}
