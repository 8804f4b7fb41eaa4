//! `[at T] CLAIM, CLAIM`: what must hold at an instant or over the run.

use crate::kept::words;
use crate::language::cursor::{Cursor, Read};
use crate::language::diagnostic::nearest;
use crate::language::fault::Fault;
use crate::language::lexer::Kind;
use crate::language::statement::{Field, Statement};
use crate::scenario::Claim;

/// The words that a claim begins with, where it is about no message or worker.
const CLAIMS: [&str; 9] =
    ["dead", "done", "deliveries", "group", "max", "delivered", "lost", "nothing", "processed"];
/// What is said of a message or a worker.
const STATES: [&str; 3] = ["has", "idle", "waits"];

pub(super) fn line(c: &mut Cursor<'_>) -> Read<Statement> {
    let is_worker = matches!(c.ahead(1), Some("has" | "idle" | "waits"));
    let at = if !is_worker && c.eat("at") {
        Some(c.time("an instant such as `5s`", Field::At, 0)?)
    } else {
        None
    };
    let mut claims = vec![claim(c)?];
    while c.eat_sign(Kind::Comma) {
        c.next_part();
        claims.push(claim(c)?);
    }
    Ok(Statement::Expect { at, claims })
}

fn claim(c: &mut Cursor<'_>) -> Read<Claim> {
    for word in CLAIMS {
        c.ask(word);
    }
    let second = c.ahead(1).unwrap_or_default();
    let is_named = STATES.contains(&second);
    if (!is_named || c.word() == Some("nothing"))
        && let Some(claim) = over_all(c)?
    {
        return Ok(claim);
    }
    // `gruop A: a1` is no claim about a worker, which `W1 idel` is.
    let is_near =
        |word: &str, known: &[&'static str]| nearest(word, &mut known.iter().copied()).is_some();
    let is_misspelt = !is_named
        && !is_near(second, &STATES)
        && c.word().is_some_and(|word| is_near(word, &CLAIMS));
    if is_misspelt || c.kind_ahead(1) == Some(Kind::Colon) {
        return Err(unknown(c));
    }
    let (name, span) = c.name("").map_err(|_| unknown(c))?;
    if c.eat("has") {
        c.mark(Field::Worker, 0, span);
        let messages = list(c, false)?;
        return Ok(Claim::Has { worker: name, messages });
    }
    if c.eat("idle") {
        c.mark(Field::Worker, 0, span);
        return Ok(Claim::Idle { worker: name });
    }
    if c.eat("waits") {
        c.mark(Field::Message, 0, span);
        return waits(c, name);
    }
    Err(c.unexpected(&words!("what is expected of {name}")))
}

/// No claim begins so.
fn unknown(c: &Cursor<'_>) -> Box<Fault> {
    Box::new(c.unexpected("an expectation").with(|told| {
        told.expected.extend(["a message".to_owned(), "a worker".to_owned()]);
    }))
}

fn waits(c: &mut Cursor<'_>, message: String) -> Read<Claim> {
    if c.eat("behind") {
        let behind = c.named("the message that it waits for", Field::Message, 1)?;
        return Ok(Claim::WaitsBehind { message, behind });
    }
    if c.eat("until") {
        let until = c.time("until when it waits", Field::Time, 0)?;
        return Ok(Claim::WaitsUntil { message, until });
    }
    if c.eat("for") {
        if c.word() == Some("a") && c.ahead(1) == Some("worker") {
            c.need("a")?;
            c.need("worker")?;
            return Ok(Claim::WaitsForWorker { message });
        }
        if c.word() == Some("its") && c.ahead(1) == Some("turn") {
            c.need("its")?;
            c.need("turn")?;
            return Ok(Claim::WaitsForTurn { message });
        }
        if c.word() == Some("reclaim") {
            c.need("reclaim")?;
            return Ok(Claim::WaitsForReclaim { message });
        }
        let throttle =
            c.named("`a worker`, `its turn`, `reclaim` or a throttle", Field::Throttle, 0)?;
        return Ok(Claim::WaitsForThrottle { message, throttle });
    }
    if c.at_end() || c.kind() == Some(Kind::Comma) {
        return Ok(Claim::Waits { message });
    }
    Err(c.unexpected("what it waits for"))
}

/// A claim that begins with a word of its own.
fn over_all(c: &mut Cursor<'_>) -> Read<Option<Claim>> {
    let claim = if c.eat("dead") {
        Claim::Dead { messages: listed(c, true)? }
    } else if c.eat("done") {
        Claim::Done { messages: listed(c, true)? }
    } else if c.eat("processed") {
        c.need("twice")?;
        Claim::ProcessedTwice { messages: listed(c, true)? }
    } else if c.eat("deliveries") {
        Claim::Deliveries { messages: listed(c, true)? }
    } else if c.eat("nothing") {
        c.need("waits")?;
        Claim::NothingWaits
    } else if c.eat("lost") {
        c.need("nothing")?;
        Claim::LostNothing
    } else if c.eat("group") {
        let key = key(c)?;
        Claim::Group { key, deliveries: listed(c, true)? }
    } else if c.eat("max") {
        c.need("in")?;
        c.need("flight")?;
        let key = if c.kind() == Some(Kind::Colon) { None } else { Some(key(c)?) };
        c.need_sign(Kind::Colon)?;
        let most = c.number("a number of messages", 0, u64::from(u32::MAX))?;
        Claim::MaxInFlight { key, most: u32::try_from(most).unwrap_or(u32::MAX) }
    } else if c.eat("delivered") {
        let earlier = c.named("the message that goes first", Field::Message, 0)?;
        c.need("before")?;
        let later = c.named("the message that goes later", Field::Message, 1)?;
        Claim::DeliveredBefore { earlier, later }
    } else {
        return Ok(None);
    };
    Ok(Some(claim))
}

/// `: a1 a2 a3`, or `: none`.
fn listed(c: &mut Cursor<'_>, may_be_none: bool) -> Read<Vec<String>> {
    c.need_sign(Kind::Colon)?;
    list(c, may_be_none)
}

fn list(c: &mut Cursor<'_>, may_be_none: bool) -> Read<Vec<String>> {
    let mut messages = Vec::new();
    if may_be_none && c.eat("none") {
        return Ok(messages);
    }
    while !c.at_end() && c.kind() != Some(Kind::Comma) {
        messages.push(c.named("a message's name", Field::Message, messages.len())?);
    }
    if messages.is_empty() {
        return Err(c.unexpected("the messages' names"));
    }
    Ok(messages)
}

/// A group's key values: `A`, `acme/A`, `"x/y"/B`.
fn key(c: &mut Cursor<'_>) -> Read<Vec<String>> {
    let start = c.here().start;
    let mut parts = vec![String::new()];
    loop {
        let is_bare = c.kind() == Some(Kind::Word);
        let (text, span) = c.name("the group's key value")?;
        if is_bare {
            let mut pieces = text.split('/');
            if let (Some(last), Some(first)) = (parts.last_mut(), pieces.next()) {
                last.push_str(first);
            }
            parts.extend(pieces.map(str::to_owned));
        } else if let Some(last) = parts.last_mut() {
            last.push_str(&text);
        }
        let goes_on =
            matches!(c.kind(), Some(Kind::Word | Kind::Quoted)) && c.here().start == span.end;
        if !goes_on {
            break;
        }
    }
    c.mark(Field::Key, 0, start..c.behind());
    Ok(parts)
}
