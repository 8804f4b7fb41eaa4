//! The statements of a text, as they are written: what the grammar reads and the printer writes.

use crate::kept::Kept;
use crate::scenario::{
    Action, BackoffDecl, Claim, ClassifierRuleDecl, DurabilityDecl, FailureRuleDecl, MissingKey,
    Note, OrderDecl, ShardsDecl, Takes, ThrottleDecl, WorkRule,
};
use crate::time::Time;
use std::num::NonZeroU32;
use std::ops::Range;

/// What one line says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    Title(String),
    Queue { name: String, clauses: Vec<Clause> },
    Clauses(Vec<Clause>),
    Workers(Vec<String>),
    WorkerCount(u32),
    Worker { name: String, takes: NonZeroU32 },
    Throttle(ThrottleDecl),
    At { at: Time, act: Act },
    Note(Note),
    Until(Time),
    WorkHeader,
    Work(Vec<WorkItem>),
    ExpectHeader,
    Expect { at: Option<Time>, claims: Vec<Claim> },
}

/// A clause of the queue.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Clause {
    Order(OrderDecl),
    Missing(MissingKey),
    Lease(Time),
    Attempts(NonZeroU32),
    Backoff(BackoffDecl),
    OnFailure(FailureRuleDecl),
    Quantum(NonZeroU32),
    TakeTurns,
    Classify(ClassifierRuleDecl),
    Shards(ShardsDecl),
    Batches(NonZeroU32),
    Durability(DurabilityDecl),
    ReclaimGrace(Time),
}

/// What an `at` line does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Act {
    Send(SendLine),
    /// Everything but a send.
    Other(Action),
}

/// `send …`, with properties where they are written.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct SendLine {
    pub(crate) messages: Vec<SentItem>,
    pub(crate) with: Properties,
    pub(crate) every: Option<Time>,
}

/// A message or a range of a send line.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct SentItem {
    pub(crate) id: String,
    pub(crate) to: Option<String>,
    pub(crate) key: Option<String>,
    pub(crate) properties: Properties,
}

/// What is said of a message, or of all of a line.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Properties {
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) fairness: Option<String>,
    pub(crate) weight: Option<NonZeroU32>,
    pub(crate) delay: Option<Time>,
}

impl Properties {
    /// Whether nothing is said.
    pub(crate) const fn is_empty(&self) -> bool {
        self.headers.is_empty()
            && self.fairness.is_none()
            && self.weight.is_none()
            && self.delay.is_none()
    }
}

/// What a line of the work section says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum WorkItem {
    Takes(Takes),
    Fail(u32),
    Seed(u64),
    Rule(WorkRule),
}

/// The part of the scenario that a statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Root {
    Title,
    Queue,
    Worker,
    Throttle,
    Script,
    Work,
    /// A rule of the work section.
    Rule,
    Note,
    Until,
    Expect,
}

/// What a place of a statement holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Field {
    /// All of it.
    Whole,
    /// Its instant.
    At,
    Name,
    Worker,
    Message,
    /// The whole of a message of a send line, with its properties.
    Item,
    To,
    Key,
    Header,
    Component,
    Limit,
    Throttle,
    Order,
    Lease,
    Attempts,
    Backoff,
    Rule,
    Quantum,
    /// A rule of the classifier.
    Classify,
    Shards,
    ShardComponent,
    Batches,
    Durability,
    ReclaimGrace,
    Every,
    Delay,
    /// A time within, not named more closely.
    Time,
    /// `, retry after D`.
    RetryAfter,
    Takes,
    Fail,
    Credit,
}

/// Where a part of a statement stands in the text.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// Which of the statement's parts: the clause, the claim.
    pub(crate) part: usize,
    pub(crate) field: Field,
    pub(crate) item: usize,
    pub(crate) span: Range<usize>,
}

/// A statement and its places.
#[derive(Clone, Debug)]
pub(crate) struct Stated {
    pub(crate) statement: Statement,
    /// From its first word to its last.
    pub(crate) span: Range<usize>,
    /// Its line's place in the list of lines.
    pub(crate) line: usize,
    pub(crate) marks: Kept<Vec<Mark>>,
}

impl Stated {
    /// Where its parts stand, as far as that is kept.
    pub(crate) fn marks(&self) -> &[Mark] {
        self.marks.get().map(Vec::as_slice).unwrap_or_default()
    }

    /// Where a part stands.
    pub(crate) fn mark(&self, field: Field, item: usize) -> Option<Range<usize>> {
        self.marks()
            .iter()
            .find(|mark| mark.field == field && mark.item == item)
            .map(|mark| mark.span.clone())
    }
}
