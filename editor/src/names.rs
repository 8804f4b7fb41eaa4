//! The names that a text knows, whether it is right or not.

use crate::scan::{Piece, pieces};

/// The most workers that a number stands for here.
const MOST: usize = 50;

/// The names of a text, each once, in its order, with what is said where each comes first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names<'t> {
    /// Workers, and what is said of each.
    pub(crate) workers: Vec<(String, String)>,
    /// Messages, and how each is sent.
    pub(crate) messages: Vec<(String, String)>,
    /// Throttles, with their limits.
    pub(crate) throttles: Vec<(String, String)>,
    pub(crate) headers: Vec<(String, String)>,
    /// Values of the ordering key, and fairness keys.
    pub(crate) keys: Vec<(String, String)>,
    pub(crate) fairness: Vec<(String, String)>,
    /// The instants of the script, and the line that each is on, from 0.
    pub(crate) instants: Vec<(&'t str, usize)>,
}

fn add(list: &mut Vec<(String, String)>, name: &str, what: impl FnOnce() -> String) {
    if !name.is_empty() && !list.iter().any(|(known, _)| known == name) {
        list.push((name.to_owned(), what()));
    }
}

impl<'t> Names<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        let mut names = Self::default();
        for (number, line) in text.lines().enumerate() {
            let pieces = pieces(line);
            let written: Vec<&str> = pieces.iter().map(|piece| piece.written).collect();
            for pair in pieces.windows(2) {
                if pair[0].written == "header" {
                    add(&mut names.headers, pair[1].name, || "a header".to_owned());
                }
            }
            match (&written[..], &pieces[..]) {
                (["workers", count], _) if count.parse::<usize>().is_ok() => {
                    let count = count.parse::<usize>().unwrap_or(0).min(MOST);
                    for number in 1..=count {
                        names.worker(&format!("W{number}"), "there from the start");
                    }
                }
                (["workers", "take", ..], _) => {}
                (["workers", ..], [_, workers @ ..]) => {
                    for worker in workers {
                        names.worker(worker.name, "there from the start");
                    }
                }
                (["worker", _, "takes", count, ..], [_, worker, ..]) => {
                    names.worker(worker.name, &format!("takes {count} at once"));
                }
                (["worker", _, ..], [_, worker, ..]) => {
                    names.worker(worker.name, "there from the start");
                }
                (["throttle", _, ..], [_, throttle, ..]) => {
                    let limits = line.split_once(':').map_or("", |(_, limits)| limits);
                    let limits = limits.split('#').next().unwrap_or_default().trim();
                    add(&mut names.throttles, throttle.name, || format!("a throttle: {limits}"));
                }
                (["at", at, "send", ..], [_, _, _, sent @ ..]) => {
                    names.instants.push((*at, number));
                    names.sent(at, sent);
                }
                (["at", at, _, "joins", ..], [_, _, worker, ..]) => {
                    names.instants.push((*at, number));
                    names.worker(worker.name, &format!("joins at {at}"));
                }
                (["at", at, ..], _) if !line.starts_with(char::is_whitespace) => {
                    names.instants.push((*at, number));
                }
                _ => {}
            }
        }
        names
    }

    fn worker(&mut self, name: &str, what: &str) {
        add(&mut self.workers, name, || format!("a worker, {what}"));
    }

    /// The messages of a line, and what is said of them.
    fn sent(&mut self, at: &str, mut rest: &[Piece<'_>]) {
        while let [first, others @ ..] = rest {
            rest = others;
            match (first.written, others) {
                (_, [sign, value, others @ ..]) if sign.written == "=" => {
                    add(&mut self.headers, first.name, || {
                        format!("a header, such as {}", value.name)
                    });
                    rest = others;
                }
                ("fairness", [key, others @ ..]) => {
                    add(&mut self.fairness, key.name, || "a fairness key".to_owned());
                    rest = others;
                }
                ("delay" | "weight" | "every", [_, others @ ..]) => rest = others,
                ("with" | ")" | "(" | ".." | ",", _) => {}
                _ => rest = self.message(at, first.name, others),
            }
        }
    }

    /// A message or a range, with its key; what is behind.
    fn message<'p, 'w>(
        &mut self,
        at: &str,
        name: &str,
        mut rest: &'p [Piece<'w>],
    ) -> &'p [Piece<'w>] {
        let mut last = None;
        if let [dots, to, others @ ..] = rest
            && dots.written == ".."
        {
            (last, rest) = (Some(to.name), others);
        }
        let mut key = "";
        if let [open, value, close, others @ ..] = rest
            && (open.written, close.written) == ("(", ")")
        {
            (key, rest) = (value.name, others);
            add(&mut self.keys, key, || "a key".to_owned());
        }
        let said = || match key {
            "" => format!("a message, sent at {at}"),
            key => format!("a message, sent at {at} with key {key}"),
        };
        add(&mut self.messages, name, said);
        if let Some(last) = last {
            add(&mut self.messages, last, said);
        }
        rest
    }

    /// A name for one more message.
    pub(crate) fn next_message(&self) -> String {
        let last = self.messages.last().map_or("m0", |(name, _)| name);
        let stem = last.trim_end_matches(|c: char| c.is_ascii_digit());
        let mut number = last[stem.len()..].parse::<u64>().unwrap_or(0);
        loop {
            number = number.saturating_add(1);
            let name = format!("{stem}{number}");
            if !self.messages.iter().any(|(known, _)| *known == name) || number == u64::MAX {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_by_what_is_said_of_them() {
        let text = "\
queue q
  ordered by header account, header \"to b\"
  workers take turns
workers W1 \"W 2\"
worker W3 takes 2
throttle t: 1 per 1s by header x # so
at 0s send a1(A) o1..o3 y=1 fairness f \"b 1\"(B) delay 2s
at 1s W4 joins
at 2s W1 nakcs
";
        let names = Names::of(text);
        let of = |list: &[(String, String)]| {
            list.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>().join("|")
        };
        assert_eq!(of(&names.workers), "W1|W 2|W3|W4");
        assert_eq!(of(&names.messages), "a1|o1|o3|b 1");
        assert_eq!(of(&names.headers), "account|to b|x|y");
        assert_eq!((of(&names.keys), of(&names.fairness)), ("A|B".to_owned(), "f".to_owned()));
        assert_eq!(names.throttles[0].1, "a throttle: 1 per 1s by header x");
        assert_eq!(names.messages[0].1, "a message, sent at 0s with key A");
        assert_eq!(names.instants, [("0s", 6), ("1s", 7), ("2s", 8)]);
        assert_eq!(names.next_message(), "b 2");
        assert_eq!(Names::of("workers 3").workers.len(), 3);
    }
}
