//! The edits of a text, the words of its errors, its other forms and its links, in plain strings and numbers.
//!
//! The page carries none of these: it fetches them when a text is first edited or first has errors, and calls them through
//! JavaScript, which knows strings and numbers.

mod edit;
mod export;
mod link;
mod problems;

pub use edit::edit;
pub use export::{export, import};
pub use link::link;
pub use problems::{ENTRY, FIELD, problems};
