//! Lanes: what waits, the gate, what is in flight, what is done.

mod order;
mod pills;
mod reason;

pub use pills::{PillScene, PillState};

use super::words::{grouped, in_words};
use crate::session::Session;
pub(super) use order::components_in_words;
use order::{besides, order_in_words};
use pills::Pills;
use queuescope_sim::{
    LaneKind, LaneView, Name, OrderDecl, Reason, Snapshot, Time, Unknown, batch_in_words,
};
use reason::why;

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
    /// What all that is shown has in its name, or in its messages'; empty: all is shown.
    pub filter: String,
    /// The form for a new message, where it is open, as it is written down.
    pub compose: Option<String>,
    /// The drawer of a message that is in none of the lanes shown.
    pub drawer: Option<String>,
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
    pub drawer: Option<String>,
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

pub(super) fn lanes(session: &Session, snapshot: &Snapshot) -> LanesScene {
    let played = session.played();
    let unknown = Unknown::of(snapshot);
    let shown = |view: &&LaneView| {
        let waiting = view.waiting.iter().map(|view| &view.message);
        let in_flight = view.in_flight.iter().map(|view| &view.message);
        let done = view.done_latest.iter();
        session
            .lets_through(std::iter::once(&view.name).chain(waiting).chain(in_flight).chain(done))
    };
    let through: Vec<&LaneView> = snapshot.lanes.iter().filter(shown).collect();
    let mut lanes: Vec<LaneScene> = through
        .iter()
        .take(MOST_LANES)
        .map(|view| lane(session, view, snapshot, &unknown))
        .collect();
    // One that never arrives has no lane, and nothing is told of it.
    let selected = session.selection().and_then(|message| played.lane_of(message));
    let mut drawer = selected.map(|_| session.drawn("drawer"));
    if let Some(lane) = lanes.iter_mut().find(|lane| Some(&lane.name) == selected) {
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
        hidden: through.len().saturating_sub(MOST_LANES),
        filter: session.filter().to_owned(),
        compose: session.composing().then(|| session.drawn("compose")),
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
    let open = session.is_open(&view.name);
    let pills = Pills { session, view, unknown, hue: session.played().hue(&view.name), open };
    let waiting = pills.waiting(snapshot);
    let (in_flight, twice) = pills.in_flight();
    let done = pills.done();
    let mut why = why(&view.waiting);
    if let Some((names, [one, other])) = twice {
        let space = if why.is_empty() { "" } else { " · " };
        why = format!("{names} processed twice at once, by {one} and {other}{space}{why}");
    }
    LaneScene {
        name: Name::clone(&view.name),
        shard: view.shard,
        hue: pills.hue,
        summary: summary(view),
        gate: gate(view),
        empty: empty(view, snapshot.at),
        batch: view.in_flight.first().and_then(|first| batch_in_words(first, view.in_flight.len())),
        more_in_flight: view.in_flight.len() - in_flight.len(),
        in_flight,
        folded: view.waiting.len().saturating_sub(waiting.len()),
        waiting,
        open,
        why,
        done_before: view.done.saturating_sub(done.len()),
        done,
        drawer: None,
    }
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
