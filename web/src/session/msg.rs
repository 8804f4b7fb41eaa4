//! What the person can do.

use super::act::Act;
use super::editor::Fetched;
use super::knob::Knob;
use super::pace::Speed;
use queuescope_sim::{Name, Time};

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
    /// Act as a worker or an operator: writes a line into the text.
    Act(Act),
    /// Change a number of the scenario.
    Turn(Knob),
    /// Fill in the next act.
    SetDraft(Draft),
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
    /// Open or close the list of keys.
    Help(bool),
    /// Put the notice away.
    Dismiss,
}

impl Msg {
    /// Whether it changes the text, or makes ready to.
    pub(super) fn edits(&self) -> bool {
        matches!(
            self,
            Self::Type(_)
                | Self::Undo
                | Self::Redo
                | Self::Act(_)
                | Self::Turn(_)
                | Self::Compose(true)
        )
    }
}

/// What is filled in for the next act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// When; none: soon after the step on screen.
    pub at: Option<Time>,
    /// The wait that a nack asks for.
    pub retry_after: Time,
    /// The name of a new message.
    pub message: String,
    /// Its key; empty: none.
    pub key: String,
    /// Its other headers that the scenario looks at, and without a name its fairness key; empty: none.
    pub others: Vec<(Option<String>, String)>,
    /// Its delay.
    pub delay: Time,
}

impl Draft {
    /// The send that is filled in.
    pub fn send(&self) -> Act {
        Act::Send {
            message: self.message.clone(),
            key: self.key.clone(),
            others: self.others.clone(),
            delay: self.delay,
        }
    }
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            at: None,
            retry_after: Time::from_secs(5),
            message: String::new(),
            key: String::new(),
            others: Vec::new(),
            delay: Time::ZERO,
        }
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
