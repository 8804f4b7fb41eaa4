//! What workers do by themselves (`work …`): how long a message takes, and which attempts fail.
//!
//! Where nothing says how long a message takes that the section otherwise covers, it takes [`UNSAID`].

use crate::scenario::{Takes, Work, WorkSays};
use crate::time::Time;
use std::num::NonZeroU32;

/// How long a message takes where the section names it, or has a share of them fail, without a `takes`.
const UNSAID: Takes = Takes { least: Time::from_secs(1), most: Time::from_secs(1) };

/// What the workers do with one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MessageWork {
    takes: Takes,
    fails: Fails,
}

/// Which attempts at it fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fails {
    /// As many percent of them as this.
    Share(u32),
    /// The first ones; all where no number is said.
    First { times: Option<NonZeroU32>, retry_after: Option<Time> },
}

/// How a worker ends an attempt by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conduct {
    Ack,
    Nack { retry_after: Option<Time> },
}

impl MessageWork {
    /// What the section says of the message of that name; none where it says nothing of it.
    pub(crate) fn of(work: &Work, name: &str) -> Option<Self> {
        let rules = || work.rules.iter().rev().filter(|rule| rule.names(name));
        let takes = rules()
            .find_map(|rule| match rule.says {
                WorkSays::Takes(takes) => Some(takes),
                WorkSays::Fails { .. } => None,
            })
            .or(work.takes);
        let fails = rules().find_map(|rule| match rule.says {
            WorkSays::Takes(_) => None,
            WorkSays::Fails { times, retry_after } => Some(Fails::First { times, retry_after }),
        });
        if takes.is_none() && fails.is_none() && work.fail_percent.is_none() {
            return None;
        }
        Some(Self {
            takes: takes.unwrap_or(UNSAID),
            fails: fails.unwrap_or(Fails::Share(work.fail_percent.unwrap_or(0))),
        })
    }

    /// How long the attempt takes and how it ends.
    ///
    /// `delivery` is the number of the delivery within the run, `failed` how many attempts at the message failed
    /// before, whatever the cause and whether or not it was redriven meanwhile.
    pub(crate) fn attempt(&self, seed: u64, delivery: u64, failed: u32) -> (Time, Conduct) {
        let mut dice = Dice::new(seed, delivery);
        let least = self.takes.least.as_micros().max(1);
        let spread = self.takes.most.as_micros().saturating_sub(least);
        let takes = least + dice.below(spread.saturating_add(1));
        let conduct = match self.fails {
            Fails::Share(percent) if dice.below(100) < u64::from(percent) => {
                Conduct::Nack { retry_after: None }
            }
            Fails::First { times, retry_after }
                if times.is_none_or(|times| failed < times.get()) =>
            {
                Conduct::Nack { retry_after }
            }
            Fails::Share(_) | Fails::First { .. } => Conduct::Ack,
        };
        (Time::from_micros(takes), conduct)
    }
}

/// The numbers that decide one delivery: splitmix64, the same on every target.
struct Dice(u64);

impl Dice {
    fn new(seed: u64, delivery: u64) -> Self {
        let mut keyed = Self(seed);
        Self(keyed.roll() ^ delivery.wrapping_mul(0xD1B5_4A32_D192_ED03))
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    fn below(&mut self, bound: u64) -> u64 {
        self.roll() % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::WorkRule;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn says(pattern: &str, says: WorkSays) -> WorkRule {
        WorkRule { pattern: pattern.to_owned(), says }
    }

    fn takes(secs: u64) -> Takes {
        Takes { least: Time::from_secs(secs), most: Time::from_secs(secs) }
    }

    #[test]
    fn the_last_rule_that_names_a_message_wins() {
        let work = Work {
            takes: Some(takes(2)),
            rules: vec![
                says("b1", WorkSays::Takes(takes(3))),
                says("b*", WorkSays::Takes(takes(4))),
            ],
            ..Work::default()
        };
        for (name, secs) in [("b1", 4), ("b2", 4), ("a1", 2)] {
            let work = MessageWork::of(&work, name).unwrap();
            assert_eq!(work.attempt(0, 0, 0), (Time::from_secs(secs), Conduct::Ack));
        }
    }

    #[test]
    fn a_message_that_fails_without_a_time_takes_a_second_and_the_others_wait_for_lines() {
        let twice =
            WorkSays::Fails { times: NonZeroU32::new(2), retry_after: Some(Time::from_secs(5)) };
        let work = Work { rules: vec![says("a2", twice)], ..Work::default() };
        assert_eq!(MessageWork::of(&work, "a1"), None);
        let work = MessageWork::of(&work, "a2").unwrap();
        let nack = Conduct::Nack { retry_after: Some(Time::from_secs(5)) };
        assert_eq!(work.attempt(0, 0, 1), (Time::from_secs(1), nack));
        assert_eq!(work.attempt(0, 0, 2).1, Conduct::Ack);
    }

    #[test]
    fn a_share_fails_and_times_keep_to_their_range_by_the_seed_alone() {
        let work = Work {
            takes: Some(Takes { least: Time::from_micros(100), most: Time::from_micros(300) }),
            fail_percent: Some(20),
            ..Work::default()
        };
        let work = MessageWork::of(&work, "m").unwrap();
        let run = |seed| (0..1_000).map(move |n| work.attempt(seed, n, 0)).collect::<Vec<_>>();
        let first = run(7);
        assert_eq!(first, run(7));
        assert_ne!(first, run(8));
        assert!(first.iter().all(|(takes, _)| (100..=300).contains(&takes.as_micros())));
        let failed = first.iter().filter(|(_, conduct)| *conduct != Conduct::Ack).count();
        assert!((150..250).contains(&failed), "{failed} of 1,000 failed");
    }
}
