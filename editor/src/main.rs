//! The editor for JavaScript.

use wasm_bindgen::prelude::wasm_bindgen;

/// The text with a change, or why it cannot be made: see [`queuescope_editor::edit`].
///
/// # Errors
/// The reason, as a string.
#[wasm_bindgen]
pub fn edit(
    text: &str,
    change: &str,
    name: &str,
    index: usize,
    value: &str,
) -> Result<String, String> {
    queuescope_editor::edit(text, change, name, index, value)
}

/// What is wrong with a text: see [`queuescope_editor::problems`].
#[wasm_bindgen]
pub fn problems(text: &str) -> String {
    queuescope_editor::problems(text)
}

/// The text in another form: see [`queuescope_editor::export`].
///
/// # Errors
/// The reason, as a string.
#[wasm_bindgen(js_name = exportText)]
pub fn export(text: &str, kind: &str) -> Result<String, String> {
    queuescope_editor::export(text, kind)
}

/// A JSON document as a text, anything else as it is: see [`queuescope_editor::import`].
///
/// # Errors
/// The reason, as a string.
#[wasm_bindgen(js_name = importText)]
pub fn import(text: &str) -> Result<String, String> {
    queuescope_editor::import(text)
}

/// The fragment of a link: see [`queuescope_editor::link`].
///
/// # Errors
/// The reason, as a string.
#[wasm_bindgen]
pub fn link(text: &str, step: u32, selection: &str, view: &str) -> Result<String, String> {
    queuescope_editor::link(text, step, selection, view)
}

fn main() {}
