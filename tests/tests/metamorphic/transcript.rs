//! What a run tells, and the same with other instants or other names.

use queuescope_tests::oracle::rules::{
    ClassRule, Component, Order, Rules, Sent, Sets, Throttle, Word,
};
use queuescope_tests::oracle::told::{Answer, Delivery, Fact, Refusal};
use queuescope_tests::trial::{Call, Dated, Subject};

/// All that calls give back and bring about, and the queue at the end.
pub(crate) struct Transcript {
    pub(crate) answers: Vec<Answer>,
    pub(crate) facts: Vec<(u64, Fact)>,
    pub(crate) end: Subject,
}

impl Transcript {
    pub(crate) fn of(mut subject: Subject, calls: &[Dated]) -> Self {
        let (mut answers, mut facts) = (Vec::new(), Vec::new());
        for dated in calls {
            answers.push(subject.call(dated));
            facts.extend(subject.take_facts());
        }
        Self { answers, facts, end: subject }
    }
}

/// Whether a call is about an instant or a span that is longer than time is.
pub(crate) fn is_endless(dated: &Dated) -> bool {
    const LONG: u64 = u64::MAX / 4;
    let span = match &dated.call {
        Call::Enqueue(sent) => sent.delay,
        Call::Nack(_, Some(wait)) | Call::Extend(_, wait) => *wait,
        Call::Advance
        | Call::Deliver
        | Call::Ack(_)
        | Call::Nack(_, None)
        | Call::Reject(_)
        | Call::Subscribe(_)
        | Call::Leave(_)
        | Call::Crash(_)
        | Call::Recover(_)
        | Call::CutOff(_)
        | Call::Reconnect(_)
        | Call::DeadLetter(_)
        | Call::Redrive(_)
        | Call::Purge(_)
        | Call::CrashLeader => 0,
    };
    dated.at.max(span) > LONG
}

pub(crate) fn shifted_answer(answer: Answer, by: u64) -> Answer {
    match answer {
        Answer::Until(at) => Answer::Until(at + by),
        Answer::Delivery(Some(delivery)) => {
            Answer::Delivery(Some(Delivery { until: delivery.until + by, ..delivery }))
        }
        Answer::Done
        | Answer::Count(_)
        | Answer::Number(_)
        | Answer::Refused(_)
        | Answer::Delivery(None) => answer,
    }
}

pub(crate) fn shifted_fact((at, fact): (u64, Fact), by: u64) -> (u64, Fact) {
    let fact = match fact {
        Fact::Delivered(message, worker, lease, attempt, until, batch) => {
            Fact::Delivered(message, worker, lease, attempt, until + by, batch)
        }
        Fact::Failed(message, lease, attempt, cause, again) => {
            Fact::Failed(message, lease, attempt, cause, again.map(|at| at + by))
        }
        Fact::Extended(message, lease, until) => Fact::Extended(message, lease, until + by),
        Fact::Restarted(message, lease, until) => Fact::Restarted(message, lease, until + by),
        Fact::Reestablished(message, lease, until) => {
            Fact::Reestablished(message, lease, until + by)
        }
        Fact::LeaderCrashed(until) => Fact::LeaderCrashed(until.map(|at| at + by)),
        Fact::Twice([message, worker, lease, until]) => {
            Fact::Twice([message, worker, lease, until + by])
        }
        Fact::Enqueued(_)
        | Fact::Eligible(_)
        | Fact::Room(..)
        | Fact::Acked(..)
        | Fact::Returned(..)
        | Fact::Dead(..)
        | Fact::Redriven(_)
        | Fact::Purged(_)
        | Fact::Subscribed(_)
        | Fact::Crashed(_)
        | Fact::Recovered(_)
        | Fact::Left(_)
        | Fact::CutOff(_)
        | Fact::Reconnected(_)
        | Fact::Lost(..)
        | Fact::ReclaimEnded
        | Fact::Unresolved(..) => fact,
    };
    (at + by, fact)
}

/// Other names for headers, attributes, values, fairness keys and throttles.
pub(crate) struct Renaming(&'static [(Word, Word)]);

/// Names that sort as the old ones do.
pub(crate) const IN_ORDER: Renaming = Renaming(&[
    ("", "0"),
    ("A", "a1"),
    ("B", "a2"),
    ("C", "a3"),
    ("ab", "b1"),
    ("account", "b2"),
    ("all", "b3"),
    ("b", "b4"),
    ("east", "b5"),
    ("grade", "b6"),
    ("own", "b7"),
    ("pair", "b8"),
    ("region", "b9"),
    ("tenant", "c1"),
    ("w", "c2"),
    ("west", "c3"),
    ("x", "c4"),
    ("y", "c5"),
    ("z", "c6"),
]);

/// Names that sort the other way round.
pub(crate) const UPSIDE_DOWN: Renaming = Renaming(&[
    ("", "z"),
    ("A", "y9"),
    ("B", "y8"),
    ("C", "y7"),
    ("ab", "y6"),
    ("account", "y5"),
    ("all", "y4"),
    ("b", "y3"),
    ("east", "y2"),
    ("grade", "y1"),
    ("own", "x9"),
    ("pair", "x8"),
    ("region", "x7"),
    ("tenant", "x6"),
    ("w", "x5"),
    ("west", "x4"),
    ("x", "x3"),
    ("y", "x2"),
    ("z", ""),
]);

impl Renaming {
    fn word(&self, old: &str) -> Word {
        let found = self.0.iter().find(|pair| pair.0 == old);
        found.unwrap_or_else(|| panic!("no other name for {old:?}")).1
    }

    fn component(&self, component: &Component) -> Component {
        match *component {
            Component::Header(name) => Component::Header(self.word(name)),
            Component::Attribute(name) => Component::Attribute(self.word(name)),
            Component::Fairness => Component::Fairness,
        }
    }

    fn throttle(&self, throttle: &Throttle) -> Throttle {
        Throttle {
            name: self.word(throttle.name),
            key: throttle.key.iter().map(|part| self.component(part)).collect(),
            ..throttle.clone()
        }
    }

    pub(crate) fn rules(&self, rules: &Rules) -> Rules {
        Rules {
            order: match &rules.order {
                Order::By(parts) => {
                    Order::By(parts.iter().map(|part| self.component(part)).collect())
                }
                Order::Unordered => Order::Unordered,
                Order::Whole => Order::Whole,
            },
            throttles: rules.throttles.iter().map(|it| self.throttle(it)).collect(),
            classifier: rules
                .classifier
                .iter()
                .map(|rule| ClassRule {
                    when: rule.when.map(|(name, value)| (self.word(name), self.word(value))),
                    sets: match rule.sets {
                        Sets::Attribute(name, from) => {
                            Sets::Attribute(self.word(name), self.word(from))
                        }
                        Sets::Fairness(from) => Sets::Fairness(self.word(from)),
                        Sets::Weight(number) => Sets::Weight(number),
                    },
                })
                .collect(),
            ..rules.clone()
        }
    }

    pub(crate) fn call(&self, dated: &Dated) -> Dated {
        let mut renamed = dated.clone();
        match &mut renamed.call {
            Call::Enqueue(Sent { headers, fairness, .. }) => {
                for (name, value) in headers {
                    (*name, *value) = (self.word(name), self.word(value));
                }
                *fairness = fairness.map(|key| self.word(key));
            }
            Call::Subscribe(joining) => {
                joining.throttles = joining.throttles.iter().map(|it| self.throttle(it)).collect();
            }
            Call::Advance
            | Call::Deliver
            | Call::Ack(_)
            | Call::Nack(..)
            | Call::Reject(_)
            | Call::Extend(..)
            | Call::Leave(_)
            | Call::Crash(_)
            | Call::Recover(_)
            | Call::CutOff(_)
            | Call::Reconnect(_)
            | Call::DeadLetter(_)
            | Call::Redrive(_)
            | Call::Purge(_)
            | Call::CrashLeader => {}
        }
        renamed
    }

    pub(crate) fn answer(&self, answer: &Answer) -> Answer {
        match answer {
            Answer::Refused(Refusal::MissingKey(part)) => {
                Answer::Refused(Refusal::MissingKey(self.component(part)))
            }
            Answer::Refused(Refusal::OtherKey(name)) => {
                Answer::Refused(Refusal::OtherKey(self.word(name).to_owned()))
            }
            Answer::Done
            | Answer::Count(_)
            | Answer::Number(_)
            | Answer::Until(_)
            | Answer::Delivery(_)
            | Answer::Refused(_) => answer.clone(),
        }
    }

    pub(crate) fn fact(&self, (at, fact): &(u64, Fact)) -> (u64, Fact) {
        if let Fact::Room(throttle, values) = fact {
            let values = values
                .as_ref()
                .map(|values| values.iter().map(|value| self.word(value).to_owned()).collect());
            return (*at, Fact::Room(self.word(throttle).to_owned(), values));
        }
        (*at, fact.clone())
    }
}
