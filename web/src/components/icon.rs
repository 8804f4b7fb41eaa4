//! Signs, drawn by path: no font, no image to fetch.

use super::node::{Node, el};

/// A sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// To the first step.
    First,
    /// One step back.
    Back,
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// One step on.
    Forward,
    /// To the last step.
    Last,
    /// An instant to wait for.
    Clock,
    /// A bucket without room.
    Bucket,
    /// Held for reclaim.
    Lock,
    /// Nobody knows.
    Unknown,
    /// Cut off from the leader.
    CutOff,
    /// Processed twice at once.
    Twice,
    /// No free worker.
    Person,
    /// Another key's turn.
    Turn,
    /// Goes next.
    Next,
    /// Finished.
    Check,
    /// Given up, to be tried again.
    Retry,
    /// A lease that ran out.
    Expired,
    /// Rejected or set aside.
    Cross,
    /// Given back.
    Return,
    /// A crashed worker.
    Bolt,
    /// A dead letter.
    Dead,
    /// More.
    Plus,
    /// Less.
    Minus,
    /// Take back.
    Undo,
    /// Make again.
    Redo,
    /// As the system has it.
    Auto,
    /// Light.
    Sun,
    /// Dark.
    Moon,
    /// Something is wrong.
    Warning,
    /// Two ways.
    Fork,
    /// Handed on.
    Share,
}

impl Sign {
    /// The one of that word.
    pub fn read(word: &str) -> Option<Self> {
        Some(match word {
            "check" => Self::Check,
            "clock" => Self::Clock,
            "cross" => Self::Cross,
            "dead" => Self::Dead,
            "minus" => Self::Minus,
            "plus" => Self::Plus,
            "retry" => Self::Retry,
            "warning" => Self::Warning,
            _ => return None,
        })
    }

    /// Its strokes on a field of 16 × 16, and whether they are filled.
    pub fn path(self) -> (&'static str, bool) {
        match self {
            Self::First => ("M3 3h2v10H3zM13 3v10L6 8z", true),
            Self::Back => ("M11.5 3v10L4 8z", true),
            Self::Play => ("M4.5 2.5v11l9-5.5z", true),
            Self::Pause => ("M4 3h3v10H4zM9 3h3v10H9z", true),
            Self::Forward => ("M4.5 3v10L12 8z", true),
            Self::Last => ("M3 3v10l7-5zM11 3h2v10h-2z", true),
            Self::Clock => ("M8 1.8a6.2 6.2 0 1 0 .01 0M8 4.6V8l2.4 1.6", false),
            Self::Bucket => ("M2.5 4h11l-1.4 9.2H3.9zM3.2 8h9.6", false),
            Self::Lock => ("M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5", false),
            Self::Unknown => (
                "M5.2 5.6C5.2 3.7 6.4 2.6 8 2.6s2.8 1.1 2.8 2.6C10.8 7.4 8 7.4 8 10M8 13v.4",
                false,
            ),
            Self::CutOff => ("M1.5 8H5M11 8h3.5M6.2 11.8l3.6-7.6", false),
            Self::Twice => ("M2 2h8.5v8.5H2zM5.5 5.5H14V14H5.5z", false),
            Self::Person => {
                ("M8 2.2a2.7 2.7 0 1 0 .01 0M2.8 13.8c.4-3 2.5-4.6 5.2-4.6s4.8 1.6 5.2 4.6", false)
            }
            Self::Turn => (
                "M3 6.5a5.2 5.2 0 0 1 9.6-1.2M13 2.6v3h-3M13 9.5a5.2 5.2 0 0 1-9.6 1.2M3 13.4v-3h3",
                false,
            ),
            Self::Next => ("M3 8h9M8.5 4.5 12 8l-3.5 3.5", false),
            Self::Check => ("M3 8.5 6.5 12 13 4.5", false),
            Self::Retry => ("M3.5 6h6a3.4 3.4 0 0 1 0 6.8H6M6.3 3 3.3 6l3 3", false),
            Self::Expired => {
                ("M4 2h8M4 14h8M4.8 2v2.5L8 8l3.2-3.5V2M4.8 14v-2.5L8 8l3.2 3.5V14", false)
            }
            Self::Cross => ("M4 4l8 8M12 4l-8 8", false),
            Self::Return => ("M13 8H4M7.5 4.5 4 8l3.5 3.5", false),
            Self::Bolt => ("M9 1.5 3.5 9h4L7 14.5 12.5 7h-4z", true),
            Self::Dead => ("M2.5 4.5h11v8h-11zM2.5 5l5.5 4 5.5-4M2 14 14 2", false),
            Self::Plus => ("M8 3v10M3 8h10", false),
            Self::Minus => ("M3 8h10", false),
            Self::Undo => ("M4 6.5h6a3 3 0 0 1 0 6H7M6.5 3.5l-3 3 3 3", false),
            Self::Redo => ("M12 6.5H6a3 3 0 0 0 0 6h3M9.5 3.5l3 3-3 3", false),
            Self::Auto => ("M8 1.8a6.2 6.2 0 1 0 .01 0M8 1.8v12.4a6.2 6.2 0 0 0 0-12.4z", false),
            Self::Sun => (
                "M8 5a3 3 0 1 0 .01 0M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13",
                false,
            ),
            Self::Moon => ("M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z", false),
            Self::Fork => ("M8 14V8L4 4.5V2M8 8l4-3.5V2", false),
            Self::Share => ("M8 10V2M5 4.5 8 1.5l3 3M3.5 8v6h9V8", false),
            Self::Warning => ("M8 2 14.5 13.5h-13zM8 6.5v3.2M8 11.5v.4", false),
        }
    }
}

/// A sign, so many pixels wide. It is never read aloud: words stand beside it.
pub(super) fn icon(sign: Sign, size: u32) -> Node {
    let (path, filled) = sign.path();
    let size = size.to_string();
    el("svg.icon")
        .class_if(filled, "filled")
        .attr("viewBox", "0 0 16 16")
        .set("width", &size)
        .set("height", &size)
        .attr("aria-hidden", "true")
        .child(el("path").attr("d", path))
}
