//! A number that is turned up and down by hand.

use super::node::{Node, On, el};
use super::{Sign, icon};
use crate::scene::in_words;
use crate::session::{FROZEN, Msg};
use queuescope_sim::Time;
use yew::Callback;

/// Less, the number, more. `ways` are what it says when it is turned down and up, where it can be: neither way only
/// while the text has errors. `id` begins the ids of its buttons.
pub(super) fn stepper(
    label: &str,
    value: &str,
    id: Option<&str>,
    ways: [Option<Msg>; 2],
    act: &Callback<Msg>,
) -> Node {
    let frozen = matches!(ways, [None, None]);
    let [less, more] = ways;
    let turn = |end: &str, word: &str, sign: Sign, says: Option<Msg>| {
        let button = el("button")
            .attr("type", "button")
            .truth("aria-disabled", says.is_none())
            .put("aria-label", format_args!("{word}: {label}"))
            .child(icon(sign, 12));
        let button = match id {
            Some(id) => button.put("id", format_args!("{id}-{end}")),
            None => button,
        };
        match says {
            Some(msg) => button.says(On::Click, act, msg),
            None => button,
        }
    };
    el("span.stepper")
        .attr("role", "group")
        .set("aria-label", label)
        .attr_if(frozen, "title", FROZEN)
        .child(turn("fewer", "Less", Sign::Minus, less))
        .child(el("output").say(value))
        .child(turn("more", "More", Sign::Plus, more))
}

/// Less, the time, more: in steps that suit its size, and never down to `above`; with no way to turn it, while the
/// text has errors.
pub(super) fn time_stepper(
    label: &str,
    time: Time,
    above: Option<Time>,
    act: &Callback<Msg>,
    turned: Option<&dyn Fn(Time) -> Msg>,
) -> Node {
    let lower = time.nudged(false);
    let less = time > Time::ZERO && above.is_none_or(|above| lower > above);
    let ways = [
        turned.filter(|_| less).map(|turned| turned(lower)),
        turned.map(|turned| turned(time.nudged(true))),
    ];
    stepper(label, &in_words(time), None, ways, act)
}
