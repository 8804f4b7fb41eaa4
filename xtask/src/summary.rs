//! The test run as a whole: every part in turn, whatever became of those before, and one table at the end.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::part::Part;
use crate::process::announce;
use crate::setup::{Need, Toolbox};

/// What became of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

/// A line of the summary.
struct Row {
    name: &'static str,
    outcome: Outcome,
    took: Duration,
}

/// Sets up what the chosen parts need and runs them; all of them where none is chosen.
pub(crate) fn test(toolbox: &mut Toolbox, chosen: &[Part]) -> ExitCode {
    let parts = Part::ALL.into_iter().filter(|part| chosen.is_empty() || chosen.contains(part));
    let mut rows = Vec::new();
    let mut missing = Vec::new();
    let mut build_failed = false;

    let needs: Vec<Need> = Need::ALL
        .into_iter()
        .filter(|need| parts.clone().any(|part| part.needs().contains(need)))
        .collect();
    if !needs.is_empty() {
        rows.push(row("setup", || {
            let mut reasons = Vec::new();
            for need in needs {
                if let Err(error) = toolbox.provide(need) {
                    reasons.push(format!("{}: {error:#}", need.name()));
                    missing.push(need);
                }
            }
            match reasons.is_empty() {
                true => Outcome::Passed,
                false => Outcome::Failed(reasons.join("; ")),
            }
        }));
    }
    for part in parts {
        let lacking = part.needs().iter().find(|need| missing.contains(need));
        let row = row(part.name(), || match lacking {
            Some(need) => Outcome::Skipped(format!("needs {}", need.name())),
            None if build_failed && part.looks_at_the_build() => {
                Outcome::Skipped("needs the build".to_owned())
            }
            None => match part.run(toolbox) {
                Ok(()) => Outcome::Passed,
                Err(error) => Outcome::Failed(format!("{error:#}")),
            },
        });
        build_failed |= part == Part::Build && row.outcome != Outcome::Passed;
        rows.push(row);
    }

    print!("\n{}", table(&rows));
    let _ = io::stdout().flush();
    match rows.iter().all(|row| row.outcome == Outcome::Passed) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn row(name: &'static str, work: impl FnOnce() -> Outcome) -> Row {
    println!();
    announce(name);
    let start = Instant::now();
    let outcome = work();
    if let Outcome::Failed(reason) | Outcome::Skipped(reason) = &outcome {
        announce(&format!("{name}: {reason}"));
    }
    Row { name, outcome, took: start.elapsed() }
}

/// The summary. Its last line counts parts; a skipped one is neither passed nor failed.
fn table(rows: &[Row]) -> String {
    let mut lines = format!("{:10}  {:8}  {:>8}\n", "part", "result", "seconds");
    for row in rows {
        let (word, reason) = match &row.outcome {
            Outcome::Passed => ("passed", ""),
            Outcome::Failed(reason) => ("failed", reason.as_str()),
            Outcome::Skipped(reason) => ("skipped", reason.as_str()),
        };
        let reason = reason.lines().next().unwrap_or_default();
        let line = format!("{:10}  {word:8}  {:>8.1}  {reason}", row.name, row.took.as_secs_f64());
        lines += line.trim_end();
        lines += "\n";
    }
    let count =
        |wanted: fn(&Outcome) -> bool| rows.iter().filter(|row| wanted(&row.outcome)).count();
    let seconds: f64 = rows.iter().map(|row| row.took.as_secs_f64()).sum();
    lines += &format!("{:10}  {:8}  {seconds:>8.1}\n\n", "in all", "");
    let skipped = count(|outcome| matches!(outcome, Outcome::Skipped(_)));
    if skipped > 0 {
        lines += &format!("{skipped} skipped\n");
    }
    lines += &format!(
        "{} passed, {} failed\n",
        count(|outcome| *outcome == Outcome::Passed),
        count(|outcome| matches!(outcome, Outcome::Failed(_))),
    );
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_ends_in_the_count() {
        let outcomes = [
            ("fmt", Outcome::Passed),
            ("build", Outcome::Failed("`trunk build` failed\nmore".to_owned())),
            ("size", Outcome::Skipped("needs the build".to_owned())),
        ];
        let rows = outcomes.map(|(name, outcome)| Row {
            name,
            outcome,
            took: Duration::from_millis(1_250),
        });
        let table = table(&rows);
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(lines[1], "fmt         passed         1.2");
        assert_eq!(lines[2], "build       failed         1.2  `trunk build` failed");
        assert_eq!(lines[3], "size        skipped        1.2  needs the build");
        assert_eq!(lines[4], "in all                     3.8");
        assert_eq!(lines.last(), Some(&"1 passed, 1 failed"));
    }
}
