//! A crate as a wasm module with its JavaScript, built by the same tools and as small as the page.

use anyhow::Result;
use std::path::{Path, PathBuf};

use crate::process::run;
use crate::setup::Toolbox;

/// What is built.
pub(crate) struct Module<'m> {
    pub(crate) package: &'m str,
    /// What its files are called.
    pub(crate) name: &'m str,
    /// Who loads it, in the words of wasm-bindgen.
    pub(crate) target: &'m str,
}

impl Module<'_> {
    /// Builds it into a folder; returns the path of its script.
    pub(crate) fn build(&self, toolbox: &Toolbox, folder: &Path) -> Result<PathBuf> {
        let mut cargo = toolbox.wasm("cargo");
        toolbox.for_size(&mut cargo);
        run(cargo.args(["build", "--package", self.package, "--lib"]).args([
            "--profile",
            "wasm",
            "--target",
            "wasm32-unknown-unknown",
        ]))?;
        let built = toolbox.workspace().wasm_target_dir().join("wasm32-unknown-unknown/wasm");
        let library = format!("{}.wasm", self.package.replace('-', "_"));
        run(toolbox
            .wasm("wasm-bindgen")
            .args(["--target", self.target, "--out-name", self.name, "--out-dir"])
            .arg(folder)
            .arg(built.join(library)))?;
        if toolbox.optimizes() {
            let module = folder.join(format!("{}_bg.wasm", self.name));
            run(toolbox.wasm("wasm-opt").args(["-Oz", "--output"]).arg(&module).arg(&module))?;
        }
        Ok(folder.join(format!("{}.js", self.name)))
    }
}
