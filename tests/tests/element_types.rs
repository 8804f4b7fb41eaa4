//! The types of `<queue-scope>` say of it what its script has: the same properties, methods and events.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

const SCRIPT: &str = include_str!("../../static/queue-scope.js");
const TYPES: &str = include_str!("../../static/queue-scope.d.ts");

/// What a member is to others.
#[derive(Debug, PartialEq, Eq)]
enum Member {
    Method,
    ReadOnly,
    Property,
}

/// What the browser calls.
const LIFECYCLE: [&str; 3] =
    ["connectedCallback", "disconnectedCallback", "attributeChangedCallback"];

/// What every element has.
const INHERITED: [&str; 2] = ["addEventListener", "removeEventListener"];

/// The lines between the one that begins so and the brace that ends it, which stands as far to the left.
fn block<'t>(text: &'t str, start: &str) -> Vec<&'t str> {
    let from = text.find(&format!("\n{start}")).unwrap_or_else(|| panic!("no `{start}`"));
    text[from + 1..].lines().skip(1).take_while(|line| *line != "}").collect()
}

/// The words that members begin with: the lines that are indented once.
fn members(block: Vec<&str>) -> impl Iterator<Item = &str> {
    let once = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let begins = |line: &&str| line.starts_with(|first: char| first.is_ascii_alphabetic());
    block.into_iter().filter(once).map(str::trim_start).filter(begins)
}

fn word(text: &str) -> &str {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap()
}

fn of_script() -> BTreeMap<&'static str, Member> {
    let mut found = BTreeMap::new();
    for line in members(block(SCRIPT, "class QueueScope extends")) {
        if line.starts_with("get #") {
            // Nobody's business.
        } else if let Some(getter) = line.strip_prefix("get ") {
            found.entry(word(getter)).or_insert(Member::ReadOnly);
        } else if let Some(setter) = line.strip_prefix("set ") {
            found.insert(word(setter), Member::Property);
        } else if !line.starts_with("static ")
            && !line.starts_with("async ")
            && !LIFECYCLE.contains(&word(line))
        {
            found.insert(word(line), Member::Method);
        }
    }
    found
}

fn of_types() -> BTreeMap<&'static str, Member> {
    let named = members(block(TYPES, "export interface QueueScopeElement"));
    let named = named.filter(|line| !INHERITED.contains(&word(line)));
    named
        .map(|line| match line.strip_prefix("readonly ") {
            Some(line) => (word(line), Member::ReadOnly),
            None if line[word(line).len()..].starts_with('(') => (word(line), Member::Method),
            None => (word(line), Member::Property),
        })
        .collect()
}

#[test]
fn the_members_are_those_of_the_script() {
    let script = of_script();
    assert_eq!(of_types(), script);
    assert_eq!(script.get("scenario"), Some(&Member::Property));
    assert_eq!(script.get("seek"), Some(&Member::Method));
}

#[test]
fn the_events_and_what_they_tell_are_those_of_the_script() {
    let sent: BTreeMap<&str, BTreeSet<&str>> = SCRIPT
        .split("this.#send(\"")
        .skip(1)
        .map(|call| {
            let (name, rest) = call.split_once("\", {").unwrap();
            let detail = rest.split_once('}').unwrap().0;
            (name, detail.split(',').map(|field| word(field.trim())).collect())
        })
        .collect();
    let typed: BTreeMap<&str, BTreeSet<&str>> =
        members(block(TYPES, "export interface QueueScopeEventMap"))
            .map(|line| {
                let (name, rest) = line.split_once(": CustomEvent<").unwrap();
                let detail = rest.split_once('>').unwrap().0;
                let fields = members(block(TYPES, &format!("export interface {detail} ")));
                (name, fields.map(word).collect())
            })
            .collect();
    assert_eq!(typed, sent);
    assert_eq!(typed.len(), 3);
}
