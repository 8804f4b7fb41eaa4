//! Delays and waits of the script, each to be turned by hand.

use super::dead_letters::and_more;
use super::node::{Node, el};
use super::stepper::time_stepper;
use crate::scene::{DelayScene, DelaysScene};
use crate::session::{Knob, Msg};
use yew::Callback;

/// The delays panel.
pub(super) fn delays(scene: &DelaysScene, act: &Callback<Msg>) -> Node {
    let none = scene.delays.is_empty();
    el("section#delays.card delays")
        .attr("aria-labelledby", "delays-heading")
        .child(el("div.card-head").child(el("h2#delays-heading").text("Not before")))
        .maybe(none.then(|| el("p.none").text("No delays in the script.")))
        .each(scene.delays.iter().map(|delay| view(delay, act)))
        .maybe(and_more(scene.hidden, " in the text"))
}

fn view(delay: &DelayScene, act: &Callback<Msg>) -> Node {
    let label = format!("{} {}", delay.of, delay.what);
    let stepper = time_stepper(&label, delay.time, None, act, &|time| {
        Msg::Turn(match &delay.knob {
            Knob::RetryAfter { line, .. } => Knob::RetryAfter { line: *line, wait: time },
            Knob::Delay { message, .. } => Knob::Delay { message: message.clone(), delay: time },
            other @ (Knob::Workers(_) | Knob::Credit { .. } | Knob::Limit { .. }) => other.clone(),
        })
    });
    let named = el("b.named").hue(delay.hue).class_if(delay.hue > 0, "mono").say(&delay.of);
    el("div.delay")
        .set("data-delay", &delay.of)
        .child(el("span").child(named).text(" ").child(el("small").say(&delay.what)))
        .child(stepper)
}
