//! A scenario made ready to be carried out: messages with their names, and lines with their instants in order.

use crate::index::Index;
use crate::language::MAX_MESSAGES;
use crate::lower::{self, Refused};
use crate::scenario::{Action, Component, OrderDecl, Scenario, Sent};
use crate::sorted::sorted;
use crate::step::Name;
use crate::time::Time;
use crate::work::MessageWork;
use queuescope_engine::{Classifier, Message, Queue};
use std::sync::Arc;

/// What every copy of a replay shares.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) scenario: Arc<Scenario>,
    /// As it is before the first step, without workers.
    pub(crate) queue: Queue,
    /// Every worker that is ever there, in the order in which they first join.
    pub(crate) workers: Vec<Name>,
    pub(crate) messages: Vec<Planned>,
    /// Sends and other lines, by instant and then in the order of the text.
    pub(crate) entries: Vec<Entry>,
    /// The instants that the run goes on to whether or not anything happens, in order: notes, expectations, `until`.
    pub(crate) marks: Vec<Time>,
    /// Notes, by instant.
    pub(crate) notes: Vec<(Time, Name)>,
    /// Throttles in the order of their first declaration.
    pub(crate) throttles: Vec<Name>,
    /// What of the scenario could not be taken over.
    pub(crate) refused: Vec<Refused>,
    message_by_name: Index,
    worker_by_name: Index,
}

/// A message that is sent at some time.
#[derive(Debug)]
pub(crate) struct Planned {
    pub(crate) name: Name,
    pub(crate) message: Message,
    pub(crate) work: Option<MessageWork>,
}

/// A line, or one send of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) at: Time,
    /// Its place in `Scenario::script`.
    pub(crate) line: usize,
    /// The message that it sends, where it is a send.
    pub(crate) sends: Option<usize>,
}

impl Plan {
    pub(crate) fn new(scenario: Arc<Scenario>, classifier: Option<Classifier>) -> Self {
        let mut refused = Vec::new();
        let mut plan = Self {
            queue: lower::queue(&scenario, classifier, &mut refused),
            workers: Vec::new(),
            messages: Vec::new(),
            entries: Vec::new(),
            marks: marks(&scenario),
            notes: notes(&scenario),
            throttles: throttles(&scenario),
            refused,
            message_by_name: Index::new(),
            worker_by_name: Index::new(),
            scenario: Arc::clone(&scenario),
        };
        for worker in &scenario.workers {
            plan.add_worker(&worker.name);
        }
        for (place, line) in scenario.script.iter().enumerate() {
            match &line.action {
                Action::Send { messages, every } => {
                    plan.add_sends(place, line.at, messages, every.unwrap_or(Time::ZERO));
                }
                Action::Join { worker, .. } => {
                    plan.add_worker(worker);
                    plan.add_line(place, line.at);
                }
                Action::Ack { .. }
                | Action::Nack { .. }
                | Action::Reject { .. }
                | Action::Extend { .. }
                | Action::Crash { .. }
                | Action::Return { .. }
                | Action::Leave { .. }
                | Action::Redrive(_)
                | Action::DeadLetter { .. }
                | Action::Purge(_)
                | Action::CutOff { .. }
                | Action::LeaderCrash => plan.add_line(place, line.at),
            }
        }
        plan.entries = sorted(plan.entries, |entry| (entry.at.as_micros(), 0));
        plan
    }

    pub(crate) fn message_named(&self, name: &str) -> Option<usize> {
        self.message_by_name.get(name).copied()
    }

    pub(crate) fn worker_named(&self, name: &str) -> Option<usize> {
        self.worker_by_name.get(name).copied()
    }

    fn add_worker(&mut self, name: &str) {
        if !self.worker_by_name.contains_key(name) {
            let name = Name::from(name);
            self.worker_by_name.insert(Name::clone(&name), self.workers.len());
            self.workers.push(name);
        }
    }

    fn add_line(&mut self, line: usize, at: Time) {
        self.entries.push(Entry { at, line, sends: None });
    }

    fn add_sends(&mut self, line: usize, first: Time, messages: &[Sent], every: Time) {
        let mut at = first;
        for sent in messages {
            let names = match sent.names() {
                Ok(names) => names,
                Err(error) => {
                    self.refuse(line, &sent.id, &error.to_string());
                    continue;
                }
            };
            for name in names {
                if self.messages.len() as u64 == MAX_MESSAGES {
                    let most = format!("a run carries at most {MAX_MESSAGES} messages");
                    self.refuse(line, &name, &most);
                    return;
                }
                if self.message_by_name.contains_key(&*name) {
                    self.refuse(line, &name, "a message of that name is sent already");
                    continue;
                }
                self.entries.push(Entry { at, line, sends: Some(self.messages.len()) });
                at = Time::from_micros(at.as_micros().saturating_add(every.as_micros()));
                self.add_message(name.into(), sent);
            }
        }
    }

    fn add_message(&mut self, name: Name, sent: &Sent) {
        let mut message = Message::new(Vec::new()).weight(sent.weight).delay(sent.delay.duration());
        if let (Some(value), Some(header)) = (&sent.key, ordering_header(&self.scenario)) {
            message = message.header(header, value);
        }
        for (header, value) in &sent.headers {
            message = message.header(header, value);
        }
        if let Some(key) = &sent.fairness {
            message = message.fairness_key(key);
        }
        self.message_by_name.insert(Name::clone(&name), self.messages.len());
        self.messages.push(Planned {
            work: MessageWork::of(&self.scenario.work, &name),
            message,
            name,
        });
    }

    fn refuse(&mut self, line: usize, name: &str, why: &str) {
        self.refused.push(Refused {
            line: Some(line),
            what: format!("send {name}"),
            why: why.to_owned(),
        });
    }
}

/// The single header that the queue is ordered by, whose value `(v)` is.
fn ordering_header(scenario: &Scenario) -> Option<&str> {
    let OrderDecl::By(components) = &scenario.queue.order else {
        return None;
    };
    let mut headers = components.iter().filter_map(|component| match component {
        Component::Header(name) => Some(name.as_str()),
        Component::Attribute(_) | Component::FairnessKey => None,
    });
    headers.next().filter(|_| headers.next().is_none())
}

fn marks(scenario: &Scenario) -> Vec<Time> {
    let notes = scenario.notes.iter().map(|note| note.at);
    let expectations = scenario.expect.iter().filter_map(|expected| expected.at);
    let marks = notes.chain(expectations).chain(scenario.until).collect();
    let mut marks: Vec<Time> = sorted(marks, |at| (at.as_micros(), 0));
    marks.dedup();
    marks
}

fn notes(scenario: &Scenario) -> Vec<(Time, Name)> {
    let notes: Vec<(Time, Name)> =
        scenario.notes.iter().map(|note| (note.at, Name::from(&*note.text))).collect();
    sorted(notes, |(at, _)| (at.as_micros(), 0))
}

fn throttles(scenario: &Scenario) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for throttle in &scenario.throttles {
        if !names.iter().any(|name| **name == *throttle.name) {
            names.push(Name::from(&*throttle.name));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Line;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn send(at: u64, id: &str, to: Option<&str>, every: Option<u64>) -> Line {
        Line {
            at: Time::from_secs(at),
            action: Action::Send {
                messages: vec![Sent {
                    id: id.to_owned(),
                    to: to.map(str::to_owned),
                    ..Sent::default()
                }],
                every: every.map(Time::from_secs),
            },
        }
    }

    #[test]
    fn a_spread_send_is_sorted_among_the_later_lines() {
        let plan = Plan::new(
            Arc::new(Scenario {
                script: vec![send(0, "o1", Some("o3"), Some(2)), send(2, "x", None, None)],
                ..Scenario::default()
            }),
            None,
        );
        let order: Vec<(u64, &str)> = plan
            .entries
            .iter()
            .map(|entry| {
                let name = &*plan.messages[entry.sends.unwrap()].name;
                (entry.at.as_micros() / 1_000_000, name)
            })
            .collect();
        assert_eq!(order, [(0, "o1"), (2, "o2"), (2, "x"), (4, "o3")]);
    }

    #[test]
    fn a_doubled_name_and_one_message_too_many_are_refused() {
        let plan = Plan::new(
            Arc::new(Scenario {
                script: vec![
                    send(0, "a", None, None),
                    send(0, "a", None, None),
                    send(1, "m1", Some("m4000000000"), None),
                ],
                ..Scenario::default()
            }),
            None,
        );
        assert_eq!(plan.messages.len() as u64, MAX_MESSAGES);
        assert_eq!(plan.refused.len(), 2);
    }
}
