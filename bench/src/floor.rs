//! The floors: the least data structures that deliver in the right order, written out here.
//!
//! They know no time, no leases, no events, and no way back for a message.

use crate::load::ACCOUNT;
use crate::ours::WORKERS;
use crate::stopwatch::Stopwatch;
use queuescope_engine::Message;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

/// Something that has a key.
pub(crate) trait Keyed {
    type Index: Default;

    /// The place of its key, the next free one where the key is new.
    fn place(&self, index: &mut Self::Index) -> usize;
}

impl Keyed for Message {
    type Index = HashMap<Box<str>, usize, FxBuildHasher>;

    fn place(&self, index: &mut Self::Index) -> usize {
        let key = self.header_value(ACCOUNT).or(self.fairness()).unwrap_or_default();
        match index.get(key) {
            Some(place) => *place,
            None => {
                let place = index.len();
                index.insert(key.into(), place);
                place
            }
        }
    }
}

impl Keyed for u64 {
    type Index = HashMap<Self, usize, FxBuildHasher>;

    fn place(&self, index: &mut Self::Index) -> usize {
        let next = index.len();
        *index.entry(*self).or_insert(next)
    }
}

/// Ordered groups, the oldest head first: a hash lookup, a line per group and a binary heap of heads. Enqueues all,
/// delivers to as many as we have workers, acks all; nanoseconds in all.
pub(crate) fn ordered<P: Keyed>(payloads: Vec<P>) -> f64 {
    let messages = payloads.len();
    let watch = Stopwatch::start();
    let mut index = P::Index::default();
    // The message in flight stays in its line, as the head that holds the others back.
    let mut groups: Vec<VecDeque<(u64, P)>> = Vec::new();
    let mut heads = BinaryHeap::new();
    for (arrival, payload) in (0_u64..).zip(payloads) {
        let place = payload.place(&mut index);
        if place == groups.len() {
            groups.push(VecDeque::new());
        }
        let group = &mut groups[place];
        if group.is_empty() {
            heads.push(Reverse((arrival, place)));
        }
        group.push_back((arrival, payload));
    }
    let mut in_flight = VecDeque::new();
    let mut acked = 0;
    loop {
        while in_flight.len() < WORKERS
            && let Some(Reverse((_, place))) = heads.pop()
        {
            core::hint::black_box(groups[place].front());
            in_flight.push_back(place);
        }
        let Some(place) = in_flight.pop_front() else { break };
        let group = &mut groups[place];
        group.pop_front();
        if let Some((arrival, _)) = group.front() {
            heads.push(Reverse((*arrival, place)));
        }
        acked += 1;
    }
    let nanos = watch.nanos();
    assert_eq!(acked, messages, "the floor delivers all");
    nanos
}

/// Fair turns: a hash lookup, a line per key and a ring of the keys that have messages.
pub(crate) fn fair<P: Keyed>(payloads: Vec<P>) -> f64 {
    let messages = payloads.len();
    let watch = Stopwatch::start();
    let mut index = P::Index::default();
    let mut lines: Vec<VecDeque<P>> = Vec::new();
    let mut ring = VecDeque::new();
    for payload in payloads {
        let place = payload.place(&mut index);
        if place == lines.len() {
            lines.push(VecDeque::new());
        }
        if lines[place].is_empty() {
            ring.push_back(place);
        }
        lines[place].push_back(payload);
    }
    let mut in_flight = VecDeque::new();
    let mut acked = 0;
    loop {
        while in_flight.len() < WORKERS
            && let Some(place) = ring.pop_front()
            && let Some(payload) = lines[place].pop_front()
        {
            if !lines[place].is_empty() {
                ring.push_back(place);
            }
            in_flight.push_back(payload);
        }
        let Some(payload) = in_flight.pop_front() else { break };
        core::hint::black_box(&payload);
        acked += 1;
    }
    let nanos = watch.nanos();
    assert_eq!(acked, messages, "the floor delivers all");
    nanos
}
