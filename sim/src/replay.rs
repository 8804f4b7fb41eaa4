//! The machine that carries a scenario out on the engine, one instant at a time.
//!
//! At an instant, what time brings comes first (C2), then the lines in the order of the text, then the workers' own
//! acts, then delivery, once, to whoever is free.

use crate::language::MAX_STEPS;
use crate::lower::{self, Refused};
use crate::plan::Plan;
use crate::scenario::Scenario;
use crate::step::{CountsView, End, Fact, LaneKind, Name, Step};
use crate::time::Time;
use queuescope_engine::{Classifier, Instant, Queue};
use std::sync::Arc;

mod agenda;
mod cut_off;
mod facts;
mod lanes;
mod lines;
mod names;
mod next;
mod snapshot;
mod target;

use agenda::Agenda;
use lanes::Lanes;
pub(crate) use names::Fate;
use names::Names;

/// A scenario in the middle of being carried out. A clone is a checkpoint.
#[derive(Clone, Debug)]
pub struct Replay {
    plan: Arc<Plan>,
    queue: Queue,
    /// The instant of the latest step; none before the first.
    at: Option<Time>,
    steps: usize,
    /// How many of the plan's entries, marks and notes are behind.
    entries: usize,
    marks: usize,
    notes: usize,
    agenda: Agenda,
    names: Names,
    lanes: Lanes,
    /// What could not be taken over from the scenario: the first step says so.
    refused: Vec<Refused>,
}

impl Replay {
    /// Before the first step, with the workers that are there from the start.
    pub fn new(scenario: impl Into<Arc<Scenario>>) -> Self {
        Self::of(scenario.into(), None)
    }

    pub(crate) fn of(scenario: Arc<Scenario>, classifier: Option<Classifier>) -> Self {
        let plan = Arc::new(Plan::new(scenario, classifier));
        let mut replay = Self {
            queue: plan.queue.clone(),
            at: None,
            steps: 0,
            entries: 0,
            marks: 0,
            notes: 0,
            agenda: Agenda::new(plan.scenario.work.seed.unwrap_or(0)),
            names: Names::new(plan.messages.len(), plan.workers.len()),
            lanes: Lanes::new(
                &plan.scenario.queue.name,
                plan.queue.status().spec().shards().is_some(),
            ),
            refused: plan.refused.clone(),
            plan,
        };
        replay.subscribe_all();
        replay
    }

    /// Goes to the next instant at which something happens.
    ///
    /// # Errors
    /// Why the run ended, where nothing more happens. Further calls say the same.
    pub fn step(&mut self) -> Result<Step, End> {
        loop {
            if self.steps == MAX_STEPS {
                return Err(End::StepLimit { steps: self.steps });
            }
            let at = self.next_instant()?;
            if let Some(step) = self.visit(at) {
                return Ok(step);
            }
        }
    }

    /// How many messages are where.
    pub fn counts(&self) -> CountsView {
        let counts = self.queue.status().counts();
        CountsView {
            enqueued: counts.enqueued,
            pending: counts.pending,
            in_flight: counts.in_flight,
            acked: counts.acked,
            dead_lettered: counts.dead_lettered,
            purged: counts.purged,
        }
    }

    /// How many steps have been taken.
    pub const fn steps(&self) -> usize {
        self.steps
    }

    /// The engine's queue as it is after the latest step.
    pub const fn queue(&self) -> &Queue {
        &self.queue
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What became of a message, by its place in the plan.
    pub(crate) fn fate(&self, message: usize) -> Fate {
        self.names.message(message).fate
    }

    /// The place and the kind of a message's lane, where it has been in the queue.
    pub(crate) fn lane_of(&self, message: usize) -> Option<(usize, LaneKind)> {
        let slot = self.names.message(message);
        slot.id?;
        Some((slot.lane, self.lanes.all()[slot.lane].kind))
    }

    /// The shard that a lane lies in; 0 where the queue has no shards.
    pub(crate) fn shard_of_lane(&self, lane: usize) -> u64 {
        self.lanes.all()[lane].shard.map_or(0, u64::from)
    }

    /// The place of a message's lane, where it has been in an ordering group.
    pub(crate) fn group_of(&self, message: usize) -> Option<usize> {
        let (lane, kind) = self.lane_of(message)?;
        match kind {
            LaneKind::Group | LaneKind::Queue => Some(lane),
            LaneKind::Unordered => None,
        }
    }

    /// The lane of the group with these values of the ordering key, where it has had messages.
    pub(crate) fn lane_of_group(&self, values: &[String]) -> Option<Name> {
        self.lanes.group(values).map(|lane| Name::clone(&lane.name))
    }

    /// A measure of what a clone costs.
    pub(crate) fn weight(&self) -> usize {
        let counts = self.counts();
        let held = counts.pending + counts.in_flight + counts.dead_lettered;
        usize::try_from(held).unwrap_or(usize::MAX) + self.names.weight() + self.lanes.weight()
    }

    /// Does all that happens at an instant; none where nothing did.
    fn visit(&mut self, at: Time) -> Option<Step> {
        let now = at.instant();
        let mut step = Step {
            index: self.steps,
            at,
            facts: std::mem::take(&mut self.refused).into_iter().map(Fact::from).collect(),
            lines: Vec::new(),
            notes: self.notes_at(at),
        };
        self.end_lost_leases(at, &mut step.facts);
        self.queue.advance(now);
        self.tell(now, &mut step.facts);
        self.reconnect_all(at, &mut step.facts);
        self.carry_out_lines(at, &mut step);
        self.carry_out_own_acts(at, &mut step.facts);
        while self.queue.deliver(now).is_some() {}
        self.tell(now, &mut step.facts);
        if step.facts.is_empty() && step.lines.is_empty() && step.notes.is_empty() {
            return None;
        }
        self.at = Some(at);
        self.steps += 1;
        Some(step)
    }

    fn notes_at(&mut self, at: Time) -> Vec<Name> {
        let plan = &self.plan;
        while plan.marks.get(self.marks).is_some_and(|mark| *mark <= at) {
            self.marks += 1;
        }
        let due = plan.notes[self.notes..].iter().take_while(|(when, _)| *when <= at);
        let notes: Vec<Name> = due.map(|(_, text)| Name::clone(text)).collect();
        self.notes += notes.len();
        notes
    }

    fn subscribe_all(&mut self) {
        let plan = Arc::clone(&self.plan);
        for decl in &plan.scenario.workers {
            let spec = lower::worker(&plan.scenario, &decl.name, decl.takes, &mut self.refused);
            let Some(worker) = plan.worker_named(&decl.name) else {
                continue;
            };
            let taken = if self.names.worker(worker).id.is_some() {
                Err("a worker of that name is there already".to_owned())
            } else {
                self.queue.subscribe(Instant::ZERO, spec).map_err(|conflict| conflict.to_string())
            };
            match taken {
                Ok(id) => self.names.joined(worker, id),
                Err(why) => self.refused.push(Refused {
                    line: None,
                    what: format!("worker {}", decl.name),
                    why,
                }),
            }
        }
        while self.queue.poll_event().is_some() {}
    }
}
