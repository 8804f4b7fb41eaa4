//! The messages of a line that sends several, each with what is said of it.

use super::part::{adder, change, input, labelled, more, number};
use crate::state::State;
use crate::tree::{Node, el};
use queuescope_sim::{Component, OrderDecl, Scenario, Sent, Time};

/// The most messages that are listed.
const MOST: usize = 30;

/// The messages of a line.
pub(super) fn messages(
    scenario: &Scenario,
    line: usize,
    at: Time,
    sent: &[Sent],
    every: Option<Time>,
    state: State<'_>,
) -> Node {
    let header = match &scenario.queue.order {
        OrderDecl::By(key) => match &key[..] {
            [Component::Header(name)] => Some(&**name),
            _ => None,
        },
        OrderDecl::Ordered | OrderDecl::Unordered => None,
    };
    let mut at = at.as_micros();
    let rows = sent.iter().take(MOST).enumerate().map(|(item, sent)| {
        let when = Time::from_micros(at);
        let count = sent.names().map_or(1, |names| names.count_left());
        let gap = every.map_or(0, Time::as_micros).saturating_mul(count);
        at = at.saturating_add(gap);
        match &sent.to {
            // All is said of its messages at once, in the line.
            Some(to) => el("li.form-block").child(el("b").text(&format!("{}..{to}", sent.id))),
            None => message(header, &format!("{line}-{item}"), when, sent, state),
        }
    });
    el("ul.form-rows")
        .attr("aria-label", "Messages of the line")
        .each(rows)
        .maybe(more(sent.len().saturating_sub(MOST), "more messages are in the line."))
}

fn message(header: Option<&str>, place: &str, at: Time, sent: &Sent, state: State<'_>) -> Node {
    let name = &sent.id;
    let value = |header: &str| sent.headers.iter().find(|(name, _)| name == header);
    let key = header.map(|header| {
        let said = sent.key.as_ref().or_else(|| value(header).map(|(_, value)| value));
        let said = said.map(String::as_str).unwrap_or_default();
        labelled(header, input(said, &change("key", name, 0)))
    });
    let others = sent.headers.iter().filter(|(known, _)| header != Some(known));
    let others = others.map(|(header, value)| {
        labelled(header, input(value, &format!("{}{header}=", change("header", name, 0))))
    });
    let fairness = sent.fairness.as_deref().unwrap_or_default();
    let list = format!("header-{place}");
    el("li.form-block")
        .attr("key", name)
        .attr("role", "group")
        .attr("aria-label", &format!("Message {name}"))
        .child(el("b").text(name))
        .child(labelled("Instant", input(&at.to_string(), &change("when", name, 0))))
        .maybe(key)
        .each(others)
        .child(labelled("Delay", input(&sent.delay.to_string(), &change("delay", name, 0))))
        .child(labelled("Fairness key", input(fairness, &change("fairness", name, 0))))
        .child(labelled("Weight", number(sent.weight.get(), &change("weight", name, 0))))
        .child(adder(
            &list,
            sent.headers.len(),
            &format!("Add a header to {name}"),
            "header=value",
            &change("header", name, 0),
            state,
        ))
}
