//! Another instant for a line of the script, or for one message of a line that sends several.

use super::line::{new_line, script};
use super::message::{Found, find_message};
use super::{
    Edit, cut_out, line_end, refused, script_line, splice, unchanged, whole, with_comments,
    words_in,
};
use crate::language::{Diagnostic, Document, Field, Stated, Statement, document};
use crate::time::Time;
use std::ops::Range;

/// Gives a line of the script another instant, and puts it where that belongs: behind the other lines up to it. The comments
/// directly above it and at its end go along. A line that stands right already stays where it is.
///
/// # Errors
/// Where the text is wrong or would be, or there is no such line.
pub fn move_line(text: &str, script_index: usize, at: Time) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    let stated = script_line(text, &document, script_index)?;
    let (instant, new) = instant(text, &document, stated, at);
    let mut script: Vec<(&Stated, Time)> = script(&document).collect();
    let before = script_index.checked_sub(1).map(|before| script[before].1);
    let after = script.get(script_index + 1).map(|(_, after)| *after);
    if before.is_none_or(|before| before <= at) && after.is_none_or(|after| at <= after) {
        return splice(text, vec![(instant, new)]);
    }
    script.remove(script_index);
    let first = with_comments(&document, stated.line);
    let mut gone = whole(text, &document, first).start..document.lines[stated.line].whole.end;
    let mut moved =
        format!("{}{new}{}", &text[gone.start..instant.start], &text[instant.end..gone.end]);
    let target = match script.iter().rfind(|(_, known)| *known <= at) {
        Some((neighbour, _)) => document.lines[neighbour.line].whole.end,
        // It goes before all others, and so before the comments of the first.
        None => script.first().map_or(gone.start, |(next, _)| {
            whole(text, &document, with_comments(&document, next.line)).start
        }),
    };
    let line_end = line_end(text);
    if !moved.ends_with('\n') {
        // It was the last line: its neighbour is that now.
        moved.push_str(line_end);
        gone.start = text[..gone.start].strip_suffix(line_end).map_or(gone.start, str::len);
    } else if target == text.len() && !text.ends_with('\n') {
        moved = format!("{line_end}{}", moved.trim_end_matches(line_end));
    }
    splice(text, vec![(gone, String::new()), (target..target, moved)])
}

/// The place of a line's instant and of the space behind it, and what is to stand there: what the line does stays in its
/// column, where that is the column of another line as well.
fn instant(text: &str, document: &Document, stated: &Stated, at: Time) -> (Range<usize>, String) {
    let words = words_in(text, document, stated.line, stated.span.clone());
    let [_, instant, does, ..] = &words[..] else {
        return (stated.span.end..stated.span.end, String::new());
    };
    let column =
        |line: usize, at: usize| text[whole(text, document, line).start..at].chars().count();
    let shares =
        script(document).filter(|(other, _)| other.line != stated.line).any(|(other, _)| {
            let words = words_in(text, document, other.line, other.span.clone());
            words.get(2).is_some_and(|other_does| {
                column(other.line, other_does.span.start) == column(stated.line, does.span.start)
            })
        });
    let new = at.to_string();
    if !shares {
        return (instant.span.clone(), new);
    }
    let wide = text[instant.span.start..does.span.start].chars().count();
    let gap = wide.saturating_sub(new.len()).max(1);
    (instant.span.start..does.span.start, format!("{new}{}", " ".repeat(gap)))
}

/// Gives a message another instant. One of several of a line gets a line of its own, with what goes for all messages of its line.
///
/// # Errors
/// Where the text is wrong or would be, no line sends the message, or its line sends it as one of a range, or in turn with others.
pub fn move_message(text: &str, message: &str, at: Time) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    let Found { stated, count, in_turn, item, span } = find_message(text, &document, message)?;
    if count == 1 {
        let place = script(&document).position(|(other, _)| other.line == stated.line);
        return move_line(text, place.unwrap_or(usize::MAX), at);
    }
    if matches!(stated.statement, Statement::At { at: before, .. } if before == at && !in_turn) {
        return unchanged(text);
    }
    if in_turn && item + 1 < count {
        let message = format!(
            "those behind `{message}` come one after the other (`every`), and would come sooner: change the line"
        );
        return Err(refused(text, span, message));
    }
    let items: Vec<Range<usize>> =
        (0..count).filter_map(|item| stated.mark(Field::Item, item)).collect();
    let for_all = for_all(text, &document, stated, items.last());
    let said = format!("send {}{for_all}", &text[span]);
    let gone = cut_out(&items, item);
    splice(text, vec![(gone, String::new()), new_line(text, &document, at, &said)])
}

/// What goes for all messages of a line, as it stands there: ` with account=A`.
fn for_all(
    text: &str,
    document: &Document,
    stated: &Stated,
    last: Option<&Range<usize>>,
) -> String {
    let every = stated.mark(Field::Every, 1);
    let behind = last.map_or(stated.span.end, |last| last.end)..stated.span.end;
    let words = words_in(text, document, stated.line, behind);
    // The time of `every` is marked; its word stands before it.
    let timed = every.and_then(|every| words.iter().position(|word| word.span == every));
    let is_of_every =
        |place: usize| timed.is_some_and(|timed| place == timed || place + 1 == timed);
    let own: Vec<_> = words
        .iter()
        .enumerate()
        .filter(|(place, _)| !is_of_every(*place))
        .map(|(_, word)| word)
        .collect();
    match own[..] {
        [first, .., last] => format!(" {}", &text[first.span.start..last.span.end]),
        [] | [_] => String::new(),
    }
}
