//! A scenario: what the text says, as values.

mod range;

pub use range::{NameRange, NameRangeError};

use crate::time::Time;
use queuescope_engine::Limit;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

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
    #[serde(default = "one")]
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
    #[serde(default = "one")]
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
        #[serde(default = "one")]
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

/// `at T ACTION`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Line {
    /// When.
    pub at: Time,
    /// What.
    pub action: Action,
}

/// What happens at an instant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Action {
    /// `send a1(A) a2(A) s1`, `send o1..o20(A) every 200ms`.
    Send {
        /// What is sent, in order.
        messages: Vec<Sent>,
        /// The time from one message of the line to the next; none: all at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        every: Option<Time>,
    },
    /// `W acks [M]`.
    Ack {
        /// The worker.
        worker: String,
        /// The message, where it is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// `W nacks [M][, retry after D]`.
    Nack {
        /// The worker.
        worker: String,
        /// The message, where it is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
        /// The wait that the worker asks for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after: Option<Time>,
    },
    /// `W rejects [M]`: to the dead letters.
    Reject {
        /// The worker.
        worker: String,
        /// The message, where it is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// `W extends [M] by D`.
    Extend {
        /// The worker.
        worker: String,
        /// The message, where it is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
        /// How much longer.
        by: Time,
    },
    /// `W crashes`.
    Crash {
        /// The worker.
        worker: String,
    },
    /// `W returns`.
    Return {
        /// The worker.
        worker: String,
    },
    /// `W joins [taking N]`.
    Join {
        /// The worker.
        worker: String,
        /// Its credit.
        #[serde(default = "one")]
        taking: NonZeroU32,
    },
    /// `W leaves`.
    Leave {
        /// The worker.
        worker: String,
    },
    /// `redrive all | 2 | a1`.
    Redrive(Selection),
    /// `dead-letter a1`.
    DeadLetter {
        /// The message.
        message: String,
    },
    /// `purge`, `purge all | 2 | a1`.
    Purge(Selection),
}

/// Which dead letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Selection {
    /// All.
    All,
    /// The first ones.
    First(NonZeroU32),
    /// One, by its name.
    Message(String),
}

/// One message, or a range of messages that are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Sent {
    /// The name; in a range, the first one (`o1` of `o1..o20`).
    pub id: String,
    /// In a range, the last name (`o20`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// `(v)`: the value of the single header that the queue is ordered by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// `name=value`, in the order of the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, String)>,
    /// `fairness F`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairness: Option<String>,
    /// `weight N`.
    #[serde(skip_serializing_if = "is_one")]
    pub weight: NonZeroU32,
    /// `delay D`.
    #[serde(skip_serializing_if = "Time::is_zero")]
    pub delay: Time,
}

impl Default for Sent {
    fn default() -> Self {
        Self {
            id: String::new(),
            to: None,
            key: None,
            headers: Vec::new(),
            fairness: None,
            weight: NonZeroU32::MIN,
            delay: Time::ZERO,
        }
    }
}

/// `work …`: workers that act by themselves. Empty: every worker waits for its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Work {
    /// `takes 2s`, `takes 100ms to 300ms`: how long every message takes. None: only what the rules name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes: Option<Takes>,
    /// `5% fail`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fail_percent: Option<u32>,
    /// `seed 7`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// `a2 takes 5s`, `a2 fails twice, retry after 5s`, `b* takes 500ms`; the last that names a message wins.
    pub rules: Vec<WorkRule>,
}

/// How long a message takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Takes {
    /// At least.
    pub least: Time,
    /// At most; equal to `least` where there is no range.
    pub most: Time,
}

/// What a work rule says of the messages that its pattern names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WorkRule {
    /// A message's name, or the start of names (`b*`).
    pub pattern: String,
    /// What it says.
    pub says: WorkSays,
}

/// What a work rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum WorkSays {
    /// How long it takes.
    Takes(Takes),
    /// How many of its first attempts fail, and the wait that the worker then asks for.
    Fails {
        /// Attempts: `once`, `twice`, `3 times`; `None` for `always`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        times: Option<NonZeroU32>,
        /// `retry after D`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after: Option<Time>,
    },
}

/// `note at T "…"`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Note {
    /// When.
    pub at: Time,
    /// What the player says at that step.
    pub text: String,
}

/// What must hold: at an instant, or over the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Expectation {
    /// After the step of this instant (or the last one before it); none: at the end, over the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Time>,
    /// What.
    pub claim: Claim,
}

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Claim {
    /// `W1 has a2 [a3 …]`: exactly these, in any order.
    Has {
        /// The worker.
        worker: String,
        /// The messages.
        messages: Vec<String>,
    },
    /// `W1 idle`.
    Idle {
        /// The worker.
        worker: String,
    },
    /// `a3 waits`.
    Waits {
        /// The message.
        message: String,
    },
    /// `a3 waits behind a2`.
    WaitsBehind {
        /// The message that waits.
        message: String,
        /// The one that it waits for.
        behind: String,
    },
    /// `a2 waits until 9s`: a not-before time or a bucket's room.
    WaitsUntil {
        /// The message.
        message: String,
        /// Until when.
        until: Time,
    },
    /// `a2 waits for stripe`: for room in a bucket of that throttle.
    WaitsForThrottle {
        /// The message.
        message: String,
        /// The throttle.
        throttle: String,
    },
    /// `b1 waits for a worker`: no worker has credit.
    WaitsForWorker {
        /// The message.
        message: String,
    },
    /// `b1 waits for its turn`: another fairness key's turn.
    WaitsForTurn {
        /// The message.
        message: String,
    },
    /// `dead: m1 [m2 …]`: the dead letters are exactly these, in order; `dead: none`.
    Dead {
        /// The messages.
        messages: Vec<String>,
    },
    /// `done: a1 a2`: exactly these are acked, in the order of their acks; `done: none`.
    Done {
        /// The messages.
        messages: Vec<String>,
    },
    /// `nothing waits`.
    NothingWaits,
    /// `group A: a1 a2 a2 a3`: the group's deliveries, in order.
    Group {
        /// The group's key values, one per component (`group acme/A` for two).
        key: Vec<String>,
        /// The deliveries.
        deliveries: Vec<String>,
    },
    /// `deliveries: a1 b1 a2`: all deliveries, in order.
    Deliveries {
        /// The messages.
        messages: Vec<String>,
    },
    /// `max in flight A: 1`, `max in flight: 2` (of all).
    MaxInFlight {
        /// The group's key values; none: of the queue.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<Vec<String>>,
        /// The number.
        most: u32,
    },
    /// `delivered b1 before a1`: the first delivery of the one is before that of the other.
    DeliveredBefore {
        /// The earlier one.
        earlier: String,
        /// The later one.
        later: String,
    },
    /// `lost nothing` (R5).
    LostNothing,
}

impl Sent {
    /// The names of the messages that it stands for: its own, or those of its range, in order.
    ///
    /// # Errors
    /// Where the two names of a range do not make one.
    pub fn names(&self) -> Result<NameRange, NameRangeError> {
        NameRange::new(&self.id, self.to.as_deref())
    }
}

impl WorkRule {
    /// Whether it is about the message of this name.
    pub fn names(&self, message: &str) -> bool {
        match self.pattern.strip_suffix('*') {
            Some(start) => message.starts_with(start),
            None => self.pattern == message,
        }
    }
}

const fn one() -> NonZeroU32 {
    NonZeroU32::MIN
}

fn is_one(number: &NonZeroU32) -> bool {
    number.get() == 1
}
