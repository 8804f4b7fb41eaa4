//! A driver as a program would write one: it acts, delivers, and sleeps until the next wake-up.
//!
//! It checks the invariants, the events' order and the wake-up after every single call.

use crate::audit::Audit;
use queuescope_engine::{
    Backoff, Blocked, Counts, DeadLetters, Delivery, Disposition, Event, Instant, Key, LeaseId,
    Message, MessageId, MissingOrderingKey, Nack, Queue, QueueSpec, RetryPolicy,
    ThrottleKeyConflict, ThrottleSpec, WorkerId, WorkerSpec,
};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;

/// A queue, its workers and messages by name, and all that happened.
#[derive(Clone)]
pub(crate) struct Bench {
    queue: Queue,
    now: Instant,
    messages: BTreeMap<String, MessageId>,
    workers: BTreeMap<String, WorkerId>,
    events: Vec<(Instant, Event)>,
    /// `None` for what the audit knows nothing of: shards, batches and leader crashes, which the oracle models.
    audit: Option<Audit>,
}

impl Bench {
    pub(crate) fn new(spec: QueueSpec) -> Self {
        Self::of(Queue::new(spec))
    }

    /// With a queue that nothing was done with yet.
    pub(crate) fn of(queue: Queue) -> Self {
        let spec = queue.status().spec();
        let bench = Self {
            audit: Audit::knows(spec).then(|| Audit::new(spec.clone())),
            queue,
            now: Instant::ZERO,
            messages: BTreeMap::new(),
            workers: BTreeMap::new(),
            events: Vec::new(),
        };
        assert_eq!(bench.queue.check_invariants(), Ok(()));
        bench
    }

    /// A queue with workers of credit 1, in this subscription order.
    pub(crate) fn with_workers(spec: QueueSpec, names: &str) -> Self {
        let mut bench = Self::new(spec);
        for name in names.split_whitespace() {
            bench.join(name);
        }
        bench
    }

    /// Goes to this second: delivers what can go, wakes up where it must, delivers again.
    pub(crate) fn at(&mut self, secs: u64) -> &mut Self {
        self.at_instant(Instant::from_secs(secs))
    }

    /// Goes to this microsecond.
    pub(crate) fn at_micros(&mut self, micros: u64) -> &mut Self {
        self.at_instant(Instant::from_micros(micros))
    }

    fn at_instant(&mut self, to: Instant) -> &mut Self {
        for _ in 0..1_000_000 {
            self.settle();
            match self.queue.next_wakeup() {
                Some((wakeup, _)) if wakeup < to => {
                    self.now = wakeup;
                    self.call(|queue, now| queue.advance(now));
                }
                Some(_) | None => {
                    self.now = to;
                    return self;
                }
            }
        }
        panic!("the driver spins at {}", self.now);
    }

    /// Changes the clock and nothing else: the next call brings what lies between.
    pub(crate) fn jump(&mut self, secs: u64) -> &mut Self {
        self.jump_micros(secs * 1_000_000)
    }

    /// As [`Bench::jump`], to this microsecond.
    pub(crate) fn jump_micros(&mut self, micros: u64) -> &mut Self {
        self.now = Instant::from_micros(micros);
        self
    }

    /// Makes one call, then checks all that must hold after every call.
    pub(crate) fn call<T>(&mut self, act: impl FnOnce(&mut Queue, Instant) -> T) -> T {
        let outcome = act(&mut self.queue, self.now);
        self.observe();
        outcome
    }

    /// Makes a call that must be refused, and checks that it left everything as it was (C5).
    pub(crate) fn refused<T: std::fmt::Debug, E>(
        &mut self,
        act: impl FnOnce(&mut Queue, Instant) -> Result<T, E>,
    ) -> E {
        self.call(|queue, now| queue.advance(now));
        let before = format!("{:?}", self.queue);
        let events = self.events.len();
        let Err(error) = self.call(act) else { panic!("the call at {} was accepted", self.now) };
        assert_eq!(before, format!("{:?}", self.queue), "a refused call changed the state");
        assert_eq!(events, self.events.len(), "a refused call left an event");
        error
    }

    fn observe(&mut self) {
        assert_eq!(self.queue.check_invariants(), Ok(()), "at {}", self.now);
        while let Some((at, event)) = self.queue.poll_event() {
            if let Some((latest, _)) = self.events.last() {
                assert!(*latest <= at, "{event:?} at {at} comes after {latest}");
            }
            assert!(at <= self.queue.status().now(), "{event:?} at {at} is not due");
            if let Event::LeaderCrashed { .. } | Event::CutOff { .. } = event {
                self.audit = None;
            }
            if let Some(audit) = &mut self.audit {
                audit.saw(at, &event, &self.queue);
            }
            self.events.push((at, event));
        }
        if let Some(audit) = &mut self.audit {
            audit.compare(&self.queue);
        }
        if let Some((wakeup, why)) = self.queue.next_wakeup() {
            let now = self.queue.status().now();
            assert!(wakeup > now, "wake-up {why:?} at {wakeup} is not after {now}");
        }
    }

    /// Delivers once, where something can go.
    pub(crate) fn deliver(&mut self) -> Option<Delivery> {
        let delivery = self.call(|queue, now| queue.deliver(now));
        if let (None, Some(audit)) = (&delivery, &self.audit) {
            audit.nothing_can_go();
        }
        delivery
    }

    /// Delivers all that can go.
    pub(crate) fn settle(&mut self) -> &mut Self {
        while self.deliver().is_some() {}
        self
    }

    /// Sends messages, each written `name`, `name(account)`, `name@fairness` or `name(account)@fairness`.
    pub(crate) fn send(&mut self, words: &str) -> &mut Self {
        for word in words.split_whitespace() {
            let (rest, fairness) = match word.split_once('@') {
                Some((rest, key)) => (rest, Some(key)),
                None => (word, None),
            };
            let (name, account) = match rest.split_once('(') {
                Some((name, value)) => (name, value.strip_suffix(')')),
                None => (rest, None),
            };
            let mut message = plain();
            if let Some(account) = account {
                message = message.header("account", account);
            }
            if let Some(key) = fairness {
                message = message.fairness_key(key);
            }
            self.send_message(name, message);
        }
        self
    }

    /// Sends one message, which from here on has this name.
    pub(crate) fn send_message(&mut self, name: &str, message: Message) -> &mut Self {
        let id = self
            .call(|queue, now| queue.enqueue(now, message))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(self.messages.insert(name.to_owned(), id).is_none(), "{name} is sent twice");
        self
    }

    pub(crate) fn join(&mut self, name: &str) -> &mut Self {
        self.join_as(WorkerSpec::new(name))
    }

    pub(crate) fn join_taking(&mut self, name: &str, credit: u32) -> &mut Self {
        self.join_as(WorkerSpec::new(name).credit(nonzero(credit)))
    }

    pub(crate) fn join_as(&mut self, spec: WorkerSpec) -> &mut Self {
        let name = spec.name().to_owned();
        assert_eq!(self.try_join(spec), Ok(()), "{name} joins");
        self
    }

    /// Subscribes a worker, unless its throttles are refused (T6).
    pub(crate) fn try_join(&mut self, spec: WorkerSpec) -> Result<(), ThrottleKeyConflict> {
        let id = self.queue.subscribe(self.now, spec.clone())?;
        self.workers.insert(spec.name().to_owned(), id);
        if let Some(audit) = &mut self.audit {
            audit.subscribed(id, spec);
        }
        self.observe();
        Ok(())
    }

    pub(crate) fn leave(&mut self, worker: &str) -> &mut Self {
        let id = self.worker(worker);
        assert_eq!(self.call(|queue, now| queue.leave(now, id)), Ok(()));
        self
    }

    pub(crate) fn crash(&mut self, worker: &str) -> &mut Self {
        let id = self.worker(worker);
        assert_eq!(self.call(|queue, now| queue.crash(now, id)), Ok(()));
        self
    }

    pub(crate) fn recover(&mut self, worker: &str) -> &mut Self {
        let id = self.worker(worker);
        assert_eq!(self.call(|queue, now| queue.recover(now, id)), Ok(()));
        self
    }

    pub(crate) fn crash_leader(&mut self) -> &mut Self {
        self.call(|queue, now| queue.crash_leader(now));
        self
    }

    pub(crate) fn cut_off(&mut self, worker: &str) -> &mut Self {
        let id = self.worker(worker);
        assert_eq!(self.call(|queue, now| queue.cut_off(now, id)), Ok(()), "{worker} is cut off");
        self
    }

    pub(crate) fn reconnect(&mut self, worker: &str) -> &mut Self {
        let id = self.worker(worker);
        assert_eq!(self.call(|queue, now| queue.reconnect(now, id)), Ok(()), "{worker} is back");
        self
    }

    /// Acks the oldest message that this worker holds, or this message.
    pub(crate) fn ack(&mut self, who: &str) -> &mut Self {
        let lease = self.lease(who);
        assert_eq!(self.call(|queue, now| queue.ack(now, lease)), Ok(()));
        self
    }

    pub(crate) fn nack(&mut self, who: &str) -> Disposition {
        let lease = self.lease(who);
        self.call(|queue, now| queue.nack(now, lease, Nack::Retry))
            .unwrap_or_else(|error| panic!("{who}: {error}"))
    }

    pub(crate) fn retry_after(&mut self, who: &str, wait: u64) -> Disposition {
        let lease = self.lease(who);
        let nack = Nack::RetryAfter(secs(wait));
        self.call(|queue, now| queue.nack(now, lease, nack))
            .unwrap_or_else(|error| panic!("{who}: {error}"))
    }

    pub(crate) fn reject(&mut self, who: &str) -> &mut Self {
        let lease = self.lease(who);
        assert_eq!(self.call(|queue, now| queue.reject(now, lease)), Ok(()));
        self
    }

    pub(crate) fn extend(&mut self, who: &str, by: u64) -> Instant {
        let lease = self.lease(who);
        self.call(|queue, now| queue.extend(now, lease, secs(by)))
            .unwrap_or_else(|error| panic!("{who}: {error}"))
    }

    pub(crate) fn dead_letter(&mut self, message: &str) -> &mut Self {
        let id = self.message(message);
        assert_eq!(self.call(|queue, now| queue.dead_letter(now, id)), Ok(()));
        self
    }

    pub(crate) fn redrive(&mut self, which: DeadLetters) -> usize {
        self.call(|queue, now| queue.redrive(now, which)).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) fn redrive_message(&mut self, message: &str) -> &mut Self {
        let id = self.message(message);
        assert_eq!(self.redrive(DeadLetters::Message(id)), 1);
        self
    }

    /// Delivers and acks at this one instant until nothing more can go; says in which order.
    pub(crate) fn drain(&mut self) -> String {
        let from = self.events.len();
        loop {
            self.settle();
            let Some(lease) = self.queue.status().leases().next().map(|lease| lease.id) else {
                break;
            };
            assert_eq!(self.call(|queue, now| queue.ack(now, lease)), Ok(()));
        }
        self.order_from(from)
    }

    pub(crate) fn queue(&self) -> &Queue {
        &self.queue
    }

    pub(crate) fn events(&self) -> &[(Instant, Event)] {
        &self.events
    }

    pub(crate) fn counts(&self) -> Counts {
        self.queue.status().counts()
    }

    pub(crate) fn message(&self, name: &str) -> MessageId {
        *self.messages.get(name).unwrap_or_else(|| panic!("no message {name}"))
    }

    pub(crate) fn worker(&self, name: &str) -> WorkerId {
        *self.workers.get(name).unwrap_or_else(|| panic!("no worker {name}"))
    }

    /// The oldest lease of this worker that is live or was lost with its leader, or the one of this message.
    pub(crate) fn lease(&mut self, who: &str) -> LeaseId {
        self.settle();
        let (worker, message) = (self.workers.get(who), self.messages.get(who));
        let status = self.queue.status();
        status
            .leases()
            .chain(status.lost_leases())
            .find(|lease| Some(&lease.worker) == worker || Some(&lease.message) == message)
            .unwrap_or_else(|| panic!("{who} has no lease at {}", self.now))
            .id
    }

    /// What a worker holds, in the order of delivery; empty where it is idle.
    pub(crate) fn held(&mut self, worker: &str) -> String {
        self.settle();
        let id = self.worker(worker);
        let held = self.queue.status().leases();
        let held = held.filter(|lease| lease.worker == id);
        join(held.map(|lease| self.name(lease.message)), " ")
    }

    /// All deliveries: `second worker message`, and `#attempt` from the second attempt on.
    pub(crate) fn deliveries(&mut self) -> String {
        self.settle();
        let went = self.events.iter().filter_map(|(at, event)| {
            let Event::Delivered { message, worker, attempt, .. } = event else {
                return None;
            };
            let again = match attempt {
                1 => String::new(),
                again => format!("#{again}"),
            };
            let (worker, message) = (self.worker_name(*worker), self.name(*message));
            Some(format!("{at} {worker} {message}{again}"))
        });
        join(went, ", ")
    }

    /// The messages delivered so far, in order.
    pub(crate) fn order(&mut self) -> String {
        self.settle();
        self.order_from(0)
    }

    /// When each of the messages whose name begins so went out, in seconds.
    pub(crate) fn times(&mut self, prefix: &str) -> String {
        self.settle();
        let went = delivered(&self.events).map(|(at, message)| (at, self.name(message)));
        let mine = went.filter(|(_, name)| name.starts_with(prefix));
        join(mine.map(|(at, _)| at.to_string()), " ")
    }

    fn order_from(&self, from: usize) -> String {
        let went = delivered(&self.events[from..]);
        join(went.map(|(_, message)| self.name(message)), " ")
    }

    /// Why a message waits, in words; `in flight`, `gone`, or `nothing` where it goes next.
    pub(crate) fn waits(&mut self, message: &str) -> String {
        self.settle();
        self.waits_as_it_stands(message)
    }

    /// As [`Bench::waits`], before anything more is delivered.
    pub(crate) fn waits_as_it_stands(&self, message: &str) -> String {
        let id = self.message(message);
        match self.queue.status().message(id) {
            None => return "gone".to_owned(),
            Some(status) if status.lease.is_some() => {
                assert_eq!(self.queue.blocked(id), None);
                return "in flight".to_owned();
            }
            Some(_) => {}
        }
        match self.queue.blocked(id) {
            Some(Blocked::BehindHead { head }) => format!("behind {}", self.name(head)),
            Some(Blocked::GroupInFlight { message, worker }) => {
                format!("{} with {}", self.name(message), self.worker_name(worker))
            }
            Some(Blocked::NotBefore(at)) => format!("not before {at}"),
            Some(Blocked::Bucket { throttle, until, .. }) => format!("{throttle} until {until}"),
            Some(Blocked::HeldForReclaim(at)) => format!("for reclaim until {at}"),
            Some(Blocked::OtherTurn { key }) => {
                format!("turn of {}", key.as_deref().unwrap_or("no key"))
            }
            Some(Blocked::NoCredit) => "no credit".to_owned(),
            None => "nothing".to_owned(),
        }
    }

    /// The dead letters, in the order in which they were set aside.
    pub(crate) fn dead(&self) -> String {
        let dead = self.queue.status().dead_letters();
        join(dead.map(|letter| self.name(letter.id)), " ")
    }

    /// Attempts so far of a message that is pending or in flight.
    pub(crate) fn attempts(&self, message: &str) -> u32 {
        let status = self.queue.status().message(self.message(message));
        status.unwrap_or_else(|| panic!("{message} is gone")).attempts
    }

    pub(crate) fn name(&self, id: MessageId) -> String {
        let known = self.messages.iter().find(|(_, known)| **known == id);
        known.map_or_else(|| format!("message {id}"), |(name, _)| name.clone())
    }

    fn worker_name(&self, id: WorkerId) -> String {
        let known = self.workers.iter().find(|(_, known)| **known == id);
        known.map_or_else(|| format!("worker {id}"), |(name, _)| name.clone())
    }
}

/// An unordered queue whose failed messages are tried again at once, three times at most.
pub(crate) fn unordered() -> QueueSpec {
    QueueSpec::new("jobs").retry(attempts(3))
}

/// As [`unordered`], ordered by header `account`; without it, a message is unordered.
pub(crate) fn by_account() -> QueueSpec {
    unordered()
        .ordered_by([Key::header("account")])
        .when_ordering_key_missing(MissingOrderingKey::Unordered)
}

/// So many attempts without backoff.
pub(crate) fn attempts(most: u32) -> RetryPolicy {
    RetryPolicy { max_attempts: nonzero(most), backoff: Backoff::None }
}

/// A sliding limit for the whole queue.
pub(crate) fn limit(name: &str, count: u32, window: u64) -> ThrottleSpec {
    ThrottleSpec::limit(name, count, secs(window)).unwrap()
}

/// A message of which only the name matters.
pub(crate) fn plain() -> Message {
    Message::new(Vec::new())
}

pub(crate) fn secs(secs: u64) -> Duration {
    Duration::from_secs(secs)
}

pub(crate) fn nonzero(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

fn delivered(events: &[(Instant, Event)]) -> impl Iterator<Item = (Instant, MessageId)> {
    events.iter().filter_map(|(at, event)| {
        if let Event::Delivered { message, .. } = event { Some((*at, *message)) } else { None }
    })
}

fn join(words: impl Iterator<Item = String>, between: &str) -> String {
    words.collect::<Vec<_>>().join(between)
}
