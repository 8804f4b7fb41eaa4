//! What is published: trunk makes the page in dist/ out of static/index.html and the `web` crate, and its editor out of the
//! `editor` crate; the engine for scripts goes beside them.

use anyhow::{Context, Result, bail};
use std::env;
use std::process::Command;

use crate::process::{announce, run};
use crate::setup::{Need, Toolbox};
use crate::{api, names, offline, optimize};

/// What the release build needs.
pub(crate) const NEEDS: [Need; 5] =
    [Need::WasmTarget, Need::StdSource, Need::WasmBindgen, Need::WasmOpt, Need::Trunk];

/// Builds the page and the engine for scripts into dist/.
pub(crate) fn build(toolbox: &mut Toolbox) -> Result<()> {
    run(trunk(toolbox, "build")?.arg("--dist").arg(toolbox.workspace().dist()))?;
    if toolbox.optimizes() {
        optimize::page(toolbox)?;
    }
    let dist = toolbox.workspace().dist();
    names::settle(&dist)?;
    offline::settle(&dist)?;
    api::build(toolbox)?;
    announce(&format!(
        "The page is in {}, the engine for scripts in {}.",
        dist.display(),
        dist.join(api::FOLDER).display()
    ));
    Ok(())
}

/// Builds the page only where dist/ is missing or older than the sources.
pub(crate) fn freshen(toolbox: &mut Toolbox) -> Result<()> {
    if toolbox.workspace().dist_is_fresh() {
        return Ok(());
    }
    build(toolbox)
}

/// A trunk command in release. What trunk makes is not optimized by wasm-opt yet.
pub(crate) fn trunk(toolbox: &mut Toolbox, verb: &str) -> Result<Command> {
    let page = toolbox.workspace().root().join("static/index.html");
    if !page.is_file() {
        bail!("there is no {}; is this checkout complete?", page.display());
    }
    for need in NEEDS {
        toolbox.provide(need).with_context(|| format!("cannot set up {}", need.name()))?;
    }
    let mut command = toolbox.wasm("trunk");
    toolbox.for_size(&mut command);
    // The compiler's errors say what is wrong; a trace through trunk would only push them off the screen.
    command
        .args([verb, "--release"])
        .env("TRUNK_SKIP_VERSION_CHECK", "true")
        .env("RUST_BACKTRACE", "0");
    // Trunk takes only `true` and `false` here, where the custom is any value.
    if env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        command.env("NO_COLOR", "true");
    } else {
        command.env_remove("NO_COLOR");
    }
    Ok(command)
}
