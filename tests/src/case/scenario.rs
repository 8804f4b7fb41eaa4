//! A case as a scenario, as far as the language can say it. Deliveries need no saying: a scenario delivers what can go.

use super::Case;
use crate::oracle::rules::{
    Backoff, Cause, Component, Joining, Limit, Order, Rules, Sent, Sets, Throttle,
};
use crate::oracle::{Oracle, Which};
use crate::trial::{Call, Dated};
use queuescope_sim as sim;
use queuescope_sim::{Action, Scenario, Selection, Time};
use std::num::NonZeroU32;

/// The scenario, and what could not be said in it.
pub fn scenario(case: &Case, calls: &[Dated]) -> (Scenario, Vec<String>) {
    let mut scenario = Scenario { queue: queue(&case.rules), ..Scenario::default() };
    scenario.throttles.extend(case.rules.throttles.iter().map(|it| throttle(it, None)));
    let mut left_out = Vec::new();
    let Ok(mut oracle) = Oracle::new(case.rules.clone()) else {
        return (scenario, vec!["the rules are refused".to_owned()]);
    };
    let mut latest = 0;
    for (number, dated) in calls.iter().enumerate() {
        latest = dated.at.max(latest);
        let action = if let Call::CutOff(worker) = dated.call {
            let lasting = Time::from_micros(cut_off_for(worker, latest, &calls[number..]));
            Some(Action::CutOff { worker: worker_name(worker), lasting })
        } else {
            action(&dated.call, &oracle)
        };
        if let Call::Subscribe(joining) = &dated.call {
            let from = Some(worker_name(oracle.ever()[2]));
            let declared = joining.throttles.iter().map(|it| throttle(it, from.clone()));
            scenario.throttles.extend(declared);
        }
        match action {
            Some(action) => {
                scenario.script.push(sim::Line { at: Time::from_micros(latest), action });
            }
            None if matches!(dated.call, Call::Advance | Call::Deliver | Call::Reconnect(_)) => {}
            None => left_out.push(format!("at {latest} µs {:?}", dated.call)),
        }
        dated.call.to_oracle(dated.at, &mut oracle);
    }
    scenario.until = Some(Time::from_micros(latest));
    (scenario, left_out)
}

/// Until when a worker is cut off: until it reconnects, or past the last call.
fn cut_off_for(worker: u64, from: u64, calls: &[Dated]) -> u64 {
    let back = calls.iter().find(|dated| dated.call == Call::Reconnect(worker));
    let until = back.or(calls.last()).map_or(from, |dated| dated.at);
    until.saturating_sub(from).max(1)
}

fn action(call: &Call, oracle: &Oracle) -> Option<Action> {
    let held = |lease: u64| {
        let (message, worker) = oracle.lease(lease)?;
        Some((worker_name(worker), Some(message_name(message))))
    };
    Some(match *call {
        Call::Advance | Call::Deliver | Call::CutOff(_) | Call::Reconnect(_) => return None,
        Call::CrashLeader => Action::LeaderCrash,
        Call::Enqueue(ref sent) => {
            Action::Send { messages: vec![message(oracle.ever()[0], sent)], every: None }
        }
        Call::Ack(lease) => {
            let (worker, message) = held(lease)?;
            Action::Ack { worker, message }
        }
        Call::Nack(lease, wait) => {
            let (worker, message) = held(lease)?;
            Action::Nack { worker, message, retry_after: wait.map(Time::from_micros) }
        }
        Call::Reject(lease) => {
            let (worker, message) = held(lease)?;
            Action::Reject { worker, message }
        }
        Call::Extend(lease, by) => {
            let (worker, message) = held(lease)?;
            Action::Extend { worker, message, by: Time::from_micros(by) }
        }
        Call::Subscribe(Joining { credit, .. }) => {
            Action::Join { worker: worker_name(oracle.ever()[2]), taking: count(credit) }
        }
        Call::Leave(worker) => Action::Leave { worker: worker_name(worker) },
        Call::Crash(worker) => Action::Crash { worker: worker_name(worker) },
        Call::Recover(worker) => Action::Return { worker: worker_name(worker) },
        Call::DeadLetter(id) => Action::DeadLetter { message: message_name(id) },
        Call::Redrive(which) => Action::Redrive(selection(which)),
        Call::Purge(which) => Action::Purge(selection(which)),
    })
}

fn selection(which: Which) -> Selection {
    match which {
        Which::All => Selection::All,
        Which::First(number) => Selection::First(count(number as u32)),
        Which::Message(id) => Selection::Message(message_name(id)),
    }
}

fn queue(rules: &Rules) -> sim::QueueDecl {
    sim::QueueDecl {
        order: match &rules.order {
            Order::Unordered => sim::OrderDecl::Unordered,
            Order::Whole => sim::OrderDecl::Ordered,
            Order::By(parts) => sim::OrderDecl::By(components(parts)),
        },
        missing_key: if rules.keyless_unordered && matches!(rules.order, Order::By(_)) {
            sim::MissingKey::Unordered
        } else {
            sim::MissingKey::Reject
        },
        lease: Time::from_micros(rules.lease),
        max_attempts: count(rules.attempts),
        backoff: match rules.backoff {
            Backoff::None => sim::BackoffDecl::None,
            Backoff::Fixed(wait) => sim::BackoffDecl::Fixed(Time::from_micros(wait)),
            Backoff::Doubling(first, most) => sim::BackoffDecl::Exponential {
                first: Time::from_micros(first),
                most: Time::from_micros(most),
            },
        },
        on_failure: rules
            .on_failure
            .iter()
            .map(|rule| sim::FailureRuleDecl {
                cause: rule.cause.map(|cause| match cause {
                    Cause::Nacked => sim::Cause::Nack,
                    Cause::Expired => sim::Cause::Expiry,
                }),
                from_attempt: count(rule.from_attempt),
                action: rule.retry_after.map_or(sim::FailureActionDecl::DeadLetter, |wait| {
                    sim::FailureActionDecl::Retry(Time::from_micros(wait))
                }),
            })
            .collect(),
        quantum: count(rules.quantum),
        take_turns: rules.take_turns,
        on_enqueue: rules
            .classifier
            .iter()
            .map(|rule| sim::ClassifierRuleDecl {
                sets: match rule.sets {
                    Sets::Attribute(name, from) => sim::ClassifierSets::Attribute {
                        name: name.to_owned(),
                        from: from.to_owned(),
                    },
                    Sets::Fairness(from) => {
                        sim::ClassifierSets::FairnessKey { from: from.to_owned() }
                    }
                    Sets::Weight(number) => sim::ClassifierSets::Weight(count(number)),
                },
                when: rule.when.map(|(name, value)| (name.to_owned(), value.to_owned())),
            })
            .collect(),
        shards: (!rules.shards.1.is_empty()).then(|| sim::ShardsDecl {
            count: count(rules.shards.0),
            by: components(&rules.shards.1),
        }),
        batches_of: count(rules.batch),
        durability: if rules.fast {
            sim::DurabilityDecl::Fast
        } else {
            sim::DurabilityDecl::Committed
        },
        reclaim_grace: Time::from_micros(if rules.fast { rules.grace.max(1) } else { 5_000_000 }),
        ..sim::QueueDecl::default()
    }
}

fn throttle(throttle: &Throttle, from: Option<String>) -> sim::ThrottleDecl {
    let limit = |limit: &Limit| match *limit {
        Limit::Window(number, length) => {
            sim::LimitDecl::Window { count: count(number), per: Time::from_micros(length) }
        }
        Limit::Rate(number, period, burst) => sim::LimitDecl::Rate {
            count: count(number),
            per: Time::from_micros(period),
            burst: count(burst),
        },
    };
    sim::ThrottleDecl {
        name: throttle.name.to_owned(),
        from,
        limits: throttle.limits.iter().map(limit).collect(),
        by: components(&throttle.key),
        missing_unthrottled: throttle.unthrottled,
    }
}

fn components(parts: &[Component]) -> Vec<sim::Component> {
    let component = |part: &Component| match *part {
        Component::Header(name) => sim::Component::Header(name.to_owned()),
        Component::Attribute(name) => sim::Component::Attribute(name.to_owned()),
        Component::Fairness => sim::Component::FairnessKey,
    };
    parts.iter().map(component).collect()
}

fn message(id: u64, sent: &Sent) -> sim::Sent {
    sim::Sent {
        id: message_name(id),
        headers: sent
            .headers
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        fairness: sent.fairness.map(ToOwned::to_owned),
        weight: count(sent.weight),
        delay: Time::from_micros(sent.delay),
        ..sim::Sent::default()
    }
}

fn message_name(id: u64) -> String {
    format!("m{id}")
}

fn worker_name(id: u64) -> String {
    format!("W{}", id + 1)
}

fn count(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}
