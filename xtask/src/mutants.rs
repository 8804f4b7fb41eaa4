//! `cargo xtask mutants`: changes the engine in one place at a time, and looks whether a test notices.
//!
//! Most changes are noticed by tests that take no time. Those that are not go on to a second pass, with every test of the
//! engine and the comparison with the oracle.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::process::{announce, exit_code};
use crate::setup::{Need, Toolbox};

/// Of a hundred mutants that build, so many are to be noticed.
const BAR: usize = 95;

/// The targets whose tests notice most.
const QUICK: [&str; 2] = ["--lib", "--test=rules"];

/// Tests that take longer than all others together, left to the second pass.
const SLOW: [&str; 13] = [
    "case_16_a_throttled_backlog_hides_no_free_work",
    "case_19_one_blocked_key_does_not_starve_the_queue",
    "case_20_no_key_is_left_out_of_the_ring",
    "case_20_nor_while_keys_come_and_go",
    "c3_a_clone_is_a_checkpoint",
    "c3_equal_inputs_give_equal_events",
    "c3_one_jump_and_many_small_steps_give_the_same_events_at_the_same_instants",
    "c4_nothing_happens_before_the_wakeup_and_something_at_it",
    "f5_a_noisy_neighbour_delays_a_newcomer_by_one_delivery",
    "f5_keys_that_share_a_bucket_take_turns_at_it",
    "r5_nothing_is_lost_and_no_rule_broken_whatever_anybody_does",
    "r5_the_counts_add_up_over_one_long_run",
    "t1_a_token_bucket_does_not_drift",
];

/// What the second pass adds.
const THOROUGH: [&str; 4] =
    ["--test=selection", "--test=oracle", "--test=metamorphic", "--test=small_worlds"];

/// What is changed, and with how much of the machine.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Change this file only, such as `rank.rs` or `queue/settle.rs` in engine/src. Can be given several times.
    #[arg(long, value_name = "FILE")]
    only: Vec<String>,
    /// How many mutants at a time, each with a copy of the sources and a build of its own.
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
}

/// What became of the mutants of a pass, by name.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    caught: Vec<String>,
    timeout: Vec<String>,
    unviable: Vec<String>,
    missed: Vec<String>,
}

/// Tests every mutant and says how many were noticed; fails where these are too few.
pub(crate) fn mutants(toolbox: &mut Toolbox, options: &Options) -> Result<ExitCode> {
    toolbox.provide(Need::CargoMutants)?;
    let folder = toolbox.workspace().mutants_dir();
    let mut command = mutate(toolbox, options, &folder.join("quick"));
    for file in &options.only {
        let file = format!("engine/src/{file}");
        if !toolbox.workspace().root().join(&file).is_file() {
            bail!("there is no {file}");
        }
        command.arg("--file").arg(file);
    }
    command.args(QUICK.map(|target| format!("--cargo-arg={target}"))).args(["--", "--"]);
    command.args(SLOW.iter().flat_map(|test| ["--skip", test]));
    let mut outcome = pass(&mut command, &folder.join("quick"))?;
    if !outcome.missed.is_empty() {
        announce(&format!(
            "{} were not noticed. Once more, with every test.",
            outcome.missed.len()
        ));
        let mut command = mutate(toolbox, options, &folder.join("thorough"));
        command.args(outcome.missed.iter().map(|name| format!("--re=^{}$", literally(name))));
        command.args(["--profile", "mutants-thorough"]);
        // Said to cargo itself, for both packages have to be built where the targets of either are named.
        command.arg("--cargo-arg=--package=queuescope-tests");
        let targets = QUICK.iter().chain(&THOROUGH);
        command.args(targets.map(|target| format!("--cargo-arg={target}")));
        let second = pass(&mut command, &folder.join("thorough"))?;
        outcome.caught.extend(second.caught);
        outcome.timeout.extend(second.timeout);
        outcome.missed = second.missed;
    }
    println!("{}", outcome.summary());
    Ok(if outcome.clears_the_bar() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What both passes are called with; the rest is in .cargo/mutants.toml.
fn mutate(toolbox: &Toolbox, options: &Options, output: &Path) -> Command {
    let mut command = toolbox.cargo_with_tools();
    // That a test fails is all that counts; where it failed takes time to find out.
    command.env("RUST_BACKTRACE", "0").args(["mutants", "--package", "queuescope-engine"]);
    command.args(["--jobs", &options.jobs.to_string(), "--output"]).arg(output);
    command
}

/// Runs a pass to its end and reads what came of it.
fn pass(command: &mut Command, output: &Path) -> Result<Outcome> {
    fs::create_dir_all(output).with_context(|| format!("cannot make {}", output.display()))?;
    match exit_code(command)? {
        // All caught; some missed; some that never end.
        Some(0 | 2 | 3) => Outcome::read(&output.join("mutants.out")),
        _ => bail!("cargo-mutants could not do its work; its last words say why"),
    }
}

impl Outcome {
    fn read(folder: &Path) -> Result<Self> {
        let names = |file: &str| {
            let path = folder.join(file);
            let text = fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            Ok::<_, anyhow::Error>(text.lines().map(str::to_owned).collect())
        };
        Ok(Self {
            caught: names("caught.txt")?,
            timeout: names("timeout.txt")?,
            unviable: names("unviable.txt")?,
            missed: names("missed.txt")?,
        })
    }

    /// Those that a test noticed or that never end.
    fn noticed(&self) -> usize {
        self.caught.len() + self.timeout.len()
    }

    fn viable(&self) -> usize {
        self.noticed() + self.missed.len()
    }

    fn clears_the_bar(&self) -> bool {
        self.noticed() * 100 >= self.viable() * BAR
    }

    fn summary(&self) -> String {
        let mut lines = self.missed.clone();
        let (viable, noticed) = (self.viable(), self.noticed());
        let permille = (noticed * 1_000).checked_div(viable).unwrap_or(1_000);
        lines.push(format!(
            "{} mutants, {} of which do not build. Of {viable}, {noticed} were noticed ({} by never ending): {}.{} %.",
            viable + self.unviable.len(),
            self.unviable.len(),
            self.timeout.len(),
            permille / 10,
            permille % 10,
        ));
        lines.join("\n")
    }
}

/// A regular expression for this very text.
fn literally(text: &str) -> String {
    let mut expression = String::new();
    for character in text.chars() {
        if r"\.+*?()|[]{}^$#&-~".contains(character) {
            expression.push('\\');
        }
        expression.push(character);
    }
    expression
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_is_named_by_itself_alone() {
        assert_eq!(
            literally("rank.rs:3:5: replace fit -> Option<u8> with Some(0)"),
            r"rank\.rs:3:5: replace fit \-> Option<u8> with Some\(0\)"
        );
    }

    #[test]
    fn mutants_that_do_not_build_count_for_nothing() {
        let some = |count: usize| (0..count).map(|number| format!("m{number}")).collect();
        let outcome =
            Outcome { caught: some(93), timeout: some(2), unviable: some(50), missed: some(5) };
        assert!(outcome.clears_the_bar());
        assert!(outcome.summary().ends_with(
            "m4\n150 mutants, 50 of which do not build. Of 100, 95 were noticed (2 by never ending): 95.0 %."
        ));
        assert!(!Outcome { caught: some(92), ..outcome }.clears_the_bar());
    }

    #[test]
    fn where_nothing_was_changed_nothing_was_missed() {
        let outcome = Outcome::default();
        assert!(outcome.clears_the_bar());
        assert!(outcome.summary().ends_with("100.0 %."));
    }
}
