//! Sentences put together from words and names.

use super::Phrase;
use crate::step::{LaneKind, LaneView, Name};

/// A sentence, without the stop at its end unless its author set one.
#[derive(Clone, Debug, Default)]
pub(super) struct Sentence {
    phrases: Vec<Phrase>,
    /// An author's note, which stays as it was written.
    is_note: bool,
}

impl Sentence {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// An author's note, as it was written.
    pub(super) fn note(text: &str) -> Self {
        let mut note = Self::new();
        note.text(text.trim());
        note.is_note = true;
        note
    }

    pub(super) fn text(&mut self, words: &str) -> &mut Self {
        self.push_text(words);
        self
    }

    pub(super) fn message(&mut self, name: &Name, lane: &Name) -> &mut Self {
        self.phrases.push(Phrase::Message { name: Name::clone(name), lane: Name::clone(lane) });
        self
    }

    pub(super) fn worker(&mut self, name: &Name) -> &mut Self {
        self.phrases.push(Phrase::Worker { name: Name::clone(name) });
        self
    }

    /// `group A`, or `the queue` where the whole queue is one group.
    pub(super) fn group(&mut self, lane: &LaneView) -> &mut Self {
        match lane.kind {
            LaneKind::Group => {
                self.push_text("group ");
                self.phrases.push(Phrase::Group { name: Name::clone(&lane.name) });
            }
            LaneKind::Queue | LaneKind::Unordered => self.push_text("the queue"),
        }
        self
    }

    /// `a, b and c`; past `most` of them, the first ones and how many more there are.
    pub(super) fn list<T>(
        &mut self,
        items: &[T],
        most: usize,
        say: impl for<'s> Fn(&'s mut Self, &T) -> &'s mut Self,
    ) -> &mut Self {
        let named = if items.len() > most { most.saturating_sub(1).max(1) } else { items.len() };
        for (place, item) in items[..named].iter().enumerate() {
            if place > 0 {
                let last = place + 1 == items.len();
                self.push_text(if last { " and " } else { ", " });
            }
            say(self, item);
        }
        if named < items.len() {
            self.push_text(&format!(" and {} more", items.len() - named));
        }
        self
    }

    /// Words beside words are one phrase.
    fn push_text(&mut self, words: &str) {
        if let Some(Phrase::Text { text }) = self.phrases.last_mut() {
            text.push_str(words);
        } else if !words.is_empty() {
            self.phrases.push(Phrase::Text { text: words.to_owned() });
        }
    }

    fn ends(&self) -> bool {
        match self.phrases.last() {
            Some(Phrase::Text { text }) => is_sentence(text),
            Some(Phrase::Message { .. } | Phrase::Group { .. } | Phrase::Worker { .. }) | None => {
                false
            }
        }
    }
}

/// The sentences one after the other, each with a capital at its start and a stop at its end. A note has its own words
/// alone, and a stop only between it and what follows.
pub(super) fn join(sentences: impl Iterator<Item = Sentence>) -> Vec<Phrase> {
    let mut whole = Sentence::new();
    for mut sentence in sentences.filter(|sentence| !sentence.phrases.is_empty()) {
        if !whole.phrases.is_empty() {
            whole.push_text(if whole.ends() { " " } else { ". " });
        }
        if !sentence.is_note {
            if let Some(Phrase::Text { text }) = sentence.phrases.first_mut() {
                capitalise(text);
            }
            if !sentence.ends() {
                sentence.push_text(".");
            }
        }
        for phrase in sentence.phrases {
            match phrase {
                Phrase::Text { text } => whole.push_text(&text),
                Phrase::Message { .. } | Phrase::Group { .. } | Phrase::Worker { .. } => {
                    whole.phrases.push(phrase);
                }
            }
        }
    }
    whole.phrases
}

/// Whether a text has a stop at its end.
pub fn is_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?', '…', ':', '。', '！', '？', '؟', '۔', '।'])
}

fn capitalise(text: &mut String) {
    if let Some(first) = text.chars().next() {
        text.replace_range(..first.len_utf8(), capital(first).encode_utf8(&mut [0; 4]));
    }
}

/// The capital of a letter in the alphabets whose capitals stand at a fixed distance; any other character as it is. The
/// library knows all of them, by a table that is larger than the narration.
fn capital(c: char) -> char {
    let before = |distance: u32| char::from_u32(u32::from(c) - distance).unwrap_or(c);
    match c {
        'a'..='z' | 'à'..='ö' | 'ø'..='þ' | 'α'..='ρ' | 'σ'..='ω' | 'а'..='я' => {
            before(0x20)
        }
        'ѐ'..='џ' => before(0x50),
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn capitals_are_those_of_the_library() {
        for c in ('a'..='z').chain('à'..='þ').chain('α'..='ω').chain('а'..='џ') {
            let upper: String = c.to_uppercase().collect();
            if c != 'ς' {
                assert_eq!(capital(c).to_string(), upper);
            }
        }
        assert_eq!(capital('4'), '4');
    }
}
