//! A measure over the whole run as a small picture: what has been is solid, what is ahead is pale.

use crate::tree::{Node, el};
use crate::words::decimal;

/// How many points a line has at most.
pub(crate) const MOST_POINTS: usize = 200;
/// How many steps a line is drawn from: each is a corner and a rise.
pub(crate) const MOST_STEPS: usize = MOST_POINTS / 2 - 1;

/// How wide and how high a picture is, in its own units.
const WIDE: f64 = 1_000.0;
const HIGH: f64 = 100.0;
/// What stays free above and below, so that no line is cut.
const EDGE: f64 = 3.0;

/// A measure over the run: instants as shares of it, and what the measure is there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    points: Vec<(f64, f64)>,
    /// The greatest value.
    pub(crate) most: f64,
}

impl Line {
    /// A value from each instant to the next.
    pub(crate) fn of_steps(values: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for (at, value) in values {
            if let Some((_, before)) = points.last().copied() {
                points.push((at, before));
            }
            points.push((at, value));
        }
        if let Some((_, last)) = points.last().copied() {
            points.push((1.0, last));
        }
        Self::of_points(points)
    }

    /// A value that goes straight from each point to the next.
    pub(crate) fn of_points(points: Vec<(f64, f64)>) -> Self {
        let most = points.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        Self { points, most }
    }

    /// Its two paths: what is behind `now`, a share of the run, and what is ahead.
    fn paths(&self, now: f64) -> (String, String) {
        let past = self.points.partition_point(|(at, _)| *at <= now);
        let (behind, ahead) = self.points.split_at(past);
        let between = match (behind.last(), ahead.first()) {
            (Some((from, before)), Some((to, after))) => {
                let share = if to > from { (now - from) / (to - from) } else { 0.0 };
                Some((now, before + (after - before) * share))
            }
            _ => None,
        };
        let path = |points: &mut dyn Iterator<Item = (f64, f64)>| {
            let mut path = String::new();
            for (at, value) in points {
                let most = if self.most > 0.0 { self.most } else { 1.0 };
                let high = HIGH - EDGE - value / most * (HIGH - 2.0 * EDGE);
                let sign = if path.is_empty() { 'M' } else { 'L' };
                path.push_str(&format!("{sign}{} {}", tenths(at * WIDE), tenths(high)));
            }
            path
        };
        (
            path(&mut behind.iter().copied().chain(between)),
            path(&mut between.into_iter().chain(ahead.iter().copied())),
        )
    }

    /// The picture, with `now` as a line through it and `label` for who does not see it.
    pub(crate) fn picture(&self, now: f64, label: &str) -> Node {
        let (past, ahead) = self.paths(now);
        let stroke = |node: Node, path: &str| {
            node.attr("d", path).attr("fill", "none").attr("vector-effect", "non-scaling-stroke")
        };
        let playhead = format!("M{} 0V100", tenths(now * WIDE));
        el("svg.line")
            .attr("viewBox", "0 0 1000 100")
            .attr("preserveAspectRatio", "none")
            .attr("role", "img")
            .attr("aria-label", label)
            .child(stroke(el("path.ahead"), &ahead))
            .child(stroke(el("path.past"), &past))
            .child(stroke(el("path.now"), &playhead))
    }
}

fn tenths(value: f64) -> String {
    decimal(value, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_steps_is_split_at_the_playhead() {
        let line = Line::of_steps([(0.0, 2.0), (0.5, 0.0)]);
        assert_eq!(line.points, [(0.0, 2.0), (0.5, 2.0), (0.5, 0.0), (1.0, 0.0)]);
        let (past, ahead) = line.paths(0.25);
        // The greatest value is at the top edge, nothing at the bottom edge.
        assert_eq!((&*past, &*ahead), ("M0 3L250 3", "M250 3L500 3L500 97L1000 97"));
        let (past, ahead) = line.paths(1.0);
        assert_eq!((&*past, &*ahead), ("M0 3L500 3L500 97L1000 97", ""));
    }

    #[test]
    fn a_measure_that_is_always_nothing_lies_at_the_bottom() {
        let line = Line::of_steps([(0.0, 0.0)]);
        assert_eq!(line.paths(0.0), ("M0 97L0 97".to_owned(), "M0 97L1000 97".to_owned()));
    }
}
