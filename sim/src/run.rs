//! A whole run, recorded: its steps, and the snapshot after each of them through checkpoints.

use crate::language::MAX_TIME;
use crate::replay::Replay;
use crate::scenario::Scenario;
use crate::step::{CountsView, DeliveryRecord, End, HoldRecord, Name, Snapshot, Step};
use crate::time::Time;
use queuescope_engine::Classifier;
use std::cell::{RefCell, RefMut};
use std::sync::Arc;

mod checkpoints;
mod deliveries;
mod holds;

use checkpoints::Checkpoints;
use deliveries::Deliveries;
use holds::Holds;

/// A scenario carried out to its end.
///
/// The state after a step is not stored: it is had from a replay that goes on from the nearest checkpoint, so going
/// back is exact.
#[derive(Clone, Debug)]
pub struct Run {
    steps: Vec<Step>,
    counts: Vec<CountsView>,
    deliveries: Vec<DeliveryRecord>,
    holds: Vec<HoldRecord>,
    end: End,
    checkpoints: Checkpoints,
    /// The replay as it was left by the last question, for one that asks a little further on.
    position: RefCell<Replay>,
    /// The replay at the end of the run.
    last: Replay,
}

impl Run {
    /// Carries the scenario out to its end or to a limit.
    pub fn new(scenario: impl Into<Arc<Scenario>>) -> Self {
        Self::of(Replay::new(scenario))
    }

    /// The same, with that classifier in place of the rules that the scenario has (M3). It is asked anew whenever a part of the run is
    /// replayed, and must say the same.
    pub fn classified(scenario: impl Into<Arc<Scenario>>, classifier: Classifier) -> Self {
        Self::of(Replay::of(scenario.into(), Some(classifier)))
    }

    fn of(mut replay: Replay) -> Self {
        let mut checkpoints = Checkpoints::new(replay.clone());
        let mut deliveries = Deliveries::default();
        let mut holds = Holds::default();
        let mut steps = Vec::new();
        let mut counts = Vec::new();
        let end = loop {
            match replay.step() {
                Ok(step) => {
                    deliveries.record(&step);
                    holds.record(&step, &replay);
                    counts.push(replay.counts());
                    steps.push(step);
                    checkpoints.offer(&replay);
                }
                Err(end) => break end,
            }
        };
        Self {
            steps,
            counts,
            deliveries: deliveries.finish(),
            holds: holds.finish(),
            end,
            position: RefCell::new(checkpoints.before(0).clone()),
            checkpoints,
            last: replay,
        }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.last.plan().scenario
    }

    /// How many steps it has.
    pub const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing happened at all.
    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// A step; none past the end.
    pub fn step(&self, index: usize) -> Option<&Step> {
        self.steps.get(index)
    }

    /// The state after a step; past the end, after the last one; of a run without steps, at the start.
    pub fn snapshot(&self, index: usize) -> Snapshot {
        self.after(index.saturating_add(1).min(self.len()))
    }

    /// The state at an instant: after the last step at or before it, or at the start.
    pub fn snapshot_at(&self, at: Time) -> Snapshot {
        self.after(self.steps_until(at))
    }

    /// The last step at or before an instant; the first one where there is none.
    pub fn index_at(&self, at: Time) -> usize {
        self.steps_until(at).saturating_sub(1)
    }

    /// How many steps there are at or before an instant.
    pub fn steps_until(&self, at: Time) -> usize {
        self.steps.partition_point(|step| step.at <= at)
    }

    /// How many messages were where, after each step.
    pub fn counts(&self) -> &[CountsView] {
        &self.counts
    }

    /// Deliveries, in the order in which they began.
    pub fn deliveries(&self) -> &[DeliveryRecord] {
        &self.deliveries
    }

    /// Stretches in which a group was held by its head's not-before time, by a full bucket or for reclaim, in the order in
    /// which they began.
    pub fn holds(&self) -> &[HoldRecord] {
        &self.holds
    }

    /// Why it ended.
    pub const fn end(&self) -> &End {
        &self.end
    }

    /// The latest instant that the run knows of: its last step, or a note, an expectation or an `until` after it.
    pub fn until(&self) -> Time {
        let last = self.steps.last().map_or(Time::ZERO, |step| step.at);
        let mark = self.last.plan().marks.last().copied();
        last.max(mark.unwrap_or(Time::ZERO).min(MAX_TIME))
    }

    /// Every worker that is ever there, in the order in which they first join: the table's columns.
    pub fn workers(&self) -> &[Name] {
        &self.last.plan().workers
    }

    /// The replay at the end of the run.
    pub(crate) const fn last(&self) -> &Replay {
        &self.last
    }

    /// The instant after which the run says nothing more: [`Self::until`], or the step at which a limit cut it off.
    pub(crate) fn ends_at(&self) -> Time {
        match self.end {
            End::Done | End::Quiet { .. } => self.until(),
            End::StepLimit { .. } => self.steps.last().map_or(Time::ZERO, |step| step.at),
            End::TimeLimit { at } => at,
        }
    }

    /// The state when so many steps have been taken.
    pub(crate) fn after(&self, steps: usize) -> Snapshot {
        self.replay_after(steps).snapshot()
    }

    /// The replay when so many steps have been taken.
    pub(crate) fn replay_after(&self, steps: usize) -> RefMut<'_, Replay> {
        let mut position = self.position.borrow_mut();
        let checkpoint = self.checkpoints.before(steps);
        if position.steps() > steps || checkpoint.steps() > position.steps() {
            *position = checkpoint.clone();
        }
        while position.steps() < steps && position.step().is_ok() {}
        position
    }
}

#[cfg(test)]
mod tests;
