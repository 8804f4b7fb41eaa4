//! The oracle's rules as the engine takes them.

use crate::oracle::rules::{
    Backoff, Cause, ClassRule, Component, Joining, Limit, Order, Rules, Sent, Sets, Throttle,
};
use queuescope_engine::{
    self as engine, Classification, Classifier, Durability, FailureAction, FailureCause, Key,
    Message, MissingOrderingKey, MissingThrottleKey, OrderingKey, QueueSpec, RetryPolicy, Shards,
    ThrottleSpec, WorkerChoice, WorkerSpec,
};
use std::num::NonZeroU32;
use std::time::Duration;

/// The queue of these rules.
///
/// # Panics
/// Where a throttle has no limits or one that the engine refuses, or an ordering key no components.
pub fn queue_spec(rules: &Rules) -> QueueSpec {
    let mut spec = QueueSpec::new("trial")
        .visibility_timeout(span(rules.lease))
        .quantum(count(rules.quantum))
        .retry(RetryPolicy {
            max_attempts: count(rules.attempts),
            backoff: match rules.backoff {
                Backoff::None => engine::Backoff::None,
                Backoff::Fixed(wait) => engine::Backoff::Fixed(span(wait)),
                Backoff::Doubling(first, most) => {
                    engine::Backoff::Exponential { first: span(first), most: span(most) }
                }
            },
        });
    spec = match &rules.order {
        Order::Unordered => spec,
        Order::Whole => spec.ordered(),
        Order::By(components) => {
            let key = OrderingKey::new(keys(components)).expect("a component");
            spec.ordered_by_key(key)
        }
    };
    if rules.keyless_unordered {
        spec = spec.when_ordering_key_missing(MissingOrderingKey::Unordered);
    }
    if rules.take_turns {
        spec = spec.worker_choice(WorkerChoice::RoundRobin);
    }
    for rule in &rules.on_failure {
        spec = spec.on_failure(engine::FailureRule {
            cause: rule.cause.map(|cause| match cause {
                Cause::Nacked => FailureCause::Nacked,
                Cause::Expired => FailureCause::LeaseExpired,
            }),
            from_attempt: count(rule.from_attempt),
            action: match rule.retry_after {
                Some(wait) => FailureAction::Retry(span(wait)),
                None => FailureAction::DeadLetter,
            },
        });
    }
    if rules.fast {
        spec = spec.durability(Durability::Fast).reclaim_grace(span(rules.grace));
    }
    if !rules.classifier.is_empty() {
        let sentences = rules.classifier.clone();
        spec = spec.on_enqueue(Classifier::new(move |message| classify(&sentences, message)));
    }
    spec = spec.batches_of(count(rules.batch));
    for declared in &rules.throttles {
        spec = spec.throttle(throttle(declared)).expect("one key per throttle of the queue");
    }
    spec
}

/// The shards of these rules, if they have any.
///
/// # Panics
/// Where there are more than a queue can have.
pub(super) fn shards(rules: &Rules) -> Option<Shards> {
    let (number, components) = &rules.shards;
    if components.is_empty() {
        return None;
    }
    Some(Shards::new(count(*number), keys(components)).expect("as many shards as a queue can have"))
}

fn classify(sentences: &[ClassRule], message: &Message) -> Classification {
    let spoken: Vec<&ClassRule> = sentences
        .iter()
        .filter(|it| it.when.is_none_or(|(name, value)| message.header_value(name) == Some(value)))
        .collect();
    let mut said = Classification::new();
    // The first sentence has the last word.
    for sentence in spoken.into_iter().rev() {
        said = match sentence.sets {
            Sets::Attribute(name, header) => match message.header_value(header) {
                Some(value) => said.attribute(name, value),
                None => said,
            },
            Sets::Fairness(header) => match message.header_value(header) {
                Some(value) => said.fairness_key(value),
                None => said,
            },
            Sets::Weight(number) => said.weight(count(number)),
        };
    }
    said
}

/// The worker that joins.
///
/// # Panics
/// Where a throttle has no limits, or one that the engine refuses, or two have one name and different keys.
pub fn worker_spec(name: &str, joining: &Joining) -> WorkerSpec {
    let mut spec = WorkerSpec::new(name).credit(count(joining.credit));
    for declared in &joining.throttles {
        spec = spec.throttle(throttle(declared)).expect("one key per throttle of a worker");
    }
    spec
}

/// The message that is sent.
pub(super) fn message(sent: &Sent) -> Message {
    let mut message = Message::new(Vec::new()).weight(count(sent.weight)).delay(span(sent.delay));
    for (name, value) in &sent.headers {
        message = message.header(name, value);
    }
    match sent.fairness {
        Some(key) => message.fairness_key(key),
        None => message,
    }
}

/// The limit in the oracle's words.
pub(super) const fn limit(limit: engine::Limit) -> Limit {
    match limit {
        engine::Limit::Window { count, micros } => Limit::Window(count.get(), micros.get()),
        engine::Limit::Rate { count, micros, burst } => {
            Limit::Rate(count.get(), micros.get(), burst.get())
        }
    }
}

fn throttle(declared: &Throttle) -> ThrottleSpec {
    let mut spec: Option<ThrottleSpec> = None;
    for &limit in &declared.limits {
        let with = match (spec.take(), limit) {
            (None, Limit::Window(count, length)) => {
                ThrottleSpec::limit(declared.name, count, span(length))
            }
            (None, Limit::Rate(count, period, burst)) => {
                ThrottleSpec::rate(declared.name, count, span(period), burst)
            }
            (Some(spec), Limit::Window(count, length)) => spec.and_limit(count, span(length)),
            (Some(spec), Limit::Rate(count, period, burst)) => {
                spec.and_rate(count, span(period), burst)
            }
        };
        spec = Some(with.expect("limits that can bind"));
    }
    spec.expect("a limit").by_key(keys(&declared.key)).when_key_missing(if declared.unthrottled {
        MissingThrottleKey::Unthrottled
    } else {
        MissingThrottleKey::SharedBucket
    })
}

fn keys(components: &[Component]) -> Vec<Key> {
    let key = |component: &Component| match *component {
        Component::Header(name) => Key::header(name),
        Component::Attribute(name) => Key::attribute(name),
        Component::Fairness => Key::fairness_key(),
    };
    components.iter().map(key).collect()
}

pub(super) const fn span(micros: u64) -> Duration {
    Duration::from_micros(micros)
}

fn count(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}
