//! Throttles, their limits, and how full each bucket is.

use super::dead_letters::and_more;
use super::node::{Node, el};
use super::stepper::{stepper, time_stepper};
use super::{Sign, icon};
use crate::scene::{BucketScene, LimitScene, ThrottleScene, ThrottlesScene, UseScene};
use crate::session::{Knob, Msg};
use queuescope_sim::{LimitDecl, Time};
use std::num::NonZeroU32;
use yew::Callback;

/// The throttles panel.
pub(super) fn throttles(scene: &ThrottlesScene, act: &Callback<Msg>) -> Node {
    let none = scene.throttles.is_empty().then(|| {
        el("p.none").text("None declared. Try ").child(el("code").text("throttle all: 2 per 5s"))
    });
    el("section#throttles.card throttles")
        .attr("aria-labelledby", "throttles-heading")
        .child(el("div.card-head").child(el("h2#throttles-heading").text("Throttles")))
        .maybe(none)
        .each(scene.throttles.iter().map(|throttle| view(throttle, scene.frozen, act)))
}

fn view(throttle: &ThrottleScene, frozen: bool, act: &Callback<Msg>) -> Node {
    let name = &throttle.name;
    let none = throttle.buckets.is_empty();
    el("div.throttle")
        .key(name)
        .set("data-throttle", name)
        .child(
            el("p.throttle-name")
                .child(el("b").say(name))
                .text(" ")
                .child(el("small").say(&throttle.by)),
        )
        .each(throttle.limits.iter().map(|limit| knobs(limit, frozen, act)))
        .maybe(none.then(|| el("p.none").text("Nothing counts against it.")))
        .each(throttle.buckets.iter().map(bucket))
        .maybe(and_more(throttle.hidden, " buckets"))
}

fn knobs(scene: &LimitScene, frozen: bool, act: &Callback<Msg>) -> Node {
    let (is, index, name) = (scene.is, scene.index, &scene.called);
    let turned =
        |to: LimitDecl| Msg::Turn(Knob::Limit { throttle: scene.throttle.clone(), index, to });
    let number = |label: &str, value: NonZeroU32, set: fn(LimitDecl, NonZeroU32) -> LimitDecl| {
        let turn = |up| Some(turned(set(is, notch(value, up).filter(|_| !frozen)?)));
        let label = format!("{name}: {label}");
        stepper(&label, &value.to_string(), None, [turn(false), turn(true)], act)
    };
    let window = |per: Time| {
        let label = format!("{name}: window");
        let period = |per| turned(with_period(is, per));
        let period: &dyn Fn(Time) -> Msg = &period;
        time_stepper(&label, per, Some(Time::ZERO), act, (!frozen).then_some(period))
    };
    let per = || el("span").text("per");
    let line = el("p.knobs");
    match is {
        LimitDecl::Window { count, per: time } => {
            line.child(number("deliveries", count, with_count)).child(per()).child(window(time))
        }
        LimitDecl::Rate { count, per: time, burst } => line
            .child(el("span").text("rate"))
            .child(number("tokens", count, with_count))
            .child(per())
            .child(window(time))
            .child(el("span").text("burst"))
            .child(number("burst", burst, with_burst)),
    }
}

fn with_count(limit: LimitDecl, count: NonZeroU32) -> LimitDecl {
    match limit {
        LimitDecl::Window { per, .. } => LimitDecl::Window { count, per },
        LimitDecl::Rate { per, burst, .. } => LimitDecl::Rate { count, per, burst },
    }
}

fn with_period(limit: LimitDecl, per: Time) -> LimitDecl {
    match limit {
        LimitDecl::Window { count, .. } => LimitDecl::Window { count, per },
        LimitDecl::Rate { count, burst, .. } => LimitDecl::Rate { count, per, burst },
    }
}

fn with_burst(limit: LimitDecl, burst: NonZeroU32) -> LimitDecl {
    match limit {
        LimitDecl::Window { .. } => limit,
        LimitDecl::Rate { count, per, .. } => LimitDecl::Rate { count, per, burst },
    }
}

/// A number turned one notch, in steps that suit its size.
fn notch(value: NonZeroU32, up: bool) -> Option<NonZeroU32> {
    let value = value.get();
    let grain = match if up { value } else { value.saturating_sub(1) } {
        0..20 => 1,
        20..100 => 5,
        100..1_000 => 50,
        _ => 500,
    };
    NonZeroU32::new(if up {
        (value / grain + 1).saturating_mul(grain)
    } else {
        value.saturating_sub(1) / grain * grain
    })
}

fn bucket(bucket: &BucketScene) -> Node {
    let state = el("span.bucket-state")
        .maybe(bucket.full.then(|| icon(Sign::Clock, 12)))
        .say(&bucket.state);
    let state = match bucket.waiting.as_str() {
        "" => state,
        waiting => state.text(" · ").say(waiting),
    };
    el("div.bucket")
        .key(&bucket.name)
        .class_if(bucket.full, "full")
        .set("data-bucket", &bucket.name)
        .child(el("span.bucket-name").set("title", &bucket.name).say(&bucket.name))
        .child(el("span.uses").each(bucket.uses.iter().map(uses)))
        .child(state)
}

fn uses(used: &UseScene) -> Node {
    let UseScene { used, of } = *used;
    let share = u64::from(used) * 100 / u64::from(of.max(1));
    el("span.use")
        .class_if(used >= of, "spent")
        .child(el("span.meter").child(el("i").style(format_args!("width:{share}%"))))
        .child(el("span").print(format_args!("{used} of {of}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_turn_on_a_grid_and_stay_above_zero() {
        let turn = |value, up| notch(NonZeroU32::new(value)?, up).map(NonZeroU32::get);
        assert_eq!(turn(2, true), Some(3));
        assert_eq!(turn(1, false), None);
        assert_eq!(turn(20, true), Some(25));
        assert_eq!(turn(20, false), Some(19));
        assert_eq!(turn(1_000, false), Some(950));
    }
}
