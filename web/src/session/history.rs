//! Texts to go back to, each with the instant that was on screen.

use queuescope_sim::Time;

/// The most texts that are kept.
const MOST: usize = 200;

/// A text, and the instant that was on screen when it was left.
type Left = (String, Time);

/// Undo and redo.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    past: Vec<Left>,
    future: Vec<Left>,
    typing: bool,
}

impl History {
    /// Remembers the text before a change that stands for itself.
    pub(super) fn changed(&mut self, text: &str, at: Time) {
        self.typing = false;
        self.remember(text, at);
    }

    /// Remembers the text before typing; what is typed in a row is one change.
    pub(super) fn typed(&mut self, text: &str, at: Time) {
        if !self.typing {
            self.remember(text, at);
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

    pub(super) fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    fn remember(&mut self, text: &str, at: Time) {
        if self.past.len() == MOST {
            self.past.remove(0);
        }
        self.past.push((text.to_owned(), at));
        self.future.clear();
    }
}
