//! How the workers of a scenario act by themselves.

use crate::time::Time;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

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

impl WorkRule {
    /// Whether it is about the message of this name.
    pub fn names(&self, message: &str) -> bool {
        match self.pattern.strip_suffix('*') {
            Some(start) => message.starts_with(start),
            None => self.pattern == message,
        }
    }
}
