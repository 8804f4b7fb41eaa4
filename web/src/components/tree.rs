//! Draws what the sheets have written down: elements, what they say of themselves, what the person says by them. `queuescope-sheets`
//! writes it; each piece begins with a sign that says what it is.

use super::Sign;
use super::icon;
use super::node::{Node, On, el};
use crate::session::Msg;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Adds what is written down to an element.
pub(super) fn grow(parent: Node, written: &str, act: &Callback<Msg>) -> Node {
    let mut open = vec![parent];
    let mut rest = written;
    while let Some(sign) = rest.chars().next() {
        let behind = &rest[sign.len_utf8()..];
        let end = behind.find(is_sign).unwrap_or(behind.len());
        let (said, others) = behind.split_at(end);
        rest = others;
        let (name, value) = said.split_once('=').unwrap_or((said, ""));
        let Some(node) = open.pop() else {
            continue;
        };
        match sign {
            '\u{1}' => open.extend([node, el(kept(said))]),
            '\u{2}' => open.push(attribute(node, name, value)),
            '\u{3}' => open.push(says(node, name, value, act)),
            '\u{4}' => open.push(node.say(said)),
            '\u{6}' => {
                let sign = Sign::read(value).unwrap_or(Sign::Unknown);
                open.push(node.child(icon(sign, name.parse().unwrap_or(16))));
            }
            _ => match open.pop() {
                Some(parent) => open.push(parent.child(node)),
                None => open.push(node),
            },
        }
    }
    // What is not ended ends with all.
    let mut open = open.into_iter();
    let whole = open.next().unwrap_or_else(|| el("div"));
    open.fold(whole, Node::child)
}

fn is_sign(c: char) -> bool {
    ('\u{1}'..='\u{6}').contains(&c)
}

fn attribute(node: Node, name: &str, value: &str) -> Node {
    match name {
        // Of a field it is what stands in it; of an option, what it says.
        "value" => node.value(value).set("value", value),
        "key" => node.key(value),
        // Pages that allow no style in their text allow a property.
        "style" => node.style(format_args!("{value}")),
        _ => node.set(kept(name), value),
    }
}

fn says(node: Node, event: &str, words: &str, act: &Callback<Msg>) -> Node {
    let on = match event {
        "input" => On::Input,
        "change" => On::Change,
        "submit" => On::Submit,
        _ => On::Click,
    };
    let words: Rc<str> = words.into();
    let fills_in = matches!(event, "input" | "change");
    node.hears(on, act, move |event: Event| {
        if fills_in {
            // All that can be filled in have a value.
            let field: HtmlInputElement = event.target()?.unchecked_into();
            let value = match field.type_().as_str() {
                "checkbox" if !field.checked() => String::new(),
                _ => field.value(),
            };
            return Some(Msg::Said(format!("{words}{value}").into()));
        }
        // A form would leave the page.
        event.prevent_default();
        Some(Msg::Said(words.clone()))
    })
}

thread_local! {
    static KEPT: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// The one copy of a word of the sheets. They have a few hundred, whatever a scenario says.
fn kept(word: &str) -> &'static str {
    KEPT.with_borrow_mut(|kept| match kept.iter().find(|known| **known == word) {
        Some(known) => known,
        None => {
            let word: &'static str = word.to_owned().leak();
            kept.push(word);
            word
        }
    })
}
