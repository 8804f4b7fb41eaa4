//! `cargo xtask explore`: every order of everything that can happen in small worlds, to a depth.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command's output is what it is for"
)]

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use queuescope_tests::small_world::{Kind, explore};
    use std::process::ExitCode;

    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok()).unwrap_or(8);
    let mut whole = 0;
    for kind in Kind::ALL {
        match explore(kind, depth) {
            Ok(seen) => {
                println!(
                    "{kind:?}: {} distinct states after up to {} acts, {} acts tried",
                    seen.states, seen.depth, seen.acts
                );
                whole += seen.states;
            }
            Err(wrong) => {
                eprintln!("{wrong}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!("in all: {whole} distinct states, and all invariants hold in each");
    ExitCode::SUCCESS
}

#[cfg(target_arch = "wasm32")]
fn main() {}
