//! The step table: a real table, a row to a step.

use super::Part;
use super::draw::{Kept, draw};
use super::node::{Node, On, el};
use crate::scene::{CellScene, RowScene, StepsScene, When, grouped};
use crate::session::Msg;
use queuescope_sim::Name;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};
use yew::prelude::*;
use yew::virtual_dom::Key;

/// The row on screen, where it is among those shown.
fn current(scene: &StepsScene) -> Option<usize> {
    scene.rows.iter().find(|row| row.when == When::Now).map(|row| row.index)
}

/// Whether the table has the same window, and the same row in it, as before.
pub(super) fn stays(scene: &StepsScene, before: &StepsScene) -> bool {
    scene.first == before.first && current(scene) == current(before)
}

/// The step table.
pub(super) fn steps(scene: &StepsScene, act: &Callback<Msg>, kept: &Kept) -> Node {
    let current = current(scene);
    let turn = |word: &'static str, name: &'static str, to: Option<usize>| {
        let show = Msg::ShowSteps(to?);
        Some(el("button.small").attr("data-steps", name).says(On::Click, act, show).text(word))
    };
    let head = el("div.card-head")
        .child(el("h2#steps-heading").text("Steps"))
        .child(el("span.hint").say(&grouped(scene.count)))
        .child(el("span.grow"))
        .maybe(turn("Earlier", "earlier", scene.earlier))
        .maybe(turn("Later", "later", scene.later));
    let card = el("section#steps.card steps").attr("aria-labelledby", "steps-heading").child(head);
    if scene.count == 0 {
        let none = el("p.none").text("No steps: nothing happens in this scenario.");
        return card.child(none);
    }
    let column = || el("th").attr("scope", "col");
    let who = |name: &Name| column().class("who").set("title", name).say(name);
    let hidden = scene.hidden_workers;
    let columns = el("tr")
        .child(column().text("t"))
        .child(column().text("event"))
        .each(scene.workers.iter().map(who))
        .maybe((hidden > 0).then(|| column().print(format_args!("+{}", grouped(hidden)))))
        .child(column().text("waiting"));
    let rows = scene.rows.iter().map(|row| {
        let reachable = row.when == When::Now || (current.is_none() && row.index == scene.first);
        let part = Part::Row { row: Rc::new(row.clone()), more: hidden > 0, reachable };
        // One that leaves the window makes way for one that comes: what draws it is there already.
        draw(part, act, Some(Key::from((row.index % scene.rows.len()).to_string())))
    });
    let table = el("table").child(el("thead").child(columns)).child(el("tbody").each(rows));
    let scroll =
        el("div.scroll").known(&kept.frame).child(table).hears(On::KeyDown, act, |event| {
            let msg = match event.unchecked_ref::<KeyboardEvent>().key().as_str() {
                "ArrowUp" => Msg::Back,
                "ArrowDown" => Msg::Forward,
                _ => return None,
            };
            event.prevent_default();
            Some(msg)
        });
    card.child(scroll)
}

/// Brings the current row into view inside of its own scroll area, never the page; the focus follows when it was in
/// the table.
pub(super) fn follow(area: &NodeRef) {
    let Some(area) = area.cast::<HtmlElement>() else {
        return;
    };
    let Ok(Some(row)) = area.query_selector("[aria-current]") else {
        return;
    };
    let (frame, bounds) = (area.get_bounding_client_rect(), row.get_bounding_client_rect());
    let head = 34.0;
    let above = frame.top() + head - bounds.top();
    // Not down to the frame's own end: a scroll bar may lie there.
    let below = bounds.bottom() - frame.top() - f64::from(area.client_height());
    if above > 0.0 {
        area.set_scroll_top(area.scroll_top() - above.ceil() as i32 - 4);
    } else if below > 0.0 {
        area.set_scroll_top(area.scroll_top() + below.ceil() as i32 + 4);
    }
    if has_focus(&area)
        && let Ok(Some(button)) = row.query_selector("button")
        && let Ok(button) = button.dyn_into::<HtmlElement>()
    {
        // A button that cannot take the focus leaves it where it is.
        let _ = button.focus();
    }
}

fn has_focus(area: &HtmlElement) -> bool {
    area.query_selector(":focus").is_ok_and(|found| found.is_some())
}

/// A row. `more` says whether some workers have no column; `reachable`, whether the tab key comes by: one row of the
/// table is enough.
pub(super) fn row(row: &RowScene, more: bool, reachable: bool, act: &Callback<Msg>) -> Node {
    let when = match row.when {
        When::Past => "past",
        When::Now => "now",
        When::Future => "future",
    };
    let t = row.t();
    let show = el("button")
        .attr("tabindex", if reachable { "0" } else { "-1" })
        .put("aria-label", format_args!("{t} s, show this step"))
        .say(&t);
    el("tr")
        .class(when)
        .set("data-step-row", &row.index.to_string())
        .attr_if(row.when == When::Now, "aria-current", "step")
        .says(On::Click, act, Msg::Seek(row.index))
        .child(el("th").attr("scope", "row").child(show))
        .child(el("td.event").child(el("span.lines").set("title", row.event()).say(row.event())))
        .each(row.cells().map(|shown| cell(&shown)))
        .maybe(more.then(|| el("td")))
        .child(
            el("td.held").child(el("span.lines").set("title", &row.in_full()).say(&row.waiting())),
        )
}

fn cell(cell: &CellScene) -> Node {
    let none = cell.holds.is_empty();
    let long = cell.word.is_some() || cell.lost > 0 || cell.holds.len() > 3;
    let mut holds =
        el("td.holds").class_if(long && !none, "wraps").class_if(cell.holds.len() > 3, "many");
    if let Some(word) = cell.word {
        let gap = if none { "" } else { ":" };
        holds = holds.child(el("span.word").text(word).text(gap)).text(if none { "" } else { " " });
    }
    for (place, (name, hue, fresh)) in cell.holds.iter().enumerate() {
        let lost = place + cell.lost >= cell.holds.len();
        if place > 0 {
            holds = holds.text(", ");
        }
        if place + cell.lost == cell.holds.len() {
            holds = holds.child(el("span.word").text("lost")).text(" ");
        }
        let named = match (fresh, lost) {
            (true, _) => "b.named",
            (false, true) => "i.named",
            (false, false) => "span.named",
        };
        holds = holds.child(el(named).hue(*hue).say(name));
    }
    holds
}
