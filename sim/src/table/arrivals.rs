//! Messages in the order of their arrival, and long lists of them in few words: `o7..o10000`.

use crate::plan::Plan;
use crate::scenario::NameRange;
use crate::step::Name;
use crate::words::folded_list;

/// The most names that are listed one by one.
const MOST_NAMES: usize = 12;
/// The fewest names that are written as a range.
const LEAST_RANGE: usize = 3;

/// The messages as they arrived, redriven ones again. An arrival is its place here.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    /// Of each, the message's place in the plan.
    places: Vec<usize>,
    /// Of each, the first arrival of those up to it whose names count up (`o1`, `o2`, …).
    range_starts: Vec<usize>,
    /// The latest arrival of each message, by its place in the plan.
    latest: Vec<Option<usize>>,
}

impl Arrivals {
    pub(super) fn push(&mut self, message: usize, plan: &Plan) {
        let arrival = self.places.len();
        self.places.push(message);
        let start = self.range_starts.last().copied().filter(|start| {
            let name = |arrival: usize| &*plan.messages[self.places[arrival]].name;
            NameRange::new(name(*start), Some(name(arrival)))
                .is_ok_and(|range| range.count_left() == (arrival - start + 1) as u64)
        });
        self.range_starts.push(start.unwrap_or(arrival));
        if self.latest.len() <= message {
            self.latest.resize(message + 1, None);
        }
        self.latest[message] = Some(arrival);
    }

    /// The latest arrival of a message.
    pub(super) fn latest(&self, message: usize) -> Option<usize> {
        self.latest.get(message).copied().flatten()
    }

    /// The message that arrived so.
    pub(super) fn place(&self, arrival: usize) -> usize {
        self.places[arrival]
    }

    /// The messages' names, side by side; where there are many, with ranges, and no more than `most` of them before the
    /// rest is counted.
    pub(super) fn names(&self, arrivals: &[usize], most: usize, plan: &Plan) -> String {
        let name = |arrival: usize| Name::clone(&plan.messages[self.places[arrival]].name);
        if arrivals.len() <= MOST_NAMES {
            let names: Vec<Name> = arrivals.iter().map(|arrival| name(*arrival)).collect();
            return folded_list(&names, most);
        }
        let (mut said, mut ends) = (Vec::new(), Vec::new());
        let mut rest = arrivals;
        while let [first, ..] = rest
            && said.len() <= most
        {
            let length = self.range_length(rest);
            let (range, behind) = rest.split_at(length);
            said.push(match range {
                [.., last] if length >= LEAST_RANGE => {
                    format!("{}..{}", name(*first), name(*last)).into()
                }
                _ => name(*first),
            });
            let taken = if length >= LEAST_RANGE { behind } else { &rest[1..] };
            ends.push(arrivals.len() - taken.len());
            rest = taken;
        }
        if said.len() <= most {
            return folded_list(&said, most);
        }
        let shown = most.saturating_sub(2).max(1);
        let list = folded_list(&said[..shown], shown);
        format!("{list} and {} more", arrivals.len() - ends[shown - 1])
    }

    /// How many from the first one on arrived one after the other with names that count up.
    fn range_length(&self, arrivals: &[usize]) -> usize {
        let Some(first) = arrivals.first() else {
            return 0;
        };
        let (mut least, mut most) = (1, arrivals.len());
        while least < most {
            let middle = least + (most - least).div_ceil(2);
            let arrival = arrivals[middle - 1];
            if arrival - first == middle - 1 && self.range_starts[arrival] <= *first {
                least = middle;
            } else {
                most = middle - 1;
            }
        }
        least
    }
}
