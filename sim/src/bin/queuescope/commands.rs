//! What each subcommand does.

use crate::arguments::{Command, Fmt, Json, Rust, Table, Why};
use crate::console::Console;
use crate::source::{Loaded, Origin, Source};
use queuescope_sim::{
    End, Failure, Run, check, format, print, to_json, to_rust_test, why, write_table,
};

/// Carries a command out; whether all went well.
pub(crate) fn run(command: &Command, console: &mut Console) -> bool {
    let done = match command {
        Command::Table(arguments) => print_table(arguments, console),
        Command::Check(arguments) => each(&arguments.files, console, check_one),
        Command::Fmt(arguments) => format_all(arguments, console),
        Command::Why(arguments) => print_why(arguments, console),
        Command::Json(arguments) => print_json(arguments, console),
        Command::Rust(arguments) => print_rust(arguments, console),
    };
    done && !console.failed
}

fn print_table(arguments: &Table, console: &mut Console) -> bool {
    with_scenario(&arguments.file, console, |loaded, console| {
        // Where nothing more can be written, the console knows why.
        if let Ok(end) = write_table(loaded.scenario, arguments.format.into(), console) {
            warn_of_limit(&end, &loaded.origin.name, console);
        }
        true
    })
}

fn print_why(arguments: &Why, console: &mut Console) -> bool {
    with_run(&arguments.file, console, |run, origin, console| {
        let why = why(run, &arguments.message, arguments.at);
        warn_of_limit(run.end(), &origin.name, console);
        let known = !matches!(why.whereabouts, queuescope_sim::Whereabouts::Unknown { .. });
        if known {
            console.print(&format!("{}\n", why.text));
        } else {
            console.complain(&format_args!("{}: {}", origin.name, why.text));
        }
        known
    })
}

fn print_json(arguments: &Json, console: &mut Console) -> bool {
    with_scenario(&arguments.file, console, |loaded, console| {
        console.print(&ended(to_json(&loaded.scenario)));
        true
    })
}

fn print_rust(arguments: &Rust, console: &mut Console) -> bool {
    match rust_test(&arguments.file) {
        Ok(test) => {
            console.print(&test);
            true
        }
        Err(errors) => {
            console.complain(&errors);
            false
        }
    }
}

/// A file as a test in Rust: its text, or that of its JSON.
fn rust_test(file: &str) -> Result<String, String> {
    let source = Source::read(file)?;
    let text = if source.is_json { print(&source.json()?) } else { source.text.clone() };
    to_rust_test(&text).map_err(|diagnostics| source.located(&diagnostics))
}

fn check_one(file: &str, console: &mut Console) -> bool {
    match Source::read(file) {
        Ok(page) if page.is_page => check_page(&page, console),
        Ok(source) => {
            let Some(expected) = checked(source.load(), console) else {
                return false;
            };
            console.print(&format!("{}: {}\n", source.name, holds(expected)));
            true
        }
        Err(error) => {
            console.complain(&error);
            false
        }
    }
}

/// Checks every scenario of a page, whatever became of those before.
fn check_page(page: &Source, console: &mut Console) -> bool {
    let checked: Vec<_> =
        page.load_page().into_iter().map(|loaded| checked(loaded, console)).collect();
    let Some(expected) = checked.iter().copied().sum::<Option<usize>>() else {
        return false;
    };
    let words = match checked.len() {
        0 => "no scenario".to_owned(),
        1 => format!("1 scenario, {}", holds(expected)),
        count => format!("{count} scenarios, {}", holds(expected)),
    };
    console.print(&format!("{}: {words}\n", page.name));
    true
}

/// Checks a scenario, and says what is wrong. How much it expects, where all of it holds.
fn checked(loaded: Result<Loaded, String>, console: &Console) -> Option<usize> {
    let Loaded { scenario, origin } = loaded.map_err(|errors| console.complain(&errors)).ok()?;
    let (run, name) = (Run::new(scenario), &origin.name);
    let failures = check(&run);
    for Failure { index, message, .. } in &failures {
        match origin.expect_lines.get(*index) {
            Some(line) => console.complain(&format_args!("{name}:{line}: {message}")),
            None => console.complain(&format_args!("{name}: expect[{index}]: {message}")),
        }
    }
    warn_of_limit(run.end(), name, console);
    failures.is_empty().then(|| run.scenario().expect.len())
}

fn holds(count: usize) -> String {
    match count {
        1 => "1 expectation holds".to_owned(),
        count => format!("{count} expectations hold"),
    }
}

fn format_all(arguments: &Fmt, console: &mut Console) -> bool {
    each(&arguments.files, console, |file, console| match formatted(file) {
        Ok((source, canonical)) if arguments.check => {
            let right = source.text == canonical;
            if !right {
                console.complain(&format_args!("{}: is not in its canonical form", source.name));
            }
            right
        }
        Ok((source, canonical)) if source.is_standard_input => {
            console.print(&canonical);
            true
        }
        Ok((source, canonical)) if source.text == canonical => true,
        Ok((_, canonical)) => match std::fs::write(file, canonical) {
            Ok(()) => true,
            Err(error) => {
                console.complain(&format_args!("{file}: cannot be written: {error}"));
                false
            }
        },
        Err(errors) => {
            console.complain(&errors);
            false
        }
    })
}

/// A file and its canonical form.
fn formatted(file: &str) -> Result<(Source, String), String> {
    let source = Source::read(file)?;
    source.is_one_scenario()?;
    let canonical = if source.is_json {
        ended(to_json(&source.json()?))
    } else {
        format(&source.text).map_err(|diagnostics| source.located(&diagnostics))?
    };
    Ok((source, canonical))
}

/// Does something for every file, whether or not it went well for those before.
fn each(
    files: &[String],
    console: &mut Console,
    mut what: impl FnMut(&str, &mut Console) -> bool,
) -> bool {
    let failed = files.iter().filter(|file| !what(file, console)).count();
    failed == 0
}

/// Reads a scenario, plays it and hands the run on; says what is wrong with it otherwise.
fn with_run(
    file: &str,
    console: &mut Console,
    what: impl FnOnce(&Run, &Origin, &mut Console) -> bool,
) -> bool {
    with_scenario(file, console, |Loaded { scenario, origin }, console| {
        what(&Run::new(scenario), &origin, console)
    })
}

/// Reads a scenario and hands it on; says what is wrong with it otherwise.
fn with_scenario(
    file: &str,
    console: &mut Console,
    what: impl FnOnce(Loaded, &mut Console) -> bool,
) -> bool {
    match Source::read(file).and_then(|source| source.load()) {
        Ok(loaded) => what(loaded, console),
        Err(errors) => {
            console.complain(&errors);
            false
        }
    }
}

/// What comes after a limit is not in the run, which whoever reads it should know.
fn warn_of_limit(end: &End, name: &str, console: &Console) {
    match end {
        End::Done | End::Quiet { .. } => {}
        End::StepLimit { steps } => {
            console.complain(&format_args!("{name}: the run stops at {steps} steps, the limit"));
        }
        End::TimeLimit { at } => {
            console.complain(&format_args!("{name}: the run stops at {at}, the limit"));
        }
    }
}

/// The text with a line end at its end.
fn ended(mut text: String) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
