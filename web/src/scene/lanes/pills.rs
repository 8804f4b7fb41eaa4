//! The messages of a lane as pills: those that wait, those in flight, the last that are done. A lane shows what fits.

use super::super::words::{in_words, shortened};
use super::reason::{note, reason_in_words, state};
use crate::session::Session;
use queuescope_sim::{HeldView, LaneView, Name, Snapshot, Unknown, WaitingView, in_full, twice};

/// How many messages a folded lane shows, waiting and in flight each.
const FOLDED: usize = 6;
/// How many an unfolded one shows.
const UNFOLDED: usize = 200;
/// Lanes that are narrower than this, in pixels, have a phone's form: what is done stands above the gate.
const PHONE: usize = 608;
/// A message, as a pill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PillScene {
    /// Its name.
    pub message: Name,
    /// Its colour.
    pub hue: u8,
    /// What shape and sign it has.
    pub state: PillState,
    /// A word or two beside the name.
    pub note: Option<String>,
    /// All that is to say, on hover and for a screen reader.
    pub title: String,
    /// Whether it is processed twice at once.
    pub twice: bool,
    /// Whether its drawer is open.
    pub selected: bool,
}

/// The shape and sign of a pill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PillState {
    /// Waits behind another.
    Behind,
    /// Waits for an instant.
    Later,
    /// Held for reclaim.
    Reclaim,
    /// Waits for room in a bucket.
    Throttled,
    /// Waits for another key's turn.
    Turn,
    /// Waits for a worker.
    NoCredit,
    /// Goes next.
    Next,
    /// In flight.
    InFlight,
    /// Finished.
    Done,
}

/// What the pills of a lane are made of.
pub(super) struct Pills<'p> {
    pub(super) session: &'p Session,
    pub(super) view: &'p LaneView,
    pub(super) unknown: &'p Unknown<'p>,
    /// Their colour.
    pub(super) hue: u8,
    /// Whether the lane is unfolded.
    pub(super) open: bool,
}

/// Messages that are processed twice at once, and by which two workers.
type Twice<'p> = (String, [&'p Name; 2]);

impl<'p> Pills<'p> {
    /// Those that wait, the head first.
    pub(super) fn waiting(&self, snapshot: &Snapshot) -> Vec<PillScene> {
        let waiting = &self.view.waiting;
        let shown = if self.open { UNFOLDED } else { fitting(waiting, self.width()) };
        let pill = |(place, waiting): (usize, &WaitingView)| {
            let message = &waiting.message;
            let mut title = format!("{message} waits: {}", reason_in_words(&waiting.reason));
            if let Some(about) = self.unknown.about(message) {
                title.push_str(&format!("; {}", in_full(about, snapshot)));
            }
            let note = note(&waiting.reason, place);
            PillScene { note, ..self.pill(message, state(&waiting.reason), title) }
        };
        waiting.iter().take(shown).enumerate().map(pill).collect()
    }

    /// Those in flight; and the first that two workers have, with all others that the same two have.
    pub(super) fn in_flight(&self) -> (Vec<PillScene>, Option<Twice<'p>>) {
        let mut both: Option<Twice<'p>> = None;
        let most = if self.open { UNFOLDED } else { FOLDED };
        let pill = |held: &'p HeldView| {
            let HeldView { message, worker, attempt, until, .. } = held;
            let until = in_words(*until);
            let mut title = format!(
                "{message} is in flight with {worker}, attempt {attempt}, lease until {until}"
            );
            let mut note = shortened(worker);
            let stray = self.unknown.stray(message);
            if let Some(stray) = stray {
                let workers = [worker, stray];
                match &mut both {
                    Some((names, with)) if *with == workers => {
                        names.push_str(&format!(", {message}"));
                    }
                    Some(_) => {}
                    None => both = Some((message.to_string(), workers)),
                }
                title.push_str(&format!("; {}", twice(message, [worker, stray])));
                note.push_str(&format!(", {}", shortened(stray)));
            }
            let pill = self.pill(message, PillState::InFlight, title);
            PillScene { note: Some(note), twice: stray.is_some(), ..pill }
        };
        (self.view.in_flight.iter().take(most).map(pill).collect(), both)
    }

    /// The last that are done, the latest first.
    pub(super) fn done(&self) -> Vec<PillScene> {
        let most = if self.width() < PHONE { 1 } else { 2 };
        let pill = |message| self.pill(message, PillState::Done, format!("{message} is done"));
        self.view.done_latest.iter().rev().take(most).map(pill).collect()
    }

    fn pill(&self, message: &Name, state: PillState, title: String) -> PillScene {
        PillScene {
            message: Name::clone(message),
            hue: self.hue,
            state,
            note: None,
            title,
            twice: false,
            selected: self.session.selection() == Some(message),
        }
    }

    /// How wide the lane is, in pixels.
    fn width(&self) -> usize {
        usize::try_from(self.session.plot_width()).unwrap_or(usize::MAX)
    }
}

/// How many of the waiting go into two rows of pills, with room for the fold behind them; lengths in pixels.
fn fitting(waiting: &[WaitingView], width: usize) -> usize {
    const FOLD: usize = 44;
    let (beside, frame, letter) = if width < PHONE { (140, 25, 8) } else { (476, 30, 9) };
    let room = width.saturating_sub(beside);
    let (mut left, mut last_row) = (room, false);
    let most = waiting.len().min(FOLDED);
    for (place, view) in waiting[..most].iter().enumerate() {
        let sign = if state(&view.reason) == PillState::Behind { 0 } else { 20 };
        let note = note(&view.reason, place).map_or(0, |note| 7 * note.chars().count());
        let wide = view.message.chars().count() * letter + frame + sign + note;
        if place > 0 && wide > left {
            left = room.saturating_sub(FOLD);
            if last_row || wide > left {
                return place;
            }
            last_row = true;
        }
        left = left.saturating_sub(wide);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use queuescope_sim::Reason;

    fn waits(name: &str, count: usize) -> Vec<WaitingView> {
        let reason = Reason::BehindHead { head: "head".into() };
        let waits = WaitingView { message: name.into(), attempts: 0, reason };
        vec![waits; count]
    }

    #[test]
    fn two_rows_of_pills_are_shown() {
        // A desk's lane has 763 - 476 = 287 pixels for pills; one of 5 letters takes 75: three, and
        // three beside the fold.
        assert_eq!(fitting(&waits("g0m41", 40), 763), 6);
        // A phone's has 335 - 140 = 195, and a pill takes 65: three, and two beside the fold, which takes 44.
        assert_eq!(fitting(&waits("g0m41", 40), 335), 5);
        // At 320 pixels there are 124: one, and one.
        assert_eq!(fitting(&waits("g0m41", 40), 264), 2);
        // A name of 38 letters has a row for itself, and is cut; the fold has the other.
        assert_eq!(fitting(&waits(&"long".repeat(10), 40), 763), 1);
        assert_eq!(fitting(&waits("a", 2), 763), 2);
        assert_eq!(fitting(&[], 763), 0);
    }
}
