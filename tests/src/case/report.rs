//! A failing case, written down so that it can be played again by hand.

use super::scenario::scenario;
use super::{Case, play};
use crate::oracle::Flaw;
use std::fmt::Write as _;

/// The seed, the rules, the calls, the difference, and a scenario that says as much of it as the language can.
pub fn report(case: &Case, flaw: Option<Flaw>) -> String {
    let mut text = format!("seed {}\n{:?}\n", case.seed, case.rules);
    let Some(failure) = play(case, flaw) else {
        text.push_str("it does not fail\n");
        return text;
    };
    for (number, dated) in failure.calls.iter().enumerate() {
        let written = writeln!(text, "{number:>4}  at {:>12} µs  {:?}", dated.at, dated.call);
        debug_assert!(written.is_ok(), "a string takes everything");
    }
    let (scenario, left_out) = scenario(case, &failure.calls);
    text.push_str("\nthey differ in ");
    text.push_str(&failure.difference.to_string());
    text.push_str("\n\n");
    for line in left_out {
        text.push_str("# not said here: ");
        text.push_str(&line);
        text.push('\n');
    }
    let scenario = queuescope_sim::print(&scenario);
    for error in queuescope_sim::parse(&scenario).err().into_iter().flatten() {
        text.push_str("# refused by the language: ");
        text.push_str(&error.to_string().replace('\n', "\n#   "));
        text.push('\n');
    }
    text.push_str(&scenario);
    text
}
