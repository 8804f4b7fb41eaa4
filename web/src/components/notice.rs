//! Why the last edit could not be made.

use super::node::{Node, On, el};
use super::{Sign, icon};
use crate::session::Msg;
use yew::Callback;

/// A line at the foot of the page, spoken at once.
pub(super) fn notice(notice: Option<&str>, act: &Callback<Msg>) -> Node {
    let line = el("div#notice.notice").attr("role", "alert");
    let Some(notice) = notice else {
        return line.class("empty");
    };
    let close = el("button.close")
        .attr("aria-label", "Close")
        .says(On::Click, act, Msg::Dismiss)
        .child(icon(Sign::Cross, 14));
    line.child(icon(Sign::Warning, 15)).child(el("span").say(notice)).child(close)
}
