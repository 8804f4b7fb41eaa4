//! What a line may say: each statement's first word, and who reads on from there.

mod act;
mod classifier;
mod expect;
mod queue;
mod send;
mod throttle;
mod work;

use super::cursor::{Cursor, Read};
use super::fault::Fault;
use super::lexer::{Kind, SourceLine, Token};
use super::statement::{Field, Stated, Statement};
use super::tone::Tone;
use crate::kept::words;
use crate::scenario::Note;
use std::ops::Range;

/// What the indented lines below a statement are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// Clauses of the queue.
    Queue,
    Work,
    Expect,
    /// The statement has no lines of its own.
    None,
}

/// The words that begin a statement.
pub(crate) const STATEMENTS: [&str; 10] =
    ["title", "queue", "workers", "worker", "throttle", "at", "note", "until", "work", "expect"];

/// A line that says nothing, and why.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    /// Its place in the list of lines.
    pub(crate) line: usize,
    pub(crate) section: Section,
    pub(crate) fault: Fault,
}

/// Reads all lines: the statements, and a fault for each line that is none.
pub(crate) fn read(text: &str, lines: &[SourceLine]) -> (Vec<Stated>, Vec<Broken>) {
    read_toned(text, lines, &mut Vec::new())
}

/// Reads all lines, and notes what each part of them was taken for.
pub(crate) fn read_toned(
    text: &str,
    lines: &[SourceLine],
    tones: &mut Vec<(Range<usize>, Tone)>,
) -> (Vec<Stated>, Vec<Broken>) {
    let mut stated = Vec::new();
    let mut faults = Vec::new();
    let base = lines
        .iter()
        .filter(|line| !line.tokens.is_empty())
        .map(|line| line.indent)
        .min()
        .unwrap_or(0);
    let mut section = Section::None;
    // Whether a line that is indented has a statement above it.
    let mut is_below = false;
    for (index, line) in lines.iter().enumerate() {
        let mut broken = |section, fault| {
            faults.push(Broken { line: index, section, fault });
        };
        let comment = line.comment.clone().map(|span| (span, Tone::Comment));
        let (Some(first), Some(last)) = (line.tokens.first(), line.tokens.last()) else {
            if let Some(fault) = &line.fault {
                broken(section, fault.clone());
            }
            tones.extend(comment);
            continue;
        };
        let mut cursor = Cursor::new(text, &line.tokens);
        let inside = line.indent > base;
        if !inside {
            section = opened(cursor.word());
            is_below = true;
        }
        let read =
            if inside { indented(&mut cursor, section, !is_below) } else { statement(&mut cursor) };
        tones.append(&mut cursor.take_tones());
        tones.extend(comment);
        if let Some(start) = foreign_comment(text, &line.tokens) {
            let message =
                "a comment begins with `#`; a name that begins so stands in quotation marks";
            broken(section, Fault::new(start..start + 2, message).suggest(Some("#".to_owned())));
            continue;
        }
        // A line that is broken off still opens its section, but says nothing.
        if let Some(fault) = &line.fault {
            broken(section, fault.clone());
            continue;
        }
        match read.and_then(|statement| cursor.done().map(|()| statement)) {
            Ok(statement) => stated.push(Stated {
                statement,
                span: first.span.start..last.span.end,
                line: index,
                marks: cursor.into_marks(),
            }),
            Err(fault) => broken(section, *fault),
        }
    }
    (stated, faults)
}

/// Where a word begins as comments of other languages do.
fn foreign_comment(text: &str, tokens: &[Token]) -> Option<usize> {
    let mut behind = None;
    for token in tokens {
        let start = token.span.start;
        if token.kind == Kind::Word && behind != Some(start) && text[start..].starts_with("//") {
            return Some(start);
        }
        behind = Some(token.span.end);
    }
    None
}

/// The section that a statement with this first word opens, even where the rest of it is wrong.
fn opened(first: Option<&str>) -> Section {
    match first {
        Some("queue") => Section::Queue,
        Some("work") => Section::Work,
        Some("expect") => Section::Expect,
        Some(word) => {
            match super::diagnostic::nearest(word, &mut ["queue", "work", "expect"].into_iter())
                .as_deref()
            {
                Some("queue") => Section::Queue,
                Some("work") if !STATEMENTS.contains(&word) => Section::Work,
                Some("expect") => Section::Expect,
                Some(_) | None => Section::None,
            }
        }
        None => Section::None,
    }
}

fn indented(c: &mut Cursor<'_>, section: Section, is_first: bool) -> Read<Statement> {
    let starts_anew = c.word().is_some_and(|word| {
        STATEMENTS.contains(&word)
            && !(section == Section::Expect && word == "at")
            && !(section == Section::Queue && word == "workers" && c.ahead(1) == Some("take"))
            && c.kind_ahead(1).is_some_and(|kind| matches!(kind, Kind::Word | Kind::Quoted))
    });
    match section {
        Section::None if is_first => Err(c.refuse(
            "this line is indented, but nothing stands above it: begin it where the others begin",
        )),
        Section::None => Err(c.refuse(
            "this line is indented, but the statement above it has no lines of its own: begin it where the others begin",
        )),
        Section::Queue if starts_anew => Err(anew(c)),
        Section::Work if starts_anew && c.ahead(1) != Some("fails") && c.ahead(1) != Some("takes") => Err(anew(c)),
        Section::Expect if starts_anew && !matches!(c.ahead(1), Some("has" | "idle" | "waits")) => Err(anew(c)),
        Section::Queue => queue::clauses(c).map(Statement::Clauses),
        Section::Work => work::items(c).map(Statement::Work),
        Section::Expect => expect::line(c),
    }
}

/// A statement that stands among the lines of another one.
fn anew(c: &Cursor<'_>) -> Box<Fault> {
    let word = c.word().unwrap_or_default();
    c.refuse(words!("`{word}` begins a statement of its own: it is not indented"))
}

fn statement(c: &mut Cursor<'_>) -> Read<Statement> {
    if c.eat("title") {
        let (title, span) = text(c, "the title in quotation marks")?;
        c.mark(Field::Name, 0, span);
        return Ok(Statement::Title(title));
    }
    if c.eat("queue") {
        return queue::head(c);
    }
    if c.eat("workers") {
        return queue::workers(c);
    }
    if c.eat("worker") {
        return queue::worker(c);
    }
    if c.eat("throttle") {
        return throttle::declaration(c).map(Statement::Throttle);
    }
    if c.eat("at") {
        let at = c.time("an instant such as `5s`", Field::At, 0)?;
        return act::line(c).map(|act| Statement::At { at, act });
    }
    if c.eat("note") {
        c.need("at")?;
        let at = c.time("an instant such as `5s`", Field::At, 0)?;
        let (text, _) = text(c, "what the note says, in quotation marks")?;
        return Ok(Statement::Note(Note { at, text }));
    }
    if c.eat("until") {
        return c.time("an instant such as `60s`", Field::At, 0).map(Statement::Until);
    }
    if c.eat("work") {
        return Ok(Statement::WorkHeader);
    }
    if c.eat("expect") {
        return Ok(Statement::ExpectHeader);
    }
    Err(misplaced(c))
}

/// No statement begins so; a line of a section might.
fn misplaced(c: &Cursor<'_>) -> Box<Fault> {
    let word = c.word().unwrap_or_default();
    let section = match word {
        _ if queue::CLAUSES.contains(&word) => "queue",
        "takes" | "seed" => "work",
        "group" | "max" | "delivered" | "nothing" | "lost" | "dead" | "done" | "deliveries"
        | "processed" => "expect",
        _ => match c.ahead(1) {
            Some("fails") => "work",
            Some("has" | "idle" | "waits") => "expect",
            Some(_) | None => return c.unexpected("a statement"),
        },
    };
    c.refuse(words!("this line belongs under `{section}`: indent it there"))
}

/// A quoted text.
fn text(c: &mut Cursor<'_>, what: &str) -> Read<(String, Range<usize>)> {
    if c.kind() == Some(Kind::Quoted) { c.name(what) } else { Err(c.unexpected(what)) }
}
