//! Messages that were set aside, until they are redriven or purged (R3).

use crate::command::{DeadLetters, NotDeadLettered};
use crate::id::MessageId;
use crate::rank::{Rank, Ranks};
use crate::status::DeadLetter;
use alloc::vec;
use alloc::vec::Vec;
use slab::Slab;

/// The dead letters, in the order in which they were set aside.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeadLetterQueue {
    letters: Slab<DeadLetter>,
    /// Which one of all it was, and its place.
    order: Ranks,
    /// The message's number, which one of all it was, and its place.
    names: Ranks,
    set_aside: u64,
}

impl DeadLetterQueue {
    pub(crate) fn push(&mut self, letter: DeadLetter) {
        let MessageId(name) = letter.id;
        let place = self.letters.insert(letter);
        self.order.insert((self.set_aside, 0, place));
        self.names.insert((name, self.set_aside, place));
        self.set_aside += 1;
    }

    /// Takes out the letters that `which` names, in the order in which they were set aside.
    pub(crate) fn take(&mut self, which: DeadLetters) -> Result<Vec<DeadLetter>, NotDeadLettered> {
        let taken: Vec<Rank> = match which {
            DeadLetters::All => self.order.iter().collect(),
            DeadLetters::First(count) => self.order.iter().take(count).collect(),
            DeadLetters::Message(id) => {
                let (_, which, place) = self.names.first_of(id.0).ok_or(NotDeadLettered(id))?;
                vec![(which, 0, place)]
            }
        };
        let letters = taken.into_iter().map(|(which, _, place)| {
            let letter = self.letters.remove(place);
            self.order.remove((which, 0, place));
            self.names.remove((letter.id.0, which, place));
            letter
        });
        Ok(letters.collect())
    }

    pub(crate) fn len(&self) -> usize {
        self.letters.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &DeadLetter> {
        self.order.iter().map(|(_, _, place)| &self.letters[place])
    }
}
