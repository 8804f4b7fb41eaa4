//! What happens in a scenario, and when: lines, messages, notes.

use super::{NameRange, NameRangeError};
use crate::time::Time;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

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
        #[serde(default = "super::one")]
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
    /// `W cut off for D`.
    CutOff {
        /// The worker.
        worker: String,
        /// For how long.
        lasting: Time,
    },
    /// `leader crashes`.
    LeaderCrash,
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
    #[serde(skip_serializing_if = "super::is_one")]
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

impl Sent {
    /// The names of the messages that it stands for: its own, or those of its range, in order.
    ///
    /// # Errors
    /// Where the two names of a range do not make one.
    pub fn names(&self) -> Result<NameRange, NameRangeError> {
        NameRange::new(&self.id, self.to.as_deref())
    }
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
