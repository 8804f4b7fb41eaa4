//! Where something of a scenario is: in a text by its bytes, in JSON by its path.

use super::statement::{Field, Root};
use crate::index::{Ranks, ranked};
use std::fmt;
use std::ops::Range;

/// A part of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) root: Root,
    pub(crate) index: usize,
    pub(crate) field: Field,
    pub(crate) item: usize,
}

impl Place {
    pub(crate) const fn new(root: Root, index: usize, field: Field, item: usize) -> Self {
        Self { root, index, field, item }
    }

    pub(crate) const fn whole(root: Root, index: usize) -> Self {
        Self::new(root, index, Field::Whole, 0)
    }

    /// Two numbers that no other part has.
    const fn numbers(self) -> (u64, u64) {
        const WIDTH: u32 = 56;
        let (index, item) = (self.index as u64, self.item as u64);
        ((self.root as u64) << WIDTH | index, (self.field as u64) << WIDTH | item << 8 >> 8)
    }
}

impl fmt::Display for Place {
    /// The path in JSON: `script[3].worker`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, item) = (self.index, self.item);
        match self.root {
            Root::Title => f.write_str("title")?,
            Root::Queue => f.write_str("queue")?,
            Root::Worker => write!(f, "workers[{index}]")?,
            Root::Throttle => write!(f, "throttles[{index}]")?,
            Root::Script => write!(f, "script[{index}]")?,
            Root::Work => f.write_str("work")?,
            Root::Rule => write!(f, "work.rules[{index}]")?,
            Root::Note => write!(f, "notes[{index}]")?,
            Root::Until => f.write_str("until")?,
            Root::Expect => write!(f, "expect[{index}]")?,
        }
        match self.field {
            Field::Whole | Field::Time => Ok(()),
            Field::At if self.root == Root::Until => Ok(()),
            Field::At => f.write_str(".at"),
            Field::Name => f.write_str(".name"),
            Field::Worker if self.root == Root::Throttle => f.write_str(".from"),
            Field::Worker => f.write_str(".worker"),
            Field::Message if self.root == Root::Script => write!(f, ".messages[{item}]"),
            Field::Message if self.root == Root::Rule => f.write_str(".pattern"),
            Field::Message => write!(f, ".messages[{item}]"),
            Field::Item => write!(f, ".messages[{item}]"),
            Field::To => write!(f, ".messages[{item}].to"),
            Field::Key if self.root == Root::Script => write!(f, ".messages[{item}].key"),
            Field::Key => f.write_str(".key"),
            Field::Header => write!(f, ".messages[{item}].headers"),
            Field::Delay => write!(f, ".messages[{item}].delay"),
            Field::Component if self.root == Root::Queue => write!(f, ".order.by[{item}]"),
            Field::Component => write!(f, ".by[{item}]"),
            Field::Limit => write!(f, ".limits[{item}]"),
            Field::Throttle => f.write_str(".throttle"),
            Field::Order => f.write_str(".order"),
            Field::Lease => f.write_str(".lease"),
            Field::Attempts => f.write_str(".maxAttempts"),
            Field::Backoff => f.write_str(".backoff"),
            Field::Rule => write!(f, ".onFailure[{item}]"),
            Field::Quantum => f.write_str(".quantum"),
            Field::Every => f.write_str(".every"),
            Field::RetryAfter => f.write_str(".retryAfter"),
            Field::Takes => f.write_str(".takes"),
            Field::Fail => f.write_str(".failPercent"),
            Field::Credit => f.write_str(".takes"),
        }
    }
}

/// Where the parts of a scenario stand in its text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    spans: Vec<Range<usize>>,
    /// The numbers of each part, and the place of its span.
    places: Ranks,
}

impl Places {
    pub(crate) fn put(&mut self, place: Place, span: Range<usize>) {
        let (first, second) = place.numbers();
        if ranked(&self.places, first, second).is_none() {
            self.places.insert((first, second, self.spans.len()));
            self.spans.push(span);
        }
    }

    /// The part itself, or the least that holds it.
    pub(crate) fn find(&self, place: Place) -> Range<usize> {
        let item = Place { field: Field::Item, ..place };
        let whole = Place::whole(place.root, place.index);
        [place, item, whole, Place::whole(place.root, 0)]
            .iter()
            .find_map(|place| {
                let (first, second) = place.numbers();
                Some(self.spans[ranked(&self.places, first, second)?].clone())
            })
            .unwrap_or_default()
    }
}
