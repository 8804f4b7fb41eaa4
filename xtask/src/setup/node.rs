//! Node, which runs the workloads in wasm.

use anyhow::Result;

use super::packages::{Manager, Packages, by_hand};

/// Finds it on PATH, or installs it by the system's package manager.
pub(super) fn provide() -> Result<()> {
    if which::which("node").is_ok() {
        return Ok(());
    }
    let manager = Manager::of_system();
    let names: &[&str] = match manager {
        Some(Manager::Apt | Manager::Dnf | Manager::Pacman) => &["nodejs"],
        Some(Manager::Brew) => &["node"],
        None => &[],
    };
    match manager.and_then(Packages::of) {
        Some(packages) => packages.install(names, "the workloads run in it as wasm"),
        None => Err(by_hand("Node", manager, names)),
    }
}
