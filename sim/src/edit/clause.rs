//! The clauses of the queue: each by its name, with what the language writes behind it.

use super::head::{new_queue, the_queue};
use super::{
    Edit, cut_out, line_behind, line_end, margin, one_line, refined, refused, splice, unchanged,
    whole, words_in,
};
use crate::language::{Diagnostic, Document, Field, Statement, document};
use std::ops::Range;

/// The names of the clauses and what each is marked as, in the order in which a queue has them.
const CLAUSES: [(&str, Field); 13] = [
    ("order", Field::Order),
    ("missing key", Field::Key),
    ("rule", Field::Classify),
    ("shards", Field::Shards),
    ("batches of", Field::Batches),
    ("durability", Field::Durability),
    ("reclaim grace", Field::ReclaimGrace),
    ("lease", Field::Lease),
    ("retry", Field::Attempts),
    ("backoff", Field::Backoff),
    ("on failure", Field::Rule),
    ("quantum", Field::Quantum),
    ("workers take turns", Field::Worker),
];

/// Sets a clause of the queue, adds it, or takes it away where the value is empty.
///
/// | clause | value |
/// |---|---|
/// | `order` | `unordered`, `ordered`, `ordered by header X` |
/// | `missing key` | `reject`, `unordered` |
/// | `lease`, `reclaim grace` | a time |
/// | `retry` | how many attempts |
/// | `backoff` | `none`, `5s fixed`, `1s up to 60s` |
/// | `on failure` | `by nack from attempt 2: dead-letter`, `retry after 5s` |
/// | `rule` | `attribute Y = header X`, `fairness key = header X`, `weight = 3`, each with its `when` |
/// | `shards` | `4 by header X` |
/// | `quantum`, `batches of` | a number |
/// | `durability` | `committed`, `fast` |
/// | `workers take turns` | anything |
///
/// Of `on failure` and `rule` a queue has several: `index` is the place among them, and one past the last adds another.
///
/// # Errors
/// Where the text is wrong or would be, there is no such clause, or the value is more than one.
pub fn set_clause(
    text: &str,
    clause: &str,
    index: usize,
    value: &str,
) -> Result<Edit, Vec<Diagnostic>> {
    one_line(text, value)?;
    let document = document(text)?;
    let Some(rank) = CLAUSES.iter().position(|(known, _)| *known == clause) else {
        return Err(refused(text, 0..0, format!("a queue has no clause `{clause}`")));
    };
    let known = clauses(&document);
    let mut alike = known.iter().enumerate().filter(|(_, found)| found.rank == rank);
    let place = alike.nth(index).map(|(place, _)| place);
    let written = written(clause, value.trim());
    let (piece, count) = match (place, value.trim().is_empty()) {
        (Some(place), true) => (without(text, &document, &known, place), known.len() - 1),
        (Some(place), false) => {
            let Found { line, span, .. } = &known[place];
            let words = words_in(text, &document, *line, span.clone());
            (refined(&words, span.clone(), &written), known.len())
        }
        (None, true) => return unchanged(text),
        (None, false) => (added(text, &document, &known, rank, &written), known.len() + 1),
    };
    let at = piece.0.clone();
    let edit = splice(text, vec![piece])?;
    // What is in it may be more than a clause, or end in a comment that the rest of the line is then in.
    if crate::language::document(&edit.text).is_ok_and(|document| clauses(&document).len() == count)
    {
        Ok(edit)
    } else {
        Err(refused(text, at, format!("`{written}` is not one clause")))
    }
}

/// A clause of the text.
#[derive(Debug)]
struct Found {
    /// Its place among the names.
    rank: usize,
    /// Its line's place in the list of lines.
    line: usize,
    span: Range<usize>,
}

fn clauses(document: &Document) -> Vec<Found> {
    let mut known = Vec::new();
    for stated in &document.stated {
        let (Statement::Queue { clauses, .. } | Statement::Clauses(clauses)) = &stated.statement
        else {
            continue;
        };
        for part in 0..clauses.len() {
            // The whole clause is marked behind its parts; the queue's name is of no clause.
            let marks = stated.marks().iter().filter(|mark| mark.part == part);
            let whole =
                marks.filter(|mark| mark.field != Field::Name).max_by_key(|mark| mark.span.len());
            let Some(whole) = whole else { continue };
            let rank = CLAUSES.iter().position(|(_, field)| *field == whole.field);
            known.push(Found {
                rank: rank.unwrap_or(CLAUSES.len()),
                line: stated.line,
                span: whole.span.clone(),
            });
        }
    }
    known
}

/// The whole clause.
fn written(clause: &str, value: &str) -> String {
    let is_number = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
    match clause {
        "order" | "rule" => value.to_owned(),
        "workers take turns" => clause.to_owned(),
        "missing key" => format!("missing key: {value}"),
        "retry" if value == "1" => "retry 1 attempt".to_owned(),
        "retry" if is_number => format!("retry {value} attempts"),
        "backoff" if value == "none" => "no backoff".to_owned(),
        "on failure" if value.starts_with(':') => format!("on failure{value}"),
        "on failure" if !value.contains(':') => format!("on failure: {value}"),
        _ => format!("{clause} {value}"),
    }
}

/// A clause goes, with the comma that parts it from its neighbour; the last one of a line goes with the line.
fn without(
    text: &str,
    document: &Document,
    known: &[Found],
    place: usize,
) -> (Range<usize>, String) {
    let Found { line, span, .. } = &known[place];
    let first = known.iter().position(|found| found.line == *line).unwrap_or(place);
    let beside: Vec<Range<usize>> =
        known.iter().filter(|found| found.line == *line).map(|found| found.span.clone()).collect();
    let mut gone = cut_out(&beside, place - first);
    if beside.len() == 1 {
        let is_head = the_queue(document).is_some_and(|queue| queue.line == *line);
        gone = if is_head {
            text[..span.start].trim_end().len()..span.end
        } else {
            whole(text, document, *line)
        };
    }
    (gone, String::new())
}

/// A clause on a line of its own: behind those that a queue has before it.
fn added(
    text: &str,
    document: &Document,
    known: &[Found],
    rank: usize,
    written: &str,
) -> (Range<usize>, String) {
    let Some(queue) = the_queue(document) else {
        let line_end = line_end(text);
        let inside = format!("{}  ", margin(text, document));
        return new_queue(text, document, &format!("queue queue{line_end}{inside}{written}"));
    };
    let indent = known
        .iter()
        .find(|found| found.line != queue.line)
        .map(|found| {
            let start = whole(text, document, found.line).start;
            let line = &text[start..found.span.start];
            line[..line.len() - line.trim_start().len()].to_owned()
        })
        .unwrap_or_else(|| format!("{}  ", margin(text, document)));
    let before =
        known.iter().rfind(|found| found.rank <= rank).map_or(queue.line, |found| found.line);
    line_behind(text, document, before, &format!("{indent}{written}"))
}
