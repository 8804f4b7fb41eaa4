//! What a queue is, said once at its creation and valid by construction (O11).

use crate::classifier::Classifier;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::num::NonZeroU32;
use core::time::Duration;

mod durability;
mod order;
mod retry;
mod shards;
mod throttle;
mod worker;

pub use durability::Durability;
pub use order::{EmptyOrderingKey, Key, MissingOrderingKey, Order, OrderingKey};
pub use retry::{Backoff, FailureAction, FailureRule, RetryPolicy};
pub use shards::{ShardKeyError, Shards, ShardsError};
pub use throttle::{Limit, MissingThrottleKey, ThrottleError, ThrottleKeyConflict, ThrottleSpec};
pub use worker::WorkerSpec;

/// A queue's definition: order, leases, retries, throttles, fairness.
///
/// ```
/// use queuescope_engine::{Key, MissingOrderingKey, QueueSpec};
/// let spec = QueueSpec::new("account-events")
///     .ordered_by([Key::fairness_key(), Key::header("account")])
///     .when_ordering_key_missing(MissingOrderingKey::Unordered);
/// assert_eq!(spec.name(), "account-events");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueSpec {
    name: Box<str>,
    order: Order,
    missing_ordering_key: MissingOrderingKey,
    visibility_timeout: Duration,
    retry: RetryPolicy,
    on_failure: Vec<FailureRule>,
    throttles: Vec<ThrottleSpec>,
    quantum: NonZeroU32,
    worker_choice: WorkerChoice,
    on_enqueue: Option<Classifier>,
    shards: Option<Shards>,
    batch: NonZeroU32,
    durability: Durability,
    reclaim_grace: Duration,
}

/// Which of several workers with credit takes a message (L2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkerChoice {
    /// The first one in subscription order.
    #[default]
    SubscriptionOrder,
    /// The next one after the worker that took the last message, round and round.
    RoundRobin,
}

impl QueueSpec {
    /// The visibility timeout of a queue that sets none.
    pub const DEFAULT_VISIBILITY_TIMEOUT: Duration = Duration::from_secs(30);

    /// The reclaim grace of a queue that sets none.
    pub const DEFAULT_RECLAIM_GRACE: Duration = Duration::from_secs(5);

    /// An unordered queue: leases of 30 s, three attempts with the default backoff, no throttles, quantum 1, one shard, no
    /// batches, durability `Committed`.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            order: Order::Unordered,
            missing_ordering_key: MissingOrderingKey::default(),
            visibility_timeout: Self::DEFAULT_VISIBILITY_TIMEOUT,
            retry: RetryPolicy::default(),
            on_failure: Vec::new(),
            throttles: Vec::new(),
            quantum: NonZeroU32::MIN,
            worker_choice: WorkerChoice::default(),
            on_enqueue: None,
            shards: None,
            batch: NonZeroU32::MIN,
            durability: Durability::default(),
            reclaim_grace: Self::DEFAULT_RECLAIM_GRACE,
        }
    }

    /// Makes the whole queue one ordering group (O3).
    #[must_use]
    pub fn ordered(mut self) -> Self {
        self.order = Order::Whole;
        self
    }

    /// Orders messages with equal values for these components (O2). No components do not compile.
    #[must_use]
    pub fn ordered_by<const N: usize>(self, components: [Key; N]) -> Self {
        const { assert!(N > 0, "an ordering key has at least one component") };
        self.ordered_by_key(OrderingKey::of(Vec::from(components)))
    }

    /// Orders messages with equal values for this ordering key (O2).
    #[must_use]
    pub fn ordered_by_key(mut self, key: OrderingKey) -> Self {
        self.order = Order::By(key);
        self
    }

    /// Says what becomes of a message without a value for the ordering key (O12).
    ///
    /// Without effect on a queue that has no ordering key.
    #[must_use]
    pub const fn when_ordering_key_missing(mut self, policy: MissingOrderingKey) -> Self {
        self.missing_ordering_key = policy;
        self
    }

    /// Sets how long a lease lasts (L3). A zero timeout is read as one microsecond, the shortest there is.
    #[must_use]
    pub fn visibility_timeout(mut self, timeout: Duration) -> Self {
        self.visibility_timeout = timeout.max(Duration::from_micros(1));
        self
    }

    /// Sets how often and how soon a failed message is tried again (R1).
    #[must_use]
    pub const fn retry(mut self, retry: RetryPolicy) -> Self {
        self.retry = retry;
        self
    }

    /// Adds a failure rule behind those that are there; the first that matches decides (R1).
    #[must_use]
    pub fn on_failure(mut self, rule: FailureRule) -> Self {
        self.on_failure.push(rule);
        self
    }

    /// Declares a throttle for the queue (T6).
    ///
    /// # Errors
    /// Where the queue declares a throttle of that name with another key.
    pub fn throttle(mut self, throttle: ThrottleSpec) -> Result<Self, ThrottleKeyConflict> {
        for known in &self.throttles {
            known.agree(&throttle)?;
        }
        self.throttles.push(throttle);
        Ok(self)
    }

    /// Sets the deliveries that a fairness key of weight 1 gets per round (F1).
    #[must_use]
    pub const fn quantum(mut self, quantum: NonZeroU32) -> Self {
        self.quantum = quantum;
        self
    }

    /// Sets which of several workers with credit takes a message (L2).
    #[must_use]
    pub const fn worker_choice(mut self, choice: WorkerChoice) -> Self {
        self.worker_choice = choice;
        self
    }

    /// Sets what finds out a message's attributes when it arrives (M3).
    #[must_use]
    pub fn on_enqueue(mut self, classifier: Classifier) -> Self {
        self.on_enqueue = Some(classifier);
        self
    }

    /// Splits the queue into shards that its order allows (S1).
    pub(crate) fn sharded(mut self, shards: Shards) -> Self {
        self.shards = Some(shards);
        self
    }

    /// Sets how many consecutive messages of a group go out together at most (B1).
    #[must_use]
    pub const fn batches_of(mut self, most: NonZeroU32) -> Self {
        self.batch = most;
        self
    }

    /// Sets what outlives a leader (X1, X2).
    #[must_use]
    pub const fn durability(mut self, durability: Durability) -> Self {
        self.durability = durability;
        self
    }

    /// Sets how long a new leader of a `Fast` queue waits for what workers have to say (X2). Zero is read as one
    /// microsecond, the shortest there is.
    #[must_use]
    pub fn reclaim_grace(mut self, grace: Duration) -> Self {
        self.reclaim_grace = grace.max(Duration::from_micros(1));
        self
    }

    /// The queue's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the queue orders by.
    pub const fn order(&self) -> &Order {
        &self.order
    }

    /// What becomes of a message without a value for the ordering key.
    pub const fn missing_ordering_key(&self) -> MissingOrderingKey {
        self.missing_ordering_key
    }

    /// How long a lease lasts.
    pub const fn lease_length(&self) -> Duration {
        self.visibility_timeout
    }

    /// The retry policy.
    pub const fn retry_policy(&self) -> RetryPolicy {
        self.retry
    }

    /// The failure rules, in the order in which they are asked.
    pub fn failure_rules(&self) -> &[FailureRule] {
        &self.on_failure
    }

    /// The throttles that the queue itself declares.
    pub fn throttles(&self) -> &[ThrottleSpec] {
        &self.throttles
    }

    /// Deliveries per round for a fairness key of weight 1.
    pub const fn quantum_value(&self) -> NonZeroU32 {
        self.quantum
    }

    /// Which of several workers with credit takes a message.
    pub const fn worker_choice_value(&self) -> WorkerChoice {
        self.worker_choice
    }

    /// What finds out a message's attributes, where the queue has it.
    pub const fn classifier(&self) -> Option<&Classifier> {
        self.on_enqueue.as_ref()
    }

    /// The shards, in the definition of a queue that was made with [`Queue::sharded`](crate::Queue::sharded).
    pub const fn shards(&self) -> Option<&Shards> {
        self.shards.as_ref()
    }

    /// How many messages of a group go out together at most.
    pub const fn batch(&self) -> NonZeroU32 {
        self.batch
    }

    /// What outlives a leader.
    pub const fn durability_value(&self) -> Durability {
        self.durability
    }

    /// How long a new leader of a `Fast` queue waits for its workers.
    pub const fn reclaim_grace_value(&self) -> Duration {
        self.reclaim_grace
    }
}
