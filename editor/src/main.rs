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

/// What could stand at a place of a text: see [`queuescope_editor::complete`].
#[wasm_bindgen]
pub fn complete(text: &str, offset: usize) -> String {
    queuescope_editor::complete(text, offset)
}

/// What the word at a place of a text means: see [`queuescope_editor::help_at`].
#[wasm_bindgen]
pub fn help_at(text: &str, offset: usize) -> String {
    queuescope_editor::help_at(text, offset)
}

/// What a link opens: see [`queuescope_editor::unlink`].
///
/// # Errors
/// Why it opens nothing, as a string.
#[wasm_bindgen]
pub fn unlink(fragment: &str) -> Result<String, String> {
    queuescope_editor::unlink(fragment)
}

fn main() {}
