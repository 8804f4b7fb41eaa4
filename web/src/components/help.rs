//! The keys, in a dialog.

use super::draw::Kept;
use super::node::{Node, On, el};
use crate::keys::KEYS;
use crate::session::Msg;
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

/// The list of keys, and how to read the picture.
pub(super) fn help(act: &Callback<Msg>, kept: &Kept) -> Node {
    let close = Msg::Help(false);
    el("dialog#keys")
        .known(&kept.frame)
        .attr("aria-labelledby", "keys-heading")
        .says(On::Close, act, close.clone())
        .child(el("h2#keys-heading").text("Keys"))
        .child(el("dl").each(KEYS.iter().flat_map(|&(key, does)| {
            [el("dt").child(el("kbd").text(key)), el("dd").text(does)]
        })))
        .child(el("h2").text("How to read it"))
        .child(el("p").text(
            "Messages wait in their lane, the head beside the gate. A gate with a solid line lets one through at a \
            time; a dotted one lets everything through. A dashed pill waits for an instant, a bucket, a turn or a \
            worker: its sign and the line below it say which.",
        ))
        .child(el("p").text(
            "Open any message to see its story and to act: ack, nack, reject, crash. Each act becomes a line of the \
            text, and what follows is worked out anew. Undo takes it back.",
        ))
        .child(el("button.act primary").says(On::Click, act, close).text("Close"))
}
