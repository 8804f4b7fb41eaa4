//! The timeline: a bar per delivery with its outcome, held stretches, the future pale.

mod arrivals;
mod axis;
mod bars;
mod batches;
mod crashes;
mod downs;
mod holds;
mod rows;
mod spans;

pub use arrivals::ArrivalScene;
pub use axis::{MarkScene, PlayheadScene};
pub use bars::BarScene;
pub use batches::BatchScene;
pub use crashes::CrashScene;
pub use downs::DownScene;
pub use holds::HoldScene;
pub use rows::LabelScene;
pub use spans::SpanScene;

use super::words::{grouped, in_words};
use crate::scale::Scale;
use crate::session::{Session, TimelineBy};
use axis::Window;
use bars::bar;
use batches::{batch, parts};
use crashes::STRIP;
use holds::{HOLD, holds};
use queuescope_sim::{DeliveryRecord, Time};
use rows::{Rows, lasts, nearest};
use spans::over;

/// How many bars there are on screen at most.
const MOST_BARS: usize = 600;

const TOP: f64 = 6.0;
const BAR: f64 = 24.0;
const STACK: f64 = 27.0;
const ROW_GAP: f64 = 9.0;
const AXIS: f64 = 28.0;
/// What a letter of a bar's name takes.
pub const NAME_LETTER: f64 = 7.6;
/// What a letter of other words takes: of holds, of a leader's crash.
pub const WORD_LETTER: f64 = 6.6;
/// The timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct TimelineScene {
    /// What it has a row for.
    pub by: TimelineBy,
    /// How wide the names of the rows are together.
    pub gutter: f64,
    /// The part of the run that it shows.
    pub scale: Scale,
    /// Its height.
    pub height: f64,
    /// Where the rows end and the axis begins.
    pub floor: f64,
    /// The names of the rows.
    pub labels: Vec<LabelScene>,
    /// Instants on the axis.
    pub marks: Vec<MarkScene>,
    /// Deliveries.
    pub bars: Vec<BarScene>,
    /// Lines of the script that send.
    pub arrivals: Vec<ArrivalScene>,
    /// Whether they cannot be moved.
    pub frozen: bool,
    /// Held stretches.
    pub holds: Vec<HoldScene>,
    /// What went out together.
    pub batches: Vec<BatchScene>,
    /// Crashes of the leader.
    pub crashes: Vec<CrashScene>,
    /// Stretches in which a worker was down or cut off; none where the rows are not workers.
    pub downs: Vec<DownScene>,
    /// Where the step on screen is; none: outside of the part shown.
    pub playhead: Option<PlayheadScene>,
    /// How often the span is halved.
    pub zoom: u32,
    /// How often it may be halved before nothing is left to see.
    pub zoom_least: u32,
    /// What of the run is not in the picture, in words; empty: it is all there.
    pub left_out: String,
    /// All of it in a sentence.
    pub summary: String,
}

pub(super) fn timeline(session: &Session) -> TimelineScene {
    let played = session.played();
    let (by, now) = (session.timeline_by(), session.now());
    let gutter = Rows::gutter(by, played);
    let Window { scale, halvings, least, start } = axis::window(session, now, gutter);
    let seen: Vec<&DeliveryRecord> = played
        .run()
        .deliveries()
        .iter()
        .filter(|delivery| delivery.from <= scale.until && over(delivery, &scale) >= scale.from)
        .collect();
    let mut rows = Rows::new(by, played, &seen, now);
    let mut places: Vec<Option<(usize, usize)>> = Vec::new();
    while let Some(first) = seen.get(places.len()) {
        let parts = parts(&seen[places.len()..]);
        let until = parts.iter().map(|part| over(part, &scale)).fold(first.from, Time::max);
        let at = rows.place(first, parts.len(), until, now);
        for part in 0..parts.len() {
            places.push(at.map(|(row, place)| (row, place + part)));
        }
    }
    rows.settle(if played.crashes().is_empty() { 0.0 } else { STRIP });
    let past = seen.partition_point(|delivery| delivery.from <= now);
    let near = nearest(past, seen.len(), MOST_BARS);
    let mut bars = Vec::new();
    let mut batches = Vec::new();
    let mut crowded = false;
    let mut index = 0;
    while let Some(first) = seen.get(index) {
        let (parts, drawn) = (parts(&seen[index..]), bars.len());
        for delivery in parts {
            let here = index < past && lasts(delivery, now);
            if (here || near.contains(&index))
                && let Some(y) = places[index].and_then(|(row, place)| rows.y(row, place))
            {
                bars.push(bar(played, delivery, y, &scale, now));
            } else {
                crowded |= here;
            }
            index += 1;
        }
        if parts.len() > 1 {
            batches.extend(batch(&bars[drawn..], first, parts.len()));
        }
    }
    let (holds, unheld, too_many, floor) = holds(session, &scale, &rows, now);
    let mut labels = rows.labels();
    if floor > rows.floor {
        let y = rows.floor + HOLD / 2.0;
        let name = "held".to_owned();
        labels.push(LabelScene { short: name.clone(), name, hue: None, y });
    }
    let playhead = axis::playhead(&scale, gutter, now);
    let row = match by {
        TimelineBy::Worker => "workers",
        TimelineBy::Lane => "groups",
    };
    let missing = [
        (rows.hidden, rows.in_all(), row),
        (seen.len() - bars.len(), seen.len(), "deliveries"),
        (unheld, unheld + holds.len(), "holds"),
    ];
    let lead = match crowded || too_many {
        true => "left out for want of room: ".to_owned(),
        false => format!("left out, far from {}: ", in_words(now)),
    };
    let mut summary = format!(
        "Timeline from {} to {}, {} deliveries, at {}",
        in_words(scale.from),
        in_words(scale.until.min(played.run().until())),
        seen.len(),
        in_words(now)
    );
    let crashes = crashes::crashes(played, &scale, now);
    for crash in &crashes {
        summary.push_str(&format!("; {}", crash.title));
    }
    for span in bars.iter().flat_map(|bar| &bar.spans).filter(|span| span.twice) {
        summary.push_str(&format!("; {}", span.title));
    }
    TimelineScene {
        by,
        gutter,
        marks: axis::marks(&scale, gutter, playhead.as_ref()),
        labels,
        floor,
        height: floor + AXIS,
        bars,
        arrivals: arrivals::arrivals(played, &scale, now),
        frozen: session.frozen(),
        holds,
        batches,
        crashes,
        downs: match by {
            TimelineBy::Worker => downs::downs(played, &scale, &rows),
            TimelineBy::Lane => Vec::new(),
        },
        playhead,
        zoom: halvings,
        zoom_least: least,
        left_out: left_out(start, halvings, lead, missing),
        summary,
        scale,
    }
}

/// `starts at 1 d · 1/4 of the run · left out, far from 12 s: 16 of 40 groups, 92 of 700 deliveries`.
fn left_out(
    start: Time,
    halvings: u32,
    mut lead: String,
    missing: [(usize, usize, &str); 3],
) -> String {
    let mut parts = Vec::new();
    if start > Time::ZERO {
        parts.push(format!("starts at {}", in_words(start)));
    }
    if halvings > 0 {
        parts.push(format!("1/{} of the run", 1_u64 << halvings));
    }
    for (count, all, what) in missing {
        if count > 0 {
            parts.push(format!("{lead}{} of {} {what}", grouped(count), grouped(all)));
            lead.clear();
        }
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Msg;

    fn session(text: &str, position: usize) -> Session {
        let mut session = Session::of(text);
        assert_eq!(session.problems().as_slice(), [], "{text}");
        session.update(Msg::Seek(position));
        session
    }

    fn drawn(scene: &TimelineScene, message: &str) -> bool {
        scene.bars.iter().any(|bar| &*bar.message == message)
    }

    #[test]
    fn what_is_nearest_to_the_step_on_screen_is_drawn() {
        // 24 workers take 2,000 messages within 84 s, and then nothing happens for a day: however often the run is
        // halved, these are on one page, and they are more than is drawn at once.
        let text = "queue q\n  lease 10d\nworkers 24\nat 0s send m1..m2000\nat 1d send z\nwork\n  takes 1s\n";
        let at = |position: usize| {
            let session = session(text, position);
            let steps = session.played().run().steps();
            assert_eq!(steps[position.min(steps.len() - 1)].at, session.now());
            timeline(&session)
        };
        let start = at(0);
        assert_eq!(start.bars.len(), MOST_BARS);
        assert!(drawn(&start, "m1") && !drawn(&start, "m2000"));
        // The 42nd step is at 41 s: the 41st time that 24 messages go out, m985 to m1008.
        let middle = at(41);
        assert!(drawn(&middle, "m985") && drawn(&middle, "m1008"));
        assert!(!drawn(&middle, "m1") && !drawn(&middle, "m2000"));
        assert!(
            middle.left_out.ends_with("left out, far from 41 s: 1,400 of 2,000 deliveries"),
            "{}",
            middle.left_out
        );
    }

    #[test]
    fn of_bars_above_each_other_those_nearest_to_the_step_on_screen_are_drawn() {
        // a1 to a39 take up 39 places at once and are done long before the end; b1 to b9 come one by one on the 40th.
        let text = "queue q\n  lease 10d\nworker W1 takes 40\nat 0s send a1..a39\nat 1s send b1..b9 every 10s\nwork\n  takes 1s\n  a* takes 50s\n";
        let scene = timeline(&session(text, usize::MAX));
        assert!(drawn(&scene, "b9"), "it ends at the last step");
        assert_eq!(scene.bars.iter().map(|bar| bar.y as u64).max(), Some(6 + 11 * 27));
        assert!(
            scene.left_out.starts_with("left out, far from 1 min 22 s: "),
            "{}",
            scene.left_out
        );
    }

    /// W1 is at work on a1 to a3, lost at 4 s, until 13 s; W2 gets them at 9 s. Until then five groups are held.
    const CROWD: &str = "queue q\n  ordered by header k\n  batches of 3\n  lease 20s\n  durability fast\n  reclaim grace 5s\n\
        throttle all: 3 per 2s\nworker W1 takes 3\nworker W2 takes 3\nworker W3\n\
        at 0s send a1..a3(A) b1..b3(B) c1(C) d1(D) e1(E)\nat 1s W1 cut off for 12s\n\
        at 4s leader crashes\nuntil 16s\n";

    fn crowd(by: TimelineBy, seconds: u64) -> TimelineScene {
        let mut session = session(CROWD, 0);
        session.update(Msg::TimelineBy(by));
        session.update(Msg::SeekTime(Time::from_secs(seconds)));
        timeline(&session)
    }

    #[test]
    fn all_that_is_in_flight_now_is_drawn() {
        // In group A lie W1's a1 to a3, lost and still worked on, and from 9 s on W2's above each other: 6 levels.
        let levels = |seconds: u64| {
            let scene = crowd(TimelineBy::Lane, seconds);
            let bars = scene.bars.iter().filter(|bar| bar.message.starts_with('a'));
            let mut tops: Vec<u64> = bars.map(|bar| bar.y as u64).collect();
            tops.dedup();
            (tops.len(), scene.left_out)
        };
        assert_eq!(levels(9), (6, String::new()));
        assert_eq!(levels(4), (6, String::new()), "the picture keeps its height");
    }

    #[test]
    fn all_that_is_held_now_is_drawn() {
        for seconds in [4, 9] {
            let scene = crowd(TimelineBy::Worker, seconds);
            let held = scene.holds.iter().filter(|hold| hold.title.contains("for reclaim"));
            assert_eq!((held.count(), scene.left_out), (5, String::new()), "{seconds} s");
        }
    }

    #[test]
    fn what_is_now_and_has_no_room_is_not_said_to_be_far() {
        let text =
            "queue q\n  lease 10d\nworker W1 takes 40\nat 0s send a1..a40\nat 9s W1 acks a1\n";
        assert_eq!(
            timeline(&session(text, 0)).left_out,
            "left out for want of room: 28 of 40 deliveries"
        );
    }

    #[test]
    fn of_many_rows_those_of_the_step_on_screen_are_drawn() {
        let mut text = "queue q\n  ordered by header k\nworkers W1\n".to_owned();
        for group in 0..40 {
            text.push_str(&format!("at 0s send g{group}(G{group})\n"));
        }
        text.push_str("work\n  takes 1s\n");
        let labels = |position: usize| {
            let mut session = session(&text, position);
            session.update(Msg::TimelineBy(TimelineBy::Lane));
            let scene = timeline(&session);
            let names: Vec<String> = scene.labels.into_iter().map(|label| label.name).collect();
            (names, scene.left_out)
        };
        let (names, left_out) = labels(0);
        assert_eq!((names.len(), names[0].as_str(), names[23].as_str()), (24, "G0", "G23"));
        assert_eq!(left_out, "left out, far from 0 s: 16 of 40 groups · 16 of 40 deliveries");
        let (names, _) = labels(39);
        assert_eq!((names[0].as_str(), names[23].as_str()), ("G16", "G39"));
    }

    #[test]
    fn a_sentence_says_what_part_of_the_run_it_is() {
        let text = "queue q\nworkers W1\nat 0s send a b\nat 10s W1 acks\n";
        let scene = timeline(&session(text, 1));
        // The axis goes on behind the last step, for what is still in flight there; the run does not.
        assert_eq!(scene.summary, "Timeline from 0 s to 10 s, 2 deliveries, at 10 s");
    }

    #[test]
    fn a_crashed_worker_is_seen_to_be_down() {
        let text = "queue q\nworkers W1 W2\nat 0s send a\nat 1s W1 crashes\nat 4s W1 returns\nat 6s W2 crashes\n";
        let mut session = session(text, 0);
        let scene = timeline(&session);
        let titles: Vec<&str> = scene.downs.iter().map(|down| down.title.as_str()).collect();
        assert_eq!(
            titles,
            ["W1 is down from 1 s until 4 s", "W2 is down from 6 s to the end of the run"]
        );
        let (first, x) = (&scene.downs[0], |at| scene.scale.x(Time::from_secs(at)));
        assert!((first.x - x(1)).abs() < 0.1 && (first.width + 1.5 - (x(4) - x(1))).abs() < 0.1);
        assert_eq!((first.y, scene.downs[1].y), (TOP, TOP + STACK - (STACK - BAR) + ROW_GAP));
        session.update(Msg::TimelineBy(TimelineBy::Lane));
        assert_eq!(timeline(&session).downs, []);
    }

    #[test]
    fn a_late_run_says_when_it_starts() {
        let scene = timeline(&session("queue q\nworkers W1\nat 1d send a\nat 86401s W1 acks\n", 1));
        assert_eq!(scene.left_out, "starts at 1 d");
        // The delivery takes the whole of the picture.
        assert_eq!((scene.bars[0].x, scene.bars[0].width), (0.0, scene.scale.width - 1.5));
    }

    #[test]
    fn a_name_and_a_sign_do_not_meet() {
        // `a10` takes 37 pixels, and the check 16 more.
        let text =
            "queue q\nworkers W1\nat 0s send a10\nat 1s W1 acks\nat 1s send b\nat 10s W1 acks\n";
        let bar = |width: u32| {
            let mut session = session(text, usize::MAX);
            session.update(Msg::Measured(width));
            let bar = timeline(&session).bars.remove(0);
            (bar.width, bar.label.is_some(), bar.outcome.is_some())
        };
        // A tenth of the plot, less the gutter of 42, less 1.5 between bars.
        assert_eq!(bar(42 + 560), (54.5, true, true));
        assert_eq!(bar(42 + 500), (48.5, true, false));
        assert_eq!(bar(42 + 300), (28.5, false, true));
        assert_eq!(bar(42 + 200), (18.5, false, false));
    }
}
