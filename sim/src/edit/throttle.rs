//! Throttles: one comes, goes, has other limits or another key.

use super::{
    Edit, line_behind, line_end, margin, one_line, refined, refused, splice, top, unchanged, whole,
    words_in,
};
use crate::language::{Diagnostic, Document, Field, Stated, Statement, document};
use std::ops::Range;

/// A part of a throttle's declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThrottlePart {
    /// `10 per 1s, 100 per 1m`.
    Limits,
    /// `header customer, fairness key`.
    By,
    /// `shared`, `unthrottled`.
    Missing,
}

/// Sets the `index`-th declaration of a throttle as the language writes it behind `throttle`: one past the last adds one, an empty one
/// goes.
///
/// # Errors
/// Where the text is wrong or would be, or something names the throttle that would go.
pub fn set_throttle(text: &str, index: usize, declared: &str) -> Result<Edit, Vec<Diagnostic>> {
    one_line(text, declared)?;
    let document = document(text)?;
    let declared = declared.trim();
    let known = throttles(&document).nth(index);
    let piece = match known {
        None if declared.is_empty() => return unchanged(text),
        None => added(text, &document, declared),
        Some(stated) if declared.is_empty() => (whole(text, &document, stated.line), String::new()),
        Some(stated) => {
            let words = words_in(text, &document, stated.line, stated.span.clone());
            let start = words.get(1).map_or(stated.span.end, |word| word.span.start);
            refined(words.get(1..).unwrap_or_default(), start..stated.span.end, declared)
        }
    };
    splice(text, vec![piece])
}

/// Sets a part of the `index`-th declaration of a throttle; an empty one goes.
///
/// # Errors
/// Where the text is wrong or would be, or there is no such declaration.
pub fn set_throttle_part(
    text: &str,
    index: usize,
    part: ThrottlePart,
    value: &str,
) -> Result<Edit, Vec<Diagnostic>> {
    one_line(text, value)?;
    let document = document(text)?;
    let Some(stated) = throttles(&document).nth(index) else {
        let message = format!("there is no throttle of number {index}, from 0");
        return Err(refused(text, 0..0, message));
    };
    let value = value.trim();
    let limits = spans(stated, Field::Limit);
    let key = spans(stated, Field::Component);
    let limits_end = limits.last().map_or(stated.span.end, |span| span.end);
    let key_end = key.last().map_or(limits_end, |span| span.end);
    let between = |from: Option<&Range<usize>>, to: usize| from.map(|span| span.start..to);
    let (is, word, behind) = match part {
        ThrottlePart::Limits => (between(limits.first(), limits_end), "", limits_end),
        ThrottlePart::By => (between(key.first(), key_end), " by ", limits_end),
        ThrottlePart::Missing => {
            let words = words_in(text, &document, stated.line, key_end..stated.span.end);
            let says = words.last().map(|word| word.span.clone());
            (says, ", missing ", stated.span.end)
        }
    };
    let piece = match is {
        None if value.is_empty() => return unchanged(text),
        None => (behind..behind, format!("{word}{value}")),
        Some(_) if value.is_empty() && part == ThrottlePart::Limits => {
            let message = "a throttle has a limit: without one, take it out";
            return Err(refused(text, stated.span.clone(), message));
        }
        Some(span) if value.is_empty() => {
            let behind = if part == ThrottlePart::Missing { key_end } else { behind };
            (behind..span.end, String::new())
        }
        Some(span) => {
            let words = words_in(text, &document, stated.line, span.clone());
            refined(&words, span, value)
        }
    };
    splice(text, vec![piece])
}

fn throttles(document: &Document) -> impl Iterator<Item = &Stated> {
    document.stated.iter().filter(|stated| matches!(stated.statement, Statement::Throttle(_)))
}

/// Where the items of a field stand.
fn spans(stated: &Stated, field: Field) -> Vec<Range<usize>> {
    let marks = stated.marks().iter().filter(|mark| mark.field == field);
    marks.map(|mark| mark.span.clone()).collect()
}

/// A new declaration behind the others; else behind the workers, or the queue.
fn added(text: &str, document: &Document, declared: &str) -> (Range<usize>, String) {
    let line_end = line_end(text);
    let new = format!("{}throttle {declared}", margin(text, document));
    if let Some(last) = throttles(document).last() {
        return line_behind(text, document, last.line, &new);
    }
    let last = document.stated.iter().rfind(|stated| {
        matches!(
            stated.statement,
            Statement::Title(_)
                | Statement::Queue { .. }
                | Statement::Clauses(_)
                | Statement::Workers(_)
                | Statement::WorkerCount(_)
                | Statement::Worker { .. }
        )
    });
    match last {
        Some(last) => line_behind(text, document, last.line, &format!("{line_end}{new}")),
        None => {
            let start = top(text, document);
            (start..start, format!("{new}{line_end}{line_end}"))
        }
    }
}
