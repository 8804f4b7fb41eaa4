//! The limits that are part of the language: past one, an error names the limit and the value.

use crate::time::Time;

/// The longest text of a scenario, in bytes.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;
/// The longest JSON form of a scenario, in bytes.
pub const MAX_JSON_BYTES: usize = 4 * 1024 * 1024;
/// The most messages that a scenario sends.
pub const MAX_MESSAGES: u64 = 10_000;
/// The most headers of a message.
pub const MAX_HEADERS: usize = 64;
/// The most workers that are there from the start or join.
pub const MAX_WORKERS: usize = 1_000;
/// The most steps of a run.
pub const MAX_STEPS: usize = 100_000;
/// The longest time, and the last instant, that a scenario names: 365 days.
pub const MAX_TIME: Time = Time::from_secs(365 * 86_400);
/// The most errors that are reported of one text, the closing one aside.
pub const MAX_DIAGNOSTICS: usize = 100;
