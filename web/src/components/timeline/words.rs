//! Words of the timeline that lie above its lines, each on a ground of its own.

use super::{Sign, frame, rect};
use crate::components::node::{Node, el};
use crate::scale::px;
use crate::scene::{
    BarScene, CrashScene, DownScene, HoldScene, NAME_LETTER, TimelineScene, WORD_LETTER,
};

/// The lines that go down through the rows.
pub(super) fn lines(scene: &TimelineScene) -> Vec<f64> {
    let edges = scene.downs.iter().flat_map(|down| [down.x, down.x + down.width]);
    let crashes = scene.crashes.iter().map(|crash| crash.x);
    edges.chain(crashes).chain(scene.playhead.iter().map(|at| at.x)).collect()
}

/// Whether stripes or a line go through the name of a bar.
pub(super) fn lifts_bar(bar: &BarScene, lines: &[f64]) -> bool {
    let wide = bar.label.as_ref().map_or(0.0, |label| wide(label, NAME_LETTER));
    !bar.spans.is_empty() || crossed(bar.x, wide, lines)
}

/// Whether a line goes through the words of a hold.
pub(super) fn lifts_hold(hold: &HoldScene, lines: &[f64]) -> bool {
    hold.label.as_ref().is_some_and(|label| crossed(hold.x, wide(label, WORD_LETTER), lines))
}

/// All words that are lifted above the lines.
pub(super) fn words(scene: &TimelineScene, lines: &[f64]) -> Node {
    let bars = scene.bars.iter().filter(|bar| lifts_bar(bar, lines)).filter_map(bar);
    let holds = scene.holds.iter().filter(|hold| lifts_hold(hold, lines)).filter_map(hold);
    el("g.words")
        .each(bars)
        .each(holds)
        .each(scene.downs.iter().filter_map(down))
        .each(scene.crashes.iter().map(crash))
}

/// What words take with their ground.
fn wide(label: &str, letter: f64) -> f64 {
    label.chars().count() as f64 * letter + 6.0
}

fn crossed(x: f64, wide: f64, lines: &[f64]) -> bool {
    lines.iter().any(|line| x + 5.0 < *line && *line < x + 5.0 + wide)
}

/// The name of a bar, in two colours where the step on screen is within it.
fn bar(bar: &BarScene) -> Option<Node> {
    let label = bar.label.as_ref()?;
    let wide = wide(label, NAME_LETTER);
    let name = |ground: &'static str, word: &'static str, (x, y): (f64, f64)| {
        let ground = rect(ground, x + 5.0, y + 4.0, wide, bar.height - 8.0, 4.0);
        [ground, el(word).px("x", x + 8.0).px("y", y + bar.height / 2.0 + 4.0).say(label)]
    };
    let past = (bar.past > 0.0).then(|| {
        frame(bar.x, bar.y, bar.past, bar.height)
            .each(name("rect.past", "text.on", (0.0, 0.0)).into_iter())
    });
    let ahead = bar.past < 5.0 + wide;
    let ahead = ahead.then(|| name("rect.ground", "text.off", (bar.x, bar.y)));
    let node = el("g.bar").hue(bar.hue).class_if(bar.unended, "unended");
    Some(node.each(ahead.into_iter().flatten()).maybe(past))
}

fn hold(hold: &HoldScene) -> Option<Node> {
    let label = hold.label.as_ref()?;
    let (wide, middle) = (wide(label, WORD_LETTER), hold.y + hold.height / 2.0);
    let ground = rect("rect.ground", hold.x + 5.0, middle - 8.0, wide, 16.0, 4.0);
    let text = el("text").px("x", hold.x + 8.0).px("y", middle + 4.0).say(label);
    Some(el("g.hold").hue(hold.hue).child(ground).child(text))
}

fn down(down: &DownScene) -> Option<Node> {
    // What ends with the stretch has its sign there.
    let aside = if down.cut_off { 26.0 } else { 8.0 };
    let (x, y) = (down.x + down.width - aside, down.y + 16.0);
    let text = el("text").px("x", x).px("y", y).text(down.label?);
    Some(el("g.down").class_if(down.cut_off, "cut-off").child(text))
}

fn crash(at: &CrashScene) -> Node {
    let aside = if at.before { -9.0 } else { 9.0 };
    let (bolt, _) = Sign::Bolt.path();
    el("g.leader-crash")
        .class_if(at.future, "future")
        .class_if(at.before, "before")
        .child(el("title").say(&at.title))
        .child(
            el("path.bolt")
                .attr("d", bolt)
                .put("transform", format_args!("translate({} 0)", px(at.x - 8.0))),
        )
        .child(el("text").px("x", at.x + aside).px("y", 12.0).say(&at.label))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_lifted_where_a_line_goes_through_them() {
        // Ten letters at 6.6 pixels and 6 around them, from 5 pixels right of 100 on: 105 to 177.
        let wide = wide("ann is not", WORD_LETTER);
        assert_eq!(wide, 72.0);
        let crossed = |line: f64| crossed(100.0, wide, &[0.0, line]);
        assert!(!crossed(104.0) && crossed(106.0) && crossed(176.0) && !crossed(178.0));
        assert!(!super::crossed(100.0, wide, &[]));
    }
}
