//! What happens: the lines of the script, each with its instant and what it says; notes; until when the run goes on.

use super::message::messages;
use super::part::{adder, change, input, labelled, more, part, remove};
use crate::run::Played;
use crate::state::State;
use crate::tree::{Node, el};
use queuescope_sim::{Action, Line, Scenario, Time};
use std::collections::BTreeMap;
use std::ops::Range;

/// The most lines that are listed, and the most notes.
const MOST: usize = 200;

pub(super) fn script(played: &Played, text: &str, state: State<'_>) -> Node {
    let scenario = played.run.scenario();
    let lines = &scenario.script;
    let step = played.run.step(state.step());
    let current = step.map(|step| &step.lines[..]).unwrap_or_default();
    let now = step.map_or(Time::ZERO, |step| step.at);
    let around = current
        .first()
        .copied()
        .unwrap_or_else(|| lines.partition_point(|line| line.at <= now).saturating_sub(1));
    let shown = window(lines.len(), around);
    let (before, behind) = (shown.start, lines.len() - shown.end);
    let source: Vec<&str> = text.lines().collect();
    let mut met = BTreeMap::new();
    let rows: Vec<Node> = shown
        .map(|index| {
            let line = &lines[index];
            let number = played.parsed.script_lines.get(index).copied().unwrap_or_default();
            let written = source.get(number.wrapping_sub(1)).copied().unwrap_or_default();
            let said = said(written);
            // A line that sends stays the same one while its messages are changed: no other sends the first of them.
            let known_by = if let Action::Send { messages, .. } = &line.action {
                messages.first().map_or(said, |first| &first.id)
            } else {
                said
            };
            let nth = met.entry(known_by).and_modify(|nth| *nth += 1).or_insert(0_usize);
            let row = Row { index, line, said, mark: mark(known_by, *nth) };
            row.drawn(scenario, current.contains(&index), state)
        })
        .collect();
    part("Messages and acts")
        .maybe(more(before, "earlier lines are in the text."))
        .child(el("ol.form-rows").attr("key", "lines").each(rows))
        .maybe(more(behind, "later lines are in the text."))
        .child(adder(
            "happens",
            lines.len(),
            "Add a line of the script",
            "at 4s W1 acks",
            &change("happens", "", 0),
            state,
        ))
        .each(notes(scenario, state))
}

/// A line of the script.
struct Row<'s> {
    index: usize,
    line: &'s Line,
    /// What it says behind its instant, as it is written.
    said: &'s str,
    /// What it is known by wherever it goes.
    mark: String,
}

impl Row<'_> {
    fn drawn(&self, scenario: &Scenario, current: bool, state: State<'_>) -> Node {
        let Self { index, line, said, mark } = self;
        let moves = change("move", "", *index);
        let turn = |word: &str, icon: &str, to: Option<Time>| {
            // It keeps the focus when the line goes past another one.
            let button = el("button")
                .attr("type", "button")
                .attr("data-message", &format!("{icon}-{mark}"))
                .truth("aria-disabled", to.is_none())
                .attr("aria-label", &format!("{word}: {said}"))
                .icon(icon, 12);
            match to {
                Some(to) => button.says(&format!("{moves}{to}")),
                None => button,
            }
        };
        let less = (!line.at.is_zero()).then(|| line.at.nudged(false));
        let open = state.field("form.open") == *mark;
        let is_send = matches!(line.action, Action::Send { .. });
        let opens = || {
            let words = if open { String::new() } else { mark.clone() };
            let word = if open { "Close" } else { "Open" };
            el("button.small")
                .attr("type", "button")
                .truth("aria-expanded", open)
                .attr("aria-label", &format!("{word} the messages of: {said}"))
                .says(&format!("field form.open {words}"))
                .text(word)
        };
        let inside = if let Action::Send { messages: sent, every } = &line.action
            && open
        {
            Some(messages(scenario, *index, line.at, sent, *every, state))
        } else {
            None
        };
        let row = el("li.form-line").attr("key", mark).attr("data-line", &index.to_string());
        let row = if current { row.attr("aria-current", "step") } else { row };
        row.child(
            input(&line.at.to_string(), &moves)
                .attr("size", "5")
                .attr("aria-label", &format!("Instant: {said}")),
        )
        .child(
            el("span.stepper")
                .attr("role", "group")
                .attr("aria-label", &format!("Move: {said}"))
                .child(turn("Earlier", "minus", less))
                .child(turn("Later", "plus", Some(line.at.nudged(true)))),
        )
        .child(
            input(said, &change("says", "", *index))
                .attr("aria-label", &format!("What happens at {}", line.at)),
        )
        .maybe(is_send.then(opens))
        .child(remove(&format!("at {} {said}", line.at), &change("remove", "", *index)))
        .maybe(inside)
    }
}

/// The lines that are shown of so many, around one of them.
fn window(count: usize, around: usize) -> Range<usize> {
    let last = count.saturating_sub(MOST);
    let start = around.saturating_sub(MOST / 2).min(last);
    start..count.min(start + MOST)
}

/// What a line of the text says behind `at` and its instant, without its comment.
fn said(written: &str) -> &str {
    let word = |line: &str| line.find(char::is_whitespace).unwrap_or(line.len());
    let line = written.trim_start_matches('\u{feff}').trim_start();
    let line = line[word(line)..].trim_start();
    let line = line[word(line)..].trim_start();
    let (mut quoted, mut escaped) = (false, false);
    let end = line.find(|c: char| {
        let is_escape = quoted && !escaped && c == '\\';
        quoted ^= c == '"' && !escaped;
        escaped = is_escape;
        c == '#' && !quoted
    });
    line[..end.unwrap_or(line.len())].trim_end()
}

/// A word that stands for what a line is known by, and for the how manieth it is that is.
fn mark(known_by: &str, nth: usize) -> String {
    let sum = known_by.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{sum:x}-{nth}")
}

/// The notes, and until when the run goes on.
fn notes(scenario: &Scenario, state: State<'_>) -> [Node; 4] {
    let count = scenario.notes.len();
    let rows = scenario.notes.iter().take(MOST).enumerate().map(|(index, note)| {
        let said = format!("at {}: {}", note.at, note.text);
        el("li.form-row")
            .child(el("span.form-said").text(&said))
            .child(remove(&format!("the note {said}"), &change("note", "", index)))
    });
    let until = scenario.until.map(|until| until.to_string()).unwrap_or_default();
    [
        el("h3").attr("key", "notes-head").text("Notes"),
        el("ul.form-rows").attr("key", "notes").attr("aria-label", "Notes").each(rows),
        adder(
            "note",
            count,
            "Add a note",
            "at 4s \"W1 gives up\"",
            &change("note", "", count),
            state,
        ),
        labelled(
            "Goes on until",
            input(&until, &change("until", "", 0)).attr("placeholder", "60s"),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_line_says_is_without_its_instant_and_its_comment() {
        for (written, expected) in [
            ("at 4s  W1 nacks ,  retry after 5s  # so", "W1 nacks ,  retry after 5s"),
            ("\u{feff}\tat  4s send \"a # \\\" #\"(x) # y\r", "send \"a # \\\" #\"(x)"),
            ("at 1s purge", "purge"),
        ] {
            assert_eq!(said(written), expected);
        }
    }

    #[test]
    fn two_hundred_lines_are_shown_around_the_step() {
        assert_eq!(window(3, 2), 0..3);
        assert_eq!(window(200, 199), 0..200);
        assert_eq!(window(1000, 0), 0..200);
        assert_eq!(window(1000, 500), 400..600);
        assert_eq!(window(1000, 990), 800..1000);
    }
}
