//! `send a1(A) a2 account=B delay 5s o1..o20 with fairness acme every 200ms`.

use crate::kept::words;
use crate::language::cursor::{Cursor, Read};
use crate::language::fault::Fault;
use crate::language::lexer::Kind;
use crate::language::limits::MAX_HEADERS;
use crate::language::statement::{Field, Properties, SendLine, SentItem};

/// The words that follow a message in a send line; a message of such a name stands in quotation marks.
const PROPERTIES: [&str; 5] = ["delay", "fairness", "weight", "with", "every"];

pub(super) fn line(c: &mut Cursor<'_>) -> Read<SendLine> {
    let mut sent = SendLine::default();
    while !c.at_end() {
        if sent.messages.is_empty() {
            if let Some(word) = c.word().filter(|word| PROPERTIES.contains(word)) {
                let fault = c.refuse(words!(
                    "`{word}` follows a message; a message of that name stands in quotation marks"
                ));
                return Err(Box::new(fault.suggest(Some(words!("\"{word}\"")))));
            }
        } else if c.eat("with") {
            sent.with = properties(c, usize::MAX)?;
            if sent.with.is_empty() {
                return Err(c.unexpected("what goes for every message of the line"));
            }
            continue;
        } else if c.eat("every") {
            let start = c.here().start;
            sent.every = Some(c.time("the time from one message to the next", Field::Every, 0)?);
            c.mark(Field::Every, 1, start..c.behind());
            if !c.at_end() && c.word() != Some("with") {
                return Err(c.unexpected(
                    "`with`, or the end of the line: `every` goes for all of its messages",
                ));
            }
            continue;
        }
        if sent.every.is_some() || !sent.with.is_empty() {
            return Err(c.unexpected("the end of the line: `with` goes for all messages before it"));
        }
        let item = sent.messages.len();
        sent.messages.push(message(c, item)?);
    }
    if sent.messages.is_empty() {
        return Err(c.unexpected("the messages to send"));
    }
    Ok(sent)
}

fn message(c: &mut Cursor<'_>, item: usize) -> Read<SentItem> {
    let start = c.here().start;
    let id = match c.name("a message's name") {
        Ok((id, span)) => {
            c.mark(Field::Message, item, span);
            id
        }
        Err(fault) => {
            return Err(if c.kind() == Some(Kind::Comma) {
                Box::new(fault.with(|told| {
                    told.message =
                        "messages stand side by side, without a comma: `send a1 a2`".to_owned();
                    told.expected.clear();
                }))
            } else if item > 0 {
                // A sign that belongs to the message before.
                c.unexpected("a message's name")
            } else {
                fault
            });
        }
    };
    let to = if c.eat_close_sign(Kind::Dots) {
        Some(c.named("the last name of the range", Field::To, item)?)
    } else {
        None
    };
    let key = if c.eat_close_sign(Kind::Open) {
        let key = c.named("the value of the ordering key", Field::Key, item)?;
        c.need_sign(Kind::Close)?;
        Some(key)
    } else {
        None
    };
    let properties = properties(c, item)?;
    c.mark(Field::Item, item, start..c.behind());
    Ok(SentItem { id, to, key, properties })
}

fn properties(c: &mut Cursor<'_>, item: usize) -> Read<Properties> {
    let mut found = Properties::default();
    loop {
        let start = c.here();
        let twice = if c.kind_ahead(1) == Some(Kind::Equals) {
            let (name, _) = c.name("a header's name")?;
            c.advance();
            if c.at_end() {
                return Err(c.refuse(words!(
                    "the header `{name}` has no value; an empty one is written `{name}=\"\"`"
                )));
            }
            let (value, _) = c.name("the header's value")?;
            c.mark(Field::Header, item, start.start..c.behind());
            if found.headers.len() == MAX_HEADERS {
                return Err(Box::new(Fault::new(
                    start.start..c.behind(),
                    words!("a message has more headers than the limit of {MAX_HEADERS}"),
                )));
            }
            let twice = found.headers.iter().any(|(known, _)| *known == name);
            found.headers.push((name, value));
            twice
        } else if c.eat("delay") {
            let time = c.time("how long it waits at first", Field::Delay, item)?;
            found.delay.replace(time).is_some()
        } else if c.eat("fairness") {
            let (key, _) = c.name("the fairness key")?;
            found.fairness.replace(key).is_some()
        } else if c.eat("weight") {
            let weight = c.count("a weight")?;
            found.weight.replace(weight).is_some()
        } else {
            c.ask("name=value");
            return Ok(found);
        };
        if twice {
            return Err(Box::new(Fault::new(
                start.start..c.behind(),
                "this is said twice of one message",
            )));
        }
    }
}
