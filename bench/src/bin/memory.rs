//! Prints the figures of the memory workload as JSON. Its allocator counts.

use queuescope_bench::{Scale, memory};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[allow(clippy::print_stdout, reason = "the figures are what it is for")]
fn main() -> Result<(), serde_json::Error> {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let scale = if quick { Scale::QUICK } else { Scale::FULL };
    let in_use = || {
        let stats = ALLOCATOR.stats();
        stats.bytes_allocated - stats.bytes_deallocated
    };
    println!("{}", serde_json::to_string(&memory(scale, &in_use))?);
    Ok(())
}
