//! The command `queuescope`: a scenario's step table, its expectations, its canonical form, its other forms, and why a message waits.

use clap::Parser;
use std::process::ExitCode;

mod arguments;
mod commands;
mod console;
mod page;
mod source;

fn main() -> ExitCode {
    let arguments = arguments::Arguments::parse();
    let mut console = console::Console::default();
    if commands::run(&arguments.command, &mut console) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
