//! The scenario as a form: the second view of its text. Each field says a change of the text, which leaves the rest of that as it
//! is; what is refused changes nothing.

mod lists;
mod message;
mod part;
mod queue;
mod script;
mod throttles;
mod workers;

use crate::run::played;
use crate::state::State;
use crate::tree::{el, several};

/// The form of a text, around the step on screen.
pub(crate) fn form(text: &str, state: State<'_>) -> String {
    let head = el("div.card-head").child(el("h2").text("Form"));
    let Ok(played) = played(text) else {
        let why = "The text has errors. The form follows it again once they are mended.";
        return several([head, el("p.none").attr("role", "status").text(why)]);
    };
    let hint = "Each field changes the text, and nothing else of it.";
    let scenario = played.run.scenario();
    let parts = [
        queue::queue(scenario, state),
        workers::workers(scenario),
        throttles::throttles(scenario, state),
        script::script(&played, text, state),
        lists::work(text, scenario, state),
        lists::expectations(scenario, state),
    ];
    several([
        head.child(el("span.hint").text(hint)),
        // Within one that is disabled, everything is.
        el("fieldset.form").flag("disabled", state.is_frozen()).each(parts),
    ])
}

#[cfg(test)]
mod tests;
