//! The queue and the workers: distinct names, a key that is one, times that are possible.

use super::{Check, See, begins};
use crate::index::Index;
use crate::kept::words;
use crate::language::limits::MAX_WORKERS;
use crate::language::place::Place;
use crate::language::statement::{Field, Root};
use crate::scenario::{
    BackoffDecl, Cause, ClassifierSets, Component, FailureActionDecl, OrderDecl, WorkSays,
};
use std::num::NonZeroU32;

impl Check<'_> {
    pub(super) fn queue(&mut self) {
        let queue = &self.scenario.queue;
        let place = |field, item| Place::new(Root::Queue, 0, field, item);
        self.named(&queue.name, "the queue's name", place(Field::Name, 0));
        if let OrderDecl::By(components) = &queue.order {
            if components.is_empty() {
                self.problem(
                    place(Field::Order, 0),
                    "an ordering key has at least one component; for the whole queue in order, say `ordered`",
                );
            }
            self.key(components, &|item| place(Field::Component, item));
        }
        self.positive(queue.lease, "a lease", place(Field::Lease, 0));
        match queue.backoff {
            BackoffDecl::None => {}
            BackoffDecl::Fixed(wait) => self.within(wait, place(Field::Backoff, 0)),
            BackoffDecl::Exponential { first, most } => {
                self.within(first, place(Field::Backoff, 0));
                self.within(most, place(Field::Backoff, 0));
                if first > most {
                    self.problem(
                        place(Field::Backoff, 0),
                        words!(
                            "the longest wait of {most} is shorter than the first one of {first}"
                        ),
                    );
                }
            }
        }
        self.positive(queue.reclaim_grace, "a reclaim grace", place(Field::ReclaimGrace, 0));
        self.shards();
        self.classifier();
        let mut decided: [(Cause, Option<(NonZeroU32, usize)>); 2] =
            [(Cause::Nack, None), (Cause::Expiry, None)];
        for (item, rule) in queue.on_failure.iter().enumerate() {
            match rule.action {
                FailureActionDecl::Retry(wait) => self.within(wait, place(Field::Rule, item)),
                FailureActionDecl::DeadLetter => {}
            }
            // For each cause that it is about, the rule before it that is about the most attempts.
            let mut before = Some(0);
            for (cause, decided) in &mut decided {
                if rule.cause.is_some_and(|only| only != *cause) {
                    continue;
                }
                match *decided {
                    Some((from, known)) if from <= rule.from_attempt => {
                        before = before.map(|before| known.max(before));
                    }
                    Some(_) | None => {
                        before = None;
                        *decided = Some((rule.from_attempt, item));
                    }
                }
            }
            if let Some(before) = before {
                self.problem(
                    place(Field::Rule, item),
                    "this rule is never asked: all that it is about is decided before",
                )
                .see(See::Beside(place(Field::Rule, before)));
            }
        }
    }

    /// Shards that there can be, and that the order of the queue allows (S1, S2).
    fn shards(&mut self) {
        let queue = &self.scenario.queue;
        let Some(shards) = &queue.shards else { return };
        let place = |field, item| Place::new(Root::Queue, 0, field, item);
        let before = self.problems.len();
        self.key(&shards.by, &|item| place(Field::ShardComponent, item));
        if self.problems.len() > before {
            return;
        }
        let any_order = self.lenience.any_order;
        // The engine's own word.
        let fit = match any_order {
            true => crate::lower::shards(shards).map(|_| ()),
            false => crate::lower::shards_fit(queue),
        };
        if let Err(why) = fit {
            let lacking = shards.by.iter().position(|component| match &queue.order {
                _ if any_order => false,
                OrderDecl::By(components) => !components.contains(component),
                OrderDecl::Unordered | OrderDecl::Ordered => false,
            });
            let place = match lacking {
                Some(item) => place(Field::ShardComponent, item),
                None => place(Field::Shards, 0),
            };
            self.problem(place, why);
        }
    }

    /// Rules that name what they are about, each of which is asked (M3).
    fn classifier(&mut self) {
        let rules = &self.scenario.queue.on_enqueue;
        for (item, rule) in rules.iter().enumerate() {
            let place = |item| Place::new(Root::Queue, 0, Field::Classify, item);
            match &rule.sets {
                ClassifierSets::Attribute { name, from } => {
                    self.named(name, "the attribute's name", place(item));
                    self.named(from, "the header's name", place(item));
                }
                ClassifierSets::FairnessKey { from } => {
                    self.named(from, "the header's name", place(item));
                }
                ClassifierSets::Weight(_) => {}
            }
            if let Some((header, _)) = &rule.when {
                self.named(header, "the header's name", place(item));
            }
            if let Some(before) = rules[..item].iter().position(|known| known.leaves_none_to(rule))
            {
                self.problem(
                    place(item),
                    "this rule is never asked: all that it is about is decided before",
                )
                .see(See::Beside(place(before)));
            }
        }
    }

    /// The components of a key differ and have names.
    pub(super) fn key(&mut self, components: &[Component], place: &dyn Fn(usize) -> Place) {
        for (item, component) in components.iter().enumerate() {
            match component {
                Component::Header(name) => self.named(name, "the header's name", place(item)),
                Component::Attribute(name) => self.named(name, "the attribute's name", place(item)),
                Component::FairnessKey => {}
            }
            if components[..item].contains(component) {
                self.problem(place(item), "this component is in the key already");
            }
        }
    }

    pub(super) fn workers(&mut self) {
        let scenario = self.scenario;
        let mut first = Index::new();
        for (index, worker) in scenario.workers.iter().enumerate() {
            let place = Place::whole(Root::Worker, index);
            self.named(&worker.name, "the worker's name", place);
            match first.get(worker.name.as_str()) {
                Some(before) => {
                    let see = See::Beside(Place::whole(Root::Worker, *before));
                    self.problem(place, words!("the worker `{}` is there already", worker.name))
                        .see(see);
                }
                None => {
                    first.insert(worker.name.as_str().into(), index);
                }
            }
        }
        let joining: Vec<_> = self.joining().collect();
        let workers = scenario.workers.len() + joining.len();
        if workers > MAX_WORKERS {
            // The first one past the limit.
            let place = if scenario.workers.len() > MAX_WORKERS {
                Place::whole(Root::Worker, MAX_WORKERS)
            } else {
                let past = joining.get(MAX_WORKERS - scenario.workers.len());
                Place::whole(Root::Script, past.map_or(0, |(index, _)| *index))
            };
            self.problem(
                place,
                words!("{workers} workers are more than the limit of {MAX_WORKERS}"),
            );
        }
        for (index, name) in joining {
            first.insert(name.into(), index);
        }
        self.workers = first;
    }

    pub(super) fn work(&mut self) {
        let work = &self.scenario.work;
        if let Some(takes) = work.takes {
            self.takes(takes, Place::new(Root::Work, 0, Field::Takes, 0));
        }
        if let Some(percent) = work.fail_percent.filter(|percent| *percent > 100) {
            self.problem(
                Place::new(Root::Work, 0, Field::Fail, 0),
                words!("{percent}% is more than 100%"),
            );
        }
        for (index, rule) in work.rules.iter().enumerate() {
            let place = |field| Place::new(Root::Rule, index, field, 0);
            self.named(&rule.pattern, "the message's name", place(Field::Message));
            match rule.says {
                WorkSays::Takes(takes) => self.takes(takes, place(Field::Takes)),
                WorkSays::Fails { retry_after, .. } => {
                    if let Some(wait) = retry_after {
                        self.within(wait, place(Field::RetryAfter));
                    }
                }
            }
            let Some(start) = rule.pattern.strip_suffix('*') else {
                self.message(&rule.pattern, place(Field::Message));
                continue;
            };
            let known = self.messages.as_ref().is_none_or(|messages| begins(messages, start));
            if !known && !self.may_begin(start) {
                self.problem(
                    place(Field::Message),
                    words!("no message has a name that begins with `{start}`"),
                );
            }
        }
    }

    fn takes(&mut self, takes: crate::scenario::Takes, place: Place) {
        self.positive(takes.least, "the time that work takes", place);
        self.within(takes.most, place);
        if takes.most < takes.least {
            self.problem(
                place,
                words!("{} is less than {}: the shorter time goes first", takes.most, takes.least),
            );
        }
    }
}
