//! Expectations: about workers, messages, throttles and groups that can exist.

use super::Check;
use crate::index::Index;
use crate::kept::words;
use crate::language::diagnostic::nearest;
use crate::language::place::Place;
use crate::language::statement::{Field, Root};
use crate::language::write::Name;
use crate::scenario::{Claim, OrderDecl};
use crate::words::{counted, is_or_are};

impl Check<'_> {
    pub(super) fn claims(&mut self) {
        for (index, expectation) in self.scenario.expect.iter().enumerate() {
            if let Some(at) = expectation.at {
                self.within(at, Place::new(Root::Expect, index, Field::At, 0));
            }
            self.claim(&expectation.claim, index);
        }
    }

    fn claim(&mut self, claim: &Claim, index: usize) {
        let place = |field, item| Place::new(Root::Expect, index, field, item);
        match claim {
            Claim::Has { worker, messages } => {
                self.worker(worker, place(Field::Worker, 0));
                if messages.is_empty() {
                    self.problem(
                        place(Field::Whole, 0),
                        words!("nothing is named that `{worker}` has; say `{worker} idle`"),
                    );
                }
                if matches!(&**messages, [none] if none == "none") && !self.is_known("none") {
                    self.problem(
                        place(Field::Message, 0),
                        "no message is called `none`; a worker that has none is idle",
                    )
                    .suggest(Some(words!("{} idle", Name(worker))));
                    return;
                }
                self.distinct(messages, index);
            }
            Claim::Idle { worker } => self.worker(worker, place(Field::Worker, 0)),
            Claim::Waits { message } => {
                let before = self.problems.len();
                self.message(message, place(Field::Message, 0));
                // `noting waits` is about no message.
                for problem in &mut self.problems[before..] {
                    let nothing = nearest(message, &mut ["nothing"].into_iter());
                    problem.with(|told| told.suggestion = nothing.or(told.suggestion.take()));
                }
            }
            Claim::WaitsForWorker { message }
            | Claim::WaitsForTurn { message }
            | Claim::WaitsForReclaim { message } => {
                self.message(message, place(Field::Message, 0));
            }
            Claim::WaitsBehind { message, behind } => {
                if message == behind {
                    self.problem(
                        place(Field::Message, 1),
                        words!("`{message}` cannot wait behind itself"),
                    );
                }
                self.message(message, place(Field::Message, 0));
                self.message(behind, place(Field::Message, 1));
            }
            Claim::WaitsUntil { message, until } => {
                self.message(message, place(Field::Message, 0));
                self.within(*until, place(Field::Time, 0));
            }
            Claim::WaitsForThrottle { message, throttle } => {
                self.message(message, place(Field::Message, 0));
                self.throttle(throttle, place(Field::Throttle, 0));
            }
            Claim::Dead { messages }
            | Claim::Done { messages }
            | Claim::ProcessedTwice { messages } => self.distinct(messages, index),
            Claim::Deliveries { messages } => self.messages(messages, index),
            Claim::NothingWaits | Claim::LostNothing => {}
            Claim::Group { key, deliveries } => {
                self.group(key, index);
                self.messages(deliveries, index);
            }
            Claim::MaxInFlight { key, .. } => {
                if let Some(key) = key {
                    self.group(key, index);
                }
            }
            Claim::DeliveredBefore { earlier, later } => {
                if earlier == later {
                    self.problem(
                        place(Field::Message, 1),
                        words!("`{later}` cannot be delivered before itself"),
                    );
                }
                self.message(earlier, place(Field::Message, 0));
                self.message(later, place(Field::Message, 1));
            }
        }
    }

    /// Messages that are each in one place: none is named twice.
    fn distinct(&mut self, names: &[String], index: usize) {
        let mut known = Index::new();
        for (item, name) in names.iter().enumerate() {
            if known.insert(name.as_str().into(), item).is_some() {
                let place = Place::new(Root::Expect, index, Field::Message, item);
                self.problem(place, words!("`{name}` is named twice, and is there once at most"));
            }
        }
        self.messages(names, index);
    }

    fn messages(&mut self, names: &[String], index: usize) {
        for (item, name) in names.iter().enumerate() {
            self.message(name, Place::new(Root::Expect, index, Field::Message, item));
        }
    }

    fn throttle(&mut self, name: &str, place: Place) {
        let throttles = &self.scenario.throttles;
        if throttles.iter().any(|throttle| throttle.name == name)
            || self.lenience.names.contains_key(name)
        {
            return;
        }
        let words = ["a worker", "its turn", "reclaim"];
        let known = throttles.iter().map(|throttle| throttle.name.as_str());
        let suggestion = nearest(name, &mut known.chain(words));
        self.problem(place, words!("no throttle is called `{name}`")).suggest(suggestion);
    }

    /// The queue has groups, and their keys have as many parts.
    fn group(&mut self, key: &[String], index: usize) {
        if self.lenience.any_order {
            return;
        }
        let place = Place::new(Root::Expect, index, Field::Key, 0);
        match (&self.scenario.queue.order, self.components()) {
            (OrderDecl::Unordered, _) => {
                self.problem(place, "the queue is unordered and has no groups; say `deliveries: …` or `max in flight: …`");
            }
            (OrderDecl::Ordered, _) => {
                self.problem(
                    place,
                    "the whole queue is one group; say `deliveries: …` or `max in flight: …`",
                );
            }
            (OrderDecl::By(_), Some(components)) if components != key.len() => {
                self.problem(
                    place,
                    words!(
                        "the ordering key has {}, but {} {} given; several are written `acme/A`",
                        counted(components, "component"),
                        key.len(),
                        is_or_are(key.len())
                    ),
                );
            }
            (OrderDecl::By(_), _) => {}
        }
    }
}
