//! The queue's clauses in their canonical words.

use super::{Name, joined};
use crate::language::statement::Clause;
use crate::scenario::{
    BackoffDecl, Cause, ClassifierRuleDecl, ClassifierSets, DurabilityDecl, FailureActionDecl,
    FailureRuleDecl, MissingKey, OrderDecl,
};
use std::fmt::{self, Display};

impl Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order(OrderDecl::Unordered) => f.write_str("unordered"),
            Self::Order(OrderDecl::Ordered) => f.write_str("ordered"),
            Self::Order(OrderDecl::By(key)) => write!(f, "ordered by {}", joined(key, ", ")),
            Self::Missing(MissingKey::Reject) => f.write_str("missing key: reject"),
            Self::Missing(MissingKey::Unordered) => f.write_str("missing key: unordered"),
            Self::Lease(lease) => write!(f, "lease {lease}"),
            Self::Attempts(attempts) if attempts.get() == 1 => f.write_str("retry 1 attempt"),
            Self::Attempts(attempts) => write!(f, "retry {attempts} attempts"),
            Self::Backoff(BackoffDecl::None) => f.write_str("no backoff"),
            Self::Backoff(BackoffDecl::Fixed(wait)) => write!(f, "backoff {wait} fixed"),
            Self::Backoff(BackoffDecl::Exponential { first, most }) => {
                write!(f, "backoff {first} up to {most}")
            }
            Self::OnFailure(rule) => failure_rule(rule, f),
            Self::Quantum(quantum) => write!(f, "quantum {quantum}"),
            Self::TakeTurns => f.write_str("workers take turns"),
            Self::Classify(rule) => classifier_rule(rule, f),
            Self::Shards(shards) => {
                write!(f, "shards {} by {}", shards.count, joined(&shards.by, ", "))
            }
            Self::Batches(most) => write!(f, "batches of {most}"),
            Self::Durability(DurabilityDecl::Committed) => f.write_str("durability committed"),
            Self::Durability(DurabilityDecl::Fast) => f.write_str("durability fast"),
            Self::ReclaimGrace(grace) => write!(f, "reclaim grace {grace}"),
        }
    }
}

fn classifier_rule(rule: &ClassifierRuleDecl, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match &rule.sets {
        ClassifierSets::Attribute { name, from } => {
            write!(f, "attribute {} = header {}", Name(name), Name(from))?;
        }
        ClassifierSets::FairnessKey { from } => write!(f, "fairness key = header {}", Name(from))?,
        ClassifierSets::Weight(weight) => write!(f, "weight = {weight}")?,
    }
    match &rule.when {
        Some((header, value)) => write!(f, " when header {} is {}", Name(header), Name(value)),
        None => Ok(()),
    }
}

fn failure_rule(rule: &FailureRuleDecl, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("on failure")?;
    match rule.cause {
        None => {}
        Some(Cause::Nack) => f.write_str(" by nack")?,
        Some(Cause::Expiry) => f.write_str(" by expiry")?,
    }
    if rule.from_attempt.get() > 1 {
        write!(f, " from attempt {}", rule.from_attempt)?;
    }
    match rule.action {
        FailureActionDecl::Retry(wait) if wait.is_zero() => f.write_str(": retry"),
        FailureActionDecl::Retry(wait) => write!(f, ": retry after {wait}"),
        FailureActionDecl::DeadLetter => f.write_str(": dead-letter"),
    }
}
