//! axe-core looks for what keeps people from using a page. It is a script, which the browser tests run in the built page.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

use super::npm;
use crate::process::announce;

/// Its version: what it finds fault with is another one in each.
const PINNED: &str = "4.14.1";

/// Finds or installs it. Returns the script.
pub(super) fn provide(cache: &Path) -> Result<PathBuf> {
    let home = cache.join("tools").join(format!("axe-core-{PINNED}"));
    let script = home.join("node_modules/axe-core/axe.min.js");
    if script.is_file() {
        return Ok(script);
    }
    let program = which::which("npm").context(
        "npm is not there, which would install axe-core for the browser tests; install Node.js with npm",
    )?;
    announce(&format!(
        "Installing axe-core {PINNED} with npm into {}: it looks for what keeps people from using the page.",
        home.display()
    ));
    npm::install(&program, &home, &format!("axe-core@{PINNED}"))?;
    Ok(script)
}
