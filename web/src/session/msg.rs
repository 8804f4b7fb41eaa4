//! What the person can do.

use super::editor::{Change, Fetched};
use super::frame::Panel;
use super::knob::Knob;
use super::pace::Speed;
use super::sheets::FetchedSheets;
use queuescope_sim::{Name, Time};
use std::rc::Rc;

/// What the person did, or what a timer brought.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// To the first step.
    First,
    /// One step back.
    Back,
    /// One step on.
    Forward,
    /// To the last step.
    Last,
    /// To a step.
    Seek(usize),
    /// To a step that is passed on the way to another.
    Scrub(usize),
    /// The table comes to where the page is.
    CatchUp,
    /// So many steps on, or back where negative.
    By(i32),
    /// To the last step at or before an instant.
    SeekTime(Time),
    /// Play, or pause.
    TogglePlay,
    /// The step on screen has been there for its time.
    Tick,
    /// How fast to play.
    SetSpeed(Speed),
    /// The text was edited by hand.
    Type(String),
    /// Another text comes in place of the one that is there.
    Write(String),
    /// Take the last edit back.
    Undo,
    /// Make it again.
    Redo,
    /// Open a lesson of the gallery.
    OpenLesson(usize),
    /// The text of a lesson that was asked for; none: it could not be fetched.
    LessonCame(usize, Option<String>),
    /// The editor that was asked for; none: it could not be fetched.
    EditorCame(Option<Fetched>),
    /// Act as a worker or an operator: writes what is done into the text, a line in its own words.
    Act(Rc<str>),
    /// Change a number of the scenario.
    Turn(Knob),
    /// Open or close the form for a new message.
    Compose(bool),
    /// Open the drawer of a message; of the one whose drawer is open, close it.
    Select(Option<Name>),
    /// Fold or unfold a long lane.
    ToggleLane(Name),
    /// What the timeline has a row for.
    TimelineBy(TimelineBy),
    /// How often the timeline's span is halved.
    Zoom(u32),
    /// The timeline has so many pixels.
    Measured(u32),
    /// Show the table from this step on.
    ShowSteps(usize),
    /// Light, dark, or as the system has it.
    SetTheme(Theme),
    /// Open a sheet above the page; none: close the one that is open.
    Sheet(Option<Rc<str>>),
    /// Choose a tab.
    Tab(Panel),
    /// The sheets that were asked for; none: they could not be fetched.
    SheetsCame(Option<FetchedSheets>),
    /// Change something of the scenario.
    Change(Change),
    /// What a sheet or a script says, in the words of an option.
    Said(Rc<str>),
    /// Put the notice away.
    Dismiss,
}

impl Msg {
    /// Whether it changes the text, or makes ready to.
    pub(super) fn edits(&self) -> bool {
        matches!(
            self,
            Self::Type(_)
                | Self::Write(_)
                | Self::Undo
                | Self::Redo
                | Self::Act(_)
                | Self::Turn(_)
                | Self::Change(_)
                | Self::Compose(true)
        )
    }
}

/// What the timeline has a row for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineBy {
    /// A row per worker.
    Worker,
    /// A row per lane.
    Lane,
}

/// The colours of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// As the system has it.
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// The word for it, as the page's root bears it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The one of that word.
    pub fn read(word: &str) -> Option<Self> {
        [Self::Auto, Self::Light, Self::Dark].into_iter().find(|theme| theme.word() == word)
    }

    /// The one after it.
    pub fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }
}
