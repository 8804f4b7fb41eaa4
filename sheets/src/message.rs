//! The inspector: a message's whole story on a time axis, and where it is at the step on screen.

use crate::record::{Record, Tracked};
use crate::run::{Played, played};
use crate::state::State;
use crate::tree::{Node, el, several};
use crate::words::{errors, more, nothing};
use queuescope_sim::{Action, LaneKind, Name, Sent, Time, in_words, said, why};

mod entries;
mod story;

use entries::entries;
pub(crate) use story::Story;

/// How many messages there are to choose from at most.
const MOST_MESSAGES: usize = 200;

/// The message that is selected; where none is, those there are.
pub(crate) fn message(text: &str, state: State<'_>) -> String {
    let Ok(played) = played(text) else {
        return errors("Message", "The story of a message follows");
    };
    let Some(step) = played.step(state.step()) else { return nothing("Message") };
    let selected = state.get("select");
    if selected.is_empty() {
        let ask = "No message is selected. Choose one here or on the lanes to see its story.";
        let intro = [el("h3").text("Message"), el("p.none").text(ask)];
        return several(intro) + &choice(&played, step, state);
    }
    let now = played.at(step);
    let heading = el("h3.message-name").text("Message ").child(el("span.mono").text(selected));
    let headline = el("p.headline").text(&sentence(&why(&played.run, selected, now).text));
    let Some(tracked) = played.record().message(selected) else {
        return several([heading, headline]) + &choice(&played, step, state);
    };
    several([
        heading,
        headline,
        facts(&played, tracked, step),
        neighbours(played.record(), tracked),
        el("h3").text("Story"),
    ]) + &entries(&played, tracked, step)
        + &several([el("h3").text("Another message"), filter(state)])
        + &found(&played, step, state, state.field("filter").is_empty())
}

/// What is known of a message at a step.
fn facts(played: &Played, tracked: &Tracked, step: usize) -> Node {
    let now = played.at(step);
    let name = &tracked.name;
    let lane = played.record().lane(tracked);
    let snapshot = played.run.snapshot(step);
    let view = snapshot.lanes.iter().find(|view| view.name == *lane);
    let kind = match view.map(|view| view.kind) {
        Some(LaneKind::Group | LaneKind::Queue) => "Group",
        Some(LaneKind::Unordered) | None => "Lane",
    };
    let deliveries = tracked.deliveries.iter().map(|place| &played.run.deliveries()[*place]);
    let attempts = deliveries.filter(|delivery| delivery.from <= now).count();
    let waited = played.story(name).map_or(Time::ZERO, |story| story.waited(played, step));
    let position = view.and_then(|view| {
        let place = view.waiting.iter().position(|waiting| waiting.message == *name)?;
        Some(format!("{} of {} that wait in {lane}", place + 1, view.waiting.len()))
    });
    let fact = |name: &str, value: Node| el("div").child(el("dt").text(name)).child(value);
    let sent =
        sent_as(played, name).map(|line| fact("Sent as", el("dd").child(el("code").text(&line))));
    el("dl.facts")
        .child(fact(kind, el("dd").text(lane)))
        .maybe(sent)
        .child(fact("Deliveries so far", el("dd").text(&attempts.to_string())))
        .child(fact("Waited so far", el("dd").text(&in_words(waited))))
        .maybe(position.map(|position| fact("Position", el("dd").text(&position))))
}

/// The line that sends a message, with what it says of that message alone: headers, fairness key, weight, delay.
fn sent_as(played: &Played, name: &Name) -> Option<String> {
    let at = played.record().message(name).map(|tracked| tracked.arrived)?;
    // The line may have been carried out long before, where it sends its messages one after the other.
    let script = played.parsed.scenario.script.iter().filter(|line| line.at <= played.at(at));
    let messages = script.filter_map(|line| match &line.action {
        Action::Send { messages, .. } => Some(messages),
        Action::Ack { .. }
        | Action::Nack { .. }
        | Action::Reject { .. }
        | Action::Extend { .. }
        | Action::Crash { .. }
        | Action::Return { .. }
        | Action::Join { .. }
        | Action::Leave { .. }
        | Action::Redrive(_)
        | Action::DeadLetter { .. }
        | Action::Purge(_)
        | Action::CutOff { .. }
        | Action::LeaderCrash => None,
    });
    let is_it = |sent: &&Sent| match &sent.to {
        None => sent.id == **name,
        Some(_) => sent.names().is_ok_and(|mut names| names.any(|one| one == **name)),
    };
    let sent = messages.flatten().find(is_it)?;
    let alone = Sent { id: name.to_string(), to: None, ..sent.clone() };
    Some(said(&Action::Send { messages: vec![alone], every: None }))
}

/// The messages before and behind it in its lane.
fn neighbours(record: &Record, tracked: &Tracked) -> Node {
    let place = record.messages.partition_point(|other| other.arrived < tracked.arrived);
    let place = place
        + record.messages[place..].iter().position(|other| other.name == tracked.name).unwrap_or(0);
    let same = |other: &&Tracked| other.lane == tracked.lane;
    let before = record.messages[..place].iter().rev().find(same);
    let behind = record.messages.get(place + 1..).unwrap_or_default().iter().find(same);
    let button = |words: &str, other: Option<&Tracked>| {
        let other = other?;
        let says = format!("select {}", other.name);
        Some(el("button.small").says(&says).text(&format!("{words} {}", other.name)))
    };
    el("p.neighbours").maybe(button("Before it:", before)).maybe(button("Behind it:", behind))
}

/// The field that says which messages there are to choose from.
fn filter(state: State<'_>) -> Node {
    el("label.field").text("Names that contain").child(
        el("input.mono")
            .attr("type", "search")
            .attr("value", state.field("filter"))
            .fills("filter"),
    )
}

/// All messages to choose from.
fn choice(played: &Played, step: usize, state: State<'_>) -> String {
    filter(state).written() + &found(played, step, state, false)
}

/// The messages that the filter lets through; none where there is nothing to be shown without one.
fn found(played: &Played, step: usize, state: State<'_>, none: bool) -> String {
    if none {
        return String::new();
    }
    let wanted = state.field("filter").to_lowercase();
    let all = &played.record().messages;
    let fits =
        |message: &&Tracked| wanted.is_empty() || message.name.to_lowercase().contains(&wanted);
    let count = all.iter().filter(fits).count();
    if count == 0 {
        return el("p.none").text("No message has that in its name.").written();
    }
    let button = |message: &Tracked| {
        let place = crate::words::place(message.place(step));
        let button = el("button.choice-of")
            .says(&format!("select {}", message.name))
            .child(el("span.mono").text(&message.name))
            .text(" ")
            .child(el("small").text(&place));
        el("li").child(button)
    };
    let list = el("ul.choices").each(all.iter().filter(fits).take(MOST_MESSAGES).map(button));
    several([Some(list), more(count, MOST_MESSAGES)].into_iter().flatten())
}

/// What is said as a sentence.
fn sentence(words: &str) -> String {
    if words.ends_with('?') { words.to_owned() } else { format!("{words}.") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::EXAMPLE;

    #[test]
    fn the_entry_of_the_step_on_screen_is_the_current_one_and_later_ones_are_ahead() {
        // The fifth step is at 4 s: a2 waits until 9 s.
        let sheet = message(EXAMPLE, State("step 5\nselect a2\n"));
        assert!(sheet.contains("a2 waits until 9 s: it may not go before."), "{sheet}");
        let current = sheet.split("aria-current=step").nth(1).unwrap();
        assert!(
            current.starts_with(
                "\u{1}button.entry\u{3}click=step 5\u{1}span.when\u{4}4 s to 9 s\u{5}"
            )
        );
        assert_eq!(sheet.matches("aria-current").count(), 1);
        // The second attempt and the end.
        assert_eq!(sheet.matches("still ahead").count(), 2);
        assert!(sheet.contains("class=attempt ahead") && sheet.contains("click=step 8"));
        // Two seconds behind a1; of what is left to wait, nothing has passed.
        assert!(sheet.contains("Waited so far\u{5}\u{1}dd\u{4}2 s"));
        assert!(sheet.contains("Sent as\u{5}\u{1}dd\u{1}code\u{4}send a2(A)"));
        assert!(sheet.contains("1 of 2 that wait in A"));
        assert!(sheet.contains("select a1") && sheet.contains("select a3"));
    }

    #[test]
    fn where_none_is_selected_there_are_some_to_choose_from() {
        let sheet = message(EXAMPLE, State("step 1\n"));
        assert!(sheet.contains("No message is selected.") && sheet.contains("click=select b2"));
        let sheet = message(EXAMPLE, State("step 1\nfield.filter A\n"));
        assert_eq!(sheet.matches("click=select").count(), 3);
        let sheet = message(EXAMPLE, State("step 1\nselect a9\n"));
        assert!(sheet.contains("there is no message a9; did you mean a1?"));
        let many = "workers W1\nat 0s send m1..m300\n";
        let sheet = message(many, State("step 1\n"));
        assert_eq!(sheet.matches("click=select").count(), 200);
        assert!(sheet.contains("and 100 more"));
    }

    #[test]
    fn a_text_that_cannot_be_played_says_so() {
        let sheet = message("at 0s sned a\n", State("step 1\nselect a\n"));
        assert!(
            sheet.contains(
                "The text has errors. The story of a message follows once they are mended."
            )
        );
        assert!(message("queue q\n", State("step 1\n")).contains("Nothing happens"));
    }

    #[test]
    fn a_message_of_a_spread_range_is_sent_as_itself() {
        let text = "queue q\n  ordered by header k\nat 0s send o1..o5(A) every 1s\n";
        let sheet = message(text, State("step 5\nselect o3\n"));
        assert!(sheet.contains("code\u{4}send o3(A)"), "{sheet}");
    }
}
