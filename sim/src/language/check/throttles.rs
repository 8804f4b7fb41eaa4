//! Throttles: limits that can bind (T5), one key per name and one line per declarer (T6). The engine's own rules decide.

use super::{Check, See};
use crate::index::Index;
use crate::kept::words;
use crate::language::place::Place;
use crate::language::statement::{Field, Root};
use crate::lower::{keys, limited};
use crate::scenario::{LimitDecl, ThrottleDecl};
use queuescope_engine::{Limit, ThrottleError, ThrottleKeyConflict, ThrottleSpec};

impl Check<'_> {
    pub(super) fn throttles(&mut self) {
        let scenario = self.scenario;
        let mut first = Index::new();
        let mut declared = Index::new();
        for (index, throttle) in scenario.throttles.iter().enumerate() {
            let place = |field, item| Place::new(Root::Throttle, index, field, item);
            self.named(&throttle.name, "the throttle's name", place(Field::Name, 0));
            if let Some(worker) = &throttle.from {
                self.worker(worker, place(Field::Worker, 0));
            }
            self.key(&throttle.by, &|item| place(Field::Component, item));
            if throttle.limits.is_empty() {
                self.problem(place(Field::Whole, 0), "a throttle has at least one limit");
            }
            self.limits(index, throttle);
            // Between two lines, no rule says which limit would be void beside which.
            let whose = match &throttle.from {
                Some(worker) => format!("{} {}{worker}", throttle.name.len(), throttle.name),
                None => format!(" {}", throttle.name),
            };
            if let Some(before) = declared.insert(whose.as_str().into(), index) {
                let said = words!(
                    "the limits of a throttle stand in one line, and `{}` is declared already",
                    throttle.name
                );
                self.problem(place(Field::Whole, 0), said)
                    .see(See::Beside(Place::whole(Root::Throttle, before)));
                continue;
            }
            let Some(before) = first.get(&*throttle.name).copied() else {
                first.insert(throttle.name.as_str().into(), index);
                continue;
            };
            if scenario.throttles[before].by != throttle.by {
                let conflict = ThrottleKeyConflict {
                    throttle: throttle.name.as_str().into(),
                    declared: keys(&scenario.throttles[before].by).into(),
                    refused: keys(&throttle.by).into(),
                };
                self.problem(place(Field::Component, 0), words!("{conflict}"))
                    .see(See::Beside(Place::whole(Root::Throttle, before)));
            }
        }
    }

    fn limits(&mut self, index: usize, throttle: &ThrottleDecl) {
        let mut spec: Option<ThrottleSpec> = None;
        let limits: Vec<Option<Limit>> = throttle.limits.iter().copied().map(as_limit).collect();
        for (item, limit) in throttle.limits.iter().enumerate() {
            let place = Place::new(Root::Throttle, index, Field::Limit, item);
            let (LimitDecl::Window { per, .. } | LimitDecl::Rate { per, .. }) = *limit;
            self.within(per, place);
            match limited(spec.clone(), &throttle.name, *limit) {
                Ok(longer) => spec = Some(longer),
                Err(error) => {
                    // The one that never binds is marked, not the one beside which it was found.
                    let item = match &error {
                        ThrottleError::NeverBinds { void, .. } => limits
                            .iter()
                            .position(|limit| limit.as_ref() == Some(void))
                            .unwrap_or(item),
                        ThrottleError::NoDeliveries | ThrottleError::NoWindow => item,
                    };
                    self.problem(Place { item, ..place }, in_words(error));
                }
            }
        }
    }
}

/// The engine's reason, with the limits as the language writes them.
fn in_words(error: ThrottleError) -> String {
    match error {
        ThrottleError::NeverBinds { void, binding } => words!(
            "the limit {} can never bind beside {}; leave it out",
            LimitDecl::from(void),
            LimitDecl::from(binding)
        ),
        ThrottleError::NoDeliveries | ThrottleError::NoWindow => words!("{error}"),
    }
}

/// The limit as the engine has it, where it is one.
fn as_limit(limit: LimitDecl) -> Option<Limit> {
    limited(None, "", limit).ok().and_then(|spec| spec.limits().first().copied())
}
