//! Dead letters, and the operator's two buttons.

use super::act::button;
use super::node::{Node, On, el};
use super::{Sign, icon};
use crate::scene::{DeadLetterScene, DeadLettersScene, grouped, in_words};
use crate::session::{FROZEN, Msg};
use queuescope_sim::written_name;
use yew::Callback;

/// The dead-letter panel.
pub(super) fn dead_letters(scene: &DeadLettersScene, act: &Callback<Msg>) -> Node {
    let panel = el("section#dead-letters.card dead-letters")
        .attr("aria-labelledby", "dead-heading")
        .child(el("div.card-head").child(el("h2#dead-heading").text("Dead letters")));
    if scene.letters.is_empty() {
        return panel.child(el("p.none").text("None."));
    }
    panel
        .child(el("ul").each(scene.letters.iter().map(|letter| view(letter, scene.frozen, act))))
        .maybe(and_more(scene.hidden, ""))
        .child(if scene.frozen {
            el("p.who").text(FROZEN)
        } else {
            el("div.acts")
                .child(el("span.who").print(format_args!("at {}", in_words(scene.at))))
                .child(button(act, "redrive-all", "Redrive all", "redrive all"))
                .child(button(act, "purge-all", "Purge all", "purge all"))
        })
}

/// How many more there are than are shown, if there are more; `of` says of what or where.
pub(super) fn and_more(hidden: usize, of: &str) -> Option<Node> {
    (hidden > 0).then(|| el("p.none").print(format_args!("and {} more{of}", grouped(hidden))))
}

fn view(letter: &DeadLetterScene, frozen: bool, act: &Callback<Msg>) -> Node {
    let message = &letter.message;
    let redrives = format!("redrive {}", written_name(message));
    el("li")
        .key(message)
        .set("data-dead", message)
        .child(
            el("button.pill dead")
                .hue(letter.hue)
                .put("aria-label", format_args!("{message}: {}", letter.why))
                .says(On::Click, act, Msg::Select(Some(message.clone())))
                .child(icon(Sign::Dead, 13))
                .child(el("span.name").say(message)),
        )
        .child(el("span.why").say(&letter.why))
        .maybe((!frozen).then(|| button(act, "redrive", "Redrive", &redrives)))
}
