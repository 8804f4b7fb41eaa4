//! A message as a pill: its state by shape, sign and word.

use super::node::{Node, On, el};
use super::{Sign, icon};
use crate::scene::{PillScene, PillState};
use crate::session::Msg;
use yew::Callback;

/// A message that can be opened.
pub(super) fn pill(pill: &PillScene, act: &Callback<Msg>) -> Node {
    let (state, sign) = match pill.state {
        PillState::Behind => ("behind", None),
        PillState::Later => ("later", Some(Sign::Clock)),
        PillState::Reclaim => ("reclaim", Some(Sign::Lock)),
        PillState::Throttled => ("throttled", Some(Sign::Bucket)),
        PillState::Turn => ("turn", Some(Sign::Turn)),
        PillState::NoCredit => ("no-credit", Some(Sign::Person)),
        PillState::Next => ("next", Some(Sign::Next)),
        PillState::InFlight => ("in-flight", None),
        PillState::Done => ("done", Some(Sign::Check)),
    };
    let done = pill.state == PillState::Done;
    let said = pill.note.as_ref().filter(|_| !done).map(|note| {
        // What is to be seen comes first, for whoever says it to press it.
        let rest = pill.title.strip_prefix(&*pill.message).unwrap_or(&pill.title);
        format!("{} {note}:{rest}", pill.message)
    });
    let sign = if pill.twice { Some(Sign::Twice) } else { sign };
    let note = (!done && (sign.is_some() || pill.note.is_some())).then(|| {
        el("small")
            .maybe(sign.map(|sign| icon(sign, 13)))
            .say(pill.note.as_deref().unwrap_or_default())
    });
    el("button.pill")
        .key(&pill.message)
        .class(state)
        .class_if(pill.twice, "twice")
        .hue(pill.hue)
        .set("data-message", &pill.message)
        .attr("data-state", state)
        .set("title", &pill.title)
        .set("aria-label", said.as_deref().unwrap_or(&pill.title))
        .truth("aria-expanded", pill.selected)
        .says(On::Click, act, Msg::Select(Some(pill.message.clone())))
        .maybe(sign.filter(|_| done).map(|sign| icon(sign, 11)))
        .child(el("span.name").say(&pill.message))
        .text(" ")
        .maybe(note)
}
