//! Small worlds, explored whole to a depth that a test run has time for; `cargo xtask explore` goes deeper.

#![cfg(not(target_arch = "wasm32"))]

use queuescope_tests::small_world::{Kind, explore};

#[test]
fn every_order_of_what_can_happen_keeps_the_rules() {
    for kind in Kind::ALL {
        match explore(kind, 8) {
            Ok(seen) => assert!(seen.states > 1_000, "{kind:?}: {seen:?}"),
            Err(wrong) => panic!("{wrong}"),
        }
    }
}
