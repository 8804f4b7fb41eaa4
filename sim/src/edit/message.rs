//! The enqueue delay of a message, where the message is sent.

use super::{Edit, refused, splice};
use crate::language::{Act, Diagnostic, Document, Field, Stated, Statement, document};
use crate::scenario::NameRange;
use crate::time::Time;
use std::ops::Range;

/// Sets the enqueue delay of a message (D1).
///
/// A message of a range has the delay of its range: it is refused, with the advice to send it by itself.
///
/// # Errors
/// Where the text is wrong, no line sends the message, or a range does.
pub fn set_delay(text: &str, message: &str, delay: Time) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    let Found { stated, item, span, .. } = find_message(text, &document, message)?;
    let end = span.end;
    let for_all = matches!(&stated.statement, Statement::At { act: Act::Send(line), .. } if line.with.delay.is_some());
    let piece = match stated.mark(Field::Delay, item) {
        Some(span) if delay.is_zero() && !for_all => {
            // Back over the word `delay` and the space before it.
            let word = text[..span.start].trim_end().len() - "delay".len();
            let start = text[..word].trim_end().len();
            (start..span.end, String::new())
        }
        Some(span) => (span, delay.to_string()),
        None if delay.is_zero() && !for_all => (end..end, String::new()),
        None => (end..end, format!(" delay {delay}")),
    };
    splice(text, vec![piece])
}

/// A message where it is sent.
pub(super) struct Found<'d> {
    pub(super) stated: &'d Stated,
    /// How many the line sends, ranges as one.
    pub(super) count: usize,
    /// Whether they come one after the other.
    pub(super) in_turn: bool,
    /// Its place among those of the line.
    pub(super) item: usize,
    /// All that is said of it alone.
    pub(super) span: Range<usize>,
}

/// A message that a line sends by itself.
pub(super) fn find_message<'d>(
    text: &str,
    document: &'d Document,
    message: &str,
) -> Result<Found<'d>, Vec<Diagnostic>> {
    for stated in &document.stated {
        let Statement::At { act: Act::Send(line), .. } = &stated.statement else {
            continue;
        };
        for (item, sent) in line.messages.iter().enumerate() {
            let span = stated.mark(Field::Item, item).unwrap_or(stated.span.clone());
            if let Some(to) = &sent.to {
                let has = |mut names: NameRange| names.any(|name| name == message);
                if NameRange::new(&sent.id, Some(to)).is_ok_and(has) {
                    return Err(refused(
                        text,
                        span,
                        format!(
                            "`{message}` is one of a range, of which all is said at once; send `{message}` by itself to have it otherwise"
                        ),
                    ));
                }
            } else if sent.id == message {
                let (count, in_turn) = (line.messages.len(), line.every.is_some());
                return Ok(Found { stated, count, in_turn, item, span });
            }
        }
    }
    Err(refused(text, 0..0, format!("no message is called `{message}`: no line sends it")))
}
