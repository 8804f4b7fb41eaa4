//! The engine for JavaScript, without the page: a module of its own in dist/api/, so that who opens the page does not
//! download what only scripts use.

use anyhow::Result;

use crate::process::run;
use crate::setup::Toolbox;

/// The module's name: `queuescope.js`, its types and its wasm.
const NAME: &str = "queuescope";

/// The folder in dist/ that has it.
pub(crate) const FOLDER: &str = "api";

/// Builds it into dist/, by the same tools as the page.
pub(crate) fn build(toolbox: &Toolbox) -> Result<()> {
    let mut cargo = toolbox.wasm("cargo");
    toolbox.for_size(&mut cargo);
    run(cargo.args(["build", "--package", "queuescope-web", "--lib"]).args([
        "--profile",
        "wasm",
        "--target",
        "wasm32-unknown-unknown",
    ]))?;
    let built = toolbox.workspace().wasm_target_dir().join("wasm32-unknown-unknown/wasm");
    let folder = toolbox.workspace().dist().join(FOLDER);
    run(toolbox
        .wasm("wasm-bindgen")
        .args(["--target", "web", "--out-name", NAME, "--out-dir"])
        .arg(&folder)
        .arg(built.join("queuescope_web.wasm")))?;
    if toolbox.optimizes() {
        let module = folder.join(format!("{NAME}_bg.wasm"));
        run(toolbox.wasm("wasm-opt").args(["-Oz", "--output"]).arg(&module).arg(&module))?;
    }
    Ok(())
}
