//! The rules once more, as plainly as can be: a list of messages, linear scans, no index. Nothing of the engine is
//! used here, so that both coming to the same end means something.

mod batch;
mod bucket;
mod dead_letters;
mod deliver;
mod fairness;
mod flaw;
mod held;
mod leader;
mod leases;
mod look;
mod order;
pub mod rules;
mod shard;
mod throttle;
mod time;
pub mod told;
mod waiting;
mod workers;

pub use dead_letters::Which;
pub use flaw::Flaw;

use bucket::Bucket;
use dead_letters::Dead;
use fairness::Ring;
use held::Held;
use leader::{Grace, Stray};
use leases::Lease;
use rules::{Component, Order, Rules, Sent, Throttle};
use throttle::Drawn;
use told::{Answer, Fact, Refusal};
use workers::Worker;

/// A queue by the rules.
///
/// Calls take the time first, and messages, leases and workers by their numbers: the first of each is 0.
#[derive(Clone, Debug)]
pub struct Oracle {
    rules: Rules,
    now: u64,
    /// Pending and in flight, in arrival order.
    messages: Vec<Held>,
    /// Live and lost, in the order of delivery.
    leases: Vec<Lease>,
    /// In subscription order.
    workers: Vec<Worker>,
    /// In the order in which they were set aside.
    dead: Vec<Dead>,
    /// The throttles in force, in the order of their first declaration that stands.
    throttles: Vec<Throttle>,
    /// In the order in which they came to be.
    buckets: Vec<Bucket>,
    /// Buckets whose turn at this instant is still to come: they have room from then on (C2).
    still_full: Vec<Drawn>,
    /// One for each shard.
    rings: Vec<Ring>,
    /// Arrival numbers handed out, those of redrives too.
    arrivals: u64,
    enqueued: u64,
    acked: u64,
    purged: u64,
    leases_ever: u64,
    workers_ever: u64,
    deliveries_ever: u64,
    /// The worker that took the last message.
    last_worker: Option<u64>,
    grace: Option<Grace>,
    strays: Vec<Stray>,
    facts: Vec<(u64, Fact)>,
    flaw: Option<Flaw>,
}

impl Oracle {
    /// An empty queue at the start of time.
    ///
    /// # Errors
    /// Where a shard key has a component that the ordering key lacks, or the whole queue is one group (S2).
    pub fn new(rules: Rules) -> Result<Self, Option<Component>> {
        shard::permitted(&rules)?;
        let mut oracle = Self {
            now: 0,
            messages: Vec::new(),
            leases: Vec::new(),
            workers: Vec::new(),
            dead: Vec::new(),
            throttles: Vec::new(),
            buckets: Vec::new(),
            still_full: Vec::new(),
            rings: (0..rules.shards.0).map(|_| Ring::default()).collect(),
            arrivals: 0,
            enqueued: 0,
            acked: 0,
            purged: 0,
            leases_ever: 0,
            workers_ever: 0,
            deliveries_ever: 0,
            last_worker: None,
            grace: None,
            strays: Vec::new(),
            facts: Vec::new(),
            flaw: None,
            rules,
        };
        oracle.declare();
        Ok(oracle)
    }

    /// Breaks one rule on purpose, to see whether that is found.
    #[must_use]
    pub const fn with_flaw(mut self, flaw: Flaw) -> Self {
        self.flaw = Some(flaw);
        self
    }

    /// Takes a message in (M1–M3, O12).
    pub fn enqueue(&mut self, now: u64, sent: &Sent) -> Answer {
        self.advance(now);
        let (attributes, fairness, weight) = held::classify(&self.rules.classifier, sent);
        let mut message = Held {
            id: self.enqueued,
            arrival: self.arrivals,
            sent: sent.clone(),
            attributes,
            fairness,
            weight,
            enqueued_at: self.now,
            not_before: self.now.saturating_add(sent.delay),
            attempts: 0,
            group: None,
            shard: 0,
            awake: false,
        };
        match &self.rules.order {
            Order::Unordered => {}
            Order::Whole => message.group = Some(Vec::new()),
            Order::By(components) => match message.values(components) {
                Ok(values) => message.group = Some(values),
                Err(_) if self.rules.keyless_unordered => {}
                Err(missing) => return Answer::Refused(Refusal::MissingKey(missing)),
            },
        }
        message.shard = shard::of(&message, &self.rules);
        let id = message.id;
        self.enqueued += 1;
        self.arrivals += 1;
        self.note_weight(&message);
        self.messages.push(message);
        self.tell(Fact::Enqueued(id));
        self.comes_in(id);
        Answer::Number(id)
    }

    /// Finishes a message (O5).
    pub fn ack(&mut self, now: u64, lease: u64) -> Answer {
        self.advance(now);
        if let Err(refusal) = self.may_settle(lease) {
            return Answer::Refused(refusal);
        }
        let over = self.close(lease);
        self.acked += 1;
        self.tell(Fact::Acked(over.message, lease));
        self.goes_away(over.message);
        Answer::Done
    }

    /// What became true since the last question, in order, with the instants.
    pub fn take_facts(&mut self) -> Vec<(u64, Fact)> {
        std::mem::take(&mut self.facts)
    }

    /// The latest instant that was seen (C1).
    pub const fn now(&self) -> u64 {
        self.now
    }

    fn tell(&mut self, fact: Fact) {
        self.facts.push((self.now, fact));
    }

    fn flawed(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }
}
