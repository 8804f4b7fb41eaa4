//! A link that opens a text where somebody else can see the same.

use queuescope_link::{Link, encode};

/// The fragment of a link, without a `#`: the text, and what is on screen, in the lines that a link has for that. Other lines say
/// nothing.
///
/// # Errors
/// Where the text is longer than a link may hold, or a line says what cannot be.
pub fn link(text: &str, state: &str) -> Result<String, String> {
    let linked = Link::of(state, text).and_then(|mut link| {
        // The first step is where a link opens that says nothing of it.
        link.step = if link.step == 1 { 0 } else { link.step };
        encode(&link)
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
        let fragment =
            link(text, "step 3\nselect a 1\nrows lane\nopen A\nfield.copied json\n").unwrap();
        let view = View { rows: Some(Rows::Lane), open: vec!["A".to_owned()], ..View::default() };
        let selection = Some("a 1".to_owned());
        assert_eq!(decode(&fragment), Ok(Link { step: 3, selection, view, text: text.to_owned() }));
        let plain = decode(&link(text, "step 1").unwrap());
        assert_eq!(plain, Ok(Link { text: text.to_owned(), ..Link::default() }));
    }

    #[test]
    fn what_cannot_be_has_a_reason() {
        assert!(link("", "zoom near").unwrap_err().contains("`zoom near`"));
        assert!(link(&"x".repeat(100_000), "").unwrap_err().contains("more than 72 KB"));
    }
}
