//! Small worlds, explored whole: up to four messages, two groups and none, two workers, and everything that can happen to them, in
//! every order (R5, O4, L4, C4, X2, B1).
//!
//! Two ways that lead to one state count once. What tells states apart is what decides how they go on: times count from now,
//! leases and arrivals by their order.

use queuescope_engine::{
    Backoff, Blocked, DeadLetters, Durability, Instant, Key, LeaseId, LeaseStatus, Message,
    MessageId, MissingOrderingKey, Nack, Queue, QueueSpec, RetryPolicy, WorkerId, WorkerSpec,
};
use stateright::{Checker, Model, Property};
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;
use std::time::Duration;

/// What the messages of a world are called, in the order in which they are sent: the letter is the group, `s` has none.
const MESSAGES: [&str; 4] = ["A", "A", "B", ""];

/// A kind of world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Ordered by a header; what lacks it is unordered. The leader's leases outlive it.
    Committed,
    /// The same, but a new leader knows no lease.
    Fast,
    /// Batches of two, and a new leader knows no lease.
    Batches,
    /// The whole queue is one group.
    Whole,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Committed, Self::Fast, Self::Batches, Self::Whole];

    fn spec(self) -> QueueSpec {
        let spec = QueueSpec::new("small")
            .visibility_timeout(Duration::from_secs(10))
            .retry(RetryPolicy { max_attempts: number(2), backoff: Backoff::None });
        let by_group = |spec: QueueSpec| {
            spec.ordered_by([Key::header("group")])
                .when_ordering_key_missing(MissingOrderingKey::Unordered)
        };
        match self {
            Self::Committed => by_group(spec),
            Self::Fast => by_group(spec).durability(Durability::Fast),
            Self::Batches => by_group(spec).durability(Durability::Fast).batches_of(number(2)),
            Self::Whole => spec.ordered(),
        }
    }

    const fn credit(self) -> u32 {
        match self {
            Self::Batches => 2,
            Self::Committed | Self::Fast | Self::Whole => 1,
        }
    }
}

/// How much of a world was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// States that differ.
    pub states: usize,
    /// Acts that were tried from all of them.
    pub acts: usize,
    /// The most acts in a row.
    pub depth: usize,
}

/// Explores a world up to so many acts in a row.
///
/// # Errors
/// The acts that lead to a state in which something does not hold that must.
pub fn explore(kind: Kind, depth: usize) -> Result<Seen, String> {
    // The first state is at depth 1.
    let checker = kind.checker().target_max_depth(depth + 1).spawn_bfs().join();
    if let Some((property, path)) = checker.discoveries().into_iter().next() {
        let (state, acts) = (path.last_state().clone(), path.into_actions());
        let wrong = state.wrong.clone().or_else(|| state.empties().err()).unwrap_or_default();
        return Err(format!("{kind:?}: {property}: {wrong}; after {acts:?}"));
    }
    Ok(Seen {
        states: checker.unique_state_count(),
        acts: checker.state_count(),
        depth: checker.max_depth().saturating_sub(1),
    })
}

/// Something that can happen in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The next message is sent.
    Send,
    /// What can go goes, once.
    Deliver,
    /// A lease is acked.
    Ack(LeaseId),
    /// A lease is nacked.
    Nack(LeaseId),
    /// A lease is nacked, for a retry five seconds later.
    RetryAfter(LeaseId),
    /// A lease is extended by three seconds.
    Extend(LeaseId),
    /// A message is dead-lettered by hand.
    DeadLetter(MessageId),
    /// All dead letters are redriven.
    Redrive,
    /// A worker crashes.
    Crash(WorkerId),
    /// It is back.
    Recover(WorkerId),
    /// A worker is cut off.
    CutOff(WorkerId),
    /// It reaches the leader again.
    Reconnect(WorkerId),
    /// The leader crashes.
    CrashLeader,
    /// Time goes on to the next wake-up.
    Advance,
}

/// A state of a world.
#[derive(Clone, Debug)]
pub struct World {
    queue: Queue,
    now: Instant,
    sent: usize,
    /// What was there at the leader's last crash, while its grace runs: those that become heads are held.
    held: Vec<MessageId>,
    /// A lease that is over.
    over: Option<LeaseId>,
    /// What a call did that it must not do.
    wrong: Option<String>,
}

impl Model for Kind {
    type State = World;
    type Action = Act;

    fn init_states(&self) -> Vec<World> {
        let mut queue = Queue::new(self.spec());
        for name in ["W1", "W2"] {
            let worker = WorkerSpec::new(name).credit(number(self.credit()));
            // Neither declares a throttle, which alone can be refused.
            let _ = queue.subscribe(Instant::ZERO, worker);
        }
        while queue.poll_event().is_some() {}
        vec![World {
            queue,
            now: Instant::ZERO,
            sent: 0,
            held: Vec::new(),
            over: None,
            wrong: None,
        }]
    }

    fn actions(&self, world: &World, acts: &mut Vec<Act>) {
        let status = world.queue.status();
        if world.sent < MESSAGES.len() {
            acts.push(Act::Send);
        }
        acts.push(Act::Deliver);
        for lease in status.leases().chain(status.lost_leases()) {
            let id = lease.id;
            acts.extend([Act::Ack(id), Act::Nack(id), Act::RetryAfter(id)]);
        }
        acts.extend(status.lost_leases().map(|lease| Act::Extend(lease.id)));
        acts.extend(status.messages().map(|message| Act::DeadLetter(message.id)));
        if status.counts().dead_lettered > 0 {
            acts.push(Act::Redrive);
        }
        for worker in status.workers() {
            let id = worker.id;
            acts.push(if worker.crashed { Act::Recover(id) } else { Act::Crash(id) });
            if *self == Self::Fast {
                acts.push(if worker.cut_off { Act::Reconnect(id) } else { Act::CutOff(id) });
            }
        }
        acts.push(Act::CrashLeader);
        acts.push(Act::Advance);
    }

    fn next_state(&self, before: &World, act: Act) -> Option<World> {
        let mut world = before.clone();
        world.act(act);
        // What changes nothing leads nowhere.
        (world.key() != before.key() || world.wrong.is_some()).then_some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("no call does what it must not", |_, world: &World| {
                world.wrong.is_none()
            }),
            Property::always("advance and ack all empties the queue", |_, world: &World| {
                world.empties().is_ok()
            }),
        ]
    }
}

impl World {
    fn act(&mut self, act: Act) {
        let (queue, now) = (&mut self.queue, self.now);
        let before: Vec<LeaseId> = live(queue).map(|lease| lease.id).collect();
        let refused = match act {
            Act::Send => {
                let message = Message::new(Vec::new());
                let message = match MESSAGES[self.sent] {
                    "" => message,
                    group => message.header("group", group),
                };
                self.sent += 1;
                queue.enqueue(now, message).is_err()
            }
            Act::Deliver => {
                queue.deliver(now);
                false
            }
            // Of a batch, only the first one is settled.
            Act::Ack(lease) => queue.ack(now, lease).is_err() && is_first(queue, lease),
            Act::Nack(lease) => {
                queue.nack(now, lease, Nack::Retry).is_err() && is_first(queue, lease)
            }
            Act::RetryAfter(lease) => {
                let later = Nack::RetryAfter(Duration::from_secs(5));
                queue.nack(now, lease, later).is_err() && is_first(queue, lease)
            }
            Act::Extend(lease) => queue.extend(now, lease, Duration::from_secs(3)).is_err(),
            Act::DeadLetter(message) => queue.dead_letter(now, message).is_err(),
            Act::Redrive => {
                let dead: Vec<MessageId> =
                    queue.status().dead_letters().map(|letter| letter.id).collect();
                self.held.retain(|held| !dead.contains(held));
                queue.redrive(now, DeadLetters::All).is_err()
            }
            Act::Crash(worker) => queue.crash(now, worker).is_err(),
            Act::Recover(worker) => queue.recover(now, worker).is_err(),
            Act::CutOff(worker) => queue.cut_off(now, worker).is_err(),
            Act::Reconnect(worker) => queue.reconnect(now, worker).is_err(),
            Act::CrashLeader => {
                queue.crash_leader(now);
                self.held = queue.status().messages().map(|message| message.id).collect();
                false
            }
            Act::Advance => match queue.next_wakeup() {
                Some((next, _)) if next > now => {
                    queue.advance(next);
                    self.now = next;
                    false
                }
                Some(_) => true,
                None => false,
            },
        };
        let (queue, now) = (&mut self.queue, self.now);
        if queue.status().reclaim_until().is_none() {
            self.held.clear();
        }
        while queue.poll_event().is_some() {}
        if refused {
            self.wrong = Some(format!("{act:?} was refused"));
        }
        if let Err(violation) = queue.check_invariants() {
            self.wrong = Some(violation.to_string());
        }
        let counts = queue.status().counts();
        if counts.enqueued != self.sent as u64 {
            self.wrong = Some(format!("{} sent, and {counts:?}", self.sent));
        }
        let over = before.into_iter().find(|lease| live(queue).all(|live| live.id != *lease));
        self.over = over.or(self.over);
        if let Some(over) = self.over {
            let mut late = self.clone();
            let said = [
                late.queue.ack(now, over).is_ok(),
                late.queue.nack(now, over, Nack::Retry).is_ok(),
                late.queue.reject(now, over).is_ok(),
                late.queue.extend(now, over, Duration::from_secs(9)).is_ok(),
            ];
            if said.contains(&true) || late.key() != self.key() {
                self.wrong = Some(format!("lease {over} is over and still speaks: {said:?}"));
            }
        }
    }

    /// From here on, nothing but time and acks empties the queue, and each message is out once at a time.
    fn empties(&self) -> Result<(), String> {
        let (mut queue, mut now) = (self.queue.clone(), self.now);
        let helper = WorkerSpec::new("helper").credit(number(9));
        queue.subscribe(now, helper).map_err(|error| error.to_string())?;
        for _ in 0..40 {
            while queue.deliver(now).is_some() {}
            let leases: Vec<LeaseId> = queue.status().leases().map(|lease| lease.id).collect();
            let crashed = |lease: &LeaseStatus| {
                queue.status().workers().any(|w| w.id == lease.worker && w.crashed)
            };
            let silent: Vec<LeaseId> =
                queue.status().leases().filter(crashed).map(|lease| lease.id).collect();
            let heard: Vec<LeaseId> =
                leases.into_iter().filter(|lease| !silent.contains(lease)).collect();
            for lease in &heard {
                queue.ack(now, *lease).map_err(|error| error.to_string())?;
            }
            queue.check_invariants().map_err(|violation| violation.to_string())?;
            let counts = queue.status().counts();
            if counts.pending + counts.in_flight == 0 {
                return if queue.status().groups().count() == 0 {
                    Ok(())
                } else {
                    Err("a group without messages is left".to_owned())
                };
            }
            if heard.is_empty() {
                let (next, _) = queue
                    .next_wakeup()
                    .ok_or_else(|| format!("{counts:?}, and nothing will ever happen"))?;
                now = next;
                queue.advance(now);
            }
        }
        Err("it never empties".to_owned())
    }

    /// What decides how it goes on.
    fn key(&self) -> Vec<u64> {
        let status = self.queue.status();
        let left = |at: Instant| at.as_micros().saturating_sub(self.now.as_micros());
        let mut key = vec![self.sent as u64, status.reclaim_until().map_or(0, left)];
        for message in status.messages() {
            key.extend([
                message.id.number(),
                left(message.not_before),
                message.attempts.into(),
                self.held.contains(&message.id).into(),
                match self.queue.blocked(message.id) {
                    None => 0,
                    Some(Blocked::BehindHead { .. }) => 1,
                    Some(Blocked::GroupInFlight { .. }) => 2,
                    Some(Blocked::NotBefore(_)) => 3,
                    Some(Blocked::HeldForReclaim(_)) => 4,
                    Some(Blocked::NoCredit) => 5,
                    Some(Blocked::OtherTurn { .. } | Blocked::Bucket { .. }) => 6,
                },
            ]);
        }
        let mut leases = |which: u64, leases: &mut dyn Iterator<Item = LeaseStatus>| {
            let mut first = None;
            for lease in leases {
                let of_batch = first.replace(lease.batch) == Some(lease.batch);
                key.extend([
                    u64::MAX - which,
                    lease.message.number(),
                    lease.worker.number(),
                    lease.attempt.into(),
                    left(lease.until),
                    of_batch.into(),
                ]);
            }
        };
        leases(0, &mut status.leases());
        leases(1, &mut status.lost_leases());
        leases(2, &mut status.stray_leases());
        for worker in status.workers() {
            key.extend([u64::MAX - 3, worker.crashed.into(), worker.cut_off.into()]);
        }
        key.extend(status.dead_letters().map(|letter| letter.id.number()));
        key
    }
}

impl PartialEq for World {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key() && self.wrong == other.wrong
    }
}

impl Eq for World {}

impl Hash for World {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
        self.wrong.hash(hasher);
    }
}

/// The leases that speak for a message.
fn live(queue: &Queue) -> impl Iterator<Item = LeaseStatus> + '_ {
    queue.status().leases().chain(queue.status().lost_leases())
}

/// Whether no earlier message of its batch is left.
fn is_first(queue: &Queue, lease: LeaseId) -> bool {
    queue.batch(lease).next().is_some_and(|first| first.id == lease)
}

fn number(number: u32) -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(number - 1)
}
