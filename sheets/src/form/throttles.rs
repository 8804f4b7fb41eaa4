//! The throttles, each with its limits, its key and what becomes of messages without one.

use super::part::{adder, change, choice, input, labelled, more, part, remove};
use super::queue::joined;
use crate::state::State;
use crate::tree::{Node, el};
use queuescope_sim::{LimitDecl, Scenario, ThrottleDecl};

/// The most throttles that are listed.
const MOST: usize = 50;

pub(super) fn throttles(scenario: &Scenario, state: State<'_>) -> Node {
    let throttles = &scenario.throttles;
    let count = throttles.len();
    part("Throttles")
        .child(el("ul.form-rows").each(throttles.iter().take(MOST).enumerate().map(row)))
        .maybe(more(count.saturating_sub(MOST), "more throttles are in the text."))
        .child(adder(
            "throttle",
            count,
            "Add a throttle",
            "stripe: 10 per 1s by header customer",
            &change("throttle", "", count),
            state,
        ))
}

fn row((index, throttle): (usize, &ThrottleDecl)) -> Node {
    let name = &throttle.name;
    let by = joined(&throttle.by);
    let limits = throttle.limits.iter().map(LimitDecl::to_string).collect::<Vec<_>>().join(", ");
    let said = match &throttle.from {
        Some(worker) => format!("{name} from {worker}"),
        None => name.clone(),
    };
    let missing = |word: &str| change("missing", "", index) + word;
    let apart = throttle.missing_unthrottled;
    let keyless = choice(
        "Without the key",
        [("shared", missing(""), !apart), ("unthrottled", missing("unthrottled"), apart)],
    );
    el("li.form-block")
        .attr("key", &said)
        .attr("role", "group")
        .attr("aria-label", &format!("Throttle {said}"))
        .child(el("b").text(&said))
        .child(remove(&said, &change("throttle", "", index)))
        .child(labelled("Limits", input(&limits, &change("limits", "", index))))
        .child(labelled(
            "By",
            input(&by, &change("by", "", index)).attr("placeholder", "header customer"),
        ))
        .maybe((!by.is_empty()).then_some(keyless))
}
