//! What the page shows, as plain values: a session in, a scene out. Nothing here decides what the scheduler does.

mod dead_letters;
mod delays;
mod lanes;
mod narration;
mod sheet;
mod source;
mod steps;
mod throttles;
mod timeline;
mod top;
mod transport;
mod words;
mod workers;

pub use dead_letters::{DeadLetterScene, DeadLettersScene};
pub use delays::{DelayScene, DelaysScene};
pub use lanes::{Gate, LaneScene, LanesScene, PillScene, PillState};
pub use narration::{NarrationScene, Words};
pub use sheet::{SheetScene, TabsScene};
pub use source::SourceScene;
pub use steps::{CellScene, RowScene, StepsScene, When};
pub use throttles::{BucketScene, LimitScene, ThrottleScene, ThrottlesScene, UseScene};
pub use timeline::{
    ArrivalScene, BarScene, BatchScene, CrashScene, DownScene, HoldScene, LabelScene, MarkScene,
    NAME_LETTER, PlayheadScene, SpanScene, TimelineScene, WORD_LETTER,
};
pub use top::TopScene;
pub use transport::TransportScene;
pub use words::{grouped, in_words};
pub use workers::{HeldScene, Known, WorkerScene, WorkersScene};

use crate::session::Session;
use std::rc::Rc;

/// All panels. Each is shared, so that a panel that did not change is not drawn again.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The bar at the top.
    pub top: Rc<TopScene>,
    /// The transport.
    pub transport: Rc<TransportScene>,
    /// The sentence about the step.
    pub narration: Rc<NarrationScene>,
    /// The lanes.
    pub lanes: Rc<LanesScene>,
    /// The timeline.
    pub timeline: Rc<TimelineScene>,
    /// The workers.
    pub workers: Rc<WorkersScene>,
    /// The throttles.
    pub throttles: Rc<ThrottlesScene>,
    /// The delays that can be turned.
    pub delays: Rc<DelaysScene>,
    /// The dead letters.
    pub dead_letters: Rc<DeadLettersScene>,
    /// The step table.
    pub steps: Rc<StepsScene>,
    /// The text.
    pub source: Rc<SourceScene>,
    /// The tabs.
    pub tabs: Rc<TabsScene>,
    /// What is open above the page.
    pub sheet: Rc<SheetScene>,
}

impl Scene {
    /// Draws a session.
    pub fn of(session: &Session) -> Self {
        let played = session.played();
        let snapshot = played.run().snapshot(session.position());
        let step = played.run().step(session.position());
        Self {
            top: Rc::new(top::top(session)),
            transport: Rc::new(transport::transport(session)),
            narration: Rc::new(narration::narration(session, step, &snapshot)),
            lanes: Rc::new(lanes::lanes(session, &snapshot)),
            timeline: Rc::new(timeline::timeline(session)),
            workers: Rc::new(workers::workers(session, &snapshot)),
            throttles: Rc::new(throttles::throttles(session, &snapshot)),
            delays: Rc::new(delays::delays(session, &snapshot)),
            dead_letters: Rc::new(dead_letters::dead_letters(session, &snapshot)),
            steps: Rc::new(steps::steps(session)),
            source: Rc::new(source::source(session, step)),
            tabs: Rc::new(sheet::tabs(session)),
            sheet: Rc::new(sheet::sheet(session)),
        }
    }
}

#[cfg(test)]
mod tests;
