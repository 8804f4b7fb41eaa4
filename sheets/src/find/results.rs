//! What a search finds: messages, groups, workers, each with where it is now.

use super::events::has;
use crate::metrics::AllFigures;
use crate::run::Played;
use crate::tree::{Node, el, several};
use crate::words::{more, place};
use queuescope_sim::row;

/// How many of each are shown.
const MOST_RESULTS: usize = 50;

/// Everything whose name has `part` in it, which is in small letters.
pub(super) fn results(played: &Played, step: usize, part: &str) -> String {
    several([messages(played, step, part), groups(played, step, part), workers(played, step, part)])
}

fn messages(played: &Played, step: usize, part: &str) -> Node {
    let record = played.record();
    let found = record.messages.iter().filter(|message| has(&message.name, part));
    let items = found.clone().take(MOST_RESULTS).map(|message| {
        let name = el("button.name").says(&format!("select {}", message.name)).text(&message.name);
        result(name, &place(message.place(step))).child(jump(
            "arrival",
            &message.name,
            message.arrived,
        ))
    });
    list("Messages", found.clone().count(), items)
}

fn groups(played: &Played, step: usize, part: &str) -> Node {
    let record = played.record();
    let found = record.lanes.iter().enumerate().filter(|(_, lane)| has(lane, part));
    let count = found.clone().count();
    let figures = (count > 0).then(|| AllFigures::of(played, step));
    let items = found.take(MOST_RESULTS).filter_map(|(place, lane)| {
        let now = &figures.as_ref()?.lanes[place];
        let dead = if now.dead > 0 { format!(", {} dead", now.dead) } else { String::new() };
        let state = match now.arrived {
            0 => "not yet arrived".to_owned(),
            _ => format!(
                "{} waiting, {} in flight, {} done{dead}",
                now.waiting, now.in_flight, now.done
            ),
        };
        let first = record.messages.iter().find(|message| message.lane == place)?;
        let name = el("button.name").says(&format!("open {lane}")).text(lane);
        Some(result(name, &state).child(jump("first arrival", lane, first.arrived)))
    });
    list("Groups", count, items)
}

fn workers(played: &Played, step: usize, part: &str) -> Node {
    let workers = played.run.workers();
    let found = workers.iter().enumerate().filter(|(_, worker)| has(worker, part));
    let count = found.clone().count();
    let here = played.run.step(step).filter(|_| count > 0);
    let cells = here.map(|here| row(workers, here, &played.run.snapshot(step)).workers);
    let items = found.take(MOST_RESULTS).map(|(place, worker)| {
        let cell = cells.as_ref().and_then(|cells| cells.get(place)).map(ToString::to_string);
        let state = match cell.unwrap_or_default() {
            empty if empty.is_empty() => "not there yet".to_owned(),
            state => state,
        };
        let first = played.run.deliveries().iter().find(|delivery| delivery.worker == *worker);
        let first =
            first.map(|first| jump("first delivery", worker, played.run.index_at(first.from)));
        result(el("span.name").text(worker), &state).maybe(first)
    });
    list("Workers", count, items)
}

fn list(name: &str, count: usize, items: impl Iterator<Item = Node>) -> Node {
    let heading = el("h4").text(&format!("{name} ({count})"));
    el("div.found").child(heading).child(el("ul").each(items)).maybe(more(count, MOST_RESULTS))
}

fn result(name: Node, state: &str) -> Node {
    el("li").child(el("span.item").child(name).text(" ").child(el("small").text(state)))
}

fn jump(what: &str, name: &str, step: usize) -> Node {
    el("button.small")
        .says(&format!("step {}", step + 1))
        .attr("aria-label", &format!("Go to the {what} of {name}"))
        .text(&format!("To its {what}"))
}
