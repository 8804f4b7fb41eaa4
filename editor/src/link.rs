//! A link that opens a text where somebody else can see the same.

use queuescope_link::{Link, encode};

/// The fragment of a link, without a `#`: the text, the step on screen from 0, the selected message or an empty string, and how it is
/// looked at, in the lines that a link has for that (`rows worker`, `zoom 3`, `open A`, `panel metrics`).
///
/// # Errors
/// Where the text is longer than a link may hold, or a line says what cannot be.
pub fn link(text: &str, step: u32, selection: &str, view: &str) -> Result<String, String> {
    let linked = view.parse().and_then(|view| {
        let selection = (!selection.is_empty()).then(|| selection.to_owned());
        encode(&Link { step, selection, view, text: text.to_owned() })
    });
    linked.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use queuescope_link::{Rows, View, decode};

    #[test]
    fn a_link_opens_what_it_was_made_of() {
        let text = "at 0s send a1\r\n";
        let fragment = link(text, 3, "a 1", "rows lane\nopen A\n").unwrap();
        let view = View { rows: Some(Rows::Lane), open: vec!["A".to_owned()], ..View::default() };
        let selection = Some("a 1".to_owned());
        assert_eq!(decode(&fragment), Ok(Link { step: 3, selection, view, text: text.to_owned() }));
        let plain = decode(&link(text, 0, "", "").unwrap());
        assert_eq!(plain, Ok(Link { text: text.to_owned(), ..Link::default() }));
    }

    #[test]
    fn what_cannot_be_has_a_reason() {
        assert!(link("", 0, "", "zoom near").unwrap_err().contains("`zoom near`"));
        assert!(link(&"x".repeat(100_000), 0, "", "").unwrap_err().contains("more than 72 KB"));
    }
}
