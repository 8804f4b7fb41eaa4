//! Playing a case on both queues.

use super::Case;
use crate::oracle::Flaw;
use crate::trial::{Dated, Difference, Trial};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a case failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Which act it was.
    pub act: usize,
    /// In what the queues differ.
    pub difference: Difference,
    /// The calls up to there.
    pub calls: Vec<Dated>,
}

/// Plays a case; gives how it failed, if it did. A panic is a failure.
pub fn play(case: &Case, flaw: Option<Flaw>) -> Option<Failure> {
    let mut calls = Vec::new();
    let played = catch_unwind(AssertUnwindSafe(|| {
        play_each(case, flaw, |_, dated| calls.push(dated.clone()))
    }));
    let difference = match played {
        Ok(Ok(())) => return None,
        Ok(Err(difference)) => *difference,
        Err(panic) => Difference {
            what: "a panic".to_owned(),
            oracle: "does not panic (C5)".to_owned(),
            engine: panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("panics")
                .to_owned(),
        },
    };
    Some(Failure { act: calls.len().saturating_sub(1), difference, calls })
}

/// Plays a case, and tells of each call before it is made.
///
/// # Errors
/// The first difference.
pub fn play_each(
    case: &Case,
    flaw: Option<Flaw>,
    mut before: impl FnMut(&Trial, &Dated),
) -> Result<(), Box<Difference>> {
    let Some(mut trial) = Trial::new(&case.rules, flaw)? else {
        return Ok(());
    };
    let mut clock = 0;
    for act in &case.acts {
        let dated = act.call(&mut clock, trial.oracle());
        before(&trial, &dated);
        trial.call(&dated)?;
    }
    Ok(())
}
