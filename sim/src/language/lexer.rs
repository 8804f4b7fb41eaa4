//! The text as lines of words and signs, with its comments and its indentation.

use super::fault::Fault;
use crate::kept::words;
use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A bare word: a keyword, a name, a number, a time.
    Word,
    /// A text in quotation marks.
    Quoted,
    Comma,
    Colon,
    Open,
    Close,
    Equals,
    Percent,
    Star,
    /// `..`
    Dots,
}

/// A word or a sign, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Range<usize>,
    /// What a quoted text says, without its escapes.
    pub(crate) quoted: String,
}

/// A line of the text.
#[derive(Clone, Debug)]
pub(crate) struct SourceLine {
    /// From its first byte to where the next line begins.
    pub(crate) whole: Range<usize>,
    /// How many characters of white space it begins with.
    pub(crate) indent: usize,
    pub(crate) tokens: Vec<Token>,
    /// From the `#` to the line's end.
    pub(crate) comment: Option<Range<usize>>,
    /// What no token could be made of; the tokens end before it.
    pub(crate) fault: Option<Fault>,
}

/// Whether a word may hold this character without quotation marks.
pub(crate) fn is_word(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || "_-./@".contains(c)
    } else {
        // Typographic quotes and dashes, and signs that turn the direction of writing, stay out.
        !c.is_whitespace()
            && !c.is_control()
            && !('\u{2000}'..='\u{206f}').contains(&c)
            && c != '\u{feff}'
    }
}

/// Whether a value after `=` or in parentheses may hold it without quotation marks.
pub(crate) fn is_value(c: char) -> bool {
    is_word(c) || c.is_ascii_graphic() && !"\"#(),".contains(c)
}

/// How many bytes from the start of a text are a word without quotation marks. Two dots are a sign of their own, and
/// end it.
pub(crate) fn word_length(text: &str) -> usize {
    length(text, is_word, "..")
}

/// How many bytes from the start of a text are a value without quotation marks.
pub(crate) fn value_length(text: &str) -> usize {
    length(text, is_value, "\n")
}

/// How many bytes from the start of a text are of such characters, up to an end. What joins letters of Persian and other
/// scripts, and emoji, is part of a word between two of them; anywhere else nobody would see it.
fn length(text: &str, may_have: fn(char) -> bool, end: &str) -> usize {
    let mut before = ' ';
    let mut rest = text.chars();
    let mut length = 0;
    while let Some(c) = rest.next() {
        let joined = |c: char| !c.is_ascii() && may_have(c);
        let joins = matches!(c, '\u{200c}' | '\u{200d}')
            && joined(before)
            && rest.clone().next().is_some_and(joined);
        if !joins && !may_have(c) || text[length..].starts_with(end) {
            break;
        }
        before = c;
        length += c.len_utf8();
    }
    length
}

/// Splits the text into lines.
pub(crate) fn lines(text: &str) -> Vec<SourceLine> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        lines.push(scan(text, start..end));
        start = end;
    }
    lines
}

fn scan(text: &str, whole: Range<usize>) -> SourceLine {
    let mut line = SourceLine {
        whole: whole.clone(),
        indent: 0,
        tokens: Vec::new(),
        comment: None,
        fault: None,
    };
    let mut body = &text[..whole.end];
    body = body.strip_suffix('\n').unwrap_or(body);
    body = body.strip_suffix('\r').unwrap_or(body);
    let mut at = whole.start;
    if at == 0 && body.starts_with('\u{feff}') {
        at = '\u{feff}'.len_utf8();
    }
    while let Some(c) = body.get(at..).and_then(|rest| rest.chars().next()) {
        if c.is_whitespace() {
            at += c.len_utf8();
            if line.tokens.is_empty() {
                line.indent += 1;
            }
            continue;
        }
        if c == '#' {
            line.comment = Some(at..body.len());
            break;
        }
        match token(body, at, line.tokens.last()) {
            Ok(token) => {
                at = token.span.end;
                line.tokens.push(token);
            }
            Err(fault) => {
                line.fault = Some(fault);
                break;
            }
        }
    }
    line
}

fn token(body: &str, at: usize, before: Option<&Token>) -> Result<Token, Fault> {
    let rest = &body[at..];
    let Some(c) = rest.chars().next() else {
        return Err(Fault::new(at..at, "the line ends here"));
    };
    let sign = |kind, length| Ok(Token { kind, span: at..at + length, quoted: String::new() });
    let in_value = before.is_some_and(|before| {
        matches!(before.kind, Kind::Equals | Kind::Open) && before.span.end == at
    });
    if c == '"' {
        return quoted(rest, at);
    }
    if in_value && is_value(c) {
        return sign(Kind::Word, value_length(rest));
    }
    if rest.starts_with("..") {
        return sign(Kind::Dots, 2);
    }
    if is_word(c) {
        return sign(Kind::Word, word_length(rest));
    }
    match c {
        ',' => sign(Kind::Comma, 1),
        ':' => sign(Kind::Colon, 1),
        '(' => sign(Kind::Open, 1),
        ')' => sign(Kind::Close, 1),
        '=' => sign(Kind::Equals, 1),
        '%' => sign(Kind::Percent, 1),
        '*' => sign(Kind::Star, 1),
        other => Err(stray(other, at)),
    }
}

/// A character that begins nothing.
fn stray(c: char, at: usize) -> Fault {
    let span = at..at + c.len_utf8();
    match c {
        '“' | '”' | '„' | '«' | '»' => {
            Fault::new(span, words!("`{c}` is a typographic quotation mark; the language has `\"`"))
                .suggest(Some("\"".to_owned()))
        }
        '\'' | '‘' | '’' | '`' => Fault::new(span, words!("a text stands in `\"`, not in {c}"))
            .suggest(Some("\"".to_owned())),
        '–' | '—' => {
            Fault::new(span, words!("`{c}` is a typographic dash; the language has `-`"))
                .suggest(Some("-".to_owned()))
        }
        c if c.is_control() => Fault::new(
            span,
            words!("the character U+{:04X} has no place in a scenario", u32::from(c)),
        ),
        c if !c.is_ascii() => Fault::new(
            span,
            words!(
                "the character U+{:04X} has no place here; a name that has it stands in quotation marks",
                u32::from(c)
            ),
        ),
        c => Fault::new(
            span,
            words!("`{c}` has no meaning here; a name that has it stands in quotation marks"),
        ),
    }
}

fn quoted(rest: &str, at: usize) -> Result<Token, Fault> {
    let mut said = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((offset, c)) = chars.next() {
        match c {
            '"' => {
                return Ok(Token { kind: Kind::Quoted, span: at..at + offset + 1, quoted: said });
            }
            '\\' => {
                let escape = &rest[offset..];
                let (c, length) = unescape(escape).ok_or_else(|| {
                    let length = escape.chars().take(2).map(char::len_utf8).sum::<usize>();
                    Fault::new(
                        at + offset..at + offset + length,
                        "no such escape: a quoted text knows `\\\"`, `\\\\`, `\\n`, `\\t` and `\\u{…}`",
                    )
                })?;
                said.push(c);
                for _ in 1..escape[..length].chars().count() {
                    chars.next();
                }
            }
            c if c.is_control() && c != '\t' => return Err(stray(c, at + offset)),
            c => said.push(c),
        }
    }
    Err(Fault::new(
        at..at + rest.len(),
        "this quotation mark is never closed: a quoted text ends on its line",
    ))
}

/// The character that an escape stands for, and the escape's length.
fn unescape(escape: &str) -> Option<(char, usize)> {
    match escape.chars().nth(1)? {
        '"' => Some(('"', 2)),
        '\\' => Some(('\\', 2)),
        'n' => Some(('\n', 2)),
        't' => Some(('\t', 2)),
        'u' => {
            let digits = escape.get(2..)?.strip_prefix('{')?;
            let digits = &digits[..digits.find('}')?];
            if digits.len() > 6 || !digits.chars().all(|c| c.is_ascii_hexdigit()) {
                return None;
            }
            let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            Some((c, "\\u{}".len() + digits.len()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn words(text: &str) -> Vec<String> {
        lines(text)
            .iter()
            .flat_map(|line| line.tokens.iter().map(|token| text[token.span.clone()].to_owned()))
            .collect()
    }

    #[test]
    fn splits_words_signs_and_values() {
        assert_eq!(
            words("send a1(A:1) o1..o3 x=http://y?z=1, b* 5%"),
            [
                "send",
                "a1",
                "(",
                "A:1",
                ")",
                "o1",
                "..",
                "o3",
                "x",
                "=",
                "http://y?z=1",
                ",",
                "b",
                "*",
                "5",
                "%"
            ]
        );
    }

    #[test]
    fn what_joins_letters_is_part_of_a_word_between_them_alone() {
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
        let books = "\u{6a9}\u{62a}\u{627}\u{628}\u{200c}\u{647}\u{627}";
        assert_eq!(
            words(&format!("send {family} {books}({books})")),
            ["send", family, books, "(", books, ")"]
        );
        // Between Latin letters, at an end, or two in a row, it would only hide that two names differ.
        for (hidden, column) in
            [("a\u{200c}1", 1), ("\u{6a9}\u{200c}", 2), ("\u{6a9}\u{200c}\u{200d}\u{6a9}", 2)]
        {
            let line = lines(hidden).remove(0);
            let fault = line.fault.and_then(Fault::told).expect("nobody sees it");
            assert_eq!(fault.span.start, column, "{hidden}");
            assert!(fault.message.ends_with("a name that has it stands in quotation marks"));
            assert!(lines(&format!("\"{hidden}\""))[0].fault.is_none());
        }
    }

    #[test]
    fn knows_indentation_comments_and_line_ends() {
        let found = lines("\u{feff}a # x\r\n\t b");
        assert_eq!((found[0].indent, found[1].indent), (0, 2));
        assert_eq!(found[0].comment, Some(5..8));
        assert_eq!(found[1].whole, 10..13);
    }

    #[test]
    fn reads_escapes() {
        let found = lines(r#""a\"b\\\n\u{e9}é""#);
        assert_eq!(found[0].tokens[0].quoted, "a\"b\\\né\u{e9}");
        for wrong in [r#""\x""#, r#""\u{}""#, r#""\u{110000}""#, r#""a"#, "\"\\", r#""\u{12"#] {
            assert!(lines(wrong)[0].fault.is_some(), "{wrong}");
        }
    }
}
