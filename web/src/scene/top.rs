//! The bar at the top: lessons, undo, theme; and what the lesson is about.

use crate::gallery::{About, LESSONS};
use crate::session::{Session, Theme};

/// The bar at the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopScene {
    /// The titles of all lessons.
    pub titles: Vec<String>,
    /// The one that was opened last.
    pub lesson: Option<usize>,
    /// Whether the text is no longer the lesson's.
    pub edited: bool,
    /// The words about what is on screen.
    pub about: About,
    /// Whether there is an edit to take back.
    pub can_undo: bool,
    /// Whether there is an edit to make again.
    pub can_redo: bool,
    /// The colours.
    pub theme: Theme,
    /// Why the last edit could not be made.
    pub notice: Option<String>,
}

pub(super) fn top(session: &Session) -> TopScene {
    TopScene {
        titles: LESSONS.iter().map(|lesson| lesson.title.to_owned()).collect(),
        lesson: session.lesson(),
        edited: session.edited(),
        about: About::of(session.text(), session.played().scenario().title.as_deref()),
        can_undo: session.can_undo(),
        can_redo: session.can_redo(),
        theme: session.theme(),
        notice: session.notice().map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_is_said_as_it_is_meant() {
        let session = Session::of("title \"say \\\"hi\\\" \\u{e9}\"\nqueue q\n");
        assert_eq!(session.problems().as_slice(), []);
        assert_eq!(top(&session).about.title.as_deref(), Some("say \"hi\" é"));
    }
}
