//! Workers, what each holds, and how much of its lease is left.

use super::dead_letters::and_more;
use super::drawer::button;
use super::node::{Node, On, el};
use super::stepper::stepper;
use super::{Sign, icon};
use crate::scene::{HeldScene, WorkerScene, WorkersScene};
use crate::session::{Act, Knob, Msg};
use std::num::NonZeroU32;
use yew::Callback;

/// The most credit that the buttons give.
const MOST_CREDIT: u32 = 99;

/// The workers panel.
pub(super) fn workers(scene: &WorkersScene, act: &Callback<Msg>) -> Node {
    let declared = scene.declared;
    let number = |count: u32| (!scene.frozen).then_some(Msg::Turn(Knob::Workers(count)));
    let ways = [
        declared.checked_sub(1).and_then(number),
        (declared < 100).then(|| number(declared + 1)).flatten(),
    ];
    let value = declared.to_string();
    let head = el("div.card-head")
        .child(el("h2#workers-heading").text("Workers"))
        .child(el("span.grow"))
        .child(stepper("Number of workers", &value, Some("workers"), ways, act));
    let none = scene.workers.is_empty();
    let left = (!scene.left.is_empty())
        .then(|| el("p.none").print(format_args!("left: {}", scene.left.join(", "))));
    el("section#workers-card.card workers")
        .class_if(scene.long, "long")
        .attr("aria-labelledby", "workers-heading")
        .child(head)
        .maybe(none.then(|| el("p.none").text("No worker: nothing is delivered.")))
        .each(scene.workers.iter().map(|worker| view(worker, scene.frozen, act)))
        .maybe(and_more(scene.hidden, ""))
        .maybe(left)
}

fn view(worker: &WorkerScene, frozen: bool, act: &Callback<Msg>) -> Node {
    let WorkerScene { name, credit, .. } = worker;
    let turn = |credit: u32| {
        let takes = NonZeroU32::new(credit).filter(|_| !frozen)?;
        Some(Msg::Turn(Knob::Credit { worker: name.clone(), takes }))
    };
    let state = if worker.crashed {
        let returns = Act::Return { worker: name.clone() };
        Some(
            el("span.state bad")
                .child(icon(Sign::Bolt, 12))
                .text("crashed")
                .maybe((!frozen).then(|| button(act, "return", "Return", returns))),
        )
    } else {
        worker.holds.is_empty().then(|| el("span.state").text("idle"))
    };
    let takes = el("span.credit");
    let takes = if worker.declared {
        let ways = [
            turn(credit.saturating_sub(1)),
            (*credit < MOST_CREDIT).then(|| turn(credit + 1)).flatten(),
        ];
        let label = format!("Credit of {name}");
        takes.child(el("span.takes").text("takes")).child(stepper(
            &label,
            &credit.to_string(),
            None,
            ways,
            act,
        ))
    } else {
        takes.print(format_args!("takes {credit}"))
    };
    el("div.worker-row")
        .key(name)
        .class_if(worker.crashed, "crashed")
        .set("data-worker", name)
        .child(el("b.worker").set("title", name).say(name))
        .child(
            el("div.worker-holds")
                .maybe(state)
                .each(worker.holds.iter().map(|held| holding(held, act)))
                .maybe(and_more(worker.more, "")),
        )
        .child(takes)
}

fn holding(held: &HeldScene, act: &Callback<Msg>) -> Node {
    let message = &held.message;
    let label = format!("{message}, attempt {}, lease {} left", held.attempt, held.left);
    let lease = el("i").put("style", format_args!("width:{}%", held.left_percent));
    el("button.holding")
        .key(message)
        .hue(held.hue)
        .set("title", &label)
        .set("aria-label", &label)
        .set("data-holds", message)
        .says(On::Click, act, Msg::Select(Some(message.clone())))
        .child(el("span.name").say(message))
        .child(el("span.lease").child(lease))
        .child(el("span.left").say(&held.left))
}
