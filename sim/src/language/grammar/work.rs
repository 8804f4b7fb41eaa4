//! `takes 2s`, `a2 fails twice, retry after 5s`, `5% fail`, `seed 7`.

use super::act::{has_comma, retry_after};
use crate::kept::words;
use crate::language::cursor::{Cursor, Read};
use crate::language::lexer::Kind;
use crate::language::statement::{Field, WorkItem};
use crate::scenario::{Takes, WorkRule, WorkSays};
use std::num::NonZeroU32;

pub(super) fn items(c: &mut Cursor<'_>) -> Read<Vec<WorkItem>> {
    let mut items = vec![item(c)?];
    while c.eat_sign(Kind::Comma) {
        c.next_part();
        items.push(item(c)?);
    }
    Ok(items)
}

fn item(c: &mut Cursor<'_>) -> Read<WorkItem> {
    // `takes takes 2s` is about a message of that name.
    if c.ahead(1) != Some("takes") && c.ahead(1) != Some("fails") {
        if c.eat("takes") {
            return takes(c).map(WorkItem::Takes);
        }
        if c.eat("seed") {
            return c.number("the seed, a whole number,", 0, u64::MAX).map(WorkItem::Seed);
        }
        if c.kind_ahead(1) == Some(Kind::Percent) {
            let start = c.here().start;
            let percent = c.number("a percentage", 0, 100)?;
            c.need_sign(Kind::Percent)?;
            c.need("fail")?;
            c.mark(Field::Fail, 0, start..c.behind());
            return Ok(WorkItem::Fail(u32::try_from(percent).unwrap_or(100)));
        }
    }
    let start = c.here().start;
    let pattern = pattern(c)?;
    let says = if c.eat("takes") {
        WorkSays::Takes(takes(c)?)
    } else if c.eat("fails") {
        let times = times(c)?;
        has_comma(c, start)?;
        WorkSays::Fails {
            times,
            retry_after: if c.ahead(1) == Some("retry") { retry_after(c)? } else { None },
        }
    } else {
        return Err(c.unexpected(&words!("what is said of {pattern}")));
    };
    Ok(WorkItem::Rule(WorkRule { pattern, says }))
}

/// A message's name, `b*`, or `*`.
fn pattern(c: &mut Cursor<'_>) -> Read<String> {
    let start = c.here().start;
    let mut pattern = String::new();
    if c.kind() != Some(Kind::Star) {
        pattern = c.name("a message's name, `takes`, `seed` or a percentage")?.0;
    }
    if pattern.is_empty() && c.eat_sign(Kind::Star) || c.eat_close_sign(Kind::Star) {
        pattern.push('*');
    }
    c.mark(Field::Message, 0, start..c.behind());
    Ok(pattern)
}

fn takes(c: &mut Cursor<'_>) -> Read<Takes> {
    let start = c.here().start;
    let least = c.time("how long the work takes", Field::Time, 0)?;
    let most = if c.eat("to") {
        c.time("how long the work takes at most", Field::Time, 1)?
    } else {
        least
    };
    c.mark(Field::Takes, 0, start..c.behind());
    Ok(Takes { least, most })
}

fn times(c: &mut Cursor<'_>) -> Read<Option<NonZeroU32>> {
    if c.eat("once") {
        return Ok(Some(NonZeroU32::MIN));
    }
    if c.eat("twice") {
        return Ok(Some(NonZeroU32::MIN.saturating_add(1)));
    }
    if c.eat("always") {
        return Ok(None);
    }
    if !c.word().is_some_and(|word| word.starts_with(|c: char| c == '-' || c.is_ascii_digit())) {
        return Err(c.unexpected("how often it fails: `once`, `twice`, `3 times` or `always`"));
    }
    let times = c.count("a number of times")?;
    if !c.eat("times") && !c.eat("time") {
        return Err(c.unexpected("`times`"));
    }
    Ok(Some(times))
}
