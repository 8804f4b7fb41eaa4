//! What of the simulator is on the page, and what may be done there: all of it on its own page, less in a figure.

/// A panel of the simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The sentence about the step.
    Narration,
    /// What the scenario asks, what to watch, what to try.
    Lesson,
    /// The lanes.
    Lanes,
    /// The timeline.
    Timeline,
    /// The workers.
    Workers,
    /// The delays that can be turned.
    Delays,
    /// The throttles.
    Throttles,
    /// The dead letters.
    DeadLetters,
    /// The step table.
    Steps,
    /// The text.
    Text,
    /// The scenario as a form.
    Form,
    /// The story of a message.
    Message,
    /// What the run comes to.
    Metrics,
    /// What can be looked for.
    Find,
    /// What would be otherwise.
    Compare,
}

impl Panel {
    /// All of them, each with its word, in the order of the page.
    pub const ALL: [(Self, &'static str); 15] = [
        (Self::Narration, "narration"),
        (Self::Lesson, "lesson"),
        (Self::Lanes, "lanes"),
        (Self::Timeline, "timeline"),
        (Self::Workers, "workers"),
        (Self::Delays, "delays"),
        (Self::Throttles, "throttles"),
        (Self::DeadLetters, "dead-letters"),
        (Self::Steps, "steps"),
        (Self::Text, "text"),
        (Self::Form, "form"),
        (Self::Message, "message"),
        (Self::Metrics, "metrics"),
        (Self::Find, "find"),
        (Self::Compare, "compare"),
    ];

    /// Those that share a place, of which one is on screen.
    pub const TABS: [Self; 6] =
        [Self::Text, Self::Form, Self::Message, Self::Metrics, Self::Find, Self::Compare];

    /// The one of that word.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == word).map(|(panel, _)| *panel)
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// The panels that are on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panels(u16);

impl Panels {
    /// Every panel.
    pub const ALL: Self = Self(u16::MAX);

    /// What a figure shows unless it is told.
    pub const OF_FIGURE: Self = Self::of(&[Panel::Narration, Panel::Lanes, Panel::Timeline]);

    const fn of(panels: &[Panel]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < panels.len() {
            bits |= 1 << panels[index] as u16;
            index += 1;
        }
        Self(bits)
    }

    /// Reads their words, between spaces or commas.
    ///
    /// # Errors
    /// The word that names no panel.
    pub fn read(words: &str) -> Result<Self, &str> {
        let mut bits = 0;
        for word in words.split([' ', ',']).filter(|word| !word.is_empty()) {
            bits |= Panel::read(word).map(|panel| 1 << panel as u16).ok_or(word)?;
        }
        Ok(Self(bits))
    }

    /// Whether a panel is among them.
    pub const fn has(self, panel: Panel) -> bool {
        self.0 & 1 << panel as u16 != 0
    }
}

/// What of the simulator is on the page, and what may be done there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Whether it is a figure of another page.
    pub figure: bool,
    /// Its panels.
    pub panels: Panels,
    /// Whether nothing can be edited.
    pub read_only: bool,
}

impl Frame {
    /// The simulator's own page.
    pub const PAGE: Self = Self { figure: false, panels: Panels::ALL, read_only: false };

    /// A figure.
    pub const FIGURE: Self = Self { figure: true, panels: Panels::OF_FIGURE, read_only: false };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_are_read_by_their_words() {
        let panels = Panels::read("lanes, steps text").unwrap();
        let there: Vec<&str> = Panel::ALL
            .iter()
            .filter(|(panel, _)| panels.has(*panel))
            .map(|(_, word)| *word)
            .collect();
        assert_eq!(there, ["lanes", "steps", "text"]);
        assert_eq!(Panels::read("lanes tabel"), Err("tabel"));
        assert!(Panel::ALL.iter().all(|(panel, _)| Panels::ALL.has(*panel)));
        assert!(!Panels::read("").unwrap().has(Panel::Lanes));
    }
}
