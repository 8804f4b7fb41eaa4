//! A text as words and signs, whether it is right or not; and where in it a place is.

use crate::names::Names;

/// A word or a sign of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece<'t> {
    /// Where it begins in its line.
    pub(crate) start: usize,
    /// As it is written.
    pub(crate) written: &'t str,
    /// A name without its quotation marks.
    pub(crate) name: &'t str,
}

/// The words and signs of a line up to its comment.
pub(crate) fn pieces(line: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        if c.is_whitespace() || c == '\u{feff}' {
            at += c.len_utf8();
            continue;
        }
        if c == '#' {
            break;
        }
        let rest = &line[at..];
        let length = match c {
            '"' => quoted(rest),
            _ if rest.starts_with("..") => 2,
            c if is_word(c) => word(rest),
            c => c.len_utf8(),
        };
        let written = &rest[..length];
        let name = written.strip_prefix('"').map_or(written, |name| name.trim_end_matches('"'));
        pieces.push(Piece { start: at, written, name });
        at += length;
    }
    pieces
}

/// Whether a word has it without quotation marks.
pub(crate) fn is_word(c: char) -> bool {
    // What is not ASCII is most often a letter; the table of those that are none is larger than all of this.
    c.is_ascii_alphanumeric()
        || "_-./@".contains(c)
        || !c.is_ascii() && !c.is_whitespace() && c != '\u{feff}'
}

fn word(text: &str) -> usize {
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    // Two dots are a sign of their own.
    text[..end].find("..").unwrap_or(end)
}

fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// What the lines around a place are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// A statement of its own.
    Statement,
    /// Clauses of the queue.
    Queue,
    /// What workers do by themselves.
    Work,
    /// What must hold.
    Expect,
}

/// A place in a text.
#[derive(Clone, Debug)]
pub(crate) struct Place<'t> {
    pub(crate) text: &'t str,
    /// Where it is, in bytes.
    pub(crate) at: usize,
    /// Where its line begins, in bytes, and the line without its end.
    pub(crate) line_start: usize,
    pub(crate) line: &'t str,
    pub(crate) section: Section,
}

impl<'t> Place<'t> {
    /// So many UTF-16 units into the text.
    pub(crate) fn new(text: &'t str, offset: usize) -> Self {
        let mut units = 0;
        let found = text.char_indices().find(|(_, c)| {
            units += c.len_utf16();
            units > offset
        });
        let at = found.map_or(text.len(), |(at, _)| at);
        let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = text[line_start..].lines().next().unwrap_or_default();
        let section = section(text, line_start, line);
        Self { text, at, line_start, line, section }
    }

    /// The line before the place.
    pub(crate) fn before(&self) -> &'t str {
        self.text.get(self.line_start..self.at).unwrap_or_default()
    }

    /// All names of the text.
    pub(crate) fn names(&self) -> Names<'t> {
        Names::of(self.text)
    }

    /// A place of the text in UTF-16 units.
    pub(crate) fn units(&self, at: usize) -> usize {
        self.text.get(..at).unwrap_or_default().encode_utf16().count()
    }
}

fn section(text: &str, start: usize, line: &str) -> Section {
    let indent = |line: &str| line.len() - line.trim_start_matches(is_margin).len();
    let says = |line: &&str| !pieces(line).is_empty();
    let others = text.lines().filter(says).map(indent);
    let base = others.min().unwrap_or(0);
    if indent(line) <= base {
        return Section::Statement;
    }
    let above = text[..start].lines().rev().find(|line| says(line) && indent(line) <= base);
    match above.and_then(|line| pieces(line).first().map(|word| word.written)) {
        Some("queue") => Section::Queue,
        Some("work") => Section::Work,
        Some("expect") => Section::Expect,
        Some(_) | None => Section::Statement,
    }
}

fn is_margin(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_words_and_signs() {
        let written = |line| pieces(line).iter().map(|piece| piece.written).collect::<Vec<_>>();
        assert_eq!(
            written("at 4s send \"a # 1\"(A) o1..o3 x=é,  # so"),
            ["at", "4s", "send", "\"a # 1\"", "(", "A", ")", "o1", "..", "o3", "x", "=", "é", ","]
        );
        assert_eq!(pieces(" \"open")[0].name, "open");
        assert!(pieces(" # only").is_empty());
    }

    #[test]
    fn a_place_is_counted_as_browsers_do() {
        let text = "# \u{1f600}é\nqueue q\n  le\nwork\n  \n";
        let place = Place::new(text, 17);
        assert_eq!((place.before(), place.line, place.section), ("  l", "  le", Section::Queue));
        assert_eq!(place.units(place.at), 17);
        assert_eq!(Place::new(text, 25).section, Section::Work);
        assert_eq!(Place::new(text, 999).at, text.len());
        assert_eq!(Place::new(text, 5).section, Section::Statement);
    }
}
