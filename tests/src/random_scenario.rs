//! Scenarios at random, with everything in them that the language can say of a queue.

use queuescope_sim::*;
use std::num::NonZeroU32;

/// The scenario of a seed: the same everywhere.
pub fn scenario(seed: u64) -> Scenario {
    Dice(seed.wrapping_mul(7_919).wrapping_add(1)).scenario()
}

/// A small generator, so that a case is its seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn one_in(&mut self, bound: u64) -> bool {
        self.below(bound) == 0
    }

    fn worker(&mut self) -> String {
        format!("W{}", 1 + self.below(3))
    }

    fn message(&mut self) -> String {
        format!("m{}", self.below(20))
    }

    fn maybe_message(&mut self) -> Option<String> {
        self.one_in(2).then(|| self.message())
    }

    fn selection(&mut self) -> Selection {
        match self.below(3) {
            0 => Selection::All,
            1 => Selection::First(count(1)),
            _ => Selection::Message(self.message()),
        }
    }

    fn action(&mut self, sent: &mut u64) -> Action {
        let worker = self.worker();
        match self.below(19) {
            0..=3 => {
                let header =
                    |dice: &mut Self| ("customer".to_owned(), format!("c{}", dice.below(2)));
                let messages = (0..1 + self.below(3)).map(|_| {
                    *sent += 1;
                    Sent {
                        id: format!("m{}", *sent - 1),
                        key: (!self.one_in(4)).then(|| format!("g{}", self.below(3))),
                        headers: if self.one_in(2) { vec![header(self)] } else { Vec::new() },
                        fairness: self.one_in(2).then(|| format!("f{}", self.below(2))),
                        delay: s(if self.one_in(4) { self.below(10) } else { 0 }),
                        ..Sent::default()
                    }
                });
                Action::Send { messages: messages.collect(), every: None }
            }
            4..=6 => Action::Ack { worker, message: self.maybe_message() },
            7 => Action::Nack { worker, message: self.maybe_message(), retry_after: None },
            8 => Action::Nack { worker, message: None, retry_after: Some(s(self.below(8))) },
            9 => Action::Reject { worker, message: self.maybe_message() },
            10 | 18 => Action::Extend { worker, message: None, by: s(1 + self.below(9)) },
            11 => Action::Crash { worker },
            12 => Action::Return { worker },
            13 if self.one_in(2) => Action::Leave { worker },
            13 => Action::Join { worker, taking: count(2) },
            14 if self.one_in(2) => Action::DeadLetter { message: self.message() },
            14 => Action::Purge(self.selection()),
            16 => Action::LeaderCrash,
            17 => Action::CutOff { worker, lasting: s(1 + self.below(12)) },
            _ => Action::Redrive(self.selection()),
        }
    }

    fn classifier(&mut self) -> Vec<ClassifierRuleDecl> {
        let from = || "customer".to_owned();
        let attribute = ClassifierSets::Attribute { name: "tier".to_owned(), from: from() };
        let rules = [attribute, ClassifierSets::FairnessKey { from: from() }];
        let rules = rules.into_iter().filter(|_| self.one_in(3));
        rules.map(|sets| ClassifierRuleDecl { sets, when: None }).collect()
    }

    fn scenario(&mut self) -> Scenario {
        let (mut at, mut sent) = (0, 0);
        let script = (0..10 + self.below(40)).map(|_| {
            at += self.below(4);
            let action = self.action(&mut sent);
            Line { at: s(at), action }
        });
        let script = script.collect();
        let order = match self.below(4) {
            0 => OrderDecl::Unordered,
            1 => OrderDecl::Ordered,
            _ => OrderDecl::By(vec![Component::Header("account".to_owned())]),
        };
        let shards = match &order {
            OrderDecl::Unordered => vec![Component::Header("customer".to_owned())],
            OrderDecl::Ordered => Vec::new(),
            OrderDecl::By(components) => components.clone(),
        };
        let throttled_by = match self.below(4) {
            0 => Component::Attribute("tier".to_owned()),
            1 => Component::FairnessKey,
            _ => Component::Header("customer".to_owned()),
        };
        let window = |per| LimitDecl::Window { count: count(1), per: s(per) };
        let throttle = |dice: &mut Self, from: Option<String>| ThrottleDecl {
            name: "api".to_owned(),
            from,
            limits: vec![window(2 + dice.below(4))],
            by: vec![throttled_by.clone()],
            missing_unthrottled: dice.one_in(2),
        };
        Scenario {
            queue: QueueDecl {
                order,
                missing_key: if self.one_in(3) {
                    MissingKey::Reject
                } else {
                    MissingKey::Unordered
                },
                lease: s(3 + self.below(10)),
                backoff: if self.one_in(2) { BackoffDecl::None } else { BackoffDecl::default() },
                max_attempts: count(2),
                take_turns: self.one_in(2),
                shards: (!shards.is_empty() && self.one_in(3))
                    .then(|| ShardsDecl { count: count(2), by: shards }),
                batches_of: count(if self.one_in(3) { 3 } else { 1 }),
                durability: if self.one_in(2) {
                    DurabilityDecl::Fast
                } else {
                    DurabilityDecl::Committed
                },
                reclaim_grace: s(1 + self.below(4)),
                on_enqueue: self.classifier(),
                ..QueueDecl::default()
            },
            workers: (1..=2)
                .map(|n| WorkerDecl { name: format!("W{n}"), takes: count(1 + u32::from(n == 2)) })
                .collect(),
            throttles: match self.below(4) {
                0 => Vec::new(),
                1 => vec![throttle(self, None)],
                2 => {
                    let whole = ThrottleDecl {
                        name: "whole".to_owned(),
                        by: Vec::new(),
                        ..throttle(self, None)
                    };
                    vec![whole, throttle(self, None)]
                }
                _ => vec![throttle(self, Some("W1".to_owned())), throttle(self, None)],
            },
            script,
            work: if self.one_in(2) {
                Work::default()
            } else {
                Work {
                    takes: Some(Takes { least: s(1), most: s(5) }),
                    fail_percent: Some(30),
                    seed: Some(7),
                    ..Work::default()
                }
            },
            until: self.one_in(3).then(|| s(60)),
            expect: vec![Expectation { at: None, claim: Claim::LostNothing }],
            ..Scenario::default()
        }
    }
}

const fn s(secs: u64) -> Time {
    Time::from_secs(secs)
}

fn count(number: u32) -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(number.saturating_sub(1))
}
