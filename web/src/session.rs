//! What the person does, and what follows: text, run, place in it. No DOM, no clock.

mod act;
mod checks;
mod downs;
mod editing;
mod editor;
mod frame;
mod history;
mod knob;
mod msg;
mod options;
mod pace;
mod place;
mod played;
mod problem;
mod sheets;

pub use checks::{Checks, Failed};
pub use downs::{Down, LeaderCrash};
pub use editor::{Change, Editor, Fetched};
pub use frame::{Frame, Panel, Panels};
pub use knob::Knob;
pub use msg::{Msg, Theme, TimelineBy};
pub use pace::Speed;
pub use played::Played;
pub use problem::Problem;
pub use sheets::{FetchedSheets, SHARE, Sheets};

use crate::gallery::{FIRST, LESSONS};
use editor::{Desk, Waiting};
use history::History;
use queuescope_sim::{Name, Time};
use sheets::Shelf;
use std::rc::Rc;

/// Why nothing can be acted on or turned while the text has errors.
pub const FROZEN: &str = "The text has errors: mend them first.";

/// The table of a run that has more steps than this follows a step later: nearly all of it may be another one.
pub const SHORT: usize = 64;

/// The most halvings of the timeline's span.
pub const ZOOM_MOST: u32 = 12;

/// The state of the page.
#[derive(Clone, Debug)]
pub struct Session {
    text: String,
    /// How often the text became another one.
    edits: u32,
    played: Rc<Played>,
    /// Whether the text has errors.
    wrong: bool,
    problems: Rc<Vec<Problem>>,
    desk: Desk,
    waiting: Vec<Waiting>,
    history: History,
    lesson: Option<usize>,
    /// The texts of the lessons, as far as they have been fetched.
    texts: Vec<Option<String>>,
    /// The lesson that was asked for and whose text is not there yet.
    wanted: Option<usize>,
    position: usize,
    playing: bool,
    speed: Speed,
    selection: Option<Name>,
    open_lanes: Vec<Name>,
    composing: bool,
    timeline_by: TimelineBy,
    zoom: u32,
    plot_width: u32,
    table_from: Option<usize>,
    /// The step that the table shows, where that is not the one on screen.
    table_at: Option<usize>,
    theme: Theme,
    shelf: Shelf,
    /// The sheet that lies above the page.
    sheet: Option<Rc<str>>,
    /// The tab that was chosen.
    tab: Panel,
    /// What was filled in on the sheets: a line each, of a name and a value.
    fields: Vec<(String, String)>,
    /// The steps at which playing ends.
    stops: Vec<usize>,
    /// What lanes and workers have to have in common with what is shown; empty: all are.
    filter: String,
    /// The instant from which on the last edit has made another future.
    forked: Option<Time>,
    notice: Option<String>,
    frame: Frame,
}

impl Session {
    /// The first lesson, at its first step.
    pub fn new() -> Self {
        let mut session = Self::of(FIRST);
        session.lesson = Some(0);
        session
    }

    /// A text, at the first step of its run.
    pub fn of(text: &str) -> Self {
        Self::with(text, editor::at_hand())
    }

    fn with(text: &str, desk: Desk) -> Self {
        let mut session = Self {
            text: String::new(),
            edits: 0,
            played: Rc::new(Played::nothing()),
            wrong: false,
            problems: Rc::default(),
            desk,
            waiting: Vec::new(),
            history: History::default(),
            lesson: None,
            texts: std::iter::once(Some(FIRST.to_owned()))
                .chain(LESSONS.iter().skip(1).map(|_| None))
                .collect(),
            wanted: None,
            position: 0,
            playing: false,
            speed: Speed::default(),
            selection: None,
            open_lanes: Vec::new(),
            composing: false,
            timeline_by: TimelineBy::Worker,
            zoom: 0,
            plot_width: 720,
            table_from: None,
            table_at: None,
            theme: Theme::Auto,
            shelf: sheets::at_hand(),
            sheet: None,
            tab: Panel::Text,
            fields: Vec::new(),
            stops: Vec::new(),
            filter: String::new(),
            forked: None,
            notice: None,
            frame: Frame::PAGE,
        };
        session.replace_text(text.to_owned());
        session.position = 0;
        session
    }

    /// Carries out what the person did. Returns whether anything changed.
    pub fn update(&mut self, msg: Msg) -> bool {
        let by_itself = matches!(
            msg,
            Msg::Measured(_) | Msg::Tick | Msg::CatchUp | Msg::EditorCame(_) | Msg::SheetsCame(_)
        );
        if !by_itself {
            self.notice = None;
        }
        if self.frame.read_only && msg.edits() {
            return false;
        }
        let (catches_up, table_at) = (msg == Msg::CatchUp, self.table_position());
        let (edits, position) = (self.edits, self.position);
        let changed = match self.or_wait(msg) {
            Some(msg) => self.carry_out(msg),
            None => true,
        };
        if catches_up || self.edits != edits || self.played.run().len() <= SHORT {
            self.table_at = None;
        } else if self.position != position {
            self.table_at = Some(table_at);
        }
        changed
    }

    fn carry_out(&mut self, msg: Msg) -> bool {
        match msg {
            Msg::First => self.go(0),
            Msg::Back => self.go(self.position.saturating_sub(1)),
            Msg::Forward => self.go(self.position + 1),
            Msg::By(steps) => self.go(self.position.saturating_add_signed(steps as isize)),
            Msg::Last => self.go(usize::MAX),
            Msg::Seek(index) | Msg::Scrub(index) => self.go(index),
            Msg::CatchUp => {}
            Msg::SeekTime(at) => self.go(self.played.run().index_at(at)),
            Msg::TogglePlay => self.toggle_play(),
            Msg::Tick => return self.tick(),
            Msg::SetSpeed(speed) => self.speed = speed,
            Msg::Type(text) => {
                self.history.typed(self.left());
                self.replace_text(text);
            }
            Msg::Write(text) => {
                self.history.changed(self.left());
                self.replace_text(text);
            }
            Msg::Undo => return self.turn(History::undo),
            Msg::Redo => return self.turn(History::redo),
            Msg::OpenLesson(index) => return self.open_lesson(index),
            Msg::LessonCame(index, text) => return self.lesson_came(index, text),
            Msg::EditorCame(fetched) => self.editor_came(fetched),
            Msg::Act(does) => self.act(&does, self.act_at()),
            Msg::Turn(knob) => {
                self.change(&knob.change());
            }
            Msg::Compose(open) => self.compose(open),
            Msg::Select(name) => self.select(name),
            Msg::ToggleLane(name) => match self.open_lanes.iter().position(|open| *open == name) {
                Some(place) => drop(self.open_lanes.swap_remove(place)),
                None => self.open_lanes.push(name),
            },
            Msg::TimelineBy(by) => self.timeline_by = by,
            Msg::Zoom(zoom) => self.zoom = zoom.min(ZOOM_MOST),
            Msg::Measured(width) => {
                let changed = self.plot_width != width;
                self.plot_width = width;
                return changed;
            }
            Msg::ShowSteps(from) => self.table_from = Some(from),
            Msg::SetTheme(theme) => self.theme = theme,
            Msg::Sheet(name) => self.open_sheet(name),
            Msg::Tab(tab) => self.tab = tab,
            Msg::SheetsCame(sheets) => self.sheets_came(sheets),
            Msg::Change(change) => {
                self.change(&change);
            }
            Msg::Said(words) => return self.said(&words),
            Msg::Dismiss => {}
        }
        true
    }

    /// The text, errors and all.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How often the text became another one.
    pub fn edits(&self) -> u32 {
        self.edits
    }

    /// The last text without errors, carried out.
    pub fn played(&self) -> &Rc<Played> {
        &self.played
    }

    /// What is wrong with the text, as far as it is told: not before the editor is there.
    pub fn problems(&self) -> &Rc<Vec<Problem>> {
        &self.problems
    }

    /// Whether nothing but the text itself can be changed, for it has errors; or not even that.
    pub fn frozen(&self) -> bool {
        self.wrong || self.frame.read_only
    }

    /// Whether the text has errors.
    pub fn wrong(&self) -> bool {
        self.wrong
    }

    /// What of the simulator is on the page.
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// The lesson that was opened last.
    pub fn lesson(&self) -> Option<usize> {
        self.lesson
    }

    /// The lesson whose text is to be fetched.
    pub fn wanted(&self) -> Option<usize> {
        self.wanted
    }

    /// Whether the text is no longer the lesson's that it came from.
    pub fn edited(&self) -> bool {
        let lesson = self.lesson.and_then(|index| self.texts.get(index)?.as_ref());
        lesson.is_some_and(|text| *text != self.text)
    }

    /// The message whose drawer is open.
    pub fn selection(&self) -> Option<&Name> {
        self.selection.as_ref()
    }

    /// Whether a long lane is shown unfolded.
    pub fn is_open(&self, lane: &str) -> bool {
        self.open_lanes.iter().any(|open| **open == *lane)
    }

    /// Whether the form for a new message is open.
    pub fn composing(&self) -> bool {
        self.composing
    }

    /// What the timeline has a row for.
    pub fn timeline_by(&self) -> TimelineBy {
        self.timeline_by
    }

    /// How often the timeline's span is halved.
    pub fn zoom(&self) -> u32 {
        self.zoom
    }

    /// How many pixels the timeline has.
    pub fn plot_width(&self) -> u32 {
        self.plot_width
    }

    /// The step from which on the table was asked to show.
    pub fn table_from(&self) -> Option<usize> {
        self.table_from
    }

    /// Light, dark, or as the system has it.
    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// The steps at which playing ends.
    pub fn stops(&self) -> &[usize] {
        &self.stops
    }

    /// What is shown has this in its name, or in one of its messages'; empty: all is shown.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Whether something of these names is to be shown.
    pub fn lets_through<'a>(&self, mut names: impl Iterator<Item = &'a Name>) -> bool {
        let sought = self.filter.to_ascii_lowercase();
        sought.is_empty() || names.any(|name| name.to_ascii_lowercase().contains(&sought))
    }

    /// The instant from which on the last act has made another future.
    pub fn forked(&self) -> Option<Time> {
        self.forked
    }

    /// Why the last edit could not be made.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// The text before the last edit.
    pub fn before(&self) -> Option<&str> {
        self.history.before()
    }

    /// Whether there is an edit to take back, made or waiting.
    pub fn can_undo(&self) -> bool {
        self.history.can_undo() || !self.to_make().0.is_empty()
    }

    /// Whether there is an edit to make again.
    pub fn can_redo(&self) -> bool {
        let (to_make, taken_back) = self.to_make();
        !taken_back.is_empty() || to_make.is_empty() && self.history.can_redo()
    }

    fn select(&mut self, name: Option<Name>) {
        self.selection = if self.selection == name { None } else { name };
        if self.selection.is_some() {
            self.need_editor();
        }
        self.forget("draft.at");
        self.composing = false;
    }

    fn compose(&mut self, open: bool) {
        self.composing = open;
        if open {
            self.need_editor();
            self.selection = None;
            self.forget("draft.name");
        }
        self.forget("draft.at");
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
