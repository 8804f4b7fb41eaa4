//! The sheets for JavaScript.

use wasm_bindgen::prelude::wasm_bindgen;

/// A sheet, written down: see [`queuescope_sheets::sheet`].
#[wasm_bindgen]
pub fn sheet(name: &str, text: &str, state: &str) -> String {
    queuescope_sheets::sheet(name, text, state)
}

/// The fragment of a link: see [`queuescope_sheets::link`].
///
/// # Errors
/// Why there is none, as a string.
#[wasm_bindgen]
pub fn link(text: &str, state: &str) -> Result<String, String> {
    queuescope_sheets::link(text, state)
}

/// The text in another form: see [`queuescope_sheets::export`].
///
/// # Errors
/// Why there is none, as a string.
#[wasm_bindgen(js_name = "export_")]
pub fn export(text: &str, kind: &str) -> Result<String, String> {
    queuescope_sheets::export(text, kind)
}

/// A file as a scenario's text: see [`queuescope_sheets::import`].
///
/// # Errors
/// What is wrong with it, as a string.
#[wasm_bindgen(js_name = "import_")]
pub fn import(text: &str) -> Result<String, String> {
    queuescope_sheets::import(text)
}

/// What stands in a page for a figure of the text: see [`queuescope_sheets::embedded`].
#[wasm_bindgen]
pub fn embedded(text: &str, address: &str) -> String {
    queuescope_sheets::embedded(text, address)
}

/// The steps at which play is to pause: see [`queuescope_sheets::stops`].
///
/// # Errors
/// What of the breakpoints is not understood, as a string.
#[wasm_bindgen]
pub fn stops(text: &str, stops: &str) -> Result<Vec<u32>, String> {
    let steps = queuescope_sheets::stops(text, stops)?;
    // A run has fewer steps than that.
    Ok(steps.into_iter().filter_map(|step| u32::try_from(step).ok()).collect())
}

/// The text of another version of a scenario: see [`queuescope_sheets::other`].
///
/// # Errors
/// Why there is none, as a string.
#[wasm_bindgen]
pub fn other(text: &str, what: &str) -> Result<String, String> {
    queuescope_sheets::other(text, what)
}

/// Where two runs differ, written down: see [`queuescope_sheets::differs`].
#[wasm_bindgen]
pub fn differs(text: &str, other: &str, at_micros: f64) -> String {
    queuescope_sheets::differs(text, other, micros(at_micros))
}

/// The names of the messages that are elsewhere in the other run: see [`queuescope_sheets::differing`].
#[wasm_bindgen]
pub fn differing(text: &str, other: &str, at_micros: f64) -> String {
    queuescope_sheets::differing(text, other, micros(at_micros))
}

/// An instant of a run, which a number of JavaScript holds exactly.
const fn micros(number: f64) -> u64 {
    number as u64
}

fn main() {}
