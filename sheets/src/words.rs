//! Counts, places and lengths of time as the sheets say them, beside what `queuescope-sim` says already.

use crate::record::Place;
use crate::tree::{Node, el, several};
use queuescope_sim::{Action, Sent, Time, in_words, parse, said};

/// Why nothing can be done.
pub(crate) const FROZEN: &str = "The text has errors: mend them first.";

/// Where a message is; none: it has not arrived.
pub(crate) fn place(place: Option<&Place>) -> String {
    match place {
        None => "not yet arrived".to_owned(),
        Some(Place::Waiting) => "waiting".to_owned(),
        Some(Place::InFlight { worker, attempt }) => {
            format!("in flight with {worker}, attempt {attempt}")
        }
        Some(Place::Done) => "done".to_owned(),
        Some(Place::Dead) => "dead letter".to_owned(),
        Some(Place::Purged) => "purged".to_owned(),
    }
}

/// A length of time that need not be exact: three digits of it.
pub(crate) fn rounded(time: Time) -> String {
    let micros = time.as_micros();
    let mut unit = 1;
    while micros / unit >= 1_000 {
        unit *= 10;
    }
    in_words(Time::from_micros((micros + unit / 2) / unit * unit))
}

/// A number with up to two digits behind the point: `2`, `1.5`, `0.33`.
pub(crate) fn number(value: f64) -> String {
    decimal(value, 2)
}

/// A share of 1 in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{} %", decimal(share * 100.0, 0))
}

/// A number, not below 0, with up to so many digits behind the point. Whole numbers write it: printing
/// floats takes a lot of code that nothing else here needs, and the page fetches it.
pub(crate) fn decimal(value: f64, digits: u32) -> String {
    let unit = 10_u64.pow(digits);
    let whole = (value * unit as f64 + 0.5) as u64;
    let mut written = (whole / unit).to_string();
    let (mut rest, mut place) = (whole % unit, unit / 10);
    if rest > 0 {
        written.push('.');
    }
    while rest > 0 {
        written.push_str(&(rest / place).to_string());
        rest %= place;
        place /= 10;
    }
    written
}

/// A name as the language writes it: in quotation marks where it needs them.
pub(crate) fn quoted(name: &str) -> String {
    let line = said(&Action::DeadLetter { message: name.to_owned() });
    line.strip_prefix("dead-letter ").unwrap_or(name).to_owned()
}

/// A name that the language writes so; none: it is not one name.
pub(crate) fn unquoted(written: &str) -> Option<String> {
    // Neither a line more nor a comment is a part of a name without quotation marks.
    if written.contains('\n') || !written.starts_with('"') && written.contains('#') {
        return None;
    }
    let line =
        parse(&format!("at 0s send {written}\n")).ok()?.scenario.script.into_iter().next()?;
    let Action::Send { messages, every: None } = line.action else { return None };
    match &messages[..] {
        [only] if *only == (Sent { id: only.id.clone(), ..Sent::default() }) => {
            Some(only.id.clone())
        }
        _ => None,
    }
}

/// A time less another; zero where that is later.
pub(crate) fn less(time: Time, other: Time) -> Time {
    Time::from_micros(time.as_micros().saturating_sub(other.as_micros()))
}

/// What stands in place of a sheet whose text has errors.
pub(crate) fn errors(heading: &str, follows: &str) -> String {
    several([
        el("h3").text(heading),
        el("p.none").text(&format!("The text has errors. {follows} once they are mended.")),
    ])
}

/// What stands in place of a sheet of a run in which nothing happens.
pub(crate) fn nothing(heading: &str) -> String {
    let why = "Nothing happens in this scenario: no line of it sends a message.";
    several([el("h3").text(heading), el("p.none").text(why)])
}

/// How many of a list are left out; none: it is whole.
pub(crate) fn more(all: usize, shown: usize) -> Option<Node> {
    (all > shown).then(|| el("p.none").text(&format!("and {} more", all - shown)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_need_not_be_exact_has_three_digits() {
        let say = |micros| rounded(Time::from_micros(micros));
        assert_eq!(say(0), "0 s");
        assert_eq!(say(1_333_333), "1.33 s");
        assert_eq!(say(666_667), "667 ms");
        assert_eq!(say(83_333_333), "1 min 23.3 s");
        assert_eq!(say(999_999), "1 s");
    }

    #[test]
    fn numbers_have_no_digits_that_say_nothing() {
        assert_eq!([number(2.0), number(1.5), number(1.0 / 3.0)], ["2", "1.5", "0.33"]);
        assert_eq!([decimal(0.05, 2), decimal(12.96, 1), decimal(7.0, 0)], ["0.05", "13", "7"]);
        assert_eq!([percent(0.0), percent(2.0 / 3.0), percent(1.0)], ["0 %", "67 %", "100 %"]);
    }

    #[test]
    fn a_name_is_written_as_the_language_writes_it() {
        assert_eq!(quoted("a1"), "a1");
        assert_eq!(quoted("order 17"), "\"order 17\"");
        assert_eq!(quoted("all"), "\"all\"");
        for name in ["a1", "order 17", "all", "a \"#\" \\ \n", "é"] {
            assert_eq!(unquoted(&quoted(name)).as_deref(), Some(name));
        }
        assert_eq!(["", "a b", "a # b", "a(A)"].map(unquoted), [None, None, None, None]);
    }
}
