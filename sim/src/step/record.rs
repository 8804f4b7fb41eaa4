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
    /// The message that its batch began with, where several went out together (B1).
    pub batch: Option<Name>,
    /// From when on the leader did not know of it, and until when, where its leader crashed (X2); the latter is none where it never did
    /// again.
    pub lost: Option<(Time, Option<Time>)>,
    /// From when until when it was processed elsewhere at once (X3): both deliveries say so. The one that was given up says the first
    /// instant and the last, where several came after it.
    pub twice: Option<(Time, Time)>,
    /// Until when its worker was at work on it after the leader had given it up, for it was cut off (X3): it reached the leader,
    /// crashed or left, or its lease ended by its own clock.
    pub stray: Option<Time>,
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
    /// It was given back: its worker left, or an earlier one of its batch failed.
    Returned,
    /// Nobody spoke for it in the reclaim grace.
    Unresolved,
    /// An operator dead-lettered it in flight.
    DeadLettered,
}

/// A stretch of time in which a group was held by its head's not-before time, by a bucket or for reclaim.
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
    /// What held it.
    pub by: HeldBy,
}

/// What holds a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum HeldBy {
    /// Its head's not-before time.
    NotBefore,
    /// A bucket, as `stripe/cust-1`.
    Bucket(Name),
    /// The reclaim grace of a new leader (X2).
    Reclaim,
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
