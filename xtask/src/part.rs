//! The parts of the test run: what each is called, what it needs, and what it does.

use anyhow::{Result, bail};
use clap::ValueEnum;
use std::io::{self, IsTerminal};

use crate::process::{run, run_and_keep};
use crate::setup::{Need, Toolbox};
use crate::{bundle, docs, size};

/// The crates with tests that run in a browser's wasm.
const WASM_CRATES: [&str; 5] = ["engine", "link", "sim", "tests", "web"];

/// One part of the test run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Formatting, by cargo fmt.
    Fmt,
    /// Lints, by clippy, warnings denied.
    Clippy,
    /// The crates' documentation, warnings denied.
    Doc,
    /// Native tests and doc tests of all crates.
    Native,
    /// Every scenario of the gallery, of the tests and of the book against its expectations.
    Scenarios,
    /// The crates' tests compiled to wasm, in a headless browser.
    Wasm,
    /// The release build of the page.
    Build,
    /// The size of the page over the wire.
    Size,
    /// The book, and whether every link in it leads somewhere.
    Docs,
    /// The built page and the book, steered through a browser.
    Browser,
}

impl Part {
    /// All of them, those that fail soonest first.
    pub(crate) const ALL: [Self; 10] = [
        Self::Fmt,
        Self::Clippy,
        Self::Doc,
        Self::Native,
        Self::Scenarios,
        Self::Wasm,
        Self::Build,
        Self::Size,
        Self::Docs,
        Self::Browser,
    ];

    /// The name on the command line and in the summary.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Clippy => "clippy",
            Self::Doc => "doc",
            Self::Native => "native",
            Self::Scenarios => "scenarios",
            Self::Wasm => "wasm",
            Self::Build => "build",
            Self::Size => "size",
            Self::Docs => "docs",
            Self::Browser => "browser",
        }
    }

    /// What must be set up before this part can run.
    pub(crate) fn needs(self) -> &'static [Need] {
        match self {
            Self::Fmt | Self::Clippy | Self::Doc | Self::Native | Self::Scenarios => &[],
            Self::Wasm => &[Need::WasmTarget, Need::WasmBindgen, Need::WasmPack, Need::Browser],
            Self::Build | Self::Size => &bundle::NEEDS,
            Self::Docs => &docs::NEEDS,
            Self::Browser => &[
                Need::WasmTarget,
                Need::StdSource,
                Need::WasmBindgen,
                Need::WasmOpt,
                Need::Trunk,
                Need::MdBook,
                Need::Axe,
                Need::Browser,
            ],
        }
    }

    /// Whether this part looks at the built page, and says nothing where the build has failed.
    pub(crate) fn looks_at_the_build(self) -> bool {
        match self {
            Self::Size | Self::Docs | Self::Browser => true,
            Self::Fmt
            | Self::Clippy
            | Self::Doc
            | Self::Native
            | Self::Scenarios
            | Self::Wasm
            | Self::Build => false,
        }
    }

    /// Runs it.
    pub(crate) fn run(self, toolbox: &mut Toolbox) -> Result<()> {
        match self {
            Self::Fmt => {
                // In a file or a pipe rustfmt would leave its colours in the differences.
                let color = if io::stdout().is_terminal() { "auto" } else { "never" };
                run(toolbox.cargo().args(["fmt", "--all", "--check", "--", "--color", color]))
            }
            Self::Clippy => {
                run(toolbox
                    .cargo()
                    .args(["clippy", "--workspace", "--all-targets", "--all-features"])
                    .args(["--", "-D", "warnings"]))?;
                // The page leaves out what it fetches later.
                run(toolbox
                    .cargo()
                    .args(["clippy", "--package", "queuescope-web", "--bin", "queuescope-page"])
                    .args(["--no-default-features", "--", "-D", "warnings"]))
            }
            Self::Doc => run(toolbox
                .cargo()
                .args(["doc", "--workspace", "--no-deps"])
                .env("RUSTDOCFLAGS", "-D warnings")),
            Self::Native => run(toolbox.cargo().args(["test", "--workspace", "--no-fail-fast"])),
            Self::Scenarios => check_scenarios(toolbox),
            Self::Wasm => test_in_wasm(toolbox),
            Self::Build => bundle::build(toolbox),
            Self::Size => {
                bundle::freshen(toolbox)?;
                size::report(&toolbox.workspace().dist())
            }
            Self::Docs => {
                docs::build(toolbox)?;
                run(toolbox
                    .cargo()
                    .args(["test", "--package", "queuescope-tests"])
                    .args(["--features", "book", "--test", "book"])
                    .env("QUEUESCOPE_DIST", toolbox.workspace().dist()))
            }
            Self::Browser => {
                docs::build(toolbox)?;
                run(toolbox
                    .cargo()
                    .args(["test", "--package", "queuescope-tests"])
                    .args(["--features", "browser", "--test", "browser"])
                    .env("QUEUESCOPE_DIST", toolbox.workspace().dist()))
            }
        }
    }
}

fn check_scenarios(toolbox: &Toolbox) -> Result<()> {
    let root = toolbox.workspace().root();
    let scenarios = toolbox.workspace().scenarios();
    let pages = toolbox.workspace().pages();
    if scenarios.is_empty() {
        bail!(
            "there is no scenario in static/scenarios or tests/cases; is this checkout complete?"
        );
    }
    run(toolbox
        .cargo()
        .args([
            "run",
            "--quiet",
            "--package",
            "queuescope-sim",
            "--bin",
            "queuescope",
            "--",
            "check",
        ])
        .args(scenarios.iter().chain(&pages).map(|path| path.strip_prefix(root).unwrap_or(path))))
}

fn test_in_wasm(toolbox: &Toolbox) -> Result<()> {
    let driver = toolbox.chromedriver()?;
    let failed: Vec<_> = WASM_CRATES
        .into_iter()
        .filter_map(|name| {
            let tested = run_and_keep(
                toolbox
                    .wasm("wasm-pack")
                    .args(["test", "--mode", "no-install", "--headless", "--chrome"])
                    .arg("--chromedriver")
                    .arg(driver)
                    .arg(name),
            );
            match tested {
                Ok(text) if passed(&text) == 0 => Some(format!("{name} (it ran none)")),
                Ok(_) => None,
                Err(_) => Some(name.to_owned()),
            }
        })
        .collect();
    if !failed.is_empty() {
        bail!("the wasm tests of {} failed", failed.join(", "));
    }
    Ok(())
}

/// How many tests passed, by the last lines of each test program. A crate whose tests are all left out of a wasm build has programs
/// that end well, and none of these.
fn passed(text: &str) -> usize {
    let results = text.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    results.filter_map(|result| result.split_once(" passed")?.0.parse::<usize>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_called_the_same_everywhere() {
        for part in Part::ALL {
            let on_the_command_line = part.to_possible_value().unwrap();
            assert_eq!(on_the_command_line.get_name(), part.name());
        }
        assert_eq!(Part::value_variants(), Part::ALL);
    }

    #[test]
    fn tests_are_counted_over_all_programs_of_a_crate() {
        let one =
            "running 8 tests\ntest a ... ok\n\ntest result: ok. 8 passed; 0 failed; 0 ignored\n";
        let none = "no tests to run!\n";
        let left_out = "test result: ok. 0 passed; 0 failed; 0 ignored\n";
        assert_eq!(passed(&[none, one, one, left_out].concat()), 16);
        assert_eq!(passed(&[none, left_out].concat()), 0);
    }
}
