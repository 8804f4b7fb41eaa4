//! Measures natively and, given the wasm build, in Node, and prints one table. `cargo xtask bench` calls it.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command's output is what it is for"
)]

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use queuescope_bench::{Figure, Row, Scale, Workload, any_missed, table, verdict};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

/// Measures the engine and the replay beside their peers.
#[derive(Parser)]
#[command(name = "queuescope-bench")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Checks the names of workloads.
    Check { workloads: Vec<String> },
    /// Prints one workload's native figures as JSON.
    Measure {
        workload: Workload,
        #[arg(long)]
        quick: bool,
    },
    /// Runs workloads and prints the table. Exits with 1 where a bar is missed.
    Table {
        /// Run this workload only. Can be given several times.
        #[arg(long)]
        only: Vec<Workload>,
        /// A tenth of the messages.
        #[arg(long)]
        quick: bool,
        /// Write the rows to this file as JSON.
        #[arg(long)]
        json: Option<PathBuf>,
        /// The script that Node runs, and the modules that it is given: one built for speed, as scripts load the engine, and one
        /// built for size, as the page is.
        #[arg(long, num_args = 3, value_names = ["SCRIPT", "SPEED", "SIZE"])]
        wasm: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<ExitCode> {
    match task {
        Task::Check { workloads } => {
            for name in workloads {
                name.parse::<Workload>()?;
            }
        }
        Task::Measure { workload, quick } => {
            println!("{}", serde_json::to_string(&workload.measure(scale(quick)))?);
        }
        Task::Table { only, quick, json, wasm } => {
            let rows = measure_all(&only, quick, &wasm)?;
            println!("\n{}\n{}", table(&rows), verdict(&rows));
            if quick {
                println!(
                    "This was a quick run: a tenth of the messages. The bars are about full runs."
                );
            }
            if let Some(path) = json {
                fs::write(&path, serde_json::to_string_pretty(&rows)? + "\n")
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
            if any_missed(&rows) {
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

const fn scale(quick: bool) -> Scale {
    if quick { Scale::QUICK } else { Scale::FULL }
}

/// Each workload has a process of its own on each platform, so that none meets the memory that another one left.
fn measure_all(only: &[Workload], quick: bool, wasm: &[PathBuf]) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for workload in Workload::ALL {
        if !only.is_empty() && !only.contains(&workload) {
            continue;
        }
        eprintln!("  {workload} …");
        let native = figures(&mut natively(workload)?, quick)?;
        let wasm = match wasm {
            [script, speed, size] if workload != Workload::Memory => {
                // A replay is what a person waits for at the page.
                let module = if workload == Workload::Replay { size } else { speed };
                let mut node = Command::new("node");
                figures(node.arg(script).arg(module).arg(workload.name()), quick)?
            }
            _ => Vec::new(),
        };
        rows.extend(Row::beside(workload, &native, &wasm));
    }
    Ok(rows)
}

fn natively(workload: Workload) -> Result<Command> {
    let this = env::current_exe().context("this program does not know where it lies")?;
    if workload == Workload::Memory {
        let name = format!("queuescope-bench-memory{}", env::consts::EXE_SUFFIX);
        return Ok(Command::new(this.with_file_name(name)));
    }
    let mut command = Command::new(this);
    command.args(["measure", workload.name()]);
    Ok(command)
}

fn figures(command: &mut Command, quick: bool) -> Result<Vec<Figure>> {
    if quick {
        command.arg("--quick");
    }
    let program = command.get_program().to_owned();
    let program = program.display();
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {program}"))?;
    if !output.status.success() {
        let arguments = command.get_args().collect::<Vec<_>>().join(OsStr::new(" "));
        bail!("`{program} {}` failed ({})", arguments.display(), output.status);
    }
    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("{program} printed something other than figures"))
}
