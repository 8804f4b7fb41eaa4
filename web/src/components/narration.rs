//! The sentence about the step on screen, to be seen and to be heard.

use super::node::{Node, el};
use crate::scene::{NarrationScene, Words};

/// The sentence, and the live region that speaks it.
pub(super) fn narration(scene: &NarrationScene) -> Node {
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
    el("div.narration").child(sentence.maybe(end)).child(live.say(&scene.spoken))
}
