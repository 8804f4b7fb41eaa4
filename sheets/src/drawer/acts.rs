//! What can be done to a message, and by whom.

use super::{Drawer, Place};
use crate::stepper::time_stepper;
use crate::tree::{Node, el};
use crate::words::FROZEN;
use queuescope_sim::{Action, Name, Selection, Time, said};

/// How much more time a worker asks for, and for how long it is cut off.
const MORE: Time = Time::from_secs(10);

/// The buttons of whoever may act on the message.
pub(super) fn acts(drawer: &Drawer) -> Option<Node> {
    if drawer.frozen && drawer.place != Place::Gone {
        return Some(el("p.who").text(FROZEN));
    }
    let set_aside = || button("dead-letter", "Dead-letter it", &dead_letter(&drawer.message));
    let who = match &drawer.place {
        Place::InFlight { worker, crashed: false } => format!("You are {worker}, at"),
        Place::InFlight { crashed: true, .. } | Place::Waiting | Place::Dead => {
            "You are the operator, at".to_owned()
        }
        Place::Gone => return None,
    };
    let at = time_stepper("Instant of the act", drawer.at, Some(drawer.now), "draft.at");
    let acts = el("div.acts").child(el("span.who").text(&who)).child(at);
    let named = || Selection::Message(drawer.message.to_string());
    Some(match &drawer.place {
        Place::Gone => acts,
        Place::InFlight { worker, crashed: true } => {
            let returns = Action::Return { worker: worker.to_string() };
            acts.child(button("return", &format!("{worker} returns"), &returns)).child(set_aside())
        }
        Place::InFlight { worker, crashed: false } => in_flight(acts, drawer, worker),
        Place::Waiting => acts.child(set_aside()),
        Place::Dead => acts
            .child(button("redrive", "Redrive", &Action::Redrive(named())))
            .child(button("purge", "Purge", &Action::Purge(named()))),
    })
}

fn dead_letter(message: &str) -> Action {
    Action::DeadLetter { message: message.to_owned() }
}

fn in_flight(acts: Node, drawer: &Drawer, worker: &Name) -> Node {
    let worker = || worker.to_string();
    let message = || Some(drawer.message.to_string());
    let nack = |retry_after| Action::Nack { worker: worker(), message: message(), retry_after };
    let wait = drawer.retry_after;
    let retry = el("span.joined")
        .child(button("retry", "Nack, retry after", &nack(Some(wait))))
        .child(time_stepper("Retry after", wait, Some(Time::ZERO), "draft.retry"));
    let acts = match &drawer.objection {
        Some(objection) => acts.child(el("span.objection").text(objection)),
        None => {
            let ack = Action::Ack { worker: worker(), message: message() };
            let reject = Action::Reject { worker: worker(), message: message() };
            let extend = Action::Extend { worker: worker(), message: message(), by: MORE };
            acts.child(button("ack", "Ack", &ack))
                .child(button("nack", "Nack", &nack(None)))
                .child(retry)
                .child(button("reject", "Reject", &reject))
                .child(button("extend", "Extend by 10 s", &extend))
        }
    };
    let crash = Action::Crash { worker: worker() };
    let cut_off = Action::CutOff { worker: worker(), lasting: MORE };
    let cut = || button("cut-off", &format!("Cut {} off for 10 s", worker()), &cut_off);
    acts.child(button("crash", &format!("Crash {}", worker()), &crash))
        .maybe((!drawer.cut_off).then(cut))
}

/// A button that acts.
fn button(name: &str, word: &str, does: &Action) -> Node {
    let does = said(does);
    el("button.act")
        // With another act in its place it would keep the focus, and the next press would mean something else.
        .attr("key", name)
        .attr("data-act", name)
        .attr("title", &format!("Writes: {does}"))
        .says(&format!("act {does}"))
        .text(word)
}
