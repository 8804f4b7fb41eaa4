//! Two runs on one playhead: the scenario on screen, and the same with one thing otherwise.

use crate::metrics::AllFigures;
use crate::run::{Played, played};
use crate::state::State;
use crate::tree::{Node, el, several};
use crate::words::{errors, less, more, rounded};
use queuescope_sim::{Time, in_words, why};

mod differences;
mod lines;
mod other;
mod what;

use what::What;

/// How many messages that differ have a row.
const MOST_ROWS: usize = 50;

/// The text of another version of a scenario.
///
/// | words | what it is |
/// |---|---|
/// | `without worker W2` | without the worker, and the lines and expectations that name it |
/// | `without throttle stripe` | without each of its declarations |
/// | `without line 12` | without that line of the text, which is one of the script |
/// | `unordered` | with an unordered queue; what is expected goes |
/// | `workers 5` | with so many workers |
/// | `retry 5 attempts, no backoff` | with that policy |
///
/// # Errors
/// Why there is no such version, and what would do instead.
pub fn other(text: &str, what: &str) -> Result<String, String> {
    let what = What::read(what)?;
    let played =
        played(text).map_err(|_| "the text has errors: there is nothing to compare".to_owned())?;
    (*played.other(&what.words(), || other::other(text, &played.parsed, &what))).clone()
}

/// Where the run of a text differs from that of another one at an instant in microseconds, and what each comes to: written down as a
/// sheet is.
pub fn differs(text: &str, other: &str, at_micros: u64) -> String {
    let Ok(here) = played(text) else { return errors("Comparison", "It follows") };
    let Ok(there) = played(other) else {
        return el("p.none")
            .text("The other text has errors: it has no run to compare with.")
            .written();
    };
    let at = Time::from_micros(at_micros);
    let names = differences::differing(&here, &there, at);
    let rows = names.iter().take(MOST_ROWS).map(|name| {
        let of = |played: &Played| {
            let text = why(&played.run, name, at).text;
            let rest = text.strip_prefix(&***name).and_then(|rest| rest.strip_prefix(' '));
            el("td").text(rest.unwrap_or(&text))
        };
        let select = el("button.name").says(&format!("select {name}")).text(name);
        el("tr")
            .child(el("th").attr("scope", "row").child(select))
            .child(of(&here))
            .child(of(&there))
    });
    let caption = format!("What differs at {}", in_words(at));
    let now = if names.is_empty() {
        el("p.none")
            .text(&format!("At {} every message is in one place in both runs.", in_words(at)))
    } else {
        scroll(
            &caption,
            table("table.differences", &caption, &["Message", "Here", "There"])
                .child(el("tbody").each(rows)),
        )
    };
    let first = here.first_difference(other, || differences::first(&here, &there));
    let first = match *first {
        None => el("p.first").text("The two runs are the same from beginning to end."),
        Some(first) => el("p.first").text("They first differ at ").child(
            el("button.small").says(&format!("seek {}", first.as_micros())).text(&in_words(first)),
        ),
    };
    several(
        [Some(first), Some(now), more(names.len(), MOST_ROWS), Some(measures(&here, &there))]
            .into_iter()
            .flatten(),
    )
}

/// The names of the messages that are not in one place in both runs at an instant, one per line; empty where a text has errors.
pub fn differing(text: &str, other: &str, at_micros: u64) -> String {
    let (Ok(here), Ok(there)) = (played(text), played(other)) else { return String::new() };
    let names = differences::differing(&here, &there, Time::from_micros(at_micros));
    names.iter().map(|name| format!("{name}\n")).collect()
}

/// What the two come to in the end.
fn measures(here: &Played, there: &Played) -> Node {
    let end =
        |played: &Played| played.step(usize::MAX).map(|step| AllFigures::of(played, step).total);
    let (one, other) = (end(here).unwrap_or_default(), end(there).unwrap_or_default());
    let last = |played: &Played| {
        let done = played.record().messages.iter().filter_map(|message| message.done());
        done.max().map(|step| played.at(step))
    };
    let row = |name: &str, values: [String; 3]| {
        let cells = values.map(|value| el("td").text(&value));
        el("tr").child(el("th").attr("scope", "row").text(name)).each(cells)
    };
    let count = |name, one: usize, other: usize| {
        let difference = match other.cmp(&one) {
            std::cmp::Ordering::Less => format!("−{}", one - other),
            std::cmp::Ordering::Equal => "the same".to_owned(),
            std::cmp::Ordering::Greater => format!("+{}", other - one),
        };
        row(name, [one.to_string(), other.to_string(), difference])
    };
    let time = |name, one: Option<Time>, other: Option<Time>, say: &dyn Fn(Time) -> String| {
        let said = |time: Option<Time>| time.map_or("–".to_owned(), say);
        let difference = match (one, other) {
            (Some(one), Some(other)) if other < one => format!("−{}", say(less(one, other))),
            (Some(one), Some(other)) if other > one => format!("+{}", say(less(other, one))),
            (Some(_), Some(_)) | (None, None) => "the same".to_owned(),
            (Some(_), None) | (None, Some(_)) => "–".to_owned(),
        };
        row(name, [said(one), said(other), difference])
    };
    let waits = |figures: &crate::metrics::Figures| figures.waits().map(|waits| waits.mean);
    let rows = el("tbody")
        .child(count("Done", one.done, other.done))
        .child(count("Dead letters", one.dead, other.dead))
        .child(count("Deliveries", one.deliveries, other.deliveries))
        .child(time("Waiting time, mean", waits(&one), waits(&other), &rounded))
        .child(time("Last message done at", last(here), last(there), &rounded));
    let caption = "What each run comes to";
    scroll(
        caption,
        table("table.numbers", caption, &["Measure", "Here", "There", "Difference"]).child(rows),
    )
}

fn table(written: &str, caption: &str, heads: &[&str]) -> Node {
    let heads = heads.iter().map(|head| el("th").attr("scope", "col").text(head));
    el(written).child(el("caption").text(caption)).child(el("thead").child(el("tr").each(heads)))
}

fn scroll(label: &str, table: Node) -> Node {
    el("div.scroll")
        .attr("role", "region")
        .attr("aria-label", label)
        .attr("tabindex", "0")
        .child(table)
}

/// The questions that can be asked of the scenario, and the answer to the one that is asked.
pub(crate) fn compare(text: &str, state: State<'_>) -> String {
    let heading = el("h3").text("What if?");
    let Ok(played) = played(text) else {
        let why = "The text has errors. What can be compared follows once they are mended.";
        return several([heading, el("p.none").text(why)]);
    };
    let asked = state.field("other");
    let question = |what: What| {
        let words = what.words();
        let button = el("button.act")
            .says(&format!("field other {words}"))
            .truth("aria-pressed", words == asked)
            .text(&what.question(text));
        el("li").child(button)
    };
    let edited = What::BeforeTheLastEdit;
    let before = el("button.act")
        .says(&format!("shell compare {}", edited.words()))
        .truth("aria-pressed", edited.words() == asked)
        .text(&edited.question(text));
    let questions = el("ul.what-if")
        .each(What::of(&played.parsed).into_iter().map(question))
        .child(el("li").child(before));
    let about =
        "The same scenario with one thing otherwise, compared step by step with the one on screen.";
    let head = several([heading, el("p").text(about), questions]);
    if asked.is_empty() {
        return head;
    }
    let other = match asked == edited.words() {
        true => before_the_last_edit(state),
        false => other(text, asked),
    };
    let answer = match other {
        Ok(other) => {
            let at = played.step(state.step()).map_or(Time::ZERO, |step| played.at(step));
            let both = match state.field("both") {
                "" => el("button.act primary")
                    .says(&format!("shell compare {asked}"))
                    .text("Show both on one playhead"),
                _ => el("button.act").says("shell compare").text("Stop comparing"),
            };
            both.written() + &differs(text, &other, at.as_micros())
        }
        Err(why) => el("p.wrong").text(&format!("It cannot be compared: {why}.")).written(),
    };
    head + &el("h3").text("There, it is otherwise").written() + &answer
}

/// The text that the script around the page has filled in, as a link: a field has no lines.
fn before_the_last_edit(state: State<'_>) -> Result<String, String> {
    match state.field("before") {
        "" => Err("nothing was edited yet".to_owned()),
        link => queuescope_link::decode(link).map(|link| link.text).map_err(|why| why.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::EXAMPLE;

    /// One worker does two messages of 2 s each; two do them at once.
    const ONE: &str = "workers W1\nat 0s send a b\nwork\n  takes 2s\n";
    const TWO: &str = "workers W1 W2\nat 0s send a b\nwork\n  takes 2s\n";

    #[test]
    fn two_runs_differ_where_their_messages_are_elsewhere() {
        // With one worker, b waits until 2 s and is done at 4 s; with two it is done at 2 s.
        let secs = |at: u64| at * 1_000_000;
        assert_eq!([0, 2, 4].map(|at| differing(ONE, TWO, secs(at))), ["b\n", "b\n", ""]);
        assert_eq!(differing(ONE, ONE, 0), "");
        let tree = differs(ONE, TWO, secs(1));
        assert!(
            tree.contains("They first differ at \u{1}button.small\u{3}click=seek 0\u{4}0 s"),
            "{tree}"
        );
        assert!(tree.contains("What differs at 1 s") && tree.contains("click=select b"));
        assert!(tree.contains(
            "td\u{4}waits for a worker: none has credit\u{5}\u{1}td\u{4}is in flight with W2"
        ));
        // First deliveries at 0 and 2 s against 0 and 0 s.
        assert!(tree.contains(
            "Waiting time, mean\u{5}\u{1}td\u{4}1 s\u{5}\u{1}td\u{4}0 s\u{5}\u{1}td\u{4}−1 s"
        ));
        assert!(tree.contains(
            "Last message done at\u{5}\u{1}td\u{4}4 s\u{5}\u{1}td\u{4}2 s\u{5}\u{1}td\u{4}−2 s"
        ));
        assert!(tree.contains("Done\u{5}\u{1}td\u{4}2\u{5}\u{1}td\u{4}2\u{5}\u{1}td\u{4}the same"));
        assert!(differs(ONE, ONE, 0).contains("the same from beginning to end"));
    }

    #[test]
    fn the_first_difference_of_the_example_without_its_nack_is_the_nack() {
        let line = EXAMPLE.lines().position(|line| line.contains("nacks")).unwrap() + 1;
        let without = other(EXAMPLE, &format!("without line {line}")).unwrap();
        assert!(differs(EXAMPLE, &without, 0).contains("click=seek 4000000"));
        // A message that only one of them has is elsewhere once it arrives.
        let more = ONE.replace("work\n", "at 3s send c\nwork\n");
        assert_eq!(differing(ONE, &more, 3_000_000), "c\n");
        assert!(differs(ONE, &more, 0).contains("click=seek 3000000"));
    }

    #[test]
    fn questions_are_asked_and_answered() {
        let sheet = compare(EXAMPLE, State("step 5\n"));
        assert!(
            sheet.contains("click=field other without worker W2")
                && sheet.contains("Without worker W2")
        );
        assert!(sheet.contains("shell compare before the last edit") && !sheet.contains("table"));
        let sheet = compare(EXAMPLE, State("step 5\nfield.other workers 3\n"));
        assert!(
            sheet.contains("shell compare workers 3") && sheet.contains("What differs at 4 s"),
            "{sheet}"
        );
        let sheet = compare(EXAMPLE, State("step 5\nfield.other workers many\n"));
        assert!(sheet.contains("It cannot be compared: `workers many` is nothing to compare with"));
        let link = crate::link(TWO, "").unwrap();
        let state = format!(
            "step 1\nfield.other before the last edit\nfield.before {link}\nfield.both on\n"
        );
        let sheet = compare(ONE, State(&state));
        assert!(sheet.contains("click=seek 0\u{4}0 s") && sheet.contains("Stop comparing"));
        let sheet = compare(ONE, State("field.other before the last edit\n"));
        assert!(sheet.contains("It cannot be compared: nothing was edited yet."));
    }

    #[test]
    fn a_text_that_cannot_be_played_says_so() {
        assert!(compare("sned\n", State("")).contains("The text has errors."));
        assert!(differs("sned\n", ONE, 0).contains("The text has errors."));
        assert!(differs(ONE, "sned\n", 0).contains("The other text has errors"));
        assert_eq!(differing(ONE, "sned\n", 0), "");
    }
}
