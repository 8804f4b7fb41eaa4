//! wasm-opt makes the module a third smaller. It comes from PATH or from npm; without either the build goes on.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::npm;
use crate::process::{announce, output};

/// The version of Binaryen that is installed where there is none.
const PINNED: &str = "132";

/// The oldest version that knows every instruction that today's compiler emits. Distributions still carry older ones.
const OLDEST: u32 = 123;

/// A wasm-opt that can be used.
pub(super) struct Found {
    /// The directory to put on PATH, where the program is not there already.
    pub(super) directory: Option<PathBuf>,
}

/// Finds or installs wasm-opt; `None` where it cannot be had.
pub(super) fn provide(cache: &Path) -> Option<Found> {
    if is_usable(Path::new("wasm-opt")) {
        return Some(Found { directory: None });
    }
    let home = cache.join("tools").join(format!("binaryen-{PINNED}"));
    let directory = home.join("node_modules").join(".bin");
    if is_usable(&directory.join("wasm-opt")) {
        return Some(Found { directory: Some(directory) });
    }
    let Ok(program) = which::which("npm") else {
        warn("npm, which would install it, is not there");
        return None;
    };
    announce(&format!(
        "Installing wasm-opt (Binaryen {PINNED}) with npm into {}: it makes the page smaller.",
        home.display()
    ));
    match npm::install(&program, &home, &format!("binaryen@{PINNED}")) {
        Ok(()) if is_usable(&directory.join("wasm-opt")) => {
            Some(Found { directory: Some(directory) })
        }
        Ok(()) => {
            warn("the one from npm does not run");
            None
        }
        Err(error) => {
            warn(&format!("{error:#}"));
            None
        }
    }
}

fn warn(why: &str) {
    announce(&format!(
        "Warning: no wasm-opt of version {OLDEST} or newer: {why}. The page is built without it and gets larger. \
         Install Binaryen (https://github.com/WebAssembly/binaryen), or Node.js with npm."
    ));
}

fn is_usable(program: &Path) -> bool {
    output(Command::new(program).arg("--version"))
        .ok()
        .and_then(|text| version(&text))
        .is_some_and(|version| version >= OLDEST)
}

/// Reads `132` out of `wasm-opt version 132 (version_132)`.
fn version(text: &str) -> Option<u32> {
    text.split_whitespace().nth(2)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_the_third_word() {
        assert_eq!(version("wasm-opt version 132 (version_132)\n"), Some(132));
        assert_eq!(version("wasm-opt version 108\n"), Some(108));
        assert_eq!(version("command not found"), None);
    }
}
