//! Lines of the script: put in at their instant, taken out.

use super::{
    Edit, bom, line_behind, line_end, margin, one_line, refined, script_line, splice, unchanged,
    whole, words_in,
};
use crate::language::{Diagnostic, Document, Stated, Statement, document, said};
use crate::scenario::Line;
use crate::time::Time;
use std::ops::Range;

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
    one_line(text, said)?;
    let document = document(text)?;
    splice(text, vec![new_line(text, &document, at, said)])
}

/// A new line of the script, and the place for it.
pub(super) fn new_line(
    text: &str,
    document: &Document,
    at: Time,
    said: &str,
) -> (Range<usize>, String) {
    let margin = margin(text, document);
    let script: Vec<(&Stated, Time)> = script(document).collect();
    let behind = script.iter().rposition(|(_, known)| *known <= at);
    if let Some((neighbour, _)) = behind.map(|place| script[place]) {
        let new = aligned(text, document, neighbour, at, said, margin);
        return line_behind(text, document, neighbour.line, &new);
    }
    if let Some((next, _)) = script.first() {
        let new = aligned(text, document, next, at, said, margin);
        let start = whole(text, document, next.line).start;
        return (start..start, format!("{new}{}", line_end(text)));
    }
    without_script(text, document, &format!("{margin}at {at}  {said}"))
}

/// The lines of the script, each with its instant.
pub(super) fn script(document: &Document) -> impl Iterator<Item = (&Stated, Time)> {
    document.stated.iter().filter_map(|stated| {
        let Statement::At { at, .. } = stated.statement else {
            return None;
        };
        Some((stated, at))
    })
}

/// The first line of what happens: before the first `work` or `expect`.
pub(super) fn without_script(text: &str, document: &Document, new: &str) -> (Range<usize>, String) {
    let is_later = |stated: &&Stated| {
        matches!(stated.statement, Statement::WorkHeader | Statement::ExpectHeader)
    };
    let end = document.stated.iter().find(is_later).map_or(usize::MAX, |stated| stated.line);
    let last = document.stated.iter().rfind(|stated| stated.line < end);
    match last {
        Some(last) => {
            let apart = !matches!(last.statement, Statement::Note(_) | Statement::Until(_));
            let gap = if apart { line_end(text) } else { "" };
            line_behind(text, document, last.line, &format!("{gap}{new}"))
        }
        None => {
            let start = bom(text, 0);
            let line_end = line_end(text);
            (start..start, format!("{new}{line_end}{line_end}"))
        }
    }
}

/// Has a line of the script say something else behind its instant.
///
/// # Errors
/// Where the text is wrong, or would be with the line, or there is no such line.
pub fn say_line(text: &str, script_index: usize, said: &str) -> Result<Edit, Vec<Diagnostic>> {
    one_line(text, said)?;
    let document = document(text)?;
    let stated = script_line(text, &document, script_index)?;
    let words = words_in(text, &document, stated.line, stated.span.clone());
    let Some([_, _, says @ ..]) = Some(&words[..]).filter(|words| words.len() > 2) else {
        return unchanged(text);
    };
    let span = says[0].span.start..stated.span.end;
    splice(text, vec![refined(says, span, said)])
}

/// Takes a line out of the script, with the comment beside it.
///
/// # Errors
/// Where the text is wrong, there is no such line, or something else needs it: the worker that it brings, the message that it sends.
pub fn remove_line(text: &str, script_index: usize) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    let stated = script_line(text, &document, script_index)?;
    splice(text, vec![(whole(text, &document, stated.line), String::new())])
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
