//! Lines of the script: put in at their instant, taken out.

use super::{Edit, line_behind, line_end, margin, script_line, splice};
use crate::language::{Diagnostic, Document, Stated, Statement, document, said};
use crate::scenario::Line;
use crate::time::Time;

/// Puts a line into the script: behind the other lines of its instant, aligned like its neighbours.
///
/// Where the text has no script yet, the line goes before the first `work` or `expect`.
///
/// # Errors
/// Where the text is wrong, or would be with the line: an unknown worker, a doubled name.
pub fn insert_line(text: &str, line: &Line) -> Result<Edit, Vec<Diagnostic>> {
    insert_said(text, line.at, &said(&line.action))
}

/// The same with a line that is written already, as [`said`] writes it: one line, without its instant.
///
/// # Errors
/// Where the text is wrong, or would be with the line.
pub fn insert_said(text: &str, at: Time, said: &str) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    let margin = margin(text, &document);
    let script: Vec<(&Stated, Time)> = document
        .stated
        .iter()
        .filter_map(|stated| {
            let Statement::At { at, .. } = stated.statement else {
                return None;
            };
            Some((stated, at))
        })
        .collect();
    let behind = script.iter().rposition(|(_, known)| *known <= at);
    if let Some((neighbour, _)) = behind.map(|place| script[place]) {
        let new = aligned(text, &document, neighbour, at, said, margin);
        return splice(text, vec![line_behind(text, &document, neighbour.line, &new)]);
    }
    if let Some((next, _)) = script.first() {
        let new = aligned(text, &document, next, at, said, margin);
        let start = document.lines[next.line].whole.start + bom(text, next.line);
        let new = format!("{new}{}", line_end(text));
        return splice(text, vec![(start..start, new)]);
    }
    let new = format!("{margin}at {at}  {said}");
    let is_later = |stated: &&Stated| {
        matches!(stated.statement, Statement::WorkHeader | Statement::ExpectHeader)
    };
    let end = document.stated.iter().find(is_later).map_or(usize::MAX, |stated| stated.line);
    let last = document.stated.iter().rfind(|stated| stated.line < end);
    match last {
        Some(last) => {
            let apart = !matches!(last.statement, Statement::Note(_) | Statement::Until(_));
            let gap = if apart { line_end(text) } else { "" };
            let piece = line_behind(text, &document, last.line, &format!("{gap}{new}"));
            splice(text, vec![piece])
        }
        None => {
            let start = bom(text, 0);
            let line_end = line_end(text);
            splice(text, vec![(start..start, format!("{new}{line_end}{line_end}"))])
        }
    }
}

/// Takes a line out of the script, with the comment beside it.
///
/// # Errors
/// Where the text is wrong, there is no such line, or something else needs it: the worker that it brings, the message that it sends.
pub fn remove_line(text: &str, script_index: usize) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    let stated = script_line(text, &document, script_index)?;
    let whole = document.lines[stated.line].whole.clone();
    let start = whole.start + bom(text, stated.line);
    splice(text, vec![(start..whole.end, String::new())])
}

/// The new line with its action in the column of its neighbour's.
fn aligned(
    text: &str,
    document: &Document,
    neighbour: &Stated,
    at: Time,
    said: &str,
    margin: &str,
) -> String {
    let tokens = &document.lines[neighbour.line].tokens;
    let wide = match tokens.as_slice() {
        // `at`, the instant, the action.
        [first, _, action, ..] => text[first.span.start..action.span.start].chars().count(),
        _ => 0,
    };
    let mut new = format!("at {at}");
    let gap = wide.saturating_sub(new.chars().count());
    new.push_str(&" ".repeat(if gap == 0 { 2 } else { gap }));
    format!("{margin}{new}{said}")
}

/// A byte order mark stays at the very beginning.
fn bom(text: &str, line: usize) -> usize {
    if line == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}
