//! The transport: where in the run the page is.

use super::words::{grouped, in_words};
use crate::scale::Rail;
use crate::session::{Session, Speed};
use std::rc::Rc;

/// The most marks that the scrubber has.
const MOST_MARKS: usize = 240;

/// The transport.
#[derive(Clone, Debug, PartialEq)]
pub struct TransportScene {
    /// How many steps there are.
    pub count: usize,
    /// The one on screen.
    pub position: usize,
    /// Its instant: `4 s`.
    pub time: String,
    /// `step 5 of 9`.
    pub place: String,
    /// Whether steps follow by themselves.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// Where each step is.
    pub rail: Rc<Rail>,
    /// The steps with a mark on the scrubber.
    pub marks: Vec<usize>,
    /// The steps at which playing ends.
    pub stops: Vec<usize>,
    /// The step from which on the future is another one.
    pub forked: Option<usize>,
    /// Whether each mark can be told from the next by eye.
    pub roomy: bool,
}

pub(super) fn transport(session: &Session) -> TransportScene {
    let rail = session.played().rail();
    let count = rail.len();
    TransportScene {
        count,
        position: session.position(),
        time: in_words(session.now()),
        place: if count == 0 {
            "no steps".to_owned()
        } else {
            format!("step {} of {}", grouped(session.position() + 1), grouped(count))
        },
        playing: session.playing(),
        speed: session.speed(),
        rail: Rc::clone(rail),
        marks: rail.marks(MOST_MARKS),
        stops: session
            .stops()
            .iter()
            .copied()
            .filter(|step| *step < count)
            .take(MOST_MARKS)
            .collect(),
        forked: session.forked().map(|at| session.played().run().index_at(at)),
        roomy: count <= 24,
    }
}
