//! The engine's queue, called and looked at by numbers.

use super::compare::Difference;
use super::spec::{message, queue_spec, shards, span, worker_spec};
use super::{Call, Dated};
use crate::oracle::Which;
use crate::oracle::rules::{Component, Rules, Word};
use crate::oracle::told::{Answer, Delivery, Refusal, Wakeup};
use queuescope_engine::{
    self as engine, DeadLetters, Disposition, EnqueueError, Instant, Key, LeaseId, Message,
    MessageId, Nack, Queue, QueueSpec, SettleError, ShardKeyError, StaleLease, WorkerId,
    WorkerSpec,
};
use std::num::NonZeroU32;
use std::sync::OnceLock;

/// The engine's queue, and its names for what the numbers stand for.
#[derive(Clone, Debug)]
pub struct Subject {
    pub(super) queue: Queue,
    pub(super) names: Names,
    /// The components that there are, to name one that is missing.
    known: Vec<Component>,
    /// What people call the worker of a number.
    worker_name: fn(usize) -> String,
}

/// What the engine calls the messages, leases and workers, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) messages: Vec<MessageId>,
    pub(super) leases: Vec<LeaseId>,
    pub(super) workers: Vec<WorkerId>,
}

/// What a name that nobody handed out has for a number.
const UNKNOWN: u64 = u64::MAX;

impl Names {
    pub(super) fn message(&self, id: MessageId) -> u64 {
        number(&self.messages, id)
    }

    pub(super) fn lease(&self, id: LeaseId) -> u64 {
        number(&self.leases, id)
    }

    pub(super) fn worker(&self, id: WorkerId) -> u64 {
        number(&self.workers, id)
    }
}

/// Names are handed out in ascending order, which this relies on and so proves.
fn number<T: Ord>(names: &[T], name: T) -> u64 {
    names.binary_search(&name).map_or(UNKNOWN, |place| place as u64)
}

impl Subject {
    /// An empty queue of these rules.
    ///
    /// # Errors
    /// Where the engine refuses them: the component that is to blame, if one is.
    pub fn new(rules: &Rules) -> Result<Self, Option<Component>> {
        let mut known: Vec<Component> = Vec::new();
        if let crate::oracle::rules::Order::By(components) = &rules.order {
            known.extend(components);
        }
        known.extend(&rules.shards.1);
        let mut subject = Self {
            queue: Queue::new(queue_spec(rules)),
            names: Names::default(),
            known,
            worker_name: |number| format!("W{}", number + 1),
        };
        if let Some(shards) = shards(rules) {
            subject.queue = match Queue::sharded(queue_spec(rules), shards) {
                Ok(queue) => queue,
                Err(ShardKeyError::NotInOrderingKey { component }) => {
                    return Err(Some(subject.component(&component)));
                }
                Err(ShardKeyError::WholeQueue { .. }) => return Err(None),
            };
        }
        Ok(subject)
    }

    /// Gives the workers other names.
    #[must_use]
    pub fn naming_workers(self, worker_name: fn(usize) -> String) -> Self {
        Self { worker_name, ..self }
    }

    /// A worker joins that no trial knows of, and this is done to it at once; what it brings about is forgotten.
    ///
    /// # Panics
    /// Where a worker that declares nothing is refused.
    #[must_use]
    pub fn with_bystander(mut self, then: impl FnOnce(&mut Queue, WorkerId)) -> Self {
        let spec = WorkerSpec::new("bystander");
        let joined = self.queue.subscribe(Instant::ZERO, spec);
        then(&mut self.queue, joined.expect("nothing to refuse in it"));
        while self.queue.poll_event().is_some() {}
        self
    }

    /// All that can be seen of it, but for bystanders.
    pub fn shown(&self) -> String {
        let seen = self.see();
        let mut view = self.view(&seen);
        view.workers.retain(|worker| worker.id != UNKNOWN);
        format!("{view:?}")
    }

    /// The engine's queue.
    pub const fn queue(&self) -> &Queue {
        &self.queue
    }

    /// Makes a call.
    pub fn call(&mut self, Dated { at, call }: &Dated) -> Answer {
        let now = Instant::from_micros(*at);
        let queue = &mut self.queue;
        let names = &mut self.names;
        let no_worker = |_| Refusal::UnknownWorker;
        match *call {
            Call::Advance => {
                queue.advance(now);
                Answer::Done
            }
            Call::Enqueue(ref sent) => match queue.enqueue(now, message(sent)) {
                Ok(id) => {
                    names.messages.push(id);
                    Answer::Number(names.messages.len() as u64 - 1)
                }
                Err(EnqueueError::MissingOrderingKey { component }) => {
                    Answer::Refused(Refusal::MissingKey(self.component(&component)))
                }
                Err(EnqueueError::Full { .. }) => Answer::Count(0),
            },
            Call::Deliver => Answer::Delivery(queue.deliver(now).map(|delivery| {
                let parts: Vec<_> = queue.batch(delivery.lease).collect();
                names.leases.extend(parts.iter().map(|part| part.id));
                let counted = parts.len() == delivery.parts.get() as usize;
                Delivery {
                    message: names.message(delivery.message),
                    worker: names.worker(delivery.worker),
                    leases: if counted {
                        parts.iter().map(|part| names.lease(part.id)).collect()
                    } else {
                        Vec::new()
                    },
                    attempt: delivery.attempt,
                    until: delivery.until.as_micros(),
                }
            })),
            Call::Ack(lease) => {
                done(queue.ack(now, lease_id(names, lease)).map_err(|it| refusal(names, it)))
            }
            Call::Nack(lease, wait) => {
                let nack = wait.map_or(Nack::Retry, |wait| Nack::RetryAfter(span(wait)));
                match queue.nack(now, lease_id(names, lease), nack) {
                    Ok(Disposition::RetryAt(at)) => Answer::Until(at.as_micros()),
                    Ok(Disposition::DeadLettered(_)) => Answer::Done,
                    Err(refused) => Answer::Refused(refusal(names, refused)),
                }
            }
            Call::Reject(lease) => {
                done(queue.reject(now, lease_id(names, lease)).map_err(|it| refusal(names, it)))
            }
            Call::Extend(lease, by) => {
                let extended = queue.extend(now, lease_id(names, lease), span(by));
                extended.map_or(Answer::Refused(Refusal::StaleLease), |until| {
                    Answer::Until(until.as_micros())
                })
            }
            Call::Subscribe(ref joining) => {
                match queue
                    .subscribe(now, worker_spec(&(self.worker_name)(names.workers.len()), joining))
                {
                    Ok(id) => {
                        names.workers.push(id);
                        Answer::Number(names.workers.len() as u64 - 1)
                    }
                    Err(conflict) => {
                        Answer::Refused(Refusal::OtherKey(conflict.throttle.into_string()))
                    }
                }
            }
            Call::Leave(worker) => {
                done(queue.leave(now, worker_id(names, worker)).map_err(no_worker))
            }
            Call::Crash(worker) => {
                done(queue.crash(now, worker_id(names, worker)).map_err(no_worker))
            }
            Call::Recover(worker) => {
                done(queue.recover(now, worker_id(names, worker)).map_err(no_worker))
            }
            Call::CutOff(worker) => {
                done(queue.cut_off(now, worker_id(names, worker)).map_err(no_worker))
            }
            Call::Reconnect(worker) => {
                done(queue.reconnect(now, worker_id(names, worker)).map_err(no_worker))
            }
            Call::CrashLeader => {
                queue.crash_leader(now);
                Answer::Done
            }
            Call::DeadLetter(id) => {
                let id = message_id(names, id);
                done(queue.dead_letter(now, id).map_err(|_| Refusal::UnknownMessage))
            }
            Call::Redrive(which) => counted(queue.redrive(now, dead_letters(names, which))),
            Call::Purge(which) => counted(queue.purge(now, dead_letters(names, which))),
        }
    }

    /// The next wake-up, by number.
    pub fn next_wakeup(&self) -> Option<(u64, Wakeup)> {
        let (at, wakeup) = self.queue.next_wakeup()?;
        let wakeup = match wakeup {
            engine::Wakeup::NotBefore(id) => Wakeup::NotBefore(self.names.message(id)),
            engine::Wakeup::LeaseEnd(id) => Wakeup::LeaseEnd(self.names.lease(id)),
            engine::Wakeup::BucketRoom => Wakeup::BucketRoom,
            engine::Wakeup::ReclaimEnd => Wakeup::ReclaimEnd,
        };
        Some((at.as_micros(), wakeup))
    }

    /// Checks the engine's own invariants.
    pub(super) fn check(&self) -> Result<(), Box<Difference>> {
        self.queue.check_invariants().map_err(|violation| {
            Box::new(Difference {
                what: "an invariant of the engine".to_owned(),
                oracle: "holds".to_owned(),
                engine: violation.to_string(),
            })
        })
    }

    fn component(&self, key: &Key) -> Component {
        let is = |component: &&Component| match (component, key) {
            (Component::Header(mine), Key::Header(other))
            | (Component::Attribute(mine), Key::Attribute(other)) => **mine == **other,
            (Component::Fairness, Key::FairnessKey) => true,
            (Component::Header(_) | Component::Attribute(_) | Component::Fairness, _) => false,
        };
        const NONE: Component = Component::Header("none of the key's components");
        self.known.iter().find(is).copied().unwrap_or(NONE)
    }
}

fn refusal(names: &Names, refused: SettleError) -> Refusal {
    match refused {
        SettleError::Stale(StaleLease(_)) => Refusal::StaleLease,
        SettleError::OutOfOrder { first, .. } => Refusal::OutOfOrder(names.lease(first)),
    }
}

fn done(outcome: Result<(), Refusal>) -> Answer {
    outcome.map_or_else(Answer::Refused, |()| Answer::Done)
}

fn counted<E>(outcome: Result<usize, E>) -> Answer {
    outcome.map_or(Answer::Refused(Refusal::NotDead), Answer::Count)
}

fn dead_letters(names: &Names, which: Which) -> DeadLetters {
    match which {
        Which::All => DeadLetters::All,
        Which::First(count) => DeadLetters::First(count),
        Which::Message(id) => DeadLetters::Message(message_id(names, id)),
    }
}

fn message_id(names: &Names, number: u64) -> MessageId {
    *names.messages.get(number as usize).unwrap_or(&strangers().0)
}

fn lease_id(names: &Names, number: u64) -> LeaseId {
    *names.leases.get(number as usize).unwrap_or(&strangers().1)
}

fn worker_id(names: &Names, number: u64) -> WorkerId {
    *names.workers.get(number as usize).unwrap_or(&strangers().2)
}

/// A message, a lease and a worker that no trial knows: late ones of a queue that has had many.
fn strangers() -> &'static (MessageId, LeaseId, WorkerId) {
    const MANY: u32 = 50_000;
    static STRANGERS: OnceLock<(MessageId, LeaseId, WorkerId)> = OnceLock::new();
    STRANGERS.get_or_init(|| {
        let name: Word = "stranger";
        let mut queue = Queue::new(QueueSpec::new(name));
        let now = Instant::ZERO;
        let mut worker = None;
        for _ in 0..1_000 {
            let spec = WorkerSpec::new(name).credit(NonZeroU32::MIN.saturating_add(MANY));
            worker = queue.subscribe(now, spec).ok();
        }
        let mut last = None;
        for _ in 0..MANY {
            let sent = queue.enqueue(now, Message::new(Vec::new()));
            last = sent.ok().zip(queue.deliver(now));
            while queue.poll_event().is_some() {}
        }
        let (message, delivery) = last.expect("a worker with credit for all");
        (message, delivery.lease, worker.expect("a worker that was not refused"))
    })
}
