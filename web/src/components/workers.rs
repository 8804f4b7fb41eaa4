//! Workers, what each holds, and how much of its lease is left.

use super::act::button;
use super::dead_letters::and_more;
use super::node::{Node, On, el};
use super::stepper::stepper;
use super::{Sign, icon};
use crate::scene::{HeldScene, Known, WorkerScene, WorkersScene};
use crate::session::{Knob, Msg};
use queuescope_sim::written_name;
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
        let returns = format!("{} returns", written_name(name));
        Some(
            el("span.state bad")
                .child(icon(Sign::Bolt, 12))
                .text("crashed")
                .maybe((!frozen).then(|| button(act, "return", "Return", &returns))),
        )
    } else {
        (worker.holds.is_empty() && worker.cut_off.is_none()).then(|| el("span.state").text("idle"))
    };
    let cut_off = worker.cut_off.as_ref().map(|until| {
        el("span.state cut-off")
            .child(icon(Sign::CutOff, 14))
            .print(format_args!("cut off until {until}"))
    });
    let mut holds = Vec::new();
    let mut rest = &worker.holds[..];
    while let [first, more @ ..] = rest {
        match &first.begins {
            Some(begins) => {
                let parts = more.iter().take_while(|held| held.part && held.begins.is_none());
                let (batch, behind) = rest.split_at(1 + parts.count());
                holds.push(
                    el("div.batch")
                        .hue(first.hue)
                        .key(&format!("batch {}", first.message))
                        .child(el("small").say(begins))
                        .each(batch.iter().map(|held| holding(held, act))),
                );
                rest = behind;
            }
            None => {
                holds.push(holding(first, act));
                rest = more;
            }
        }
    }
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
                .maybe(cut_off)
                .each(holds.into_iter())
                .maybe(and_more(worker.more, "")),
        )
        .child(takes)
}

fn holding(held: &HeldScene, act: &Callback<Msg>) -> Node {
    let message = &held.message;
    // What is to be seen comes first, for whoever says it to press it.
    let more = match held.known {
        _ if held.twice => " twice",
        Known::Live => " of the lease left",
        Known::Lost | Known::Stray => "",
    };
    let mut label = format!("{message} {}{more}, attempt {}", held.left, held.attempt);
    if let Some(note) = &held.note {
        label.push_str(&format!("; {note}"));
    }
    let lease = el("i").style(format_args!("width:{}%", held.left_percent));
    let left = el("span.left")
        .maybe(held.twice.then(|| icon(Sign::Twice, 12)))
        .maybe((held.known == Known::Lost).then(|| icon(Sign::Unknown, 12)))
        .say(&held.left)
        .maybe(held.twice.then(|| el("b").text(" twice")));
    el("button.holding")
        .key(message)
        .hue(held.hue)
        .class_if(held.known == Known::Lost, "lost")
        .class_if(held.known == Known::Stray, "stray")
        .class_if(held.twice, "twice")
        .set("title", &label)
        .set("aria-label", &label)
        .set("data-holds", message)
        .says(On::Click, act, Msg::Select(Some(message.clone())))
        .child(el("span.name").say(message))
        .text(" ")
        .child(el("span.lease").child(lease))
        .child(left)
}
