//! A second opinion: what the rules allow, worked out from the events alone by looking at everything.
//!
//! It scans all that waits at every delivery, and knows nothing but what the events say.

mod buckets;

use queuescope_engine::{
    Blocked, DeadLetterReason, Disposition, Event, FailureAction, FailureCause, Instant, Key,
    LeaseId, Message, MessageId, Order, Queue, QueueSpec, WorkerChoice, WorkerId, WorkerSpec,
};
use std::collections::{BTreeMap, BTreeSet};

/// What the events so far add up to.
#[derive(Clone)]
pub(crate) struct Audit {
    spec: QueueSpec,
    now: Instant,
    arrivals: u64,
    known: BTreeMap<MessageId, Entry>,
    workers: BTreeMap<WorkerId, Hand>,
    last_taker: Option<WorkerId>,
    draws: BTreeMap<(String, Bucket), Vec<Instant>>,
    waited: BTreeMap<Option<String>, u64>,
    weights: BTreeMap<Option<String>, u64>,
    gone: u64,
    calls: u64,
}

#[derive(Clone)]
struct Entry {
    message: Message,
    group: Option<Vec<String>>,
    fairness: Option<String>,
    arrival: u64,
    enqueued_at: Instant,
    not_before: Instant,
    attempts: u32,
    place: Place,
}

#[derive(Clone, PartialEq, Debug)]
enum Place {
    Pending,
    InFlight { worker: WorkerId, lease: LeaseId, until: Instant },
    Dead,
}

impl Entry {
    fn as_head(&self, message: MessageId) -> Front {
        Front::Head { message, arrival: self.arrival }
    }
}

/// What a group waits for.
#[derive(Clone, Copy)]
enum Front {
    Head { message: MessageId, arrival: u64 },
    InFlight { message: MessageId, worker: WorkerId },
}

#[derive(Clone)]
struct Hand {
    spec: WorkerSpec,
    crashed: bool,
}

/// Key values, `None` for the bucket of those without.
type Bucket = Option<Vec<String>>;

impl Audit {
    pub(crate) fn new(spec: QueueSpec) -> Self {
        Self {
            spec,
            now: Instant::ZERO,
            arrivals: 0,
            known: BTreeMap::new(),
            workers: BTreeMap::new(),
            last_taker: None,
            draws: BTreeMap::new(),
            waited: BTreeMap::new(),
            weights: BTreeMap::new(),
            gone: 0,
            calls: 0,
        }
    }

    /// Whether it can follow a queue of this kind: one shard, no batches, and no classifier that changes what is sent.
    pub(crate) fn knows(spec: &QueueSpec) -> bool {
        spec.shards().is_none() && spec.batch().get() == 1
    }

    pub(crate) fn subscribed(&mut self, worker: WorkerId, spec: WorkerSpec) {
        let hand = Hand { spec, crashed: false };
        self.workers.insert(worker, hand);
    }

    /// Takes in what happened, and refuses what the rules do not allow.
    pub(crate) fn saw(&mut self, at: Instant, event: &Event, queue: &Queue) {
        self.now = self.now.max(at);
        match *event {
            Event::Enqueued { message } => self.enqueued(at, message, queue),
            Event::Eligible { message } => {
                assert_eq!(self.known[&message].not_before, at, "D1: eligible {message}");
            }
            Event::BucketHasRoom { .. } | Event::Subscribed { .. } => {}
            Event::Delivered { message, worker, lease, attempt, until, batch } => {
                assert_eq!(batch, lease, "B1: a batch of one");
                self.may_go(message, worker);
                let entry = self.entry(message);
                entry.attempts += 1;
                assert_eq!(entry.attempts, attempt, "L3: attempt of {message}");
                entry.place = Place::InFlight { worker, lease, until };
                let length = self.spec.lease_length();
                assert_eq!(until, at.saturating_add(length), "L3: end of the lease");
                self.charge(message, at);
                self.last_taker = Some(worker);
            }
            Event::Acked { message, worker, lease } => {
                self.settled(at, message, worker, lease);
                self.gone(message);
            }
            Event::Failed { message, worker, lease, attempt, cause, disposition } => {
                assert_eq!(self.known[&message].attempts, attempt, "R1: attempt of {message}");
                match cause {
                    FailureCause::LeaseExpired => {
                        self.expired(at, message, worker, lease, disposition);
                    }
                    FailureCause::Nacked => {
                        self.settled(at, message, worker, lease);
                    }
                }
                if let Disposition::RetryAt(next) = disposition {
                    self.entry(message).not_before = next;
                }
            }
            Event::LeaseExtended { message, lease, until } => {
                let place = &mut self.entry(message).place;
                let Place::InFlight { lease: live, until: end, .. } = place else {
                    panic!("L4: {lease} was extended, but {message} is {place:?}")
                };
                assert_eq!(*live, lease, "L4: an old lease was extended");
                assert!(until >= *end && *end > at, "L3: extension of {lease}");
                *end = until;
            }
            Event::Returned { message, worker, lease } => {
                self.settled(at, message, worker, lease);
                self.entry(message).attempts -= 1;
            }
            Event::DeadLettered { message, reason } => {
                let entry = self.entry(message);
                let by_hand =
                    matches!(reason, DeadLetterReason::Rejected | DeadLetterReason::Operator);
                assert!(
                    entry.place == Place::Pending || by_hand,
                    "{message} died of {reason:?} while it was {:?}",
                    entry.place
                );
                entry.place = Place::Dead;
            }
            Event::Redriven { message } => {
                let arrival = self.next_arrival();
                let entry = self.entry(message);
                assert_eq!(entry.place, Place::Dead, "R3: {message} is redriven");
                entry.arrival = arrival;
                entry.attempts = 0;
                entry.not_before = entry.enqueued_at.saturating_add(entry.message.delay_value());
                entry.place = Place::Pending;
            }
            Event::Purged { message } => {
                assert_eq!(self.entry(message).place, Place::Dead, "R3: {message} is purged");
                self.gone(message);
            }
            Event::LeaderCrashed { .. }
            | Event::LeaseRestarted { .. }
            | Event::LeaseLost { .. }
            | Event::Reestablished { .. }
            | Event::ReclaimEnded
            | Event::Unresolved { .. }
            | Event::ProcessedTwice { .. }
            | Event::CutOff { .. }
            | Event::Reconnected { .. } => panic!("{event:?} is not for this audit"),
            Event::Crashed { worker } => self.hand(worker).crashed = true,
            Event::Recovered { worker } => self.hand(worker).crashed = false,
            Event::Left { worker } => {
                assert_eq!(self.holds(worker), 0, "L5: {worker} leaves with messages");
                self.workers.remove(&worker);
                let declared: BTreeSet<_> =
                    self.declared().iter().map(|it| it.name().to_owned()).collect();
                self.draws.retain(|(name, _), _| declared.contains(name));
            }
        }
    }

    /// Compares with what the queue says of itself after a call, at its own time.
    pub(crate) fn compare(&mut self, queue: &Queue) {
        let status = queue.status();
        self.now = status.now();
        let counts = status.counts();
        let count = |matches: fn(&Place) -> bool| {
            self.known.values().filter(|it| matches(&it.place)).count() as u64
        };
        assert_eq!(counts.enqueued, self.known.len() as u64 + self.gone, "R5");
        assert_eq!(counts.pending, count(|it| *it == Place::Pending), "R5");
        assert_eq!(counts.in_flight, count(|it| matches!(it, Place::InFlight { .. })), "R5");
        assert_eq!(counts.dead_lettered, count(|it| *it == Place::Dead), "R5");
        assert_eq!(counts.acked + counts.purged, self.gone, "R5");
        // Behind a long backlog, a look at everything now and then has to do.
        self.calls += 1;
        if self.known.len() > 200 && !self.calls.is_multiple_of(64) {
            return;
        }
        let open = self.open_keys();
        self.waited.retain(|key, _| open.contains(key));
        let groups = self.groups();
        for (id, entry) in &self.known {
            if entry.place == Place::Pending {
                self.why(*id, entry, &groups, queue.blocked(*id));
            } else {
                assert_eq!(queue.blocked(*id), None, "W1: {id} is {:?}", entry.place);
            }
        }
    }

    /// W1: the reason given is the first filter of the pipeline that says no.
    fn why(
        &self,
        id: MessageId,
        entry: &Entry,
        groups: &BTreeMap<&[String], Front>,
        said: Option<Blocked>,
    ) {
        let front = entry.group.as_ref().map(|group| groups[&**group]);
        match front {
            Some(Front::InFlight { message, worker }) => {
                let expected = Blocked::GroupInFlight { message, worker };
                assert_eq!(said, Some(expected), "W1: {id}");
                return;
            }
            Some(Front::Head { message, .. }) if message != id => {
                let expected = Blocked::BehindHead { head: message };
                assert_eq!(said, Some(expected), "W1: {id}");
                return;
            }
            Some(Front::Head { .. }) | None => {}
        }
        if entry.not_before > self.now {
            assert_eq!(said, Some(Blocked::NotBefore(entry.not_before)), "W1: {id}");
            return;
        }
        let free = self.workers.iter().any(|(id, hand)| self.has_credit(*id, hand));
        match said {
            Some(Blocked::Bucket { until, .. }) => {
                let before = Instant::from_micros(until.as_micros() - 1);
                assert!(!self.has_room(&entry.message, before), "W1: {id} has room before {until}");
                assert!(self.has_room(&entry.message, until), "W1: {id} has no room at {until}");
                assert!(until > self.now, "W1: {id} waited until {until}");
            }
            Some(Blocked::NoCredit) => {
                assert!(self.has_room(&entry.message, self.now), "W1: {id} has no room");
                assert!(!free, "W1: {id} waits for a worker, and one is free");
            }
            Some(Blocked::OtherTurn { .. }) => {
                assert!(self.has_room(&entry.message, self.now), "W1: {id} has no room");
            }
            None => {
                assert!(self.has_room(&entry.message, self.now), "W1: {id} has no room");
                assert!(free, "W1: {id} waits for nothing, and no worker is free");
            }
            Some(
                Blocked::BehindHead { .. }
                | Blocked::GroupInFlight { .. }
                | Blocked::NotBefore(_)
                | Blocked::HeldForReclaim(_),
            ) => panic!("W1: {id} waits because of {said:?}"),
        }
    }

    /// Nothing went out at this instant: nothing may have been able to.
    pub(crate) fn nothing_can_go(&self) {
        let idle = self.workers.iter().find(|(id, hand)| self.has_credit(**id, hand));
        if let Some((worker, _)) = idle {
            let deliverable = self.deliverable();
            assert!(
                deliverable.is_empty(),
                "{worker} is free at {}, and {deliverable:?} could go",
                self.now
            );
        }
    }

    /// All that could go but for a worker's credit and another key's turn, oldest first.
    pub(crate) fn deliverable(&self) -> Vec<MessageId> {
        let groups = self.groups();
        let free = |entry: &Entry| match &entry.group {
            Some(group) => match groups[&**group] {
                Front::Head { arrival, .. } => arrival == entry.arrival,
                Front::InFlight { .. } => false,
            },
            None => true,
        };
        let mut found: Vec<_> = self
            .known
            .iter()
            .filter(|(_, it)| it.place == Place::Pending && it.not_before <= self.now)
            .filter(|(_, it)| free(it) && self.has_room(&it.message, self.now))
            .map(|(id, it)| (it.arrival, *id))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, id)| id).collect()
    }

    /// What each group waits for: its message in flight, else its head.
    fn groups(&self) -> BTreeMap<&[String], Front> {
        let mut groups: BTreeMap<&[String], Front> = BTreeMap::new();
        for (id, entry) in &self.known {
            let Some(group) = &entry.group else {
                continue;
            };
            let found = groups.get(&**group).copied();
            let front = match (&entry.place, found) {
                (Place::InFlight { worker, .. }, None | Some(Front::Head { .. })) => {
                    Front::InFlight { message: *id, worker: *worker }
                }
                (Place::InFlight { .. }, Some(Front::InFlight { message, .. })) => {
                    panic!("O4: {message} and {id} of {group:?} are in flight together")
                }
                (Place::Pending, None) => entry.as_head(*id),
                (Place::Pending, Some(Front::Head { arrival, .. })) if entry.arrival < arrival => {
                    entry.as_head(*id)
                }
                (Place::Pending, Some(front)) => front,
                (Place::Dead, _) => continue,
            };
            groups.insert(group, front);
        }
        groups
    }

    fn may_go(&mut self, message: MessageId, worker: WorkerId) {
        let deliverable = self.deliverable();
        assert!(
            deliverable.contains(&message),
            "{message} went out at {}, but only {deliverable:?} may",
            self.now
        );
        let key = self.fairness(message);
        let oldest = deliverable.iter().find(|it| self.fairness(**it) == key);
        assert_eq!(oldest, Some(&message), "F1: the oldest of {key:?} goes first");
        self.takes(worker);
        self.turn(key);
    }

    /// L1, L2: the worker has credit, and it is the one whose turn it is.
    fn takes(&self, worker: WorkerId) {
        let mut free =
            self.workers.iter().filter(|(id, hand)| self.has_credit(**id, hand)).map(|(id, _)| *id);
        let first = free.clone().next();
        let expected = match self.spec.worker_choice_value() {
            WorkerChoice::SubscriptionOrder => first,
            WorkerChoice::RoundRobin => free.find(|id| Some(*id) > self.last_taker).or(first),
        };
        assert_eq!(expected, Some(worker), "L2: which worker takes it");
    }

    /// F5: nobody waits longer than one turn of everybody else.
    fn turn(&mut self, served: Option<String>) {
        let open = self.open_keys();
        let quantum = u64::from(self.spec.quantum_value().get());
        for key in open {
            if key == served {
                continue;
            }
            let others = self.weights.iter().filter(|(other, _)| **other != key);
            let bound = quantum * others.map(|(_, weight)| weight).sum::<u64>();
            let waited = self.waited.entry(key.clone()).or_insert(0);
            *waited += 1;
            assert!(*waited <= bound, "F5: {key:?} waits for {waited} deliveries, over {bound}");
        }
        self.waited.remove(&served);
    }

    fn open_keys(&self) -> BTreeSet<Option<String>> {
        self.deliverable().into_iter().map(|id| self.fairness(id)).collect()
    }

    fn expired(
        &mut self,
        at: Instant,
        message: MessageId,
        worker: WorkerId,
        lease: LeaseId,
        disposition: Disposition,
    ) {
        let entry = self.entry(message);
        let attempt = entry.attempts;
        let Place::InFlight { until, .. } = entry.place else {
            panic!("O8: {message} expired while it was {:?}", entry.place)
        };
        assert_eq!(at, until, "O8: {lease} ends when it ends");
        // From here on the lease counts as live: it ends at this very instant.
        entry.place = Place::InFlight { worker, lease, until: Instant::MAX };
        self.settled(at, message, worker, lease);
        let cause = FailureCause::LeaseExpired;
        let policy = self.spec.retry_policy();
        let rule = self.spec.failure_rules().iter().find(|it| it.matches(cause, attempt));
        let expected = match rule.map(|rule| rule.action) {
            Some(FailureAction::Retry(wait)) => Disposition::RetryAt(at.saturating_add(wait)),
            Some(FailureAction::DeadLetter) => {
                Disposition::DeadLettered(DeadLetterReason::FailureRule(cause))
            }
            None if attempt < policy.max_attempts.get() => {
                Disposition::RetryAt(at.saturating_add(policy.backoff.after(attempt)))
            }
            None => Disposition::DeadLettered(DeadLetterReason::AttemptsExhausted(cause)),
        };
        assert_eq!(disposition, expected, "R1: attempt {attempt} of {message}");
    }

    fn enqueued(&mut self, at: Instant, id: MessageId, queue: &Queue) {
        let status = queue.status().message(id);
        let message = status.unwrap_or_else(|| panic!("{id} is not there")).message.clone();
        let entry = Entry {
            arrival: self.next_arrival(),
            enqueued_at: at,
            not_before: at.saturating_add(message.delay_value()),
            attempts: 0,
            place: Place::Pending,
            group: self.group(&message),
            fairness: match self.spec.order() {
                Order::Whole => None,
                Order::Unordered | Order::By(_) => message.fairness().map(str::to_owned),
            },
            message,
        };
        let weight = u64::from(entry.message.weight_value().get());
        assert!(self.known.insert(id, entry).is_none(), "M1: {id} arrived twice");
        let most = self.weights.entry(self.fairness(id)).or_insert(weight);
        *most = weight.max(*most);
    }

    fn settled(&mut self, at: Instant, message: MessageId, worker: WorkerId, lease: LeaseId) {
        let entry = self.entry(message);
        let Place::InFlight { worker: holder, lease: live, until } = entry.place else {
            panic!("L4: {lease} spoke for {message} at {at}, which is {:?}", entry.place)
        };
        assert_eq!((holder, live), (worker, lease), "L4: who speaks for {message}");
        assert!(at < until, "L4: {lease} spoke at {at}, after its end at {until}");
        entry.place = Place::Pending;
    }

    fn gone(&mut self, message: MessageId) {
        self.known.remove(&message);
        self.gone += 1;
    }

    fn group(&self, message: &Message) -> Option<Vec<String>> {
        match self.spec.order() {
            Order::Unordered => None,
            Order::Whole => Some(Vec::new()),
            Order::By(key) => key.components().iter().map(|key| value(key, message)).collect(),
        }
    }

    fn fairness(&self, id: MessageId) -> Option<String> {
        self.known[&id].fairness.clone()
    }

    fn has_credit(&self, id: WorkerId, hand: &Hand) -> bool {
        !hand.crashed && self.holds(id) < hand.spec.credit_value().get()
    }

    fn holds(&self, id: WorkerId) -> u32 {
        let mine = |it: &&Entry| matches!(it.place, Place::InFlight { worker, .. } if worker == id);
        self.known.values().filter(mine).count() as u32
    }

    fn next_arrival(&mut self) -> u64 {
        self.arrivals += 1;
        self.arrivals
    }

    fn entry(&mut self, id: MessageId) -> &mut Entry {
        self.known.get_mut(&id).unwrap_or_else(|| panic!("{id} never arrived"))
    }

    fn hand(&mut self, id: WorkerId) -> &mut Hand {
        self.workers.get_mut(&id).unwrap_or_else(|| panic!("{id} never subscribed"))
    }
}

fn value(key: &Key, message: &Message) -> Option<String> {
    let found = match key {
        Key::FairnessKey => message.fairness(),
        Key::Header(name) => message.header_value(name),
        Key::Attribute(name) => message.attribute_value(name),
    };
    found.map(str::to_owned)
}
