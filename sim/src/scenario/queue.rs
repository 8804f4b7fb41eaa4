//! What a scenario declares: the queue, its workers, its throttles.

use crate::time::Time;
use queuescope_engine::Limit;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// `queue NAME` and its clauses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct QueueDecl {
    /// The queue's name.
    pub name: String,
    /// `unordered`, `ordered`, `ordered by …`.
    pub order: OrderDecl,
    /// `missing key: reject | unordered`.
    pub missing_key: MissingKey,
    /// `lease 30s`.
    pub lease: Time,
    /// `retry 3 attempts`.
    pub max_attempts: NonZeroU32,
    /// `no backoff | backoff 1s up to 60s | backoff 5s fixed`.
    pub backoff: BackoffDecl,
    /// `on failure …`, asked in this order.
    pub on_failure: Vec<FailureRuleDecl>,
    /// `quantum 1`.
    pub quantum: NonZeroU32,
    /// `workers take turns`.
    pub take_turns: bool,
    /// `attribute Y = header X`, `fairness key = header X`, `weight = N`, each with `when header Z is V` or without (M3).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub on_enqueue: Vec<ClassifierRuleDecl>,
    /// `shards 4 by header X` (S1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shards: Option<ShardsDecl>,
    /// `batches of 3` (B1).
    #[serde(skip_serializing_if = "super::is_one")]
    pub batches_of: NonZeroU32,
    /// `durability committed | fast` (X1, X2).
    #[serde(skip_serializing_if = "DurabilityDecl::is_committed")]
    pub durability: DurabilityDecl,
    /// `reclaim grace 5s` (X2).
    #[serde(skip_serializing_if = "is_the_usual_grace")]
    pub reclaim_grace: Time,
}

/// The reclaim grace of a queue that says none.
pub(crate) const RECLAIM_GRACE: Time = Time::from_secs(5);

fn is_the_usual_grace(grace: &Time) -> bool {
    *grace == RECLAIM_GRACE
}

impl Default for QueueDecl {
    fn default() -> Self {
        Self {
            name: "queue".to_owned(),
            order: OrderDecl::Unordered,
            missing_key: MissingKey::Reject,
            lease: Time::from_secs(30),
            max_attempts: NonZeroU32::MIN.saturating_add(2),
            backoff: BackoffDecl::default(),
            on_failure: Vec::new(),
            quantum: NonZeroU32::MIN,
            take_turns: false,
            on_enqueue: Vec::new(),
            shards: None,
            batches_of: NonZeroU32::MIN,
            durability: DurabilityDecl::Committed,
            reclaim_grace: RECLAIM_GRACE,
        }
    }
}

/// What the queue orders by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum OrderDecl {
    /// `unordered`.
    #[default]
    Unordered,
    /// `ordered`.
    Ordered,
    /// `ordered by header X, fairness key, attribute Y`: one component or more.
    By(Vec<Component>),
}

/// Where a key's value is read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Component {
    /// `header X`.
    Header(String),
    /// `attribute X`.
    Attribute(String),
    /// `fairness key`.
    FairnessKey,
}

/// `missing key: …` of an ordered queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum MissingKey {
    /// The send is refused.
    #[default]
    Reject,
    /// The message is outside every group.
    Unordered,
}

/// The wait between attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum BackoffDecl {
    /// `no backoff`.
    None,
    /// `backoff 5s fixed`.
    Fixed(Time),
    /// `backoff 1s up to 60s`.
    Exponential {
        /// The first wait.
        first: Time,
        /// The longest.
        most: Time,
    },
}

impl Default for BackoffDecl {
    fn default() -> Self {
        Self::Exponential { first: Time::from_secs(1), most: Time::from_secs(60) }
    }
}

/// `on failure [by nack | by expiry] [from attempt N]: retry | retry after D | dead-letter`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FailureRuleDecl {
    /// The cause that it is about; none: every one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The attempt from which on it holds.
    #[serde(default = "super::one")]
    pub from_attempt: NonZeroU32,
    /// What it decides.
    pub action: FailureActionDecl,
}

/// Why an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Cause {
    /// The worker nacked.
    Nack,
    /// The lease expired.
    Expiry,
}

/// What a failure rule decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum FailureActionDecl {
    /// `retry` (after zero), `retry after D`.
    Retry(Time),
    /// `dead-letter`.
    DeadLetter,
}

/// `SETS [when header Z is V]`: one rule of the queue's classifier (M3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClassifierRuleDecl {
    /// What it sets.
    pub sets: ClassifierSets,
    /// The header and the value that a message must have; none: every message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<(String, String)>,
}

impl ClassifierRuleDecl {
    /// Whether a later rule is about nothing that this one has not decided.
    pub(crate) fn leaves_none_to(&self, later: &Self) -> bool {
        let same_thing = match (&self.sets, &later.sets) {
            (
                ClassifierSets::Attribute { name, from },
                ClassifierSets::Attribute { name: other, from: other_from },
            ) => name == other && from == other_from,
            (ClassifierSets::FairnessKey { from }, ClassifierSets::FairnessKey { from: other }) => {
                from == other
            }
            (ClassifierSets::Weight(_), ClassifierSets::Weight(_)) => true,
            (
                ClassifierSets::Attribute { .. }
                | ClassifierSets::FairnessKey { .. }
                | ClassifierSets::Weight(_),
                _,
            ) => false,
        };
        same_thing && (self.when.is_none() || self.when == later.when)
    }
}

/// What a rule of a classifier sets. A header that the message lacks sets nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum ClassifierSets {
    /// `attribute Y = header X`.
    Attribute {
        /// The attribute.
        name: String,
        /// The header that has its value.
        from: String,
    },
    /// `fairness key = header X`.
    FairnessKey {
        /// The header that has its value.
        from: String,
    },
    /// `weight = N`.
    Weight(NonZeroU32),
}

/// `shards N by COMPONENT, COMPONENT`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShardsDecl {
    /// How many.
    pub count: NonZeroU32,
    /// The components of the shard key, one or more.
    pub by: Vec<Component>,
}

/// What outlives a leader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum DurabilityDecl {
    /// The new leader knows every lease.
    #[default]
    Committed,
    /// The new leader knows none.
    Fast,
}

impl DurabilityDecl {
    const fn is_committed(&self) -> bool {
        matches!(self, Self::Committed)
    }
}

/// A worker and its credit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WorkerDecl {
    /// Its name.
    pub name: String,
    /// How many messages it may hold.
    #[serde(default = "super::one")]
    pub takes: NonZeroU32,
}

/// `throttle NAME [from WORKER]: LIMIT, LIMIT by COMPONENT, COMPONENT, missing shared | unthrottled`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ThrottleDecl {
    /// Its name.
    pub name: String,
    /// The worker that declares it; none: the queue (T6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// One limit or more.
    pub limits: Vec<LimitDecl>,
    /// The components that tell buckets apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Component>,
    /// Whether a message without the key is unthrottled, rather than in the shared bucket.
    #[serde(default)]
    pub missing_unthrottled: bool,
}

/// One limit of a throttle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum LimitDecl {
    /// `10 per 1s`.
    Window {
        /// Deliveries.
        count: NonZeroU32,
        /// The window.
        per: Time,
    },
    /// `rate 5 per 1s burst 10`; the burst is 1 where it is not said.
    Rate {
        /// Tokens per period.
        count: NonZeroU32,
        /// The period.
        per: Time,
        /// The most tokens.
        #[serde(default = "super::one")]
        burst: NonZeroU32,
    },
}

impl From<Limit> for LimitDecl {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Window { count, micros } => {
                Self::Window { count, per: Time::from_micros(micros.get()) }
            }
            Limit::Rate { count, micros, burst } => {
                Self::Rate { count, per: Time::from_micros(micros.get()), burst }
            }
        }
    }
}
