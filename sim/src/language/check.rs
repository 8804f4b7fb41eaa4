//! What must hold of a scenario beyond its grammar: names that exist, times in order, limits kept.

mod claims;
mod queue;
mod script;
mod throttles;

use super::diagnostic::nearest;
use super::fault::{Fault, Told};
use super::limits::{MAX_DIAGNOSTICS, MAX_TIME};
use super::place::Place;
use super::statement::{Field, Root};
use crate::index::Index;
use crate::kept::{EDITING, Kept, words};
use crate::scenario::{Action, OrderDecl, Scenario};
use crate::time::Time;
use std::ops::{Bound, Range};

/// Something that does not hold.
#[derive(Clone, Debug)]
pub(crate) struct Problem(Kept<Doubt>);

/// What is told of it, and where it is.
#[derive(Clone, Debug)]
pub(crate) struct Doubt {
    pub(crate) place: Place,
    pub(crate) message: String,
    pub(crate) expected: Vec<String>,
    pub(crate) suggestion: Option<String>,
    /// Another place that it is about.
    pub(crate) see: Option<See>,
}

impl Problem {
    fn new(place: Place, message: impl Into<String>) -> Self {
        Self(Kept::new(|| Doubt {
            place,
            message: message.into(),
            expected: Vec::new(),
            suggestion: None,
            see: None,
        }))
    }

    /// It is about another place too.
    fn see(&mut self, see: See) {
        self.with(|told| told.see = Some(see));
    }

    fn suggest(&mut self, suggestion: Option<String>) {
        self.with(|told| told.suggestion = suggestion);
    }

    /// Tells more of it.
    fn with(&mut self, tell: impl FnOnce(&mut Doubt)) {
        if let Some(told) = self.0.get_mut() {
            tell(told);
        }
    }

    /// What is told of it, where anything is.
    #[cfg(feature = "editing")]
    pub(crate) fn told(self) -> Option<Doubt> {
        self.0.into_inner()
    }

    /// The fault of a text of which each place has a span and a line.
    pub(crate) fn fault(
        self,
        span: &dyn Fn(Place) -> Range<usize>,
        line: &dyn Fn(Place) -> usize,
    ) -> Fault {
        Fault(self.0.map(|doubt| {
            let message = match doubt.see {
                Some(see) => see.join(&doubt.message, &format!("line {}", line(see.place()))),
                None => doubt.message,
            };
            Told {
                expected: doubt.expected,
                suggestion: doubt.suggestion,
                ..Told::new(span(doubt.place), message)
            }
        }))
    }
}

/// How the message of a problem goes on with another place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum See {
    /// It is whole without: `… (line 1)`.
    Beside(Place),
    /// It ends with something of that place: `… of line 1`.
    Of(Place),
}

impl See {
    pub(crate) const fn place(self) -> Place {
        match self {
            Self::Beside(place) | Self::Of(place) => place,
        }
    }

    /// The message with the place, in these words.
    pub(crate) fn join(self, message: &str, place: &str) -> String {
        match self {
            Self::Beside(_) => format!("{message} ({place})"),
            Self::Of(_) => format!("{message} of {place}"),
        }
    }
}

/// What broken lines may have said: no error follows from what they do not say.
#[derive(Debug, Default)]
pub(crate) struct Lenience {
    /// Words that may be names of messages, workers or throttles.
    pub(crate) names: Index,
    /// Any message may exist.
    pub(crate) any_message: bool,
    /// The order of the queue is not known.
    pub(crate) any_order: bool,
}

/// Collects what does not hold.
struct Check<'s> {
    scenario: &'s Scenario,
    lenience: &'s Lenience,
    problems: Vec<Problem>,
    /// All messages; none where there are more than the limit.
    messages: Option<Index>,
    workers: Index,
}

/// All that does not hold of the scenario.
pub(crate) fn check(scenario: &Scenario, lenience: &Lenience) -> Vec<Problem> {
    let mut check =
        Check { scenario, lenience, problems: Vec::new(), messages: None, workers: Index::new() };
    check.queue();
    check.workers();
    check.throttles();
    check.script();
    check.work();
    for (index, note) in scenario.notes.iter().enumerate() {
        check.within(note.at, Place::new(Root::Note, index, Field::At, 0));
    }
    if let Some(until) = scenario.until {
        check.within(until, Place::new(Root::Until, 0, Field::At, 0));
    }
    check.claims();
    check.problems
}

impl<'s> Check<'s> {
    fn problem(&mut self, place: Place, message: impl Into<String>) -> &mut Problem {
        let at = self.problems.len();
        self.problems.push(Problem::new(place, message));
        &mut self.problems[at]
    }

    /// A name is not empty.
    fn named(&mut self, name: &str, what: &str, place: Place) {
        if name.is_empty() {
            self.problem(place, words!("{what} is empty"));
        }
    }

    /// A time is within the limit.
    fn within(&mut self, time: Time, place: Place) {
        if time > MAX_TIME {
            self.problem(place, words!("{time} is past the limit of 365d"));
        }
    }

    /// A time is within the limit and not nothing.
    fn positive(&mut self, time: Time, what: &str, place: Place) {
        if time.is_zero() {
            self.problem(place, words!("{what} must be longer than 0s"));
        }
        self.within(time, place);
    }

    /// A message of that name is sent.
    fn message(&mut self, name: &str, place: Place) {
        let Some(messages) = self.messages.as_ref().filter(|_| !self.is_known(name)) else {
            return;
        };
        let suggestion = if self.problems.len() < MAX_DIAGNOSTICS {
            nearest(name, &mut messages.keys().map(|name| &**name))
        } else {
            None
        };
        let shown = super::cursor::shortened(name);
        self.problem(place, words!("no message is called `{shown}`: no line sends it"))
            .suggest(suggestion);
    }

    /// Whether a message of that name is sent, or may be.
    fn is_known(&self, name: &str) -> bool {
        self.lenience.any_message
            || self.lenience.names.contains_key(name)
            || self.messages.as_ref().is_none_or(|messages| messages.contains_key(name))
    }

    /// A worker of that name is declared or joins.
    fn worker(&mut self, name: &str, place: Place) {
        self.worker_or(name, &[], place);
    }

    /// A worker of that name is declared or joins. Where none is, one of these words may have been meant as well.
    fn worker_or(&mut self, name: &str, others: &[&str], place: Place) {
        if self.workers.contains_key(name) || self.lenience.names.contains_key(name) {
            return;
        }
        let mut suggestion = None;
        let mut expected = Vec::new();
        if EDITING && self.problems.len() < MAX_DIAGNOSTICS {
            let known = self.workers.keys().map(|name| &**name).chain(others.iter().copied());
            suggestion = nearest(name, &mut known.clone());
            expected.extend(known.take(9).map(|name| words!("`{name}`")));
        }
        if expected.len() > 8 {
            expected.truncate(8);
            expected.push("another worker".to_owned());
        }
        let shown = super::cursor::shortened(name);
        let problem = self.problem(
            place,
            words!("no worker is called `{shown}`: no `workers` line names it, and it never joins"),
        );
        problem.with(|told| {
            told.suggestion = suggestion;
            told.expected = expected;
        });
    }

    /// A broken line may send a message whose name begins so.
    fn may_begin(&self, start: &str) -> bool {
        self.lenience.any_message || begins(&self.lenience.names, start)
    }

    /// How many components a group's key has; none where the queue has no such groups.
    fn components(&self) -> Option<usize> {
        match &self.scenario.queue.order {
            OrderDecl::Unordered | OrderDecl::Ordered => None,
            OrderDecl::By(components) => Some(components.len()),
        }
    }

    /// The workers that join by a line, with its place in the script.
    fn joining(&self) -> impl Iterator<Item = (usize, &'s str)> + use<'s> {
        self.scenario.script.iter().enumerate().filter_map(|(index, line)| {
            let Action::Join { worker, .. } = &line.action else {
                return None;
            };
            Some((index, worker.as_str()))
        })
    }
}

/// Whether one of the names begins so.
fn begins(names: &Index, start: &str) -> bool {
    names
        .range::<str, _>((Bound::Included(start), Bound::Unbounded))
        .next()
        .is_some_and(|(name, _)| name.starts_with(start))
}
