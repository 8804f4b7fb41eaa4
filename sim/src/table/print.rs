//! The step table as Markdown, aligned text, CSV and JSON, each row as it comes about.
//!
//! Markdown and text are for people and fold long lists; CSV and JSON hold everything.

use super::rows::Rows;
use super::{Cell, event};
use crate::scenario::Scenario;
use crate::step::{End, Step};
use crate::words::{legible, seconds};
use std::borrow::Cow;
use std::fmt::{self, Write};
use std::sync::Arc;

/// A cell's text.
type Text = Cow<'static, str>;

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
    /// An object with the `workers` and the `rows`, which are [`Row`](super::Row)s.
    Json,
}

/// Plays a scenario and writes its step table, a row at a time; why the run ended.
///
/// # Errors
/// Where nothing more can be written. The scenario is not played further.
pub fn write_table(
    scenario: impl Into<Arc<Scenario>>,
    format: Format,
    out: &mut dyn Write,
) -> Result<End, fmt::Error> {
    let scenario = scenario.into();
    match format {
        Format::Markdown => markdown(Rows::new(&scenario), out),
        Format::Text => text(&scenario, out),
        Format::Csv => csv(Rows::new(&scenario), out),
        Format::Json => json(Rows::new(&scenario), out),
    }
}

fn markdown(mut rows: Rows, out: &mut dyn Write) -> Result<End, fmt::Error> {
    let line = |cells: Vec<Text>| {
        let mut line = String::new();
        for cell in cells {
            line.push_str("| ");
            line.push_str(&cell);
            if !cell.is_empty() {
                line.push(' ');
            }
        }
        line.push_str("|\n");
        line
    };
    let columns = columns(&rows, &markdown_text);
    let rule = "|---".repeat(columns.len());
    out.write_str(&format!("{}{rule}|\n", line(columns)))?;
    loop {
        match rows.step() {
            Ok(step) => {
                let cells = cells(&rows, &step, ("**", MOST_NAMES), &markdown_text);
                out.write_str(&line(cells))?;
            }
            Err(end) => return Ok(end),
        }
    }
}

/// Columns are as wide as what is in them: the scenario is played once to know, and once to print.
fn text(scenario: &Arc<Scenario>, out: &mut dyn Write) -> Result<End, fmt::Error> {
    let made = |rows: &Rows, step: &Step| cells(rows, step, ("*", MOST_NAMES), &legible);
    let mut rows = Rows::new(scenario);
    let columns = columns(&rows, &legible);
    let mut widths: Vec<usize> = columns.iter().map(|cell| cell.chars().count()).collect();
    while let Ok(step) = rows.step() {
        for (width, cell) in widths.iter_mut().zip(made(&rows, &step)) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |cells: Vec<Text>| {
        let mut line = String::new();
        for (width, cell) in widths.iter().zip(cells) {
            line.push_str(&cell);
            line.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
        }
        line.truncate(line.trim_end().len());
        line.push('\n');
        line
    };
    out.write_str(&line(columns))?;
    let mut rows = Rows::new(scenario);
    loop {
        match rows.step() {
            Ok(step) => out.write_str(&line(made(&rows, &step)))?,
            Err(end) => return Ok(end),
        }
    }
}

fn csv(mut rows: Rows, out: &mut dyn Write) -> Result<End, fmt::Error> {
    let line = |cells: Vec<Text>| {
        let mut line = String::new();
        for (place, cell) in cells.iter().enumerate() {
            if place > 0 {
                line.push(',');
            }
            if cell.contains(['"', ',']) {
                line.push_str(&format!("\"{}\"", cell.replace('"', "\"\"")));
            } else {
                line.push_str(cell);
            }
        }
        line.push_str("\r\n");
        line
    };
    out.write_str(&line(columns(&rows, &legible)))?;
    loop {
        match rows.step() {
            Ok(step) => out.write_str(&line(cells(&rows, &step, ("", usize::MAX), &legible)))?,
            Err(end) => return Ok(end),
        }
    }
}

/// A row is a line, so that the whole can be read as it comes about.
fn json(mut rows: Rows, out: &mut dyn Write) -> Result<End, fmt::Error> {
    // The values are strings and numbers, which serde_json always takes.
    let workers = serde_json::to_string(rows.workers()).unwrap_or_default();
    out.write_str(&format!("{{\"workers\":{workers},\"rows\":["))?;
    let mut between = "\n";
    loop {
        match rows.step() {
            Ok(step) => {
                let row = serde_json::to_string(&rows.row(&step)).unwrap_or_default();
                out.write_str(&format!("{between}{row}"))?;
                between = ",\n";
            }
            Err(end) => {
                out.write_str("\n]}\n")?;
                return Ok(end);
            }
        }
    }
}

fn columns(rows: &Rows, written: &dyn Fn(&str) -> String) -> Vec<Text> {
    let mut columns = vec!["t".into(), "event".into()];
    columns.extend(rows.workers().iter().map(|worker| Text::Owned(written(worker))));
    columns.push("waiting".into());
    columns
}

/// The cells of the latest step, with what is newly delivered put between two of `mark`, and every text as it is
/// written in the format.
fn cells(
    rows: &Rows,
    step: &Step,
    (mark, most): (&str, usize),
    written: &dyn Fn(&str) -> String,
) -> Vec<Text> {
    let mut cells = vec![seconds(step.at).into(), written(&event::event(step)).into()];
    let marked = |cell: Cell| {
        cell.said(most, |name, is_fresh| {
            let mut name = written(name);
            if is_fresh {
                name.insert_str(0, mark);
                name.push_str(mark);
            }
            name
        })
    };
    cells.extend(rows.cells().into_iter().map(marked));
    cells.push(written(&rows.waiting(most)).into());
    cells
}

/// A text of which Markdown would read nothing as a sign of its own.
fn markdown_text(text: &str) -> String {
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return text.to_owned();
    }
    let text = legible(text);
    let mut written = String::new();
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_sign = match c {
            '\\' | '|' | '*' | '`' | '<' | '[' | '&' | '~' => true,
            // Within a word, it is a character like others.
            '_' => {
                let after = rest.peek().copied().unwrap_or(' ');
                !before.is_alphanumeric() || !after.is_alphanumeric()
            }
            _ => false,
        };
        if is_sign {
            written.push('\\');
        }
        written.push(c);
        before = c;
    }
    written
}

#[cfg(test)]
mod tests;
