//! What is asked of the simulator in words, a name and a value: by the page that puts it somewhere, by its sheets, by scripts.

use super::frame::{Frame, Panel, Panels};
use super::{Change, Msg, Session, Speed, Theme, TimelineBy};
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
    /// | `rows` | `worker` or `lane`: what the timeline has a row for |
    /// | `zoom` | how often the timeline's span is halved |
    /// | `open` | a lane that is unfolded |
    /// | `panel` | the tab on screen |
    /// | `filter` | what the lanes and workers on screen have in their names, or in those of their messages |
    /// | `stops` | the numbers of the steps at which playing ends |
    /// | `notice` | what is said at the foot of the page |
    ///
    /// [Later](Msg::Said) these can be said besides:
    ///
    /// | word | value |
    /// |---|---|
    /// | `by` | so many steps on, or back where negative |
    /// | `seek` | an instant in microseconds |
    /// | `play`, `pause`, `undo`, `redo`, `dismiss` | none |
    /// | `write` | another text |
    /// | `act` | what is done, as a line of the script says it behind its instant |
    /// | `edit` | a change of the text, its parts with U+001F between them |
    /// | `sheet` | the sheet that is open, or none |
    /// | `field` | the name of a field, a space, and what stands in it |
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
                    || Some(format!("some of {}", words(&Panel::ALL.map(|(panel, _)| panel))));
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
            "select" => {
                self.update(Msg::Select((!value.is_empty()).then(|| Name::from(value))));
            }
            "speed" => {
                self.speed = Speed::read(value).ok_or_else(|| instead("0.5, 1, 2, 4 or 16"))?
            }
            "autoplay" => self.toggle_play(),
            "theme" => {
                self.theme = Theme::read(value).ok_or_else(|| instead("auto, light or dark"))?
            }
            "rows" => {
                self.timeline_by = match value {
                    "lane" => TimelineBy::Lane,
                    "worker" => TimelineBy::Worker,
                    _ => return Err(instead("worker or lane")),
                }
            }
            "zoom" => {
                let zoom = value.parse().map_err(|_| instead("a number"))?;
                self.update(Msg::Zoom(zoom));
            }
            "open" if !self.is_open(value) => self.open_lanes.push(Name::from(value)),
            "open" => {}
            "panel" => {
                self.tab = Panel::TABS
                    .into_iter()
                    .find(|tab| tab.word() == value)
                    .ok_or_else(|| Some(format!("one of {}", words(&Panel::TABS))))?;
            }
            "filter" => self.filter = value.to_owned(),
            "stops" => {
                let steps = value.split_whitespace().map(str::parse::<NonZeroUsize>);
                let steps = steps.map(|step| step.map(|step| step.get() - 1));
                self.stops = steps
                    .collect::<Result<_, _>>()
                    .map_err(|_| instead("numbers of steps, from 1 on"))?;
            }
            "notice" => self.notice = Some(value.to_owned()),
            _ => return Err(None),
        }
        Ok(())
    }

    /// Carries out what is said in words. Returns whether anything changed.
    pub(super) fn said(&mut self, words: &str) -> bool {
        let (name, value) = words.split_once(' ').unwrap_or((words, ""));
        let msg = match name {
            "by" => value.parse().map(Msg::By).ok(),
            "seek" => value.parse().map(|micros| Msg::SeekTime(Time::from_micros(micros))).ok(),
            "play" | "pause" if self.playing != (name == "play") => Some(Msg::TogglePlay),
            "undo" => Some(Msg::Undo),
            "redo" => Some(Msg::Redo),
            "dismiss" => Some(Msg::Dismiss),
            "write" => Some(Msg::Write(value.to_owned())),
            "act" => Some(Msg::Act(value.into())),
            "edit" => Some(Msg::Change(change(value))),
            "sheet" => Some(Msg::Sheet((!value.is_empty()).then(|| value.into()))),
            "field" => {
                let (name, value) = value.split_once(' ').unwrap_or((value, ""));
                self.fill_in(name, value);
                return true;
            }
            _ => return self.option(name, value).is_ok(),
        };
        msg.is_some_and(|msg| self.update(msg))
    }

    /// Whether a panel is on the page. Where a text has errors, it is: nothing else says what is wrong.
    pub fn shows(&self, panel: Panel) -> bool {
        self.frame.panels.has(panel) || panel == Panel::Text && self.frame.figure && self.wrong
    }
}

/// What stands between the parts of a change.
const PART: char = '\u{1f}';

/// A change from its parts: what, of what, which, to what.
fn change(parts: &str) -> Change {
    let mut parts = parts.splitn(4, PART);
    let mut part = || parts.next().unwrap_or_default();
    let (what, name, index) = (part(), part(), part());
    Change {
        what: what.to_owned().into(),
        name: name.to_owned(),
        index: index.parse().unwrap_or(0),
        value: part().to_owned(),
    }
}

fn words(panels: &[Panel]) -> String {
    panels.iter().map(|panel| panel.word()).collect::<Vec<_>>().join(", ")
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
             form, message, metrics, find, compare, not `lanse`."
        );
        assert_eq!(faults[6], "There is no option `panles`.");
        assert_eq!(faults[1], "`step` is the number of a step, from 1 on, not `two`.");
        assert_eq!(session.position(), 1);
    }

    #[test]
    fn what_is_said_is_done() {
        let mut session = Session::of(TEXT);
        let mut say = |words: &str| {
            session.update(Msg::Said(words.into()));
            (session.position(), session.view_lines())
        };
        assert_eq!(say("by 2").0, 2);
        assert_eq!(say("by -1").0, 1);
        assert_eq!(say("seek 5000000").0, 2);
        assert_eq!(say("step 2").0, 1);
        // Soon after 2 s: an act would be at 3 s.
        assert_eq!(say("select b").1, "step 2\nselect b\nat 3s\n");
        say("select");
        for words in ["rows lane", "zoom 2", "open no key", "panel metrics", "field find a=b c"] {
            say(words);
        }
        let lines =
            "step 2\nrows lane\nzoom 2\nopen no key\npanel metrics\nat 3s\nfield.find a=b c\n";
        assert_eq!(say("panel metrics").1, lines);
        say("act W1 acks b");
        assert!(session.text().contains("at 3s W1 acks b\n"), "{}", session.text());
        session.update(Msg::Said("undo".into()));
        session.update(Msg::Said("edit delay\u{1f}b\u{1f}0\u{1f}4s".into()));
        assert!(session.text().contains("send a b delay 4s\n"), "{}", session.text());
        session.update(Msg::Said("write at 0s send \"a b\"\n".into()));
        assert_eq!(session.text(), "at 0s send \"a b\"\n");
        session.update(Msg::Said("undo".into()));
        assert!(session.text().contains("delay 4s"));
        assert!(!session.update(Msg::Said("frobnicate 3".into())));
    }

    #[test]
    fn what_is_said_edits_nothing_where_nothing_is_to_be_edited() {
        let (mut session, _) = Session::asked(Some(TEXT), "figure\nread-only");
        for words in ["act W1 acks b", "write x", "edit delay\u{1f}b\u{1f}0\u{1f}4s", "undo"] {
            session.update(Msg::Said(words.into()));
            assert_eq!(session.text(), TEXT, "{words}");
        }
    }

    #[test]
    fn a_figure_whose_text_has_errors_shows_it() {
        let (session, _) = Session::asked(Some("at 0s sned a\n"), "figure\npanels lanes");
        assert!(session.shows(Panel::Text));
    }
}
