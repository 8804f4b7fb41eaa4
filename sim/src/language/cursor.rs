//! A place in a line's tokens: asks for a word, remembers what it asked for, and says so where nothing fits.

use super::diagnostic::nearest;
use super::fault::Fault;
use super::lexer::{Kind, Token};
use super::statement::{Field, Mark};
use super::tone::Tone;
use crate::kept::{Kept, words};
use crate::time::Time;
use std::num::NonZeroU32;
use std::ops::Range;

pub(crate) type Read<T> = Result<T, Box<Fault>>;

/// Reads one line.
pub(crate) struct Cursor<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
    /// The keywords and signs that were asked for at this place.
    asked: Kept<Vec<&'static str>>,
    marks: Kept<Vec<Mark>>,
    part: usize,
    tones: Vec<(Range<usize>, Tone)>,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str, tokens: &'t [Token]) -> Self {
        Self {
            text,
            tokens,
            at: 0,
            asked: Kept::default(),
            marks: Kept::default(),
            part: 0,
            tones: Vec::new(),
        }
    }

    pub(crate) fn into_marks(self) -> Kept<Vec<Mark>> {
        self.marks
    }

    /// What the tokens taken so far were taken for.
    pub(crate) fn take_tones(&mut self) -> Vec<(Range<usize>, Tone)> {
        std::mem::take(&mut self.tones)
    }

    /// Takes the next token for what it is.
    fn advance_as(&mut self, tone: Tone) {
        self.tones.push((self.here(), tone));
        self.advance();
    }

    /// The next part of the statement begins: its clause, its claim.
    pub(crate) fn next_part(&mut self) {
        self.part += 1;
    }

    /// Notes where a part of the statement stands.
    pub(crate) fn mark(&mut self, field: Field, item: usize, span: Range<usize>) {
        if let Some(marks) = self.marks.get_mut() {
            marks.push(Mark { part: self.part, field, item, span });
        }
    }

    /// Takes the next token, whatever it is.
    pub(crate) fn advance(&mut self) {
        self.at += 1;
        if let Some(asked) = self.asked.get_mut() {
            asked.clear();
        }
    }

    /// Takes this keyword where it stands next.
    pub(crate) fn eat(&mut self, word: &'static str) -> bool {
        if self.word() == Some(word) {
            self.advance_as(Tone::Keyword);
            return true;
        }
        self.ask(word);
        false
    }

    /// Notes what could stand next and is read otherwise than word by word.
    pub(crate) fn ask(&mut self, form: &'static str) {
        if let Some(asked) = self.asked.get_mut()
            && !asked.contains(&form)
        {
            asked.push(form);
        }
    }

    /// Takes this sign where it stands next.
    pub(crate) fn eat_sign(&mut self, kind: Kind) -> bool {
        if self.kind() == Some(kind) {
            self.advance();
            return true;
        }
        self.ask(written(kind));
        false
    }

    /// Takes this sign where it stands next, without a space before it.
    pub(crate) fn eat_close_sign(&mut self, kind: Kind) -> bool {
        self.at > 0 && self.tokens[self.at - 1].span.end == self.here().start && self.eat_sign(kind)
    }

    /// Takes this keyword, which must stand next.
    pub(crate) fn need(&mut self, word: &'static str) -> Read<()> {
        if self.eat(word) { Ok(()) } else { Err(self.unexpected(&words!("`{word}`"))) }
    }

    /// Takes this sign, which must stand next.
    pub(crate) fn need_sign(&mut self, kind: Kind) -> Read<()> {
        if self.eat_sign(kind) {
            Ok(())
        } else {
            Err(self.unexpected(&words!("`{}`", written(kind))))
        }
    }

    /// Takes a name: a bare word or a quoted text.
    pub(crate) fn name(&mut self, what: &str) -> Read<(String, Range<usize>)> {
        let Some(token) = self.tokens.get(self.at) else {
            return Err(self.unexpected(what));
        };
        let name = match token.kind {
            Kind::Word => self.text[token.span.clone()].to_owned(),
            Kind::Quoted => {
                self.tones.push((token.span.clone(), Tone::Quoted));
                token.quoted.clone()
            }
            Kind::Comma
            | Kind::Colon
            | Kind::Open
            | Kind::Close
            | Kind::Equals
            | Kind::Percent
            | Kind::Star
            | Kind::Dots => return Err(self.unexpected(what)),
        };
        self.advance();
        Ok((name, token.span.clone()))
    }

    /// Takes a name and marks its place.
    pub(crate) fn named(&mut self, what: &str, field: Field, item: usize) -> Read<String> {
        let (name, span) = self.name(what)?;
        self.mark(field, item, span);
        Ok(name)
    }

    /// Takes a time and marks its place.
    pub(crate) fn time(&mut self, what: &str, field: Field, item: usize) -> Read<Time> {
        let Some(word) = self.word() else {
            return Err(self.unexpected(what));
        };
        let span = self.here();
        if !word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.') {
            return Err(self.unexpected(what));
        }
        match word.parse() {
            Ok(time) => {
                self.advance_as(Tone::Number);
                self.mark(field, item, span);
                Ok(time)
            }
            Err(error) => {
                let fault = Fault::new(span, words!("{error}"));
                Err(Box::new(fault.with(|told| told.suggestion = error.suggestion())))
            }
        }
    }

    /// Takes a whole number from `least` to `most`.
    pub(crate) fn number(&mut self, what: &str, least: u64, most: u64) -> Read<u64> {
        let Some(word) = self.word() else {
            return Err(self.unexpected(what));
        };
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(self.unexpected(what));
        }
        let range = |number: &u64| (least..=most).contains(number);
        let Some(number) = word.parse().ok().filter(range) else {
            let message = if word.starts_with('-') || digits.trim_start_matches('0').is_empty() {
                words!("`{word}` is too small: {what} is at least {least}")
            } else {
                words!("`{}` is too large: {what} is at most {most}", shortened(word))
            };
            return Err(Box::new(Fault::new(self.here(), message)));
        };
        self.advance_as(Tone::Number);
        Ok(number)
    }

    /// Takes a count of at least one.
    pub(crate) fn count(&mut self, what: &str) -> Read<NonZeroU32> {
        let number = self.number(what, 1, u64::from(u32::MAX))?;
        Ok(u32::try_from(number).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN))
    }

    /// The line must end here.
    pub(crate) fn done(&mut self) -> Read<()> {
        if self.at_end() { Ok(()) } else { Err(self.unexpected("the end of the line")) }
    }

    pub(crate) fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// The next token where it is a bare word.
    pub(crate) fn word(&self) -> Option<&'t str> {
        self.ahead(0)
    }

    /// The bare word so many tokens ahead.
    pub(crate) fn ahead(&self, by: usize) -> Option<&'t str> {
        let token = self.tokens.get(self.at + by)?;
        (token.kind == Kind::Word).then(|| &self.text[token.span.clone()])
    }

    /// What the next token is.
    pub(crate) fn kind(&self) -> Option<Kind> {
        self.kind_ahead(0)
    }

    /// What the token so many ahead is.
    pub(crate) fn kind_ahead(&self, by: usize) -> Option<Kind> {
        self.tokens.get(self.at + by).map(|token| token.kind)
    }

    /// Where the next token stands; behind the last one where there is none.
    pub(crate) fn here(&self) -> Range<usize> {
        self.span_ahead(0)
    }

    /// Where the token so many ahead stands; behind the last one where there is none.
    pub(crate) fn span_ahead(&self, by: usize) -> Range<usize> {
        match (self.tokens.get(self.at + by), self.tokens.last()) {
            (Some(token), _) => token.span.clone(),
            (None, Some(last)) => last.span.end..last.span.end,
            (None, None) => 0..0,
        }
    }

    /// What is written from there to the end of the last taken token.
    pub(crate) fn since(&self, start: usize) -> &'t str {
        self.text.get(start..self.behind()).unwrap_or_default()
    }

    /// Where the last taken token ends.
    pub(crate) fn behind(&self) -> usize {
        match self.at.checked_sub(1).and_then(|at| self.tokens.get(at)) {
            Some(token) => token.span.end,
            None => self.here().start,
        }
    }

    /// Nothing fits here: says what would, and the nearest of it.
    pub(crate) fn unexpected(&self, what: &str) -> Box<Fault> {
        let asked = self.asked.get().map(Vec::as_slice).unwrap_or_default();
        let found = match self.tokens.get(self.at) {
            Some(token) => words!("`{}`", shortened(&self.text[token.span.clone()])),
            None => words!("the end of the line"),
        };
        let suggestion = self.word().and_then(|word| nearest(word, &mut asked.iter().copied()));
        let mut expected: Vec<String> = asked.iter().map(|word| format!("`{word}`")).collect();
        // What the message says already.
        if asked.iter().all(|word| what.contains(&format!("`{word}"))) {
            expected.clear();
        }
        Box::new(
            Fault::new(self.here(), words!("expected {what}, found {found}"))
                .expect(expected)
                .suggest(suggestion),
        )
    }

    /// An error at the next token, in these words.
    pub(crate) fn refuse(&self, message: impl Into<String>) -> Box<Fault> {
        Box::new(Fault::new(self.here(), message))
    }
}

/// A sign as it is written.
const fn written(kind: Kind) -> &'static str {
    match kind {
        Kind::Word => "a word",
        Kind::Quoted => "a quoted text",
        Kind::Comma => ",",
        Kind::Colon => ":",
        Kind::Open => "(",
        Kind::Close => ")",
        Kind::Equals => "=",
        Kind::Percent => "%",
        Kind::Star => "*",
        Kind::Dots => "..",
    }
}

/// A word that is not longer than a message bears.
pub(crate) fn shortened(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}
