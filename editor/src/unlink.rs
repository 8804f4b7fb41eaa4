//! What a link opens.

use queuescope_link::decode;

/// What the fragment of a link opens: lines of how it is looked at, an empty line, and the text.
///
/// # Errors
/// Why it opens nothing.
pub fn unlink(fragment: &str) -> Result<String, String> {
    decode(fragment).map(|link| link.written()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use queuescope_link::{Link, encode_stored};

    #[test]
    fn a_link_opens_its_lines_and_its_text() {
        let link = Link { step: 3, text: "at 0s send a1\r\n".to_owned(), ..Link::default() };
        let fragment = encode_stored(&link).unwrap();
        assert_eq!(unlink(&fragment).as_deref(), Ok("step 3\n\nat 0s send a1\r\n"));
        assert!(unlink("AR4l").is_err());
    }
}
