//! A message, opened: its story, and the buttons of whoever may act on it.

use super::node::{Node, On, el};
use super::stepper::time_stepper;
use super::{Sign, icon};
use crate::scene::{DrawerScene, Place};
use crate::session::{Act, Draft, FROZEN, Msg};
use queuescope_sim::{Name, Time};
use yew::Callback;

/// How much more time a worker asks for, and for how long it is cut off.
const MORE: Time = Time::from_secs(10);

/// The drawer below a lane.
pub(super) fn drawer(scene: &DrawerScene, act: &Callback<Msg>) -> Node {
    let close = el("button.close")
        .attr("aria-label", "Close")
        .says(On::Click, act, Msg::Select(None))
        .child(icon(Sign::Cross, 14));
    let story = (!scene.story.is_empty())
        .then(|| el("ol.story").each(scene.story.iter().map(|line| el("li").say(line))));
    let facts = (!scene.facts.is_empty()).then(|| el("p.story").say(&scene.facts.join(" · ")));
    el("div.drawer")
        .hue(scene.hue)
        .attr("role", "region")
        .put("aria-label", format_args!("Message {}", scene.message))
        .child(el("div.drawer-head").child(el("p").say(&scene.headline)).child(close))
        .maybe(facts)
        .maybe(story)
        .maybe(acts(scene, act))
}

fn acts(scene: &DrawerScene, act: &Callback<Msg>) -> Option<Node> {
    if scene.frozen && scene.place != Place::Gone {
        return Some(el("p.who").text(FROZEN));
    }
    let message = || Name::clone(&scene.message);
    let set_aside = || Act::DeadLetter { message: message() };
    let who = el("span.who");
    let who = match &scene.place {
        Place::InFlight { worker, crashed: false } => who.print(format_args!("You are {worker}")),
        Place::InFlight { crashed: true, .. } | Place::Waiting | Place::Dead => {
            who.text("You are the operator")
        }
        Place::Gone => return None,
    };
    let when = |at| Msg::SetDraft(Draft { at: Some(at), ..scene.draft.clone() });
    let at = time_stepper("Instant of the act", scene.at, Some(scene.now), act, Some(&when));
    let acts = el("div.acts").child(who.text(", at")).child(at);
    Some(match &scene.place {
        Place::Gone => acts,
        Place::InFlight { worker, crashed: true } => {
            let returns = Act::Return { worker: worker.clone() };
            acts.child(button(act, "return", &format!("{worker} returns"), returns)).child(button(
                act,
                "dead-letter",
                "Dead-letter it",
                set_aside(),
            ))
        }
        Place::InFlight { worker, crashed: false } => in_flight(acts, scene, act, worker),
        Place::Waiting => acts.child(button(act, "dead-letter", "Dead-letter it", set_aside())),
        Place::Dead => acts
            .child(button(act, "redrive", "Redrive", Act::Redrive { message: Some(message()) }))
            .child(button(act, "purge", "Purge", Act::Purge { message: Some(message()) })),
    })
}

fn in_flight(acts: Node, scene: &DrawerScene, act: &Callback<Msg>, worker: &Name) -> Node {
    let names = || (worker.clone(), Name::clone(&scene.message));
    let nack = |retry_after: Option<Time>| {
        let (worker, message) = names();
        Act::Nack { worker, message, retry_after }
    };
    let wait = scene.draft.retry_after;
    let turned = |retry_after| Msg::SetDraft(Draft { retry_after, ..scene.draft.clone() });
    let retry = el("span.joined")
        .child(button(act, "retry", "Nack, retry after", nack(Some(wait))))
        .child(time_stepper("Retry after", wait, Some(Time::ZERO), act, Some(&turned)));
    let (holder, message) = names();
    let ack = Act::Ack { worker: holder, message };
    let (holder, message) = names();
    let reject = Act::Reject { worker: holder, message };
    let (holder, message) = names();
    let extend = Act::Extend { worker: holder, message, by: MORE };
    let crash = Act::Crash { worker: worker.clone() };
    let cut_off = Act::CutOff { worker: worker.clone(), lasting: MORE };
    let acts = match &scene.objection {
        Some(objection) => acts.child(el("span.objection").say(objection)),
        None => acts
            .child(button(act, "ack", "Ack", ack))
            .child(button(act, "nack", "Nack", nack(None)))
            .child(retry)
            .child(button(act, "reject", "Reject", reject))
            .child(button(act, "extend", "Extend by 10 s", extend)),
    };
    let cut = || button(act, "cut-off", &format!("Cut {worker} off for 10 s"), cut_off);
    acts.child(button(act, "crash", &format!("Crash {worker}"), crash))
        .maybe((!scene.cut_off).then(cut))
}

/// A button that acts.
pub(super) fn button(act: &Callback<Msg>, name: &'static str, word: &str, does: Act) -> Node {
    el("button.act")
        // With another act in its place it would keep the focus, and the next press would mean something else.
        .key(name)
        .attr("data-act", name)
        .put("title", format_args!("Writes: {does}"))
        .says(On::Click, act, Msg::Act(does))
        .say(word)
}
