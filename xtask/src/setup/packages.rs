//! The system's package manager, where it can be used without asking for a password.

use anyhow::{Context, Result};
use std::process::Command;

use crate::process::{announce, output, run};

/// A package manager, and how to become allowed to use it.
pub(super) struct Packages {
    manager: Manager,
    privilege: &'static [&'static str],
}

/// The package managers that can be driven here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manager {
    /// Debian, Ubuntu and their kin.
    Apt,
    /// Fedora and its kin.
    Dnf,
    /// Arch Linux.
    Pacman,
    /// Homebrew.
    Brew,
}

impl Manager {
    /// The one of this system.
    pub(super) fn of_system() -> Option<Self> {
        [Self::Apt, Self::Dnf, Self::Pacman, Self::Brew]
            .into_iter()
            .find(|manager| which::which(manager.program()).is_ok())
    }

    fn program(self) -> &'static str {
        match self {
            Self::Apt => "apt-get",
            Self::Dnf => "dnf",
            Self::Pacman => "pacman",
            Self::Brew => "brew",
        }
    }

    /// What one types to install something.
    pub(super) fn install_arguments(self) -> &'static [&'static str] {
        match self {
            // Nothing that the user has may go in exchange.
            Self::Apt => &["install", "-y", "-q", "--no-install-recommends", "--no-remove"],
            Self::Dnf => &["install", "-y"],
            Self::Pacman => &["-S", "--noconfirm", "--needed"],
            Self::Brew => &["install"],
        }
    }

    fn wants_root(self) -> bool {
        match self {
            Self::Apt | Self::Dnf | Self::Pacman => true,
            Self::Brew => false,
        }
    }

    /// The command line that installs `names`, to show to a person.
    pub(super) fn command_line(self, names: &[&str]) -> String {
        let sudo = if self.wants_root() { "sudo " } else { "" };
        let verb = match self {
            Self::Apt | Self::Dnf | Self::Brew => "install",
            Self::Pacman => "-S",
        };
        format!("{sudo}{} {verb} {}", self.program(), names.join(" "))
    }
}

impl Packages {
    /// The package manager of this system, or an error that says what a person can do instead.
    pub(super) fn of(manager: Manager) -> Option<Self> {
        let privilege = if manager.wants_root() { privilege()? } else { &[] };
        Some(Self { manager, privilege })
    }

    /// APT, where it can be used.
    pub(super) fn of_debian() -> Option<Self> {
        (Manager::of_system() == Some(Manager::Apt)).then(|| Self::of(Manager::Apt))?
    }

    /// Says what is installed and why, and installs it.
    pub(super) fn install(&self, names: &[&str], purpose: &str) -> Result<()> {
        announce(&format!(
            "Installing {} with {}: {purpose}.",
            names.join(", "),
            self.manager.program()
        ));
        if self.manager == Manager::Apt {
            // Without fresh lists the versions in them may be gone; without network the old ones may still do.
            let _ = run(&mut self.command(&["update", "-q"], &[]));
        }
        run(&mut self.command(self.manager.install_arguments(), names)).with_context(|| {
            format!(
                "cannot install {}; try `{}`",
                names.join(", "),
                self.manager.command_line(names)
            )
        })
    }

    fn command(&self, verb: &[&str], names: &[&str]) -> Command {
        let mut words = self.privilege.to_vec();
        if self.manager == Manager::Apt {
            // Through `env`, for sudo drops the environment.
            words.extend(["env", "DEBIAN_FRONTEND=noninteractive"]);
        }
        words.push(self.manager.program());
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(verb).args(names);
        command
    }
}

/// Whether Debian's package of this name is installed.
pub(super) fn is_installed(name: &str) -> bool {
    output(Command::new("dpkg-query").args(["-W", "-f", "${db:Status-Status}", name]))
        .is_ok_and(|status| status == "installed")
}

/// Nothing for root, sudo where it asks for no password, else none.
fn privilege() -> Option<&'static [&'static str]> {
    if output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0") {
        return Some(&[]);
    }
    output(Command::new("sudo").args(["-n", "true"])).is_ok().then_some(&["sudo", "-n"])
}

/// An error for a person who has to install something by hand.
pub(super) fn by_hand(what: &str, manager: Option<Manager>, names: &[&str]) -> anyhow::Error {
    match manager {
        Some(manager) => {
            anyhow::anyhow!("{what} is missing; install it with `{}`", manager.command_line(names))
        }
        None => anyhow::anyhow!(
            "{what} is missing, and this system's package manager is unknown; install it and try again"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_shown_a_line_to_type() {
        assert_eq!(
            Manager::Apt.command_line(&["chromium", "chromium-driver"]),
            "sudo apt-get install chromium chromium-driver"
        );
        assert_eq!(Manager::Pacman.command_line(&["chromium"]), "sudo pacman -S chromium");
        assert_eq!(Manager::Brew.command_line(&["chromedriver"]), "brew install chromedriver");
    }
}
