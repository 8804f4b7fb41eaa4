//! Who makes the edits of the text and tells what is wrong with it. The page fetches that when it is first needed; what
//! needs it waits until then.

use super::problem::Problem;
use super::{Msg, Session};
use queuescope_sim::Time;
use std::borrow::Cow;
use std::fmt::Debug;
use std::rc::Rc;

/// Why what was asked for did not come to be.
const NOT_THERE: &str = "What edits the text and explains its errors could not be fetched. \
                         Is the connection gone? Try again.";

/// Makes the edits of a text and tells what is wrong with it.
pub trait Editor: Debug {
    /// The text with a change.
    ///
    /// # Errors
    /// Why it cannot be made.
    fn edit(&self, text: &str, change: &Change) -> Result<String, String>;

    /// All that is wrong with the text, as `queuescope-editor` writes it down.
    fn problems(&self, text: &str) -> String;
}

/// A change of a text, as `queuescope-editor` understands it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// What is changed.
    pub what: Cow<'static, str>,
    /// Of what it is changed, or the line that is new.
    pub name: String,
    /// A place, or a number.
    pub index: usize,
    /// A time, or a limit.
    pub value: String,
}

/// An editor that was fetched.
#[derive(Clone, Debug)]
pub struct Fetched(pub Rc<dyn Editor>);

impl PartialEq for Fetched {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The editor, as far as it is there.
#[derive(Clone, Debug)]
pub(super) enum Desk {
    /// Nobody has needed it.
    Away,
    /// It is needed.
    Wanted,
    /// It is being fetched.
    Fetched,
    /// It is there.
    Here(Rc<dyn Editor>),
}

impl Desk {
    pub(super) fn editor(&self) -> Option<Rc<dyn Editor>> {
        match self {
            Self::Away | Self::Wanted | Self::Fetched => None,
            Self::Here(editor) => Some(Rc::clone(editor)),
        }
    }
}

/// What waits for the editor, with the instant of an act at that time.
pub(super) type Waiting = (Time, Msg);

impl Session {
    /// Whether the editor is to be fetched. It is said once each time that it is needed and not there.
    pub fn asks_for_editor(&mut self) -> bool {
        let asks = matches!(self.desk, Desk::Wanted);
        if asks {
            self.desk = Desk::Fetched;
        }
        asks
    }

    /// Asks for the editor, where it is not there or on its way.
    pub(super) fn need_editor(&mut self) {
        if matches!(self.desk, Desk::Away) {
            self.desk = Desk::Wanted;
        }
    }

    /// Lets an edit wait for the editor that is not there, and what would change the text behind it; gives back all
    /// else. What is typed goes at once: the edit is then made in that text.
    pub(super) fn or_wait(&mut self, msg: Msg) -> Option<Msg> {
        let is_edit = matches!(msg, Msg::Act(_) | Msg::Turn(_) | Msg::Change(_));
        let is_behind =
            matches!(msg, Msg::Undo | Msg::Redo | Msg::OpenLesson(_) | Msg::LessonCame(..));
        let waits = is_edit && !self.wrong && self.desk.editor().is_none()
            || is_behind && !self.waiting.is_empty();
        if !waits {
            return Some(msg);
        }
        self.need_editor();
        let waits = (self.act_at(), msg);
        if let Msg::Act(_) = waits.1 {
            self.playing = false;
            self.composing = false;
            // Nothing on screen shows yet that it was asked for: asked for again, it is the same one.
            if self.to_make().0.contains(&&waits) {
                return None;
            }
        }
        self.waiting.push(waits);
        None
    }

    /// Of the edits that wait, those that are to be made, and those that were taken back and can be made again.
    pub(super) fn to_make(&self) -> (Vec<&Waiting>, Vec<&Waiting>) {
        let (mut to_make, mut taken_back) = (Vec::new(), Vec::new());
        for waits in &self.waiting {
            if waits.1 == Msg::Undo {
                taken_back.extend(to_make.pop());
            } else if waits.1 == Msg::Redo {
                to_make.extend(taken_back.pop());
            } else {
                to_make.push(waits);
                taken_back.clear();
            }
        }
        (to_make, taken_back)
    }

    /// Takes the editor that was asked for, and does in its order what waited for it. Where it did not come, drops the
    /// edits and what would take them back, and says so.
    pub(super) fn editor_came(&mut self, editor: Option<Fetched>) {
        let is_there = editor.is_some();
        self.desk = editor.map_or(Desk::Away, |Fetched(editor)| Desk::Here(editor));
        if is_there {
            self.find_problems();
        }
        for (at, msg) in std::mem::take(&mut self.waiting) {
            if let Msg::Act(does) = &msg
                && is_there
            {
                // Its form was closed when it was asked for: one that is open now is for another message.
                let composing = self.composing;
                self.act(does, at);
                self.composing = composing;
            } else if is_there || matches!(msg, Msg::OpenLesson(_) | Msg::LessonCame(..)) {
                self.carry_out(msg);
            }
        }
        if !is_there {
            self.notice = Some(NOT_THERE.to_owned());
        }
    }

    /// Asks what is wrong with the text, where something is.
    pub(super) fn find_problems(&mut self) {
        self.problems = Rc::default();
        if self.wrong {
            match self.desk.editor() {
                Some(editor) => self.problems = Rc::new(Problem::all(&editor.problems(&self.text))),
                None => self.need_editor(),
            }
        }
    }
}

/// The editor of this very module, where it has one.
#[cfg(feature = "editor")]
pub(super) fn at_hand() -> Desk {
    Desk::Here(Rc::new(AtHand))
}

/// The editor is a module of its own.
#[cfg(not(feature = "editor"))]
pub(super) fn at_hand() -> Desk {
    Desk::Away
}

/// The editor as a part of this module.
#[cfg(feature = "editor")]
#[derive(Debug)]
pub(super) struct AtHand;

#[cfg(feature = "editor")]
impl Editor for AtHand {
    fn edit(&self, text: &str, change: &Change) -> Result<String, String> {
        queuescope_editor::edit(text, &change.what, &change.name, change.index, &change.value)
    }

    fn problems(&self, text: &str) -> String {
        queuescope_editor::problems(text)
    }
}
