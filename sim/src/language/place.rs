//! Where something of a scenario is, in a text by its bytes.

use super::statement::{Field, Root};
use crate::index::Ranks;
use crate::kept::Kept;
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

/// Where the parts of a scenario stand in its text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places(Kept<Spans>);

#[derive(Clone, Debug, Default)]
struct Spans {
    spans: Vec<Range<usize>>,
    /// The numbers of each part, and the place of its span.
    places: Ranks,
}

impl Places {
    pub(crate) fn put(&mut self, place: Place, span: Range<usize>) {
        let Some(known) = self.0.get_mut() else { return };
        let (first, second) = place.numbers();
        if known.places.place(first, second).is_none() {
            known.places.insert((first, second, known.spans.len()));
            known.spans.push(span);
        }
    }

    /// The part itself, or the least that holds it.
    pub(crate) fn find(&self, place: Place) -> Range<usize> {
        let item = Place { field: Field::Item, ..place };
        let whole = Place::whole(place.root, place.index);
        [place, item, whole, Place::whole(place.root, 0)]
            .iter()
            .find_map(|place| {
                let known = self.0.get()?;
                let (first, second) = place.numbers();
                Some(known.spans[known.places.place(first, second)?].clone())
            })
            .unwrap_or_default()
    }
}
