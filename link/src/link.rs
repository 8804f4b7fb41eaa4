//! What a link opens.

use crate::error::LinkError;
use crate::header;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// What a link opens: a scenario, and where and how it is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The number of the step on screen, from 1; 0 is as good as 1. It may be past the end of the run.
    pub step: u32,
    /// The name of the selected message. One with a line feed in it, or an empty one, is not carried.
    pub selection: Option<String>,
    /// How it is looked at.
    pub view: View,
    /// The scenario's text, byte for byte.
    pub text: String,
}

/// How a scenario is looked at, where that is not as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// What the timeline has a row for.
    pub rows: Option<Rows>,
    /// How near the timeline is.
    pub zoom: Option<u32>,
    /// The lanes that are open, by their names. One with a line feed in it, or an empty one, is not carried.
    pub open: Vec<String>,
    /// The panel that is open. One with a line feed in its name, or an empty one, is not carried.
    pub panel: Option<String>,
}

/// What the timeline has a row for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Each lane.
    Lane,
    /// Each worker.
    Worker,
}

impl Link {
    /// A text, looked at as lines say that a link has: `step 5`, `select a2`, `rows lane`, `zoom 3`, `open A`, `panel metrics`.
    /// Lines about other things say nothing.
    ///
    /// # Errors
    /// Where a line says what cannot be.
    pub fn of(lines: &str, text: &str) -> Result<Self, LinkError> {
        let mut link = Self { text: text.to_owned(), ..Self::default() };
        for line in lines.split('\n') {
            header::read(line, &mut link)?;
        }
        Ok(link)
    }

    /// What the link holds: its lines, an empty one, and the text.
    pub fn written(&self) -> String {
        header::write(self)
    }
}
