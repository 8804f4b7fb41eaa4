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

fn main() {}
