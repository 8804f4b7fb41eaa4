//! Speed and memory: the workloads of the `bench` crate, natively and in Node, in one table.

use anyhow::{Context, Result};
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus};

use crate::module::{Build, Module};
use crate::process::run;
use crate::setup::{Need, Toolbox};

/// As scripts load the engine.
const MODULE: Module<'_> = Module {
    package: "queuescope-bench",
    name: "queuescope_bench",
    target: "nodejs",
    build: Build::Speed,
};

/// As the page is built.
const AS_THE_PAGE: Module<'_> = Module { build: Build::Size, ..MODULE };

const NEEDS: [Need; 5] =
    [Need::Node, Need::WasmTarget, Need::StdSource, Need::WasmBindgen, Need::WasmOpt];

/// What is measured, and where to.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Run this workload only: ordered, unordered, backlog, held, failures, growth, replay or memory. Can be given
    /// several times.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Write the rows to this file as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// A tenth of the messages and fewer repetitions, for a first impression: the bars are about full runs.
    #[arg(long)]
    quick: bool,
}

/// Builds all, measures all, prints the table; fails where a bar is missed.
pub(crate) fn bench(toolbox: &mut Toolbox, options: &Options) -> Result<ExitCode> {
    run(toolbox.cargo().args(["build", "--release", "--package", MODULE.package, "--bins"]))?;
    let program = toolbox.workspace().release_program(MODULE.package);
    // A wrong name is told before minutes of building go by.
    if !status(Command::new(&program).arg("check").args(&options.only))?.success() {
        return Ok(ExitCode::FAILURE);
    }
    for need in NEEDS {
        toolbox.provide(need).with_context(|| format!("cannot set up {}", need.name()))?;
    }
    let folder = toolbox.workspace().wasm_target_dir().join("bench");
    let module = MODULE.build(toolbox, &folder)?;
    let as_the_page = AS_THE_PAGE.build(toolbox, &folder.join("page"))?;
    let mut table = Command::new(&program);
    table.arg("table").arg("--wasm").arg(toolbox.workspace().root().join("bench/run.cjs"));
    table.arg(module).arg(as_the_page);
    for name in &options.only {
        table.args(["--only", name]);
    }
    if let Some(path) = &options.json {
        table.arg("--json").arg(path);
    }
    if options.quick {
        table.arg("--quick");
    }
    Ok(if status(&mut table)?.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the program, which says itself what is wrong.
fn status(program: &mut Command) -> Result<ExitStatus> {
    program.status().with_context(|| format!("cannot start {}", program.get_program().display()))
}
