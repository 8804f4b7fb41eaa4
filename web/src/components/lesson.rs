//! What the lesson asks, what to watch, what to try.

use super::node::{Node, el};
use crate::scene::TopScene;

/// The words at the head of the text; nothing where there are none.
pub(super) fn lesson(scene: &TopScene) -> Option<Node> {
    let about = &scene.about;
    if about.is_empty() {
        let title = about.title.as_ref().filter(|_| scene.edited)?;
        let question = el("p.question").say(title);
        let about = el("section.lesson").attr("aria-label", "About this scenario");
        return Some(about.child(question));
    }
    let mut list = el("dl");
    for (word, said) in [("Watch", &about.watch), ("Try", &about.experiment)] {
        if let Some(said) = said {
            list = list.child(el("dt").text(word)).child(with_code(el("dd"), said));
        }
    }
    let question = about.question.as_ref().map(|question| with_code(el("p.question"), question));
    let about = el("section.lesson").attr("aria-label", "About this lesson");
    Some(about.maybe(question).child(list))
}

/// Words, with what stands between backticks set as text of the language.
pub(super) fn with_code(mut node: Node, words: &str) -> Node {
    for (place, part) in words.split('`').enumerate() {
        node = match place % 2 {
            0 => node.say(part),
            _ => node.child(el("code").say(part)),
        };
    }
    node
}
