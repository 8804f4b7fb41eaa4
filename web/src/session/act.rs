//! What a worker or an operator does from the page: a line of the scenario, in its own words.

use super::editor::Change;
use queuescope_sim::Time;

/// The change that writes what is done at that instant into the text.
pub(super) fn change(does: &str, at: Time) -> Change {
    Change {
        what: "line".into(),
        name: does.to_owned(),
        value: at.to_string(),
        ..Change::default()
    }
}
