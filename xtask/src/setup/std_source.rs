//! The sources of the standard library: the page is built together with its own copy of it, made for size, which leaves out a
//! sixth of what goes over the wire.

use std::path::Path;
use std::process::Command;

use crate::process::{announce, output, run};

/// The variables that make cargo build the standard library along, for size. A panic then ends in a trap without a message.
///
/// `RUSTC_BOOTSTRAP` unlocks these options on a stable compiler, for this one build.
pub(super) const VARIABLES: [(&str, &str); 3] = [
    ("RUSTC_BOOTSTRAP", "1"),
    ("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort"),
    ("CARGO_UNSTABLE_BUILD_STD_FEATURES", "optimize_for_size"),
];

/// The compiler's flags that go with them.
pub(super) const FLAGS: &str = "-Zunstable-options -Cpanic=immediate-abort";

/// Finds the sources, or has rustup install them; `rustc` is a call of the compiler that builds the page.
pub(super) fn provide(mut rustc: Command) -> bool {
    let Ok(sysroot) = output(rustc.args(["--print", "sysroot"])) else {
        return false;
    };
    let library = Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/std/Cargo.toml");
    if library.is_file() {
        return true;
    }
    announce(
        "Adding the sources of the standard library: the page gets a copy that is built for size.",
    );
    let added = run(Command::new("rustup").args(["component", "add", "rust-src"]));
    if added.is_err() || !library.is_file() {
        announce(
            "They cannot be had: the page will be larger, and may weigh more than `size` allows.",
        );
        return false;
    }
    true
}
