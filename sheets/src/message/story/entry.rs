//! What a story is made of.

use queuescope_sim::Name;

/// What an entry is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// It came into the queue.
    Arrived,
    /// It waits; for another message of its group, where one is named.
    Waits(Option<Name>),
    /// It was with a worker.
    Attempt,
    /// It was over for the message, or began anew.
    Change,
}

/// A stretch of the story, or an instant of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The step at which it began, from 0.
    pub(crate) step: usize,
    /// What it is about.
    pub(crate) what: What,
    /// What it is, in a word or two.
    pub(crate) name: String,
    /// The rest of it.
    pub(crate) says: String,
    /// What came to be known of it later, and at which step.
    pub(crate) later: Vec<(usize, String)>,
    /// The step at which it ended; none: it lasts, or is an instant.
    pub(crate) end: Option<usize>,
    /// Whether it lasts.
    pub(crate) lasts: bool,
}
