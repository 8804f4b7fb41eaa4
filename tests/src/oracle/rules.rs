//! What a queue is, in the oracle's own words: plain data, times in microseconds.

/// A name or a value: all that the trials use are known when they are compiled.
pub type Word = &'static str;

/// A queue's definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What it orders by (O1–O3).
    pub order: Order,
    /// Whether a message without the ordering key is outside every group, rather than refused (O12).
    pub keyless_unordered: bool,
    /// The visibility timeout (L3).
    pub lease: u64,
    /// Deliveries before a message is dead-lettered (R1).
    pub attempts: u32,
    /// The wait between attempts (R1).
    pub backoff: Backoff,
    /// What is asked before the retry policy (R1).
    pub on_failure: Vec<FailureRule>,
    /// The throttles that the queue declares (T6).
    pub throttles: Vec<Throttle>,
    /// Deliveries of a fairness key of weight 1 per round (F1).
    pub quantum: u32,
    /// Whether workers take turns (L2).
    pub take_turns: bool,
    /// How many shards there are, and what tells them apart (S1); no key: one shard.
    pub shards: (u32, Vec<Component>),
    /// The most messages of one delivery (B1).
    pub batch: u32,
    /// Whether a new leader knows no lease (X2).
    pub fast: bool,
    /// The reclaim grace (X2).
    pub grace: u64,
    /// What the classifier says (M3); of two sentences that set one thing, the first that has a value for it.
    pub classifier: Vec<ClassRule>,
}

impl Default for Rules {
    /// The plainest queue that there is.
    fn default() -> Self {
        Self {
            order: Order::Unordered,
            keyless_unordered: false,
            lease: 30_000_000,
            attempts: 3,
            backoff: Backoff::None,
            on_failure: Vec::new(),
            throttles: Vec::new(),
            quantum: 1,
            take_turns: false,
            shards: (1, Vec::new()),
            batch: 1,
            fast: false,
            grace: 5_000_000,
            classifier: Vec::new(),
        }
    }
}

/// What a queue orders by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Nothing (O1).
    Unordered,
    /// The whole queue is one group (O3).
    Whole,
    /// The values of these (O2).
    By(Vec<Component>),
}

/// Where a key's value is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// A header.
    Header(Word),
    /// An attribute.
    Attribute(Word),
    /// The fairness key.
    Fairness,
}

/// The wait between attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backoff {
    /// None.
    None,
    /// Always this long.
    Fixed(u64),
    /// Doubling from the first, up to the second.
    Doubling(u64, u64),
}

/// Decides on a failure before the retry policy does (R1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailureRule {
    /// The cause that it is about; none: every one.
    pub cause: Option<Cause>,
    /// The attempt from which on it holds.
    pub from_attempt: u32,
    /// To retry after so long; none: to dead-letter.
    pub retry_after: Option<u64>,
}

/// Why an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The worker said so.
    Nacked,
    /// The lease ended (O8).
    Expired,
}

/// A throttle as somebody declares it (T1, T2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throttle {
    /// Its name.
    pub name: Word,
    /// The limits, all of which hold.
    pub limits: Vec<Limit>,
    /// What tells its buckets apart.
    pub key: Vec<Component>,
    /// Whether messages without the key are unthrottled, rather than in a bucket that they share.
    pub unthrottled: bool,
}

/// One limit of a throttle (T1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many deliveries in any window of this length.
    Window(u32, u64),
    /// So many tokens per so long, and so many at most.
    Rate(u32, u64, u32),
}

/// One sentence of a classifier: what it sets, and for which messages (M3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassRule {
    /// Only where this header has this value.
    pub when: Option<(Word, Word)>,
    /// What.
    pub sets: Sets,
}

/// What a sentence of a classifier sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sets {
    /// An attribute, to the value of a header; nothing where the message has no such header.
    Attribute(Word, Word),
    /// The fairness key, to the value of a header.
    Fairness(Word),
    /// The weight.
    Weight(u32),
}

/// A message as a producer hands it over (M2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// Its headers, each name once.
    pub headers: Vec<(Word, Word)>,
    /// Its fairness key.
    pub fairness: Option<Word>,
    /// Its weight; 0 is read as 1.
    pub weight: u32,
    /// Its enqueue delay.
    pub delay: u64,
}

/// A worker as it subscribes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joining {
    /// How many messages it may hold.
    pub credit: u32,
    /// The throttles that it declares.
    pub throttles: Vec<Throttle>,
}
