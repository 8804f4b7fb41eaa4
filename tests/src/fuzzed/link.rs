//! Links: no bytes are one by accident, and what was opened is the same when it is made a link again.

use queuescope_link::{Link, decode, encode, encode_stored};

/// Opens a link: the bytes as its fragment, and as what a fragment that is not damaged holds.
///
/// # Panics
/// Where what was opened is another thing after it was made a link again.
pub fn link(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    opened(&text);
    // Few fragments at random have the right checksum: as a text behind lines of its own, all get past it.
    let (lines, text) = text.split_once("\n\n").unwrap_or(("", &text));
    let plain = || Link { text: text.to_owned(), ..Link::default() };
    let made = Link::of(lines, text).unwrap_or_else(|_| plain());
    for fragment in [encode(&made), encode_stored(&made)].into_iter().flatten() {
        opened(&fragment);
        assert_eq!(decode(&fragment).map(|link| link.text).as_deref(), Ok(text));
        let cut = fragment.char_indices().last().map_or(0, |(last, _)| last);
        assert!(decode(&fragment[..cut]).is_err(), "a part is taken for the whole: {fragment}");
    }
}

fn opened(fragment: &str) {
    match decode(fragment) {
        Err(error) => assert!(!error.to_string().is_empty(), "refused without an error"),
        Ok(link) => {
            for again in [encode(&link), encode_stored(&link)] {
                assert_eq!(again.and_then(|again| decode(&again)).as_ref(), Ok(&link));
            }
        }
    }
}
