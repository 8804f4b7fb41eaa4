//! The standard library for wasm32: the default toolchain's own, or added to it by rustup, or, where rustup cannot
//! download, built from Debian's packages.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::debian_rust;
use crate::process::{announce, output, run};
use crate::workspace::Workspace;

const TARGET: &str = "wasm32-unknown-unknown";

/// Finds or installs the target. Returns the directory of the compiler that has it, where that is not the default one.
pub(super) fn provide(workspace: &Workspace, cache: &Path) -> Result<Option<PathBuf>> {
    if default_toolchain_has_it(workspace) {
        return Ok(None);
    }
    if let Some(directory) = debian_rust::find(cache) {
        return Ok(Some(directory));
    }
    let added = add_by_rustup(workspace);
    let Err(refused) = added else {
        return Ok(None);
    };
    announce(&format!("rustup cannot add the target: {refused:#}"));
    debian_rust::install(workspace, cache).map(Some).with_context(|| {
        format!(
            "this Rust has no {TARGET} target; run `rustup target add {TARGET}`, or install your distribution's \
             package with the Rust standard library for it, and try again"
        )
    })
}

fn default_toolchain_has_it(workspace: &Workspace) -> bool {
    output(
        Command::new("rustc")
            .args(["--print", "target-libdir", "--target", TARGET])
            .current_dir(workspace.root()),
    )
    .is_ok_and(|directory| holds_core(Path::new(directory.trim())))
}

fn add_by_rustup(workspace: &Workspace) -> Result<()> {
    if which::which("rustup").is_err() {
        bail!("there is no rustup on PATH");
    }
    announce(&format!(
        "Adding the {TARGET} target to your Rust toolchain: the page is compiled for it."
    ));
    run(Command::new("rustup").args(["target", "add", TARGET]).current_dir(workspace.root()))?;
    if !default_toolchain_has_it(workspace) {
        bail!("it added the target to another toolchain than the `rustc` on PATH");
    }
    Ok(())
}

fn holds_core(directory: &Path) -> bool {
    directory.read_dir().is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_directory_holds_nothing() {
        assert!(!holds_core(Path::new("no/such/directory")));
    }
}
