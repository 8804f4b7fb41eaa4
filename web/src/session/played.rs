//! A text that was carried out: its run, and what every view looks up in it.

use super::checks::Checks;
use super::downs::{Down, LeaderCrash, downs};
use crate::scale::Rail;
use queuescope_sim::{Fact, Name, Parsed, Row, Run, Scenario, Time, row};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many colours there are for lanes.
const HUES: u8 = 8;

/// The run of a text, with colours for its lanes.
#[derive(Clone, Debug)]
pub struct Played {
    text: Rc<str>,
    parsed: Parsed,
    run: Run,
    checks: Rc<Checks>,
    rail: Rc<Rail>,
    downs: Vec<Down>,
    crashes: Vec<LeaderCrash>,
    /// The lanes in the order of their first arrival, each with its colour.
    arrived: Vec<(Name, u8)>,
    /// The place there of each lane, by its name.
    lanes: BTreeMap<Name, usize>,
    /// The place there of the lane of each message.
    messages: BTreeMap<Name, usize>,
    order: Vec<Name>,
    /// Rows of the step table that were asked for: they are needed again at each step.
    rows: RefCell<Vec<Option<Rc<Row>>>>,
}

impl Played {
    /// Carries out the scenario of a text.
    pub fn new(text: &str, parsed: Parsed) -> Self {
        let run = Run::new(parsed.scenario.clone());
        let checks = Rc::new(Checks::of(text, &parsed, &run));
        let mut arrived: Vec<(Name, u8)> = Vec::new();
        let mut lanes = BTreeMap::new();
        let mut messages = BTreeMap::new();
        let mut keyed = 0;
        for fact in run.steps().iter().flat_map(|step| &step.facts) {
            if let Fact::Arrived { message, lane } = fact {
                let place = lanes.get(lane).copied().unwrap_or(arrived.len());
                messages.insert(Name::clone(message), place);
                if place == arrived.len() {
                    let hue = if &**lane == NO_KEY {
                        0
                    } else {
                        keyed += 1;
                        (keyed - 1) % HUES + 1
                    };
                    lanes.insert(Name::clone(lane), place);
                    arrived.push((Name::clone(lane), hue));
                }
            }
        }
        if let [(_, hue)] = &mut arrived[..] {
            *hue = 1;
        }
        let mut order: Vec<Name> = arrived.iter().map(|(lane, _)| Name::clone(lane)).collect();
        // As in the snapshots: messages without a key come after all groups.
        if let Some(place) = order.iter().position(|lane| &**lane == NO_KEY) {
            order[place..].rotate_left(1);
        }
        let instants: Vec<Time> = run.steps().iter().map(|step| step.at).collect();
        let (downs, crashes) = downs(&run);
        Self {
            text: text.into(),
            downs,
            crashes,
            parsed,
            run,
            checks,
            rail: Rc::new(Rail::new(&instants)),
            arrived,
            lanes,
            messages,
            order,
            rows: RefCell::default(),
        }
    }

    /// No text, nothing carried out.
    pub fn nothing() -> Self {
        let parsed = Parsed {
            scenario: Scenario::default(),
            script_lines: Vec::new(),
            expect_lines: Vec::new(),
            note_lines: Vec::new(),
        };
        Self::new("", parsed)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.parsed.scenario
    }

    /// The scenario, and where its parts stand in the text.
    pub fn parsed(&self) -> &Parsed {
        &self.parsed
    }

    /// The run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// What the scenario expects, and what of it does not hold.
    pub fn checks(&self) -> &Rc<Checks> {
        &self.checks
    }

    /// When workers were down or cut off.
    pub fn downs(&self) -> &[Down] {
        &self.downs
    }

    /// When the leader crashed.
    pub fn crashes(&self) -> &[LeaderCrash] {
        &self.crashes
    }

    /// Where each step is on the scrubber.
    pub fn rail(&self) -> &Rc<Rail> {
        &self.rail
    }

    /// The instant of a step; of a run without steps, the start.
    pub fn at(&self, index: usize) -> Time {
        self.run.step(index).map_or(Time::ZERO, |step| step.at)
    }

    /// The colour of a lane: from 1 on in the order of first arrivals; 0 for messages without a key.
    pub fn hue(&self, lane: &str) -> u8 {
        self.lanes.get(lane).map_or(0, |place| self.arrived[*place].1)
    }

    /// The lane of a message that ever arrives.
    pub fn lane_of(&self, message: &str) -> Option<&Name> {
        self.messages.get(message).map(|place| &self.arrived[*place].0)
    }

    /// The colour of a message.
    pub fn hue_of(&self, message: &str) -> u8 {
        self.messages.get(message).map_or(0, |place| self.arrived[*place].1)
    }

    /// All lanes, in the order of their first arrival; messages without a key last.
    pub fn lanes(&self) -> &[Name] {
        &self.order
    }

    /// A row of the step table.
    pub fn row(&self, index: usize) -> Option<Rc<Row>> {
        if let Some(Some(known)) = self.rows.borrow().get(index) {
            return Some(Rc::clone(known));
        }
        let step = self.run.step(index)?;
        let made = Rc::new(row(self.run.workers(), step, &self.run.snapshot(index)));
        let mut rows = self.rows.borrow_mut();
        if rows.len() <= index {
            rows.resize(index + 1, None);
        }
        rows[index] = Some(Rc::clone(&made));
        Some(made)
    }
}

/// What replay calls the lane of messages without a key.
const NO_KEY: &str = "no key";
