//! `cargo xtask fuzz`: lets the fuzzers look for inputs that make something panic, hang or take all memory.

use anyhow::Result;
use clap::ValueEnum;

use crate::process::{announce, run};
use crate::setup::{Need, Toolbox};

/// An input takes longer than so many seconds: it hangs.
const TIMEOUT: &str = "-timeout=10";
/// It takes more memory than so many MB.
const MEMORY: &str = "-rss_limit_mb=2048";
/// An input has at most so many bytes.
const LENGTH: &str = "-max_len=4096";

/// What is fed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Scenarios as text.
    Text,
    /// Scenarios as JSON.
    Json,
    /// Links.
    Link,
    /// Bare calls of the engine.
    Calls,
}

impl Target {
    fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Link => "link",
            Self::Calls => "calls",
        }
    }
}

/// Runs the fuzzers one after the other, each for so many minutes; an input that fails is kept in `fuzz/artifacts`.
pub(crate) fn fuzz(toolbox: &mut Toolbox, only: &[Target], minutes: u64) -> Result<()> {
    toolbox.provide(Need::CargoFuzz)?;
    let chosen = |target: &&Target| only.is_empty() || only.contains(target);
    for target in Target::value_variants().iter().filter(chosen) {
        announce(&format!("Fuzzing {} for {minutes} min.", target.name()));
        let time = format!("-max_total_time={}", minutes * 60);
        run(toolbox
            .cargo_with_tools()
            // The compiler of this workspace has what a nightly one would be asked for.
            .env("RUSTC_BOOTSTRAP", "1")
            .args(["fuzz", "run", target.name(), "--"])
            .args([&time, TIMEOUT, MEMORY, LENGTH]))?;
    }
    Ok(())
}
