//! The rows as one table that reads well as text and as Markdown, and what it comes to in a sentence.

use crate::figure::{Bar, Unit};
use crate::row::{Cell, Row};

const HEAD: [&str; 10] =
    ["workload", "size", "against", "native", "peer", "ratio", "wasm", "peer", "ratio", "bar"];
/// The columns from here on are numbers.
const FIRST_NUMBER: usize = 3;

/// The table. What is past its bar is marked `✗`.
pub fn table(rows: &[Row]) -> String {
    let mut lines = vec![HEAD.map(str::to_owned)];
    lines.extend(rows.iter().map(line));
    let widths: [usize; HEAD.len()] = core::array::from_fn(|column| {
        lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0)
    });
    let rule: [String; HEAD.len()] = core::array::from_fn(|column| {
        let colon = if column < FIRST_NUMBER { "-" } else { ":" };
        format!("{}{colon}", "-".repeat(widths[column] - 1))
    });
    lines.insert(1, rule);
    let mut text = String::new();
    for line in lines {
        for (column, cell) in line.iter().enumerate() {
            let width = widths[column];
            text += &match column < FIRST_NUMBER {
                true => format!("| {cell:<width$} "),
                false => format!("| {cell:>width$} "),
            };
        }
        text += "|\n";
    }
    text
}

/// How many bars are met, and which are not.
pub fn verdict(rows: &[Row]) -> String {
    let measured: usize = rows.iter().map(bars).sum();
    let missed: Vec<String> = rows.iter().flat_map(missed).collect();
    if missed.is_empty() {
        return format!("All {measured} bars are met.\n");
    }
    format!("{} of {measured} bars are missed:\n{}", missed.len(), missed.concat())
}

/// Whether any bar is missed.
pub fn any_missed(rows: &[Row]) -> bool {
    rows.iter().any(|row| row.misses().next().is_some())
}

fn bars(row: &Row) -> usize {
    let cells = usize::from(row.native.is_some()) + usize::from(row.wasm.is_some());
    if row.bar.is_some() { cells } else { 0 }
}

fn missed(row: &Row) -> Vec<String> {
    let Some(bar) = row.bar else { return Vec::new() };
    let what = |cell: Cell| match (bar, cell.ratio) {
        (Bar::Times(_), Some(ratio)) => times(ratio),
        (Bar::Times(_), None) => "no ratio".to_owned(),
        (Bar::Most(_), _) => amount(cell.ours, row.unit),
    };
    let against = row.against.as_ref().map_or_else(String::new, |peer| format!(", against {peer}"));
    row.misses()
        .map(|(platform, cell)| {
            let (size, bar) = (&row.size, limit(bar, row.unit));
            format!("- {}, {size}{against}: {} {platform}, bar {bar}\n", row.workload, what(cell))
        })
        .collect()
}

fn line(row: &Row) -> [String; HEAD.len()] {
    let [native, peer, ratio] = cells(row, row.native);
    let [wasm, wasm_peer, wasm_ratio] = cells(row, row.wasm);
    [
        row.workload.to_owned(),
        row.size.clone(),
        row.against.clone().unwrap_or_default(),
        native,
        peer,
        ratio,
        wasm,
        wasm_peer,
        wasm_ratio,
        row.bar.map_or_else(String::new, |bar| limit(bar, row.unit)),
    ]
}

/// Ours, the peer's and the ratio; the mark stands at what the bar is about.
fn cells(row: &Row, cell: Option<Cell>) -> [String; 3] {
    let Some(cell) = cell else { return Default::default() };
    let mark = |here: bool| if cell.misses && here { " ✗" } else { "" };
    let absolute = matches!(row.bar, Some(Bar::Most(_)));
    [
        amount(cell.ours, row.unit) + mark(absolute),
        cell.peer.map_or_else(String::new, |peer| amount(peer, row.unit)),
        cell.ratio.map_or_else(String::new, |ratio| times(ratio) + mark(!absolute)),
    ]
}

fn limit(bar: Bar, unit: Unit) -> String {
    match bar {
        Bar::Times(most) => format!("{most} ×"),
        Bar::Most(most) => format!("{most} {}", unit.name()),
    }
}

/// Whole numbers where that is exact enough.
fn amount(value: f64, unit: Unit) -> String {
    let decimals = if value < 10.0 { 2 } else { 0 };
    format!("{value:.decimals$} {}", unit.name())
}

fn times(ratio: f64) -> String {
    format!("{ratio:.2} ×")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(ours: f64, peer: Option<f64>, misses: bool) -> Cell {
        Cell { ours, peer, ratio: peer.map(|peer| ours / peer), misses }
    }

    fn rows() -> [Row; 3] {
        let ordered = Row {
            workload: "ordered",
            size: "10 groups".to_owned(),
            unit: Unit::NanosPerMessage,
            against: Some("floor".to_owned()),
            bar: Some(Bar::Times(6.0)),
            native: Some(cell(700.0, Some(100.0), true)),
            wasm: Some(cell(900.0, Some(300.0), false)),
        };
        let bare =
            Row { against: Some("bare".to_owned()), bar: None, wasm: None, ..ordered.clone() };
        let seek = Row {
            workload: "replay",
            size: "seek".to_owned(),
            unit: Unit::Millis,
            against: None,
            bar: Some(Bar::Most(5.0)),
            native: None,
            wasm: Some(cell(7.25, None, true)),
        };
        [
            ordered,
            Row { native: bare.native.map(|cell| Cell { misses: false, ..cell }), ..bare },
            seek,
        ]
    }

    #[test]
    fn a_table_is_aligned_and_marks_what_is_past_its_bar() {
        let expected = "\
| workload | size      | against | native |   peer |    ratio |      wasm |   peer |  ratio |  bar |
| -------- | --------- | ------- | -----: | -----: | -------: | --------: | -----: | -----: | ---: |
| ordered  | 10 groups | floor   | 700 ns | 100 ns | 7.00 × ✗ |    900 ns | 300 ns | 3.00 × |  6 × |
| ordered  | 10 groups | bare    | 700 ns | 100 ns |   7.00 × |           |        |        |      |
| replay   | seek      |         |        |        |          | 7.25 ms ✗ |        |        | 5 ms |
";
        assert_eq!(table(&rows()), expected);
    }

    #[test]
    fn a_verdict_counts_the_bars_and_names_those_that_are_missed() {
        let expected = "\
2 of 3 bars are missed:
- ordered, 10 groups, against floor: 7.00 × natively, bar 6 ×
- replay, seek: 7.25 ms in wasm, bar 5 ms
";
        assert_eq!(verdict(&rows()), expected);
        assert!(any_missed(&rows()));
        assert_eq!(verdict(&rows()[1..2]), "All 0 bars are met.\n");
        assert!(!any_missed(&rows()[1..2]));
    }
}
