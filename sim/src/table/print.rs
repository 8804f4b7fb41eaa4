//! The step table as Markdown, aligned text, CSV and JSON.
//!
//! Markdown and text are for people and fold long lists; CSV and JSON hold everything.

use super::{HeldBack, Row, Table};

/// The most names that are listed for people before the rest is counted.
const MOST_NAMES: usize = 12;

/// How a table is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A Markdown table; what is newly delivered is bold.
    #[default]
    Markdown,
    /// Aligned columns; what is newly delivered has a `*`.
    Text,
    /// Comma-separated values (RFC 4180).
    Csv,
    /// The values of [`Table`].
    Json,
}

impl Table {
    /// The table as text, with a line end at its end.
    pub fn print(&self, format: Format) -> String {
        match format {
            Format::Markdown => self.markdown(),
            Format::Text => self.text(),
            Format::Csv => self.csv(),
            Format::Json => self.json(),
        }
    }

    fn markdown(&self) -> String {
        let mut out = String::new();
        let cells = |out: &mut String, cells: Vec<String>| {
            for cell in cells {
                out.push_str("| ");
                out.push_str(&escaped(&cell));
                if !cell.is_empty() {
                    out.push(' ');
                }
            }
            out.push_str("|\n");
        };
        cells(&mut out, self.columns());
        out.push_str(&"|---".repeat(self.workers.len() + 3));
        out.push_str("|\n");
        for row in &self.rows {
            cells(&mut out, row.cells("**", MOST_NAMES));
        }
        out
    }

    fn text(&self) -> String {
        let lines: Vec<Vec<String>> = std::iter::once(self.columns())
            .chain(self.rows.iter().map(|row| row.cells("*", MOST_NAMES)))
            .collect();
        let mut widths = vec![0; self.workers.len() + 3];
        for line in &lines {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let mut out = String::new();
        for line in lines {
            let mut padded = String::new();
            for (width, cell) in widths.iter().zip(line) {
                padded.push_str(&format!("{cell:<width$}  "));
            }
            out.push_str(padded.trim_end());
            out.push('\n');
        }
        out
    }

    fn csv(&self) -> String {
        let mut out = String::new();
        let rows = self.rows.iter().map(|row| row.cells("", usize::MAX));
        for line in std::iter::once(self.columns()).chain(rows) {
            for (place, cell) in line.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                if cell.contains(['"', ',', '\r', '\n']) {
                    out.push_str(&format!("\"{}\"", cell.replace('"', "\"\"")));
                } else {
                    out.push_str(cell);
                }
            }
            out.push_str("\r\n");
        }
        out
    }

    fn json(&self) -> String {
        // The values are strings and numbers, which serde_json always takes.
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }

    fn columns(&self) -> Vec<String> {
        let workers = self.workers.iter().map(|worker| worker.to_string());
        let first = ["t", "event"].map(str::to_owned).into_iter();
        first.chain(workers).chain(["waiting".to_owned()]).collect()
    }
}

impl Row {
    /// The `waiting` column, with no more than so many names for a reason.
    fn waiting_folded(&self, most: usize) -> String {
        let parts = self.waiting.iter().map(|held: &HeldBack| held.folded(most));
        let mut parts: Vec<String> = parts.collect();
        if parts.len() > most {
            let rest = parts.len() - (most - 1);
            parts.truncate(most - 1);
            parts.push(format!("{rest} more groups"));
        }
        parts.join("; ")
    }

    fn cells(&self, mark: &str, most: usize) -> Vec<String> {
        let workers = self.workers.iter().map(|cell| cell.marked(mark, most));
        let first = [self.t.clone(), self.event.clone()].into_iter();
        first.chain(workers).chain([self.waiting_folded(most)]).collect()
    }
}

/// What Markdown would read as the end of a cell, or as a new line, is made plain.
fn escaped(cell: &str) -> String {
    cell.replace('|', "\\|").replace(['\r', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::{Name, Reason};
    use crate::table::{Cell, CellState, Holding};
    use crate::time::Time;

    fn sample() -> Table {
        let holding = |message: &str, fresh| Holding { message: message.into(), fresh };
        Table {
            workers: vec!["W1".into(), "W2".into()],
            rows: vec![Row {
                t: "4".to_owned(),
                event: "W1 nacks \"a\", retry after 5 s".to_owned(),
                workers: vec![
                    Cell { state: CellState::There, holds: vec![holding("b|2", true)] },
                    Cell { state: CellState::Crashed, holds: vec![holding("s2", false)] },
                ],
                waiting: vec![HeldBack {
                    lane: "A".into(),
                    messages: (1..=20).map(|n| Name::from(format!("a{n}"))).collect(),
                    reason: Reason::NotBefore { at: Time::from_secs(9) },
                }],
            }],
        }
    }

    #[test]
    fn markdown_marks_what_is_new_and_folds_long_lists() {
        assert_eq!(
            sample().print(Format::Markdown),
            "| t | event | W1 | W2 | waiting |\n|---|---|---|---|---|\n\
             | 4 | W1 nacks \"a\", retry after 5 s | **b\\|2** | crashed, has s2 \
             | a1, a2, a3, a4, a5, a6, a7, a8, a9, a10 and 10 more not before 9 |\n"
        );
    }

    #[test]
    fn csv_quotes_what_needs_it_and_holds_everything() {
        let csv = sample().print(Format::Csv);
        let line = csv.lines().nth(1).unwrap();
        assert!(
            line.starts_with("4,\"W1 nacks \"\"a\"\", retry after 5 s\",b|2,\"crashed, has s2\",")
        );
        assert!(line.contains("a19, a20 not before 9"));
    }

    #[test]
    fn text_aligns_its_columns_and_json_parses() {
        let text = sample().print(Format::Text);
        let starts: Vec<_> =
            text.lines().map(|line| line.find("W2").or(line.find("crashed"))).collect();
        assert_eq!(starts[0], starts[1]);
        assert!(serde_json::from_str::<serde_json::Value>(&sample().print(Format::Json)).is_ok());
    }
}
