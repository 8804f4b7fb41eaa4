//! A row of the table: a figure as it came out natively, beside the same one in wasm.

use crate::figure::{Bar, Figure, Unit};
use crate::workload::Workload;
use serde::Serialize;

/// One workload at one size against one peer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The workload's name.
    pub workload: &'static str,
    /// What was measured, in words.
    pub size: String,
    /// What `ours` and `peer` count.
    pub unit: Unit,
    /// The peer's name.
    pub against: Option<String>,
    /// What ours may come to.
    pub bar: Option<Bar>,
    /// As measured natively.
    #[serde(flatten)]
    pub native: Option<Cell>,
    /// As measured in wasm.
    pub wasm: Option<Cell>,
}

/// What came out on one platform.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Ours, in the row's unit.
    pub ours: f64,
    /// The peer's, in the row's unit.
    pub peer: Option<f64>,
    /// How many times the peer ours came to.
    pub ratio: Option<f64>,
    /// Whether that is past the bar.
    pub misses: bool,
}

impl Row {
    /// The rows of a workload's figures, natively and in wasm, each as far as it was measured.
    pub fn beside(workload: Workload, native: &[Figure], wasm: &[Figure]) -> Vec<Self> {
        let places = 0..native.len().max(wasm.len());
        let pairs: Vec<_> = places.map(|place| (native.get(place), wasm.get(place))).collect();
        let rows = pairs.iter().filter_map(|(native, wasm)| Self::of(workload, *native, *wasm));
        let mut rows: Vec<Self> = rows.collect();
        if workload == Workload::Ordered {
            rows.extend(against_native(&pairs));
        }
        rows
    }

    fn of(workload: Workload, native: Option<&Figure>, wasm: Option<&Figure>) -> Option<Self> {
        let figure = native.or(wasm)?;
        Some(Self {
            workload: workload.name(),
            size: figure.size.clone(),
            unit: figure.unit,
            against: figure.peer.as_ref().map(|peer| peer.name.clone()),
            bar: figure.bar,
            native: native.map(Cell::of),
            wasm: wasm.map(Cell::of),
        })
    }

    /// The platforms on which ours is past the bar.
    pub fn misses(&self) -> impl Iterator<Item = (&'static str, Cell)> {
        [("natively", self.native), ("in wasm", self.wasm)]
            .into_iter()
            .filter_map(|(platform, cell)| Some((platform, cell?)))
            .filter(|(_, cell)| cell.misses)
    }
}

impl Cell {
    fn of(figure: &Figure) -> Self {
        Self {
            ours: figure.ours,
            peer: figure.peer.as_ref().map(|peer| peer.value),
            ratio: figure.ratio(),
            misses: figure.misses(),
        }
    }
}

/// What ours takes in wasm against what it takes natively, once for each size: the first workload's, of which there is a
/// figure for every peer.
fn against_native(pairs: &[(Option<&Figure>, Option<&Figure>)]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (native, wasm) in pairs {
        let (Some(native), Some(wasm)) = (native, wasm) else { continue };
        if rows.last().is_some_and(|row| row.size == native.size) {
            continue;
        }
        let figure = native.ours_in(wasm);
        rows.push(Row {
            workload: Workload::Ordered.name(),
            size: figure.size.clone(),
            unit: figure.unit,
            against: figure.peer.as_ref().map(|peer| peer.name.clone()),
            bar: figure.bar,
            native: None,
            wasm: Some(Cell::of(&figure)),
        });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Peer;

    fn figure(size: &str, ours: f64, peer: &str, value: f64) -> Figure {
        Figure {
            size: size.to_owned(),
            unit: Unit::NanosPerMessage,
            ours,
            peer: Some(Peer { name: peer.to_owned(), value }),
            bar: Some(Bar::Times(4.0)),
        }
    }

    #[test]
    fn a_row_has_both_platforms_and_says_where_its_bar_is_missed() {
        let native = [figure("s", 100.0, "p", 50.0)];
        let wasm = [figure("s", 300.0, "p", 60.0)];
        let rows = Row::beside(Workload::Unordered, &native, &wasm);
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].native.unwrap().ratio, Some(2.0));
        assert_eq!(rows[0].wasm.unwrap().ratio, Some(5.0));
        let missed: Vec<_> = rows[0].misses().map(|(platform, _)| platform).collect();
        assert_eq!(missed, ["in wasm"]);
    }

    #[test]
    fn the_first_workload_is_laid_against_native_once_for_each_size() {
        let figures = |ours: f64| {
            ["a", "b"].map(|size| [figure(size, ours, "p", 9.0), figure(size, ours, "q", 9.0)])
        };
        let rows = Row::beside(Workload::Ordered, &figures(10.0).concat(), &figures(25.0).concat());
        assert_eq!(rows.len(), 6);
        for (row, size) in rows[4..].iter().zip(["a", "b"]) {
            assert_eq!((&*row.size, row.native), (size, None));
            assert_eq!(row.wasm.unwrap().ratio, Some(2.5));
            assert!(row.wasm.unwrap().misses);
        }
    }

    #[test]
    fn what_was_measured_on_one_platform_only_is_a_row_still() {
        let rows = Row::beside(Workload::Ordered, &[figure("s", 1.0, "p", 1.0)], &[]);
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].wasm, None);
    }

    #[test]
    fn as_json_a_row_has_its_native_figures_at_the_top_and_those_in_wasm_likewise() {
        let native = [figure("s", 100.0, "p", 50.0)];
        let wasm = [figure("s", 300.0, "p", 60.0)];
        let rows = Row::beside(Workload::Held, &native, &wasm);
        let expected = serde_json::json!([{
            "workload": "held", "size": "s", "unit": "ns per message", "against": "p",
            "ours": 100.0, "peer": 50.0, "ratio": 2.0, "misses": false, "bar": { "times": 4.0 },
            "wasm": { "ours": 300.0, "peer": 60.0, "ratio": 5.0, "misses": true },
        }]);
        assert_eq!(serde_json::to_value(rows).unwrap(), expected);
    }
}
