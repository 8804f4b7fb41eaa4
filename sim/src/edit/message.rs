//! The enqueue delay of a message, where the message is sent.

use super::{Edit, refused, splice};
use crate::language::{Act, Diagnostic, Field, Statement, document};
use crate::scenario::NameRange;
use crate::time::Time;

/// Sets the enqueue delay of a message (D1).
///
/// A message of a range has the delay of its range: it is refused, with the advice to send it by itself.
///
/// # Errors
/// Where the text is wrong, no line sends the message, or a range does.
pub fn set_delay(text: &str, message: &str, delay: Time) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    for stated in &document.stated {
        let Statement::At { act: Act::Send(line), .. } = &stated.statement else {
            continue;
        };
        for (item, sent) in line.messages.iter().enumerate() {
            let end = stated.mark(Field::Item, item).unwrap_or(stated.span.clone());
            if let Some(to) = &sent.to {
                let has = |mut names: NameRange| names.any(|name| name == message);
                if NameRange::new(&sent.id, Some(to)).is_ok_and(has) {
                    return Err(refused(
                        text,
                        end,
                        format!(
                            "`{message}` is one of a range, which has one delay; send `{message}` by itself to give it its own"
                        ),
                    ));
                }
                continue;
            }
            if sent.id != message {
                continue;
            }
            let piece = match stated.mark(Field::Delay, item) {
                Some(span) if delay.is_zero() && line.with.delay.is_none() => {
                    // Back over the word `delay` and the space before it.
                    let word = text[..span.start].trim_end().len() - "delay".len();
                    let start = text[..word].trim_end().len();
                    (start..span.end, String::new())
                }
                Some(span) => (span, delay.to_string()),
                None if delay.is_zero() && line.with.delay.is_none() => {
                    (end.end..end.end, String::new())
                }
                None => (end.end..end.end, format!(" delay {delay}")),
            };
            return splice(text, vec![piece]);
        }
    }
    Err(refused(text, 0..0, format!("no message is called `{message}`: no line sends it")))
}
