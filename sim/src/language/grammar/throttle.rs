//! `throttle NAME [from WORKER]: LIMIT, LIMIT by COMPONENT, COMPONENT, missing shared | unthrottled`.

use super::queue::components;
use crate::language::cursor::{Cursor, Read};
use crate::language::lexer::Kind;
use crate::language::statement::Field;
use crate::scenario::{LimitDecl, ThrottleDecl};
use std::num::NonZeroU32;

pub(super) fn declaration(c: &mut Cursor<'_>) -> Read<ThrottleDecl> {
    let name = c.named("the throttle's name", Field::Name, 0)?;
    let from = if c.eat("from") {
        Some(c.named("the worker that declares it", Field::Worker, 0)?)
    } else {
        None
    };
    c.need_sign(Kind::Colon)?;
    let mut limits = vec![limit(c, 0)?];
    while c.kind() == Some(Kind::Comma) && c.ahead(1) != Some("missing") {
        c.advance();
        limits.push(limit(c, limits.len())?);
    }
    let by = if c.eat("by") { components(c)? } else { Vec::new() };
    let mut missing_unthrottled = false;
    if c.eat_sign(Kind::Comma) {
        c.need("missing")?;
        missing_unthrottled = if c.eat("unthrottled") {
            true
        } else if c.eat("shared") {
            false
        } else {
            return Err(c.unexpected("what becomes of a message without the key"));
        };
    }
    Ok(ThrottleDecl { name, from, limits, by, missing_unthrottled })
}

/// `10 per 1s`, `rate 5 per 1s burst 10`.
fn limit(c: &mut Cursor<'_>, item: usize) -> Read<LimitDecl> {
    let start = c.here().start;
    let is_rate = c.eat("rate");
    let count = c.count("a number of deliveries")?;
    c.need("per")?;
    let per = c.time("the length of the window", Field::Time, item)?;
    let limit = if is_rate {
        let burst = if c.eat("burst") {
            c.count("the number of deliveries at once")?
        } else {
            NonZeroU32::MIN
        };
        LimitDecl::Rate { count, per, burst }
    } else {
        LimitDecl::Window { count, per }
    };
    c.mark(Field::Limit, item, start..c.behind());
    Ok(limit)
}
