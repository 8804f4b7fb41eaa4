//! An error of a text that teaches: where it is, what was expected, what was probably meant.

use super::fault::Told;
use crate::kept::EDITING;
use serde::Serialize;
use std::fmt;
use std::ops::Range;

/// Lines longer than this are shown in part.
const LONGEST_SHOWN: usize = 160;

/// What is wrong at one place of a scenario's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    /// The line, from 1.
    pub line: usize,
    /// The column in the line, from 1, in characters.
    pub column: usize,
    /// The place in the text, in bytes.
    pub span: Range<usize>,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// What could stand there instead; empty where that is not a matter of a few words.
    pub expected: Vec<String>,
    /// What was probably meant.
    pub suggestion: Option<String>,
    /// The line itself; an excerpt where it is very long.
    pub source_line: String,
    /// The column of the place in `source_line`, from 1, in characters.
    pub source_column: usize,
    /// How many errors it stands for: 1, but for the closing one of a text with too many to tell.
    #[serde(skip)]
    pub stands_for: usize,
}

impl Diagnostic {
    /// Places what is told of a fault in the text.
    pub(crate) fn new(text: &str, fault: Told) -> Self {
        let start = fault.span.start.min(text.len());
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let number = text[..line_start].matches('\n').count() + 1;
        let mut from = line_start;
        if from == 0 && text.starts_with('\u{feff}') {
            from = '\u{feff}'.len_utf8();
        }
        let before = text.get(from..start).unwrap_or_default().chars().count();
        let whole = text.get(from..line_end).unwrap_or_default();
        let (source_line, source_column) = excerpt(whole.trim_end_matches('\r'), before);
        let mut expected = fault.expected;
        if let ([only], Some(meant)) = (&*expected, &fault.suggestion)
            && only.trim_matches('`') == meant
        {
            expected.clear();
        }
        Self {
            line: number,
            column: before + 1,
            span: start..fault.span.end.clamp(start, text.len()),
            message: fault.message,
            expected,
            suggestion: fault.suggestion,
            source_line,
            source_column,
            stands_for: fault.stands_for,
        }
    }

    /// How many errors a text has of which these are told.
    pub fn count(told: &[Self]) -> usize {
        told.iter().map(|error| error.stands_for).sum()
    }

    /// The message, the line with the place underlined, what was expected and what was probably meant.
    ///
    /// ```text
    /// 12:12: expected what W1 does, found `nakcs`
    ///   at 4s   W1 nakcs, retry after 5s
    ///              ^^^^^
    ///   expected `acks`, `nacks` or `rejects`
    ///   did you mean `nacks`?
    /// ```
    pub fn render(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        if !self.source_line.trim().is_empty() {
            let before = self.source_column - 1;
            let margin: String = self
                .source_line
                .chars()
                .take(before)
                .map(|c| if c == '\t' { '\t' } else { ' ' })
                .collect();
            let left = self.source_line.chars().count().saturating_sub(before);
            // Every byte of the place is at least as wide as a character: the line's end bounds it.
            let wide = self.width().clamp(1, left.max(1));
            write!(f, "\n  {}\n  {margin}{}", self.source_line, "^".repeat(wide))?;
        }
        if !self.expected.is_empty() {
            write!(f, "\n  expected {}", alternatives(&self.expected))?;
        }
        if let Some(suggestion) = &self.suggestion {
            write!(f, "\n  did you mean `{suggestion}`?")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

impl Diagnostic {
    /// How many characters of `source_line` are underlined.
    fn width(&self) -> usize {
        let bytes = self.span.len();
        self.source_line
            .chars()
            .skip(self.source_column - 1)
            .scan(0, |seen, c| {
                *seen += c.len_utf8();
                Some(*seen)
            })
            .take_while(|&seen| seen <= bytes)
            .count()
    }
}

/// The words joined for a sentence: `a`, `b` or `c`.
fn alternatives(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The line as it is shown, without characters that would upset a terminal, and the column in it.
fn excerpt(line: &str, before: usize) -> (String, usize) {
    let clean = |c: char| match c {
        '\t' => '\t',
        c if c.is_control()
            || ('\u{202a}'..='\u{202e}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c) =>
        {
            char::REPLACEMENT_CHARACTER
        }
        c => c,
    };
    if line.chars().nth(LONGEST_SHOWN).is_none() {
        return (line.chars().map(clean).collect(), before + 1);
    }
    let skipped = before.saturating_sub(LONGEST_SHOWN / 4);
    let mut shown: String = line.chars().skip(skipped).take(LONGEST_SHOWN).map(clean).collect();
    let mut column = before - skipped + 1;
    if skipped > 0 {
        shown.insert(0, '…');
        column += 1;
    }
    if line.chars().nth(skipped + LONGEST_SHOWN).is_some() {
        shown.push('…');
    }
    (shown, column)
}

/// The nearest of the known words, where one is near and somebody is to be told. Capitals are looked past in ASCII alone: the table of all others is
/// larger than the rest of the parser.
pub(crate) fn nearest(word: &str, known: &mut dyn Iterator<Item = &str>) -> Option<String> {
    if !EDITING || word.len() > 64 {
        return None;
    }
    let lower = word.to_ascii_lowercase();
    let most = (lower.chars().count() / 3).clamp(1, 3);
    let long = lower.chars().count();
    known
        .filter(|known| *known != word && known.chars().count().abs_diff(long) <= most)
        .map(|known| (strsim::osa_distance(&lower, &known.to_ascii_lowercase()), known))
        .filter(|(distance, known)| *distance <= most && *distance < known.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn the_caret_stands_under_the_place_behind_tabs_and_wide_letters() {
        let text = "title \"x\"\n\tat 1s \u{e9} nakcs\r\n";
        let start = text.find("nakcs").expect("it is there");
        let found = Diagnostic::new(text, Told::new(start..start + 5, "wrong".to_owned()));
        assert_eq!((found.line, found.column), (2, 10));
        assert_eq!(found.render(), "2:10: wrong\n  \tat 1s \u{e9} nakcs\n  \t        ^^^^^");
    }

    #[test]
    fn a_long_line_is_shown_around_the_place() {
        let text = format!("{}bad{}", "x ".repeat(500), " y".repeat(500));
        let found = Diagnostic::new(&text, Told::new(1000..1003, "wrong".to_owned()));
        assert_eq!(found.column, 1001);
        assert!(found.source_line.chars().count() <= LONGEST_SHOWN + 2);
        let shown: String =
            found.source_line.chars().skip(found.source_column - 1).take(3).collect();
        assert_eq!(shown, "bad");
    }

    #[test]
    fn near_words_are_suggested_and_far_ones_are_not() {
        assert_eq!(nearest("nakcs", &mut ["acks", "nacks"].into_iter()).as_deref(), Some("nacks"));
        assert_eq!(nearest("Nacks", &mut ["acks", "nacks"].into_iter()).as_deref(), Some("nacks"));
        assert_eq!(nearest("bananas", &mut ["acks", "nacks"].into_iter()), None);
        assert_eq!(nearest("b", &mut ["a"].into_iter()), None);
    }
}
