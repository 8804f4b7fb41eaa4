//! What the fuzzers feed: a scenario's text, its JSON, links, and bare calls of the engine (C5).
//!
//! Each takes any bytes, panics where a rule is broken, and does a bounded amount of work. The corpora of the fuzzers are fed through them
//! in the test run as well.

mod link;

pub use link::link;

use queuescope_engine::{
    Backoff, Blocked, Classification, Classifier, DeadLetters, Durability, FailureAction,
    FailureRule, Instant, Key, LeaseId, Message, MessageId, MissingOrderingKey, Nack, Queue,
    QueueSpec, RetryPolicy, Shards, ThrottleSpec, WorkerChoice, WorkerId, WorkerSpec,
};
use queuescope_sim::{
    Replay, Scenario, format, from_json, narrate_text, parse, print, to_json, tones,
};
use std::num::NonZeroU32;
use std::time::Duration;

/// The most steps of a scenario that are replayed.
const MOST_STEPS: usize = 200;
/// The most calls that are made.
const MOST_CALLS: usize = 400;

/// Reads a text, formats it, replays it.
///
/// # Panics
/// Where the formatted text says something else, or a replay breaks an invariant.
pub fn text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = tones(&text);
    match parse(&text) {
        Err(errors) => {
            assert!(!errors.is_empty(), "refused without an error");
            for error in &errors {
                assert!(error.span.end <= text.len() && text.get(error.span.clone()).is_some());
                let _ = error.render();
            }
        }
        Ok(parsed) => {
            let laid_out = format(&text).unwrap_or_default();
            let again = parse(&laid_out).map(|parsed| parsed.scenario);
            assert_eq!(again.as_ref(), Ok(&parsed.scenario), "{laid_out}");
            assert_eq!(format(&laid_out).as_ref(), Ok(&laid_out), "the form is its own form");
            scenario(parsed.scenario);
        }
    }
}

/// Reads a scenario's JSON, and replays it.
///
/// # Panics
/// Where it is another one after a turn through text or JSON, or a replay breaks an invariant.
pub fn json(bytes: &[u8]) {
    match from_json(&String::from_utf8_lossy(bytes)) {
        Err(error) => assert!(!error.to_string().is_empty(), "refused without an error"),
        Ok(read) => {
            assert_eq!(from_json(&to_json(&read)).as_ref(), Ok(&read));
            let said = parse(&print(&read)).map(|parsed| parsed.scenario);
            assert_eq!(said.as_ref(), Ok(&read), "{}", print(&read));
            scenario(read);
        }
    }
}

fn scenario(scenario: Scenario) {
    // A run of ten thousand messages is not what is looked for here.
    if print(&scenario).len() > 4_096 {
        return;
    }
    let mut replay = Replay::new(scenario);
    for _ in 0..MOST_STEPS {
        let counts = replay.counts();
        if counts.pending + counts.in_flight > 300 {
            return;
        }
        let Ok(step) = replay.step() else { return };
        if let Err(violation) = replay.queue().check_invariants() {
            panic!("{violation} at {}", step.at);
        }
        assert!(!narrate_text(&step, &replay.snapshot()).is_empty());
    }
}

/// Makes calls of the engine: the first bytes are the queue, the others what is done with it.
///
/// # Panics
/// Where an invariant does not hold, a refused call changes something, or the queue cannot be emptied.
pub fn calls(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let mut caller = Caller::new(queue(&mut bytes));
    for _ in 0..MOST_CALLS {
        let Some(code) = bytes.next() else { break };
        caller.call(code, &mut bytes);
    }
    caller.empty();
}

/// The rest of the input.
struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// One of so many; 0 where nothing is left.
    fn below(&mut self, bound: u8) -> u8 {
        self.next().unwrap_or(0) % bound
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    /// A length of time: nothing, little, seconds, or all there is.
    fn wait(&mut self) -> Duration {
        match self.below(6) {
            0 => Duration::ZERO,
            1 => Duration::from_micros(1),
            2 => Duration::MAX,
            seconds => Duration::from_secs(seconds.into()) / 2,
        }
    }

    fn key(&mut self) -> Key {
        match self.below(4) {
            0 => Key::header("a"),
            1 => Key::header("b"),
            2 => Key::attribute("a"),
            _ => Key::fairness_key(),
        }
    }

    fn count(&mut self, bound: u8) -> NonZeroU32 {
        NonZeroU32::MIN.saturating_add(self.below(bound).into())
    }
}

/// A queue of any kind.
fn queue(bytes: &mut Bytes<'_>) -> Queue {
    let mut spec = QueueSpec::new("fuzzed").visibility_timeout(bytes.wait());
    let backoff = match bytes.below(3) {
        0 => Backoff::None,
        1 => Backoff::Fixed(bytes.wait()),
        _ => Backoff::Exponential { first: bytes.wait(), most: bytes.wait() },
    };
    spec = spec.retry(RetryPolicy { max_attempts: bytes.count(4), backoff });
    spec = match bytes.below(5) {
        0 => spec,
        1 => spec.ordered(),
        2 => spec.ordered_by([bytes.key(), bytes.key()]),
        _ => spec.ordered_by([bytes.key()]),
    };
    if bytes.flag() {
        spec = spec.when_ordering_key_missing(MissingOrderingKey::Unordered);
    }
    if bytes.flag() {
        spec = spec.worker_choice(WorkerChoice::RoundRobin);
    }
    if bytes.flag() {
        spec = spec.durability(Durability::Fast).reclaim_grace(bytes.wait());
    }
    spec = spec.batches_of(bytes.count(4)).quantum(bytes.count(3));
    if bytes.flag() {
        let action = match bytes.flag() {
            true => FailureAction::DeadLetter,
            false => FailureAction::Retry(bytes.wait()),
        };
        let rule = FailureRule { cause: None, from_attempt: bytes.count(3), action };
        spec = spec.on_failure(rule);
    }
    if bytes.flag() {
        spec = spec.on_enqueue(Classifier::new(|message| {
            let value = message.header_value("b").unwrap_or("");
            Classification::new().attribute("a", value).fairness_key(value)
        }));
    }
    for _ in 0..bytes.below(3) {
        if let Some(throttle) = throttle(bytes)
            && let Ok(with) = spec.clone().throttle(throttle)
        {
            spec = with;
        }
    }
    if bytes.flag()
        && let Ok(shards) = Shards::new(bytes.count(3), vec![bytes.key()])
        && let Ok(queue) = Queue::sharded(spec.clone(), shards)
    {
        return queue;
    }
    Queue::new(spec)
}

fn throttle(bytes: &mut Bytes<'_>) -> Option<ThrottleSpec> {
    let name = ["x", "y"][usize::from(bytes.below(2))];
    let (count, wait) = (bytes.below(4).into(), bytes.wait());
    let spec = match bytes.flag() {
        true => ThrottleSpec::limit(name, count, wait),
        false => ThrottleSpec::rate(name, count, wait, bytes.below(4).into()),
    };
    let spec = spec.ok()?;
    Some(if bytes.flag() { spec.by([bytes.key()]) } else { spec })
}

/// A queue and whoever calls it.
struct Caller {
    queue: Queue,
    now: Instant,
    leases: Vec<LeaseId>,
    messages: Vec<MessageId>,
    workers: Vec<WorkerId>,
}

impl Caller {
    const fn new(queue: Queue) -> Self {
        Self {
            queue,
            now: Instant::ZERO,
            leases: Vec::new(),
            messages: Vec::new(),
            workers: Vec::new(),
        }
    }

    fn call(&mut self, code: u8, bytes: &mut Bytes<'_>) {
        let now = self.now;
        match code % 20 {
            0..=3 => self.enqueue(bytes),
            4..=6 => {
                self.queue.deliver(now);
                self.leases.extend(self.queue.status().leases().map(|lease| lease.id).last());
            }
            7 | 8 => self.try_lease(bytes, |queue, lease, _| queue.ack(now, lease).is_ok()),
            9 => {
                self.try_lease(bytes, |queue, lease, _| queue.nack(now, lease, Nack::Retry).is_ok())
            }
            10 => self.try_lease(bytes, |queue, lease, wait| {
                queue.nack(now, lease, Nack::RetryAfter(wait)).is_ok()
            }),
            11 => self.try_lease(bytes, |queue, lease, _| queue.reject(now, lease).is_ok()),
            12 => {
                self.try_lease(bytes, |queue, lease, wait| queue.extend(now, lease, wait).is_ok());
            }
            13 => self.dead_letters(bytes),
            14 if self.workers.len() < 6 => {
                let mut worker = WorkerSpec::new("w").credit(bytes.count(4));
                if let Some(throttle) = throttle(bytes)
                    && let Ok(with) = worker.clone().throttle(throttle)
                {
                    worker = with;
                }
                self.workers.extend(self.queue.subscribe(now, worker));
            }
            14 | 15 => self.worker(bytes),
            16 => self.queue.crash_leader(now),
            17 => {
                if let Some((next, _)) = self.queue.next_wakeup() {
                    assert!(next > self.queue.status().now(), "a wake-up lies ahead");
                    self.now = next;
                }
                self.queue.advance(self.now);
            }
            _ => {
                self.now = self.now.saturating_add(bytes.wait());
                self.queue.advance(self.now);
            }
        }
        while self.queue.poll_event().is_some() {}
        self.check();
    }

    fn check(&self) {
        if let Err(violation) = self.queue.check_invariants() {
            panic!("{violation}");
        }
        for message in self.queue.status().messages().filter(|message| message.lease.is_some()) {
            assert_eq!(self.queue.blocked(message.id), None);
        }
    }

    fn enqueue(&mut self, bytes: &mut Bytes<'_>) {
        let mut message = Message::new(Vec::new());
        for name in ["a", "b"] {
            if bytes.flag() {
                message = message.header(name, ["", "1", "2"][usize::from(bytes.below(3))]);
            }
        }
        if bytes.flag() {
            message = message.fairness_key(["", "1"][usize::from(bytes.below(2))]);
            message = message.weight(bytes.count(3));
        }
        if bytes.flag() {
            message = message.delay(bytes.wait());
        }
        self.messages.extend(self.queue.enqueue(self.now, message));
    }

    /// Makes a call on a lease that there ever was; where it is refused, nothing changes.
    fn try_lease(
        &mut self,
        bytes: &mut Bytes<'_>,
        call: impl Fn(&mut Queue, LeaseId, Duration) -> bool,
    ) {
        let (which, wait) = (usize::from(bytes.next().unwrap_or(0)), bytes.wait());
        if self.leases.is_empty() {
            return;
        }
        let lease = self.leases[which % self.leases.len()];
        self.queue.advance(self.now);
        while self.queue.poll_event().is_some() {}
        let before = self.queue.status().counts();
        let live = |queue: &Queue| {
            queue.status().leases().chain(queue.status().lost_leases()).any(|it| it.id == lease)
        };
        let was_live = live(&self.queue);
        if !call(&mut self.queue, lease, wait) {
            assert_eq!(self.queue.status().counts(), before, "a refused call changed something");
            assert_eq!(live(&self.queue), was_live);
        } else {
            assert!(was_live, "a lease that is over speaks");
        }
    }

    fn dead_letters(&mut self, bytes: &mut Bytes<'_>) {
        let which = usize::from(bytes.next().unwrap_or(0));
        let message = self.messages.get(which % self.messages.len().max(1)).copied();
        let letters = match (bytes.below(3), message) {
            (0, _) | (_, None) => DeadLetters::All,
            (1, _) => DeadLetters::First(which % 3),
            (_, Some(message)) => DeadLetters::Message(message),
        };
        match (bytes.below(3), message) {
            (0, Some(message)) => drop(self.queue.dead_letter(self.now, message)),
            (1, _) => drop(self.queue.purge(self.now, letters)),
            (_, _) => drop(self.queue.redrive(self.now, letters)),
        }
    }

    fn worker(&mut self, bytes: &mut Bytes<'_>) {
        let which = usize::from(bytes.next().unwrap_or(0));
        let Some(&worker) = self.workers.get(which % self.workers.len().max(1)) else { return };
        let done = match bytes.below(5) {
            0 => self.queue.crash(self.now, worker),
            1 => self.queue.recover(self.now, worker),
            2 => self.queue.cut_off(self.now, worker),
            3 => self.queue.reconnect(self.now, worker),
            _ => {
                self.workers.retain(|known| *known != worker);
                self.queue.leave(self.now, worker)
            }
        };
        assert_eq!(done, Ok(()), "it is subscribed");
    }

    /// With a fresh worker, time and acks alone empty the queue, but for what waits for the end of time.
    fn empty(&mut self) {
        for worker in std::mem::take(&mut self.workers) {
            let _ = self.queue.leave(self.now, worker);
        }
        let helper = WorkerSpec::new("helper").credit(NonZeroU32::MIN.saturating_add(8));
        assert!(self.queue.subscribe(self.now, helper).is_ok());
        for _ in 0..100 * MOST_CALLS {
            while self.queue.deliver(self.now).is_some() {}
            let leases: Vec<LeaseId> = self.queue.status().leases().map(|lease| lease.id).collect();
            for lease in &leases {
                assert_eq!(self.queue.ack(self.now, *lease), Ok(()));
            }
            while self.queue.poll_event().is_some() {}
            if !leases.is_empty() {
                continue;
            }
            let Some((next, _)) = self.queue.next_wakeup() else { break };
            self.now = next;
            self.queue.advance(next);
        }
        self.check();
        let end = |at: Instant| at >= Instant::from_micros(u64::MAX - 1);
        for message in self.queue.status().messages() {
            let blocked = self.queue.blocked(message.id);
            let for_ever = match &blocked {
                Some(Blocked::NotBefore(at) | Blocked::HeldForReclaim(at)) => end(*at),
                Some(Blocked::Bucket { until, .. }) => end(*until),
                // It is the head that has to have a reason.
                Some(Blocked::BehindHead { .. }) => true,
                Some(
                    Blocked::GroupInFlight { .. } | Blocked::OtherTurn { .. } | Blocked::NoCredit,
                )
                | None => false,
            };
            assert!(for_ever, "{} is left: {blocked:?}", message.id);
        }
    }
}
