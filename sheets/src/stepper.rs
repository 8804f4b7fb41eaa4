//! A time that is turned up and down by hand.

use crate::tree::{Node, el};
use queuescope_sim::{Time, in_words};

/// Less, the time, more: in steps that suit its size, and never down to `above`. It stands in the field of that name.
pub(crate) fn time_stepper(label: &str, time: Time, above: Option<Time>, field: &str) -> Node {
    let lower = time.nudged(false);
    let less = time > Time::ZERO && above.is_none_or(|above| lower > above);
    let turn = |word: &str, icon: &str, to: Option<Time>| {
        let button = el("button")
            .attr("type", "button")
            .truth("aria-disabled", to.is_none())
            .attr("aria-label", &format!("{word}: {label}"))
            .icon(icon, 12);
        match to {
            Some(to) => button.says(&format!("field {field} {to}")),
            None => button,
        }
    };
    el("span.stepper")
        .attr("role", "group")
        .attr("aria-label", label)
        .child(turn("Less", "minus", less.then_some(lower)))
        .child(el("output").text(&in_words(time)))
        .child(turn("More", "plus", Some(time.nudged(true))))
}
