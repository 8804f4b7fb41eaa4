//! The edits of a text, and the words of its errors, in plain strings and numbers.
//!
//! The page carries neither: it fetches them when a text is first edited or first has errors, and calls them through
//! JavaScript, which knows strings and numbers.

mod edit;
mod problems;

pub use edit::edit;
pub use problems::{ENTRY, FIELD, problems};
