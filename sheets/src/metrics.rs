//! What a run has come to at the step on screen: in all, for each group, and over time.

use crate::run::{Played, played};
use crate::state::State;
use crate::tree::{Node, el, several};
use crate::words::{errors, less, more, nothing, number, percent, rounded};
use queuescope_sim::{Time, in_words};

mod figures;
mod line;
mod presence;
mod series;
mod table;

use figures::Spread;
pub(crate) use figures::{AllFigures, Figures};
pub(crate) use presence::{Presence, Use};
pub(crate) use series::Series;
use table::table;

/// How many groups have a row, and how many there are to choose from.
const MOST_GROUPS: usize = 50;
/// What stands where there is no number yet.
const NONE_YET: &str = "–";

/// What each measure is, for whoever points at it.
const WAIT: &str = "From arrival to the first delivery, a delay included. Messages that have not gone out yet do not count.";
const COMPLETION: &str = "From arrival to the ack. Messages that are not done do not count.";
const ATTEMPTS: &str = "The highest number of an attempt, of each message that has gone out. A redrive begins again at 1.";
const BUSY: &str = "The share of the time of the workers, from joining to leaving, in which they have a message in hand. A crashed worker is there.";
const CREDIT: &str =
    "The share of the messages that workers may hold that they do hold, on the mean over time.";
const OLDEST_WAITING: &str = "How long ago the oldest of those that wait arrived.";
const OLDEST: &str = "How long ago the oldest of those that wait or are in flight arrived.";
const DEAD: &str = "Dead letters that are there now.";

/// The figures, the table of groups, the pictures.
pub(crate) fn metrics(text: &str, state: State<'_>) -> String {
    let Ok(played) = played(text) else {
        return errors("Metrics", "What the run comes to follows");
    };
    let Some(step) = played.step(state.step()) else { return nothing("Metrics") };
    let record = played.record();
    let by = state.field("by");
    let lane = record.lanes.iter().position(|lane| **lane == *by);
    let all = AllFigures::of(&played, step);
    let figures = lane.map_or(&all.total, |lane| &all.lanes[lane]);
    let name = lane.map_or("the run", |lane| &record.lanes[lane]);
    let now = in_words(played.at(step));
    let shown = MOST_GROUPS + usize::from(lane.is_some_and(|lane| lane >= MOST_GROUPS));
    several([
        el("h3").text("Metrics"),
        choice(&played, lane),
        el("p.none").text(&format!("Of {name}, as of {now}.")),
        summary(&played, figures, step, lane),
        el("h3").text("Over time"),
        pictures(&played, step, lane),
        el("h3").text("By group"),
        table(&played, &all, step, lane),
    ]) + &more(record.lanes.len(), shown).map_or_else(String::new, Node::written)
}

/// Which group it is about.
fn choice(played: &Played, lane: Option<usize>) -> Node {
    let lanes = played.record().lanes.iter().enumerate();
    let option = |value: &str, name: &str, chosen| {
        el("option").attr("value", value).flag("selected", chosen).text(name)
    };
    let shown = lanes.filter(|(place, _)| *place < MOST_GROUPS || lane == Some(*place));
    let options = shown.map(|(place, name)| option(name, name, lane == Some(place)));
    let select =
        el("select").on("change", "field by ").child(option("", "All groups", lane.is_none()));
    el("label.field").text("Group").child(select.each(options))
}

fn summary(played: &Played, figures: &Figures, step: usize, lane: Option<usize>) -> Node {
    let now = played.at(step);
    let of = |spread: Option<Spread>| match spread {
        Some(Spread { mean: middle, median, most }) => {
            format!("{} mean, {} median, {} most", rounded(middle), rounded(median), rounded(most))
        }
        None => NONE_YET.to_owned(),
    };
    let age =
        |since: Option<Time>| since.map_or(NONE_YET.to_owned(), |since| rounded(less(now, since)));
    let attempts = match figures.attempts() {
        Some((middle, most)) => format!("{} mean, {most} most", number(middle)),
        None => NONE_YET.to_owned(),
    };
    let used = played.used(step, lane);
    let busy = used.map_or(NONE_YET.to_owned(), |used| percent(used.busy));
    let credit = used.filter(|_| played.presence().has_credit()).map(|used| percent(used.credit));
    let fact = |name: &str, title: &str, value: &str| {
        el("div").attr("title", title).child(el("dt").text(name)).child(el("dd").text(value))
    };
    el("dl.facts")
        .child(fact("Waiting time", WAIT, &of(figures.waits())))
        .child(fact("Time to completion", COMPLETION, &of(figures.completions())))
        .child(fact("Deliveries", "", &figures.deliveries.to_string()))
        .child(fact("Attempts", ATTEMPTS, &attempts))
        .child(fact("Workers busy", BUSY, &busy))
        .maybe(credit.map(|credit| fact("Credit in use", CREDIT, &credit)))
        .child(fact(
            "Throughput",
            "Messages done, by the time since the start.",
            &rate(figures.done, now),
        ))
        .child(fact("Oldest waiting", OLDEST_WAITING, &age(figures.oldest_waiting)))
        .child(fact("Oldest unfinished", OLDEST, &age(figures.oldest_unfinished)))
}

/// So many within a time: per second, or per minute where it is less than one in a second.
fn rate(count: usize, time: Time) -> String {
    if time.is_zero() {
        return NONE_YET.to_owned();
    }
    per_second(count as f64 / (time.as_micros() as f64 / 1e6))
}

fn per_second(rate: f64) -> String {
    in_unit_of(rate, rate)
}

/// A rate per second or per minute, as another one is said.
fn in_unit_of(rate: f64, other: f64) -> String {
    if other > 0.0 && other < 1.0 {
        format!("{} per minute", number(rate * 60.0))
    } else {
        format!("{} per second", number(rate))
    }
}

/// A small picture for each measure.
fn pictures(played: &Played, step: usize, lane: Option<usize>) -> Node {
    let series = played.series(lane);
    let at = played.at(step);
    let count = |value: f64| number(value);
    let age = |micros: f64| rounded(Time::from_micros(micros as u64));
    let oldest = series.oldest[step].map_or(0.0, |since| less(at, since).as_micros() as f64);
    let window = format!("Messages done within {}, by that time.", in_words(series.window()));
    let most = series.lines.last().map_or(0.0, |line| line.most);
    let throughput = |rate: f64| in_unit_of(rate, most);
    type Says<'s> = &'s dyn Fn(f64) -> String;
    let measures: [(&str, &str, f64, Says<'_>); 7] = [
        ("Waiting", "", series.waiting[step], &count),
        ("In flight", "", series.in_flight[step], &count),
        ("Done", "", series.done[step], &count),
        ("Dead letters", DEAD, series.dead[step], &count),
        ("Oldest waiting", OLDEST_WAITING, oldest, &age),
        (
            "Workers busy",
            "Of the workers that are there, at each instant.",
            series.busy[step],
            &percent,
        ),
        ("Throughput", &window, series.throughput(at), &throughput),
    ];
    let pictures =
        measures.into_iter().zip(&series.lines).map(|((name, title, value, says), line)| {
            let (value, most) = (says(value), says(line.most));
            let label = format!("{name}: {value} at {}, {most} at most in the run", in_words(at));
            el("figure.measure")
                .attr("title", title)
                .child(
                    el("figcaption")
                        .child(el("span").text(name))
                        .text(" ")
                        .child(el("b").text(&value))
                        .text(" ")
                        .child(el("small").text(&format!("{most} at most"))),
                )
                .child(line.picture(series.share(at), &label))
        });
    el("div.measures").each(pictures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::EXAMPLE;

    #[test]
    fn the_sheet_says_what_the_run_has_come_to_now() {
        // The fifth step is at 4 s.
        let sheet = metrics(EXAMPLE, State("step 5\n"));
        let says = |name: &str, value: &str| {
            assert!(
                sheet.contains(&format!("dt\u{4}{name}\u{5}\u{1}dd\u{4}{value}\u{5}")),
                "{name}: {sheet}"
            );
        };
        says("Waiting time", "1.67 s mean, 1 s median, 4 s most");
        says("Time to completion", "2 s mean, 2 s median, 3 s most");
        says("Attempts", "1 mean, 1 most");
        // Both workers were busy all the time; three messages were done in four seconds.
        says("Workers busy", "100 %");
        says("Throughput", "45 per minute");
        says("Oldest waiting", "4 s");
        assert!(!sheet.contains("Credit in use"));
        assert!(sheet.contains("aria-label=Waiting: 2 at 4 s, 5 at most in the run"), "{sheet}");
        assert!(sheet.contains(
            "aria-label=Throughput: 0 per second at 4 s, 1 per second at most in the run"
        ));
    }

    #[test]
    fn a_group_can_be_chosen() {
        let sheet = metrics(EXAMPLE, State("step 9\nfield.by A\n"));
        assert!(
            sheet.contains("Of A, as of 10 s.") && sheet.contains("selected=selected\u{4}A"),
            "{sheet}"
        );
        assert!(sheet.contains("dd\u{4}4 s mean, 2 s median, 10 s most"));
        // Four seconds of a1 and a2, and one of a2 again: 5 of 20 s of the two workers.
        assert!(sheet.contains("dt\u{4}Workers busy\u{5}\u{1}dd\u{4}25 %"), "{sheet}");
        assert_eq!(sheet.matches("aria-current=true").count(), 1);
    }

    #[test]
    fn before_anything_is_done_there_are_no_means() {
        let sheet = metrics("at 0s send a\n", State("step 1\n"));
        assert!(sheet.contains("dt\u{4}Waiting time\u{5}\u{1}dd\u{4}–"), "{sheet}");
        assert!(sheet.contains("aria-label=Waiting: 1 at 0 s"));
        assert!(metrics("at 0s sned a\n", State("step 1\n")).contains("The text has errors."));
    }

    #[test]
    fn many_groups_are_cut_but_the_chosen_one_is_there() {
        let mut text = "queue q\n  ordered by header k\nat 0s send".to_owned();
        for number in 1..=60 {
            text.push_str(&format!(" m{number}(k{number})"));
        }
        text.push('\n');
        let sheet = metrics(&text, State("step 1\nfield.by k60\n"));
        // In all, the first fifty, the chosen one.
        assert_eq!(sheet.matches("scope=row").count(), 52);
        assert!(sheet.contains("and 9 more"));
    }
}
