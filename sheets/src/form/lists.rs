//! What workers do by themselves, and what must hold: lists in the language's own words.

use super::part::{adder, change, input, more, part, remove};
use crate::state::State;
use crate::tree::{Node, el};
use queuescope_sim::edit::{Section, listed};
use queuescope_sim::{Scenario, Work};

/// The most of a list that is shown.
const MOST: usize = 200;

/// What workers do by themselves.
pub(super) fn work(text: &str, scenario: &Scenario, state: State<'_>) -> Node {
    // The text is looked at once more only where there is anything.
    let items = match scenario.work == Work::default() {
        true => Vec::new(),
        false => listed(text, Section::Work).unwrap_or_default(),
    };
    let rows = items.iter().take(MOST).enumerate().map(|(index, item)| {
        let changes = change("work", "", index);
        el("li.form-row")
            .child(input(item, &changes).attr("aria-label", &format!("Work, rule {}", index + 1)))
            .child(remove(item, &changes))
    });
    list("Workers by themselves", "work", rows.collect(), items.len(), "a2 fails twice", state)
}

/// What must hold.
pub(super) fn expectations(scenario: &Scenario, state: State<'_>) -> Node {
    let expected = &scenario.expect;
    let rows = expected.iter().take(MOST).enumerate().map(|(index, expectation)| {
        let said = match expectation.at {
            Some(at) => format!("at {at} {}", expectation.claim),
            None => expectation.claim.to_string(),
        };
        el("li.form-row")
            .child(el("span.form-said").text(&said))
            .child(remove(&said, &change("expect", "", index)))
    });
    let example = "at 9s W1 has a2";
    list("Expectations", "expect", rows.collect(), expected.len(), example, state)
}

fn list(
    name: &str,
    what: &str,
    rows: Vec<Node>,
    count: usize,
    example: &str,
    state: State<'_>,
) -> Node {
    let label = format!("Add to: {}", name.to_lowercase());
    part(name)
        .child(el("ul.form-rows").each(rows))
        .maybe(more(count.saturating_sub(MOST), "more are in the text."))
        .child(adder(what, count, &label, example, &change(what, "", count), state))
}
