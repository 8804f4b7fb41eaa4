//! What a page asks of the simulator that it puts somewhere: lines of a name and a value.

use super::frame::{Frame, Panel, Panels};
use super::{Session, Speed, Theme};
use queuescope_sim::{Name, Time};
use std::num::NonZeroUsize;

impl Session {
    /// A text, as options ask for it; and what of them cannot be understood, each in a sentence.
    ///
    /// | option | value |
    /// |---|---|
    /// | `figure` | none: this is a figure of another page |
    /// | `panels` | the words of the panels, between spaces or commas |
    /// | `read-only` | none: nothing can be edited |
    /// | `step` | the number of a step, from 1 on |
    /// | `at` | an instant, such as `4s`: the last step at or before it |
    /// | `select` | the message whose drawer is open |
    /// | `speed` | `0.5`, `1`, `2`, `4` or `16` |
    /// | `autoplay` | none: it plays |
    /// | `theme` | `auto`, `light` or `dark` |
    pub fn asked(text: Option<&str>, options: &str) -> (Self, Vec<String>) {
        let mut session = text.map_or_else(Self::new, Self::of);
        let mut faults = Vec::new();
        for line in options.lines() {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            if let Err(instead) = session.option(name, value.trim()) {
                faults.push(match instead {
                    Some(instead) => format!("`{name}` is {instead}, not `{value}`."),
                    None => format!("There is no option `{name}`."),
                });
            }
        }
        (session, faults)
    }

    /// Takes an option; else says what its value would be, where there is such an option.
    fn option(&mut self, name: &str, value: &str) -> Result<(), Option<String>> {
        let instead = |words: &str| Some(words.to_owned());
        match name {
            "figure" => self.frame = Frame::FIGURE,
            "panels" => {
                let some_of =
                    || Some(format!("some of {}", Panel::ALL.map(|(_, word)| word).join(", ")));
                self.frame.panels = Panels::read(value).map_err(|_| some_of())?;
            }
            "read-only" => self.frame.read_only = true,
            "step" => {
                let number: NonZeroUsize =
                    value.parse().map_err(|_| instead("the number of a step, from 1 on"))?;
                self.go(number.get() - 1);
            }
            "at" => {
                let at: Time = value.parse().map_err(|_| instead("an instant such as 4s"))?;
                self.go(self.played.run().index_at(at));
            }
            "select" => self.select(Some(Name::from(value))),
            "speed" => {
                self.speed = Speed::read(value).ok_or_else(|| instead("0.5, 1, 2, 4 or 16"))?
            }
            "autoplay" => self.toggle_play(),
            "theme" => {
                self.theme = Theme::read(value).ok_or_else(|| instead("auto, light or dark"))?
            }
            _ => return Err(None),
        }
        Ok(())
    }

    /// Whether a panel is on the page. Where a text has errors, it is: nothing else says what is wrong.
    pub fn shows(&self, panel: Panel) -> bool {
        self.frame.panels.has(panel) || panel == Panel::Text && self.frame.figure && self.wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "workers W1\nat 0s send a b\nat 2s W1 acks\nat 5s W1 acks\n";

    #[test]
    fn a_figure_is_as_it_was_asked_for() {
        let options = "figure\npanels lanes,steps\nread-only\nat 3s\nselect b\nspeed 4\ntheme dark";
        let (session, faults) = Session::asked(Some(TEXT), options);
        assert_eq!(faults, [""; 0]);
        assert_eq!(
            (session.position(), session.speed(), session.theme()),
            (1, Speed::Four, Theme::Dark)
        );
        assert_eq!(session.selection().map(|name| &**name), Some("b"));
        assert!(session.shows(Panel::Steps) && !session.shows(Panel::Timeline));
        assert!(session.frame().figure && session.frozen() && !session.playing());
    }

    #[test]
    fn what_is_not_understood_is_said() {
        let (session, faults) = Session::asked(
            Some(TEXT),
            "panels lanse\nstep two\nat soon\nspeed 3\ntheme blue\nstep 2\nstep 0\npanles text",
        );
        assert_eq!(faults.len(), 7);
        assert_eq!(
            faults[0],
            "`panels` is some of narration, lesson, lanes, timeline, workers, delays, throttles, dead-letters, steps, text, \
             not `lanse`."
        );
        assert_eq!(faults[6], "There is no option `panles`.");
        assert_eq!(faults[1], "`step` is the number of a step, from 1 on, not `two`.");
        assert_eq!(session.position(), 1);
    }

    #[test]
    fn a_figure_whose_text_has_errors_shows_it() {
        let (session, _) = Session::asked(Some("at 0s sned a\n"), "figure\npanels lanes");
        assert!(session.shows(Panel::Text));
    }
}
