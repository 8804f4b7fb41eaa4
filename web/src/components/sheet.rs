//! What is opened above the simulator, and the tabs beside it.

use super::draw::Kept;
use super::node::{Node, On, el};
use super::tree::grow;
use super::{Sign, icon};
use crate::scene::{SheetScene, TabsScene};
use crate::session::{Msg, Panel};
use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// Opens the dialog, or closes it.
pub(super) fn show(open: bool, dialog: &NodeRef) {
    if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
        if open && !dialog.open() {
            // A dialog that is not in the page cannot be shown; then there is nobody to see it.
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    }
}

/// A sheet in a dialog.
pub(super) fn sheet(scene: &SheetScene, act: &Callback<Msg>, kept: &Kept) -> Node {
    let name = scene.name.as_deref().unwrap_or_default();
    let close = el("button.close")
        .attr("aria-label", "Close")
        .says(On::Click, act, Msg::Sheet(None))
        .child(icon(Sign::Cross, 16));
    el("dialog#sheet")
        .known(&kept.frame)
        .set("data-sheet", name)
        .attr("aria-labelledby", "sheet-heading")
        .says(On::Close, act, Msg::Sheet(None))
        .child(close)
        .child(body(scene, act))
}

/// The one of the tabs that is on screen, where it is not the text.
pub(super) fn pane(scene: &SheetScene, act: &Callback<Msg>) -> Node {
    el("section.card pane")
        .set("aria-label", scene.name.as_deref().unwrap_or_default())
        .child(body(scene, act))
}

/// What is opened among the lanes.
pub(super) fn opened(written: &str, act: &Callback<Msg>) -> Node {
    let place = el("div.opened");
    match written {
        "" => place.child(el("div.drawer").child(loading())),
        written => grow(place, written, act),
    }
}

fn loading() -> Node {
    el("p.none").attr("role", "status").text("Loading…")
}

fn body(scene: &SheetScene, act: &Callback<Msg>) -> Node {
    let body = el("div.sheet-body").key(scene.name.as_deref().unwrap_or_default());
    match (&scene.name, &*scene.written) {
        (Some(_), "") => body.child(loading()),
        (_, written) => grow(body, written, act),
    }
}

/// The tabs.
pub(super) fn tabs(scene: &TabsScene, act: &Callback<Msg>) -> Node {
    let tab = |tab: &Panel| {
        el("button")
            .set("data-tab", tab.word())
            .truth("aria-pressed", scene.current == Some(*tab))
            .says(On::Click, act, Msg::Tab(*tab))
            .text(tab.word())
    };
    el("div.tabs")
        .attr("role", "group")
        .attr("aria-label", "Panel")
        .each(scene.tabs.iter().map(tab))
}
