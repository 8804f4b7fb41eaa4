//! What the form is put together from.

use crate::state::State;
use crate::tree::{Node, el};

/// What stands between the parts of a change.
const PART: char = '\u{1f}';

/// A change of the text; what it is changed to follows.
pub(super) fn change(what: &str, name: &str, index: usize) -> String {
    format!("edit {what}{PART}{name}{PART}{index}{PART}")
}

/// A part of the form.
pub(super) fn part(legend: &str) -> Node {
    el("fieldset.form-part").attr("key", legend).child(el("legend").text(legend))
}

/// A field that changes the text when it is left.
pub(super) fn input(value: &str, changes: &str) -> Node {
    el("input")
        .attr("value", value)
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("spellcheck", "false")
        .on("change", changes)
}

/// A field for a number from 1 on.
pub(super) fn number(value: u32, changes: &str) -> Node {
    input(&value.to_string(), changes).attr("type", "number").attr("min", "1")
}

/// A field with its name above it.
pub(super) fn labelled(name: &str, field: Node) -> Node {
    el("label").attr("key", name).child(el("span").text(name)).child(field)
}

/// The same, with room for a sentence.
pub(super) fn labelled_wide(name: &str, field: Node) -> Node {
    el("label.form-wide").attr("key", name).child(el("span").text(name)).child(field)
}

/// One of several words, each a button: what it is called, what it changes, whether it holds.
pub(super) fn choice(name: &str, words: [(&str, String, bool); 2]) -> Node {
    let button = |(word, changes, holds): (&str, String, bool)| {
        el("button").attr("type", "button").truth("aria-pressed", holds).says(&changes).text(word)
    };
    let group = el("span.choice").attr("role", "group").attr("aria-label", name);
    el("span.form-field")
        .attr("key", name)
        .child(el("span").attr("aria-hidden", "true").text(name))
        .child(group.each(words.map(button)))
}

/// A cross that takes something out.
pub(super) fn remove(what: &str, changes: &str) -> Node {
    el("button.close")
        .attr("type", "button")
        .attr("aria-label", &format!("Remove {what}"))
        .says(changes)
        .icon("cross", 12)
}

/// A field for one more of a list that has `count`. What is filled in stays until it is in the text, and then another field is empty.
pub(super) fn adder(
    list: &str,
    count: usize,
    label: &str,
    example: &str,
    changes: &str,
    state: State<'_>,
) -> Node {
    let field = format!("form.{list}.{count}");
    let said = state.field(&field);
    let words =
        if said.trim().is_empty() { "dismiss".to_owned() } else { format!("{changes}{said}") };
    let input = el("input")
        .attr("value", said)
        .attr("aria-label", label)
        .attr("placeholder", example)
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("spellcheck", "false")
        .fills(&field);
    el("form.form-add")
        .attr("key", list)
        .on("submit", &words)
        .child(input)
        .child(el("button.small").attr("aria-label", label).text("Add"))
}

/// How many of a list are not shown.
pub(super) fn more(count: usize, of: &str) -> Option<Node> {
    (count > 0).then(|| el("p.none").text(&format!("{count} {of}")))
}
