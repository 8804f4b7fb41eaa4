//! What must make no difference to the engine makes none: when the run starts, what things are called, how finely time
//! goes by, who stands by, where the run was cloned, and in which form a scenario was kept in between.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it is")]

mod scenarios;
mod transcript;

use queuescope_tests::case::{Case, play_each};
use queuescope_tests::chance::Chance;
use queuescope_tests::oracle::rules::Rules;
use queuescope_tests::trial::{Call, Dated, Subject};
use transcript::{Transcript, shifted_answer, shifted_fact};

/// Cases per test.
const CASES: u64 = 120;

/// A case's rules and the calls that it comes to; nothing where the rules are refused.
fn calls_of(seed: u64, plain: impl FnOnce(&mut Rules)) -> (Rules, Vec<Dated>) {
    let mut case = Case::of(seed, 120);
    plain(&mut case.rules);
    let mut calls = Vec::new();
    // Where engine and oracle differ the calls end, and another test says so.
    drop(play_each(&case, None, |_, dated| calls.push(dated.clone())));
    (case.rules, calls)
}

fn each_case(first: u64, mut prove: impl FnMut(u64, Subject, &Rules, &[Dated])) {
    for seed in first..first + CASES {
        let (rules, calls) = calls_of(seed, |_| {});
        if let Ok(subject) = Subject::new(&rules) {
            prove(seed, subject, &rules, &calls);
        }
    }
}

#[test]
fn the_start_of_the_run_makes_no_difference() {
    const LATER: u64 = 987_654_321_987;
    each_case(10_000, |seed, subject, _, calls| {
        // Later than the end of time is the end of time.
        if calls.iter().any(transcript::is_endless) {
            return;
        }
        let later: Vec<Dated> = calls
            .iter()
            .map(|dated| Dated { at: dated.at + LATER, call: dated.call.clone() })
            .collect();
        let there = Transcript::of(subject.clone(), calls);
        let shifted = Transcript::of(subject, &later);
        let expected: Vec<_> =
            there.answers.into_iter().map(|answer| shifted_answer(answer, LATER)).collect();
        assert_eq!(shifted.answers, expected, "seed {seed}");
        let expected: Vec<_> =
            there.facts.into_iter().map(|fact| shifted_fact(fact, LATER)).collect();
        assert_eq!(shifted.facts, expected, "seed {seed}");
        let wakeup = there.end.next_wakeup().map(|(at, what)| (at + LATER, what));
        assert_eq!(shifted.end.next_wakeup(), wakeup, "seed {seed}");
    });
}

#[test]
fn names_make_no_difference() {
    for seed in 20_000..20_000 + CASES {
        // Which shard a message is in is a hash of its values, so there names do make a difference.
        let (rules, calls) = calls_of(seed, |rules| rules.shards = (1, Vec::new()));
        let there = Transcript::of(Subject::new(&rules).unwrap(), &calls);
        for renaming in [&transcript::IN_ORDER, &transcript::UPSIDE_DOWN] {
            let renamed_calls: Vec<Dated> = calls.iter().map(|it| renaming.call(it)).collect();
            let subject = Subject::new(&renaming.rules(&rules)).unwrap();
            let subject = subject.naming_workers(|number| format!("{}", 1_000_000 - number));
            let renamed = Transcript::of(subject, &renamed_calls);
            let expected: Vec<_> =
                there.answers.iter().map(|answer| renaming.answer(answer)).collect();
            assert_eq!(renamed.answers, expected, "seed {seed}");
            let expected: Vec<_> = there.facts.iter().map(|fact| renaming.fact(fact)).collect();
            assert_eq!(renamed.facts, expected, "seed {seed}");
            assert_eq!(renamed.end.next_wakeup(), there.end.next_wakeup(), "seed {seed}");
        }
    }
}

#[test]
fn a_jump_of_time_in_many_steps_makes_no_difference() {
    each_case(30_000, |seed, subject, _, calls| {
        let mut chance = Chance::new(seed);
        let mut split = Vec::new();
        let mut clock = 0;
        for dated in calls {
            let ahead = dated.at.saturating_sub(clock);
            let mut stops: Vec<u64> =
                (0..chance.below(6)).map(|_| clock + chance.below(ahead.max(1))).collect();
            stops.sort_unstable();
            split.extend(stops.into_iter().map(|at| Dated { at, call: Call::Advance }));
            split.push(dated.clone());
            clock = clock.max(dated.at);
        }
        let (there, split) =
            (Transcript::of(subject.clone(), calls), Transcript::of(subject, &split));
        assert_eq!(split.facts, there.facts, "seed {seed}");
        assert_eq!(split.end.shown(), there.end.shown(), "seed {seed}");
    });
}

#[test]
fn a_worker_that_gets_nothing_makes_no_difference() {
    each_case(40_000, |seed, subject, _, calls| {
        let there = Transcript::of(subject.clone(), calls);
        let now = queuescope_engine::Instant::ZERO;
        let crashed = subject.clone().with_bystander(|queue, it| queue.crash(now, it).unwrap());
        let cut_off = subject.clone().with_bystander(|queue, it| queue.cut_off(now, it).unwrap());
        let gone = subject.with_bystander(|queue, it| queue.leave(now, it).unwrap());
        for bystander in [crashed, cut_off, gone] {
            let with = Transcript::of(bystander, calls);
            assert_eq!(with.answers, there.answers, "seed {seed}");
            assert_eq!(with.facts, there.facts, "seed {seed}");
            assert_eq!(with.end.shown(), there.end.shown(), "seed {seed}");
        }
    });
}

#[test]
fn a_clone_goes_on_as_the_original_does_and_leaves_it_alone() {
    each_case(50_000, |seed, subject, _, calls| {
        let half = Chance::new(seed).below(calls.len() as u64 + 1) as usize;
        let (before, after) = calls.split_at(half);
        let original = Transcript::of(subject, before).end;
        let as_it_was = original.shown();
        let cloned = Transcript::of(original.clone(), after);
        assert_eq!(original.shown(), as_it_was, "seed {seed}");
        let gone_on = Transcript::of(original, after);
        assert_eq!(gone_on.answers, cloned.answers, "seed {seed}");
        assert_eq!(gone_on.facts, cloned.facts, "seed {seed}");
        assert_eq!(gone_on.end.shown(), cloned.end.shown(), "seed {seed}");
    });
}
