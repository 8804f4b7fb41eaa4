//! Tools that are Rust packages, each at one pinned version. One on PATH of that version is used; any other
//! stays untouched, and the pinned one goes into a directory of its own.

use anyhow::{Context, Result};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{announce, output, run};

/// A package that installs a program.
pub(super) struct CargoTool {
    pub(super) package: &'static str,
    pub(super) program: &'static str,
    pub(super) version: String,
    /// What is said to cargo of its features, where it is compiled.
    pub(super) features: &'static [&'static str],
    /// The arguments that make it say its version.
    pub(super) asked: &'static [&'static str],
    pub(super) purpose: &'static str,
}

impl CargoTool {
    /// Finds or installs the tool; returns the directory to put on PATH where the program is not there already.
    pub(super) fn provide(&self, cache: &Path) -> Result<Option<PathBuf>> {
        if self.is_at(Path::new(self.program)) {
            return Ok(None);
        }
        let home = cache.join("tools").join(format!("{}-{}", self.package, self.version));
        let directory = home.join("bin");
        if !self.is_at(&directory.join(self.program)) {
            self.install(&home)?;
        }
        Ok(Some(directory))
    }

    fn is_at(&self, program: &Path) -> bool {
        output(Command::new(program).args(self.asked))
            .is_ok_and(|text| names_version(&text, &self.version))
    }

    fn install(&self, home: &Path) -> Result<()> {
        let Self { package, version, purpose, features, .. } = self;
        announce(&format!(
            "Installing {package} {version} into {}: {purpose}. Compiling it can take some minutes.",
            home.display()
        ));
        let wanted = format!("{package}@{version}");
        if which::which("cargo-binstall").is_ok() {
            let fetched = run(Command::new("cargo")
                .args(["binstall", "--no-confirm", "--root"])
                .arg(home)
                .arg(&wanted));
            if fetched.is_ok() {
                return Ok(());
            }
            announce("cargo-binstall could not; compiling it instead.");
        }
        // Minutes of silence worry a person; hundreds of lines drown a log.
        let quiet = if io::stderr().is_terminal() { None } else { Some("--quiet") };
        let install = |locked: &[&str]| {
            run(Command::new("cargo")
                .arg("install")
                .args(quiet)
                .args(locked)
                .args(*features)
                .arg("--root")
                .arg(home)
                .arg(&wanted)
                .env_remove("CARGO_TARGET_DIR"))
        };
        install(&["--locked"])
            .or_else(|_| {
                announce("Once more with the newest dependencies, for the locked ones may be out of reach.");
                install(&[])
            })
            .with_context(|| {
                format!("{package} {version} is missing; install it with `cargo install --locked {wanted}` and try again")
            })
    }
}

/// Whether the output of `--version` is that of this very version.
fn names_version(text: &str, version: &str) -> bool {
    text.split_whitespace().nth(1) == Some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_very_version_will_do() {
        assert!(names_version("trunk 0.21.14\n", "0.21.14"));
        assert!(names_version("wasm-bindgen 0.2.130 (8f1c)\n", "0.2.130"));
        assert!(!names_version("trunk 0.21.1\n", "0.21.14"));
        assert!(!names_version("trunk 0.21.140\n", "0.21.14"));
        assert!(!names_version("", "0.21.14"));
    }
}
