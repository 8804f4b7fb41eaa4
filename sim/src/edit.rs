//! Edits of a text that keep everything else of it byte for byte.
//!
//! Each reads the text, finds the place by its tokens, replaces as little as it can, and reads the result:
//! what comes out is a scenario, or the edit is refused.

mod clause;
mod head;
mod item;
mod line;
mod message;
mod moved;
mod name;
mod note;
mod property;
mod throttle;
mod worker;

use crate::language::{Diagnostic, Document, Field, Stated, Statement, Told, document};
use crate::scenario::{Action, LimitDecl};
use crate::sorted::sorted;
use crate::time::Time;
use std::ops::Range;

pub use clause::set_clause;
pub use head::{set_queue_name, set_title, set_until};
pub use item::{Section, listed, set_item};
pub use line::{insert_line, insert_said, remove_line, say_line};
pub use message::set_delay;
pub use moved::{move_line, move_message};
pub use name::{add_worker, remove_worker, rename_worker};
pub use note::set_note;
pub use property::{Property, set_property};
pub use throttle::{ThrottlePart, set_throttle, set_throttle_part};
pub use worker::{set_credit, set_workers};

/// A text after an edit.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Edit {
    /// The whole text.
    pub text: String,
    /// What is new in it, in bytes; empty where something went.
    pub changed: Range<usize>,
    /// The line that it is on, from 1.
    pub line: usize,
}

/// Sets a throttle's limit: the `index`-th of those of all its declarations, in the order of the text.
///
/// # Errors
/// Where the text is wrong, there is no such limit, or the new one is refused (T5).
pub fn set_limit(
    text: &str,
    throttle: &str,
    index: usize,
    limit: LimitDecl,
) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    let mut before = 0;
    let mut last = None;
    for stated in &document.stated {
        let Statement::Throttle(declared) = &stated.statement else {
            continue;
        };
        if declared.name != throttle {
            continue;
        }
        last = Some(stated);
        if let Some(span) = index
            .checked_sub(before)
            .filter(|item| *item < declared.limits.len())
            .and_then(|item| stated.mark(Field::Limit, item))
        {
            return splice(text, vec![(span, limit.to_string())]);
        }
        before += declared.limits.len();
    }
    Err(match last {
        Some(stated) => refused(
            text,
            stated.span.clone(),
            format!(
                "the throttle `{throttle}` has {before} limits: there is none of number {index}, from 0"
            ),
        ),
        None => refused(text, 0..0, format!("no throttle is called `{throttle}`")),
    })
}

/// Sets or takes away the `retry after` of a line of the script that nacks.
///
/// # Errors
/// Where the text is wrong, or the line is not there or no nack.
pub fn set_retry_after(
    text: &str,
    script_index: usize,
    wait: Option<Time>,
) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    let stated = script_line(text, &document, script_index)?;
    let line = document.parsed.scenario.script.get(script_index);
    if !line.is_some_and(|line| matches!(line.action, Action::Nack { .. })) {
        return Err(refused(
            text,
            stated.span.clone(),
            "only a nack asks for a wait before the retry",
        ));
    }
    let end = stated.span.end;
    match (stated.mark(Field::RetryAfter, 0), wait) {
        // The time alone, so that the spaces around it stay.
        (Some(_), Some(wait)) => {
            let span = stated.mark(Field::Time, 0).unwrap_or(end..end);
            splice(text, vec![(span, wait.to_string())])
        }
        (Some(span), None) => {
            let start = text[..span.start].trim_end().len();
            splice(text, vec![(start..span.end, String::new())])
        }
        (None, Some(wait)) => splice(text, vec![(end..end, format!(", retry after {wait}"))]),
        (None, None) => splice(text, vec![(end..end, String::new())]),
    }
}

/// The statement of a line of the script.
fn script_line<'d>(
    text: &str,
    document: &'d Document,
    index: usize,
) -> Result<&'d Stated, Vec<Diagnostic>> {
    let mut lines =
        document.stated.iter().filter(|stated| matches!(stated.statement, Statement::At { .. }));
    lines.nth(index).ok_or_else(|| {
        let lines = document.parsed.scenario.script.len();
        refused(
            text,
            0..0,
            format!("the script has {lines} lines: there is none of number {index}, from 0"),
        )
    })
}

/// Replaces each place by a text, and reads the result.
fn splice(text: &str, pieces: Vec<(Range<usize>, String)>) -> Result<Edit, Vec<Diagnostic>> {
    let pieces = sorted(pieces, |(span, _)| (span.start as u64, span.end as u64));
    let mut edited = String::with_capacity(text.len());
    let mut at = 0;
    let mut changed: Option<Range<usize>> = None;
    for (span, new) in &pieces {
        edited.push_str(&text[at..span.start]);
        let start = edited.len();
        edited.push_str(new);
        at = span.end;
        // Where something went, the new is elsewhere.
        changed = Some(match changed {
            Some(changed) if new.is_empty() => changed,
            Some(changed) if !changed.is_empty() => changed.start..edited.len(),
            Some(_) | None => start..edited.len(),
        });
    }
    edited.push_str(&text[at..]);
    document(&edited)?;
    let changed = changed.unwrap_or(0..0);
    // The line of what is new, not of the line end before it.
    let first = edited[changed.clone()]
        .find(|c: char| !c.is_whitespace())
        .map_or(changed.start, |offset| changed.start + offset);
    let line = edited[..first].matches('\n').count() + 1;
    Ok(Edit { text: edited, changed, line })
}

/// An edit that cannot be made, and where in the text the reason is.
fn refused(text: &str, span: Range<usize>, message: impl Into<String>) -> Vec<Diagnostic> {
    vec![Diagnostic::new(text, Told::new(span, message.into()))]
}

/// Nothing is to be changed.
fn unchanged(text: &str) -> Result<Edit, Vec<Diagnostic>> {
    splice(text, vec![(0..0, String::new())])
}

/// What is put into a line stays in it.
fn one_line(text: &str, new: &str) -> Result<(), Vec<Diagnostic>> {
    if new.contains(['\n', '\r']) {
        return Err(refused(text, 0..0, "what goes into a line is one line"));
    }
    Ok(())
}

/// A word or a sign of a line.
#[derive(Debug)]
struct Word<'d> {
    span: Range<usize>,
    /// As it stands in the text.
    written: &'d str,
    /// What it says: of a text in quotation marks, what is within.
    said: &'d str,
}

/// The words and signs of a line within a place of the text.
fn words_in<'d>(
    text: &'d str,
    document: &'d Document,
    line: usize,
    within: Range<usize>,
) -> Vec<Word<'d>> {
    let tokens = document.lines[line].tokens.iter();
    let inside =
        tokens.filter(|token| token.span.start >= within.start && token.span.end <= within.end);
    inside
        .map(|token| {
            let written = &text[token.span.clone()];
            let said = if written.starts_with('"') { &*token.quoted } else { written };
            Word { span: token.span.clone(), written, said }
        })
        .collect()
}

/// What stands at a place is to be `new`: without the words that both begin with, so that the spaces among these stay.
fn refined(words: &[Word<'_>], span: Range<usize>, new: &str) -> (Range<usize>, String) {
    let (mut end, mut rest) = (span.start, new.trim());
    let mut words = words.iter().peekable();
    while let Some(word) = words.peek() {
        let Some(behind) = rest.trim_start().strip_prefix(word.written) else { break };
        let is_apart = |c: char| c.is_whitespace() || ",:()=".contains(c);
        if !word.written.ends_with(is_apart) && !behind.is_empty() && !behind.starts_with(is_apart)
        {
            break;
        }
        (end, rest) = (word.span.end, behind);
        words.next();
    }
    match words.peek() {
        // The space before what differs stays, where there is to be one.
        Some(next) if rest.starts_with(char::is_whitespace) => {
            (next.span.start..span.end, rest.trim_start().to_owned())
        }
        Some(_) | None => (end..span.end, rest.to_owned()),
    }
}

/// A list of which the `item`-th goes: with what parts it from its neighbour.
fn cut_out(items: &[Range<usize>], item: usize) -> Range<usize> {
    let span = items[item].clone();
    match (item.checked_sub(1).map(|before| &items[before]), items.get(item + 1)) {
        (Some(before), _) => before.end..span.end,
        (None, Some(next)) => span.start..next.start,
        (None, None) => span,
    }
}

/// A statement's line with its end; a byte order mark stays.
fn whole(text: &str, document: &Document, line: usize) -> Range<usize> {
    let whole = document.lines[line].whole.clone();
    whole.start + bom(text, line)..whole.end
}

/// A byte order mark stays at the very beginning.
fn bom(text: &str, line: usize) -> usize {
    if line == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// The first line of what belongs to a statement: the comments that stand directly above it.
fn with_comments(document: &Document, line: usize) -> usize {
    let indent = document.lines[line].indent;
    let mut first = line;
    while let Some(above) = first.checked_sub(1).map(|above| &document.lines[above]) {
        let belongs = above.tokens.is_empty() && above.comment.is_some() && above.indent <= indent;
        if !belongs {
            break;
        }
        first -= 1;
    }
    first
}

/// Where a statement may go that is before all others: at the comments above the first one.
fn top(text: &str, document: &Document) -> usize {
    let first = document.stated.first().map_or(0, |stated| with_comments(document, stated.line));
    document.lines[first].whole.start + bom(text, first)
}

/// How the text ends its lines.
fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        Some(_) | None => "\n",
    }
}

/// A new line behind the line that holds `at`, in the text's own line ends; and the place for it.
fn line_behind(text: &str, document: &Document, line: usize, body: &str) -> (Range<usize>, String) {
    let end = document.lines[line].whole.end;
    let line_end = line_end(text);
    if text[..end].ends_with('\n') {
        (end..end, format!("{body}{line_end}"))
    } else {
        (end..end, format!("{line_end}{body}"))
    }
}

/// The white space that the statements of the text begin with.
fn margin<'t>(text: &'t str, document: &Document) -> &'t str {
    let statements = document.lines.iter().filter(|line| !line.tokens.is_empty());
    statements
        .min_by_key(|line| line.indent)
        .and_then(|line| Some(&text[line.whole.start..line.tokens.first()?.span.start]))
        .unwrap_or_default()
        .trim_start_matches('\u{feff}')
}

#[cfg(test)]
mod tests;
