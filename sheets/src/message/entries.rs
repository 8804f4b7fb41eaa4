//! The entries of a story as a list: each says when it was, and where that is on the axis of the story.

use super::story::{Entry, What};
use crate::record::Tracked;
use crate::run::Played;
use crate::tree::{Node, el, several};
use crate::words::{decimal, less, more, rounded};
use queuescope_sim::{Time, in_words};

/// How many entries of a story are on screen at most: those around the step on screen.
const MOST_ENTRIES: usize = 60;

/// The story, entry by entry.
pub(super) fn entries(played: &Played, tracked: &Tracked, step: usize) -> String {
    let Some(story) = played.story(&tracked.name) else { return String::new() };
    let from = played.at(tracked.arrived);
    let last = story.entries.iter().map(|entry| entry.end.unwrap_or(entry.step)).max().unwrap_or(0);
    let lasts = story.entries.iter().any(|entry| entry.lasts && entry.end.is_none());
    let until = if lasts { played.run.until() } else { played.at(last) };
    let axis = Axis { from, span: less(until, from).as_micros().max(1) };
    let current = story.current(step);
    let first = current.unwrap_or(0).saturating_sub(MOST_ENTRIES / 2);
    let first = first.min(story.entries.len().saturating_sub(MOST_ENTRIES));
    let shown = story.entries.iter().enumerate().skip(first).take(MOST_ENTRIES);
    let entries =
        shown.map(|(place, told)| entry(played, &axis, told, step, current == Some(place)));
    let ends = el("p.axis")
        .attr("aria-hidden", "true")
        .child(el("span").text(&in_words(from)))
        .child(el("span").text(&in_words(until)));
    let skipped =
        (first > 0).then(|| el("p.none").text(&format!("{first} more before what is shown")));
    several(
        [
            Some(ends),
            skipped,
            Some(el("ol.story-of").each(entries)),
            more(story.entries.len(), first + MOST_ENTRIES),
        ]
        .into_iter()
        .flatten(),
    )
}

/// The stretch of time that a story is told of.
struct Axis {
    from: Time,
    span: u64,
}

impl Axis {
    /// Where an instant is, in percent.
    fn percent(&self, at: Time) -> f64 {
        let micros = less(at, self.from).as_micros().min(self.span);
        micros as f64 / self.span as f64 * 100.0
    }
}

fn entry(played: &Played, axis: &Axis, entry: &Entry, step: usize, current: bool) -> Node {
    let from = played.at(entry.step);
    let end = entry.end.map(|end| played.at(end));
    let ahead = entry.step > step;
    let kind = match &entry.what {
        What::Arrived => "arrived",
        What::Waits(_) => "waits",
        What::Attempt => "attempt",
        What::Change => "change",
    };
    let when = match end {
        Some(end) if end > from => format!("{} to {}", in_words(from), in_words(end)),
        None if entry.lasts => format!("{} on", in_words(from)),
        Some(_) | None => in_words(from),
    };
    let length = end
        .filter(|end| *end > from)
        .map(|end| el("span.length").text(&format!("({})", rounded(less(end, from)))));
    let later = entry.later.iter().map(|(since, words)| {
        let node = el("span").text(&format!(" {} {words}", in_words(played.at(*since))));
        node.attr("class", if *since > step { "later ahead" } else { "later" })
    });
    let (left, right) = (
        axis.percent(from),
        axis.percent(end.unwrap_or(if entry.lasts { Time::from_micros(u64::MAX) } else { from })),
    );
    let extent = el("i.extent")
        .attr("style", &format!("left:{}%;width:{}%", decimal(left, 1), decimal(right - left, 1)));
    let track = el("span.track").attr("aria-hidden", "true").child(extent).child(
        el("i.playhead")
            .attr("style", &format!("left:{}%", decimal(axis.percent(played.at(step)), 1))),
    );
    let unseen = ahead.then(|| el("span.unseen").text("still ahead: "));
    let button = el("button.entry")
        .says(&format!("step {}", entry.step + 1))
        .maybe(unseen)
        .child(el("span.when").text(&when))
        .text(" ")
        .child(el("b").text(&entry.name))
        .text(if entry.what == What::Change { ": " } else { " " })
        .child(el("span.says").text(&entry.says))
        .text(" ")
        .maybe(length)
        .each(later)
        .child(track);
    let node = el("li").attr("class", &format!("{kind}{}", if ahead { " ahead" } else { "" }));
    let node = if current { node.attr("aria-current", "step") } else { node };
    node.child(button)
}
