//! `cargo xtask docs --serve`: a folder over HTTP on this machine.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command's output is what it is for"
)]

use queuescope_tests::site::{Refused, Site};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, page] = &arguments[..] else {
        eprintln!("usage: site FOLDER PAGE");
        return ExitCode::from(2);
    };
    let site = Site::serve(Path::new(folder), "/", &Refused::default());
    println!("It is served at {}{page} (Ctrl-C stops it).", site.url());
    site.wait();
    ExitCode::SUCCESS
}
