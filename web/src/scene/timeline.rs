//! The timeline: a bar per delivery with its outcome, held stretches, the future pale.

use super::drawer::outcome_in_words;
use super::words::{in_seconds, in_words};
use crate::scale::{Scale, tenth};
use crate::session::{Played, Session, TimelineBy};
use queuescope_sim::{DeliveryRecord, Name, Outcome, Time};

/// The most halvings of the timeline's span.
pub const ZOOM_MOST: u32 = 12;
/// More bars than this make the timeline show a part of the run at first.
const MOST_AT_ONCE: usize = 240;
/// How many bars there are on screen at most.
const MOST_BARS: usize = 600;
/// How many rows there are on screen at most.
const MOST_ROWS: usize = 24;
/// How many bars lie above each other in a row at most.
const MOST_STACKED: usize = 4;

const TOP: f64 = 6.0;
const BAR: f64 = 24.0;
const STACK: f64 = 27.0;
const ROW_GAP: f64 = 9.0;
const HOLD: f64 = 20.0;
const AXIS: f64 = 28.0;
/// How many letters of a row's name are shown.
const MOST_LETTERS: usize = 9;
/// What a letter of a label takes.
const LETTER: f64 = 7.6;

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
    /// Places and instants on the axis.
    pub marks: Vec<(f64, String)>,
    /// Deliveries.
    pub bars: Vec<BarScene>,
    /// Held stretches.
    pub holds: Vec<HoldScene>,
    /// Where the step on screen is; none: outside of the part shown.
    pub playhead: Option<f64>,
    /// The instant of the step on screen.
    pub now: String,
    /// How often the span is halved.
    pub zoom: u32,
    /// How often it may be halved before nothing is left to see.
    pub zoom_least: u32,
    /// What is left out, in words; empty: nothing is.
    pub left_out: String,
    /// All of it in a sentence.
    pub summary: String,
}

/// The name of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelScene {
    /// The name.
    pub name: String,
    /// As much of it as there is room for.
    pub short: String,
    /// Its colour; none: it is a worker's.
    pub hue: Option<u8>,
    /// The middle of the row's first bar.
    pub y: f64,
}

/// A delivery.
#[derive(Clone, Debug, PartialEq)]
pub struct BarScene {
    /// The message.
    pub message: Name,
    /// Its colour.
    pub hue: u8,
    /// From the left edge.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// How wide.
    pub width: f64,
    /// How high.
    pub height: f64,
    /// How much of the width is past.
    pub past: f64,
    /// The name, where there is room for it.
    pub label: Option<String>,
    /// How it ended, where that is past and there is room for the sign.
    pub outcome: Option<Outcome>,
    /// Whether it was still in flight when the run ended.
    pub unended: bool,
    /// All that is to say.
    pub title: String,
}

/// A held stretch.
#[derive(Clone, Debug, PartialEq)]
pub struct HoldScene {
    /// Its lane's colour.
    pub hue: u8,
    /// From the left edge.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// How wide.
    pub width: f64,
    /// How high.
    pub height: f64,
    /// Whether it lies in the future.
    pub future: bool,
    /// What is held and until when, where there is room for it.
    pub label: Option<String>,
    /// All that is to say.
    pub title: String,
}

pub(super) fn timeline(session: &Session) -> TimelineScene {
    let played = session.played();
    let now = session.now();
    let mut rows = Rows::new(session.timeline_by(), played);
    let gutter = rows.gutter();
    let (scale, zoom_least) = window(session, now, gutter);
    let seen: Vec<&DeliveryRecord> = played
        .run()
        .deliveries()
        .iter()
        .filter(|delivery| delivery.from <= scale.until && ends(delivery, &scale) >= scale.from)
        .collect();
    let mut bars = Vec::new();
    let mut crowded = 0;
    for delivery in &seen {
        let key = match session.timeline_by() {
            TimelineBy::Worker => &delivery.worker,
            TimelineBy::Lane => &delivery.lane,
        };
        let Some((row, stack)) = rows.place(key, delivery.from, ends(delivery, &scale)) else {
            crowded += 1;
            continue;
        };
        if bars.len() == MOST_BARS {
            crowded += 1;
            continue;
        }
        bars.push((row, stack, *delivery));
    }
    rows.settle();
    let bars = bars
        .into_iter()
        .map(|(row, stack, delivery)| bar(played, delivery, rows.y(row, stack), &scale, now))
        .collect();
    let (holds, held_floor) = holds(session, &scale, &mut rows, now);
    let floor = rows.floor.max(held_floor);
    let x = scale.x(now);
    TimelineScene {
        by: session.timeline_by(),
        gutter,
        marks: scale
            .marks(46.0)
            .into_iter()
            .map(|at| {
                let hidden = (scale.x(at) - x).abs() < 10.0 + 4.0 * in_words(now).len() as f64;
                (scale.x(at), if hidden { String::new() } else { in_seconds(at) })
            })
            .collect(),
        labels: rows.labels(held_floor > rows.floor),
        floor,
        height: floor + AXIS,
        bars,
        holds,
        playhead: (x >= 0.0 && x <= scale.width).then_some(x),
        now: in_words(now),
        zoom: session.zoom().max(zoom_least),
        zoom_least,
        left_out: match crowded {
            0 => String::new(),
            count => format!("{count} deliveries have no room here: zoom in"),
        },
        summary: format!(
            "Timeline from {} to {}, {} deliveries, at {}",
            in_words(scale.from),
            in_words(scale.until),
            seen.len(),
            in_words(now)
        ),
        scale,
    }
}

/// The part of the run to show: all of it, or a page around the step on screen. Pages overlap by half, so that the
/// picture stands still for a while and the playhead moves.
fn window(session: &Session, now: Time, gutter: f64) -> (Scale, u32) {
    let run = session.played().run();
    let whole = run.until().max(last_end(session.played())).as_micros().max(1_000);
    let width = f64::from(session.plot_width()) - gutter;
    let mut least = 0;
    while run.deliveries().len() >> least > MOST_AT_ONCE && least < ZOOM_MOST {
        least += 1;
    }
    let halvings = session.zoom().max(least);
    if halvings == 0 {
        return (Scale::new(Time::ZERO, Time::from_micros(whole), width), least);
    }
    let span = (whole >> halvings).max(1_000);
    let page = (span / 2).max(1);
    let from =
        (now.as_micros() / page * page).saturating_sub(page / 2).min(whole.saturating_sub(span));
    let scale =
        Scale::new(Time::from_micros(from), Time::from_micros(from.saturating_add(span)), width);
    (scale, least)
}

fn last_end(played: &Played) -> Time {
    let steps = played.run().steps();
    let last = steps.last().map_or(Time::ZERO, |step| step.at);
    // A little air after the last step shows what is in flight at the end.
    let air = match played.run().deliveries().iter().any(|delivery| delivery.end.is_none()) {
        true => last.as_micros() / 12,
        false => 0,
    };
    Time::from_micros(last.as_micros().saturating_add(air))
}

fn ends(delivery: &DeliveryRecord, scale: &Scale) -> Time {
    delivery.end.map_or(scale.until, |(at, _)| at)
}

fn bar(played: &Played, delivery: &DeliveryRecord, y: f64, scale: &Scale, now: Time) -> BarScene {
    let until = ends(delivery, scale);
    let x = scale.x_within(delivery.from);
    let width = (scale.x_within(until) - x - 1.5).max(1.5);
    let past = (scale.x_within(now.min(until)) - x).clamp(0.0, width);
    let past = if now >= until { width } else { past };
    let label = delivery.message.to_string();
    let wide = label.chars().count() as f64 * LETTER + 14.0;
    let outcome = delivery.end.map(|(_, outcome)| outcome);
    let room_for_sign = width >= 22.0;
    BarScene {
        message: Name::clone(&delivery.message),
        hue: played.hue(&delivery.lane),
        x: tenth(x),
        y,
        width: tenth(width),
        height: BAR,
        past: tenth(past),
        label: (width >= wide).then_some(label),
        outcome: outcome
            .filter(|_| now >= until && (room_for_sign || outcome != Some(Outcome::Acked))),
        unended: delivery.end.is_none(),
        title: format!(
            "{} with {}, attempt {}, {}",
            delivery.message,
            delivery.worker,
            delivery.attempt,
            match delivery.end {
                Some((at, outcome)) => format!(
                    "{} to {}: {}",
                    in_words(delivery.from),
                    in_words(at),
                    outcome_in_words(outcome)
                ),
                None =>
                    format!("since {}, in flight at the end of the run", in_words(delivery.from)),
            }
        ),
    }
}

fn holds(
    session: &Session,
    scale: &Scale,
    rows: &mut Rows<'_>,
    now: Time,
) -> (Vec<HoldScene>, f64) {
    let played = session.played();
    let mut tracks: Vec<Time> = Vec::new();
    let mut floor = rows.floor;
    let mut scenes = Vec::new();
    let seen = played
        .run()
        .holds()
        .iter()
        .filter(|hold| hold.from <= scale.until && hold.until >= scale.from);
    for hold in seen.take(MOST_BARS / 2) {
        let (y, height) = match session.timeline_by() {
            TimelineBy::Worker => {
                let track =
                    tracks.iter().position(|free| *free <= hold.from).unwrap_or(tracks.len());
                if track >= MOST_STACKED {
                    continue;
                }
                if track == tracks.len() {
                    tracks.push(Time::ZERO);
                }
                tracks[track] = hold.until;
                let y = rows.floor + track as f64 * (HOLD + 3.0);
                floor = floor.max(y + HOLD + ROW_GAP);
                (y, HOLD)
            }
            TimelineBy::Lane => match rows.known(&hold.lane) {
                Some(row) => (rows.y(row, 0), BAR),
                None => continue,
            },
        };
        let x = scale.x_within(hold.from);
        let width = (scale.x_within(hold.until) - x - 1.5).max(1.5);
        let what = match &hold.bucket {
            Some(bucket) => format!("{} waits for room in {bucket}", hold.message),
            None => format!("{} held for {}", hold.lane, hold.message),
        };
        let title = format!("{what} until {}", in_words(hold.until));
        let fits = |words: &str| width >= words.chars().count() as f64 * 6.6 + 14.0;
        let short = format!("{} until {}", hold.message, in_words(hold.until));
        let label = [&title, &short].into_iter().find(|words| fits(words)).cloned();
        scenes.push(HoldScene {
            hue: played.hue(&hold.lane),
            x: tenth(x),
            y,
            width: tenth(width),
            height,
            future: hold.from > now,
            label,
            title,
        });
    }
    (scenes, floor)
}

/// The rows, each as high as the most of its bars that lie above each other.
struct Rows<'a> {
    by: TimelineBy,
    played: &'a Played,
    names: Vec<Name>,
    /// Per row and place in its stack, when the last bar there ends.
    stacks: Vec<Vec<Time>>,
    tops: Vec<f64>,
    floor: f64,
}

impl<'a> Rows<'a> {
    fn new(by: TimelineBy, played: &'a Played) -> Self {
        let names: Vec<Name> = match by {
            TimelineBy::Worker => played.run().workers().to_vec(),
            TimelineBy::Lane => played.lanes().to_vec(),
        };
        let names: Vec<Name> = names.into_iter().take(MOST_ROWS).collect();
        Self {
            by,
            played,
            stacks: vec![vec![Time::ZERO]; names.len()],
            tops: Vec::new(),
            floor: 0.0,
            names,
        }
    }

    /// What the names of the rows take, within reason.
    fn gutter(&self) -> f64 {
        let longest = self.names.iter().map(|name| name.chars().count()).max();
        (longest.unwrap_or(0).min(MOST_LETTERS) as f64 * 8.0 + 12.0).max(42.0)
    }

    fn known(&self, name: &Name) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// A place for a bar: the first of the row's stack that is free.
    fn place(&mut self, name: &Name, from: Time, until: Time) -> Option<(usize, usize)> {
        let row = self.known(name)?;
        let stack = &mut self.stacks[row];
        let place = stack.iter().position(|free| *free <= from).unwrap_or(stack.len());
        if place == MOST_STACKED {
            return None;
        }
        if place == stack.len() {
            stack.push(until);
        } else {
            stack[place] = until;
        }
        Some((row, place))
    }

    fn settle(&mut self) {
        let mut y = TOP;
        for stack in &self.stacks {
            self.tops.push(y);
            y += stack.len() as f64 * STACK - (STACK - BAR) + ROW_GAP;
        }
        self.floor = y;
    }

    fn y(&self, row: usize, stack: usize) -> f64 {
        self.tops[row] + stack as f64 * STACK
    }

    fn labels(&self, held: bool) -> Vec<LabelScene> {
        let mut labels: Vec<LabelScene> = self
            .names
            .iter()
            .zip(&self.tops)
            .map(|(name, top)| LabelScene {
                short: shortened(name),
                name: name.to_string(),
                hue: (self.by == TimelineBy::Lane).then(|| self.played.hue(name)),
                y: top + BAR / 2.0,
            })
            .collect();
        if held {
            labels.push(LabelScene {
                name: "held".to_owned(),
                short: "held".to_owned(),
                hue: None,
                y: self.floor + HOLD / 2.0,
            });
        }
        labels
    }
}

/// A name, cut to what there is room for.
fn shortened(name: &str) -> String {
    if name.chars().count() <= MOST_LETTERS {
        name.to_owned()
    } else {
        let mut short: String = name.chars().take(MOST_LETTERS - 1).collect();
        short.push('…');
        short
    }
}
