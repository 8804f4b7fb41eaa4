//! What the word at a place of a text means.

use crate::FIELD;
use crate::scan::{Place, Section, is_word, pieces};
use crate::words::find;
use queuescope_sim::{Tone, tones};

/// What the word so many UTF-16 units into a text means; empty where there is none.
///
/// It is where the word begins and ends, in UTF-16 units, the word, what it means or is, and an example, which may be
/// empty: with [`FIELD`] between the parts.
pub fn help_at(text: &str, offset: usize) -> String {
    let place = Place::new(text, offset);
    let at = place.at - place.line_start;
    let words = pieces(place.line);
    let Some(index) =
        words.iter().position(|word| word.start <= at && at <= word.start + word.written.len())
    else {
        return String::new();
    };
    // Between two of them it is the one behind: the caret stands before a word as often as behind it.
    let index = match words.get(index + 1) {
        Some(next) if next.start == at && next.name.starts_with(is_word) => index + 1,
        Some(_) | None => index,
    };
    let word = words[index];
    let start = place.line_start + word.start;
    let span = start..start + word.written.len();
    let (from, to) = (place.units(span.start), place.units(span.end));
    let tone = tones(text)
        .into_iter()
        .find(|(toned, _)| toned.contains(&span.start))
        .map(|(_, tone)| tone);
    let said = |what: &str, example: &str| {
        format!("{from}{FIELD}{to}{FIELD}{}{FIELD}{what}{FIELD}{example}", word.written)
    };
    if tone.is_none_or(|tone| tone == Tone::Quoted) {
        return match name(&place, word.name) {
            Some(what) => said(&what, ""),
            None => String::new(),
        };
    }
    // A word that means nothing alone means what it belongs to.
    let first = words[0].written;
    let known = (0..=index)
        .rev()
        .find_map(|index| find(place.section, first, index == 0, words[index].written));
    let known = known.or_else(|| find(Section::Statement, "", true, first));
    known.map_or_else(String::new, |known| said(known.help, known.example))
}

/// What is so called.
fn name(place: &Place<'_>, name: &str) -> Option<String> {
    let names = place.names();
    let lists =
        [&names.messages, &names.workers, &names.throttles, &names.headers, &names.fairness];
    let mut all = lists.into_iter().flatten().chain(&names.keys);
    let (_, what) = all.find(|(known, _)| known == name)?;
    let (first, rest) = what.split_at_checked(1)?;
    Some(format!("{}{rest}.", first.to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Vec<String> {
        let at = text.find('|').unwrap();
        let text = text.replace('|', "");
        let help = help_at(&text, text[..at].encode_utf16().count());
        help.split(FIELD).map(str::to_owned).collect()
    }

    #[test]
    fn a_word_is_explained_where_it_is_one() {
        let lease = "How long a worker has for a message before it is tried again.";
        assert_eq!(at("queue é\n  le|ase 30s\n"), ["10", "15", "lease", lease, "lease 30s"]);
        // What means nothing alone means what it belongs to.
        assert_eq!(
            at("queue q\n  backoff 1s up |to 60s\n")[3],
            at("queue q\n  bac|koff 1s up to 60s\n")[3]
        );
        assert_eq!(at("queue q\n  lease 3|0s\n")[3], lease);
        assert!(at("at 1s W1 nacks, retry |after 5s\n")[3].starts_with("The wait that"));
        assert_eq!(at("# le|ase"), [""]);
        assert_eq!(at("queue q\n|\n"), [""]);
    }

    #[test]
    fn a_name_is_what_it_stands_for() {
        let text = "workers W1\nthrottle t: 2 per 1s # so\nat 0s send send(A)\n";
        assert_eq!(
            at(&format!("{text}at 1s W1 acks se|nd"))[3],
            "A message, sent at 0s with key A."
        );
        assert_eq!(at(&format!("{text}at 1s |W1 acks"))[3], "A worker, there from the start.");
        assert_eq!(at(&format!("{text}expect\n  send waits for t|"))[3], "A throttle: 2 per 1s.");
        assert_eq!(at(&text.replace("(A)", "(|A)"))[3], "A key.");
    }

    #[test]
    fn each_word_of_the_language_has_help() {
        let book = include_str!("../../docs/src/language.md");
        let mut checked = 0;
        for example in book.split("```queuescope\n").skip(1) {
            let text = example.split("```").next().unwrap_or_default();
            for (span, tone) in tones(text) {
                if tone == Tone::Keyword {
                    let help = help_at(text, text[..span.start].encode_utf16().count());
                    assert!(!help.is_empty(), "{} in\n{text}", &text[span]);
                    checked += 1;
                }
            }
        }
        assert!(checked > 200, "{checked}");
    }
}
