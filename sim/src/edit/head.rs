//! What stands alone: the title, the queue's name, how long the run goes on.

use super::line::without_script;
use super::{Edit, line_behind, line_end, margin, refused, splice, top, unchanged, whole};
use crate::language::{Diagnostic, Document, Field, Name, Stated, Statement, document};
use crate::time::Time;
use std::ops::Range;

/// Sets the title; an empty one goes.
///
/// # Errors
/// Where the text is wrong.
pub fn set_title(text: &str, title: &str) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    let known =
        document.stated.iter().find(|stated| matches!(stated.statement, Statement::Title(_)));
    let line_end = line_end(text);
    match known {
        Some(stated) if title.is_empty() => {
            let mut gone = whole(text, &document, stated.line);
            // At the top nothing is left to be apart from.
            let below = document.lines.get(stated.line + 1);
            if let Some(below) = below
                && gone.start == top(text, &document)
                && text[below.whole.clone()].trim().is_empty()
            {
                gone.end = below.whole.end;
            }
            splice(text, vec![(gone, String::new())])
        }
        Some(stated) => {
            let span = stated.mark(Field::Name, 0).unwrap_or(stated.span.end..stated.span.end);
            splice(text, vec![(span, quoted(title))])
        }
        None if title.is_empty() => unchanged(text),
        None => {
            let start = top(text, &document);
            let margin = margin(text, &document);
            let new = format!("{margin}title {}{line_end}{line_end}", quoted(title));
            splice(text, vec![(start..start, new)])
        }
    }
}

/// A text in quotation marks, as the language writes a title.
fn quoted(title: &str) -> String {
    let written = Name(title).to_string();
    if written.starts_with('"') { written } else { format!("\"{written}\"") }
}

/// Sets what the queue is called.
///
/// # Errors
/// Where the text is wrong, or the name is empty.
pub fn set_queue_name(text: &str, name: &str) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    if name.is_empty() {
        return Err(refused(text, 0..0, "a queue has a name"));
    }
    let piece = match the_queue(&document).and_then(|stated| stated.mark(Field::Name, 0)) {
        Some(span) => (span, Name(name).to_string()),
        None => new_queue(text, &document, &format!("queue {}", Name(name))),
    };
    splice(text, vec![piece])
}

/// The statement that names the queue.
pub(super) fn the_queue(document: &Document) -> Option<&Stated> {
    document.stated.iter().find(|stated| matches!(stated.statement, Statement::Queue { .. }))
}

/// The lines of a queue that the text does not have, and the place for them: behind the title, above all else.
pub(super) fn new_queue(text: &str, document: &Document, lines: &str) -> (Range<usize>, String) {
    let line_end = line_end(text);
    let margin = margin(text, document);
    match document.stated.iter().find(|stated| matches!(stated.statement, Statement::Title(_))) {
        Some(title) => {
            line_behind(text, document, title.line, &format!("{line_end}{margin}{lines}"))
        }
        None => {
            let start = top(text, document);
            (start..start, format!("{margin}{lines}{line_end}{line_end}"))
        }
    }
}

/// Sets until when the run goes on at least; without an instant, until nothing more happens.
///
/// # Errors
/// Where the text is wrong, or the instant is past the limit.
pub fn set_until(text: &str, until: Option<Time>) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    let known =
        document.stated.iter().find(|stated| matches!(stated.statement, Statement::Until(_)));
    let piece = match (known, until) {
        (None, None) => return unchanged(text),
        (Some(stated), None) => (whole(text, &document, stated.line), String::new()),
        (Some(stated), Some(until)) => {
            let span = stated.mark(Field::At, 0).unwrap_or(stated.span.end..stated.span.end);
            (span, until.to_string())
        }
        (None, Some(until)) => {
            let new = format!("{}until {until}", margin(text, &document));
            let last = document.stated.iter().rfind(|stated| {
                matches!(stated.statement, Statement::At { .. } | Statement::Note(_))
            });
            match last {
                Some(last) => line_behind(text, &document, last.line, &new),
                None => without_script(text, &document, &new),
            }
        }
    };
    splice(text, vec![piece])
}
