//! Random scenarios, whole: nothing panics, the engine's invariants hold after every step, nothing is lost, going back
//! is exact, and every view of a step can be had.

use super::*;
use crate::sample::{count, line, s};
use crate::scenario::*;
use crate::step::Fact;
use crate::table::Holding;
use crate::{Format, narrate_text, print, row, why, write_table};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A small generator, so that a case is its seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn one_in(&mut self, bound: u64) -> bool {
        self.below(bound) == 0
    }

    fn worker(&mut self) -> String {
        format!("W{}", 1 + self.below(3))
    }

    fn message(&mut self) -> String {
        format!("m{}", self.below(20))
    }

    fn maybe_message(&mut self) -> Option<String> {
        self.one_in(2).then(|| self.message())
    }

    fn selection(&mut self) -> Selection {
        match self.below(3) {
            0 => Selection::All,
            1 => Selection::First(count(1)),
            _ => Selection::Message(self.message()),
        }
    }

    fn action(&mut self, sent: &mut u64) -> Action {
        let worker = self.worker();
        match self.below(19) {
            0..=3 => {
                let header =
                    |dice: &mut Self| ("customer".to_owned(), format!("c{}", dice.below(2)));
                let messages = (0..1 + self.below(3)).map(|_| {
                    *sent += 1;
                    Sent {
                        id: format!("m{}", *sent - 1),
                        key: (!self.one_in(4)).then(|| format!("g{}", self.below(3))),
                        headers: if self.one_in(2) { vec![header(self)] } else { Vec::new() },
                        fairness: self.one_in(2).then(|| format!("f{}", self.below(2))),
                        delay: s(if self.one_in(4) { self.below(10) } else { 0 }),
                        ..Sent::default()
                    }
                });
                Action::Send { messages: messages.collect(), every: None }
            }
            4..=6 => Action::Ack { worker, message: self.maybe_message() },
            7 => Action::Nack { worker, message: self.maybe_message(), retry_after: None },
            8 => Action::Nack { worker, message: None, retry_after: Some(s(self.below(8))) },
            9 => Action::Reject { worker, message: self.maybe_message() },
            10 | 18 => Action::Extend { worker, message: None, by: s(1 + self.below(9)) },
            11 => Action::Crash { worker },
            12 => Action::Return { worker },
            13 if self.one_in(2) => Action::Leave { worker },
            13 => Action::Join { worker, taking: count(2) },
            14 if self.one_in(2) => Action::DeadLetter { message: self.message() },
            14 => Action::Purge(self.selection()),
            16 => Action::LeaderCrash,
            17 => Action::CutOff { worker, lasting: s(1 + self.below(12)) },
            _ => Action::Redrive(self.selection()),
        }
    }

    fn scenario(&mut self) -> Scenario {
        let (mut at, mut sent) = (0, 0);
        let script = (0..10 + self.below(40)).map(|_| {
            at += self.below(4);
            let action = self.action(&mut sent);
            line(at, action)
        });
        let script = script.collect();
        let order = match self.below(4) {
            0 => OrderDecl::Unordered,
            1 => OrderDecl::Ordered,
            _ => OrderDecl::By(vec![Component::Header("account".to_owned())]),
        };
        let shards = match &order {
            OrderDecl::Unordered => vec![Component::Header("customer".to_owned())],
            OrderDecl::Ordered => Vec::new(),
            OrderDecl::By(components) => components.clone(),
        };
        let window = |per| LimitDecl::Window { count: count(1), per: s(per) };
        let throttle = |dice: &mut Self, from: Option<String>| ThrottleDecl {
            name: "api".to_owned(),
            from,
            limits: vec![window(2 + dice.below(4))],
            by: vec![Component::Header("customer".to_owned())],
            missing_unthrottled: dice.one_in(2),
        };
        Scenario {
            queue: QueueDecl {
                order,
                missing_key: if self.one_in(3) {
                    MissingKey::Reject
                } else {
                    MissingKey::Unordered
                },
                lease: s(3 + self.below(10)),
                backoff: if self.one_in(2) { BackoffDecl::None } else { BackoffDecl::default() },
                max_attempts: count(2),
                take_turns: self.one_in(2),
                shards: (!shards.is_empty() && self.one_in(3))
                    .then(|| ShardsDecl { count: count(2), by: shards }),
                batches_of: count(if self.one_in(3) { 3 } else { 1 }),
                durability: if self.one_in(2) {
                    DurabilityDecl::Fast
                } else {
                    DurabilityDecl::Committed
                },
                reclaim_grace: s(1 + self.below(4)),
                on_enqueue: if self.one_in(3) {
                    let from = "customer".to_owned();
                    vec![ClassifierRuleDecl {
                        sets: ClassifierSets::FairnessKey { from },
                        when: None,
                    }]
                } else {
                    Vec::new()
                },
                ..QueueDecl::default()
            },
            workers: (1..=2)
                .map(|n| WorkerDecl { name: format!("W{n}"), takes: count(1 + u32::from(n == 2)) })
                .collect(),
            throttles: match self.below(4) {
                0 => Vec::new(),
                1 => vec![throttle(self, None)],
                2 => {
                    let whole = ThrottleDecl {
                        name: "whole".to_owned(),
                        by: Vec::new(),
                        ..throttle(self, None)
                    };
                    vec![whole, throttle(self, None)]
                }
                _ => vec![throttle(self, Some("W1".to_owned())), throttle(self, None)],
            },
            script,
            work: if self.one_in(2) {
                Work::default()
            } else {
                Work {
                    takes: Some(Takes { least: s(1), most: s(5) }),
                    fail_percent: Some(30),
                    seed: Some(7),
                    ..Work::default()
                }
            },
            until: self.one_in(3).then(|| s(60)),
            expect: vec![Expectation { at: None, claim: Claim::LostNothing }],
            ..Scenario::default()
        }
    }
}

#[test]
fn case_23_whatever_happens_the_views_agree() {
    let mut kinds = std::collections::HashSet::new();
    // The browser that runs this in wasm has one thread, on which it also answers.
    let seeds = if cfg!(target_arch = "wasm32") { 30 } else { 160 };
    for seed in 0..seeds {
        let scenario = Dice(seed * 7_919 + 1).scenario();
        let text = format!("seed {seed}:\n{}", print(&scenario));
        let run = Run::new(scenario.clone());
        let mut fresh = Replay::new(scenario);
        let mut forward = Vec::new();
        while let Ok(step) = fresh.step() {
            if let Err(violation) = fresh.queue().check_invariants() {
                panic!("{violation} at {}, {text}", step.at);
            }
            kinds.extend(step.facts.iter().map(std::mem::discriminant));
            forward.push(fresh.snapshot());
            assert_eq!(run.step(step.index), Some(&step), "{text}");
        }
        assert_eq!(run.len(), forward.len(), "{text}");
        assert_eq!(crate::check(&run), [], "{text}");
        assert_rows_agree(&run, &forward, &text);
        for index in (0..run.len()).rev() {
            let snapshot = run.snapshot(index);
            assert_eq!(snapshot, forward[index], "step {index}, {text}");
            assert_agrees(&run, index, &snapshot, &text);
        }
    }
    if cfg!(not(target_arch = "wasm32")) {
        assert_eq!(kinds.len(), 27, "every kind of fact came about");
    }
}

/// The rows that are kept up from step to step are those of the snapshots.
fn assert_rows_agree(run: &Run, snapshots: &[Snapshot], text: &str) {
    let mut table = String::new();
    let end = write_table(Arc::clone(run.scenario()), Format::Json, &mut table);
    assert_eq!(end.as_ref(), Ok(run.end()), "{text}");
    let table: serde_json::Value = serde_json::from_str(&table).unwrap();
    assert_eq!(table["rows"].as_array().unwrap().len(), run.len(), "{text}");
    for (step, snapshot) in run.steps().iter().zip(snapshots) {
        let whole = serde_json::to_value(row(run.workers(), step, snapshot)).unwrap();
        assert_eq!(table["rows"][step.index], whole, "step {}, {text}", step.index);
    }
}

/// What the snapshot, the table, the bars and the words say of a step is the same.
fn assert_agrees(run: &Run, index: usize, snapshot: &Snapshot, text: &str) {
    let step = &run.steps()[index];
    assert!(!narrate_text(step, snapshot).is_empty(), "step {index} is told, {text}");
    let row = row(run.workers(), step, snapshot);
    let live = |held: &&Holding| !held.lost;
    let held: usize = row.workers.iter().map(|cell| cell.holds.iter().filter(live).count()).sum();
    let fresh = row.workers.iter().flat_map(|cell| &cell.holds).filter(|held| held.fresh).count();
    let went = step.facts.iter().filter(|fact| matches!(fact, Fact::Delivered { .. })).count();
    assert_eq!(fresh, went, "step {index}, {text}");
    let in_lanes: usize = snapshot.lanes.iter().map(|lane| lane.in_flight.len()).sum();
    assert_eq!((held as u64, in_lanes), (snapshot.counts.in_flight, held), "{text}");
    let waiting: usize = snapshot.lanes.iter().map(|lane| lane.waiting.len()).sum();
    assert_eq!(waiting as u64, snapshot.counts.pending, "{text}");
    let done: usize = snapshot.lanes.iter().map(|lane| lane.done).sum();
    assert_eq!(done as u64, snapshot.counts.acked, "{text}");
    let dead: usize = snapshot.lanes.iter().map(|lane| lane.dead).sum();
    assert_eq!(dead, snapshot.dead_letters.len(), "{text}");
    let open = |record: &&DeliveryRecord| {
        record.from <= step.at && record.end.is_none_or(|(end, _)| end > step.at)
    };
    let lost: usize = snapshot.workers.iter().map(|worker| worker.lost.len()).sum();
    let open = run.deliveries().iter().filter(open).count();
    assert_eq!(open, held + lost, "step {index}, {text}");
    for lane in &snapshot.lanes {
        for waiting in &lane.waiting {
            let why = why(run, &waiting.message, step.at);
            let reason = waiting.reason.clone();
            assert_eq!(why.whereabouts, crate::Whereabouts::Waiting { reason }, "{text}");
        }
    }
}
