//! A crate as a wasm module with its JavaScript, built by the same tools as the page.

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
    pub(crate) build: Build,
}

/// What a build strives for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// As few bytes as the page's own module.
    Size,
    /// As little time.
    Speed,
}

impl Build {
    /// The profile of the workspace.
    const fn profile(self) -> &'static str {
        match self {
            Self::Size => "wasm",
            Self::Speed => "wasm-speed",
        }
    }

    /// How wasm-opt is to see it.
    const fn optimization(self) -> &'static str {
        match self {
            Self::Size => "-Oz",
            Self::Speed => "-O3",
        }
    }
}

impl Module<'_> {
    /// Builds it into a folder; returns the path of its script.
    pub(crate) fn build(&self, toolbox: &Toolbox, folder: &Path) -> Result<PathBuf> {
        let mut cargo = toolbox.wasm("cargo");
        match self.build {
            Build::Size => toolbox.for_size(&mut cargo),
            Build::Speed => toolbox.for_speed(&mut cargo),
        }
        run(cargo.args(["build", "--package", self.package, "--lib"]).args([
            "--profile",
            self.build.profile(),
            "--target",
            "wasm32-unknown-unknown",
        ]))?;
        let built = toolbox.workspace().wasm_target_dir().join("wasm32-unknown-unknown");
        let library = format!("{}.wasm", self.package.replace('-', "_"));
        run(toolbox
            .wasm("wasm-bindgen")
            .args(["--target", self.target, "--out-name", self.name, "--out-dir"])
            .arg(folder)
            .arg(built.join(self.build.profile()).join(library)))?;
        if toolbox.optimizes() {
            let module = folder.join(format!("{}_bg.wasm", self.name));
            run(toolbox
                .wasm("wasm-opt")
                .args([self.build.optimization(), "--output"])
                .arg(&module)
                .arg(&module))?;
        }
        Ok(folder.join(format!("{}.js", self.name)))
    }
}
