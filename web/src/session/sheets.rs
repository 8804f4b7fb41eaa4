//! What is opened above or beside the simulator when somebody asks for it. What draws that is fetched then.

use super::{Panel, Session, TimelineBy};
use std::fmt::{Debug, Write};
use std::rc::Rc;

/// Why a sheet is not there.
const NOT_THERE: &str =
    "That could not be fetched. Is the connection gone? Open it again to try once more.";

/// The sheet of ways to share.
pub const SHARE: &str = "share";

/// Draws sheets.
pub trait Sheets: Debug {
    /// A sheet of that name for a text and what is on screen, as `queuescope-sheets` writes it down.
    fn sheet(&self, name: &str, text: &str, state: &str) -> String;
}

/// Sheets that were fetched.
#[derive(Clone, Debug)]
pub struct FetchedSheets(pub Rc<dyn Sheets>);

impl PartialEq for FetchedSheets {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The sheets, as far as they are there.
#[derive(Clone, Debug)]
pub(super) enum Shelf {
    /// Not there.
    Away,
    /// On their way.
    Fetched,
    /// There.
    Here(Rc<dyn Sheets>),
}

impl Session {
    /// Whether the sheets are to be fetched. It is said once each time that they are needed and not there.
    pub fn asks_for_sheets(&mut self) -> bool {
        let asks = matches!(self.shelf, Shelf::Away)
            && (self.sheet.is_some()
                || self.selection.is_some()
                || self.composing
                || self.tab().is_some_and(|tab| tab != Panel::Text));
        if asks {
            self.shelf = Shelf::Fetched;
        }
        asks
    }

    /// Takes the sheets; where they did not come, closes what is open and says so.
    pub(super) fn sheets_came(&mut self, sheets: Option<FetchedSheets>) {
        match sheets {
            Some(FetchedSheets(sheets)) => self.shelf = Shelf::Here(sheets),
            None => {
                self.shelf = Shelf::Away;
                self.sheet = None;
                self.tab = Panel::Text;
                self.notice = Some(NOT_THERE.to_owned());
            }
        }
    }

    pub(super) fn open_sheet(&mut self, name: Option<Rc<str>>) {
        self.sheet = name;
        self.fields.clear();
    }

    /// The sheet that lies above the page.
    pub fn sheet(&self) -> Option<&Rc<str>> {
        self.sheet.as_ref()
    }

    /// The tab on screen, of those that the page has.
    pub fn tab(&self) -> Option<Panel> {
        let shown = || Panel::TABS.into_iter().filter(|tab| self.shows(*tab));
        shown().find(|tab| *tab == self.tab).or_else(|| shown().next())
    }

    /// A sheet, written down; empty: it is not there yet. It is of the run on screen; only what is shared is of the text as it stands.
    pub fn drawn(&self, name: &str) -> String {
        let text = if name == SHARE { &self.text } else { self.played.text() };
        match &self.shelf {
            Shelf::Here(sheets) => sheets.sheet(name, text, &self.view_lines()),
            Shelf::Away | Shelf::Fetched => String::new(),
        }
    }

    /// What stands in a field.
    pub(super) fn filled_in(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| &**value)
    }

    /// Takes what is filled in out again.
    pub(super) fn forget(&mut self, name: &str) {
        self.fields.retain(|(field, _)| field != name);
    }

    /// Fills something in.
    pub(super) fn fill_in(&mut self, name: &str, value: &str) {
        self.forget(name);
        self.fields.push((name.to_owned(), value.replace('\n', " ")));
    }

    /// What is on screen, in lines as a link has them, and what is filled in on the sheets behind `field.`.
    pub fn view_lines(&self) -> String {
        let mut lines = format!("step {}\n", self.position + 1);
        let mut line = |name: &str, value: &dyn std::fmt::Display| {
            // A string takes everything.
            let _ = writeln!(lines, "{name} {value}");
        };
        if let Some(message) = &self.selection {
            line("select", message);
        }
        if self.timeline_by == TimelineBy::Lane {
            line("rows", &"lane");
        }
        if self.zoom > 0 {
            line("zoom", &self.zoom);
        }
        for lane in &self.open_lanes {
            line("open", lane);
        }
        if let Some(tab) = self.tab().filter(|tab| *tab != Panel::Text) {
            line("panel", &tab.word());
        }
        if !self.filter.is_empty() {
            line("filter", &self.filter);
        }
        line("at", &self.act_at());
        for (name, value) in &self.fields {
            line(&format!("field.{name}"), value);
        }
        if self.frozen() {
            lines.push_str("frozen\n");
        }
        lines
    }
}

/// The sheets of this very module, where it has them.
#[cfg(feature = "editor")]
pub(super) fn at_hand() -> Shelf {
    Shelf::Here(Rc::new(AtHand))
}

/// The sheets are a module of their own.
#[cfg(not(feature = "editor"))]
pub(super) fn at_hand() -> Shelf {
    Shelf::Away
}

/// The sheets as a part of this module.
#[cfg(feature = "editor")]
#[derive(Debug)]
struct AtHand;

#[cfg(feature = "editor")]
impl Sheets for AtHand {
    fn sheet(&self, name: &str, text: &str, state: &str) -> String {
        queuescope_sheets::sheet(name, text, state)
    }
}
