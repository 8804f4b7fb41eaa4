//! What the parts of a text are to the parser, for whoever colours it.

use super::{grammar, lexer};
use std::ops::Range;

/// What a part of a text was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A word of the language where it is one: a message of that name is not.
    Keyword,
    /// A number or a time.
    Number,
    /// A text in quotation marks.
    Quoted,
    /// From a `#` to the end of the line.
    Comment,
}

/// What the parts of a text are taken for, in its order; what lies between is names, signs and space.
///
/// A line with an error has its tones up to the error.
pub fn tones(text: &str) -> Vec<(Range<usize>, Tone)> {
    let mut tones = Vec::new();
    grammar::read_toned(text, &lexer::lines(text), &mut tones);
    tones
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn of(text: &str, wanted: Tone) -> Vec<&str> {
        let tones = tones(text);
        tones
            .iter()
            .filter(|(_, tone)| *tone == wanted)
            .map(|(span, _)| &text[span.clone()])
            .collect()
    }

    #[test]
    fn a_word_is_a_keyword_where_it_is_one() {
        let text = "queue a\n  ordered by header group\nworkers expect W1\nat 0s send a(no) send at\n\
                    at 1s expect acks a\nexpect\n  a waits for a worker, at waits for its turn\n";
        assert_eq!(
            of(text, Tone::Keyword),
            [
                "queue", "ordered", "by", "header", "workers", "at", "send", "at", "acks",
                "expect", "waits", "for", "a", "worker", "waits", "for", "its", "turn"
            ]
        );
        assert_eq!(of(text, Tone::Number), ["0s", "1s"]);
    }

    #[test]
    fn a_line_has_its_tones_up_to_its_error() {
        let text = "# late\nat 4s W1 nakcs after 5s # x\ntitle \"é\" at\nnote at 1s \"open";
        assert_eq!(of(text, Tone::Keyword), ["at", "title", "note", "at"]);
        assert_eq!(of(text, Tone::Number), ["4s", "1s"]);
        assert_eq!(of(text, Tone::Quoted), ["\"é\""]);
        assert_eq!(of(text, Tone::Comment), ["# late", "# x"]);
    }
}
