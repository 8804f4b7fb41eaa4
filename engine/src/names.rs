//! Finds a message by its name. Names are numbers that are handed out one after the other, so they are kept in pages of
//! neighbours: that takes a quarter of the room of a table of names, and the processor finds most of it at hand.

use crate::id::{MessageId, Slot};
use crate::table::{Table, hash_in_turn};
use slab::Slab;

/// The names of a page.
const NEIGHBOURS: u64 = 16;

/// Slots by the names of what is in them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pages: Slab<Page>,
    index: Table,
}

#[derive(Clone, Debug)]
struct Page {
    number: u64,
    slots: [Option<Slot>; NEIGHBOURS as usize],
}

impl Names {
    /// Adds a name that is not there.
    pub(crate) fn insert(&mut self, id: MessageId, slot: Slot) {
        let number = id.0 / NEIGHBOURS;
        let place = self.page(number).unwrap_or_else(|| {
            let page = Page { number, slots: [None; NEIGHBOURS as usize] };
            let place = self.pages.insert(page);
            self.index.insert(hash_in_turn(number), place);
            place
        });
        self.pages[place].slots[of_page(id)] = Some(slot);
    }

    /// Takes a name out that is there; a page without names goes.
    pub(crate) fn remove(&mut self, id: MessageId) {
        let number = id.0 / NEIGHBOURS;
        let Some(place) = self.page(number) else { return };
        let page = &mut self.pages[place];
        page.slots[of_page(id)] = None;
        // Names mostly go in the order in which they came: what is left of a page is at its end.
        if page.slots.iter().rev().all(Option::is_none) {
            self.pages.remove(place);
            self.index.remove(hash_in_turn(number), place);
        }
    }

    pub(crate) fn find(&self, id: MessageId) -> Option<Slot> {
        self.pages[self.page(id.0 / NEIGHBOURS)?].slots[of_page(id)]
    }

    fn page(&self, number: u64) -> Option<usize> {
        self.index.find(hash_in_turn(number), &|place| self.pages[place].number == number)
    }
}

const fn of_page(id: MessageId) -> usize {
    (id.0 % NEIGHBOURS) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_from_its_coming_to_its_going_and_pages_go_with_their_last() {
        let mut names = Names::default();
        for number in (0..1_000).chain(1_000_000..1_000_100) {
            names.insert(MessageId(number), Slot::new(number as usize + 1));
        }
        assert_eq!(names.find(MessageId(17)), Some(Slot::new(18)));
        assert_eq!(names.find(MessageId(1_000)), None);
        assert_eq!(names.find(MessageId(5_000)), None);
        for number in (0..1_000).rev() {
            names.remove(MessageId(number));
            assert_eq!(names.find(MessageId(number)), None);
        }
        assert_eq!(names.find(MessageId(1_000_099)), Some(Slot::new(1_000_100)));
        assert_eq!(names.pages.len(), 7, "100 names from one at a page's start");
    }
}
