//! What an `at` line does: a send, a word to the queue, something that a worker does.

use super::send;
use crate::kept::words;
use crate::language::cursor::{Cursor, Read};
use crate::language::diagnostic::nearest;
use crate::language::fault::Fault;
use crate::language::lexer::Kind;
use crate::language::statement::{Act, Field};
use crate::scenario::{Action, Selection};
use std::num::NonZeroU32;

/// What a worker does.
const VERBS: [&str; 9] =
    ["acks", "nacks", "rejects", "extends", "crashes", "returns", "joins", "leaves", "cut"];
/// What is said to the queue.
const COMMANDS: [&str; 5] = ["send", "redrive", "dead-letter", "purge", "leader"];

pub(super) fn line(c: &mut Cursor<'_>) -> Read<Act> {
    // `send acks` is a message of that name; `send` alone is not a worker.
    if c.eat("send") {
        return send::line(c).map(Act::Send);
    }
    if c.eat("redrive") {
        return selection(c, "which dead letters to redrive")
            .map(|which| Act::Other(Action::Redrive(which)));
    }
    if c.eat("dead-letter") {
        let message = c.named("the message's name", Field::Message, 0)?;
        return Ok(Act::Other(Action::DeadLetter { message }));
    }
    if c.eat("purge") {
        let which =
            if c.at_end() { Selection::All } else { selection(c, "which dead letters to purge")? };
        return Ok(Act::Other(Action::Purge(which)));
    }
    let leader = c.here();
    if c.eat("leader") {
        if c.word().is_some_and(|word| word != "crashes" && VERBS.contains(&word)) {
            let message = words!(
                "the leader only crashes: a worker of that name is written in quotation marks"
            );
            let quoted = Some("\"leader\"".to_owned());
            return Err(Box::new(Fault::new(leader, message).suggest(quoted)));
        }
        c.need("crashes")?;
        return Ok(Act::Other(Action::LeaderCrash));
    }
    let second = c.ahead(1).unwrap_or_default();
    if c.kind() == Some(Kind::Word)
        && nearest(second, &mut VERBS.into_iter()).is_none()
        && !VERBS.contains(&second)
    {
        let first = c.word().unwrap_or_default();
        if nearest(first, &mut COMMANDS.into_iter()).is_some() || VERBS.contains(&first) {
            return Err(c.unexpected("a worker, or what happens"));
        }
    }
    if c.at_end() {
        return Err(c.unexpected("what happens then"));
    }
    let start = c.here().start;
    let worker = c.named("a worker, or what happens", Field::Worker, 0)?;
    verb(c, worker, start).map(Act::Other)
}

/// What the worker does whose name begins there.
fn verb(c: &mut Cursor<'_>, worker: String, start: usize) -> Read<Action> {
    if c.eat("acks") {
        let message = message(c, &[])?;
        return Ok(Action::Ack { worker, message });
    }
    if c.eat("nacks") {
        has_comma(c, start)?;
        let message = message(c, &[])?;
        has_comma(c, start)?;
        let retry_after = retry_after(c)?;
        return Ok(Action::Nack { worker, message, retry_after });
    }
    if c.eat("rejects") {
        let message = message(c, &[])?;
        return Ok(Action::Reject { worker, message });
    }
    if c.eat("extends") {
        let message = message(c, &["by"])?;
        c.need("by")?;
        let by = c.time("how much longer", Field::Time, 0)?;
        return Ok(Action::Extend { worker, message, by });
    }
    if c.eat("crashes") {
        return Ok(Action::Crash { worker });
    }
    if c.eat("returns") {
        return Ok(Action::Return { worker });
    }
    if c.eat("joins") {
        let mut taking = NonZeroU32::MIN;
        if c.eat("taking") {
            let span = c.here();
            taking = c.count("the number of messages that it may hold")?;
            c.mark(Field::Credit, 0, span);
        }
        return Ok(Action::Join { worker, taking });
    }
    if c.eat("leaves") {
        return Ok(Action::Leave { worker });
    }
    c.ask("cut off");
    if c.word() == Some("cut") {
        c.need("cut")?;
        c.need("off")?;
        c.need("for")?;
        let lasting = c.time("for how long", Field::Time, 0)?;
        return Ok(Action::CutOff { worker, lasting });
    }
    if matches!(c.word(), Some("has" | "idle" | "waits")) {
        return Err(c.refuse("this is an expectation: indent the line under `expect`"));
    }
    Err(c.unexpected(&words!("what {worker} does")))
}

/// Of a `, retry after D`, neither the comma nor the first word is left out; what it belongs to begins at `start`.
pub(super) fn has_comma(c: &Cursor<'_>, start: usize) -> Read<()> {
    let comma = usize::from(c.kind() == Some(Kind::Comma));
    let words = usize::from(c.ahead(comma) == Some("retry"));
    if words + comma == 2 || c.ahead(comma + words) != Some("after") {
        return Ok(());
    }
    let time = c.ahead(comma + words + 1).unwrap_or_default();
    if !time.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(());
    }
    let wrong = c.ahead(comma).unwrap_or_default();
    let message = words!("expected `, retry after {time}`, found `{wrong}`");
    let meant = words!("{}, retry after {time}", c.since(start));
    Err(Box::new(Fault::new(c.span_ahead(comma), message).suggest(Some(meant))))
}

/// `, retry after D`, where it follows.
pub(super) fn retry_after(c: &mut Cursor<'_>) -> Read<Option<crate::time::Time>> {
    let start = c.here().start;
    if !c.eat_sign(Kind::Comma) {
        return Ok(None);
    }
    c.need("retry")?;
    c.need("after")?;
    let time = c.time("the wait before the retry", Field::Time, 0)?;
    c.mark(Field::RetryAfter, 0, start..c.behind());
    Ok(Some(time))
}

/// A message's name, where one follows.
fn message(c: &mut Cursor<'_>, but: &[&str]) -> Read<Option<String>> {
    let is_name = match c.kind() {
        Some(Kind::Word) => c.word().is_some_and(|word| !but.contains(&word)),
        Some(Kind::Quoted) => true,
        Some(_) | None => false,
    };
    if is_name { c.named("the message's name", Field::Message, 0).map(Some) } else { Ok(None) }
}

fn selection(c: &mut Cursor<'_>, what: &str) -> Read<Selection> {
    if c.eat("all") {
        return Ok(Selection::All);
    }
    if c.word().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit())) {
        return c.count("a number of dead letters").map(Selection::First);
    }
    c.named(&words!("{what}: `all`, a number or a message"), Field::Message, 0)
        .map(Selection::Message)
}
