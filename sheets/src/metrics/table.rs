//! A row of numbers for each group.

use super::figures::{AllFigures, Figures, Spread};
use super::{ATTEMPTS, BUSY, COMPLETION, DEAD, MOST_GROUPS, NONE_YET, OLDEST, WAIT};
use crate::run::Played;
use crate::tree::{Node, el};
use crate::words::{less, number, percent, rounded};
use queuescope_sim::{Time, in_words};

/// The table, with the group that is chosen marked.
pub(super) fn table(played: &Played, all: &AllFigures, step: usize, chosen: Option<usize>) -> Node {
    let heads = [
        ("Group", ""),
        ("Arrived", ""),
        ("Waiting", ""),
        ("In flight", ""),
        ("Done", ""),
        ("Dead", DEAD),
        ("Wait, mean", WAIT),
        ("median", WAIT),
        ("most", WAIT),
        ("Completion, mean", COMPLETION),
        ("median", COMPLETION),
        ("most", COMPLETION),
        ("Deliveries", ""),
        ("Attempts, mean", ATTEMPTS),
        ("most", ATTEMPTS),
        ("Busy", BUSY),
        ("Oldest", OLDEST),
    ];
    let head =
        |(name, title): (&str, &str)| el("th").attr("scope", "col").attr("title", title).text(name);
    let lanes = all.lanes.iter().enumerate();
    let shown = lanes.filter(|(place, _)| *place < MOST_GROUPS || chosen == Some(*place));
    let rows = shown.map(|(place, figures)| {
        let name = &played.record().lanes[place];
        let used = played.used(step, Some(place));
        row(figures, name, used.map(|used| used.busy), played.at(step), chosen == Some(place))
    });
    let used = played.used(step, None);
    let total = row(&all.total, "In all", used.map(|used| used.busy), played.at(step), false);
    let table = el("table.numbers")
        .child(el("caption").text(&format!("Each group as of {}", in_words(played.at(step)))))
        .child(el("thead").child(el("tr").each(heads.map(head))))
        .child(el("tbody").child(total).each(rows));
    el("div.scroll")
        .attr("role", "region")
        .attr("aria-label", "Each group in numbers")
        .attr("tabindex", "0")
        .child(table)
}

fn row(figures: &Figures, name: &str, busy: Option<f64>, now: Time, chosen: bool) -> Node {
    let spread = |spread: Option<Spread>| match spread {
        Some(Spread { mean: middle, median, most }) => {
            [rounded(middle), rounded(median), rounded(most)]
        }
        None => [(); 3].map(|()| NONE_YET.to_owned()),
    };
    let attempts = match figures.attempts() {
        Some((middle, most)) => [number(middle), most.to_string()],
        None => [(); 2].map(|()| NONE_YET.to_owned()),
    };
    let counts = [figures.arrived, figures.waiting, figures.in_flight, figures.done, figures.dead]
        .map(|count| count.to_string());
    let age =
        figures.oldest_unfinished.map_or(NONE_YET.to_owned(), |since| rounded(less(now, since)));
    let cells = counts
        .into_iter()
        .chain(spread(figures.waits()))
        .chain(spread(figures.completions()))
        .chain([figures.deliveries.to_string()])
        .chain(attempts)
        .chain([busy.map_or(NONE_YET.to_owned(), percent), age]);
    let row = el("tr").child(el("th").attr("scope", "row").text(name));
    let row = if chosen { row.attr("aria-current", "true") } else { row };
    row.each(cells.map(|cell| el("td").text(&cell)))
}
