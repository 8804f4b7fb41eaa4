//! Shrinking: the fewest acts, the plainest rules and the plainest messages that still fail.

use super::Case;
use super::act::{Act, Deed, How, Jump};
use super::play::play;
use crate::oracle::Flaw;
use crate::oracle::rules::{Backoff, Component, Order, Rules, Throttle};

/// How often a case is played at most while it is shrunk.
const PATIENCE: usize = 5_000;

/// The smallest case that can be found that still fails.
pub fn shrink(case: Case, flaw: Option<Flaw>) -> Case {
    let mut shrinking = Shrinking { case, flaw, left: PATIENCE };
    if let Some(failure) = play(&shrinking.case, flaw) {
        shrinking.case.acts.truncate(failure.act + 1);
    }
    while shrinking.fewer_acts() | shrinking.plainer_rules() | shrinking.plainer_acts() {}
    shrinking.case
}

struct Shrinking {
    case: Case,
    flaw: Option<Flaw>,
    left: usize,
}

impl Shrinking {
    /// Goes on with a case that still fails; its acts end where it does.
    fn keep(&mut self, mut smaller: Case) -> bool {
        if self.left == 0 || smaller == self.case {
            return false;
        }
        self.left -= 1;
        let Some(failure) = play(&smaller, self.flaw) else {
            return false;
        };
        smaller.acts.truncate(failure.act + 1);
        self.case = smaller;
        true
    }

    /// Leaves out stretches of acts: halves at first, single acts at last.
    fn fewer_acts(&mut self) -> bool {
        let mut shrunk = false;
        let mut stretch = self.case.acts.len().div_ceil(2);
        while stretch > 0 {
            let mut from = 0;
            while from < self.case.acts.len() {
                let mut smaller = self.case.clone();
                let to = (from + stretch).min(smaller.acts.len());
                smaller.acts.drain(from..to);
                if self.keep(smaller) {
                    shrunk = true;
                } else {
                    from += stretch;
                }
            }
            stretch /= 2;
        }
        shrunk
    }

    fn plainer_rules(&mut self) -> bool {
        let mut shrunk = false;
        let mut number = 0;
        while let Some(rules) = plainer(&self.case.rules).into_iter().nth(number) {
            if self.keep(Case { rules, ..self.case.clone() }) {
                shrunk = true;
            } else {
                number += 1;
            }
        }
        shrunk
    }

    fn plainer_acts(&mut self) -> bool {
        let mut shrunk = false;
        let mut place = 0;
        while place < self.case.acts.len() {
            let mut number = 0;
            while let Some(act) =
                self.case.acts.get(place).and_then(|act| plainer_acts(act).into_iter().nth(number))
            {
                let mut smaller = self.case.clone();
                smaller.acts[place] = act;
                if self.keep(smaller) {
                    shrunk = true;
                } else {
                    number += 1;
                }
            }
            place += 1;
        }
        shrunk
    }
}

/// Rules that have one thing less.
fn plainer(rules: &Rules) -> Vec<Rules> {
    let plain = Rules::default();
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Rules)| {
        let mut changed = rules.clone();
        change(&mut changed);
        if changed != *rules {
            all.push(changed);
        }
    };
    with(&|it| it.order = Order::Unordered);
    with(&|it| it.throttles.clear());
    with(&|it| it.on_failure.clear());
    with(&|it| it.classifier.clear());
    with(&|it| it.shards = (1, Vec::new()));
    with(&|it| it.shards.0 = it.shards.0.min(2));
    with(&|it| it.batch = 1);
    with(&|it| it.batch = it.batch.min(2));
    with(&|it| it.fast = false);
    with(&|it| it.take_turns = false);
    with(&|it| it.keyless_unordered = false);
    with(&|it| it.quantum = 1);
    with(&|it| it.backoff = Backoff::None);
    with(&|it| it.backoff = Backoff::Fixed(1_000_000));
    with(&|it| it.lease = plain.lease);
    with(&|it| it.lease = whole_seconds(it.lease));
    with(&|it| it.grace = plain.grace);
    with(&|it| it.attempts = plain.attempts);
    with(&|it| it.attempts = 1);
    if let Order::By(components) = &rules.order {
        with(&|it| it.order = Order::By(vec![Component::Header("account")]));
        for place in 0..components.len() {
            let mut fewer = components.clone();
            fewer.remove(place);
            if !fewer.is_empty() {
                with(&|it| it.order = Order::By(fewer.clone()));
            }
        }
    }
    for place in 0..rules.on_failure.len() {
        with(&|it| it.on_failure = without(&it.on_failure, place));
        with(&|it| it.on_failure[place].cause = None);
        with(&|it| it.on_failure[place].from_attempt = 1);
    }
    for place in 0..rules.classifier.len() {
        with(&|it| it.classifier = without(&it.classifier, place));
        with(&|it| it.classifier[place].when = None);
    }
    for place in 0..rules.throttles.len() {
        with(&|it| it.throttles = without(&it.throttles, place));
        for throttle in plainer_throttles(&rules.throttles[place]) {
            with(&|it| it.throttles[place] = throttle.clone());
        }
    }
    all
}

fn plainer_throttles(throttle: &Throttle) -> Vec<Throttle> {
    let mut all = Vec::new();
    for place in 0..throttle.limits.len() {
        let mut fewer = throttle.clone();
        fewer.limits.remove(place);
        if !fewer.limits.is_empty() {
            all.push(fewer);
        }
    }
    if !throttle.key.is_empty() {
        all.push(Throttle { key: Vec::new(), ..throttle.clone() });
    }
    if throttle.unthrottled {
        all.push(Throttle { unthrottled: false, ..throttle.clone() });
    }
    all
}

/// Acts that have one thing less.
fn plainer_acts(act: &Act) -> Vec<Act> {
    let mut all = Vec::new();
    if act.early > 0 {
        all.push(Act { early: 0, ..act.clone() });
    }
    let mut with = |deed: Deed| {
        if deed != act.deed {
            all.push(Act { early: act.early, deed });
        }
    };
    match &act.deed {
        Deed::Send(sent) => {
            for place in 0..sent.headers.len() {
                let mut fewer = sent.clone();
                fewer.headers.remove(place);
                with(Deed::Send(fewer));
                let mut first = sent.clone();
                if first.headers[place].0 == "account" {
                    first.headers[place].1 = "A";
                    with(Deed::Send(first));
                }
            }
            let mut changed = sent.clone();
            changed.fairness = None;
            with(Deed::Send(changed));
            let mut changed = sent.clone();
            changed.weight = 1;
            with(Deed::Send(changed));
            for delay in [0, whole_seconds(sent.delay)] {
                let mut changed = sent.clone();
                changed.delay = delay;
                with(Deed::Send(changed));
            }
        }
        Deed::Join(joining) => {
            for place in 0..joining.throttles.len() {
                let mut fewer = joining.clone();
                fewer.throttles.remove(place);
                with(Deed::Join(fewer));
                for throttle in plainer_throttles(&joining.throttles[place]) {
                    let mut changed = joining.clone();
                    changed.throttles[place] = throttle;
                    with(Deed::Join(changed));
                }
            }
            let mut changed = joining.clone();
            changed.credit = 1;
            with(Deed::Join(changed));
        }
        Deed::Time(Jump::By(span)) => {
            with(Deed::Time(Jump::By(1_000_000)));
            with(Deed::Time(Jump::By(whole_seconds(*span))));
        }
        Deed::Settle(pick, how) => {
            with(Deed::Settle(*pick, How::Ack));
            match how {
                How::Nack(Some(wait)) => {
                    with(Deed::Settle(*pick, How::Nack(None)));
                    with(Deed::Settle(*pick, How::Nack(Some(whole_seconds(*wait)))));
                }
                How::Extend(by) => with(Deed::Settle(*pick, How::Extend(whole_seconds(*by)))),
                How::Ack | How::Nack(None) | How::Reject => {}
            }
        }
        Deed::Time(Jump::ToWakeup | Jump::BeforeWakeup)
        | Deed::Deliver
        | Deed::Worker(..)
        | Deed::DeadLetter(_)
        | Deed::Redrive(_)
        | Deed::Purge(_)
        | Deed::CrashLeader => {}
    }
    all
}

/// The span rounded up to whole seconds.
const fn whole_seconds(span: u64) -> u64 {
    span.div_ceil(1_000_000).saturating_mul(1_000_000)
}

fn without<T: Clone>(all: &[T], place: usize) -> Vec<T> {
    let mut rest = all.to_vec();
    rest.remove(place);
    rest
}
