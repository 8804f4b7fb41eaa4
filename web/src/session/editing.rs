//! Changes of the text, each of which can be taken back: what is done is said in it, and the run follows.

use super::history::{History, Left};
use super::{Change, FROZEN, Played, Session, act};
use crate::gallery::LESSONS;
use queuescope_sim::Time;
use std::rc::Rc;

impl Session {
    /// Opens a lesson whose text is there, and asks for that of another one.
    pub(super) fn open_lesson(&mut self, index: usize) -> bool {
        match self.texts.get(index) {
            Some(Some(text)) => {
                let text = text.clone();
                self.show_lesson(index, text)
            }
            Some(None) => {
                self.wanted = Some(index);
                false
            }
            None => false,
        }
    }

    /// Takes the text of a lesson that was asked for; where it did not come, says so.
    pub(super) fn lesson_came(&mut self, index: usize, text: Option<String>) -> bool {
        if self.wanted != Some(index) {
            // Somebody has chosen another one meanwhile.
            return false;
        }
        self.wanted = None;
        match text {
            Some(text) => {
                self.texts[index] = Some(text.clone());
                self.show_lesson(index, text)
            }
            None => {
                let title = LESSONS.get(index).map_or("", |lesson| lesson.title);
                self.notice = Some(format!(
                    "“{title}” could not be fetched. Is the connection gone? Choose it again to try once more."
                ));
                true
            }
        }
    }

    fn show_lesson(&mut self, index: usize, text: String) -> bool {
        self.wanted = None;
        self.history.changed(self.left());
        self.lesson = Some(index);
        self.selection = None;
        self.composing = false;
        self.open_lanes.clear();
        self.zoom = 0;
        self.playing = false;
        self.replace_text(text);
        self.go(0);
        true
    }

    /// Writes an act of that instant into the text, and goes there.
    pub(super) fn act(&mut self, does: &str, at: Time) {
        // What the run would have done after that is done anew.
        let ahead = self.played.run().until() > at;
        if self.change(&act::change(does, at)) {
            self.forked = Some(at).filter(|_| ahead);
            self.playing = false;
            self.composing = false;
            self.go(self.played.run().index_at(at));
        }
    }

    /// Makes an edit, or says why there is none. Returns which.
    pub(super) fn change(&mut self, change: &Change) -> bool {
        match self.edited_by(change) {
            Ok(text) => {
                self.history.changed(self.left());
                self.replace_text(text);
                true
            }
            Err(why) => {
                self.notice = Some(why);
                false
            }
        }
    }

    /// The text with an edit, or why there is none, for a person to read. While the editor is not there, nothing is known
    /// against it.
    pub(super) fn edited_by(&self, change: &Change) -> Result<String, String> {
        if self.wrong {
            return Err(FROZEN.to_owned());
        }
        match self.desk.editor() {
            Some(editor) => {
                editor.edit(&self.text, change).map_err(|why| format!("That cannot be: {why}."))
            }
            None => Ok(self.text.clone()),
        }
    }

    pub(super) fn turn(&mut self, way: fn(&mut History, Left) -> Option<Left>) -> bool {
        let present = self.left();
        let Some(Left { text, at, lesson }) = way(&mut self.history, present) else {
            return false;
        };
        self.lesson = lesson;
        self.replace_text(text);
        self.go(self.played.run().index_at(at));
        true
    }

    /// What there is to come back to.
    pub(super) fn left(&self) -> Left {
        Left { text: self.text.clone(), at: self.now(), lesson: self.lesson }
    }

    /// Takes a text. Where it has errors, the last good run stays; else the new run keeps the place in time.
    pub(super) fn replace_text(&mut self, text: String) {
        let at = self.now();
        let parsed = queuescope_sim::parse(&text);
        self.wrong = parsed.is_err();
        if let Ok(parsed) = parsed {
            self.played = Rc::new(Played::new(&text, parsed));
            self.position = self.played.run().index_at(at);
            self.table_from = None;
        }
        self.text = text;
        self.edits += 1;
        self.forked = None;
        self.stops.clear();
        self.find_problems();
    }
}
