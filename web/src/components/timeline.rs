//! The timeline, as SVG.

mod words;

use super::Sign;
use super::draw::Kept;
use super::node::{Node, On, el};
use crate::scale::px;
use crate::scene::{
    ArrivalScene, BarScene, BatchScene, CrashScene, DownScene, HoldScene, LabelScene, MarkScene,
    PlayheadScene, SpanScene, TimelineScene,
};
use crate::session::{Msg, TimelineBy, ZOOM_MOST};
use queuescope_sim::Outcome;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, MouseEvent, ResizeObserver};
use yew::prelude::*;

/// The timeline panel.
pub(super) fn timeline(scene: &TimelineScene, act: &Callback<Msg>, kept: &Kept) -> Node {
    let frame = &kept.frame;
    let by = |by: TimelineBy, word: &'static str| {
        el("button")
            .truth("aria-pressed", scene.by == by)
            .says(On::Click, act, Msg::TimelineBy(by))
            .text(word)
    };
    let zoom = |word: &'static str, label: &'static str, to: u32, off: bool| {
        let button = el("button")
            .attr("aria-label", label)
            .attr("title", label)
            .truth("aria-disabled", off)
            .text(word);
        // It stays where it is for the focus.
        if off { button } else { button.says(On::Click, act, Msg::Zoom(to)) }
    };
    let out = zoom("−", "Zoom out", scene.zoom.saturating_sub(1), scene.zoom <= scene.zoom_least);
    let into = zoom("+", "Zoom in", scene.zoom + 1, scene.zoom >= ZOOM_MOST);
    let choice =
        |label: &'static str| el("span.choice").attr("role", "group").attr("aria-label", label);
    let rows = choice("Rows")
        .child(by(TimelineBy::Worker, "by worker"))
        .child(by(TimelineBy::Lane, "by group"));
    let head = el("div.card-head")
        .child(el("h2#timeline-heading").text("Timeline"))
        .child(el("span.hint").say(&scene.left_out))
        .child(el("span.grow"))
        .child(choice("Zoom").child(out).child(into))
        .child(rows);
    let seek = {
        let (frame, scale, gutter) = (frame.clone(), scene.scale, scene.gutter);
        move |event: Event| {
            let bounds = frame.cast::<Element>()?.get_bounding_client_rect();
            let at = event.unchecked_ref::<MouseEvent>().client_x();
            let x = f64::from(at) - bounds.left() - gutter;
            (x >= 0.0).then(|| Msg::SeekTime(scale.at(x)))
        }
    };
    el("section#timeline.card timeline")
        .attr("aria-labelledby", "timeline-heading")
        .child(head)
        .maybe((!scene.arrivals.is_empty()).then(|| sent(scene)))
        .child(el("div.plot").known(frame).hears(On::Click, act, seek).child(plot(scene)))
}

/// When the script sends. The marks say which line they are of, and the strip how long a pixel is: whoever moves them looks there.
fn sent(scene: &TimelineScene) -> Node {
    let scale = &scene.scale;
    let micros = scale.until.as_micros() - scale.from.as_micros();
    let mark = |mark: &ArrivalScene| {
        el("button.arrival")
            .hue(mark.hue)
            .class_if(mark.future, "future")
            .key(&mark.line.to_string())
            .set("data-line", &mark.line.to_string())
            .set("data-at", &mark.at.as_micros().to_string())
            .style(format_args!("left:{}px", px(scene.gutter + mark.x)))
            .set("title", &mark.title)
            .put("aria-label", format_args!("{}: ← and → move it", mark.title))
    };
    el("div.sent")
        .class_if(scene.frozen, "frozen")
        .put("data-micros-per-px", format_args!("{}", micros / scale.width as u64))
        .child(el("span.label").text("sent"))
        .each(scene.arrivals.iter().map(mark))
}

fn plot(scene: &TimelineScene) -> Node {
    let width = scene.scale.width + scene.gutter;
    let grace = |crash: &CrashScene| {
        (crash.grace > 0.0).then(|| {
            el("g.grace").child(el("title").say(&crash.title)).child(rect(
                "rect",
                crash.x,
                0.0,
                crash.grace,
                scene.floor,
                0.0,
            ))
        })
    };
    let mut area = el("g")
        .put("transform", format_args!("translate({} 0)", px(scene.gutter)))
        .each(scene.crashes.iter().filter_map(grace));
    for MarkScene { x, middle, word } in &scene.marks {
        area = area
            .child(el("path.grid").put("d", format_args!("M{} 0V{}", px(*x), px(scene.floor))))
            .child(el("text.axis").px("x", *middle).px("y", scene.floor + 18.0).say(word));
    }
    let lines = words::lines(scene);
    let area = area
        .each(scene.holds.iter().map(|at| hold(at, words::lifts_hold(at, &lines))))
        .each(scene.batches.iter().map(batch))
        .each(scene.bars.iter().map(|at| bar(at, words::lifts_bar(at, &lines))))
        .each(scene.downs.iter().map(down))
        .each(scene.crashes.iter().map(|at| crash(at, scene.floor)))
        .maybe(scene.playhead.as_ref().map(|at| playhead(at, scene.floor)))
        .child(words::words(scene, &lines));
    el("svg")
        .put("viewBox", format_args!("0 0 {} {}", px(width), px(scene.height)))
        .px("width", width)
        .px("height", scene.height)
        .attr("role", "img")
        .set("aria-label", &scene.summary)
        .each(scene.labels.iter().map(label))
        .child(area)
}

fn label(label: &LabelScene) -> Node {
    let text = el("text.label").attr("x", "0").px("y", label.y + 4.0).say(&label.short);
    let text = match label.hue {
        Some(hue) => text.hue(hue),
        None => text,
    };
    text.child(el("title").say(&label.name))
}

/// Tells the width of the plot, at once and whenever it changes.
#[derive(Debug)]
pub(super) struct Watch {
    observer: Option<ResizeObserver>,
    /// What the observer calls for as long as it observes.
    _told: Closure<dyn FnMut()>,
}

impl Watch {
    pub(super) fn of(frame: &NodeRef, act: Callback<Msg>) -> Self {
        let element = frame.cast::<Element>();
        let tell = {
            let element = element.clone();
            move || {
                if let Some(element) = &element {
                    let width = u32::try_from(element.client_width()).unwrap_or(0);
                    act.emit(Msg::Measured(width.max(160)));
                }
            }
        };
        tell();
        let told = Closure::<dyn FnMut()>::new(tell);
        let observer = ResizeObserver::new(told.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(element)) = (&observer, &element) {
            observer.observe(element);
        }
        Self { observer, _told: told }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

/// A rectangle with round corners.
fn rect(class: &'static str, x: f64, y: f64, width: f64, height: f64, round: f64) -> Node {
    el(class).px("x", x).px("y", y).px("width", width).px("height", height).px("rx", round)
}

/// A window: what is put into it is cut off at its edges.
fn frame(x: f64, y: f64, width: f64, height: f64) -> Node {
    el("svg").px("x", x).px("y", y).px("width", width).px("height", height)
}

/// A delivery; its name is drawn elsewhere where it is lifted above the lines.
fn bar(bar: &BarScene, lifted: bool) -> Node {
    let sign = bar.outcome.map(|outcome| match outcome {
        Outcome::Acked => (Sign::Check, false),
        Outcome::Nacked => (Sign::Retry, true),
        Outcome::Expired => (Sign::Expired, true),
        Outcome::Rejected | Outcome::DeadLettered => (Sign::Cross, true),
        Outcome::Returned => (Sign::Return, false),
        Outcome::Unresolved => (Sign::Unknown, true),
    });
    let middle = bar.y + bar.height / 2.0;
    let label = |class: &'static str, x: f64, y: f64| {
        bar.label.as_ref().map(|label| el(class).px("x", x + 8.0).px("y", y + 4.0).say(label))
    };
    // What is past is drawn over what is ahead and cut off, so that the name is to be read on either ground.
    let past = (bar.past > 0.0).then(|| {
        frame(bar.x, bar.y, bar.past, bar.height)
            .child(rect("rect.past", 0.0, 0.0, bar.width, bar.height, bar.width.min(5.0)))
            .maybe(label("text.on", 0.0, bar.height / 2.0).filter(|_| !lifted))
    });
    let ahead = label("text.off", bar.x, middle).filter(|_| !lifted && bar.past < bar.width);
    let node = el("g.bar")
        .hue(bar.hue)
        .class_if(bar.unended, "unended")
        .set("data-bar", &bar.message)
        .child(el("title").say(&bar.title))
        .child(rect("rect.ahead", bar.x, bar.y, bar.width, bar.height, 5.0))
        .maybe(ahead)
        .maybe(past)
        .each(bar.spans.iter().map(|part| span(part, bar)));
    match sign {
        Some((sign, bad)) => cap(node, (bar.x, bar.width), bar, sign, bad),
        None => node,
    }
}

/// What a stretch of a bar is more than a delivery: nothing that the leader knows of, or one of two at once.
fn span(part: &SpanScene, bar: &BarScene) -> Node {
    let SpanScene { x, width, past, twice, .. } = *part;
    let stretch = |node: Node, x: f64, y: f64| {
        let (from, middle) = (px(x), px(y + bar.height / 2.0));
        let stripes = format_args!("M{from} {middle}h{}", px(width));
        let stripes = twice.then(|| el("path.stripes").put("d", stripes));
        node.child(rect("rect", x, y, width, bar.height, 5.0)).maybe(stripes)
    };
    let shade = || el("g").class_if(past < width, "future");
    let whole = stretch(shade(), x, bar.y);
    let sign = twice.then(|| cap(shade(), (x, width), bar, Sign::Twice, true));
    // What is past is drawn over what is ahead and cut off, with its outline, which is half outside.
    let over = (past > 0.0 && past < width)
        .then(|| stretch(frame(x - 1.0, bar.y - 1.0, past + 1.0, bar.height + 2.0), 1.0, 1.0));
    el("g")
        .class(if twice { "twice" } else { "lost" })
        .child(el("title").say(&part.title))
        .child(whole)
        .maybe(over)
        .maybe(sign)
}

/// A sign at the end of a stretch of a bar.
fn cap(node: Node, (x, width): (f64, f64), bar: &BarScene, sign: Sign, bad: bool) -> Node {
    let (path, _) = sign.path();
    let middle = bar.y + bar.height / 2.0;
    let cap = width.min(18.0);
    let x = x + width - cap;
    // What was lost to the end leaves no ground for the sign to stand out from.
    let covers = |part: &SpanScene| part.x < x + cap / 2.0 && part.x + part.width > x + cap / 2.0;
    let hollow = bar.spans.iter().any(|part| !part.twice && covers(part));
    let ground = bad.then(|| rect("rect.bad", x, bar.y, cap, bar.height, cap.min(5.0)));
    let shape = (width >= 16.0).then(|| {
        let (left, top) = (px(x + cap / 2.0 - 6.0), px(middle - 6.0));
        el("path.sign")
            .class_if(bad, "bad")
            .class_if(hollow, "hollow")
            .attr("d", path)
            .put("transform", format_args!("translate({left} {top}) scale(.75)"))
    });
    node.maybe(ground).maybe(shape)
}

fn hold(hold: &HoldScene, lifted: bool) -> Node {
    let label = hold.label.as_ref().filter(|_| !lifted).map(|label| {
        el("text").px("x", hold.x + 8.0).px("y", hold.y + hold.height / 2.0 + 4.0).say(label)
    });
    el("g.hold")
        .hue(hold.hue)
        .class_if(hold.future, "future")
        .child(el("title").say(&hold.title))
        .child(rect("rect", hold.x, hold.y, hold.width, hold.height, 5.0))
        .maybe(label)
}

fn down(down: &DownScene) -> Node {
    let out = if down.cut_off { 3.0 } else { 0.0 };
    el("g.down").class_if(down.cut_off, "cut-off").child(el("title").say(&down.title)).child(rect(
        "rect",
        down.x,
        down.y - out,
        down.width,
        down.height + 2.0 * out,
        5.0,
    ))
}

fn batch(batch: &BatchScene) -> Node {
    el("g.parts").hue(batch.hue).child(el("title").say(&batch.title)).child(rect(
        "rect",
        batch.x,
        batch.y,
        batch.width,
        batch.height,
        7.0,
    ))
}

fn crash(at: &CrashScene, floor: f64) -> Node {
    let line = format_args!("M{} 16V{}", px(at.x), px(floor));
    el("g.leader-crash")
        .class_if(at.future, "future")
        .child(el("title").say(&at.title))
        .child(el("path.line").put("d", line))
}

fn playhead(at: &PlayheadScene, floor: f64) -> Node {
    let middle = at.left + at.width / 2.0;
    el("g#playhead.playhead")
        .child(el("path").put("d", format_args!("M{} 0V{}", px(at.x), px(floor + 4.0))))
        .child(rect("rect", at.left, floor + 4.0, at.width, 20.0, 5.0))
        .child(el("text").px("x", middle).px("y", floor + 18.0).say(&at.word))
}
