//! Why a link cannot be opened, or made, in words for whoever has it.

use crate::inflate::MAX_BYTES;
use alloc::string::String;

/// A link cannot be opened, or cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// A character that no link has.
    #[error(
        "character {at} behind the # is none that a link has: copy the whole link once more, and nothing else"
    )]
    Character {
        /// Which one, from 1.
        at: usize,
    },
    /// It is of a version that is newer than this build.
    #[error(
        "the link was made by a later release of Queuescope (version {0}); this one opens version 1: reload the page, or open the link where it was made"
    )]
    Newer(u8),
    /// There is less, more or something else in it than was put there.
    #[error(
        "the link was cut off or changed on its way: copy the whole link once more, or ask for it again"
    )]
    Damaged,
    /// It holds too much.
    #[error(
        "the link holds more than {} KB, the limit: no scenario is as long as that", MAX_BYTES / 1024
    )]
    TooLong,
    /// What it holds is no text.
    #[error("the link was made wrongly: what it holds is not UTF-8 text")]
    NotText,
    /// No empty line comes before the scenario's text.
    #[error("the link was made wrongly: it has no empty line before the scenario's text")]
    NoText,
    /// A line before the text says what cannot be.
    #[error("the link was made wrongly: its line `{line}` should be {expected}")]
    Header {
        /// The line.
        line: String,
        /// What it should have been, such as `step` and a number.
        expected: &'static str,
    },
}
