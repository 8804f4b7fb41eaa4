//! Tests that `queuescope rust` wrote: they are what it writes, and hold.

#![cfg(feature = "editing")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod exported {
    mod account_retries;
    mod expired_lease;
    mod ordered_batch;
}

use queuescope_sim::to_rust_test;

#[test]
fn they_are_what_is_written() {
    for (text, written) in [
        (
            include_str!("../../static/scenarios/account-retries.queue"),
            include_str!("exported/account_retries.rs"),
        ),
        (
            include_str!("../../static/scenarios/expired-lease.queue"),
            include_str!("exported/expired_lease.rs"),
        ),
        (
            include_str!("../../static/scenarios/ordered-batch.queue"),
            include_str!("exported/ordered_batch.rs"),
        ),
    ] {
        // Written anew by `queuescope rust static/scenarios/… > sim/tests/exported/…`.
        assert_eq!(to_rust_test(text).as_deref(), Ok(written));
    }
}
