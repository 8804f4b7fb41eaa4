//! The strings of a message, in one piece of memory: a message that waits is made of little else.
//!
//! An entry is the letter of its kind, then its name and its value, each behind its length. A length has six bits
//! in each letter, the lowest ones first, and a seventh where more follow.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

/// Names and values of every kind.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Strings(Arc<str>);

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    FairnessKey,
    Header,
    Attribute,
}

/// Set in the letter of a length behind which more of it follows.
const MORE: u8 = 1 << 6;

impl Strings {
    /// Sets a value; the later of two with one name stands, in the place of the earlier one.
    pub(crate) fn set(&mut self, kind: Kind, name: &str, value: &str) {
        let mut text = String::with_capacity(self.0.len() + name.len() + value.len() + 8);
        let mut is_new = true;
        for (known, its_name, its_value) in self.entries() {
            let same = known == kind && its_name == name;
            push(&mut text, known, its_name, if same { value } else { its_value });
            is_new &= !same;
        }
        if is_new {
            push(&mut text, kind, name, value);
        }
        self.0 = text.into();
    }

    /// Forgets all values of a kind.
    pub(crate) fn clear(&mut self, kind: Kind) {
        let mut text = String::new();
        for (known, name, value) in self.entries().filter(|(known, _, _)| *known != kind) {
            push(&mut text, known, name, value);
        }
        self.0 = text.into();
    }

    /// The value of a name.
    pub(crate) fn find(&self, kind: Kind, name: &str) -> Option<&str> {
        self.of(kind).find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Names and values of a kind, in the order in which they were first set.
    pub(crate) fn of(&self, kind: Kind) -> impl Iterator<Item = (&str, &str)> {
        let of_kind = move |(known, name, value)| (known == kind).then_some((name, value));
        self.entries().filter_map(of_kind)
    }

    fn entries(&self) -> impl Iterator<Item = (Kind, &str, &str)> {
        let mut rest = &*self.0;
        core::iter::from_fn(move || {
            let kind = match *rest.as_bytes().first()? {
                b'f' => Kind::FairnessKey,
                b'h' => Kind::Header,
                _ => Kind::Attribute,
            };
            let (name, behind) = pull(rest.get(1..)?)?;
            let (value, behind) = pull(behind)?;
            rest = behind;
            Some((kind, name, value))
        })
    }
}

impl fmt::Debug for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries()).finish()
    }
}

/// Adds an entry.
fn push(text: &mut String, kind: Kind, name: &str, value: &str) {
    text.push(match kind {
        Kind::FairnessKey => 'f',
        Kind::Header => 'h',
        Kind::Attribute => 'a',
    });
    for word in [name, value] {
        let mut len = word.len();
        while len >= MORE.into() {
            text.push(char::from((len as u8 % MORE) | MORE));
            len /= usize::from(MORE);
        }
        text.push(char::from(len as u8));
        text.push_str(word);
    }
}

/// A word behind its length, and what is behind the word.
fn pull(text: &str) -> Option<(&str, &str)> {
    let (mut len, mut letters) = (0, 0);
    loop {
        let letter = *text.as_bytes().get(letters)?;
        len |= usize::from(letter % MORE) << (6 * letters);
        letters += 1;
        if letter < MORE {
            return text.get(letters..)?.split_at_checked(len);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn words_of_any_length_come_back_as_they_were() {
        for len in [0, 1, 63, 64, 65, 4_095, 4_096, 300_000] {
            let (name, value) = ("ä".repeat(len), "x".repeat(len));
            let mut strings = Strings::default();
            strings.set(Kind::Header, &name, &value);
            strings.set(Kind::Attribute, "behind", "it");
            assert_eq!(strings.find(Kind::Header, &name), Some(&*value));
            assert_eq!(strings.find(Kind::Attribute, "behind"), Some("it"));
        }
    }

    #[test]
    fn the_later_value_stands_in_the_place_of_the_earlier_one() {
        let mut strings = Strings::default();
        for (name, value) in [("a", "1"), ("b", "2"), ("a", "a longer one"), ("", "")] {
            strings.set(Kind::Header, name, value);
        }
        strings.set(Kind::Attribute, "b", "3");
        let headers: Vec<_> = strings.of(Kind::Header).collect();
        assert_eq!(headers, [("a", "a longer one"), ("b", "2"), ("", "")]);
        strings.clear(Kind::Header);
        assert_eq!(strings.of(Kind::Header).count(), 0);
        assert_eq!(strings.find(Kind::Attribute, "b"), Some("3"));
    }
}
