//! The way from a page to the simulator on it.

use crate::app::App;
use crate::session::Msg;
use std::cell::RefCell;
use std::rc::Rc;
use yew::html::Scope;

/// The way to a simulator, for as long as it is there.
#[derive(Clone, Debug, Default)]
pub struct Line(Rc<RefCell<Option<Scope<App>>>>);

impl Line {
    /// Lets the simulator do something.
    pub fn send(&self, msg: Msg) {
        if let Some(app) = &*self.0.borrow() {
            app.send_message(msg);
        }
    }

    /// Asks the simulator; none: it is not there, or in the middle of something.
    pub fn ask<T>(&self, what: impl FnOnce(&App) -> T) -> Option<T> {
        let app = self.0.borrow().clone()?;
        let app = app.get_component()?;
        Some(what(&app))
    }

    /// The simulator is there, or no longer.
    pub(crate) fn set(&self, app: Option<Scope<App>>) {
        self.0.replace(app);
    }
}

impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
