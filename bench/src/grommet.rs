//! The peer `grommet-core`: key-affine, one message of a key in flight, round robin over keys that are ready.
//!
//! It does less than our queue does: no leases, no time, no events, no ids. Keys are integers, as it wants
//! them `Copy`; what it carries are the same messages.

use crate::ours::WORKERS;
use crate::stopwatch::Stopwatch;
use core::time::Duration;
use grommet_core::{Admit, Completion, Config, Disposition, Scheduler};
use std::collections::VecDeque;

/// Its name in the table.
pub(crate) const NAME: &str = "grommet-core 0.1.4";

/// Admits all, dispatches to as many as we have workers, completes all; nanoseconds in all.
pub(crate) fn run<P>(keys: &[u64], payloads: Vec<P>) -> f64 {
    let messages = payloads.len();
    let watch = Stopwatch::start();
    let mut config = Config::new([WORKERS]);
    config.max_pending = messages;
    let mut scheduler: Scheduler<u64, P, (), 1> = Scheduler::new(config);
    for (&key, payload) in keys.iter().zip(payloads) {
        scheduler.admit(Admit { key, class: 0, expires_at: None, payload });
    }
    let mut in_flight = VecDeque::new();
    let mut done = 0;
    let now = Duration::ZERO;
    loop {
        while let Some(dispatch) = scheduler.next(0, now) {
            in_flight.push_back(dispatch);
        }
        let Some(dispatch) = in_flight.pop_front() else { break };
        let key = dispatch.key;
        core::hint::black_box(&dispatch.payload);
        scheduler.complete(Completion { key, class: 0, state: Disposition::Drop }, now);
        done += 1;
    }
    let nanos = watch.nanos();
    assert_eq!(done, messages, "the peer delivers all");
    nanos
}
