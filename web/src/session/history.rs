//! Texts to go back to, each with what was on screen.

use queuescope_sim::Time;

/// The most texts that are kept.
const MOST: usize = 200;

/// A text that was left.
#[derive(Clone, Debug)]
pub(super) struct Left {
    pub(super) text: String,
    /// The instant that was on screen.
    pub(super) at: Time,
    /// The lesson that it came from.
    pub(super) lesson: Option<usize>,
}

/// Undo and redo.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    past: Vec<Left>,
    future: Vec<Left>,
    typing: bool,
}

impl History {
    /// Remembers the text before a change that stands for itself.
    pub(super) fn changed(&mut self, left: Left) {
        self.typing = false;
        self.remember(left);
    }

    /// Remembers the text before typing; what is typed in a row is one change.
    pub(super) fn typed(&mut self, left: Left) {
        if !self.typing {
            self.remember(left);
        }
        self.typing = true;
        self.future.clear();
    }

    pub(super) fn undo(&mut self, present: Left) -> Option<Left> {
        let earlier = self.past.pop()?;
        self.typing = false;
        self.future.push(present);
        Some(earlier)
    }

    pub(super) fn redo(&mut self, present: Left) -> Option<Left> {
        let later = self.future.pop()?;
        self.past.push(present);
        Some(later)
    }

    /// The text that undo would bring back.
    pub(super) fn before(&self) -> Option<&str> {
        self.past.last().map(|left| &*left.text)
    }

    pub(super) fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    fn remember(&mut self, left: Left) {
        if self.past.len() == MOST {
            self.past.remove(0);
        }
        self.past.push(left);
        self.future.clear();
    }
}
