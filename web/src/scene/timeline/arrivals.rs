//! When the script sends: a mark per line, to be taken hold of.

use crate::scale::Scale;
use crate::scene::words::{grouped, in_words};
use crate::session::Played;
use queuescope_sim::{Action, Time};

/// The most marks.
const MOST: usize = 100;
/// The most names that a mark says.
const NAMES: usize = 4;

/// A line of the script that sends.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrivalScene {
    /// Its place in the script.
    pub line: usize,
    /// Its instant.
    pub at: Time,
    /// Where that is.
    pub x: f64,
    /// The colour of its first message.
    pub hue: u8,
    /// Whether it lies in the future.
    pub future: bool,
    /// `a1, a2 and 3 more, sent at 0 s`.
    pub title: String,
}

/// Those within the part of the run that is shown.
pub(super) fn arrivals(played: &Played, scale: &Scale, now: Time) -> Vec<ArrivalScene> {
    let script = played.scenario().script.iter().enumerate();
    script
        .filter(|(_, line)| scale.from <= line.at && line.at <= scale.until)
        .filter_map(|(place, line)| {
            let Action::Send { messages, .. } = &line.action else {
                return None;
            };
            let names: Vec<&str> = messages.iter().take(NAMES).map(|sent| &*sent.id).collect();
            let more = match messages.len() - names.len() {
                0 => String::new(),
                more => format!(" and {} more", grouped(more)),
            };
            Some(ArrivalScene {
                line: place,
                at: line.at,
                x: scale.x(line.at),
                hue: names.first().map_or(0, |name| played.hue_of(name)),
                future: line.at > now,
                title: format!("{}{more}, sent at {}", names.join(", "), in_words(line.at)),
            })
        })
        .take(MOST)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    #[test]
    fn each_line_that_sends_has_a_mark() {
        let text = "queue q\n  ordered by header k\nworkers W1\nat 0s send a(A) b(B)\nat 1s W1 acks\n\
                    at 2s send c d e f g h\nat 4s send i\n";
        let session = Session::of(text);
        let scale = Scale::new(Time::ZERO, Time::from_secs(3), 300.0);
        let marks = arrivals(session.played(), &scale, Time::from_secs(1));
        let told: Vec<_> = marks
            .iter()
            .map(|mark| (mark.line, mark.x, mark.hue, mark.future, &*mark.title))
            .collect();
        // The line at 4 s is not in the picture; c and those after it have no key.
        assert_eq!(
            told,
            [
                (0, 0.0, 1, false, "a, b, sent at 0 s"),
                (2, 200.0, 0, true, "c, d, e, f and 2 more, sent at 2 s"),
            ]
        );
    }
}
