//! A text by its lines, of which some go: everything else of it stays as it is.

use crate::words::{quoted, unquoted};
use queuescope_sim::{Claim, Parsed, Time, Tone, tones};

/// A text and what becomes of each of its lines.
pub(super) struct Lines<'t> {
    lines: Vec<&'t str>,
    /// For each line, what stands there instead; `None` where it stays.
    instead: Vec<Option<String>>,
    /// The latest instant at which something was expected that is expected no more.
    expected: Time,
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        Self { instead: vec![None; lines.len()], lines, expected: Time::ZERO }
    }

    /// A line goes, by its number from 1.
    pub(super) fn remove(&mut self, number: usize) {
        if let Some(instead) = number.checked_sub(1).and_then(|place| self.instead.get_mut(place)) {
            *instead = Some(String::new());
        }
    }

    /// A line says something else; its margin and its comment stay.
    pub(super) fn replace(&mut self, number: usize, says: &str) {
        let Some(line) = number.checked_sub(1).and_then(|place| self.lines.get(place)) else {
            return;
        };
        let body = line.trim_end_matches(['\n', '\r']);
        let end = &line[body.len()..];
        let margin = &body[..body.len() - body.trim_start().len()];
        let comment = comment(body).map_or_else(String::new, |comment| format!("  {comment}"));
        self.instead[number - 1] = Some(format!("{margin}{says}{comment}{end}"));
    }

    /// A line more stands behind one, two columns further in.
    pub(super) fn insert_within(&mut self, number: usize, says: &str) {
        let Some(line) = number.checked_sub(1).and_then(|place| self.lines.get(place)) else {
            return;
        };
        let margin = &line[..line.len() - line.trim_start().len()];
        let end = if line.ends_with('\n') { "" } else { "\n" };
        self.instead[number - 1] = Some(format!("{line}{end}{margin}  {says}\n"));
    }

    /// The statements that begin with a word, each with its number and what follows on the word.
    pub(super) fn statements(&self, word: &str) -> Vec<(usize, &'t str)> {
        let numbered = self.lines.iter().zip(1..);
        let statements = numbered.filter_map(|(line, number)| {
            let body = line.trim_start_matches('\u{feff}').trim();
            let body = &body[..body.len() - comment(body).map_or(0, str::len)];
            let rest = body.strip_prefix(word)?;
            (rest.is_empty() || rest.starts_with(char::is_whitespace))
                .then(|| (number, rest.trim()))
        });
        statements.collect()
    }

    /// What is expected goes where it names what is no more.
    pub(super) fn expect_without(&mut self, parsed: &Parsed, gone: impl Fn(&Claim) -> bool) {
        let expected = || parsed.scenario.expect.iter().zip(&parsed.expect_lines);
        for (expectation, line) in expected().filter(|(expectation, _)| gone(&expectation.claim)) {
            self.expected = self.expected.max(expectation.at.unwrap_or(Time::ZERO));
            let of_line = expected().filter(|(_, other)| *other == line);
            let stays = of_line.filter(|(other, _)| !gone(&other.claim));
            let claims: Vec<String> = stays.map(|(other, _)| other.claim.to_string()).collect();
            match (claims.is_empty(), expectation.at) {
                (true, _) => self.remove(*line),
                (false, Some(at)) => {
                    self.replace(*line, &format!("at {at}  {}", claims.join(", ")))
                }
                (false, None) => self.replace(*line, &claims.join(", ")),
            }
        }
    }

    /// The text. A run that went on for what it was expected goes on as long.
    pub(super) fn text(self, parsed: &Parsed) -> String {
        let mut text = String::new();
        for (line, instead) in self.lines.iter().zip(&self.instead) {
            text.push_str(instead.as_deref().unwrap_or(line));
        }
        if !self.expected.is_zero() && parsed.scenario.until.is_none() {
            if !text.ends_with('\n') {
                text.push('\n');
            }
            let statement = self.lines.iter().find(|line| {
                let body = line.trim_start_matches('\u{feff}').trim_start();
                !body.is_empty() && !body.starts_with('#')
            });
            let line = statement.map_or("", |line| line.trim_start_matches('\u{feff}'));
            let margin = &line[..line.len() - line.trim_start().len()];
            text.push_str(&format!("{margin}until {}\n", self.expected));
        }
        text
    }
}

/// The first name of what follows on a word, and what follows on it.
pub(super) fn name(said: &str) -> Option<(String, &str)> {
    let said = said.trim_start();
    if let Some(rest) = said.strip_prefix('"') {
        let mut escaped = false;
        let end = rest.char_indices().find_map(|(at, c)| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends.then_some(at)
        })?;
        let (name, rest) = said.split_at(end + 2);
        return Some((unquoted(name)?, rest));
    }
    let end = said.find(|c: char| c.is_whitespace() || ":,".contains(c)).unwrap_or(said.len());
    let (name, rest) = said.split_at(end);
    (!name.is_empty()).then(|| (name.to_owned(), rest))
}

/// Names as a list of workers has them: none is taken for a number of workers.
pub(super) fn listed(names: &[String]) -> String {
    let names = names.iter().map(|name| match name.bytes().all(|byte| byte.is_ascii_digit()) {
        true => format!("\"{name}\""),
        false => quoted(name),
    });
    names.collect::<Vec<_>>().join(" ")
}

fn comment(line: &str) -> Option<&str> {
    // A line by itself may be no statement; in quotation marks there is no comment all the same.
    let tones = tones(line);
    if let Some((span, _)) = tones.iter().find(|(_, tone)| *tone == Tone::Comment) {
        return line.get(span.clone());
    }
    let (mut within, mut escaped) = (false, false);
    let start = line.char_indices().find_map(|(at, c)| {
        let begins = c == '#' && !within;
        if c == '"' && !escaped {
            within = !within;
        }
        escaped = c == '\\' && within && !escaped;
        begins.then_some(at)
    })?;
    line.get(start..)
}

#[cfg(test)]
mod tests {
    use super::*;
    use queuescope_sim::parse;

    #[test]
    fn names_are_read_one_after_the_other() {
        let read = |said| name(said).map(|(name, rest)| (name, rest.to_owned()));
        assert_eq!(read("stripe: 1 per 1s"), Some(("stripe".to_owned(), ": 1 per 1s".to_owned())));
        assert_eq!(read(r#" "a \"b\"" c"#), Some(("a \"b\"".to_owned(), " c".to_owned())));
        assert_eq!((read(""), read("\"open")), (None, None));
        assert_eq!(
            listed(&["W1".to_owned(), "17".to_owned(), "a b".to_owned()]),
            "W1 \"17\" \"a b\""
        );
    }

    #[test]
    fn what_a_line_says_is_replaced_between_its_margin_and_its_comment() {
        let mut lines = Lines::of("queue q  # one\r\n  lease 5s # \"two\"\n\tlast \"#\"");
        lines.replace(2, "lease 9s");
        lines.replace(3, "end");
        let parsed = parse("queue q\n").unwrap();
        assert_eq!(lines.text(&parsed), "queue q  # one\r\n  lease 9s  # \"two\"\n\tend");
        let lines = Lines::of("  worker \"a # b\" takes 2 # c\n# worker x\nworkers W1\nworker\n");
        assert_eq!(lines.statements("worker"), [(1, "\"a # b\" takes 2"), (4, "")]);
    }
}
