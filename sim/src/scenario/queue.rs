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
