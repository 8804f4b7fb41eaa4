//! The edits of a text, the words of its errors, what could stand in it and what stands there means, and the way from a link to its text, in plain strings and numbers.
//!
//! The page carries none of these: it fetches them when a text is first edited or first has errors, and calls them through
//! JavaScript, which knows strings and numbers.

mod complete;
mod edit;
mod help;
mod names;
mod problems;
mod scan;
mod unlink;
mod words;

pub use complete::complete;
pub use edit::edit;
pub use help::help_at;
pub use problems::{ENTRY, FIELD, problems};
pub use unlink::unlink;
