//! The form, written down.

use super::Compose;
use crate::stepper::time_stepper;
use crate::tree::{Node, el};
use queuescope_sim::Time;

/// The form for a new message.
pub(super) fn form(compose: &Compose) -> Node {
    let input = |written: &str, field: &str, value: &str| {
        el(written)
            .attr("value", value)
            .attr("maxlength", "40")
            .attr("autocomplete", "off")
            .attr("spellcheck", "false")
            .fills(field)
    };
    let label = |name: &str, input: Node| el("label").text(name).child(input);
    let key = compose.key.as_ref().map(|(name, value)| {
        let input = input("input#send-key", "draft.key", value);
        label(name, input.attr("list", "keys-seen").attr("placeholder", "none"))
    });
    let seen = key.is_some().then(|| {
        let seen = compose.keys.iter().map(|key| el("option").attr("value", key));
        el("datalist#keys-seen").each(seen)
    });
    let others = compose.others.iter().enumerate().map(|(place, (name, value))| {
        let name = name.as_deref().unwrap_or("fairness key");
        let input = input("input", &format!("draft.{place}"), value);
        label(name, input.attr("data-field", name).attr("placeholder", "none"))
    });
    let time = |word: &str, label: &str, time: Time, above: Option<Time>, field: &str| {
        el("span.field").text(word).child(time_stepper(label, time, above, field))
    };
    let form = el("form.drawer compose").attr("aria-label", "Send a message");
    let form = match compose.objection {
        None => form.on("submit", &format!("act {}", compose.does)),
        Some(_) => form.on("submit", "dismiss"),
    };
    form.child(label("Name", input("input#send-name", "draft.name", &compose.name)))
        .maybe(key)
        .maybe(seen)
        .each(others)
        .child(time("Delay", "Delay", compose.delay, None, "draft.delay"))
        .child(time("At", "Instant", compose.at, Some(compose.now), "draft.at"))
        .child(
            el("button.act primary")
                .attr("data-act", "send")
                .flag("disabled", compose.objection.is_some())
                .text("Send"),
        )
        .maybe(
            compose
                .objection
                .as_ref()
                .map(|objection| el("span.objection").attr("role", "status").text(objection)),
        )
}
