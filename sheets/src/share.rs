//! Ways to share a scenario: a link, files, a figure in a page.

use crate::state::State;
use crate::tree::{Node, el, several};

/// What a scenario can be taken along as: the word for the page, its name, what it is good for, whether it can be copied.
const KINDS: [(&str, &str, &str, bool); 7] = [
    ("text", "Scenario", "the text, comments and all", true),
    ("json", "JSON", "the scenario for programs", true),
    ("markdown", "Step table", "Markdown, for a design document", true),
    ("csv", "Step table", "CSV, for a spreadsheet", true),
    ("rust", "Rust test", "replays it and checks each delivery", true),
    ("svg", "Timeline", "SVG, as it is on screen", true),
    ("png", "Timeline", "PNG, as it is on screen", false),
];

/// The link, the files, the lines that embed it. The state says the address of the simulator as well.
pub(crate) fn share(text: &str, state: State<'_>) -> String {
    let address = state.get("address");
    let link = match crate::link(text, state.lines()) {
        Ok(fragment) => {
            let field = el("input#share-link.mono")
                .flag("readonly", true)
                .attr("aria-label", "Link")
                .attr("value", &format!("{address}#{fragment}"));
            el("div.share-link").child(field).child(copy("link", "Link", state))
        }
        Err(why) => el("p.wrong").text(&format!("There is no link: {why}.")),
    };
    let kind = |(kind, name, what, copies): (&str, &str, &str, bool)| {
        el("li")
            .child(el("b").text(name))
            .child(el("span").text(what))
            .maybe(copies.then(|| copy(kind, name, state)))
            .child(
                el("button.small")
                    .attr("data-save", kind)
                    .attr("aria-label", &format!("Download {name}, {what}"))
                    .says(&format!("shell save {kind}"))
                    .text("Download"),
            )
    };
    let open = el("button.small").says("shell open").attr("data-open", "").text("Open a file");
    several([
        el("h2#sheet-heading").text("Share"),
        el("p").text("The link has the whole scenario in it, and what is on screen. Nothing of it is sent to a server."),
        link,
        el("h2").text("Take it along"),
        el("ul.kinds").each(KINDS.map(kind)),
        el("p.opens")
            .child(open)
            .text(" Scenarios and JSON come back so, or by dropping the file on the page."),
        el("h2").text("Show it in a page"),
        el("p")
            .text("With one line of script, a code block of the language ")
            .child(el("code").text("queuescope"))
            .text(" becomes a figure that readers step through."),
        el("pre").attr("tabindex", "0").text(&embedded(text, address)),
        el("p").child(copy("embed", "Lines for a page", state)),
    ])
}

/// What stands in a page for a figure of the scenario, which is at `address`.
pub fn embedded(text: &str, address: &str) -> String {
    // A scenario may have any of the signs that HTML reads.
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<script type=\"module\" src=\"{address}queue-scope.js\"></script>\n\n<pre><code class=\"language-queuescope\">{text}</code></pre>\n"
    )
}

fn copy(kind: &str, name: &str, state: State<'_>) -> Node {
    let button = el("button.small").attr("data-copy", kind).says(&format!("shell copy {kind}"));
    if state.field("copied") == kind {
        button.attr("aria-label", &format!("{name}: copied")).icon("check", 12).text("Copied")
    } else {
        button.attr("aria-label", &format!("Copy {name}")).text("Copy")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gets_the_text_and_no_markup_of_it() {
        let lines = embedded("title \"<script>a & b\"\n", "https://queues.example/");
        assert!(lines.starts_with(
            "<script type=\"module\" src=\"https://queues.example/queue-scope.js\"></script>\n"
        ));
        assert!(lines.contains("title \"&lt;script>a &amp; b\"\n</code>"));
    }

    #[test]
    fn the_link_is_of_what_is_on_screen() {
        let text = "at 0s send a\n";
        let state = "step 2\naddress https://queues.example/\nfield.copied link\n";
        let sheet = share(text, State(state));
        let fragment = crate::link(text, "step 2").unwrap();
        assert!(sheet.contains(&format!("value=https://queues.example/#{fragment}\u{5}")));
        assert_eq!(sheet.matches("Copied").count(), 1);
        // A text that is too long for a link says so, and is offered as all else.
        let sheet = share(&"# long\n".repeat(20_000), State(state));
        assert!(sheet.contains("There is no link: ") && sheet.contains("shell save text"));
    }
}
