//! Random scenarios, whole: nothing panics, the engine's invariants hold after every step, nothing is lost, going back
//! is exact, and every view of a step can be had and says the same as the others (case 23).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it is")]

use queuescope_sim::{
    DeliveryRecord, Fact, Format, Holding, Replay, Run, Snapshot, Whereabouts, check, narrate_text,
    print, row, why, write_table,
};
use queuescope_tests::random_scenario;
use std::sync::Arc;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[test]
fn case_23_whatever_happens_the_views_agree() {
    let mut kinds = std::collections::HashSet::new();
    // The browser that runs this in wasm has one thread, on which it also answers.
    let seeds = if cfg!(target_arch = "wasm32") { 30 } else { 500 };
    for seed in 0..seeds {
        let scenario = random_scenario::scenario(seed);
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
        assert_eq!(check(&run), [], "{text}");
        assert_rows_agree(&run, &forward, &text);
        for index in (0..run.len()).rev() {
            let snapshot = run.snapshot(index);
            assert_eq!(snapshot, forward[index], "step {index}, {text}");
            assert_agrees(&run, index, &snapshot, &text);
        }
    }
    if cfg!(not(target_arch = "wasm32")) {
        assert_eq!(kinds.len(), 28, "every kind of fact came about");
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
            assert_eq!(why.whereabouts, Whereabouts::Waiting { reason }, "{text}");
        }
    }
}
