//! `attribute Y = header X when header Z is V`, `fairness key = header X`, `weight = 3`: what a queue finds out about its messages.

use crate::language::cursor::{Cursor, Read};
use crate::language::lexer::Kind;
use crate::scenario::{ClassifierRuleDecl, ClassifierSets};

/// Whether the words so many tokens ahead begin a rule rather than name a component of a key.
pub(super) fn begins(c: &Cursor<'_>, by: usize) -> bool {
    let sign = if c.ahead(by) == Some("weight") { by + 1 } else { by + 2 };
    c.kind_ahead(sign) == Some(Kind::Equals)
}

/// A rule, where one follows.
pub(super) fn rule(c: &mut Cursor<'_>) -> Read<Option<ClassifierRuleDecl>> {
    let sets = if c.eat("attribute") {
        let name = c.name("the attribute's name")?.0;
        c.need_sign(Kind::Equals)?;
        ClassifierSets::Attribute { name, from: header(c)? }
    } else if c.eat("fairness") {
        c.need("key")?;
        c.need_sign(Kind::Equals)?;
        ClassifierSets::FairnessKey { from: header(c)? }
    } else if c.eat("weight") {
        c.need_sign(Kind::Equals)?;
        ClassifierSets::Weight(c.count("a weight")?)
    } else {
        return Ok(None);
    };
    let mut when = None;
    if c.eat("when") {
        let name = header(c)?;
        c.need("is")?;
        when = Some((name, c.name("the header's value")?.0));
    }
    Ok(Some(ClassifierRuleDecl { sets, when }))
}

fn header(c: &mut Cursor<'_>) -> Read<String> {
    c.need("header")?;
    Ok(c.name("the header's name")?.0)
}
