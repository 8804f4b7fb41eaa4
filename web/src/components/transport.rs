//! The transport: first, back, play, forward, last; the scrubber; the speed.

use super::draw::Kept;
use super::node::{Node, On, el};
use super::{Sign, icon};
use crate::scale::{Rail, px};
use crate::scene::TransportScene;
use crate::session::{Msg, Speed};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlSelectElement, KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// Where in the run the page is, and the ways to go elsewhere.
pub(super) fn transport(scene: &TransportScene, act: &Callback<Msg>, kept: &Kept) -> Node {
    let at_start = scene.position == 0;
    let at_end = scene.position + 1 >= scene.count;
    let key = |id: &'static str, word: &'static str, sign: Sign, msg: Msg| {
        el(id)
            .attr("aria-label", word)
            .attr("title", word)
            .says(On::Click, act, msg)
            .child(icon(sign, 18))
    };
    let first = key("button#transport-first.key", "First step", Sign::First, Msg::First);
    let back = key("button#transport-back.key", "Step back", Sign::Back, Msg::Back);
    let forward = key("button#transport-forward.key", "Step on", Sign::Forward, Msg::Forward);
    let last = key("button#transport-last.key", "Last step", Sign::Last, Msg::Last);
    let (play_word, play_sign) = match scene.playing {
        true => ("Pause", Sign::Pause),
        false => ("Play", Sign::Play),
    };
    let play = key("button#transport-play.key play", play_word, play_sign, Msg::TogglePlay);
    let keys = el("div.keys")
        .child(first.truth("aria-disabled", at_start))
        .child(back.truth("aria-disabled", at_start))
        .child(play)
        .child(forward.truth("aria-disabled", at_end))
        .child(last.truth("aria-disabled", at_end));
    let clock = el("div.clock")
        .child(el("output#clock").say(&scene.time))
        .child(el("span#place").say(&scene.place));
    let speeds = Speed::ALL.into_iter().enumerate().map(|(index, speed)| {
        el("option")
            .set("value", &index.to_string())
            .flag("selected", scene.speed == speed)
            .text(speed.word())
    });
    let speeds = el("select#speed").each(speeds).hears(On::Change, act, |event| {
        let picker: HtmlSelectElement = event.target_dyn_into()?;
        let index: usize = picker.value().parse().ok()?;
        Speed::ALL.get(index).copied().map(Msg::SetSpeed)
    });
    el("div.transport")
        .attr("role", "region")
        .attr("aria-label", "Transport")
        .child(keys)
        .child(clock)
        .child(scrubber(scene, act, kept))
        .child(el("label.speed").child(el("span.unseen").text("Speed")).child(speeds))
}

/// A slider over the steps, with a mark for each.
fn scrubber(scene: &TransportScene, act: &Callback<Msg>, kept: &Kept) -> Node {
    let Kept { frame: rail, held, .. } = kept;
    let seek = {
        let rail = rail.clone();
        let places = scene.rail.clone();
        let position = scene.position;
        move |event: &PointerEvent, msg: fn(usize) -> Msg| {
            let index = index_under(&rail, &places, event.client_x())?;
            (index != position).then_some(msg(index))
        }
    };
    let down = {
        let (seek, held, rail) = (seek.clone(), held.clone(), rail.clone());
        move |event: Event| {
            let event = event.unchecked_ref::<PointerEvent>();
            if event.button() != 0 {
                return None;
            }
            held.set(true);
            if let Some(element) = rail.cast::<Element>() {
                // Without capture the drag merely ends at the rail's edge.
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            seek(event, Msg::Seek)
        }
    };
    let moved = {
        let held = held.clone();
        move |event: Event| {
            if held.get() { seek(event.unchecked_ref(), Msg::Scrub) } else { None }
        }
    };
    let up: Rc<dyn Fn(Event) -> Option<Msg>> = {
        let held = held.clone();
        Rc::new(move |_| {
            held.set(false);
            None
        })
    };
    let pressed = |event: Event| {
        let msg = match event.unchecked_ref::<KeyboardEvent>().key().as_str() {
            "ArrowLeft" | "ArrowDown" => Msg::Back,
            "ArrowRight" | "ArrowUp" => Msg::Forward,
            "Home" => Msg::First,
            "End" => Msg::Last,
            _ => return None,
        };
        event.prevent_default();
        Some(msg)
    };
    let place = |node: Node, property: &str, index: usize| {
        let share = px(scene.rail.share(index) * 100.0);
        node.style(format_args!("{property}:{share}%"))
    };
    let past = |index: &usize| *index <= scene.position;
    // So many marks that each of them would be too much are drawn as two lines.
    let line = |class: &'static str, is_past: bool| {
        let mut line = String::new();
        for index in scene.marks.iter().filter(|index| past(index) == is_past) {
            line.push('M');
            line.push_str(&px(scene.rail.share(*index) * 1000.0));
            line.push_str(" 0v1");
        }
        el(class).set("d", &line)
    };
    let lines = || {
        el("svg.marks")
            .attr("viewBox", "0 0 1000 1")
            .attr("preserveAspectRatio", "none")
            .child(line("path", false))
            .child(line("path.past", true))
    };
    let mark = |index: &usize| {
        place(el("span.mark").key(&index.to_string()).class_if(past(index), "past"), "left", *index)
    };
    let marks = scene.marks.iter().filter(|_| scene.roomy).map(mark);
    let sign =
        |class: &'static str, index: usize| place(el(class).key(&index.to_string()), "left", index);
    let stops = scene.stops.iter().map(|&index| sign("span.stop", index));
    let stops = stops.chain(scene.forked.map(|index| sign("span.forked", index)));
    el("div#scrubber.scrubber")
        .known(rail)
        .attr("role", "slider")
        .attr("tabindex", "0")
        .attr("aria-label", "Step")
        .attr("aria-orientation", "horizontal")
        .attr("aria-valuemin", "1")
        .set("aria-valuemax", &scene.count.max(1).to_string())
        .set("aria-valuenow", &(scene.position + 1).to_string())
        .put("aria-valuetext", format_args!("{}, {}", scene.time, scene.place))
        .hears(On::PointerDown, act, down)
        .hears(On::PointerMove, act, moved)
        .hears_boxed(On::PointerCancel, act, up.clone())
        .hears_boxed(On::LostPointerCapture, act, up.clone())
        .hears_boxed(On::PointerUp, act, up)
        .hears(On::KeyDown, act, pressed)
        .child(el("span.rail"))
        .child(place(el("span.run"), "width", scene.position))
        .each(marks)
        .maybe((!scene.roomy).then(lines))
        .each(stops)
        .child(place(el("span.thumb"), "left", scene.position))
}

fn index_under(rail: &NodeRef, places: &Rail, client_x: i32) -> Option<usize> {
    let bounds = rail.cast::<Element>()?.get_bounding_client_rect();
    let share = (f64::from(client_x) - bounds.left()) / bounds.width().max(1.0);
    (!places.is_empty()).then(|| places.nearest(share.clamp(0.0, 1.0)))
}
