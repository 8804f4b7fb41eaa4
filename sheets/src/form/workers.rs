//! The workers that are there from the start.

use super::part::{change, input, more, number, part, remove};
use crate::tree::{Node, el};
use queuescope_sim::Scenario;

/// The most workers that are listed.
const MOST: usize = 50;

pub(super) fn workers(scenario: &Scenario) -> Node {
    let workers = &scenario.workers;
    let row = |worker: &queuescope_sim::WorkerDecl| {
        let name = &worker.name;
        let takes = number(worker.takes.get(), &change("credit", name, 0));
        el("li.form-row")
            .attr("key", name)
            .child(
                input(name, &change("rename", name, 0))
                    .attr("aria-label", &format!("Name of {name}")),
            )
            .child(
                el("label.form-beside")
                    .text("takes")
                    .child(takes.attr("aria-label", &format!("{name} takes"))),
            )
            .child(remove(name, &change("worker", name, 0)))
    };
    part("Workers")
        .child(el("ul.form-rows").each(workers.iter().take(MOST).map(row)))
        .maybe(more(workers.len().saturating_sub(MOST), "more workers are in the text."))
        .child(
            el("button.small")
                .attr("type", "button")
                .says(&change("worker", "", 0))
                .text("Add a worker"),
        )
}
