//! A trial: the same calls to the engine and to the oracle, and all that can be seen of both compared after each.

mod call;
mod compare;
mod engine_view;
mod facts;
mod spec;
mod subject;

pub use call::{Call, Dated};
pub use compare::Difference;
pub use spec::{queue_spec, worker_spec};
pub use subject::Subject;

use crate::oracle::rules::Rules;
use crate::oracle::{Flaw, Oracle};

/// Both queues, at the same point.
#[derive(Clone, Debug)]
pub struct Trial {
    oracle: Oracle,
    subject: Subject,
    calls: usize,
}

impl Trial {
    /// Two empty queues.
    ///
    /// # Errors
    /// Where one refuses the rules and the other does not, or for another reason. `None` where both refuse them.
    pub fn new(rules: &Rules, flaw: Option<Flaw>) -> Result<Option<Self>, Box<Difference>> {
        let oracle = Oracle::new(rules.clone());
        let subject = Subject::new(rules);
        let (oracle, subject) = match (oracle, subject) {
            (Ok(oracle), Ok(subject)) => (oracle, subject),
            (Err(left), Err(right)) if left == right => return Ok(None),
            (left, right) => {
                let (left, right) = (left.err(), right.err());
                return Err(Box::new(Difference::of("the rules are refused", &left, &right)));
            }
        };
        let oracle = match flaw {
            Some(flaw) => oracle.with_flaw(flaw),
            None => oracle,
        };
        Ok(Some(Self { oracle, subject, calls: 0 }))
    }

    /// Makes a call to both, and compares.
    ///
    /// Beyond a few dozen messages, all that can be seen is compared at every eighth call alone.
    ///
    /// # Errors
    /// The first thing in which they differ.
    pub fn call(&mut self, dated: &Dated) -> Result<(), Box<Difference>> {
        let expected = dated.call.to_oracle(dated.at, &mut self.oracle);
        let found = self.subject.call(dated);
        self.calls += 1;
        compare::same("the answer", &expected, &found)?;
        let (expected, found) = (self.oracle.take_facts(), self.subject.take_facts());
        for (expected, found) in expected.iter().zip(&found) {
            compare::same("an event", expected, found)?;
        }
        compare::same("the events", &expected, &found)?;
        let many = self.oracle.messages_left().count() > 40;
        if !many || self.calls.is_multiple_of(8) {
            compare::views(&self.oracle.view(), &self.subject.view(&self.subject.see()))?;
            self.subject.check()?;
        } else {
            compare::same("the wake-up", &self.oracle.next_wakeup(), &self.subject.next_wakeup())?;
        }
        Ok(())
    }

    /// The queue by the rules.
    pub const fn oracle(&self) -> &Oracle {
        &self.oracle
    }

    /// The engine.
    pub const fn subject(&self) -> &Subject {
        &self.subject
    }
}
