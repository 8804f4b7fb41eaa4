//! The focus: it enters a drawer that the keyboard opens, and is never lost with what had it.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The start of a drawer: what is said of the message, or the first field of the form.
const START: &str = ".drawer-head p, #send-name";
/// The message whose drawer is open; where it is none of the lanes', the drawer's own start.
const OPEN: &str = ".pill[aria-expanded=true], .drawer-head p";

/// Follows the focus through a change of the page.
#[derive(Debug)]
pub(crate) struct Follow {
    /// Where it is followed.
    root: Option<Element>,
    /// What had the focus when a drawer was opened.
    opener: Option<HtmlElement>,
    had: Option<Had>,
    /// Whether a change is yet to be drawn. Another may come before it is: of the plot's width, say.
    pending: bool,
    enters: bool,
}

/// What had the focus before the change.
#[derive(Debug)]
struct Had {
    element: HtmlElement,
    by_key: bool,
    in_drawer: bool,
    /// The name of the message that it stood for.
    message: Option<String>,
    /// The pill of the message whose drawer was open.
    pill: Option<HtmlElement>,
    /// The part of the page. It stays where its heading may be drawn anew.
    part: Option<Element>,
}

impl Follow {
    /// The focus within an element.
    pub(crate) const fn of(root: Option<Element>) -> Self {
        Self { root, opener: None, had: None, pending: false, enters: false }
    }

    /// Before a change.
    pub(crate) fn look(&mut self) {
        if !self.pending {
            // What had it before a change that is not drawn has long been left.
            self.had = None;
        }
        let Some(page) = self.root.clone() else {
            return;
        };
        let Some(element) = focused(&page) else {
            return;
        };
        let within = |selector| element.closest(selector).ok().flatten();
        self.had = Some(Had {
            by_key: element.matches(":focus-visible").unwrap_or(false),
            in_drawer: within(".drawer").is_some(),
            message: element.get_attribute("data-message"),
            pill: find(&page, OPEN),
            part: within("section, header"),
            element,
        });
    }

    /// The change will be drawn, and perhaps opens a drawer.
    pub(crate) fn changes(&mut self, opens: bool) {
        self.pending = true;
        if let (true, Some(had)) = (opens, &self.had) {
            self.opener = Some(had.element.clone());
            self.enters = had.by_key;
        }
    }

    /// After the change, when it is drawn.
    pub(crate) fn settle(&mut self) {
        self.pending = false;
        let (Some(page), Some(had)) = (self.root.clone(), self.had.take()) else {
            return;
        };
        let lost = match focused(&page) {
            Some(element) => element.matches(":disabled").unwrap_or(false),
            None => true,
        };
        let target = if std::mem::take(&mut self.enters) {
            find(&page, START)
        } else if lost {
            let target = self.neighbour(&page, &had);
            if had.in_drawer {
                self.opener.clone_from(&target);
            }
            target
        } else {
            None
        };
        if let Some(target) = target {
            // A heading takes the focus only once it has an index; what has one keeps it.
            target.set_tab_index(target.tab_index());
            // What cannot take the focus is not in sight; then the page has it, as before.
            let _ = target.focus();
        }
    }

    /// Where somebody would look for what is gone.
    fn neighbour(&self, page: &Element, had: &Had) -> Option<HtmlElement> {
        let there = |element: &Option<HtmlElement>| element.clone().filter(|it| it.is_connected());
        let of_drawer = had
            .in_drawer
            .then(|| there(&self.opener).or_else(|| find(page, OPEN)).or_else(|| there(&had.pill)))
            .flatten();
        let same = || {
            let message = had.message.as_ref()?;
            find(page, &format!("[data-message=\"{message}\"]"))
        };
        of_drawer
            .or_else(same)
            .or_else(|| find(had.part.as_ref()?, "h2, select").filter(|it| it.is_connected()))
            .or_else(|| find(page, "#transport-play"))
    }
}

/// What has the focus, unless the page as a whole has it.
fn focused(page: &Element) -> Option<HtmlElement> {
    find(page, ":focus")
}

#[inline(never)]
fn find(within: &Element, selector: &str) -> Option<HtmlElement> {
    within.query_selector(selector).ok()??.dyn_into().ok()
}
