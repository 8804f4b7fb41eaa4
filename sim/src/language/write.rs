//! Each statement in its canonical words; names and values in quotation marks where they need them.

mod claim;
mod clause;

use super::lexer::{value_length, word_length};
use super::statement::{Act, Properties, SendLine, Statement, WorkItem};
use crate::scenario::{Action, Component, LimitDecl, Selection, Takes, ThrottleDecl, WorkSays};
use crate::words::write_legible;
use std::fmt::{self, Display, Write};

/// Words that mean something where a name may stand.
const RESERVED: [&str; 39] = [
    "all",
    "at",
    "attribute",
    "backoff",
    "batches",
    "by",
    "dead",
    "dead-letter",
    "delay",
    "delivered",
    "deliveries",
    "done",
    "durability",
    "every",
    "fairness",
    "group",
    "leader",
    "lease",
    "lost",
    "max",
    "missing",
    "no",
    "none",
    "nothing",
    "on",
    "ordered",
    "processed",
    "purge",
    "quantum",
    "reclaim",
    "redrive",
    "retry",
    "seed",
    "send",
    "shards",
    "takes",
    "unordered",
    "weight",
    "with",
];

/// A statement's text behind its instant, if it has one.
pub(crate) fn body(statement: &Statement) -> String {
    match statement {
        Statement::Title(title) => format!("title {}", Quoted(title)),
        Statement::Queue { name, .. } => format!("queue {}", Name(name)),
        Statement::Clauses(clauses) => joined(clauses, ", "),
        Statement::Workers(names) => {
            let names: Vec<_> = names.iter().map(|name| Counted(name)).collect();
            format!("workers {}", joined(&names, " "))
        }
        Statement::WorkerCount(count) => format!("workers {count}"),
        Statement::Worker { name, takes } if takes.get() == 1 => format!("worker {}", Name(name)),
        Statement::Worker { name, takes } => format!("worker {} takes {takes}", Name(name)),
        Statement::Throttle(throttle) => throttle.to_string(),
        Statement::At { act, .. } => act.to_string(),
        Statement::Note(note) => format!("note at {} {}", note.at, Quoted(&note.text)),
        Statement::Until(until) => format!("until {until}"),
        Statement::WorkHeader => "work".to_owned(),
        Statement::Work(items) => joined(items, ", "),
        Statement::ExpectHeader => "expect".to_owned(),
        Statement::Expect { claims, .. } => joined(claims, ", "),
    }
}

/// A name; in quotation marks where it has other characters, or would be read as a word of the language.
pub(crate) struct Name<'n>(pub(crate) &'n str);

/// A name where a number would be a count.
struct Counted<'n>(&'n str);

/// A value behind `=` or in parentheses.
struct Value<'n>(&'n str);

/// A text in quotation marks.
struct Quoted<'n>(&'n str);

fn is_bare(name: &str) -> bool {
    !name.is_empty()
        && word_length(name) == name.len()
        && !name.starts_with("//")
        && !name.starts_with('.')
        && !name.ends_with('.')
}

impl Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_bare(self.0) && !RESERVED.contains(&self.0) {
            f.write_str(self.0)
        } else {
            Quoted(self.0).fmt(f)
        }
    }
}

impl Display for Counted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.bytes().all(|b| b.is_ascii_digit()) {
            Quoted(self.0).fmt(f)
        } else {
            Name(self.0).fmt(f)
        }
    }
}

impl Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_empty() && value_length(self.0) == self.0.len() {
            f.write_str(self.0)
        } else {
            Quoted(self.0).fmt(f)
        }
    }
}

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                c => write_legible(c, f)?,
            }
        }
        f.write_char('"')
    }
}

impl Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(name) => write!(f, "header {}", Name(name)),
            Self::Attribute(name) => write!(f, "attribute {}", Name(name)),
            Self::FairnessKey => f.write_str("fairness key"),
        }
    }
}

impl Display for LimitDecl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Window { count, per } => write!(f, "{count} per {per}"),
            Self::Rate { count, per, burst } => write!(f, "rate {count} per {per} burst {burst}"),
        }
    }
}

impl Display for ThrottleDecl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "throttle {}", Name(&self.name))?;
        if let Some(worker) = &self.from {
            write!(f, " from {}", Name(worker))?;
        }
        write!(f, ": {}", joined(&self.limits, ", "))?;
        if !self.by.is_empty() {
            write!(f, " by {}", joined(&self.by, ", "))?;
        }
        if self.missing_unthrottled {
            f.write_str(", missing unthrottled")?;
        }
        Ok(())
    }
}

impl Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Send(line) => line.fmt(f),
            Self::Other(action) => other(action, f),
        }
    }
}

impl Display for SendLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("send")?;
        for item in &self.messages {
            write!(f, " {}", Name(&item.id))?;
            if let Some(to) = &item.to {
                write!(f, "..{}", Name(to))?;
            }
            if let Some(key) = &item.key {
                write!(f, "({})", Value(key))?;
            }
            item.properties.fmt(f)?;
        }
        if !self.with.is_empty() {
            write!(f, " with{}", self.with)?;
        }
        if let Some(every) = self.every {
            write!(f, " every {every}")?;
        }
        Ok(())
    }
}

impl Display for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.headers {
            write!(f, " {}={}", Name(name), Value(value))?;
        }
        if let Some(fairness) = &self.fairness {
            write!(f, " fairness {}", Name(fairness))?;
        }
        if let Some(weight) = self.weight {
            write!(f, " weight {weight}")?;
        }
        if let Some(delay) = self.delay {
            write!(f, " delay {delay}")?;
        }
        Ok(())
    }
}

/// An action that is no send.
fn other(action: &Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let about = |f: &mut fmt::Formatter<'_>, worker: &str, verb: &str, message: &Option<String>| {
        write!(f, "{} {verb}", Name(worker))?;
        match message {
            Some(message) => write!(f, " {}", Name(message)),
            None => Ok(()),
        }
    };
    match action {
        // A send is written from its line, which knows where its properties stood.
        Action::Send { .. } => Ok(()),
        Action::Ack { worker, message } => about(f, worker, "acks", message),
        Action::Nack { worker, message, retry_after } => {
            about(f, worker, "nacks", message)?;
            match retry_after {
                Some(wait) => write!(f, ", retry after {wait}"),
                None => Ok(()),
            }
        }
        Action::Reject { worker, message } => about(f, worker, "rejects", message),
        Action::Extend { worker, message, by } => {
            about(f, worker, "extends", message)?;
            write!(f, " by {by}")
        }
        Action::Crash { worker } => about(f, worker, "crashes", &None),
        Action::Return { worker } => about(f, worker, "returns", &None),
        Action::Join { worker, taking } => {
            about(f, worker, "joins", &None)?;
            if taking.get() == 1 {
                return Ok(());
            }
            write!(f, " taking {taking}")
        }
        Action::Leave { worker } => about(f, worker, "leaves", &None),
        Action::Redrive(which) => write!(f, "redrive {which}"),
        Action::DeadLetter { message } => write!(f, "dead-letter {}", Name(message)),
        Action::Purge(Selection::All) => f.write_str("purge"),
        Action::Purge(which) => write!(f, "purge {which}"),
        Action::CutOff { worker, lasting } => {
            about(f, worker, "cut off for", &None)?;
            write!(f, " {lasting}")
        }
        Action::LeaderCrash => f.write_str("leader crashes"),
    }
}

impl Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::First(count) => count.fmt(f),
            Self::Message(message) => Counted(message).fmt(f),
        }
    }
}

impl Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "takes {}", self.least)?;
        if self.most == self.least {
            return Ok(());
        }
        write!(f, " to {}", self.most)
    }
}

impl Display for WorkItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Takes(takes) => takes.fmt(f),
            Self::Fail(percent) => write!(f, "{percent}% fail"),
            Self::Seed(seed) => write!(f, "seed {seed}"),
            Self::Rule(rule) => {
                match rule.pattern.strip_suffix('*') {
                    Some("") => f.write_str("*")?,
                    Some(start) => write!(f, "{}*", Name(start))?,
                    None => Name(&rule.pattern).fmt(f)?,
                }
                match rule.says {
                    WorkSays::Takes(takes) => write!(f, " {takes}"),
                    WorkSays::Fails { times, retry_after } => {
                        match times.map(std::num::NonZeroU32::get) {
                            None => f.write_str(" fails always")?,
                            Some(1) => f.write_str(" fails once")?,
                            Some(2) => f.write_str(" fails twice")?,
                            Some(times) => write!(f, " fails {times} times")?,
                        }
                        match retry_after {
                            Some(wait) => write!(f, ", retry after {wait}"),
                            None => Ok(()),
                        }
                    }
                }
            }
        }
    }
}

fn joined<T: Display>(items: &[T], between: &str) -> String {
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push_str(between);
        }
        text.push_str(&item.to_string());
    }
    text
}
