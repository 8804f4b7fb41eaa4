//! What the page is, its keys and its language.

use crate::tree::{el, several};

/// The keys, and what they do.
const KEYS: &[(&str, &str)] = &[
    ("Space", "Play or pause"),
    ("←", "One step back"),
    ("→", "One step on"),
    ("Home", "First step"),
    ("End", "Last step"),
    ("Ctrl + Z", "Take the last edit back"),
    ("Ctrl + Shift + Z", "Make it again"),
    ("?", "Show this help"),
    ("Esc", "Close what is open"),
];

/// The language at a glance: a text that may be pasted as it stands.
const TEXT: &str = "\
queue mails
  ordered by header customer
workers W1 W2
at 0s  send a1(acme) a2(acme) z1(zen)
at 1s  W1 acks
at 2s  W1 nacks, retry after 5s
expect
  at 7s  W1 has a2
";

/// What the page is, how it is written to, the list of keys, and how to read the picture.
pub(super) fn help() -> String {
    let paragraph = |text: &str| el("p").text(text);
    let keys =
        el("dl")
            .each(KEYS.iter().flat_map(|(key, does)| {
                [el("dt").child(el("kbd").text(key)), el("dd").text(does)]
            }));
    several([
        el("h2#sheet-heading").text("Help"),
        paragraph(
            "See what an ordered queue does, one step at a time. The page plays the text on the real scheduler. Edit it, and the run \
             follows. A text says what the queue promises, who works, what happens when, and what must come of it, checked \
             as you type:",
        ),
        el("pre").text(TEXT),
        el("p").child(el("button.small").says("shell tour").text("Take the tour: five stops")),
        el("h2").text("Keys"),
        keys,
        el("h2").text("How to read it"),
        paragraph(
            "Messages wait in their lane, the head beside the gate. A gate with a solid line lets one through at a time; a dotted \
             one lets everything through. A dashed pill waits for an instant, a bucket, a turn or a worker: its sign and \
             the line below it say which.",
        ),
        paragraph(
            "When the leader crashes, a line goes through the timeline. With fast durability, a dashed stretch of a bar is a lease \
             that the new leader does not know; a striped one is a message that is processed twice at once.",
        ),
        paragraph(
            "Open any message to see its story and to act: ack, nack, reject, crash. Each act becomes a line of the text, and what \
             follows is worked out anew. Undo takes it back.",
        ),
    ])
}

#[cfg(test)]
mod tests {
    use super::TEXT;
    use queuescope_sim::{Run, parse};

    #[test]
    fn the_language_at_a_glance_is_a_text_that_holds() {
        let parsed = parse(TEXT).unwrap();
        let run = Run::new(parsed.scenario.clone());
        assert_eq!(queuescope_sim::check(&run).len(), 0);
    }
}
