//! A range of message names: `o1..o20` is o1, o2, … o20; `o01..o20` keeps its zeros.

/// The names of a range, in order; or a single name. Nothing is spelt out before it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameRange {
    name: String,
    /// The number's width where it begins with a zero, and what is left of the numbers.
    numbers: Option<(usize, std::ops::RangeInclusive<u64>)>,
    only: bool,
}

/// Two names do not make a range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameRangeError {
    /// A name does not end in a number, or in one that is too large to count.
    #[error("a range counts: `{0}` does not end in a number that can be counted")]
    NoNumber(String),
    /// What stands before the numbers differs.
    #[error("the names of a range differ in their number alone, but `{first}` and `{last}` do not")]
    OtherName {
        /// The first name.
        first: String,
        /// The last name.
        last: String,
    },
    /// The last comes before the first.
    #[error("the range `{first}..{last}` goes down: a range counts upwards")]
    Down {
        /// The first name.
        first: String,
        /// The last name.
        last: String,
    },
}

impl NameRange {
    pub(crate) fn new(first: &str, last: Option<&str>) -> Result<Self, NameRangeError> {
        let Some(last) = last else {
            return Ok(Self { name: first.to_owned(), numbers: None, only: true });
        };
        let (name, from) = split(first);
        let (other, to) = split(last);
        let number = |digits: &str, whole: &str| {
            digits.parse::<u64>().map_err(|_| NameRangeError::NoNumber(whole.to_owned()))
        };
        let (low, high) = (number(from, first)?, number(to, last)?);
        let padded = from.starts_with('0') && from.len() > 1;
        let alike =
            padded && from.len() == to.len() || !padded && !to.starts_with('0') || from == to;
        if name != other || !alike {
            return Err(NameRangeError::OtherName {
                first: first.to_owned(),
                last: last.to_owned(),
            });
        }
        if high < low {
            return Err(NameRangeError::Down { first: first.to_owned(), last: last.to_owned() });
        }
        Ok(Self {
            name: name.to_owned(),
            numbers: Some((if padded { from.len() } else { 0 }, low..=high)),
            only: false,
        })
    }

    /// How many names are left.
    pub fn count_left(&self) -> u64 {
        match &self.numbers {
            Some((_, numbers)) if numbers.is_empty() => 0,
            Some((_, numbers)) => (numbers.end() - numbers.start()).saturating_add(1),
            None => u64::from(self.only),
        }
    }
}

impl Iterator for NameRange {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        match &mut self.numbers {
            Some((width, numbers)) => {
                let (name, width) = (&self.name, *width);
                numbers.next().map(|number| format!("{name}{number:0width$}"))
            }
            None if self.only => {
                self.only = false;
                Some(std::mem::take(&mut self.name))
            }
            None => None,
        }
    }
}

/// A name and the number at its end.
fn split(name: &str) -> (&str, &str) {
    name.split_at(name.trim_end_matches(|c: char| c.is_ascii_digit()).len())
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn names(first: &str, last: &str) -> Result<Vec<String>, NameRangeError> {
        NameRange::new(first, Some(last)).map(Iterator::collect)
    }

    #[test]
    fn counts_up_and_keeps_the_zeros() {
        assert_eq!(names("o9", "o11"), Ok(vec!["o9".into(), "o10".into(), "o11".into()]));
        assert_eq!(names("o09", "o10"), Ok(vec!["o09".into(), "o10".into()]));
        assert_eq!(names("0", "1"), Ok(vec!["0".into(), "1".into()]));
        assert_eq!(NameRange::new("a", None).map(Iterator::collect), Ok(vec!["a".to_owned()]));
    }

    #[test]
    fn a_large_range_costs_nothing_until_it_is_walked() {
        let range = NameRange::new("o0", Some("o18446744073709551615"));
        assert_eq!(range.map(|range| range.count_left()), Ok(u64::MAX));
    }

    #[test]
    fn refuses_what_is_no_range() {
        assert!(matches!(names("a", "b"), Err(NameRangeError::NoNumber(_))));
        assert!(matches!(names("a1", "b2"), Err(NameRangeError::OtherName { .. })));
        assert!(matches!(names("a1", "a02"), Err(NameRangeError::OtherName { .. })));
        assert!(matches!(names("a01", "a100"), Err(NameRangeError::OtherName { .. })));
        assert!(matches!(names("a2", "a1"), Err(NameRangeError::Down { .. })));
        assert!(matches!(names("a1", "a99999999999999999999"), Err(NameRangeError::NoNumber(_))));
    }
}
