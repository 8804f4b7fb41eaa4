//! Delays and waits: what they hold back, and each that can be turned by hand.

use super::dead_letters::and_more;
use super::node::{Node, el};
use super::stepper::time_stepper;
use super::{Sign, icon};
use crate::scene::{DelayScene, DelaysScene, in_words};
use crate::session::{Knob, Msg};
use queuescope_sim::Time;
use yew::Callback;

/// The delays panel.
pub(super) fn delays(scene: &DelaysScene, act: &Callback<Msg>) -> Node {
    let none = scene.delays.is_empty();
    el("section#delays.card delays")
        .attr("aria-labelledby", "delays-heading")
        .child(el("div.card-head").child(el("h2#delays-heading").text("Not before")))
        .maybe(none.then(|| el("p.none").text("No delays in the text, and no message is held.")))
        .each(scene.delays.iter().map(|delay| view(delay, scene.frozen, act)))
        .maybe(and_more(scene.hidden, " in the text"))
}

fn view(delay: &DelayScene, frozen: bool, act: &Callback<Msg>) -> Node {
    let named = el("b.named").hue(delay.hue).class_if(delay.hue > 0, "mono").say(&delay.of);
    let said = el("span").maybe(delay.holds.then(|| icon(Sign::Clock, 12))).child(named);
    let time = match &delay.knob {
        Some(knob) => {
            let label = format!("{} {}", delay.of, delay.what);
            let turned = |time| Msg::Turn(turned(knob, time));
            let turned: &dyn Fn(Time) -> Msg = &turned;
            time_stepper(&label, delay.time, None, act, (!frozen).then_some(turned))
        }
        None => el("b.fixed")
            .attr_if(!delay.holds, "title", "Change it in the text: it is not one message’s.")
            .say(&in_words(delay.time)),
    };
    el("div.delay")
        .set("data-delay", &delay.of)
        .class_if(delay.holds, "holds")
        .child(said.text(" ").child(el("small").say(&delay.what)))
        .child(time)
}

fn turned(knob: &Knob, time: Time) -> Knob {
    match knob {
        Knob::RetryAfter { line, .. } => Knob::RetryAfter { line: *line, wait: time },
        Knob::Delay { message, .. } => Knob::Delay { message: message.clone(), delay: time },
        other @ (Knob::Workers(_) | Knob::Credit { .. } | Knob::Limit { .. }) => other.clone(),
    }
}
