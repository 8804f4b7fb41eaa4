//! A scenario: what the text says, as values.

use crate::time::Time;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

mod claim;
mod queue;
mod range;
mod script;
mod work;

pub use claim::{Claim, Expectation};
pub use queue::{
    BackoffDecl, Cause, ClassifierRuleDecl, ClassifierSets, Component, DurabilityDecl,
    FailureActionDecl, FailureRuleDecl, LimitDecl, MissingKey, OrderDecl, QueueDecl, ShardsDecl,
    ThrottleDecl, WorkerDecl,
};
pub use range::{NameRange, NameRangeError};
pub use script::{Action, Line, Note, Selection, Sent};
pub use work::{Takes, Work, WorkRule, WorkSays};

/// A whole scenario: the queue, the workers, what happens, what must come out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Scenario {
    /// `title "…"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// `queue …`.
    pub queue: QueueDecl,
    /// `workers W1 W2`, `worker W1 takes 2`: those that are there from the start, in subscription order.
    pub workers: Vec<WorkerDecl>,
    /// `throttle …`.
    pub throttles: Vec<ThrottleDecl>,
    /// `at T …`, in the order of the text; instants never go back.
    pub script: Vec<Line>,
    /// `work …`.
    pub work: Work,
    /// `note at T "…"`.
    pub notes: Vec<Note>,
    /// `until T`: the run goes on at least to this instant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Time>,
    /// `expect …`.
    pub expect: Vec<Expectation>,
}

const fn one() -> NonZeroU32 {
    NonZeroU32::MIN
}

fn is_one(number: &NonZeroU32) -> bool {
    number.get() == 1
}
