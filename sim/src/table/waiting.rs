//! What is held back, kept up from step to step: a row costs what its step changed and what it shows, however much
//! waits.
//!
//! What the facts of a step name is asked about anew, and why it waits is the engine's word (W1). Only a bucket holds
//! and lets go what no fact names: the engine is asked about one message for all that draw from the same buckets.

use super::arrivals::Arrivals;
use super::holding_key;
use crate::index::{Index, Ranks};
use crate::replay::{Fate, Replay};
use crate::scenario::ThrottleDecl;
use crate::step::{Fact, LaneKind, Reason, Step};
use std::borrow::Cow;
use std::cell::RefCell;

mod kinds;

use kinds::{Hold, Kinds};

/// What is held back at the latest step of a replay.
#[derive(Debug)]
pub(super) struct Waiting {
    arrivals: Arrivals,
    lanes: Vec<Lane>,
    /// Lanes in which something may be held back: by shard, in each groups first.
    busy: Ranks,
    /// Where each message is listed, by its place in the plan.
    listed: Vec<Option<Listed>>,
    kinds: RefCell<Kinds>,
}

/// Messages of one lane that are held back for one reason.
#[derive(Debug)]
pub(super) struct Part<'w> {
    /// Their arrivals, in order.
    pub(super) messages: Cow<'w, [usize]>,
    pub(super) reason: Reason,
}

/// What is known of a lane.
#[derive(Debug, Default)]
struct Lane {
    /// Of a group: what is pending or in flight, in arrival order.
    members: Vec<usize>,
    /// Of a group: what may hold its head; none where it is in flight.
    head: Option<Hold>,
    /// Of a group: the first one behind the head and behind what is in flight with it, and why all from there on wait.
    first: usize,
    rest: Option<Reason>,
    /// Of unordered messages: what may hold them, in order, and which.
    bunches: Vec<(Hold, Vec<usize>)>,
}

/// Where a message is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Listed {
    lane: usize,
    arrival: usize,
    /// Of an unordered message, its bunch.
    hold: Option<Hold>,
}

impl Waiting {
    pub(super) fn new(throttles: &[ThrottleDecl]) -> Self {
        Self {
            arrivals: Arrivals::default(),
            lanes: Vec::new(),
            busy: Ranks::new(),
            listed: Vec::new(),
            kinds: RefCell::new(Kinds::new(throttles)),
        }
    }

    /// Takes the step over that the replay has just made.
    pub(super) fn follow(&mut self, step: &Step, replay: &Replay) {
        self.kinds.get_mut().next_row();
        let mut named = Ranks::new();
        for fact in &step.facts {
            let place = fact.message().and_then(|name| replay.plan().message_named(name));
            let Some(place) = place else {
                continue;
            };
            if fact.joins_queue() {
                self.arrivals.push(place, replay.plan());
            }
            named.insert((0, 0, place));
        }
        let leader = |fact: &Fact| matches!(fact, Fact::LeaderCrashed { .. } | Fact::ReclaimEnded);
        if step.facts.iter().any(leader) {
            for place in 0..replay.plan().messages.len() {
                if replay.fate(place) == Fate::Live {
                    named.insert((0, 0, place));
                }
            }
        }
        let mut groups = Ranks::new();
        for (_, _, place) in named.iter() {
            self.list(place, replay, &mut groups);
        }
        for (_, _, lane) in groups.iter() {
            self.look_at_head(lane, replay);
        }
    }

    /// The first parts of what is held back, in lane order and then by arrival; and how many messages the others hold.
    pub(super) fn parts(&self, most: usize, replay: &Replay) -> (Vec<Part<'_>>, usize) {
        let mut kinds = self.kinds.borrow_mut();
        let mut parts = Vec::new();
        let mut more = 0;
        for (_, _, lane) in self.busy.iter() {
            let lane = &self.lanes[lane];
            for part in lane.parts(most, &mut kinds, &self.arrivals, replay, &mut more) {
                if parts.len() < most {
                    parts.push(part);
                } else {
                    more += part.messages.len();
                }
            }
        }
        (parts, more)
    }

    /// The messages, as they arrived.
    pub(super) const fn arrivals(&self) -> &Arrivals {
        &self.arrivals
    }

    /// Brings a message to where it belongs, and notes the group whose head it may have changed.
    fn list(&mut self, place: usize, replay: &Replay, groups: &mut Ranks) {
        let Some((lane, kind)) = replay.lane_of(place) else {
            return;
        };
        let in_group = kind != LaneKind::Unordered;
        if self.lanes.len() <= lane {
            self.lanes.resize_with(lane + 1, Lane::default);
        }
        if self.listed.len() <= place {
            self.listed.resize(place + 1, None);
        }
        let arrival = self.arrivals.latest(place);
        let listed = arrival.filter(|_| replay.fate(place) == Fate::Live).and_then(|arrival| {
            let hold = self.kinds.get_mut().hold(place, replay);
            (in_group || hold.is_some()).then_some(Listed {
                lane,
                arrival,
                hold: if in_group { None } else { hold },
            })
        });
        if listed != self.listed[place] {
            let lane = &mut self.lanes[lane];
            if let Some(before) = self.listed[place] {
                lane.remove(before);
            }
            if let Some(after) = listed {
                lane.insert(after);
            }
            self.listed[place] = listed;
        }
        if in_group {
            groups.insert((0, 0, lane));
        } else {
            let shard = replay.shard_of_lane(lane);
            self.mark((shard, 1, lane), !self.lanes[lane].bunches.is_empty());
        }
    }

    fn look_at_head(&mut self, lane: usize, replay: &Replay) {
        let state = &mut self.lanes[lane];
        let mut members = state.members.iter().map(|arrival| self.arrivals.place(*arrival));
        state.head = members.next().and_then(|head| self.kinds.get_mut().hold(head, replay));
        let in_flight = |arrival: &&usize| {
            let place = self.arrivals.place(**arrival);
            replay.reason_of(place).is_none()
        };
        state.first = state.members.iter().take_while(in_flight).count().max(1);
        let last = state.members.get(state.first..).and_then(<[usize]>::last);
        state.rest = last.and_then(|last| replay.reason_of(self.arrivals.place(*last)));
        let busy = state.head.is_some() || state.rest.is_some();
        self.mark((replay.shard_of_lane(lane), 0, lane), busy);
    }

    fn mark(&mut self, lane: (u64, u64, usize), busy: bool) {
        if busy {
            self.busy.insert(lane);
        } else {
            self.busy.remove(lane);
        }
    }
}

impl Lane {
    fn insert(&mut self, listed: Listed) {
        let list = match listed.hold {
            None => &mut self.members,
            Some(hold) => match self.bunches.binary_search_by_key(&hold, |(known, _)| *known) {
                Ok(place) => &mut self.bunches[place].1,
                Err(place) => {
                    self.bunches.insert(place, (hold, Vec::new()));
                    &mut self.bunches[place].1
                }
            },
        };
        if let Err(place) = list.binary_search(&listed.arrival) {
            list.insert(place, listed.arrival);
        }
    }

    fn remove(&mut self, listed: Listed) {
        let without = |list: &mut Vec<usize>| {
            if let Ok(place) = list.binary_search(&listed.arrival) {
                list.remove(place);
            }
        };
        let Some(hold) = listed.hold else {
            without(&mut self.members);
            return;
        };
        if let Ok(place) = self.bunches.binary_search_by_key(&hold, |(known, _)| *known) {
            without(&mut self.bunches[place].1);
            if self.bunches[place].1.is_empty() {
                self.bunches.remove(place);
            }
        }
    }

    /// What is held back in the lane, its first parts in order; the messages of the others are counted as `more`.
    fn parts<'l>(
        &'l self,
        most: usize,
        kinds: &mut Kinds,
        arrivals: &Arrivals,
        replay: &Replay,
        more: &mut usize,
    ) -> Vec<Part<'l>> {
        let mut parts = Parts { parts: Vec::new(), most, more };
        if let Some(head) = self.members.first() {
            let held = self.head.and_then(|hold| kinds.reason(hold, arrivals.place(*head), replay));
            if let Some(reason) = held {
                parts.add(Part { messages: Cow::Borrowed(&self.members[..1]), reason });
            }
            if let Some(reason) = &self.rest {
                let messages = Cow::Borrowed(&self.members[self.first..]);
                parts.add(Part { messages, reason: reason.clone() });
            }
        }
        let mut by_bucket = Index::new();
        let mut of_buckets: Vec<Part<'l>> = Vec::new();
        for (hold, members) in &self.bunches {
            // What is not shown costs no more than to be counted: there may be thousands of times.
            if matches!(hold, Hold::Until(_)) && !parts.shows(members[0]) {
                *parts.more += members.len();
                continue;
            }
            let Some(reason) = kinds.reason(*hold, arrivals.place(members[0]), replay) else {
                continue;
            };
            let part = Part { messages: Cow::Borrowed(members), reason };
            let Some(key) = holding_key(&part.reason).filter(|_| matches!(hold, Hold::Buckets(_)))
            else {
                parts.add(part);
                continue;
            };
            match by_bucket.get(&*key) {
                Some(place) => of_buckets[*place].take_in(members),
                None => {
                    by_bucket.insert(key.into(), of_buckets.len());
                    of_buckets.push(part);
                }
            }
        }
        for part in of_buckets {
            parts.add(part);
        }
        parts.parts
    }
}

impl Part<'_> {
    /// Takes in what waits for the same reason.
    fn take_in(&mut self, others: &[usize]) {
        let own = self.messages.to_mut();
        for other in others {
            if let Err(place) = own.binary_search(other) {
                own.insert(place, *other);
            }
        }
    }
}

/// The first parts of a lane, in the order of their first messages.
struct Parts<'l, 'm> {
    parts: Vec<Part<'l>>,
    most: usize,
    more: &'m mut usize,
}

impl<'l> Parts<'l, '_> {
    /// Whether a part whose first message arrived so would be among the first ones.
    fn shows(&self, first: usize) -> bool {
        self.parts.len() < self.most
            || self.parts.last().is_some_and(|last| first < last.messages[0])
    }

    fn add(&mut self, part: Part<'l>) {
        let first = part.messages[0];
        let place = self.parts.partition_point(|known| known.messages[0] < first);
        self.parts.insert(place, part);
        if self.parts.len() > self.most
            && let Some(last) = self.parts.pop()
        {
            *self.more += last.messages.len();
        }
    }
}
