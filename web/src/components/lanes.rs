//! Lanes: waiting, the gate, in flight, done.

use super::act::does_it;
use super::dead_letters::and_more;
use super::draw::draw;
use super::node::{Node, On, el};
use super::pill::pill;
use super::sheet::opened;
use super::{Part, Sign, icon};
use crate::scene::{Gate, LaneScene, LanesScene, PillScene, grouped};
use crate::session::Msg;
use std::rc::Rc;
use yew::prelude::*;
use yew::virtual_dom::Key;

/// What tells what is beside pills from them, none of which is called so. With it a pill that moves on is moved, and not made anew.
const FOLD: &str = "\t";
/// The same for what is not a button.
const MORE: &str = "\n";

/// The lanes panel.
pub(super) fn lanes(scene: &LanesScene, act: &Callback<Msg>) -> Node {
    let send = el("button#compose.small")
        .attr("aria-label", "Send a message")
        .truth("aria-expanded", scene.compose.is_some())
        .says(On::Click, act, Msg::Compose(scene.compose.is_none()))
        .child(icon(Sign::Plus, 12))
        .text("Send ")
        .child(el("span.wide").text("a message"));
    let crash = (!scene.frozen).then(|| {
        does_it(el("button.small").attr("data-act", "leader-crash"), act, "leader crashes")
            .child(icon(Sign::Bolt, 12))
            .text("Crash leader")
    });
    let filter = (!scene.filter.is_empty()).then(|| {
        el("button.small")
            .attr("title", "Show all")
            .says(On::Click, act, Msg::Said("filter".into()))
            .print(format_args!("only “{}”", scene.filter))
            .child(icon(Sign::Cross, 12))
    });
    let head = el("div.card-head")
        .child(el("h2#lanes-heading").text(scene.heading))
        .child(el("span.hint").say(&scene.order))
        .maybe(filter)
        .child(el("span.grow"))
        .maybe(crash)
        .child(send);
    let besides = (!scene.besides.is_empty()).then(|| el("p.besides").say(&scene.besides));
    let caption = if scene.lanes.is_empty() {
        el("p.none").text("No message has arrived yet.")
    } else {
        el("div.lane caption")
            .attr("aria-hidden", "true")
            .child(el("span.lane-name"))
            .child(el("span.lane-waiting").text("waiting, the head at the gate"))
            .child(el("span.lane-gate").text("in flight"))
            .child(el("span.lane-done").text("done"))
    };
    let lane = |lane: &LaneScene| {
        draw(Part::Lane(Rc::new(lane.clone())), act, Some(Key::from(lane.name.as_ref())))
    };
    let mut bands = Vec::new();
    let mut rest = &scene.lanes[..];
    while let [first, ..] = rest {
        let count = rest.iter().take_while(|lane| lane.shard == first.shard).count();
        let band = el("div.band").each(rest[..count].iter().map(lane));
        bands.push(match first.shard {
            Some(shard) => {
                let name = format!("shard {shard}");
                band.key(&name).class("shard").attr("role", "group").set("aria-label", &name)
            }
            None => band.key("all"),
        });
        rest = &rest[count..];
    }
    el("section#lanes.card lanes")
        .attr("aria-labelledby", "lanes-heading")
        .child(head)
        .maybe(besides)
        .maybe(scene.compose.as_ref().map(|form| opened(form, act)))
        .maybe(scene.drawer.as_ref().map(|open| opened(open, act)))
        .child(caption)
        .each(bands.into_iter())
        .maybe(and_more(scene.hidden, ""))
}

/// A lane, and the drawer of its message that is open.
pub(super) fn lane(lane: &LaneScene, act: &Callback<Msg>) -> Node {
    let gate = match lane.gate {
        Gate::Shut => "shut",
        Gate::Held => "held",
        Gate::Free => "free",
        Gate::Open => "open",
    };
    let pills =
        |node: Node, pills: &[PillScene]| node.each(pills.iter().map(|shown| pill(shown, act)));
    let name = el("div.lane-name")
        .child(el("b").set("title", &lane.name).say(&lane.name))
        .child(el("small").say(&lane.summary));
    let folded = grouped(lane.folded);
    let fold = (lane.folded > 0 || lane.open).then(|| {
        let fold = el("button.fold")
            .key(FOLD)
            .attr("data-unfold", "")
            .truth("aria-expanded", lane.open)
            .says(On::Click, act, Msg::ToggleLane(lane.name.clone()));
        if lane.open {
            fold.put("aria-label", format_args!("Fold {}", lane.name)).text("fold")
        } else {
            fold.put("aria-label", format_args!("{folded} more in {}, unfold", lane.name))
                .print(format_args!("+{folded}"))
        }
    });
    let more = (lane.open && lane.folded > 0)
        .then(|| el("span.more").key(MORE).print(format_args!("and {folded} more")));
    let waiting = el("div.lane-waiting")
        .child(pills(el("div.pills"), &lane.waiting).maybe(fold).maybe(more))
        .child(el("p.why").say(&lane.why));
    let in_flight = el("div.lane-gate").class(gate);
    let in_flight = if lane.in_flight.is_empty() {
        in_flight.child(el("span.slot").key(MORE).say(&lane.empty))
    } else {
        let more = (lane.more_in_flight > 0).then(|| {
            let (more, name) = (grouped(lane.more_in_flight), &lane.name);
            el("button.fold")
                .key(FOLD)
                .says(On::Click, act, Msg::ToggleLane(name.clone()))
                .put("aria-label", format_args!("{more} more in flight in {name}"))
                .print(format_args!("+{more}"))
        });
        match &lane.batch {
            Some(batch) => in_flight.child(
                pills(
                    el("div.batch").key(MORE).hue(lane.hue).child(el("small").key(MORE).say(batch)),
                    &lane.in_flight,
                )
                .maybe(more),
            ),
            None => pills(in_flight, &lane.in_flight).maybe(more),
        }
    };
    let before = (lane.done_before > 0)
        .then(|| el("span.more").key(MORE).print(format_args!("+{}", grouped(lane.done_before))));
    el("div.lane")
        .hue(lane.hue)
        .set("data-lane", &lane.name)
        .attr("role", "group")
        .put("aria-label", format_args!("{}: {}", lane.name, lane.summary))
        .child(name)
        .child(waiting)
        .child(in_flight)
        .child(pills(el("div.lane-done"), &lane.done).maybe(before))
        .maybe(lane.drawer.as_ref().map(|open| opened(open, act)))
}
