//! The one entry to every task of this repository. Each command sets up what it needs and is missing, says so
//! before it does, and does nothing twice.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command's output is what it is for"
)]

mod api;
mod bench;
mod bundle;
mod compress;
mod docs;
mod fuzz;
mod module;
mod mutants;
mod names;
mod offline;
mod optimize;
mod part;
mod process;
mod serve;
mod setup;
mod size;
mod summary;
mod workspace;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

use part::Part;
use setup::{Need, Toolbox};
use workspace::Workspace;

/// Builds, serves and tests Queuescope.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Opens the simulator in the browser: sets up what is missing, builds in release and serves on 127.0.0.1.
    ///
    /// The page is built again and reloads whenever a source file changes. Stop it with Ctrl-C.
    Serve {
        /// The port to serve on. Without it 8080, or a free one where 8080 is taken.
        #[arg(long, value_name = "N")]
        port: Option<u16>,
        /// Do not open the browser.
        #[arg(long)]
        no_open: bool,
    },
    /// Runs every check and test, going on after one that fails, and closes with a summary.
    ///
    /// Sets up what is missing, Chromium and its driver too. Exits with 1 when any part failed.
    Test {
        /// Run this part only. Can be given several times.
        #[arg(long, value_name = "PART", value_enum)]
        only: Vec<Part>,
    },
    /// Builds the simulator in release into dist/, for any web server and under any path; the engine for scripts
    /// goes to dist/api/.
    Build {
        /// Write each file compressed by brotli and by gzip as well, for hosts that send such files as they are.
        #[arg(long)]
        compress: bool,
    },
    /// Builds the book into dist/docs/, with the simulator that its figures run on beside it.
    ///
    /// Builds the page first when dist/ is missing or older than the sources.
    Docs {
        /// Serve it on 127.0.0.1, on a port that is free, until Ctrl-C. Figures are live only over HTTP.
        #[arg(long)]
        serve: bool,
    },
    /// Prints what goes over the wire: each file of dist/ raw, with gzip and with brotli.
    ///
    /// Builds first when dist/ is missing or older than the sources. Exits with 1 past the limit.
    Size,
    /// Tries everything that can happen in small worlds, in every order, and prints how many states that makes.
    ///
    /// Each further act in a row takes about two and a half times as long; eleven take half a minute.
    Explore {
        /// How many acts in a row.
        #[arg(long, value_name = "N", default_value_t = 11)]
        depth: u8,
    },
    /// Lets fuzzers look for a text, a JSON document or calls of the engine that make something panic, hang or take all memory.
    ///
    /// Needs a C++ compiler. What they find is kept in fuzz/artifacts, what is worth keeping in fuzz/corpus, which the tests feed
    /// once more.
    Fuzz {
        /// Run this fuzzer only. Can be given several times.
        #[arg(long, value_name = "TARGET", value_enum)]
        only: Vec<fuzz::Target>,
        /// For how long each.
        #[arg(long, value_name = "N", default_value_t = 10)]
        minutes: u64,
    },
    /// Plays random cases on the engine and on the oracle of the rules until the time is over, built in release.
    ///
    /// Exits with 1 where they differ, and prints the case as small as it can be made.
    Soak {
        /// For how many minutes.
        #[arg(long, value_name = "N")]
        minutes: u64,
        /// The first seed. Without it, one that was not there yet.
        #[arg(long, value_name = "S")]
        seed: Option<u64>,
    },
    /// Measures speed and memory: one table, native and wasm side by side, with peers that were measured in the same run.
    ///
    /// The wasm build is made as the page's is, and runs in Node. A full run takes some minutes, and wants a machine
    /// that does nothing else. Exits with 1 where a bar is missed; the table marks which.
    Bench(bench::Options),
    /// Changes the engine in one place at a time, and looks whether a test notices.
    ///
    /// A full run takes an hour or two. What came of each change is left in target/mutants. Exits with 1 where of a hundred changes
    /// that build fewer than 95 are noticed.
    Mutants(mutants::Options),
    /// Installs what serving, building and testing would install: the wasm32 target, trunk, wasm-bindgen-cli, wasm-opt,
    /// wasm-pack, mdbook, axe-core, Chromium and its driver.
    ///
    /// A tool of the right version on PATH is used as it is. Everything else goes into a directory of its own in
    /// your cache directory; only Chromium and compilers come from the system's package manager.
    Setup,
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
    let mut toolbox = Toolbox::new(Workspace::here())?;
    match task {
        Task::Serve { port, no_open } => serve::serve(&mut toolbox, port, !no_open)?,
        Task::Test { only } => return Ok(summary::test(&mut toolbox, &only)),
        Task::Build { compress } => {
            bundle::build(&mut toolbox)?;
            if compress {
                let written = compress::write(&toolbox.workspace().dist())?;
                process::announce(&format!("{written} compressed files are beside them."));
            }
        }
        Task::Docs { serve } => {
            docs::build(&mut toolbox)?;
            if serve {
                docs::serve(&toolbox)?;
            }
        }
        Task::Size => {
            bundle::freshen(&mut toolbox)?;
            size::report(&toolbox.workspace().dist())?;
        }
        Task::Explore { depth } => process::run(
            toolbox
                .cargo()
                .args(["run", "--release", "--quiet", "--package", "queuescope-tests"])
                .args(["--bin", "explore", "--", &depth.to_string()]),
        )?,
        Task::Fuzz { only, minutes } => fuzz::fuzz(&mut toolbox, &only, minutes)?,
        Task::Soak { minutes, seed } => {
            let mut cargo = toolbox.cargo();
            cargo.args(["run", "--release", "--package", "queuescope-tests", "--bin", "soak"]);
            cargo.args(["--", "--minutes", &minutes.to_string()]);
            if let Some(seed) = seed {
                cargo.args(["--seed", &seed.to_string()]);
            }
            process::run(&mut cargo)?;
        }
        Task::Bench(options) => return bench::bench(&mut toolbox, &options),
        Task::Mutants(options) => return mutants::mutants(&mut toolbox, &options),
        Task::Setup => {
            for need in Need::ALL {
                toolbox.provide(need)?;
            }
            println!("Everything is in place.");
        }
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn parts_are_chosen_by_name() {
        let arguments =
            Arguments::try_parse_from(["xtask", "test", "--only", "fmt", "--only", "size"])
                .unwrap();
        let Task::Test { only } = arguments.task else {
            panic!("not the test task");
        };
        assert_eq!(only, [Part::Fmt, Part::Size]);
    }
}
