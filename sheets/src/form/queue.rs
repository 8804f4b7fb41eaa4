//! The title, the queue and its clauses.

use super::part::{adder, change, choice, input, labelled, labelled_wide, number, part, remove};
use crate::state::State;
use crate::tree::{Node, el};
use queuescope_sim::{
    BackoffDecl, Component, DurabilityDecl, MissingKey, OrderDecl, QueueDecl, Scenario, print,
};

/// Every clause that a queue has, said in the text or not.
pub(super) fn queue(scenario: &Scenario, state: State<'_>) -> Node {
    let queue = &scenario.queue;
    let clause = |name: &str| change("clause", name, 0);
    let title = scenario.title.as_deref().unwrap_or_default();
    let orders = ["unordered", "ordered"].map(str::to_owned).into_iter().chain(
        headers(scenario).into_iter().map(|name| format!("ordered by {}", Component::Header(name))),
    );
    let missing = queue.missing_key == MissingKey::Unordered;
    let fast = queue.durability == DurabilityDecl::Fast;
    let time = |name: &str, value: &str, of: &str| labelled(name, input(value, &clause(of)));
    let fields = [
        labelled_wide("Title", input(title, &change("title", "", 0))),
        labelled("Name", input(&queue.name, &change("queue", "", 0))),
        labelled_wide(
            "Order",
            input(&order(&queue.order), &clause("order")).attr("list", "form-orders"),
        ),
        choice(
            "Missing key",
            [
                ("reject", clause("missing key"), !missing),
                ("unordered", clause("missing key") + "unordered", missing),
            ],
        ),
        time("Lease", &queue.lease.to_string(), "lease"),
        labelled("Attempts", number(queue.max_attempts.get(), &clause("retry"))),
        labelled("Backoff", input(&backoff(queue.backoff), &clause("backoff"))),
        labelled("Batches of", number(queue.batches_of.get(), &clause("batches of"))),
        labelled("Quantum", number(queue.quantum.get(), &clause("quantum"))),
        choice(
            "Workers",
            [
                ("first free", clause("workers take turns"), !queue.take_turns),
                ("take turns", clause("workers take turns") + "on", queue.take_turns),
            ],
        ),
        labelled(
            "Shards",
            input(&shards(queue), &clause("shards")).attr("placeholder", "4 by header X"),
        ),
        choice(
            "Durability",
            [
                ("committed", clause("durability"), !fast),
                ("fast", clause("durability") + "fast", fast),
            ],
        ),
        time("Reclaim grace", &queue.reclaim_grace.to_string(), "reclaim grace"),
    ];
    let known =
        el("datalist#form-orders").each(orders.map(|order| el("option").attr("value", &order)));
    let (failures, arrivals) = rules(queue);
    part("Queue")
        .child(el("div.form-grid").each(fields))
        .child(known)
        .each(list("On failure", "on failure", &failures, "by nack: retry after 5s", state))
        .each(list("On arrival", "rule", &arrivals, "attribute tier = header plan", state))
}

/// The rules of one kind, each a field, and one for another.
fn list(
    name: &str,
    clause: &str,
    rules: &[String],
    example: &str,
    state: State<'_>,
) -> impl Iterator<Item = Node> {
    let rows = rules.iter().enumerate().map(|(index, rule)| {
        let changes = change("clause", clause, index);
        el("li.form-row")
            .child(input(rule, &changes).attr("aria-label", &format!("{name}, rule {}", index + 1)))
            .child(remove(rule, &changes))
    });
    let rows = el("ul.form-rows").attr("key", clause).attr("aria-label", name).each(rows);
    let count = rules.len();
    let label = format!("Add a rule: {}", name.to_lowercase());
    let add = adder(
        &clause.replace(' ', "-"),
        count,
        &label,
        example,
        &change("clause", clause, count),
        state,
    );
    let head = el("h3").attr("key", name).text(name);
    [head, rows, add].into_iter()
}

/// The rules of a queue as they are written: those about failures, and those about what arrives.
fn rules(queue: &QueueDecl) -> (Vec<String>, Vec<String>) {
    let written = print(&Scenario { queue: queue.clone(), ..Scenario::default() });
    let (mut failures, mut arrivals) = (Vec::new(), Vec::new());
    for line in written.lines().filter_map(|line| line.strip_prefix("  ")) {
        if let Some(rule) = line.strip_prefix("on failure") {
            failures.push(rule.trim_start_matches(':').trim_start().to_owned());
        } else if ["attribute ", "fairness key =", "weight ="]
            .iter()
            .any(|begin| line.starts_with(begin))
        {
            arrivals.push(line.to_owned());
        }
    }
    (failures, arrivals)
}

fn order(order: &OrderDecl) -> String {
    match order {
        OrderDecl::Unordered => "unordered".to_owned(),
        OrderDecl::Ordered => "ordered".to_owned(),
        OrderDecl::By(key) => format!("ordered by {}", joined(key)),
    }
}

fn backoff(backoff: BackoffDecl) -> String {
    match backoff {
        BackoffDecl::None => "none".to_owned(),
        BackoffDecl::Fixed(wait) => format!("{wait} fixed"),
        BackoffDecl::Exponential { first, most } => format!("{first} up to {most}"),
    }
}

fn shards(queue: &QueueDecl) -> String {
    let shards = queue.shards.as_ref();
    shards.map(|shards| format!("{} by {}", shards.count, joined(&shards.by))).unwrap_or_default()
}

/// The components of a key as they are written.
pub(super) fn joined(key: &[Component]) -> String {
    key.iter().map(Component::to_string).collect::<Vec<_>>().join(", ")
}

/// The headers that messages have, in the order of the text.
fn headers(scenario: &Scenario) -> Vec<String> {
    let mut headers: Vec<String> = Vec::new();
    for line in &scenario.script {
        if let queuescope_sim::Action::Send { messages, .. } = &line.action {
            for (name, _) in messages.iter().flat_map(|sent| &sent.headers) {
                if headers.len() < 10 && !headers.contains(name) {
                    headers.push(name.clone());
                }
            }
        }
    }
    headers
}
