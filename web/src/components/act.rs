//! Buttons that act.

use super::node::{Node, On, el};
use crate::session::Msg;
use std::rc::Rc;
use yew::Callback;

/// A button that writes what is done into the text.
pub(super) fn button(
    act: &Callback<Msg>,
    name: &'static str,
    word: &'static str,
    does: &str,
) -> Node {
    does_it(el("button.act").key(name).attr("data-act", name), act, does).text(word)
}

/// Lets an element write what is done into the text.
pub(super) fn does_it(node: Node, act: &Callback<Msg>, does: &str) -> Node {
    node.put("title", format_args!("Writes: {does}")).says(On::Click, act, Msg::Act(Rc::from(does)))
}
