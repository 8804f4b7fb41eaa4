//! The parts of the page. One component for all: it draws a part again only when what the part shows has changed, and
//! a component of its own for each would cost more code than the part itself.

use super::timeline::Watch;
use super::{
    dead_letters, delays, lanes, lesson, narration, notice, sheet, source, steps, throttles,
    timeline, top, transport, workers,
};
use crate::scene::{
    DeadLettersScene, DelaysScene, LaneScene, LanesScene, NarrationScene, RowScene, SheetScene,
    SourceScene, StepsScene, TabsScene, ThrottlesScene, TimelineScene, TopScene, TransportScene,
    WorkersScene,
};
use crate::session::{Checks, Msg};
use std::cell::Cell;
use std::rc::Rc;
use yew::prelude::*;
use yew::virtual_dom::{Key, VComp, VNode};

/// A part, and what it shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// The bar at the top.
    Top(Rc<TopScene>),
    /// The bar at the top of a figure.
    Caption(Rc<TopScene>),
    /// Where in the run the page is, and the ways to go elsewhere.
    Transport(Rc<TransportScene>),
    /// What the lesson asks, what to watch, what to try.
    Lesson(Rc<TopScene>),
    /// Why the last edit could not be made.
    Notice(Rc<TopScene>),
    /// The sentence about the step.
    Narration(Rc<NarrationScene>),
    /// The lanes.
    Lanes(Rc<LanesScene>),
    /// One of them.
    Lane(Rc<LaneScene>),
    /// The timeline.
    Timeline(Rc<TimelineScene>),
    /// The workers.
    Workers(Rc<WorkersScene>),
    /// The throttles.
    Throttles(Rc<ThrottlesScene>),
    /// The delays that can be turned.
    Delays(Rc<DelaysScene>),
    /// The dead letters.
    DeadLetters(Rc<DeadLettersScene>),
    /// The step table.
    Steps(Rc<StepsScene>),
    /// A row of it.
    Row {
        /// The row.
        row: Rc<RowScene>,
        /// Whether some workers have no column.
        more: bool,
        /// Whether the tab key comes by.
        reachable: bool,
    },
    /// The text.
    Source(Rc<SourceScene>),
    /// The numbers of its lines, and which of them expect in vain.
    Gutter(usize, Rc<Checks>),
    /// The text in its colours.
    Colours(Rc<str>),
    /// The tabs.
    Tabs(Rc<TabsScene>),
    /// What is beside the text.
    Pane(Rc<SheetScene>),
    /// What lies above the page.
    Sheet(Rc<SheetScene>),
}

/// What a part is given.
#[derive(Clone, Debug, Properties, PartialEq)]
pub struct DrawProps {
    /// The part.
    pub part: Part,
    /// What the person did.
    pub act: Callback<Msg>,
}

/// Draws a part.
#[derive(Debug, Default)]
pub struct Draw {
    kept: Kept,
    drawn: Option<Part>,
    watch: Option<Watch>,
}

/// What a part has in hand from one drawing to the next.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// The element that scrolls, is measured or opens.
    pub(super) frame: NodeRef,
    /// The field that is typed in.
    pub(super) field: NodeRef,
    /// Whether the pointer holds the thumb.
    pub(super) held: Rc<Cell<bool>>,
}

impl Component for Draw {
    type Message = ();
    type Properties = DrawProps;

    fn create(_ctx: &Context<Self>) -> Self {
        Self::default()
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let DrawProps { part, act } = ctx.props();
        let kept = &self.kept;
        let drawn = match part {
            Part::Top(scene) => top::top(scene, act, kept),
            Part::Caption(scene) => top::caption(scene, act),
            Part::Transport(scene) => transport::transport(scene, act, kept),
            Part::Lesson(scene) => {
                return lesson::lesson(scene).map(Html::from).unwrap_or_default();
            }
            Part::Notice(scene) => notice::notice(scene.notice.as_deref(), act),
            Part::Narration(scene) => narration::narration(scene, act),
            Part::Lanes(scene) => lanes::lanes(scene, act),
            Part::Lane(lane) => lanes::lane(lane, act),
            Part::Timeline(scene) => timeline::timeline(scene, act, kept),
            Part::Workers(scene) => workers::workers(scene, act),
            Part::Throttles(scene) => throttles::throttles(scene, act),
            Part::Delays(scene) => delays::delays(scene, act),
            Part::DeadLetters(scene) => dead_letters::dead_letters(scene, act),
            Part::Steps(scene) => steps::steps(scene, act, kept),
            Part::Row { row, more, reachable } => steps::row(row, *more, *reachable, act),
            Part::Source(scene) => source::source(scene, act, kept),
            Part::Gutter(lines, checks) => source::gutter(*lines, checks),
            Part::Colours(text) => source::colours(text),
            Part::Tabs(scene) => sheet::tabs(scene, act),
            Part::Pane(scene) => sheet::pane(scene, act),
            Part::Sheet(scene) => sheet::sheet(scene, act, kept),
        };
        drawn.into()
    }

    fn rendered(&mut self, ctx: &Context<Self>, _first: bool) {
        let DrawProps { part, act } = ctx.props();
        let before = self.drawn.replace(part.clone());
        match (part, &before) {
            (Part::Timeline(_), None) => {
                self.watch = Some(Watch::of(&self.kept.frame, act.clone()));
            }
            (Part::Steps(scene), Some(Part::Steps(before))) if steps::stays(scene, before) => {}
            (Part::Steps(_), _) => steps::follow(&self.kept.frame),
            (Part::Source(scene), Some(Part::Source(before))) => {
                source::keep_up(scene, Some(before), &self.kept);
            }
            (Part::Source(scene), _) => source::keep_up(scene, None, &self.kept),
            (Part::Top(scene), _) => top::keep_up(scene, &self.kept),
            (Part::Sheet(scene), _) => sheet::show(scene.name.is_some(), &self.kept.frame),
            _ => {}
        }
    }
}

/// A part of the page, to be drawn when what it shows has changed.
#[inline(never)]
pub(crate) fn draw(part: Part, act: &Callback<Msg>, key: Option<Key>) -> Html {
    let props = Rc::new(DrawProps { part, act: act.clone() });
    VNode::VComp(Rc::new(VComp::new::<Draw>(props, key)))
}
