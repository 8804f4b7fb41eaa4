//! What a scenario expects.

use crate::time::Time;
use serde::{Deserialize, Serialize};

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
    /// `a1 waits for reclaim`: for the end of a reclaim grace.
    WaitsForReclaim {
        /// The message.
        message: String,
    },
    /// `processed twice: a1 [b1 …]`: exactly these were at two workers at once, in the order in which they first were; `processed twice: none`.
    ProcessedTwice {
        /// The messages.
        messages: Vec<String>,
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
