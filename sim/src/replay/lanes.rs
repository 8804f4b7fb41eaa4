//! The lanes in which messages are shown: groups, and the unordered messages of each fairness key.

use crate::index::Index;
use crate::step::{LaneKind, Name};
use crate::words::NO_KEY;
use queuescope_engine::MessageStatus;

/// How many of the done messages a lane remembers by name.
const DONE_LATEST: usize = 12;

/// The lanes in the order of their first arrival.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    queue: Name,
    sharded: bool,
    lanes: Vec<Lane>,
    by_key: Index,
    names: Index,
}

/// A lane.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub(super) name: Name,
    pub(super) kind: LaneKind,
    /// Where the queue is sharded.
    pub(super) shard: Option<u32>,
    pub(super) done: usize,
    /// The latest of the done, oldest first.
    pub(super) done_latest: Vec<Name>,
}

impl Lanes {
    pub(super) fn new(queue: &str, sharded: bool) -> Self {
        Self {
            queue: queue.into(),
            sharded,
            lanes: Vec::new(),
            by_key: Index::new(),
            names: Index::new(),
        }
    }

    /// The lane of a message that is in the queue, by the group that the engine has it in.
    pub(super) fn of(&mut self, message: &MessageStatus<'_>) -> usize {
        let shard = self.sharded.then_some(message.shard);
        let fairness = message.message.fairness();
        let key = match message.group {
            Some(values) => group_key(&mut values.iter().map(|value| &**value)),
            None => unordered_key(fairness, shard),
        };
        if let Some(lane) = self.by_key.get(&*key) {
            return *lane;
        }
        let (name, kind) = match (message.group, fairness) {
            (Some([]), _) => (self.queue.to_string(), LaneKind::Queue),
            (Some(values), _) => (joined(values), LaneKind::Group),
            (None, fairness) => (unordered_name(fairness, shard), LaneKind::Unordered),
        };
        let lane = self.lanes.len();
        let name = self.unique(&name);
        self.names.insert(Name::clone(&name), lane);
        self.by_key.insert(key.into(), lane);
        self.lanes.push(Lane { name, kind, shard, done: 0, done_latest: Vec::new() });
        lane
    }

    pub(super) fn done(&mut self, lane: usize, message: &Name) {
        let lane = &mut self.lanes[lane];
        lane.done += 1;
        if lane.done_latest.len() == DONE_LATEST {
            lane.done_latest.remove(0);
        }
        lane.done_latest.push(Name::clone(message));
    }

    pub(super) fn name(&self, lane: usize) -> Name {
        Name::clone(&self.lanes[lane].name)
    }

    pub(super) fn all(&self) -> &[Lane] {
        &self.lanes
    }

    /// The lane of the group with these values of the ordering key.
    pub(super) fn group(&self, values: &[String]) -> Option<&Lane> {
        let key = group_key(&mut values.iter().map(String::as_str));
        self.by_key.get(&*key).map(|lane| &self.lanes[*lane])
    }

    pub(super) fn weight(&self) -> usize {
        self.lanes.len()
    }

    /// The name, with a number where another lane has it already.
    fn unique(&self, name: &str) -> Name {
        let mut number = 2;
        let mut candidate = Name::from(name);
        while self.names.contains_key(&candidate) {
            candidate = format!("{name} ({number})").into();
            number += 1;
        }
        candidate
    }
}

/// What makes messages belong to one lane: the values of the ordering key, none where the whole queue is one group. Each
/// has its length before it, so that no two keys are the same.
fn group_key(values: &mut dyn Iterator<Item = &str>) -> String {
    let mut key = "group".to_owned();
    for value in values {
        key.push_str(&format!(" {}:{value}", value.len()));
    }
    key
}

/// The same for messages without a group: the fairness key, and the shard where there are several.
fn unordered_key(fairness: Option<&str>, shard: Option<u32>) -> String {
    let shard = shard.unwrap_or(0);
    match fairness {
        Some(value) => format!("fairness {shard} {value}"),
        None => format!("unordered {shard}"),
    }
}

/// `acme`, `no key`; in a sharded queue `acme in shard 1`.
fn unordered_name(fairness: Option<&str>, shard: Option<u32>) -> String {
    let key = fairness.map_or(NO_KEY, shown);
    match shard {
        Some(shard) => format!("{key} in shard {shard}"),
        None => key.to_owned(),
    }
}

/// The values of a key: `acme/A`.
pub(super) fn joined(values: &[Box<str>]) -> String {
    let mut name = String::new();
    for value in values {
        if !name.is_empty() {
            name.push('/');
        }
        name.push_str(shown(value));
    }
    name
}

/// An empty value is a value; it is shown as `""`.
fn shown(value: &str) -> &str {
    if value.is_empty() { "\"\"" } else { value }
}
