//! A scenario that was kept as a text or as JSON in between plays the same.

use queuescope_sim::{Run, Scenario, format, from_json, parse, print, to_json};
use queuescope_tests::case::{Case, play_each, scenario};

/// A case as a scenario; nothing where the language refuses it.
fn scenario_of(seed: u64) -> Option<(Scenario, String)> {
    let case = Case::of(seed, 60);
    let mut calls = Vec::new();
    play_each(&case, None, |_, dated| calls.push(dated.clone())).ok()?;
    let text = print(&scenario(&case, &calls).0);
    parse(&text).ok().map(|parsed| (parsed.scenario, text))
}

fn assert_plays_the_same(seed: u64, one: &Scenario, other: Scenario) {
    assert_eq!(other, *one, "seed {seed}");
    let (one, other) = (Run::new(one.clone()), Run::new(other));
    assert_eq!(other.steps(), one.steps(), "seed {seed}");
    assert_eq!(other.end(), one.end(), "seed {seed}");
    assert_eq!(other.counts(), one.counts(), "seed {seed}");
    for step in [0, one.len() / 2, one.len()] {
        assert_eq!(other.snapshot(step), one.snapshot(step), "seed {seed}, step {step}");
    }
}

#[test]
fn json_and_text_in_between_make_no_difference() {
    const CASES: u64 = 80;
    let mut kept = 0;
    for seed in 60_000..60_000 + CASES {
        let Some((scenario, text)) = scenario_of(seed) else {
            continue;
        };
        kept += 1;
        assert_plays_the_same(seed, &scenario, from_json(&to_json(&scenario)).unwrap());
        let laid_out = format(&text).unwrap();
        assert_plays_the_same(seed, &scenario, parse(&laid_out).unwrap().scenario);
    }
    assert!(kept > CASES / 3, "the language can say {kept} cases of {CASES}");
}
