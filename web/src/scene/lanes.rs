//! Lanes: what waits, the gate, what is in flight, what is done.

mod compose;
mod order;
mod reason;

pub use compose::ComposeScene;

use super::drawer::{self, DrawerScene};
use super::unknown::{Unknown, in_full, twice};
use super::words::{grouped, in_words, shortened};
use crate::session::Session;
use compose::compose;
pub(super) use order::components_in_words;
use order::{besides, order_in_words};
use queuescope_sim::{
    HeldView, LaneKind, LaneView, Name, OrderDecl, Reason, Snapshot, Time, WaitingView,
};
use reason::{note, reason_in_words, state, why};

/// How many messages a folded lane shows, waiting and in flight each.
const FOLDED: usize = 6;
/// How many an unfolded one shows.
const UNFOLDED: usize = 200;
/// Lanes that are narrower than this, in pixels, have a phone's form: what is done stands above the gate.
const PHONE: usize = 608;
/// How many lanes there are on screen.
const MOST_LANES: usize = 60;

/// The lanes panel.
#[derive(Clone, Debug, PartialEq)]
pub struct LanesScene {
    /// `Groups`, `Queue` or `Messages`.
    pub heading: &'static str,
    /// What the queue is ordered by.
    pub order: String,
    /// Its shards, batches and durability, where they are not the usual ones.
    pub besides: String,
    /// How many messages are where, in words.
    pub counts: String,
    /// The lanes.
    pub lanes: Vec<LaneScene>,
    /// How many lanes are not shown.
    pub hidden: usize,
    /// The form for a new message, where it is open.
    pub compose: Option<ComposeScene>,
    /// The drawer of a message that is in none of the lanes shown.
    pub drawer: Option<DrawerScene>,
    /// Whether the leader cannot be crashed: the text has errors.
    pub frozen: bool,
}

/// A lane.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneScene {
    /// Its name.
    pub name: Name,
    /// The shard that it lies in, where there are shards.
    pub shard: Option<u32>,
    /// Its colour.
    pub hue: u8,
    /// `1 done · 2 waiting`.
    pub summary: String,
    /// Its gate.
    pub gate: Gate,
    /// What the gate says while nothing is in flight.
    pub empty: String,
    /// In flight.
    pub in_flight: Vec<PillScene>,
    /// What is in flight is `batch of 3`.
    pub batch: Option<String>,
    /// How many more are in flight.
    pub more_in_flight: usize,
    /// Waiting, the head first.
    pub waiting: Vec<PillScene>,
    /// How many more wait.
    pub folded: usize,
    /// Whether it is unfolded.
    pub open: bool,
    /// Why what waits does.
    pub why: String,
    /// The latest that are done, newest first.
    pub done: Vec<PillScene>,
    /// How many more are done.
    pub done_before: usize,
    /// The drawer of the message that was selected, where it is of this lane.
    pub drawer: Option<DrawerScene>,
}

/// What a lane's gate lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// One at a time, and one is through.
    Shut,
    /// One at a time, and the head is held back.
    Held,
    /// One at a time, and nobody is there.
    Free,
    /// Everything: there is no order to keep.
    Open,
}

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

pub(super) fn lanes(session: &Session, snapshot: &Snapshot) -> LanesScene {
    let played = session.played();
    let unknown = Unknown::of(snapshot);
    let mut lanes: Vec<LaneScene> = snapshot
        .lanes
        .iter()
        .take(MOST_LANES)
        .map(|view| lane(session, view, snapshot, &unknown))
        .collect();
    let mut drawer =
        session.selection().and_then(|message| drawer::drawer(session, snapshot, message));
    if let Some(open) = &drawer
        && let Some(lane) = lanes.iter_mut().find(|lane| Some(&lane.name) == open.lane.as_ref())
    {
        lane.drawer = drawer.take();
    }
    let counts = &snapshot.counts;
    LanesScene {
        heading: match played.scenario().queue.order {
            OrderDecl::By(_) => "Groups",
            OrderDecl::Ordered => "Queue",
            OrderDecl::Unordered => "Messages",
        },
        order: order_in_words(played),
        besides: besides(played),
        counts: format!(
            "{} waiting, {} in flight, {} done",
            counts.pending, counts.in_flight, counts.acked
        ),
        lanes,
        hidden: snapshot.lanes.len().saturating_sub(MOST_LANES),
        compose: session.composing().then(|| compose(session)),
        drawer,
        frozen: session.frozen(),
    }
}

fn lane(
    session: &Session,
    view: &LaneView,
    snapshot: &Snapshot,
    unknown: &Unknown<'_>,
) -> LaneScene {
    let hue = session.played().hue(&view.name);
    let open = session.is_open(&view.name);
    let width = usize::try_from(session.plot_width()).unwrap_or(usize::MAX);
    let most = if open { UNFOLDED } else { FOLDED };
    let shown = if open { UNFOLDED } else { fitting(&view.waiting, width) };
    let selected = |message: &Name| session.selection() == Some(message);
    let waiting = view
        .waiting
        .iter()
        .take(shown)
        .enumerate()
        .map(|(place, waiting)| {
            let message = &waiting.message;
            let mut title = format!("{message} waits: {}", reason_in_words(&waiting.reason));
            if let Some(about) = unknown.about(message) {
                title.push_str(&format!("; {}", in_full(about, snapshot)));
            }
            PillScene {
                message: Name::clone(message),
                hue,
                state: state(&waiting.reason),
                note: note(&waiting.reason, place),
                title,
                twice: false,
                selected: selected(message),
            }
        })
        .collect();
    let mut both: Option<(String, [&Name; 2])> = None;
    let in_flight: Vec<PillScene> = view
        .in_flight
        .iter()
        .take(most)
        .map(|held| {
            let mut title = format!(
                "{} is in flight with {}, attempt {}, lease until {}",
                held.message,
                held.worker,
                held.attempt,
                in_words(held.until)
            );
            let mut note = shortened(&held.worker);
            let stray = unknown.stray(&held.message);
            if let Some(stray) = stray {
                let workers = [&held.worker, stray];
                match &mut both {
                    Some((names, with)) if *with == workers => {
                        names.push_str(&format!(", {}", held.message));
                    }
                    Some(_) => {}
                    None => both = Some((held.message.to_string(), workers)),
                }
                title.push_str(&format!("; {}", twice(&held.message, [&held.worker, stray])));
                note.push_str(&format!(", {}", shortened(stray)));
            }
            PillScene {
                message: Name::clone(&held.message),
                hue,
                state: PillState::InFlight,
                note: Some(note),
                title,
                twice: stray.is_some(),
                selected: selected(&held.message),
            }
        })
        .collect();
    let done: Vec<PillScene> = view
        .done_latest
        .iter()
        .rev()
        .take(if width < PHONE { 1 } else { 2 })
        .map(|message| PillScene {
            message: Name::clone(message),
            hue,
            state: PillState::Done,
            note: None,
            title: format!("{message} is done"),
            twice: false,
            selected: selected(message),
        })
        .collect();
    let mut why = why(&view.waiting);
    if let Some((names, [one, other])) = both {
        let space = if why.is_empty() { "" } else { " · " };
        why = format!("{names} processed twice at once, by {one} and {other}{space}{why}");
    }
    LaneScene {
        name: Name::clone(&view.name),
        shard: view.shard,
        hue,
        summary: summary(view),
        gate: gate(view),
        empty: empty(view, snapshot.at),
        batch: view.in_flight.first().and_then(|first| batch(first, view.in_flight.len())),
        more_in_flight: view.in_flight.len() - in_flight.len(),
        in_flight,
        waiting,
        folded: view.waiting.len().saturating_sub(shown),
        open,
        why,
        done_before: view.done.saturating_sub(done.len()),
        done,
        drawer: None,
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

/// What is in flight in a batch, where this is its first message there: `batch of 3`, or `1 left of a batch`.
pub(super) fn batch(first: &HeldView, parts: usize) -> Option<String> {
    let began_with = first.batch.as_ref()?;
    Some(if *began_with == first.message {
        format!("batch of {parts}")
    } else {
        format!("{parts} left of a batch")
    })
}

fn gate(view: &LaneView) -> Gate {
    match view.kind {
        LaneKind::Unordered => Gate::Open,
        LaneKind::Group | LaneKind::Queue if !view.in_flight.is_empty() => Gate::Shut,
        LaneKind::Group | LaneKind::Queue if view.waiting.is_empty() => Gate::Free,
        LaneKind::Group | LaneKind::Queue => Gate::Held,
    }
}

/// What stands where the message in flight would.
fn empty(view: &LaneView, now: Time) -> String {
    let Some(head) = view.waiting.first() else {
        return "nothing waits".to_owned();
    };
    match &head.reason {
        Reason::NotBefore { at } if *at > now => format!("held until {}", in_words(*at)),
        Reason::HeldForReclaim { until } => {
            format!("held for reclaim until {}", in_words(*until))
        }
        Reason::Bucket { until, .. } => format!("no room until {}", in_words(*until)),
        Reason::NoCredit => "no free worker".to_owned(),
        Reason::OtherTurn { key } => format!("{key}’s turn"),
        Reason::NotBefore { .. }
        | Reason::BehindHead { .. }
        | Reason::BehindInFlight { .. }
        | Reason::Nothing => "free".to_owned(),
    }
}

fn summary(view: &LaneView) -> String {
    let mut parts = Vec::new();
    if view.kind == LaneKind::Unordered {
        parts.push("unordered".to_owned());
    }
    if view.done > 0 {
        parts.push(format!("{} done", grouped(view.done)));
    }
    if !view.waiting.is_empty() {
        parts.push(format!("{} waiting", grouped(view.waiting.len())));
    }
    if view.dead > 0 {
        parts.push(format!("{} dead", grouped(view.dead)));
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Msg;

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

    #[test]
    fn a_phone_shows_the_last_that_is_done_and_counts_the_others() {
        let mut session = Session::of(
            "queue q\n  ordered by header k\nworkers W1\nat 0s send m1..m50(A)\nwork\n  takes 1s\n",
        );
        session.update(Msg::Last);
        let done = |session: &Session| {
            let scene = lanes(session, &session.played().run().snapshot(session.position()));
            let names: Vec<String> =
                scene.lanes[0].done.iter().map(|pill| pill.message.to_string()).collect();
            (names.join(" "), scene.lanes[0].done_before)
        };
        session.update(Msg::Measured(763));
        assert_eq!(done(&session), ("m50 m49".to_owned(), 48));
        session.update(Msg::Measured(335));
        assert_eq!(done(&session), ("m50".to_owned(), 49));
    }

    #[test]
    fn many_in_flight_are_folded() {
        let mut session =
            Session::of("queue q\nworker W1 takes 40\nat 0s send m1..m50\nwork\n  takes 1s\n");
        let lane = |session: &Session| {
            let scene = lanes(session, &session.played().run().snapshot(0));
            (scene.lanes[0].in_flight.len(), scene.lanes[0].more_in_flight)
        };
        assert_eq!(lane(&session), (6, 34));
        let name = Name::clone(&session.played().lanes()[0]);
        session.update(Msg::ToggleLane(name));
        assert_eq!(lane(&session), (40, 0));
    }
}
