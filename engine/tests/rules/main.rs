//! The rules of the scheduler, each proved over the public interface, natively and in wasm alike.
//!
//! A test's name begins with the number of the rule that it proves.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it is")]

mod audit;
mod batches;
mod cases;
mod classifier;
mod clock;
mod delay;
mod driver;
mod failure;
mod fairness;
mod leader;
mod leases;
mod messages;
mod order;
mod random;
mod shards;
mod throttle;
mod waiting;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
