//! What is opened above the simulator, and the tabs beside it.

use crate::session::{Panel, Session};
use std::rc::Rc;

/// A sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetScene {
    /// Its name; none: nothing is open.
    pub name: Option<Rc<str>>,
    /// What it shows, written down; empty: it is not there yet.
    pub written: String,
}

/// The tabs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TabsScene {
    /// Those that the page has.
    pub tabs: Vec<Panel>,
    /// The one on screen.
    pub current: Option<Panel>,
    /// What it shows, where that is not the text.
    pub pane: Rc<SheetScene>,
}

/// The sheet above the page.
pub(super) fn sheet(session: &Session) -> SheetScene {
    session.sheet().map(|name| named(session, name)).unwrap_or_default()
}

/// The tabs beside it.
pub(super) fn tabs(session: &Session) -> TabsScene {
    let current = session.tab();
    let pane = current.filter(|tab| *tab != Panel::Text);
    let pane = pane.map(|tab| named(session, tab.word())).unwrap_or_default();
    TabsScene {
        tabs: Panel::TABS.into_iter().filter(|tab| session.shows(*tab)).collect(),
        current,
        pane: Rc::new(pane),
    }
}

fn named(session: &Session, name: &str) -> SheetScene {
    SheetScene { name: Some(name.into()), written: session.drawn(name) }
}
