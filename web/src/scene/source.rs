//! The text of the scenario: its words by kind, the lines of the step on screen, what is wrong with it.

use crate::session::Session;
use queuescope_sim::Diagnostic;
use queuescope_sim::Step;
use std::rc::Rc;

/// Texts longer than this are shown without colours.
const MOST_COLOURED: usize = 20_000;

/// The text panel.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceScene {
    /// The text.
    pub text: Rc<str>,
    /// How many lines it has.
    pub lines: usize,
    /// Whether its words are coloured.
    pub coloured: bool,
    /// The lines that were carried out at the step on screen, from 1.
    pub current: Vec<usize>,
    /// What is wrong.
    pub problems: Rc<Vec<Diagnostic>>,
}

/// A word, a number, a name, or what is between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// Its kind.
    pub kind: TokenKind,
    /// Its text.
    pub text: &'a str,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A word of the language.
    Keyword,
    /// A number or a time.
    Number,
    /// `"…"`.
    Quoted,
    /// `# …`.
    Comment,
    /// Anything else.
    Plain,
}

/// The words that give a line its shape.
const KEYWORDS: &[&str] = &[
    "queue",
    "ordered",
    "unordered",
    "by",
    "header",
    "attribute",
    "fairness",
    "key",
    "missing",
    "reject",
    "shared",
    "unthrottled",
    "lease",
    "retry",
    "attempts",
    "no",
    "backoff",
    "up",
    "to",
    "fixed",
    "on",
    "failure",
    "nack",
    "expiry",
    "from",
    "attempt",
    "after",
    "dead-letter",
    "quantum",
    "workers",
    "worker",
    "take",
    "takes",
    "turns",
    "throttle",
    "per",
    "rate",
    "burst",
    "at",
    "send",
    "every",
    "delay",
    "weight",
    "with",
    "acks",
    "nacks",
    "rejects",
    "extends",
    "crashes",
    "returns",
    "joins",
    "taking",
    "leaves",
    "redrive",
    "purge",
    "all",
    "work",
    "fails",
    "fail",
    "once",
    "twice",
    "times",
    "always",
    "seed",
    "expect",
    "idle",
    "has",
    "waits",
    "behind",
    "until",
    "for",
    "a",
    "its",
    "turn",
    "dead",
    "done",
    "nothing",
    "group",
    "deliveries",
    "max",
    "in",
    "flight",
    "delivered",
    "before",
    "lost",
    "note",
    "title",
    "none",
];

/// A text, cut into tokens that together are the text.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = match first {
            '#' => (TokenKind::Comment, rest.find('\n').unwrap_or(rest.len())),
            '"' => {
                let line = rest.find('\n').unwrap_or(rest.len());
                let end = rest[1..line].find('"').map_or(line, |at| at + 2);
                (TokenKind::Quoted, end)
            }
            first if is_word(first) => {
                let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                let word = &rest[..end];
                let kind = if first.is_ascii_digit() {
                    TokenKind::Number
                } else if KEYWORDS.contains(&word) {
                    TokenKind::Keyword
                } else {
                    TokenKind::Plain
                };
                (kind, end)
            }
            _ => {
                let end = rest.find(|c| is_word(c) || matches!(c, '#' | '"')).unwrap_or(rest.len());
                (TokenKind::Plain, end)
            }
        };
        let (token, after) = rest.split_at(length.max(first.len_utf8()));
        tokens.push(Token { kind, text: token });
        rest = after;
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || !c.is_ascii() || matches!(c, '_' | '-')
}

pub(super) fn source(session: &Session, step: Option<&Step>) -> SourceScene {
    let text = session.text();
    let fits = session.problems().is_empty();
    let current = match step {
        Some(step) if fits => {
            let parsed = session.played().parsed();
            step.lines.iter().filter_map(|line| parsed.script_lines.get(*line).copied()).collect()
        }
        _ => Vec::new(),
    };
    SourceScene {
        text: Rc::from(text),
        lines: text.matches('\n').count() + 1,
        coloured: text.len() <= MOST_COLOURED,
        current,
        problems: Rc::clone(session.problems()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_text() {
        let text = "at 4s  W1 nacks, retry after 5s # “late”\ntitle \"é\n\"\"";
        let tokens = tokens(text);
        assert_eq!(tokens.iter().map(|token| token.text).collect::<String>(), text);
        let kinds: Vec<_> = tokens.iter().filter(|token| token.kind != TokenKind::Plain).collect();
        assert_eq!(kinds[0].text, "at");
        assert_eq!(kinds[1].kind, TokenKind::Number);
        assert!(kinds.iter().any(|token| token.text == "# “late”"));
    }
}
