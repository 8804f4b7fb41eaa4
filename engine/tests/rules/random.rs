//! Seeded runs of anything at all: the invariants hold after every call, and nothing is ever lost (R5).

use crate::driver::{Bench, nonzero, plain, secs, unordered};
use queuescope_engine::{
    Backoff, DeadLetters, Event, FailureAction, FailureCause, FailureRule, Instant, Key, LeaseId,
    MessageId, MissingOrderingKey, MissingThrottleKey, Nack, Queue, QueueSpec, RetryPolicy,
    ThrottleSpec, WorkerChoice, WorkerId, WorkerSpec,
};
use std::time::Duration;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// SplitMix64: the same numbers from the same seed, on every target.
#[derive(Clone)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() {
            return None;
        }
        Some(from[self.below(from.len() as u64) as usize].clone())
    }
}

/// How many runs a test makes: few where a browser gives up a page that is busy for long.
pub(crate) const fn runs(native: u64) -> u64 {
    if cfg!(target_arch = "wasm32") { native.div_ceil(20) } else { native }
}

/// Names the seed of a run that fails, wherever in it that is.
pub(crate) struct Seed(pub(crate) u64);

impl Drop for Seed {
    #[allow(clippy::print_stderr, reason = "the seed is what reproduces the failure")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            let spec = spec_at_random(&mut Chance::new(self.0));
            eprintln!("seed {}: {spec:?}", self.0);
        }
    }
}

/// Any queue: order, leases, retries, rules and throttles that often matter within a minute.
pub(crate) fn spec_at_random(chance: &mut Chance) -> QueueSpec {
    let spec = QueueSpec::new("any");
    let mut spec = match chance.below(6) {
        0 => spec,
        1 => spec.ordered(),
        2 => spec.ordered_by([Key::header("account")]),
        3 => spec.ordered_by([Key::fairness_key(), Key::header("account")]),
        _ => spec
            .ordered_by([Key::header("account")])
            .when_ordering_key_missing(MissingOrderingKey::Unordered),
    };
    let backoffs = [
        Backoff::None,
        Backoff::Fixed(secs(2)),
        Backoff::Exponential { first: secs(1), most: secs(5) },
    ];
    spec = spec
        .visibility_timeout(secs(2 + chance.below(15)))
        .quantum(nonzero(1 + chance.below(3) as u32))
        .retry(RetryPolicy {
            max_attempts: nonzero(1 + chance.below(4) as u32),
            backoff: backoffs[chance.below(3) as usize],
        });
    if chance.percent(30) {
        spec = spec.worker_choice(WorkerChoice::RoundRobin);
    }
    if chance.percent(25) {
        let actions = [FailureAction::Retry(secs(3)), FailureAction::DeadLetter];
        spec = spec.on_failure(FailureRule {
            cause: Some(FailureCause::LeaseExpired),
            from_attempt: nonzero(1 + chance.below(2) as u32),
            action: actions[chance.below(2) as usize],
        });
    }
    if chance.percent(50) {
        let sliding = ThrottleSpec::limit("sliding", 2, secs(3)).unwrap();
        spec = spec
            .throttle(sliding.and_limit(5, secs(20)).unwrap().by([Key::header("account")]))
            .unwrap();
    }
    if chance.percent(30) {
        let rate = ThrottleSpec::rate("rate", 3, secs(2), 2).unwrap();
        spec = spec
            .throttle(rate.by([Key::FairnessKey]).when_key_missing(MissingThrottleKey::Unthrottled))
            .unwrap();
    }
    spec
}

/// One act of anybody: a producer, a worker, an operator, or time.
pub(crate) fn act_at_random(bench: &mut Bench, chance: &mut Chance) {
    match chance.below(100) {
        0..30 => send_at_random(bench, chance),
        30..60 => {
            bench.deliver();
        }
        60..76 => settle_at_random(bench, chance),
        76..79 => stale_call(bench, chance),
        79..92 => {
            let step = [1, 200_000, 1_000_000, 1_000_000, 7_000_000][chance.below(5) as usize];
            let to = bench.queue().status().now().as_micros() + step;
            bench.jump_micros(to);
            if chance.percent(50) {
                bench.call(|queue, now| queue.advance(now));
            }
        }
        92..96 => worker_at_random(bench, chance),
        _ => operate_at_random(bench, chance),
    }
}

fn send_at_random(bench: &mut Bench, chance: &mut Chance) {
    let mut message = plain();
    if chance.percent(85) {
        let accounts = ["A", "B", "C", ""];
        message = message.header("account", accounts[chance.below(4) as usize]);
    }
    if chance.percent(80) {
        // A weight that never changes for a key, so that F5's bound is one number.
        let key = chance.below(3);
        let keys = ["x", "y", "z"];
        message = message.fairness_key(keys[key as usize]).weight(nonzero(1 + key as u32));
    }
    if chance.percent(15) {
        message = message.delay(Duration::from_millis(chance.below(9_000)));
    }
    // A refusal for want of the ordering key is one of the things that happen.
    let before = bench.counts();
    if bench.call(|queue, now| queue.enqueue(now, message)).is_err() {
        assert_eq!(bench.counts().enqueued, before.enqueued);
    }
}

fn settle_at_random(bench: &mut Bench, chance: &mut Chance) {
    let live: Vec<_> = bench.queue().status().leases().map(|it| it.id).collect();
    let Some(lease) = chance.pick(&live) else {
        return;
    };
    match chance.below(10) {
        0..5 => either_way(bench.call(|queue, now| queue.ack(now, lease))),
        5..7 => either_way(bench.call(|queue, now| queue.nack(now, lease, Nack::Retry))),
        7 => {
            let wait = Nack::RetryAfter(Duration::from_millis(chance.below(6_000)));
            either_way(bench.call(|queue, now| queue.nack(now, lease, wait)));
        }
        8 => either_way(bench.call(|queue, now| queue.reject(now, lease))),
        _ => either_way(bench.call(|queue, now| queue.extend(now, lease, secs(3)))),
    }
}

/// A call on any lease that there ever was; refused unless it lives (L4).
fn stale_call(bench: &mut Bench, chance: &mut Chance) {
    let ever: Vec<LeaseId> =
        bench
            .events()
            .iter()
            .filter_map(|(_, event)| {
                if let Event::Delivered { lease, .. } = event { Some(*lease) } else { None }
            })
            .collect();
    let Some(lease) = chance.pick(&ever) else {
        return;
    };
    bench.call(|queue, now| queue.advance(now));
    if bench.queue().status().leases().any(|it| it.id == lease) {
        return;
    }
    match chance.below(4) {
        0 => either_way(bench.refused(|queue, now| queue.ack(now, lease))),
        1 => either_way(bench.refused(|queue, now| queue.nack(now, lease, Nack::Retry))),
        2 => either_way(bench.refused(|queue, now| queue.reject(now, lease))),
        _ => either_way(bench.refused(|queue, now| queue.extend(now, lease, secs(60)))),
    }
}

fn worker_at_random(bench: &mut Bench, chance: &mut Chance) {
    let workers: Vec<(WorkerId, bool)> =
        bench.queue().status().workers().map(|it| (it.id, it.crashed)).collect();
    if workers.len() < 3 {
        let spec = WorkerSpec::new("any").credit(nonzero(1 + chance.below(3) as u32));
        let own = ThrottleSpec::limit("own", 4, secs(6)).unwrap();
        let keyed = own.clone().by([Key::header("account")]);
        let spec = match chance.below(4) {
            0 => spec.throttle(own).unwrap(),
            1 => spec.throttle(keyed).unwrap(),
            _ => spec,
        };
        // Of two that declare `own` with different keys, the later is refused.
        either_way(bench.try_join(spec));
        return;
    }
    let Some((worker, crashed)) = chance.pick(&workers) else {
        return;
    };
    let done = match (crashed, chance.percent(40)) {
        (true, _) => bench.call(|queue, now| queue.recover(now, worker)),
        (false, true) => bench.call(|queue, now| queue.crash(now, worker)),
        (false, false) => bench.call(|queue, now| queue.leave(now, worker)),
    };
    assert_eq!(done, Ok(()));
}

fn operate_at_random(bench: &mut Bench, chance: &mut Chance) {
    bench.call(|queue, now| queue.advance(now));
    let ids: Vec<MessageId> = bench.queue().status().messages().map(|it| it.id).collect();
    match chance.below(6) {
        0 | 1 => {
            if let Some(id) = chance.pick(&ids) {
                assert_eq!(bench.call(|queue, now| queue.dead_letter(now, id)), Ok(()));
            }
        }
        2 => either_way(bench.call(|queue, now| queue.redrive(now, DeadLetters::All))),
        3 => either_way(bench.call(|queue, now| queue.redrive(now, DeadLetters::First(1)))),
        4 => either_way(bench.call(|queue, now| queue.purge(now, DeadLetters::First(2)))),
        _ => {
            let dead: Vec<_> = bench.queue().status().dead_letters().map(|it| it.id).collect();
            if let Some(id) = chance.pick(&dead) {
                let which = DeadLetters::Message(id);
                assert_eq!(bench.call(|queue, now| queue.redrive(now, which)), Ok(1));
            }
        }
    }
}

/// Both outcomes are fine: what is proved is what holds after the call.
pub(crate) fn either_way<T>(_outcome: T) {}

/// Advances and acks until nothing is pending or in flight.
fn finish(bench: &mut Bench, seed: u64) {
    assert_eq!(bench.try_join(WorkerSpec::new("last").credit(nonzero(9))), Ok(()));
    for _ in 0..100_000 {
        bench.drain();
        let counts = bench.counts();
        if counts.pending + counts.in_flight == 0 {
            return;
        }
        let Some((wakeup, _)) = bench.queue().next_wakeup() else {
            panic!("seed {seed}: {counts:?}, and nothing will ever happen");
        };
        bench.jump_micros(wakeup.as_micros());
    }
    panic!("seed {seed}: it never empties");
}

#[test]
fn r5_nothing_is_lost_and_no_rule_broken_whatever_anybody_does() {
    for seed in 1_000..1_000 + runs(100) {
        let _named = Seed(seed);
        let mut chance = Chance::new(seed);
        let spec = spec_at_random(&mut chance);
        let mut bench = Bench::new(spec);
        for _ in 0..200 {
            act_at_random(&mut bench, &mut chance);
        }
        let sent = bench.counts().enqueued;
        finish(&mut bench, seed);
        let counts = bench.counts();
        assert_eq!(counts.enqueued, sent, "seed {seed}");
        assert_eq!(counts.acked + counts.dead_lettered + counts.purged, sent, "seed {seed}");
        assert_eq!(bench.queue().status().messages().count(), 0, "seed {seed}");
        assert_eq!(bench.queue().status().groups().count(), 0, "seed {seed}");
    }
}

#[test]
fn r5_the_counts_add_up_over_one_long_run() {
    let mut chance = Chance::new(7);
    let spec = unordered()
        .ordered_by([Key::header("account")])
        .throttle(ThrottleSpec::limit("sliding", 5, secs(2)).unwrap())
        .unwrap();
    let mut queue = Queue::new(spec);
    for name in ["W1", "W2", "W3"] {
        let worker = WorkerSpec::new(name).credit(nonzero(2));
        queue.subscribe(Instant::ZERO, worker).unwrap();
    }
    let mut now = 0;
    for _ in 0..runs(20_000) {
        let at = Instant::from_micros(now);
        let live: Vec<_> = queue.status().leases().map(|it| it.id).collect();
        match (chance.below(10), chance.pick(&live)) {
            (0..2, _) => {
                let account = chance.below(12).to_string();
                queue.enqueue(at, plain().header("account", &account)).unwrap();
            }
            (2, Some(lease)) => either_way(queue.nack(at, lease, Nack::RetryAfter(secs(1)))),
            (3..6, Some(lease)) => either_way(queue.ack(at, lease)),
            (6, _) => {
                queue.redrive(at, DeadLetters::All).unwrap();
            }
            _ => either_way(queue.deliver(at)),
        }
        assert_eq!(queue.check_invariants(), Ok(()), "at {at}");
        let counts = queue.status().counts();
        let found =
            counts.acked + counts.pending + counts.in_flight + counts.dead_lettered + counts.purged;
        assert_eq!(counts.enqueued, found, "{counts:?}");
        while queue.poll_event().is_some() {}
        now += chance.below(400_000);
    }
    assert!(queue.status().counts().acked > runs(2_000), "{:?}", queue.status().counts());
}
