//! Stretches in which a group is held by its head's not-before time, by a full bucket or for reclaim.
//!
//! Whether a head is held is the engine's word, asked for after each step: of the lanes that the step touched, and, as a
//! bucket binds lanes that a step does not name, of all lanes where throttles are declared and where the leader crashed.

use crate::index::Ranks;
use crate::replay::{Fate, Replay};
use crate::step::{Fact, HeldBy, HoldRecord, Name, Reason, Step};
use crate::time::Time;
use crate::words;

/// With more groups than this, a group that is held by a bucket is noticed when a step names it.
const MOST_LANES_ASKED: usize = 256;

/// The holds so far.
#[derive(Debug, Default)]
pub(super) struct Holds {
    records: Vec<HoldRecord>,
    lanes: Vec<Lane>,
}

/// What is known of a lane.
#[derive(Debug, Default)]
struct Lane {
    /// Messages that arrived in it, in order; those at the end that are gone are dropped.
    arrived: Vec<usize>,
    /// Its present hold, as a place in the records.
    open: Option<usize>,
}

impl Holds {
    pub(super) fn record(&mut self, step: &Step, replay: &Replay) {
        let mut touched = Ranks::new();
        for fact in &step.facts {
            let Some(message) = fact.message().and_then(|name| replay.plan().message_named(name))
            else {
                continue;
            };
            let Some(lane) = replay.group_of(message) else {
                continue;
            };
            touched.insert((0, 0, lane));
            if self.lanes.len() <= lane {
                self.lanes.resize_with(lane + 1, Lane::default);
            }
            if fact.joins_queue() {
                self.lanes[lane].arrived.push(message);
            }
        }
        let leader = |fact: &Fact| matches!(fact, Fact::LeaderCrashed { .. } | Fact::ReclaimEnded);
        let throttled = !replay.plan().throttles.is_empty() && self.lanes.len() <= MOST_LANES_ASKED;
        if throttled || step.facts.iter().any(leader) {
            for lane in 0..self.lanes.len() {
                touched.insert((0, 0, lane));
            }
        }
        for (_, _, lane) in touched.iter() {
            self.note(lane, step.at, replay);
        }
    }

    pub(super) fn finish(self) -> Vec<HoldRecord> {
        self.records
    }

    /// Begins, goes on with or ends the hold of a lane.
    fn note(&mut self, lane: usize, now: Time, replay: &Replay) {
        let held = self.held(lane, replay);
        let open = self.lanes[lane].open;
        if let Some(open) = open {
            let record = &mut self.records[open];
            if let Some(held) = &held
                && held.message == record.message
                && held.by == record.by
            {
                record.until = held.until;
                return;
            }
            record.until = now;
        }
        self.lanes[lane].open = held.map(|held| {
            self.records.push(HoldRecord { from: now, ..held });
            self.records.len() - 1
        });
    }

    /// The hold that the lane's head is under by the engine's word, and until when as far as it is known.
    fn held(&mut self, lane: usize, replay: &Replay) -> Option<HoldRecord> {
        let arrived = &mut self.lanes[lane].arrived;
        while arrived.last().is_some_and(|last| replay.fate(*last) != Fate::Live) {
            arrived.pop();
        }
        let mut message = *arrived.last()?;
        let mut reason = replay.reason_of(message)?;
        if let Reason::BehindHead { head } = &reason {
            message = replay.plan().message_named(head)?;
            reason = replay.reason_of(message)?;
        }
        let (until, by) = match reason {
            Reason::NotBefore { at } => (at, HeldBy::NotBefore),
            Reason::HeldForReclaim { until } => (until, HeldBy::Reclaim),
            Reason::Bucket { throttle, bucket, until } => {
                (until, HeldBy::Bucket(Name::from(words::bucket(&throttle, &bucket))))
            }
            Reason::BehindHead { .. }
            | Reason::BehindInFlight { .. }
            | Reason::OtherTurn { .. }
            | Reason::NoCredit
            | Reason::Nothing => return None,
        };
        let (message, lane) = replay.named(message);
        Some(HoldRecord { message, lane, from: until, until, by })
    }
}
