//! Notes: what the player says at an instant.

use super::line::without_script;
use super::{
    Edit, line_behind, line_end, margin, one_line, refined, splice, unchanged, whole,
    with_comments, words_in,
};
use crate::language::{Diagnostic, Document, Statement, document};
use crate::time::Time;
use std::ops::Range;

/// Sets the `index`-th note, in the order of their instants, as the language writes it behind `note`: `at 4s "…"`. An empty one goes; one
/// past the last is new, and goes behind what happens up to its instant.
///
/// # Errors
/// Where the text is wrong or would be.
pub fn set_note(text: &str, index: usize, value: &str) -> Result<Edit, Vec<Diagnostic>> {
    one_line(text, value)?;
    let document = document(text)?;
    let value = value.trim();
    let value = value.strip_prefix("note ").unwrap_or(value).trim_start();
    let line = document.parsed.note_lines.get(index).map(|line| line - 1);
    let stated = document.stated.iter().find(|stated| Some(stated.line) == line);
    let piece = match stated {
        None if value.is_empty() => return unchanged(text),
        None => added(text, &document, value),
        Some(stated) if value.is_empty() => (whole(text, &document, stated.line), String::new()),
        Some(stated) => {
            let words = words_in(text, &document, stated.line, stated.span.clone());
            let says = words.get(1..).unwrap_or_default();
            let start = says.first().map_or(stated.span.end, |word| word.span.start);
            refined(says, start..stated.span.end, value)
        }
    };
    splice(text, vec![piece])
}

fn added(text: &str, document: &Document, value: &str) -> (Range<usize>, String) {
    let new = format!("{}note {value}", margin(text, document));
    // What is no instant is refused with the result.
    let at = value.split_whitespace().nth(1).and_then(|at| at.parse().ok()).unwrap_or(Time::ZERO);
    let happens = document.stated.iter().filter_map(|stated| match &stated.statement {
        Statement::At { at, .. } => Some((stated, *at)),
        Statement::Note(note) => Some((stated, note.at)),
        Statement::Title(_)
        | Statement::Queue { .. }
        | Statement::Clauses(_)
        | Statement::Workers(_)
        | Statement::WorkerCount(_)
        | Statement::Worker { .. }
        | Statement::Throttle(_)
        | Statement::Until(_)
        | Statement::WorkHeader
        | Statement::Work(_)
        | Statement::ExpectHeader
        | Statement::Expect { .. } => None,
    });
    let happens: Vec<_> = happens.collect();
    match (happens.iter().rfind(|(_, known)| *known <= at), happens.first()) {
        (Some((last, _)), _) => line_behind(text, document, last.line, &new),
        (None, Some((first, _))) => {
            let start = whole(text, document, with_comments(document, first.line)).start;
            (start..start, format!("{new}{}", line_end(text)))
        }
        (None, None) => without_script(text, document, &new),
    }
}
