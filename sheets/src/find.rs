//! Looking for something: by name, by what happens to it, and stopping there.

use crate::run::{Played, played};
use crate::state::State;
use crate::tree::{Node, el, several};
use crate::words::{errors, nothing};
use queuescope_sim::in_words;
use std::collections::BTreeSet;

mod events;
mod kind;
mod results;
mod stops;

pub(crate) use events::Events;
use kind::Kind;
use stops::Stop;

/// How many names are offered for a breakpoint.
const MOST_NAMES: usize = 200;

/// The steps, from 1 and in order, at which play is to pause: those with an event that one of the breakpoints is about.
///
/// A breakpoint is a kind of event, and where it is about one message, group, worker or throttle, that name as the scenario language
/// writes it; `;` stands between two.
///
/// # Errors
/// What of it is not understood, and what would do instead; or that the text has errors.
pub fn stops(text: &str, stops: &str) -> Result<Vec<usize>, String> {
    let stops = stops::read(stops)?;
    let played =
        played(text).map_err(|_| "the text has errors: there is nothing to stop at".to_owned())?;
    let mut all = BTreeSet::new();
    for step in stops::steps(&played, &stops).into_iter().flatten() {
        all.insert(step + 1);
    }
    Ok(all.into_iter().collect())
}

/// The search, the jumps, the breakpoints, what alone is shown.
pub(crate) fn find(text: &str, state: State<'_>) -> String {
    let Ok(played) = played(text) else {
        return errors("Find", "What there is to be found follows");
    };
    let Some(step) = played.step(state.step()) else { return nothing("Find") };
    let part = state.field("find").trim().to_lowercase();
    let search = el("label.field")
        .text("Messages, groups, workers")
        .child(el("input").attr("type", "search").attr("value", state.field("find")).fills("find"));
    let found = if part.is_empty() {
        el("p.none").text("Type a part of a name.").written()
    } else {
        results::results(&played, step, &part)
    };
    let head = several([el("h3").text("Find"), search]);
    head + &found
        + &several([jumps(&played, step, &part)])
        + &breakpoints(&played, step, state)
        + &only(state)
}

/// Ways to the next and to the last event of each kind.
fn jumps(played: &Played, step: usize, part: &str) -> Node {
    let all = played.events("");
    let some = played.events(part);
    let items = all.kinds().map(|kind| {
        let steps = some.steps(kind);
        let before = steps.partition_point(|at| *at < step);
        let behind = steps.partition_point(|at| *at <= step);
        let go = |word: &str, to: Option<&usize>| {
            let name = kind.name();
            let button = el("button.small").text(word);
            match to {
                Some(to) => {
                    let at = in_words(played.at(*to));
                    let label = format!("{word}: {name}, at {at}");
                    button.says(&format!("step {}", to + 1)).attr("aria-label", &label)
                }
                None => button
                    .attr("aria-disabled", "true")
                    .attr("aria-label", &format!("{word}: {name}, none")),
            }
        };
        let count = match steps.len() {
            1 => "1 step".to_owned(),
            count => format!("{count} steps"),
        };
        el("li")
            .child(
                el("span.item")
                    .child(el("b").text(kind.name()))
                    .text(" ")
                    .child(el("small").text(&count)),
            )
            .child(go("Back", before.checked_sub(1).and_then(|place| steps.get(place))))
            .child(go("Next", steps.get(behind)))
    });
    let about =
        if part.is_empty() { String::new() } else { format!(" of names with “{part}”") };
    el("section.jumps")
        .attr("aria-label", "Next event")
        .child(el("h3").text(&format!("Next event{about}")))
        .child(el("ul.events").each(items))
}

/// The breakpoints that there are, and a form for one more.
fn breakpoints(played: &Played, step: usize, state: State<'_>) -> String {
    let heading = el("h3").text("Stop when");
    let stops = match stops::read(state.field("stops")) {
        Ok(stops) => stops,
        Err(why) => {
            let clear = el("button.small").says("shell stops").text("Take them all away");
            let wrong =
                el("p.wrong").text(&format!("The stops cannot be read: {why}. ")).child(clear);
            return several([heading, wrong]);
        }
    };
    let steps = played.stop_steps(state.field("stops"), || stops::steps(played, &stops));
    let items = stops.iter().zip(&*steps).enumerate().map(|(place, (stop, steps))| {
        let others: Vec<Stop> = stops
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
            .map(|(_, stop)| stop.clone())
            .collect();
        let name = stop_name(stop);
        let ahead = steps.iter().filter(|at| **at > step).count();
        el("li")
            .child(
                el("span.item")
                    .child(el("b").text(&name))
                    .text(" ")
                    .child(el("small").text(&format!("{} in the run, {ahead} ahead", steps.len()))),
            )
            .child(
                el("button.small")
                    .says(&changed(&others))
                    .attr("aria-label", &format!("Remove: {name}"))
                    .text("Remove"),
            )
    });
    let list = match stops.is_empty() {
        true => el("p.none").text("Play goes on to the end."),
        false => el("ul.stops").each(items),
    };
    several([heading, list, form(played, state, stops.clone())])
}

/// `Delivered: a2`.
fn stop_name(stop: &Stop) -> String {
    match &stop.name {
        Some(name) => format!("{}: {name}", stop.kind.name()),
        None => stop.kind.name().to_owned(),
    }
}

fn changed(stops: &[Stop]) -> String {
    format!("shell stops {}", stops::write(stops)).trim_end().to_owned()
}

/// One breakpoint more.
fn form(played: &Played, state: State<'_>, mut stops: Vec<Stop>) -> Node {
    // An option whose value is not kept says its text.
    let kind = state.field("stop-kind");
    let kind = Kind::read(kind).or_else(|| Kind::named(kind)).unwrap_or(Kind::Arrived);
    let name = state.field("stop-name").trim();
    let next = Stop { kind, name: (!name.is_empty()).then(|| name.to_owned()) };
    if !stops.contains(&next) {
        stops.push(next);
    }
    let option = |of: Kind| {
        el("option").attr("value", of.word()).flag("selected", of == kind).text(of.name())
    };
    let kinds = el("select").on("change", "field stop-kind ").each(Kind::all().map(option));
    let names =
        played.names().take(MOST_NAMES).map(|name| el("option").attr("value", name).text(name));
    el("form.add")
        .on("submit", &changed(&stops))
        .child(el("label.field").text("What happens").child(kinds))
        .child(
            el("label.field").text("To which, if not any").child(
                el("input")
                    .attr("list", "stop-names")
                    .attr("autocomplete", "off")
                    .attr("value", state.field("stop-name"))
                    .fills("stop-name"),
            ),
        )
        .child(el("datalist#stop-names").each(names))
        .child(el("button.small").attr("type", "submit").text("Add a stop"))
}

/// The field that says what alone is shown.
fn only(state: State<'_>) -> String {
    let filter = state.get("filter");
    let input = el("input").attr("type", "search").on("input", "filter ");
    let input = if filter.is_empty() { input } else { input.attr("value", filter) };
    let about = "Lanes show only groups and messages with this in their name.";
    several([
        el("h3").text("Show only"),
        el("label.field").text("Names that contain").child(input),
        el("p.none").text(about),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::EXAMPLE;

    #[test]
    fn what_is_found_says_where_it_is_now() {
        // At 4 s a2 waits until 9 s, b2 is with W1.
        let sheet = find(EXAMPLE, State("step 5\nfield.find 2\n"));
        assert!(
            sheet.contains("Messages (3)")
                && sheet.contains("Groups (0)")
                && sheet.contains("Workers (1)")
        );
        assert!(
            sheet.contains("click=select a2\u{4}a2\u{5}\u{4} \u{1}small\u{4}waiting\u{5}"),
            "{sheet}"
        );
        assert!(sheet.contains(
            "click=select b2\u{4}b2\u{5}\u{4} \u{1}small\u{4}in flight with W1, attempt 1\u{5}"
        ));
        assert!(sheet.contains("\u{4}W2\u{5}\u{4} \u{1}small\u{4}s2\u{5}"));
        let sheet = find(EXAMPLE, State("step 5\nfield.find a\n"));
        assert!(sheet.contains("small\u{4}2 waiting, 0 in flight, 1 done\u{5}"), "{sheet}");
        assert!(sheet.contains("Next event of names with “a”"));
    }

    #[test]
    fn events_are_jumped_to_in_both_directions() {
        // Acks are at 1, 2, 3, 5, 6 and 10 s: the steps 2, 3, 4, 6, 7 and 9.
        let sheet = find(EXAMPLE, State("step 5\n"));
        assert!(sheet.contains("click=step 4\u{2}aria-label=Back: Acked, at 3 s"), "{sheet}");
        assert!(sheet.contains("click=step 6\u{2}aria-label=Next: Acked, at 5 s"));
        // The only nack is on screen.
        assert!(
            sheet.contains("aria-label=Back: Nacked, none")
                && sheet.contains("aria-label=Next: Nacked, none")
        );
        assert!(!sheet.contains("Next: Leader crashed"));
        // Only what is about A: its next ack is at 10 s.
        let sheet = find(EXAMPLE, State("step 5\nfield.find a2\n"));
        assert!(
            sheet.contains("aria-label=Next: Acked, at 10 s")
                && sheet.contains("Back: Acked, none")
        );
    }

    #[test]
    fn stops_are_added_and_removed_by_their_whole_list() {
        let state = "step 5\nfield.stops acked;nacked a2\nfield.stop-kind delivered\nfield.stop-name order 17\n";
        let sheet = find(EXAMPLE, State(state));
        assert!(
            sheet.contains("submit=shell stops acked;nacked a2;delivered \"order 17\""),
            "{sheet}"
        );
        assert!(sheet.contains("click=shell stops nacked a2\u{2}aria-label=Remove: Acked"));
        assert!(
            sheet.contains("small\u{4}6 in the run, 3 ahead")
                && sheet.contains("1 in the run, 0 ahead")
        );
        let sheet = find(EXAMPLE, State("step 5\nfield.stop-kind Lease expired\n"));
        assert!(
            sheet.contains("submit=shell stops expired\u{2}")
                || sheet.contains("submit=shell stops expired\u{1}")
        );
        let sheet = find(EXAMPLE, State("step 5\nfield.stops acked\n"));
        assert!(sheet.contains("click=shell stops\u{2}"), "{sheet}");
        let sheet = find(EXAMPLE, State("step 5\nfield.stops ackd\n"));
        assert!(sheet.contains("The stops cannot be read: `ackd` is no kind of event"));
    }

    #[test]
    fn what_alone_is_shown_is_told_as_it_is_typed() {
        let sheet = find(EXAMPLE, State("step 1\nfilter A\n"));
        assert!(sheet.contains("\u{3}input=filter \u{2}value=A"), "{sheet}");
        assert!(find("at 0s sned a\n", State("step 1\n")).contains("The text has errors."));
    }
}
