//! The sentence about the step on screen, to be seen and to be heard.

use super::node::{Node, On, el};
use super::{Sign, icon};
use crate::scene::{NarrationScene, Words};
use crate::session::Msg;
use yew::Callback;

/// The sentence, and the live region that speaks it.
pub(super) fn narration(scene: &NarrationScene, act: &Callback<Msg>) -> Node {
    let mut sentence = el("p#narration");
    for words in &scene.words {
        sentence = match words {
            Words::Plain(words) => sentence.say(words),
            Words::Worker(name) => sentence.child(el("b.worker").say(name)),
            Words::Coloured { name, hue, message } => {
                sentence.child(el("b.named").hue(*hue).class_if(*message, "mono").say(name))
            }
        };
    }
    let end = scene.end.as_ref().map(|end| el("span.end").text(" ").say(end));
    let live = el("p#live.unseen").attr("role", "status").attr("aria-live", "polite");
    let fork = scene.fork.as_ref().map(|fork| {
        let tool = |word, words: &str| {
            el("button.small").says(On::Click, act, Msg::Said(words.into())).text(word)
        };
        el("p#fork.fork")
            .child(icon(Sign::Fork, 14))
            .say(fork)
            .child(tool("Undo", "undo"))
            .child(tool("Compare the two", "shell compare before the last edit"))
    });
    el("div.narration").child(sentence.maybe(end)).maybe(fork).child(live.say(&scene.spoken))
}
