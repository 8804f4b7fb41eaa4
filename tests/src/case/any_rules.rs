//! Rules by chance: each feature often enough on its own and beside others, with spans that often meet.

use crate::chance::Chance;
use crate::oracle::rules::{
    Backoff, Cause, ClassRule, Component, FailureRule, Limit, Order, Rules, Sets, Throttle, Word,
};

const ACCOUNT: Component = Component::Header("account");
const REGION: Component = Component::Header("region");
const GRADE: Component = Component::Attribute("grade");

/// A span of time: often a whole second, so that several things fall on one instant.
pub(super) const fn any_span(chance: &mut Chance) -> u64 {
    match chance.below(10) {
        0 => 0,
        1..7 => (1 + chance.below(6)) * 1_000_000,
        7 | 8 => (1 + chance.below(12)) * 500_000,
        _ => 1 + chance.below(5_000_000),
    }
}

/// Any queue.
pub fn any_rules(chance: &mut Chance) -> Rules {
    let mut rules = Rules {
        order: any_order(chance),
        keyless_unordered: chance.percent(65),
        lease: 1 + any_span(chance) * chance.one_of([1, 1, 3]),
        attempts: 1 + chance.below(4) as u32,
        backoff: match chance.below(4) {
            0 | 1 => Backoff::None,
            2 => Backoff::Fixed(any_span(chance)),
            _ => Backoff::Doubling(any_span(chance), 4_000_000),
        },
        quantum: chance.one_of([1, 1, 2, 3]),
        take_turns: chance.percent(30),
        ..Rules::default()
    };
    if chance.percent(80) {
        rules.lease = rules.lease.max(1_000_001) - 1;
    }
    for _ in 0..chance.one_of([0, 0, 0, 1, 2]) {
        rules.on_failure.push(FailureRule {
            cause: chance.one_of([None, Some(Cause::Nacked), Some(Cause::Expired)]),
            from_attempt: 1 + chance.below(3) as u32,
            retry_after: chance.percent(50).then(|| any_span(chance)),
        });
    }
    if chance.percent(55) {
        rules.throttles = queue_throttles(chance);
    }
    if chance.percent(30) {
        rules.shards = any_shards(chance, &rules.order);
    }
    if chance.percent(30) {
        rules.batch = chance.one_of([2, 3, 5]);
    }
    if chance.percent(50) {
        rules.fast = true;
        rules.grace = any_span(chance);
    }
    if chance.percent(25) {
        rules.classifier = any_classifier(chance);
    }
    rules
}

/// Shards that the order allows; now and then some that it does not.
fn any_shards(chance: &mut Chance, order: &Order) -> (u32, Vec<Component>) {
    let count = chance.one_of([1, 2, 3, 4, 256]);
    let key = match order {
        Order::By(components) if !chance.percent(5) => {
            let from = chance.below(components.len() as u64) as usize;
            components[from..].to_vec()
        }
        Order::Whole if !chance.percent(20) => return (1, Vec::new()),
        Order::By(_) | Order::Whole | Order::Unordered => {
            vec![chance.one_of([ACCOUNT, REGION, Component::Fairness, GRADE])]
        }
    };
    (count, key)
}

fn any_order(chance: &mut Chance) -> Order {
    let components = match chance.below(12) {
        0 | 1 => return Order::Unordered,
        2 => return Order::Whole,
        3..7 => vec![ACCOUNT],
        7 => vec![ACCOUNT, REGION],
        8 => vec![Component::Fairness],
        9 => vec![Component::Fairness, ACCOUNT],
        10 => vec![GRADE],
        _ => vec![REGION, ACCOUNT],
    };
    Order::By(components)
}

/// What tells a throttle's buckets apart is the same for all declarations of its name, but for one that is refused.
const fn key_of(name: Word) -> &'static [Component] {
    match name.as_bytes() {
        b"account" => &[ACCOUNT],
        b"tenant" => &[Component::Fairness],
        b"pair" => &[REGION, ACCOUNT],
        b"grade" => &[GRADE],
        _ => &[],
    }
}

fn any_throttle(chance: &mut Chance, name: Word) -> Throttle {
    let second = 1_000_000;
    let window = |count, secs: u64| Limit::Window(count, secs * second);
    let limits = match chance.below(8) {
        0 => vec![window(1, 1)],
        1 => vec![window(1, 3)],
        2 => vec![window(2, 3)],
        3 => vec![window(2, 2), window(5, 20)],
        4 => vec![Limit::Rate(1, 2 * second, 1)],
        5 => vec![Limit::Rate(3, 7 * second, 2)],
        6 => vec![Limit::Rate(2, 3 * second, 4), window(5, 9)],
        _ => vec![Limit::Window(1 + chance.below(3) as u32, 1 + any_span(chance))],
    };
    Throttle { name, limits, key: key_of(name).to_vec(), unthrottled: chance.percent(40) }
}

fn queue_throttles(chance: &mut Chance) -> Vec<Throttle> {
    let names = ["all", "account", "tenant", "pair", "own", "grade"];
    let mut throttles = Vec::new();
    for name in names {
        if chance.percent(25) {
            throttles.push(any_throttle(chance, name));
        }
    }
    throttles
}

/// The throttles that a worker declares; now and then one with another key.
pub(super) fn worker_throttles(chance: &mut Chance) -> Vec<Throttle> {
    let mut throttle = {
        let name = chance.one_of(["own", "own", "all", "account", "tenant"]);
        any_throttle(chance, name)
    };
    if chance.percent(10) {
        throttle.key = vec![REGION];
    }
    vec![throttle]
}

/// What a queue has, for counting.
pub fn features(rules: &Rules) -> Vec<&'static str> {
    let mut features = vec![match &rules.order {
        Order::Unordered => "unordered",
        Order::Whole => "ordered",
        Order::By(components) if components.len() > 1 => "ordered by two",
        Order::By(_) => "ordered by one",
    }];
    let has = [
        ("mixed", matches!(rules.order, Order::By(_)) && rules.keyless_unordered),
        ("throttled", !rules.throttles.is_empty()),
        ("failure rules", !rules.on_failure.is_empty()),
        ("workers take turns", rules.take_turns),
        ("sharded", rules.shards.0 > 1),
        ("batched", rules.batch > 1),
        ("fast", rules.fast),
        ("classified", !rules.classifier.is_empty()),
    ];
    features.extend(has.iter().filter(|it| it.1).map(|it| it.0));
    features
}

/// Sentences of a classifier.
fn any_classifier(chance: &mut Chance) -> Vec<ClassRule> {
    let mut rules = Vec::new();
    for _ in 0..=chance.below(3) {
        let when = chance.percent(50).then(|| ("account", chance.one_of(["A", "B", ""])));
        let sets = match chance.below(5) {
            0..3 => Sets::Attribute("grade", chance.one_of(["region", "account"])),
            3 => Sets::Fairness(chance.one_of(["region", "account"])),
            _ => Sets::Weight(chance.one_of([1, 2, 4])),
        };
        rules.push(ClassRule { when, sets });
    }
    rules
}
