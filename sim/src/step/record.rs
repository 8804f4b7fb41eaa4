//! What is known of a run as a whole: its deliveries, its holds, its end.

use super::Name;
use crate::time::Time;
use serde::Serialize;

/// One delivery over the run: a bar of the timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryRecord {
    /// The message.
    pub message: Name,
    /// Its lane.
    pub lane: Name,
    /// The worker.
    pub worker: Name,
    /// The number of the attempt, 1 for the first.
    pub attempt: u32,
    /// When it went out.
    pub from: Time,
    /// When and how it ended; none while it is in flight at the end of the run.
    pub end: Option<(Time, Outcome)>,
}

/// How a delivery ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// Its worker finished it.
    Acked,
    /// Its worker gave it up.
    Nacked,
    /// Its lease ended first.
    Expired,
    /// Its worker rejected it.
    Rejected,
    /// Its worker left and gave it back.
    Returned,
    /// An operator dead-lettered it in flight.
    DeadLettered,
}

/// A stretch of time in which a group was held by its head's not-before time or by a bucket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HoldRecord {
    /// The head.
    pub message: Name,
    /// Its lane.
    pub lane: Name,
    /// From when.
    pub from: Time,
    /// Until when.
    pub until: Time,
    /// The bucket that held it, as `stripe/cust-1`; none: its not-before time did.
    pub bucket: Option<Name>,
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum End {
    /// Nothing is left to do: nothing pending, nothing in flight.
    Done,
    /// Nothing more happens by itself: messages are in flight with workers that have no further line, or wait for them.
    Quiet {
        /// Messages with a worker.
        in_flight: u64,
        /// Messages that wait.
        pending: u64,
    },
    /// The run has as many steps as there may be.
    StepLimit {
        /// Steps carried out.
        steps: usize,
    },
    /// What comes next is later than a run may last.
    TimeLimit {
        /// The instant.
        at: Time,
    },
}
