//! A case: rules and what is done under them, all from one seed; how it is played, shrunk and written down.

mod act;
mod any_act;
mod any_rules;
mod play;
mod report;
mod scenario;
mod shrink;

pub use act::{Act, Deed, How, Jump, Letters, Pick, Turn};
pub use any_rules::{any_rules, features};
pub use play::{Failure, play, play_each};
pub use report::report;
pub use scenario::scenario;
pub use shrink::shrink;

use crate::chance::Chance;
use crate::oracle::rules::Rules;

/// Rules and what is done under them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The seed that it came from.
    pub seed: u64,
    /// The queue.
    pub rules: Rules,
    /// What is done, in order.
    pub acts: Vec<Act>,
}

impl Case {
    /// The case of a seed, with so many acts.
    pub fn of(seed: u64, acts: usize) -> Self {
        let mut chance = Chance::new(seed);
        let rules = any_rules(&mut chance);
        let mut mood = any_act::Mood::any(&mut chance);
        let acts = (0..acts).map(|number| mood.act(number, &mut chance)).collect();
        Self { seed, rules, acts }
    }
}
