//! A scenario's declarations as the engine's specs.
//!
//! What the engine refuses is left out and reported; the language refuses it first, with a better place to point at. So the
//! reasons have words only where those of the language have: what was read from a text has nothing of the kind.

use crate::kept::words;
use crate::scenario::{
    BackoffDecl, Cause, ClassifierRuleDecl, ClassifierSets, Component, DurabilityDecl,
    FailureActionDecl, LimitDecl, MissingKey, OrderDecl, QueueDecl, Scenario, ShardsDecl,
    ThrottleDecl,
};
use crate::step::Fact;
use queuescope_engine::{
    Backoff, Classification, Classifier, Durability, FailureAction, FailureCause, FailureRule, Key,
    Message, MissingOrderingKey, MissingThrottleKey, OrderingKey, Queue, QueueSpec, RetryPolicy,
    Shards, ThrottleError, ThrottleSpec, WorkerChoice, WorkerSpec,
};
use std::num::NonZeroU32;

/// What of a scenario could not be taken over, and why.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    /// The line's place in the script, where one is to blame.
    pub(crate) line: Option<usize>,
    pub(crate) what: String,
    pub(crate) why: String,
}

impl From<Refused> for Fact {
    fn from(Refused { line, what, why }: Refused) -> Self {
        Self::Refused { line, what, why }
    }
}

/// The queue, empty, with the throttles that it declares itself; with that classifier in place of the rules that the scenario has, where
/// there is one (M3); without shards where they do not go with its order (S2).
pub(crate) fn queue(
    scenario: &Scenario,
    classifier: Option<Classifier>,
    refused: &mut Vec<Refused>,
) -> Queue {
    let mut spec = spec(scenario, refused);
    if let Some(classifier) = classifier {
        spec = spec.on_enqueue(classifier);
    }
    let Some(decl) = &scenario.queue.shards else { return Queue::new(spec) };
    match sharded(spec.clone(), decl) {
        Ok(queue) => queue,
        Err(why) => {
            refused.push(Refused { line: None, what: "shards".to_owned(), why });
            Queue::new(spec)
        }
    }
}

/// Whether the queue's shards are such as there can be, and its order allows them.
pub(crate) fn shards_fit(decl: &QueueDecl) -> Result<(), String> {
    let Some(shards) = &decl.shards else { return Ok(()) };
    let spec = ordered(QueueSpec::new(&decl.name), decl, &mut Vec::new());
    sharded(spec, shards).map(|_| ())
}

/// The shards, or why there can be none such, whatever the order of the queue.
pub(crate) fn shards(decl: &ShardsDecl) -> Result<Shards, String> {
    Shards::new(decl.count, keys(&decl.by)).map_err(|error| words!("{error}"))
}

/// The queue split into shards, or why it cannot be.
fn sharded(spec: QueueSpec, decl: &ShardsDecl) -> Result<Queue, String> {
    Queue::sharded(spec, shards(decl)?).map_err(|error| words!("{error}"))
}

fn spec(scenario: &Scenario, refused: &mut Vec<Refused>) -> QueueSpec {
    let decl = &scenario.queue;
    let mut spec = ordered(QueueSpec::new(&decl.name), decl, refused)
        .visibility_timeout(decl.lease.duration())
        .retry(RetryPolicy { max_attempts: decl.max_attempts, backoff: backoff(decl.backoff) })
        .quantum(decl.quantum)
        .batches_of(decl.batches_of)
        .durability(match decl.durability {
            DurabilityDecl::Committed => Durability::Committed,
            DurabilityDecl::Fast => Durability::Fast,
        })
        .reclaim_grace(decl.reclaim_grace.duration());
    if !decl.on_enqueue.is_empty() {
        let rules = decl.on_enqueue.clone();
        spec = spec.on_enqueue(Classifier::new(move |message| classify(&rules, message)));
    }
    if decl.take_turns {
        spec = spec.worker_choice(WorkerChoice::RoundRobin);
    }
    for rule in &decl.on_failure {
        spec = spec.on_failure(FailureRule {
            cause: rule.cause.map(|cause| match cause {
                Cause::Nack => FailureCause::Nacked,
                Cause::Expiry => FailureCause::LeaseExpired,
            }),
            from_attempt: rule.from_attempt,
            action: match rule.action {
                FailureActionDecl::Retry(wait) => FailureAction::Retry(wait.duration()),
                FailureActionDecl::DeadLetter => FailureAction::DeadLetter,
            },
        });
    }
    for declared in scenario.throttles.iter().filter(|decl| decl.from.is_none()) {
        if let Some(throttle) = throttle(declared, refused) {
            match spec.clone().throttle(throttle) {
                Ok(with) => spec = with,
                Err(conflict) => refused.push(refusal(declared, &words!("{conflict}"))),
            }
        }
    }
    spec
}

/// A worker with the throttles that it declares.
pub(crate) fn worker(
    scenario: &Scenario,
    name: &str,
    credit: NonZeroU32,
    refused: &mut Vec<Refused>,
) -> WorkerSpec {
    let mut spec = WorkerSpec::new(name).credit(credit);
    let own = |decl: &&ThrottleDecl| decl.from.as_deref() == Some(name);
    for declared in scenario.throttles.iter().filter(own) {
        if let Some(throttle) = throttle(declared, refused) {
            match spec.clone().throttle(throttle) {
                Ok(with) => spec = with,
                Err(conflict) => refused.push(refusal(declared, &words!("{conflict}"))),
            }
        }
    }
    spec
}

/// What the rules say of a message: of those that set one thing, the first that is about it.
fn classify(rules: &[ClassifierRuleDecl], message: &Message) -> Classification {
    let mut said = Classification::new();
    // The later word stands.
    for rule in rules.iter().rev() {
        let about =
            |(header, value): &(String, String)| message.header_value(header) == Some(value);
        if !rule.when.as_ref().is_none_or(about) {
            continue;
        }
        said = match &rule.sets {
            ClassifierSets::Attribute { name, from } => match message.header_value(from) {
                Some(value) => said.attribute(name, value),
                None => said,
            },
            ClassifierSets::FairnessKey { from } => match message.header_value(from) {
                Some(value) => said.fairness_key(value),
                None => said,
            },
            ClassifierSets::Weight(weight) => said.weight(*weight),
        };
    }
    said
}

fn ordered(spec: QueueSpec, decl: &QueueDecl, refused: &mut Vec<Refused>) -> QueueSpec {
    match &decl.order {
        OrderDecl::Unordered => spec,
        OrderDecl::Ordered => spec.ordered(),
        OrderDecl::By(components) => match OrderingKey::new(keys(components)) {
            Ok(key) => spec.ordered_by_key(key).when_ordering_key_missing(match decl.missing_key {
                MissingKey::Reject => MissingOrderingKey::Reject,
                MissingKey::Unordered => MissingOrderingKey::Unordered,
            }),
            Err(empty) => {
                refused.push(Refused {
                    line: None,
                    what: "ordered by".to_owned(),
                    why: words!("{empty}"),
                });
                spec
            }
        },
    }
}

const fn backoff(decl: BackoffDecl) -> Backoff {
    match decl {
        BackoffDecl::None => Backoff::None,
        BackoffDecl::Fixed(wait) => Backoff::Fixed(wait.duration()),
        BackoffDecl::Exponential { first, most } => {
            Backoff::Exponential { first: first.duration(), most: most.duration() }
        }
    }
}

fn throttle(decl: &ThrottleDecl, refused: &mut Vec<Refused>) -> Option<ThrottleSpec> {
    let mut spec: Option<ThrottleSpec> = None;
    for limit in &decl.limits {
        match limited(spec.clone(), &decl.name, *limit) {
            Ok(with) => spec = Some(with),
            Err(error) => refused.push(refusal(decl, &words!("{error}"))),
        }
    }
    let missing = if decl.missing_unthrottled {
        MissingThrottleKey::Unthrottled
    } else {
        MissingThrottleKey::SharedBucket
    };
    spec.map(|spec| spec.by_key(keys(&decl.by)).when_key_missing(missing))
}

/// The throttle of that name with one limit more.
pub(crate) fn limited(
    spec: Option<ThrottleSpec>,
    name: &str,
    limit: LimitDecl,
) -> Result<ThrottleSpec, ThrottleError> {
    match (spec, limit) {
        (None, LimitDecl::Window { count, per }) => {
            ThrottleSpec::limit(name, count.get(), per.duration())
        }
        (Some(spec), LimitDecl::Window { count, per }) => {
            spec.and_limit(count.get(), per.duration())
        }
        (None, LimitDecl::Rate { count, per, burst }) => {
            ThrottleSpec::rate(name, count.get(), per.duration(), burst.get())
        }
        (Some(spec), LimitDecl::Rate { count, per, burst }) => {
            spec.and_rate(count.get(), per.duration(), burst.get())
        }
    }
}

fn refusal(decl: &ThrottleDecl, why: &str) -> Refused {
    Refused { line: None, what: format!("throttle {}", decl.name), why: why.to_owned() }
}

pub(crate) fn keys(components: &[Component]) -> Vec<Key> {
    components
        .iter()
        .map(|component| match component {
            Component::Header(name) => Key::header(name),
            Component::Attribute(name) => Key::attribute(name),
            Component::FairnessKey => Key::fairness_key(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Time;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn a_limit_that_never_binds_is_left_out_and_reported() {
        let window = |count, secs| LimitDecl::Window {
            count: NonZeroU32::new(count).unwrap(),
            per: Time::from_secs(secs),
        };
        let scenario = Scenario {
            throttles: vec![ThrottleDecl {
                name: "api".to_owned(),
                from: None,
                limits: vec![window(60, 60), window(100, 1)],
                by: Vec::new(),
                missing_unthrottled: false,
            }],
            ..Scenario::default()
        };
        let mut refused = Vec::new();
        let spec = queue(&scenario, None, &mut refused);
        assert_eq!(spec.status().spec().throttles()[0].limits().len(), 1);
        assert_eq!(refused.len(), 1);
    }
}
