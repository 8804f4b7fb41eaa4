//! Lanes: what waits, the gate, what is in flight, what is done.

use super::drawer::{self, DrawerScene};
use super::words::{grouped, in_words};
use crate::session::{Draft, Played, Session};
use queuescope_sim::{
    Component, LaneKind, LaneView, Name, OrderDecl, Reason, Snapshot, Time, WaitingView,
};

/// How many waiting messages a folded lane shows.
const FOLDED: usize = 6;
/// How many an unfolded one shows.
const UNFOLDED: usize = 200;
/// How many finished messages a lane shows.
const FINISHED: usize = 2;
/// How many lanes there are on screen.
const MOST_LANES: usize = 60;

/// The lanes panel.
#[derive(Clone, Debug, PartialEq)]
pub struct LanesScene {
    /// `Groups`, `Queue` or `Messages`.
    pub heading: &'static str,
    /// What the queue is ordered by.
    pub order: String,
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
}

/// The form for a new message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComposeScene {
    /// What is filled in.
    pub draft: Draft,
    /// When it will be sent.
    pub at: Time,
    /// What the key is called; none: the queue has no key of one header.
    pub key: Option<String>,
    /// Values that the key has had.
    pub keys: Vec<String>,
    /// Why it cannot be sent as filled in.
    pub objection: Option<String>,
}

/// A lane.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneScene {
    /// Its name.
    pub name: Name,
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
    let mut lanes: Vec<LaneScene> = snapshot
        .lanes
        .iter()
        .take(MOST_LANES)
        .map(|view| lane(session, view, snapshot.at))
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
        counts: format!(
            "{} waiting, {} in flight, {} done",
            counts.pending, counts.in_flight, counts.acked
        ),
        lanes,
        hidden: snapshot.lanes.len().saturating_sub(MOST_LANES),
        compose: session.composing().then(|| compose(session)),
        drawer,
    }
}

fn lane(session: &Session, view: &LaneView, now: Time) -> LaneScene {
    let hue = session.played().hue(&view.name);
    let open = session.is_open(&view.name);
    let shown = if open { UNFOLDED } else { FOLDED };
    let selected = |message: &Name| session.selection() == Some(message);
    let waiting = view
        .waiting
        .iter()
        .take(shown)
        .enumerate()
        .map(|(place, waiting)| PillScene {
            message: Name::clone(&waiting.message),
            hue,
            state: state(&waiting.reason),
            note: note(&waiting.reason, place),
            title: format!("{} waits: {}", waiting.message, reason_in_words(&waiting.reason)),
            selected: selected(&waiting.message),
        })
        .collect();
    let in_flight = view
        .in_flight
        .iter()
        .map(|held| PillScene {
            message: Name::clone(&held.message),
            hue,
            state: PillState::InFlight,
            note: Some(held.worker.to_string()),
            title: format!(
                "{} is in flight with {}, attempt {}, lease until {}",
                held.message,
                held.worker,
                held.attempt,
                in_words(held.until)
            ),
            selected: selected(&held.message),
        })
        .collect();
    let done: Vec<PillScene> = view
        .done_latest
        .iter()
        .rev()
        .take(FINISHED)
        .map(|message| PillScene {
            message: Name::clone(message),
            hue,
            state: PillState::Done,
            note: None,
            title: format!("{message} is done"),
            selected: selected(message),
        })
        .collect();
    LaneScene {
        name: Name::clone(&view.name),
        hue,
        summary: summary(view),
        gate: gate(view),
        empty: empty(view, now),
        in_flight,
        waiting,
        folded: view.waiting.len().saturating_sub(shown),
        open,
        why: why(&view.waiting),
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

/// `a2 not before 9 s · a3 behind a2`: the messages with one reason together, the first few reasons.
fn why(waiting: &[WaitingView]) -> String {
    const REASONS: usize = 3;
    const NAMES: usize = 3;
    let mut parts: Vec<(&Reason, Vec<&str>, usize)> = Vec::new();
    for view in waiting {
        if let Some((_, names, count)) =
            parts.iter_mut().find(|(reason, ..)| **reason == view.reason)
        {
            *count += 1;
            if names.len() < NAMES {
                names.push(&view.message);
            }
        } else if parts.len() < REASONS {
            parts.push((&view.reason, vec![&view.message], 1));
        } else {
            break;
        }
    }
    parts
        .into_iter()
        .map(|(reason, names, count)| {
            let more = count - names.len();
            let mut words = names.join(", ");
            if more > 0 {
                words.push_str(&format!(" and {} more", grouped(more)));
            }
            format!("{words} {}", reason_in_words(reason))
        })
        .collect::<Vec<_>>()
        .join(" · ")
}

pub(super) fn reason_in_words(reason: &Reason) -> String {
    match reason {
        Reason::BehindHead { head } => format!("behind {head}"),
        Reason::BehindInFlight { message, .. } => format!("behind {message}"),
        Reason::NotBefore { at } => format!("not before {}", in_words(*at)),
        Reason::Bucket { throttle, bucket, until } => {
            format!("no room in {} until {}", bucket_in_words(throttle, bucket), in_words(*until))
        }
        Reason::OtherTurn { key } => format!("{key}’s turn first"),
        Reason::NoCredit => "no worker is free".to_owned(),
        Reason::Nothing => "goes next".to_owned(),
    }
}

fn bucket_in_words(throttle: &str, bucket: &str) -> String {
    if bucket == "all" { throttle.to_owned() } else { format!("{throttle}/{bucket}") }
}

fn state(reason: &Reason) -> PillState {
    match reason {
        Reason::BehindHead { .. } | Reason::BehindInFlight { .. } => PillState::Behind,
        Reason::NotBefore { .. } => PillState::Later,
        Reason::Bucket { .. } => PillState::Throttled,
        Reason::OtherTurn { .. } => PillState::Turn,
        Reason::NoCredit => PillState::NoCredit,
        Reason::Nothing => PillState::Next,
    }
}

fn note(reason: &Reason, place: usize) -> Option<String> {
    match reason {
        Reason::NotBefore { at } => Some(in_words(*at)),
        Reason::Bucket { until, .. } => Some(in_words(*until)),
        Reason::OtherTurn { .. } if place == 0 => Some("turn".to_owned()),
        Reason::NoCredit if place == 0 => Some("worker".to_owned()),
        Reason::Nothing => Some("next".to_owned()),
        Reason::OtherTurn { .. }
        | Reason::NoCredit
        | Reason::BehindHead { .. }
        | Reason::BehindInFlight { .. } => None,
    }
}

fn order_in_words(played: &Played) -> String {
    match &played.scenario().queue.order {
        OrderDecl::Unordered => "unordered: the oldest that may go goes first".to_owned(),
        OrderDecl::Ordered => "ordered as a whole: one in flight at most".to_owned(),
        OrderDecl::By(components) => {
            let components: Vec<String> = components.iter().map(component_in_words).collect();
            format!("ordered by {} · one in flight per group at most", components.join(", "))
        }
    }
}

pub(super) fn component_in_words(component: &Component) -> String {
    match component {
        Component::Header(name) => format!("header {name}"),
        Component::Attribute(name) => format!("attribute {name}"),
        Component::FairnessKey => "fairness key".to_owned(),
    }
}

fn compose(session: &Session) -> ComposeScene {
    let played = session.played();
    let key = match &played.scenario().queue.order {
        OrderDecl::By(components) => match &components[..] {
            [Component::Header(name)] => Some(name.clone()),
            _ => None,
        },
        OrderDecl::Ordered | OrderDecl::Unordered => None,
    };
    let keys = if key.is_some() {
        played
            .lanes()
            .iter()
            .filter(|lane| played.hue(lane) > 0)
            .take(40)
            .map(|lane| lane.to_string())
            .collect()
    } else {
        Vec::new()
    };
    let mut draft = session.draft().clone();
    if key.is_none() {
        // What was written into a field that is gone is not sent.
        draft.key.clear();
    }
    let objection = if draft.message.is_empty() {
        Some("It needs a name.".to_owned())
    } else if played.lane_of(&draft.message).is_some() {
        Some(format!("There is a {} already.", draft.message))
    } else {
        session.objection(&draft.send())
    };
    ComposeScene { at: session.act_at(), draft, key, keys, objection }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(message: &str, reason: Reason) -> WaitingView {
        WaitingView { message: message.into(), attempts: 0, reason }
    }

    #[test]
    fn reasons_are_said_once() {
        let head = || Reason::BehindHead { head: "a2".into() };
        let waiting = [
            waits("a2", Reason::NotBefore { at: Time::from_secs(9) }),
            waits("a3", head()),
            waits("a4", head()),
            waits("a5", head()),
            waits("a6", head()),
        ];
        assert_eq!(why(&waiting), "a2 not before 9 s · a3, a4, a5 and 1 more behind a2");
        assert_eq!(why(&[]), "");
    }
}
