//! A run of ten thousand steps: how long until it is open, and how long until a step anywhere in it is shown.

use crate::figure::{Bar, Figure, Unit};
use crate::load::Dice;
use crate::scale::{Scale, thousands};
use crate::stopwatch::{Stopwatch, least, median};
use queuescope_sim::{Run, Scenario, parse};
use std::sync::Arc;

const SEEKS: usize = 1_000;
const STEPS: usize = 10_000;
const MESSAGES: usize = 2_000;

pub(crate) fn measure(scale: Scale) -> Vec<Figure> {
    let scenario = scenario();
    let mut run = Run::new(Arc::clone(&scenario));
    let [open] = least(
        scale.repetitions(),
        [&mut || {
            let watch = Stopwatch::start();
            run = Run::new(Arc::clone(&scenario));
            watch.nanos()
        }],
    );
    let size = format!("{} steps, {} messages", thousands(run.len()), thousands(MESSAGES));
    assert!(run.len() >= STEPS, "{} steps", run.len());
    let mut dice = Dice(4);
    let seeks = (0..SEEKS).map(|_| {
        let step = dice.below(run.len() as u64) as usize;
        let watch = Stopwatch::start();
        core::hint::black_box(run.snapshot(step));
        watch.nanos()
    });
    let seek = median(seeks.collect());
    let figure = |what: &str, nanos: f64, most: f64| Figure {
        size: format!("{what}: {size}"),
        unit: Unit::Millis,
        ours: nanos / 1e6,
        peer: None,
        bar: Some(Bar::Most(most)),
    };
    vec![
        figure("open", open, 1_000.0),
        figure(&format!("seek, median of {}", thousands(SEEKS)), seek, 5.0),
    ]
}

/// Messages of a hundred accounts that arrive twice as fast as eight workers get on, for three attempts of five fail:
/// a step for each arrival, each end of an attempt and each end of a wait, and a backlog that grows past a thousand.
fn scenario() -> Arc<Scenario> {
    let mut text = String::from(
        "queue accounts\n  ordered by header account\n  retry 100 attempts, backoff 1s fixed\nworkers 8\n\
         work\n  takes 50ms to 150ms\n  61% fail\n  seed 1\n",
    );
    for account in 0..100 {
        let (each, at) = (MESSAGES / 100, account * 10_007);
        text += &format!("at {at}us send a{account}x1..a{account}x{each}(A{account}) every 1s\n");
    }
    Arc::new(parse(&text).expect("the text is a scenario").scenario)
}
