//! A scenario's declarations as the engine's specs.
//!
//! What the engine refuses is left out and reported; the language refuses most of it with a better place to point at.

use crate::scenario::{
    BackoffDecl, Cause, Component, FailureActionDecl, LimitDecl, MissingKey, OrderDecl, QueueDecl,
    Scenario, ThrottleDecl,
};
use crate::step::Fact;
use queuescope_engine::{
    Backoff, FailureAction, FailureCause, FailureRule, Key, MissingOrderingKey, MissingThrottleKey,
    OrderingKey, QueueSpec, RetryPolicy, ThrottleError, ThrottleSpec, WorkerChoice, WorkerSpec,
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

/// The queue with the throttles that it declares itself.
pub(crate) fn queue(scenario: &Scenario, refused: &mut Vec<Refused>) -> QueueSpec {
    let decl = &scenario.queue;
    let mut spec = ordered(QueueSpec::new(&decl.name), decl, refused)
        .visibility_timeout(decl.lease.duration())
        .retry(RetryPolicy { max_attempts: decl.max_attempts, backoff: backoff(decl.backoff) })
        .quantum(decl.quantum);
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
                Err(conflict) => refused.push(refusal(declared, &conflict.to_string())),
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
                Err(conflict) => refused.push(refusal(declared, &conflict.to_string())),
            }
        }
    }
    spec
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
                    why: empty.to_string(),
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
            Err(error) => refused.push(refusal(decl, &error.to_string())),
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
        let spec = queue(&scenario, &mut refused);
        assert_eq!(spec.throttles()[0].limits().len(), 1);
        assert_eq!(refused.len(), 1);
    }
}
