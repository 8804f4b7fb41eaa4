//! Running other programs: shown before they run, and named in the error when they fail.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Says what is about to happen, and why.
pub(crate) fn announce(text: &str) {
    println!("==> {text}");
}

/// Runs a program to its end, its output going where ours goes.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    println!("  $ {shown}");
    let status = command.status().with_context(|| format!("cannot start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// Runs a program as [`run`] does and returns what it wrote to its standard output, which is shown as it comes.
pub(crate) fn run_and_keep(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    println!("  $ {shown}");
    let start = || format!("cannot start `{shown}`");
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(start)?;
    let mut kept = String::new();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = line.with_context(|| format!("cannot read what `{shown}` writes"))?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            kept.push_str(&line);
            kept.push('\n');
        }
    }
    let status = child.wait().with_context(start)?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(kept)
}

/// Runs a program as [`run`] does and returns its exit code, which says more than whether all went well.
pub(crate) fn exit_code(command: &mut Command) -> Result<Option<i32>> {
    let shown = shown(command);
    println!("  $ {shown}");
    let status = command.status().with_context(|| format!("cannot start `{shown}`"))?;
    Ok(status.code())
}

/// Runs a program in place of this one where the system can do that, so that whoever stops us stops it.
pub(crate) fn replace(command: &mut Command) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        let shown = shown(command);
        println!("  $ {shown}");
        Err(command.exec()).with_context(|| format!("cannot start `{shown}`"))
    }
    #[cfg(not(unix))]
    run(command)
}

/// Runs a program quietly and returns what it wrote to its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("cannot start `{shown}`"))?;
    if !output.status.success() {
        bail!(
            "`{shown}` failed ({}): {}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The program and its arguments as one would type them.
fn shown(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .map(|word| match word.contains(' ') {
            true => format!("'{word}'"),
            false => word.into_owned(),
        })
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_the_command() {
        let error = run(Command::new("no-such-program").arg("two words")).unwrap_err();
        assert_eq!(error.to_string(), "cannot start `no-such-program 'two words'`");
    }
}
