//! `queue …` with its clauses, `workers …`, `worker …`.

use super::classifier;
use crate::kept::words;
use crate::language::cursor::{Cursor, Read};
use crate::language::fault::Fault;
use crate::language::lexer::Kind;
use crate::language::limits::MAX_WORKERS;
use crate::language::statement::{Clause, Field, Statement};
use crate::language::write::Name;
use crate::scenario::{
    BackoffDecl, Cause, Component, DurabilityDecl, FailureActionDecl, FailureRuleDecl, MissingKey,
    OrderDecl, ShardsDecl,
};
use crate::time::Time;
use std::num::NonZeroU32;

/// The words that a clause begins with.
pub(super) const CLAUSES: [&str; 14] = [
    "unordered",
    "ordered",
    "missing",
    "lease",
    "retry",
    "backoff",
    "no",
    "on",
    "quantum",
    "durability",
    "reclaim",
    "shards",
    "batches",
    "attribute",
];

pub(super) fn head(c: &mut Cursor<'_>) -> Read<Statement> {
    if c.word().is_some_and(|word| CLAUSES.contains(&word)) {
        return Err(c.refuse(
            "a queue has a name before its clauses: `queue orders`, and the clauses indented below",
        ));
    }
    let name = c.named("the queue's name", Field::Name, 0)?;
    let clauses = if c.at_end() { Vec::new() } else { clauses(c)? };
    Ok(Statement::Queue { name, clauses })
}

pub(super) fn clauses(c: &mut Cursor<'_>) -> Read<Vec<Clause>> {
    let mut clauses = vec![clause(c)?];
    while c.eat_sign(Kind::Comma) {
        c.next_part();
        clauses.push(clause(c)?);
    }
    Ok(clauses)
}

fn clause(c: &mut Cursor<'_>) -> Read<Clause> {
    let start = c.here().start;
    let (clause, field) = if c.eat("unordered") {
        (Clause::Order(OrderDecl::Unordered), Field::Order)
    } else if c.eat("ordered") {
        let order = if c.eat("by") { OrderDecl::By(components(c)?) } else { OrderDecl::Ordered };
        (Clause::Order(order), Field::Order)
    } else if c.eat("missing") {
        c.need("key")?;
        c.need_sign(Kind::Colon)?;
        let missing = if c.eat("reject") {
            MissingKey::Reject
        } else if c.eat("unordered") {
            MissingKey::Unordered
        } else {
            return Err(c.unexpected("what becomes of a message without the key"));
        };
        (Clause::Missing(missing), Field::Key)
    } else if c.eat("lease") {
        let lease = c.time("how long a lease lasts", Field::Lease, 0)?;
        (Clause::Lease(lease), Field::Lease)
    } else if c.eat("retry") {
        let attempts = c.count("a number of attempts")?;
        if !c.eat("attempts") && !c.eat("attempt") {
            return Err(c.unexpected("`attempts`"));
        }
        (Clause::Attempts(attempts), Field::Attempts)
    } else if c.eat("no") {
        c.need("backoff")?;
        (Clause::Backoff(BackoffDecl::None), Field::Backoff)
    } else if c.eat("backoff") {
        (Clause::Backoff(backoff(c)?), Field::Backoff)
    } else if c.eat("on") {
        c.need("failure")?;
        (Clause::OnFailure(failure_rule(c)?), Field::Rule)
    } else if c.eat("quantum") {
        (Clause::Quantum(c.count("a quantum")?), Field::Quantum)
    } else if c.eat("workers") {
        c.need("take")?;
        c.need("turns")?;
        (Clause::TakeTurns, Field::Worker)
    } else if c.eat("durability") {
        let durability = if c.eat("committed") {
            DurabilityDecl::Committed
        } else if c.eat("fast") {
            DurabilityDecl::Fast
        } else {
            return Err(c.unexpected("what outlives a leader"));
        };
        (Clause::Durability(durability), Field::Durability)
    } else if c.eat("reclaim") {
        c.need("grace")?;
        let grace = c.time("how long a new leader waits", Field::ReclaimGrace, 0)?;
        (Clause::ReclaimGrace(grace), Field::ReclaimGrace)
    } else if c.eat("shards") {
        let count = c.count("a number of shards")?;
        c.need("by")?;
        let by = components_as(c, Field::ShardComponent)?;
        (Clause::Shards(ShardsDecl { count, by }), Field::Shards)
    } else if c.eat("batches") {
        c.need("of")?;
        (Clause::Batches(c.count("a number of messages")?), Field::Batches)
    } else if let Some(rule) = classifier::rule(c)? {
        (Clause::Classify(rule), Field::Classify)
    } else {
        return Err(c.unexpected("a clause of the queue"));
    };
    c.mark(field, 0, start..c.behind());
    Ok(clause)
}

fn backoff(c: &mut Cursor<'_>) -> Read<BackoffDecl> {
    if c.at_end() || c.kind() == Some(Kind::Comma) {
        return Ok(BackoffDecl::default());
    }
    let first = c.time("the first wait", Field::Time, 0)?;
    if c.eat("fixed") {
        return Ok(BackoffDecl::Fixed(first));
    }
    if c.eat("up") {
        c.need("to")?;
        let most = c.time("the longest wait", Field::Time, 1)?;
        return Ok(BackoffDecl::Exponential { first, most });
    }
    Err(c.unexpected("`up to` and the longest wait, or `fixed`"))
}

fn failure_rule(c: &mut Cursor<'_>) -> Read<FailureRuleDecl> {
    let mut cause = None;
    let mut from_attempt = NonZeroU32::MIN;
    if c.eat("by") {
        cause = Some(if c.eat("nack") {
            Cause::Nack
        } else if c.eat("expiry") {
            Cause::Expiry
        } else {
            return Err(c.unexpected("the cause of the failure"));
        });
    }
    if c.eat("from") {
        c.need("attempt")?;
        from_attempt = c.count("an attempt's number")?;
    }
    c.need_sign(Kind::Colon)?;
    let action = if c.eat("dead-letter") {
        FailureActionDecl::DeadLetter
    } else if c.eat("retry") {
        if c.eat("after") {
            FailureActionDecl::Retry(c.time("the wait before the retry", Field::Time, 0)?)
        } else {
            FailureActionDecl::Retry(Time::ZERO)
        }
    } else {
        return Err(c.unexpected("what the rule decides"));
    };
    Ok(FailureRuleDecl { cause, from_attempt, action })
}

/// `header X, fairness key, attribute Y`: as many as follow.
pub(super) fn components(c: &mut Cursor<'_>) -> Read<Vec<Component>> {
    components_as(c, Field::Component)
}

/// The same, with their places marked as such a field.
fn components_as(c: &mut Cursor<'_>, field: Field) -> Read<Vec<Component>> {
    let mut components = vec![component(c, field, 0)?];
    while c.kind() == Some(Kind::Comma)
        && matches!(c.ahead(1), Some("header" | "attribute" | "fairness"))
        && !classifier::begins(c, 1)
    {
        c.advance();
        components.push(component(c, field, components.len())?);
    }
    Ok(components)
}

fn component(c: &mut Cursor<'_>, field: Field, item: usize) -> Read<Component> {
    let start = c.here().start;
    let component = if c.eat("header") {
        Component::Header(c.name("the header's name")?.0)
    } else if c.eat("fairness") {
        c.need("key")?;
        Component::FairnessKey
    } else if c.eat("attribute") {
        Component::Attribute(c.name("the attribute's name")?.0)
    } else {
        return Err(Box::new(c.unexpected("what a key is read from").with(|told| {
            if let (None, Some(word)) = (&told.suggestion, c.word()) {
                told.suggestion = Some(words!("header {word}"));
            }
        })));
    };
    c.mark(field, item, start..c.behind());
    Ok(component)
}

pub(super) fn workers(c: &mut Cursor<'_>) -> Read<Statement> {
    let digits = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    if c.word().is_some_and(digits) {
        let span = c.here();
        let count = c.number("a number of workers", 1, u64::MAX)?;
        if count > MAX_WORKERS as u64 {
            return Err(Box::new(Fault::new(
                span,
                words!("{count} workers are more than the limit of {MAX_WORKERS}"),
            )));
        }
        c.mark(Field::Credit, 0, span);
        if c.word() == Some("takes") {
            return Err(takes(c, c.here().start, "W1", false));
        }
        return Ok(Statement::WorkerCount(u32::try_from(count).unwrap_or(u32::MAX)));
    }
    if c.word() == Some("take") && c.ahead(1) == Some("turns") {
        return Err(
            c.refuse("`workers take turns` is a clause of the queue: indent it under `queue`")
        );
    }
    let start = c.behind() - "workers".len();
    let mut names: Vec<String> = Vec::new();
    while !c.at_end() {
        if c.word() == Some("takes")
            && let Some(name) = names.last()
        {
            return Err(takes(c, start, name, names.len() == 1));
        }
        names.push(c.named("a worker's name", Field::Name, names.len())?);
    }
    if names.is_empty() {
        return Err(c.unexpected("the workers' names, or their number"));
    }
    Ok(Statement::Workers(names))
}

/// What is said of one worker stands in a line that names several.
fn takes(c: &Cursor<'_>, start: usize, name: &str, is_only: bool) -> Box<Fault> {
    let count = c.ahead(1).filter(|word| word.bytes().all(|b| b.is_ascii_digit())).unwrap_or("2");
    let meant = words!("worker {} takes {count}", Name(name));
    if is_only {
        let message = "how many messages a worker takes is said in a `worker` line";
        let mut end = c.here().end;
        if c.ahead(1) == Some(count) {
            end = c.span_ahead(1).end;
        }
        return Box::new(Fault::new(start..end, message).suggest(Some(meant)));
    }
    c.refuse(words!("how many messages a worker takes is said in a line of its own: `{meant}`"))
}

pub(super) fn worker(c: &mut Cursor<'_>) -> Read<Statement> {
    let name = c.named("the worker's name", Field::Name, 0)?;
    if c.at_end() {
        return Ok(Statement::Worker { name, takes: NonZeroU32::MIN });
    }
    c.need("takes")?;
    let span = c.here();
    let takes = c.count("the number of messages that it may hold")?;
    c.mark(Field::Credit, 0, span);
    Ok(Statement::Worker { name, takes })
}
