//! The lines of `work` and of `expect`: items between commas, each added, changed and taken out by itself.

use super::{
    Edit, Word, cut_out, line_behind, line_end, margin, one_line, refined, refused, splice,
    unchanged, whole, with_comments, words_in,
};
use crate::language::{Diagnostic, Document, Statement, document};
use std::ops::Range;

/// A section whose lines are lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// `work`.
    Work,
    /// `expect`.
    Expect,
}

/// Sets the `index`-th item of a section, in the order of the text: an expectation without its instant, what `work` says of a message.
/// An empty one goes; one past the last is a new line of the section, an expectation with its instant.
///
/// # Errors
/// Where the text is wrong or would be.
pub fn set_item(
    text: &str,
    section: Section,
    index: usize,
    value: &str,
) -> Result<Edit, Vec<Diagnostic>> {
    one_line(text, value)?;
    let document = document(text)?;
    let value = value.trim();
    let known = items(text, &document, section);
    let piece = match known.get(index) {
        None if value.is_empty() => return unchanged(text),
        None => added(text, &document, section, value),
        Some(item) if value.is_empty() => {
            let is_beside = |other: &&Item| other.line == item.line;
            let beside: Vec<Range<usize>> =
                known.iter().filter(is_beside).map(|other| other.span.clone()).collect();
            let first = known.iter().position(|other| other.line == item.line).unwrap_or(index);
            let gone = match beside.len() {
                1 => whole(text, &document, item.line),
                _ => cut_out(&beside, index - first),
            };
            (gone, String::new())
        }
        Some(item) => {
            let words = words_in(text, &document, item.line, item.span.clone());
            refined(&words, item.span.clone(), value)
        }
    };
    let (at, is_there) = (piece.0.clone(), known.get(index).is_some() && !value.is_empty());
    let edit = splice(text, vec![piece])?;
    let count = crate::language::document(&edit.text)
        .map_or(0, |document| items(&edit.text, &document, section).len());
    if is_there && count != known.len() {
        return Err(refused(text, at, format!("`{value}` is not one of the list")));
    }
    Ok(edit)
}

/// An item of a section.
struct Item {
    /// Its line's place in the list of lines.
    line: usize,
    span: Range<usize>,
}

fn items(text: &str, document: &Document, section: Section) -> Vec<Item> {
    let mut items = Vec::new();
    for stated in &document.stated {
        let words = words_in(text, document, stated.line, stated.span.clone());
        // `at T` goes for all of a line.
        let begin = match (&stated.statement, section) {
            (Statement::Work(_), Section::Work)
            | (Statement::Expect { at: None, .. }, Section::Expect) => 0,
            (Statement::Expect { at: Some(_), .. }, Section::Expect) => 2,
            _ => continue,
        };
        let words = words.get(begin..).unwrap_or_default();
        for part in parts(words) {
            if let [first, .., last] | [first @ last] = part {
                items.push(Item { line: stated.line, span: first.span.start..last.span.end });
            }
        }
    }
    items
}

/// What stands between commas; the one before `retry after` parts nothing.
fn parts<'w, 'd>(words: &'w [Word<'d>]) -> Vec<&'w [Word<'d>]> {
    let is_comma = |place: usize| {
        words[place].written == ","
            && !matches!(&words[place + 1..], [retry, after, ..]
                if retry.written == "retry" && after.written == "after")
    };
    let mut parts = Vec::new();
    let mut start = 0;
    for place in (0..words.len()).filter(|place| is_comma(*place)) {
        parts.push(&words[start..place]);
        start = place + 1;
    }
    parts.push(&words[start..]);
    parts
}

/// A new line at the end of the section; where there is none yet, with its first line.
fn added(text: &str, document: &Document, section: Section, value: &str) -> (Range<usize>, String) {
    let margin = margin(text, document);
    let is_header = |statement: &Statement| match section {
        Section::Work => matches!(statement, Statement::WorkHeader),
        Section::Expect => matches!(statement, Statement::ExpectHeader),
    };
    if let Some(last) = items(text, document, section).last() {
        let start = whole(text, document, last.line).start;
        let line = &text[start..last.span.end];
        let indent = &line[..line.len() - line.trim_start().len()];
        return line_behind(text, document, last.line, &format!("{indent}{value}"));
    }
    if let Some(header) = document.stated.iter().find(|stated| is_header(&stated.statement)) {
        return line_behind(text, document, header.line, &format!("{margin}  {value}"));
    }
    let line_end = line_end(text);
    let word = if section == Section::Work { "work" } else { "expect" };
    let new = format!("{margin}{word}{line_end}{margin}  {value}");
    let expects =
        document.stated.iter().find(|stated| matches!(stated.statement, Statement::ExpectHeader));
    if let Some(expects) = expects {
        let start = whole(text, document, with_comments(document, expects.line)).start;
        return (start..start, format!("{new}{line_end}{line_end}"));
    }
    let end = text.len()..text.len();
    if text.ends_with('\n') {
        (end, format!("{line_end}{new}{line_end}"))
    } else {
        (end, format!("{line_end}{line_end}{new}"))
    }
}

/// The items of a section, as they stand in the text; an expectation without its instant.
///
/// # Errors
/// Where the text is wrong.
pub fn listed(text: &str, section: Section) -> Result<Vec<String>, Vec<Diagnostic>> {
    let document = document(text)?;
    let items = items(text, &document, section);
    Ok(items.into_iter().map(|item| text[item.span].to_owned()).collect())
}
