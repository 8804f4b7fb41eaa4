//! What npm brings, each package into a folder of its own.

use anyhow::Result;
use std::path::Path;
use std::process::Command;

use crate::process::run;

/// Installs a package, written `name@version`, into the folder `home`, with the npm program that is given.
pub(super) fn install(npm: &Path, home: &Path, package: &str) -> Result<()> {
    std::fs::create_dir_all(home)?;
    run(Command::new(npm)
        .args(["install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix"])
        .arg(home)
        .arg(package))
}
