//! The axis: the part of the run that is shown, instants at round distances, the playhead.

use crate::scale::{Scale, tenth};
use crate::scene::words::{in_words, in_words_beside};
use crate::session::{Session, ZOOM_MOST};
use queuescope_sim::Time;

/// More bars than this make the timeline show a part of the run at first.
const MOST_AT_ONCE: usize = 240;
/// What a letter on the axis takes.
const LETTER: f64 = 7.0;
/// What lies between two words on the axis at least.
const SPACE: f64 = 12.0;
/// A run whose first step comes after so many times of what it then lasts is not shown from 0.
const LEAD: u64 = 4;

/// An instant on the axis.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkScene {
    /// Where it is.
    pub x: f64,
    /// The middle of its name, which keeps within the edges.
    pub middle: f64,
    /// Its name; empty: there is no room for one.
    pub word: String,
}

/// The instant of the step on screen.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayheadScene {
    /// Where it is.
    pub x: f64,
    /// Where its flag begins.
    pub left: f64,
    /// How wide its flag is.
    pub width: f64,
    /// Its name.
    pub word: String,
}

/// The part of the run that is shown.
pub(super) struct Window {
    pub(super) scale: Scale,
    /// How often the span of the run is halved.
    pub(super) halvings: u32,
    /// How often it is halved at least.
    pub(super) least: u32,
    /// When the picture of the whole run begins.
    pub(super) start: Time,
}

/// All of the run, or a page around the step on screen. Pages overlap by half, so that the picture stands still for a
/// while and the playhead moves.
pub(super) fn window(session: &Session, now: Time, gutter: f64) -> Window {
    let run = session.played().run();
    let width = f64::from(session.plot_width()) - gutter;
    let (start, whole) = extent(session);
    let mut least = 0;
    while run.deliveries().len() >> least > MOST_AT_ONCE && least < ZOOM_MOST {
        least += 1;
    }
    let halvings = session.zoom().max(least);
    let span = (whole >> halvings).max(1);
    let page = (span / 2).max(1);
    let from = (now.as_micros().saturating_sub(start) / page * page)
        .saturating_sub(page / 2)
        .min(whole.saturating_sub(span))
        .saturating_add(start);
    let until = Time::from_micros(from.saturating_add(span));
    let scale = Scale::new(Time::from_micros(from), until, width);
    Window { scale, halvings, least, start: Time::from_micros(start) }
}

/// When the picture of the whole run begins, and how long that lasts, in microseconds: what happens fills a good part.
fn extent(session: &Session) -> (u64, u64) {
    let run = session.played().run();
    let steps = run.steps();
    let at = |place: Option<usize>| {
        place.and_then(|place| steps.get(place)).map_or(0, |step| step.at.as_micros())
    };
    let (first, last) = (at(Some(0)), at(steps.len().checked_sub(1)));
    let lead = first > (last - first).saturating_mul(LEAD);
    let start = if lead { first } else { 0 };
    let happens = last - start;
    // A little air after the last step shows what is in flight at the end.
    let air = match run.deliveries().iter().any(|delivery| delivery.end.is_none()) {
        true => happens / 12,
        false => 0,
    };
    let silence = run.until().as_micros().saturating_sub(start);
    match happens {
        0 => (start, silence.max(1_000_000)),
        // A run may well go on after the last step, yet not so long that the steps are lost in it.
        _ => (start, (happens + air).max(silence.min(happens.saturating_mul(2)))),
    }
}

/// The playhead, where it is within the part shown.
pub(super) fn playhead(scale: &Scale, gutter: f64, now: Time) -> Option<PlayheadScene> {
    let x = scale.x(now);
    let word = in_words(now);
    let width = wide(&word) + 14.0;
    let left = tenth((x - width / 2.0).min(scale.width - width).max(-gutter));
    (x >= 0.0 && x <= scale.width).then_some(PlayheadScene { x, left, width, word })
}

/// Round instants, so far apart that the longest of their names fits between two. One that would touch the playhead's
/// flag goes without.
pub(super) fn marks(scale: &Scale, gutter: f64, flag: Option<&PlayheadScene>) -> Vec<MarkScene> {
    let name = |at: Time| match at {
        Time::ZERO => "0".to_owned(),
        at => in_words_beside(at, scale.until),
    };
    let mut apart = 40.0;
    let instants = loop {
        let instants = scale.marks(apart);
        let widest = instants.iter().map(|at| wide(&name(*at))).fold(0.0, f64::max) + SPACE;
        let distance = match instants[..] {
            [first, second, ..] => scale.x(second) - scale.x(first),
            [_] | [] => widest,
        };
        if distance >= widest || apart > scale.width {
            break instants;
        }
        apart = widest;
    };
    let mut taken = -gutter - SPACE;
    let mark = |at: Time| {
        let (x, word) = (scale.x(at), name(at));
        let width = wide(&word);
        let left = (x - width / 2.0).min(scale.width - width).max(-gutter);
        let apart = |from: f64, until: f64| {
            left >= until + SPACE / 2.0 || left + width + SPACE / 2.0 <= from
        };
        let shown = left >= taken + SPACE / 2.0
            && flag.is_none_or(|flag| apart(flag.left, flag.left + flag.width));
        if shown {
            taken = left + width;
        }
        let middle = tenth(left + width / 2.0);
        MarkScene { x, middle, word: if shown { word } else { String::new() } }
    };
    instants.into_iter().map(mark).collect()
}

fn wide(word: &str) -> f64 {
    word.chars().count() as f64 * LETTER
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Msg;

    fn session(text: &str) -> Session {
        let mut session = Session::of(text);
        assert_eq!(session.problems().as_slice(), [], "{text}");
        session.update(Msg::Last);
        session
    }

    /// The names on the axis, from one instant to another, on so many pixels.
    fn names(from: u64, until: u64, width: f64) -> String {
        let scale = Scale::new(Time::from_micros(from), Time::from_micros(until), width);
        let marks = marks(&scale, 42.0, None);
        let names: Vec<String> = marks.into_iter().map(|mark| mark.word).collect();
        names.join(", ").trim_end_matches(", ").to_owned()
    }

    const SECOND: u64 = 1_000_000;
    const HOUR: u64 = 3_600 * SECOND;
    const DAY: u64 = 24 * HOUR;

    #[test]
    fn the_axis_speaks_in_round_units() {
        assert_eq!(names(0, 10 * SECOND, 300.0), "0, 2 s, 4 s, 6 s, 8 s, 10 s");
        assert_eq!(names(0, 2 * SECOND, 300.0), "0, 0.5 s, 1 s, 1.5 s, 2 s");
        assert_eq!(names(0, 8_200, 300.0), "0, 2 ms, 4 ms, 6 ms, 8 ms");
        // At the right edge `500 µs` begins at 258 and would touch `400 µs`, which ends at 261.
        assert_eq!(names(0, 500, 300.0), "0, 100 µs, 200 µs, 300 µs, 400 µs");
        // `1 h 15 min` takes 70 pixels and 12: of 83 minutes on 300 pixels, 82 pixels are 23 minutes.
        assert_eq!(names(0, 83 * 60 * SECOND, 300.0), "0, 30 min, 1 h");
        assert_eq!(names(0, DAY, 300.0), "0, 6 h, 12 h, 18 h, 1 d");
        assert_eq!(names(0, 30 * DAY, 300.0), "0, 5 d, 10 d, 15 d, 20 d, 25 d, 30 d");
        assert_eq!(names(DAY, DAY + SECOND, 300.0), "1 d, 1 d 0.5 s, 1 d 1 s");
    }

    #[test]
    fn names_on_the_axis_never_overlap() {
        let starts = [0, 7, 86_399 * SECOND, 3 * DAY + 8 * HOUR + 1_830 * SECOND + 1];
        let spans = [1, 9, 1_234, 77_000, SECOND, 61 * SECOND, HOUR, 5 * HOUR, DAY, 364 * DAY];
        for (from, span) in starts.into_iter().flat_map(|from| spans.map(|span| (from, span))) {
            for width in [60.0, 180.0, 264.0, 335.0, 642.0, 760.0, 1_600.0] {
                let scale =
                    Scale::new(Time::from_micros(from), Time::from_micros(from + span), width);
                for now in [from, from + span / 3, from + span] {
                    let flag = playhead(&scale, 42.0, Time::from_micros(now));
                    let mut words: Vec<(f64, f64)> = marks(&scale, 42.0, flag.as_ref())
                        .into_iter()
                        .filter(|mark| !mark.word.is_empty())
                        .map(|mark| {
                            let half = wide(&mark.word) / 2.0;
                            (mark.middle - half, mark.middle + half)
                        })
                        .collect();
                    words.extend(flag.map(|flag| (flag.left, flag.left + flag.width)));
                    words.sort_by(|one, other| one.0.total_cmp(&other.0));
                    for pair in words.windows(2) {
                        assert!(pair[0].1 < pair[1].0, "{from} {span} {width} {now}: {words:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_happens_late_is_not_lost_in_what_comes_before() {
        let shown = |text: &str| {
            let session = session(text);
            let window = window(&session, session.now(), 42.0);
            (window.scale.from.as_micros(), window.scale.until.as_micros())
        };
        let one = "queue q\nworkers W1\n";
        // All happens within a second, a day after the start.
        assert_eq!(shown(&format!("{one}at 1d send a\nat 86401s W1 acks\n")), (DAY, DAY + SECOND));
        // Two seconds before six are no reason to begin elsewhere than at 0.
        assert_eq!(shown(&format!("{one}at 2s send a\nat 8s W1 acks\n")), (0, 8 * SECOND));
        // All happens at one instant: a second of it is shown, or what the text asks for.
        let instant = "queue q\nat 0s send a\n";
        assert_eq!(shown(instant), (0, SECOND));
        assert_eq!(shown(&format!("{instant}until 60s\n")), (0, 60 * SECOND));
        assert_eq!(shown("queue q\nat 1d send a\n"), (DAY, DAY + SECOND));
        assert_eq!(shown("queue q\n"), (0, SECOND));
        // What is said to go on after the last step takes half of the picture at most.
        assert_eq!(
            shown(&format!("{one}at 0s send a\nat 2s W1 acks\nuntil 1d\n")),
            (0, 4 * SECOND)
        );
    }

    #[test]
    fn a_page_of_a_late_run_has_the_step_on_screen() {
        let mut session =
            session("queue q\nworkers W1\nat 10d send a1..a40 every 1s\nwork\n  takes 1s\n");
        session.update(Msg::Zoom(3));
        for position in [0, 1, 20, usize::MAX] {
            session.update(Msg::Seek(position));
            let scale = window(&session, session.now(), 42.0).scale;
            assert!(scale.from <= session.now() && session.now() <= scale.until);
            assert_eq!(scale.until.as_micros() - scale.from.as_micros(), 5 * SECOND);
        }
    }
}
