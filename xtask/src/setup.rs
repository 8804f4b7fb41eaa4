//! What the tasks need beside cargo, provided on first use: the toolbox knows what is in place and where, and makes the
//! commands that find it.

mod axe;
mod browser;
mod cargo_tool;
mod debian_rust;
mod node;
mod npm;
mod packages;
mod std_source;
mod wasm_opt;
mod wasm_target;

use anyhow::{Context, Result};
use directories::ProjectDirs;
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use self::browser::Browser;
use self::cargo_tool::CargoTool;
use crate::workspace::Workspace;

const TRUNK: &str = "0.21.14";
const WASM_PACK: &str = "0.15.1";
const MDBOOK: &str = "0.5.4";
const CARGO_FUZZ: &str = "0.13.2";
const CARGO_MUTANTS: &str = "27.1.0";

/// One thing that a task cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    /// The standard library for wasm32.
    WasmTarget,
    /// Makes dist/ out of static/index.html and the `web` crate.
    Trunk,
    /// The JavaScript side of the wasm module, and the runner of wasm tests.
    WasmBindgen,
    /// Makes the module smaller. It is done without where it cannot be had.
    WasmOpt,
    /// The same, by a standard library that is built for size.
    StdSource,
    /// Runs wasm tests in a browser.
    WasmPack,
    /// Runs the workloads as wasm.
    Node,
    /// Chromium (or Chrome) and its driver.
    Browser,
    /// Looks for what keeps people from using the page.
    Axe,
    /// Makes the book out of docs/.
    MdBook,
    /// Builds and runs fuzz targets.
    CargoFuzz,
    /// Changes the engine in one place at a time, and runs its tests.
    CargoMutants,
}

impl Need {
    /// Those of serving, building and testing, in the order in which they are set up.
    pub(crate) const ALL: [Self; 9] = [
        Self::WasmTarget,
        Self::StdSource,
        Self::WasmBindgen,
        Self::WasmOpt,
        Self::Trunk,
        Self::WasmPack,
        Self::MdBook,
        Self::Axe,
        Self::Browser,
    ];

    /// The name that people know it by.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::WasmTarget => "the wasm32 target",
            Self::Trunk => "trunk",
            Self::WasmBindgen => "wasm-bindgen",
            Self::WasmOpt => "wasm-opt",
            Self::StdSource => "the sources of the standard library",
            Self::WasmPack => "wasm-pack",
            Self::Node => "Node",
            Self::Browser => "Chromium and chromedriver",
            Self::Axe => "axe-core",
            Self::MdBook => "mdbook",
            Self::CargoFuzz => "cargo-fuzz",
            Self::CargoMutants => "cargo-mutants",
        }
    }
}

/// What has been found or installed so far.
pub(crate) struct Toolbox {
    workspace: Workspace,
    cache: PathBuf,
    provided: BTreeSet<Need>,
    path: Vec<PathBuf>,
    wasm_compiler: Option<PathBuf>,
    optimizes: bool,
    builds_std: bool,
    browser: Option<Browser>,
    axe: Option<PathBuf>,
}

impl Toolbox {
    /// An empty toolbox for this repository. Nothing is looked for yet.
    pub(crate) fn new(workspace: Workspace) -> Result<Self> {
        let directories = ProjectDirs::from("", "", "queuescope").context(
            "no home directory is known to keep tools in; set HOME to one that can be written to",
        )?;
        Ok(Self {
            workspace,
            cache: directories.cache_dir().to_path_buf(),
            provided: BTreeSet::new(),
            path: Vec::new(),
            wasm_compiler: None,
            optimizes: false,
            builds_std: false,
            browser: None,
            axe: None,
        })
    }

    /// Makes sure that `need` is there, installing it where it is missing.
    pub(crate) fn provide(&mut self, need: Need) -> Result<()> {
        if self.provided.contains(&need) {
            return Ok(());
        }
        match need {
            Need::WasmTarget => {
                self.wasm_compiler = wasm_target::provide(&self.workspace, &self.cache)?
            }
            Need::Trunk => self.provide_cargo_tool(&CargoTool {
                package: "trunk",
                program: "trunk",
                version: TRUNK.to_owned(),
                features: &[],
                asked: &["--version"],
                purpose: "it builds and serves the page",
            })?,
            Need::WasmBindgen => self.provide_cargo_tool(&CargoTool {
                package: "wasm-bindgen-cli",
                program: "wasm-bindgen",
                version: self.workspace.locked_version("wasm-bindgen")?,
                features: &[],
                asked: &["--version"],
                purpose: "it must be of the version of the wasm-bindgen crate in Cargo.lock",
            })?,
            Need::WasmPack => self.provide_cargo_tool(&CargoTool {
                package: "wasm-pack",
                program: "wasm-pack",
                version: WASM_PACK.to_owned(),
                features: &[],
                asked: &["--version"],
                purpose: "it runs the wasm tests in a browser",
            })?,
            Need::MdBook => self.provide_cargo_tool(&CargoTool {
                package: "mdbook",
                program: "mdbook",
                version: MDBOOK.to_owned(),
                // It has a server of its own, which would serve the book without the simulator.
                features: &["--no-default-features", "--features", "search"],
                asked: &["--version"],
                purpose: "it builds the book",
            })?,
            Need::CargoFuzz => self.provide_cargo_tool(&CargoTool {
                package: "cargo-fuzz",
                program: "cargo-fuzz",
                version: CARGO_FUZZ.to_owned(),
                features: &[],
                asked: &["--version"],
                purpose: "it builds and runs the fuzzers",
            })?,
            Need::CargoMutants => self.provide_cargo_tool(&CargoTool {
                package: "cargo-mutants",
                program: "cargo-mutants",
                version: CARGO_MUTANTS.to_owned(),
                features: &[],
                asked: &["mutants", "--version"],
                purpose: "it changes the engine, and runs its tests",
            })?,
            Need::WasmOpt => match wasm_opt::provide(&self.cache) {
                Some(found) => {
                    self.optimizes = true;
                    self.path.extend(found.directory);
                }
                None => self.optimizes = false,
            },
            Need::StdSource => {
                self.provide(Need::WasmTarget)?;
                self.builds_std = std_source::provide(self.wasm("rustc"));
            }
            Need::Node => node::provide()?,
            Need::Axe => self.axe = Some(axe::provide(&self.cache)?),
            Need::Browser => self.browser = Some(browser::provide()?),
        }
        self.provided.insert(need);
        Ok(())
    }

    fn provide_cargo_tool(&mut self, tool: &CargoTool) -> Result<()> {
        self.path.extend(tool.provide(&self.cache)?);
        Ok(())
    }

    /// The repository that this toolbox serves.
    pub(crate) fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Whether the release build can be optimized with wasm-opt.
    pub(crate) fn optimizes(&self) -> bool {
        self.optimizes
    }

    /// Cargo on the default toolchain, for everything native.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = Command::new("cargo");
        command.current_dir(self.workspace.root());
        if let Some(browser) = &self.browser {
            command.env("CHROME", &browser.chrome).env("CHROMEDRIVER", &browser.driver);
        }
        command.envs(self.axe.iter().map(|script| ("QUEUESCOPE_AXE", script)));
        command
    }

    /// Cargo as in [`Toolbox::cargo`], which finds the subcommands that were provided.
    pub(crate) fn cargo_with_tools(&self) -> Command {
        let mut command = self.cargo();
        command.env("PATH", self.path_with_tools());
        command
    }

    /// A program that was provided.
    pub(crate) fn tool(&self, program: &str) -> Command {
        let path = self.path_with_tools();
        // Which directory has it is looked up here: not every system looks into the PATH that a child is given.
        let found = which::which_in(program, Some(&path), self.workspace.root());
        let mut command = Command::new(found.unwrap_or_else(|_| PathBuf::from(program)));
        command.current_dir(self.workspace.root()).env("PATH", path);
        command
    }

    fn path_with_tools(&self) -> OsString {
        let inherited = env::var_os("PATH").unwrap_or_default();
        let directories = self.path.iter().cloned().chain(env::split_paths(&inherited));
        env::join_paths(directories).unwrap_or(inherited)
    }

    /// A program that builds for wasm: it finds the tools and the compiler with a wasm32 target first on its PATH.
    pub(crate) fn wasm(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.workspace.root())
            .env("CARGO_TARGET_DIR", self.workspace.wasm_target_dir())
            .env("PATH", self.wasm_path());
        if self.wasm_compiler.is_some() {
            debian_rust::forget_rustup(&mut command);
        }
        command
    }

    /// Lets a command build the page for size, as far as the tools allow, and without the paths of this machine in it.
    pub(crate) fn for_size(&self, command: &mut Command) {
        self.set_flags(command, self.builds_std);
    }

    /// Lets a command build for speed, without the paths of this machine in what it builds.
    pub(crate) fn for_speed(&self, command: &mut Command) {
        self.set_flags(command, false);
    }

    fn set_flags(&self, command: &mut Command, builds_std: bool) {
        let mut flags: Vec<String> = self
            .workspace
            .private_paths()
            .into_iter()
            .map(|(path, name)| format!("--remap-path-prefix={}={name}", path.display()))
            .collect();
        if builds_std {
            command.envs(std_source::VARIABLES);
            flags.extend(std_source::FLAGS.split(' ').map(str::to_owned));
        }
        // Separated so that a path may have a space in it.
        command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")).env_remove("RUSTFLAGS");
    }

    /// The driver of the browser, once [`Need::Browser`] is provided.
    pub(crate) fn chromedriver(&self) -> Result<&PathBuf> {
        let browser = self.browser.as_ref().context("no browser has been set up")?;
        Ok(&browser.driver)
    }

    fn wasm_path(&self) -> OsString {
        let inherited = env::var_os("PATH").unwrap_or_default();
        let directories = self
            .wasm_compiler
            .iter()
            .chain(&self.path)
            .cloned()
            .chain(env::split_paths(&inherited));
        env::join_paths(directories).unwrap_or(inherited)
    }
}
