//! The run of a text. Each step asks for the same one again, so the last ones are kept, and what was worked out of them beside them.

use crate::find::Events;
use crate::message::Story;
use crate::metrics::{Presence, Series, Use};
use crate::record::Record;
use queuescope_sim::{Diagnostic, Name, Parsed, Run, Time, parse};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// What replay calls the lane of messages without a key.
const NO_KEY: &str = "no key";

/// How many runs are kept: two are compared.
const KEPT: usize = 2;

/// A text that was carried out.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) parsed: Parsed,
    pub(crate) run: Run,
    record: OnceCell<Record>,
    presence: OnceCell<Presence>,
    story: Latest<String, Story>,
    series: Latest<Option<usize>, Series>,
    all_events: Latest<(), Events>,
    events: Latest<String, Events>,
    stop_steps: Latest<String, Vec<Vec<usize>>>,
    other: Latest<String, Result<String, String>>,
    first_difference: Latest<String, Option<Time>>,
}

impl Played {
    fn new(parsed: Parsed) -> Self {
        Self {
            run: Run::new(parsed.scenario.clone()),
            parsed,
            record: OnceCell::new(),
            presence: OnceCell::new(),
            story: Latest::default(),
            series: Latest::default(),
            all_events: Latest::default(),
            events: Latest::default(),
            stop_steps: Latest::default(),
            other: Latest::default(),
            first_difference: Latest::default(),
        }
    }

    /// What became of its messages.
    pub(crate) fn record(&self) -> &Record {
        self.record.get_or_init(|| Record::of(&self.run))
    }

    /// When its workers were there.
    pub(crate) fn presence(&self) -> &Presence {
        self.presence.get_or_init(|| Presence::of(&self.run))
    }

    /// How much of the workers' time up to a step went to a lane, or to all; none before any has passed.
    pub(crate) fn used(&self, step: usize, lane: Option<usize>) -> Option<Use> {
        let (record, now) = (self.record(), self.at(step));
        let all = self.run.deliveries();
        let with_worker = |place: usize| (record.delivery_workers[place], &all[place]);
        match lane {
            Some(lane) => {
                let places = record.lane_deliveries[lane].iter();
                self.presence().used(&mut places.map(|place| with_worker(*place)), now)
            }
            None => self.presence().used(&mut (0..all.len()).map(with_worker), now),
        }
    }

    /// The measures of a lane, by its place in the record; none: of all.
    pub(crate) fn series(&self, lane: Option<usize>) -> Rc<Series> {
        self.series.of(lane, || Series::of(self, lane))
    }

    /// The story of a message.
    pub(crate) fn story(&self, message: &str) -> Option<Rc<Story>> {
        self.record().message(message)?;
        Some(self.story.of(message.to_owned(), || Story::of(self, message)))
    }

    /// At which steps there are events about names with a part in them, or all.
    pub(crate) fn events(&self, part: &str) -> Rc<Events> {
        match part {
            "" => self.all_events.of((), || Events::of(self, "")),
            part => self.events.of(part.to_owned(), || Events::of(self, part)),
        }
    }

    /// The steps of each of the breakpoints that are written so.
    pub(crate) fn stop_steps(
        &self,
        stops: &str,
        find: impl FnOnce() -> Vec<Vec<usize>>,
    ) -> Rc<Vec<Vec<usize>>> {
        self.stop_steps.of(stops.to_owned(), find)
    }

    /// The text of another version, in words that say which.
    pub(crate) fn other(
        &self,
        what: &str,
        make: impl FnOnce() -> Result<String, String>,
    ) -> Rc<Result<String, String>> {
        self.other.of(what.to_owned(), make)
    }

    /// The first instant at which it differs from the run of another text.
    pub(crate) fn first_difference(
        &self,
        other: &str,
        find: impl FnOnce() -> Option<Time>,
    ) -> Rc<Option<Time>> {
        self.first_difference.of(other.to_owned(), find)
    }

    /// Every name that a message, a group or a worker of the run has.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Name> {
        let record = self.record();
        let messages = record.messages.iter().map(|message| &message.name);
        self.run.workers().iter().chain(&record.lanes).chain(messages)
    }

    /// The keys that messages have had, in the order of their first arrival.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &Name> {
        self.record().lanes.iter().filter(|lane| ***lane != *NO_KEY)
    }

    /// The lane of a message that ever arrives.
    pub(crate) fn lane_of(&self, message: &str) -> Option<&Name> {
        let record = self.record();
        record.message(message).map(|message| &record.lanes[message.lane])
    }

    /// The place of a step, or of the last one past the end; none of a run without steps.
    pub(crate) fn step(&self, step: usize) -> Option<usize> {
        self.run.len().checked_sub(1).map(|last| step.min(last))
    }

    /// When a step is.
    pub(crate) fn at(&self, step: usize) -> Time {
        self.run.step(step).map_or(Time::ZERO, |step| step.at)
    }
}

/// What was worked out last, and of what.
#[derive(Debug)]
pub(crate) struct Latest<K, V>(RefCell<Option<(K, Rc<V>)>>);

impl<K, V> Default for Latest<K, V> {
    fn default() -> Self {
        Self(RefCell::new(None))
    }
}

impl<K: PartialEq, V> Latest<K, V> {
    /// What comes of `key`: known, or made.
    pub(crate) fn of(&self, key: K, make: impl FnOnce() -> V) -> Rc<V> {
        if let Some((known, value)) = &*self.0.borrow()
            && *known == key
        {
            return Rc::clone(value);
        }
        let value = Rc::new(make());
        *self.0.borrow_mut() = Some((key, Rc::clone(&value)));
        value
    }
}

thread_local! {
    static LAST: RefCell<Vec<(String, Rc<Played>)>> = const { RefCell::new(Vec::new()) };
}

/// Carries a text out.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn played(text: &str) -> Result<Rc<Played>, Vec<Diagnostic>> {
    LAST.with_borrow_mut(|last| {
        if let Some(place) = last.iter().position(|(known, _)| known == text) {
            // The one asked for last goes first.
            last[..=place].rotate_right(1);
            return Ok(Rc::clone(&last[0].1));
        }
        let played = Rc::new(Played::new(parse(text)?));
        last.truncate(KEPT - 1);
        last.insert(0, (text.to_owned(), Rc::clone(&played)));
        Ok(played)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_runs_are_kept() {
        let [a, b, c] = ["at 0s send a\n", "at 0s send b\n", "at 0s send c\n"];
        let first = played(a).unwrap();
        let other = played(b).unwrap();
        assert!(Rc::ptr_eq(&first, &played(a).unwrap()));
        // The one asked for longest ago goes.
        drop(played(c));
        assert!(Rc::ptr_eq(&first, &played(a).unwrap()));
        assert!(!Rc::ptr_eq(&other, &played(b).unwrap()));
    }
}
