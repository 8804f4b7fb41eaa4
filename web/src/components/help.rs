//! What the page is, its keys and its language, in a dialog.

use super::draw::Kept;
use super::node::{Node, On, el};
use super::top::TAGLINE;
use crate::keys::KEYS;
use crate::session::Msg;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// The language at a glance: a text that may be pasted as it stands.
const TEXT: &str = "\
queue mails
  ordered by header customer
workers W1 W2
at 0s  send a1(acme) a2(acme) z1(zen)
at 1s  W1 acks
at 2s  W1 nacks, retry after 5s
expect
  at 7s  W1 has a2
";

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

/// What the page is, how it is written to, the list of keys, and how to read the picture.
pub(super) fn help(act: &Callback<Msg>, kept: &Kept) -> Node {
    let close = Msg::Help(false);
    el("dialog#keys")
        .known(&kept.frame)
        .attr("aria-labelledby", "keys-heading")
        .says(On::Close, act, close.clone())
        // Whatever has the focus first is scrolled to: without this, the button at the end.
        .child(el("h2#keys-heading").attr("tabindex", "-1").flag("autofocus", true).text("Help"))
        .child(
            el("p").text(TAGLINE).text(
                " The page plays the text on the real scheduler. Edit it, and the run follows. A text says what the \
                queue promises, who works, what happens when, and what must come of it, checked as you type:",
            ),
        )
        .child(el("pre").text(TEXT))
        .child(el("h2").text("Keys"))
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
            "When the leader crashes, a line goes through the timeline. With fast durability, a dashed stretch of a bar is \
            a lease that the new leader does not know; a striped one is a message that is processed twice at once.",
        ))
        .child(el("p").text(
            "Open any message to see its story and to act: ack, nack, reject, crash. Each act becomes a line of the \
            text, and what follows is worked out anew. Undo takes it back.",
        ))
        .child(el("button.act primary").says(On::Click, act, close).text("Close"))
}

#[cfg(test)]
mod tests {
    use super::TEXT;
    use crate::session::Session;

    #[test]
    fn the_language_at_a_glance_is_a_text_that_holds() {
        let session = Session::of(TEXT);
        assert!(session.problems().is_empty(), "{:?}", session.problems());
        assert_eq!(session.played().checks().failed.len(), 0);
    }
}
