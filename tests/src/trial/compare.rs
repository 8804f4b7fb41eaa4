//! The first thing in which two queues differ.

use crate::oracle::told::View;
use std::fmt::{self, Debug};

/// Something in which the engine differs from the oracle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What was compared.
    pub what: String,
    /// What the rules say.
    pub oracle: String,
    /// What the engine says.
    pub engine: String,
}

impl Difference {
    pub(crate) fn of(what: &str, oracle: &impl Debug, engine: &impl Debug) -> Self {
        Self { what: what.to_owned(), oracle: format!("{oracle:?}"), engine: format!("{engine:?}") }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, oracle, engine } = self;
        write!(f, "{what}\n  oracle: {oracle}\n  engine: {engine}")
    }
}

/// Says where two values differ, if they do.
pub(super) fn same<T: PartialEq + Debug>(
    what: &str,
    oracle: &T,
    engine: &T,
) -> Result<(), Box<Difference>> {
    if oracle == engine {
        return Ok(());
    }
    Err(Box::new(Difference::of(what, oracle, engine)))
}

/// Two lists: the first entry in which they differ, then their lengths.
fn list<T: PartialEq + Debug>(
    what: &str,
    oracle: &[T],
    engine: &[T],
) -> Result<(), Box<Difference>> {
    for (left, right) in oracle.iter().zip(engine) {
        same(what, left, right)?;
    }
    if oracle.len() == engine.len() {
        return Ok(());
    }
    Err(Box::new(Difference::of(what, &oracle, &engine)))
}

/// All that can be seen, by kind.
pub(super) fn views(oracle: &View<'_>, engine: &View<'_>) -> Result<(), Box<Difference>> {
    if oracle == engine {
        return Ok(());
    }
    same("the counts", &oracle.counts, &engine.counts)?;
    list("a live lease", &oracle.leases, &engine.leases)?;
    list("a lost lease", &oracle.lost, &engine.lost)?;
    list("a stray lease", &oracle.strays, &engine.strays)?;
    list("a message", &oracle.messages, &engine.messages)?;
    list("a worker", &oracle.workers, &engine.workers)?;
    list("a group", &oracle.groups, &engine.groups)?;
    list("a throttle", &oracle.throttles, &engine.throttles)?;
    list("a bucket", &oracle.buckets, &engine.buckets)?;
    list("a dead letter", &oracle.dead, &engine.dead)?;
    same("the next wake-up", &oracle.wakeup, &engine.wakeup)
}
