//! Stretches in which a group is held, or an unordered message waits.

use super::rows::{LEVELS, Rows, Stack, nearest};
use super::{BAR, MOST_BARS, ROW_GAP, WORD_LETTER};
use crate::scale::{Scale, tenth};
use crate::scene::words::in_words;
use crate::session::{Played, Session, TimelineBy};
use queuescope_sim::{HeldBy, HoldRecord, Time};

pub(super) const HOLD: f64 = 20.0;
const TRACK: f64 = 23.0;

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

/// Held stretches, how many of them there is no room for, whether one of these is there now, and where all end below.
pub(super) fn holds(
    session: &Session,
    scale: &Scale,
    rows: &Rows<'_>,
    now: Time,
) -> (Vec<HoldScene>, usize, bool, f64) {
    let mut placed: Vec<(&HoldRecord, usize)> = Vec::new();
    let mut stack = Stack::default();
    let seen = session.played().run().holds().iter();
    for hold in seen.filter(|hold| hold.from <= scale.until && hold.until >= scale.from) {
        placed.push((hold, stack.place(hold.from, hold.until, 1, now)));
    }
    let by_worker = session.timeline_by() == TimelineBy::Worker;
    let levels = stack.settle(LEVELS) as f64;
    let below = if by_worker && levels > 0.0 { levels * TRACK + ROW_GAP } else { 0.0 };
    let past = placed.partition_point(|(hold, _)| hold.from <= now);
    let near = nearest(past, placed.len(), MOST_BARS / 2);
    let all = placed.len();
    let mut scenes = Vec::new();
    let mut crowded = false;
    for (index, (hold, place)) in placed.into_iter().enumerate() {
        let y = if by_worker {
            stack.level(place).map(|level| rows.floor + level as f64 * TRACK)
        } else {
            rows.known(&hold.lane).map(|row| rows.top(row))
        };
        let here = index < past && hold.until >= now;
        if let Some(y) = y.filter(|_| here || near.contains(&index)) {
            let height = if by_worker { HOLD } else { BAR };
            scenes.push(held(session.played(), hold, (y, height), scale, now));
        } else {
            crowded |= here;
        }
    }
    let missing = all - scenes.len();
    (scenes, missing, crowded, rows.floor + below)
}

fn held(
    played: &Played,
    hold: &HoldRecord,
    (y, height): (f64, f64),
    scale: &Scale,
    now: Time,
) -> HoldScene {
    let x = scale.x_within(hold.from);
    let width = (scale.x_within(hold.until) - x - 1.5).max(1.5);
    let what = match &hold.by {
        HeldBy::Bucket(bucket) => format!("{} waits for room in {bucket}", hold.message),
        HeldBy::NotBefore => format!("{} held for {}", hold.lane, hold.message),
        HeldBy::Reclaim => format!("{} held for reclaim", hold.lane),
    };
    let title = format!("{what} until {}", in_words(hold.until));
    let fits = |words: &str| width >= words.chars().count() as f64 * WORD_LETTER + 14.0;
    let short = format!("{} until {}", hold.message, in_words(hold.until));
    let label = [&title, &short].into_iter().find(|words| fits(words)).cloned();
    HoldScene {
        hue: played.hue(&hold.lane),
        x: tenth(x),
        y,
        width: tenth(width),
        height,
        future: hold.from > now,
        label,
        title,
    }
}
