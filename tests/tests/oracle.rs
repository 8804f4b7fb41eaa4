//! The engine does what the rules say: the same calls to it and to the oracle, and all that can be seen compared after
//! each. And the comparison can fail: a rule that the oracle is told to break is found, and shrunk to a few acts.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it is")]

use queuescope_sim::parse;
use queuescope_tests::case::{Case, play, report, shrink};
use queuescope_tests::oracle::Flaw;

/// Plays cases of so many acts each until there were so many in all.
fn assert_agree(first_seed: u64, acts: usize, in_all: usize) {
    let cases = in_all.div_ceil(acts);
    for seed in first_seed..first_seed + cases as u64 {
        let case = Case::of(seed, acts);
        if play(&case, None).is_some() {
            panic!("{}", report(&shrink(case, None), None));
        }
    }
}

#[test]
fn the_engine_and_the_oracle_agree_in_many_short_runs() {
    assert_agree(1_000_000, 100, 80_000);
}

#[test]
fn the_engine_and_the_oracle_agree_in_runs_of_some_length() {
    assert_agree(2_000_000, 300, 90_000);
}

#[test]
fn the_engine_and_the_oracle_agree_in_a_few_long_runs() {
    assert_agree(3_000_000, 3_000, 30_000);
}

#[test]
fn a_rule_that_is_broken_is_found_and_shrunk_to_a_few_acts() {
    for flaw in Flaw::ALL {
        let broken = |seed: &u64| play(&Case::of(*seed, 150), Some(flaw)).is_some();
        let seed = (0..2_000).find(broken);
        let seed = seed.unwrap_or_else(|| panic!("nobody notices {flaw:?}"));
        let small = shrink(Case::of(seed, 150), Some(flaw));
        let text = report(&small, Some(flaw));
        assert!(play(&small, Some(flaw)).is_some(), "{flaw:?}: {text}");
        assert!(play(&small, None).is_none(), "{flaw:?}: {text}");
        assert!(small.acts.len() <= 14, "{flaw:?}: {text}");
    }
}

#[test]
fn a_report_has_the_seed_the_calls_and_a_scenario() {
    let flaw = Some(Flaw::LeavingCounts);
    let seed = (0..2_000).find(|seed| play(&Case::of(*seed, 150), flaw).is_some()).unwrap();
    let text = report(&shrink(Case::of(seed, 150), flaw), flaw);
    for part in [&format!("seed {seed}\n"), "Rules {", "µs  Enqueue(", "oracle: ", "engine: "] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let scenario = text.split_once("\nqueue ").unwrap().1;
    let parsed = parse(&format!("queue {scenario}"));
    assert!(parsed.is_ok_and(|parsed| parsed.scenario.script.len() > 1), "{text}");
}
