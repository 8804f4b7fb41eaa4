//! What a message has: its key, its headers, its fairness key, its weight; where the message is sent.

use super::message::{Found, find_message};
use super::{Edit, Word, one_line, refused, splice, unchanged, words_in};
use crate::language::{Act, Diagnostic, Document, Field, Name, Statement, document};
use crate::scenario::{Component, OrderDecl};
use std::ops::Range;

/// Something that is said of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property<'p> {
    /// The value of the one header that the queue is ordered by.
    Key,
    /// The value of a header.
    Header(&'p str),
    /// The fairness key.
    Fairness,
    /// The weight of its fairness key.
    Weight,
}

/// Sets what is said of a message; an empty value takes it away.
///
/// # Errors
/// Where the text is wrong or would be, no line sends the message, a range does, or it is said for all messages of the line.
pub fn set_property(
    text: &str,
    message: &str,
    property: Property<'_>,
    value: &str,
) -> Result<Edit, Vec<Diagnostic>> {
    one_line(text, value)?;
    let document = document(text)?;
    let Found { stated, item, span, .. } = find_message(text, &document, message)?;
    let header = ordering_header(&document);
    let words = words_in(text, &document, stated.line, span.clone());
    let known = properties(&words);
    let find = |name: &str, is_header: bool| {
        known.iter().find(|known| known.name == name && known.is_header == is_header)
    };
    let (name, is_header) = match property {
        Property::Key => match (stated.mark(Field::Key, item), header) {
            (Some(key), _) if value.is_empty() => {
                // With the parentheses, whatever the spaces within.
                let open = text[..key.start].rfind('(').unwrap_or(key.start);
                let close = text[key.end..].find(')').map_or(key.end, |at| key.end + at + 1);
                return splice(text, vec![(open..close, String::new())]);
            }
            (Some(key), _) => return splice(text, vec![(key, Name(value).to_string())]),
            (None, Some(header)) if find(header, true).is_some() => (header, true),
            (None, _) if value.is_empty() => return unchanged(text),
            (None, _) => {
                let name = stated.mark(Field::To, item).or(stated.mark(Field::Message, item));
                let end = name.map_or(span.end, |name| name.end);
                return splice(text, vec![(end..end, format!("({})", Name(value)))]);
            }
        },
        Property::Header(name) => match stated.mark(Field::Key, item) {
            // Its value stands in parentheses.
            Some(_) if header == Some(name) => {
                return set_property(text, message, Property::Key, value);
            }
            Some(_) | None => (name, true),
        },
        Property::Fairness => ("fairness", false),
        Property::Weight => ("weight", false),
    };
    let sign = if is_header { "=" } else { " " };
    let written = if is_header { Name(name).to_string() } else { name.to_owned() };
    let piece = match find(name, is_header) {
        Some(known) if value.is_empty() => {
            (text[..known.whole.start].trim_end().len()..known.whole.end, String::new())
        }
        Some(known) => (known.value.clone(), Name(value).to_string()),
        None if value.is_empty() && is_for_all(&stated.statement, property) => {
            let message = format!("the line says `{name}` for all of its messages, behind `with`");
            return Err(refused(text, span, message));
        }
        None if value.is_empty() => return unchanged(text),
        None => (span.end..span.end, format!(" {written}{sign}{}", Name(value))),
    };
    splice(text, vec![piece])
}

/// Whether the line says it for all of its messages.
fn is_for_all(statement: &Statement, property: Property<'_>) -> bool {
    let Statement::At { act: Act::Send(line), .. } = statement else {
        return false;
    };
    match property {
        Property::Key => false,
        Property::Header(name) => line.with.headers.iter().any(|(known, _)| known == name),
        Property::Fairness => line.with.fairness.is_some(),
        Property::Weight => line.with.weight.is_some(),
    }
}

/// The single header that the queue is ordered by.
fn ordering_header(document: &Document) -> Option<&str> {
    let OrderDecl::By(key) = &document.parsed.scenario.queue.order else {
        return None;
    };
    match &key[..] {
        [Component::Header(name)] => Some(name),
        _ => None,
    }
}

/// Something that is said of a message, where it stands.
struct Known<'d> {
    name: &'d str,
    is_header: bool,
    whole: Range<usize>,
    value: Range<usize>,
}

/// What stands behind a message's name, range and key.
fn properties<'d>(words: &[Word<'d>]) -> Vec<Known<'d>> {
    let mut known = Vec::new();
    let mut rest = match words.get(1).map(|word| word.written) {
        Some("(" | "..") => {
            let close = words.iter().position(|word| word.written == ")");
            let range = if words[1].written == ".." { 3 } else { 1 };
            let keyed = words.get(range).is_some_and(|word| word.written == "(");
            let behind = close.filter(|_| keyed).map_or(range, |close| close + 1);
            words.get(behind..).unwrap_or_default()
        }
        Some(_) | None => words.get(1..).unwrap_or_default(),
    };
    while let [first, second, behind @ ..] = rest {
        let (value, is_header, others) = match behind {
            [value, others @ ..] if second.written == "=" => (value, true, others),
            others => (second, false, others),
        };
        known.push(Known {
            name: first.said,
            is_header,
            whole: first.span.start..value.span.end,
            value: value.span.clone(),
        });
        rest = others;
    }
    known
}
