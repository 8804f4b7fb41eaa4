//! The script: times that do not go back, messages of one name each, workers that exist.

use super::{Check, See};
use crate::index::Index;
use crate::kept::words;
use crate::language::limits::{MAX_HEADERS, MAX_MESSAGES};
use crate::language::place::Place;
use crate::language::statement::{Field, Root};
use crate::scenario::{Action, Component, OrderDecl, Selection, Sent};
use crate::time::Time;

impl Check<'_> {
    pub(super) fn script(&mut self) {
        self.sent();
        let mut latest: Option<(Time, usize)> = None;
        for (index, line) in self.scenario.script.iter().enumerate() {
            let at = Place::new(Root::Script, index, Field::At, 0);
            self.within(line.at, at);
            match latest {
                Some((time, before)) if line.at < time => {
                    self.problem(
                        at,
                        words!(
                            "times do not go back: this line's {} is before the {time}",
                            line.at
                        ),
                    )
                    .see(See::Of(Place::whole(Root::Script, before)));
                }
                Some(_) | None => latest = Some((line.at, index)),
            }
            self.action(&line.action, line.at, index);
        }
    }

    fn action(&mut self, action: &Action, at: Time, index: usize) {
        let place = |field, item| Place::new(Root::Script, index, field, item);
        match action {
            Action::Send { messages, every } => {
                if messages.is_empty() {
                    self.problem(place(Field::Whole, 0), "a send has at least one message");
                }
                for (item, sent) in messages.iter().enumerate() {
                    self.properties(sent, index, item);
                }
                if let Some(every) = *every {
                    self.within(every, place(Field::Every, 0));
                    let last = messages
                        .iter()
                        .filter_map(|sent| sent.names().ok())
                        .fold(0_u64, |sum, names| sum.saturating_add(names.count_left()))
                        .saturating_sub(1);
                    let end = every.as_micros().saturating_mul(last).saturating_add(at.as_micros());
                    self.within(Time::from_micros(end), place(Field::Every, 0));
                }
            }
            Action::Ack { worker, message } | Action::Reject { worker, message } => {
                self.about(worker, message.as_deref(), index);
            }
            Action::Nack { worker, message, retry_after } => {
                self.about(worker, message.as_deref(), index);
                if let Some(wait) = *retry_after {
                    self.within(wait, place(Field::RetryAfter, 0));
                }
            }
            Action::Extend { worker, message, by } => {
                self.about(worker, message.as_deref(), index);
                self.positive(*by, "an extension", place(Field::Time, 0));
            }
            Action::Crash { worker } => {
                self.worker_or(worker, &["leader"], place(Field::Worker, 0));
            }
            Action::Return { worker } | Action::Leave { worker } => {
                self.about(worker, None, index);
            }
            Action::Join { worker, .. } => {
                self.named(worker, "the worker's name", place(Field::Worker, 0));
            }
            Action::Redrive(which) | Action::Purge(which) => match which {
                Selection::All | Selection::First(_) => {}
                Selection::Message(message) => self.message(message, place(Field::Message, 0)),
            },
            Action::DeadLetter { message } => self.message(message, place(Field::Message, 0)),
            Action::CutOff { worker, lasting } => {
                self.about(worker, None, index);
                self.positive(*lasting, "the time that a worker is cut off", place(Field::Time, 0));
            }
            Action::LeaderCrash => {}
        }
    }

    fn about(&mut self, worker: &str, message: Option<&str>, index: usize) {
        self.worker(worker, Place::new(Root::Script, index, Field::Worker, 0));
        if let Some(message) = message {
            self.message(message, Place::new(Root::Script, index, Field::Message, 0));
        }
    }

    /// The names of all messages: counted first, spelt out only where they are within the limit.
    fn sent(&mut self) {
        let mut count: u64 = 0;
        let mut past = None;
        let mut ranges = Vec::new();
        for (index, line) in self.scenario.script.iter().enumerate() {
            let Action::Send { messages, .. } = &line.action else {
                continue;
            };
            for (item, sent) in messages.iter().enumerate() {
                let place = Place::new(Root::Script, index, Field::Message, item);
                self.named(&sent.id, "the message's name", place);
                if [Some(&sent.id), sent.to.as_ref()]
                    .into_iter()
                    .flatten()
                    .any(|name| name.contains('*'))
                {
                    self.problem(
                        place,
                        "a message's name has no `*`: that stands for the rest of a name in the work section",
                    );
                }
                match sent.names() {
                    Ok(names) => {
                        count = count.saturating_add(names.count_left());
                        if count > MAX_MESSAGES && past.is_none() {
                            past = Some(place);
                        }
                        ranges.push((place, names));
                    }
                    Err(error) => {
                        self.problem(Place { field: Field::Item, ..place }, words!("{error}"));
                    }
                }
            }
        }
        if let Some(place) = past {
            self.problem(
                Place { field: Field::Item, ..place },
                words!("{count} messages are more than the limit of {MAX_MESSAGES}"),
            );
            return;
        }
        let places: Vec<Place> = ranges.iter().map(|(place, _)| *place).collect();
        let mut first = Index::new();
        for (range, (place, names)) in ranges.into_iter().enumerate() {
            for name in names {
                if let Some(before) = first.get(&*name) {
                    let see = See::Beside(places[*before]);
                    self.problem(place, words!("a message `{name}` is sent already")).see(see);
                    break;
                }
                first.insert(name.into(), range);
            }
        }
        self.messages = Some(first);
    }

    fn properties(&mut self, sent: &Sent, index: usize, item: usize) {
        let place = |field| Place::new(Root::Script, index, field, item);
        self.within(sent.delay, place(Field::Delay));
        if sent.headers.len() > MAX_HEADERS {
            self.problem(
                place(Field::Header),
                words!(
                    "{} headers of a message are more than the limit of {MAX_HEADERS}",
                    sent.headers.len()
                ),
            );
            return;
        }
        for (number, (name, _)) in sent.headers.iter().enumerate() {
            self.named(name, "the header's name", place(Field::Header));
            if sent.headers[..number].iter().any(|(known, _)| known == name) {
                self.problem(place(Field::Header), words!("the header `{name}` is said twice"));
            }
        }
        let Some(key) = &sent.key else {
            return;
        };
        if self.lenience.any_order {
            return;
        }
        let why = match &self.scenario.queue.order {
            OrderDecl::By(components) => {
                match components.as_slice() {
                    [Component::Header(header)] => {
                        if sent.headers.iter().any(|(name, _)| name == header) {
                            self.problem(
                            place(Field::Key),
                            words!("`({key})` is the header `{header}`, which is said again beside it"),
                        );
                        }
                        return;
                    }
                    [Component::FairnessKey] => {
                        words!("the queue is ordered by the fairness key: write `fairness {key}`")
                    }
                    [Component::Attribute(_)] => words!("the queue is ordered by an attribute"),
                    _ => words!(
                        "the queue is ordered by several components: write each one, as in `account=A`"
                    ),
                }
            }
            OrderDecl::Ordered => words!("the queue is ordered as a whole: a message needs no key"),
            OrderDecl::Unordered => {
                words!(
                    "the queue is unordered: say `ordered by header …` under `queue`, or leave the key out"
                )
            }
        };
        self.problem(
            place(Field::Key),
            words!(
                "`({key})` is the value of the one header that a queue is ordered by, but {why}"
            ),
        );
    }
}
