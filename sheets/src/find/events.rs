//! At which steps events of each kind are, of all or of those about names that have something in them.

use super::kind::{Kind, events};
use crate::run::Played;
use queuescope_sim::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Steps by kind of event.
#[derive(Debug)]
pub(crate) struct Events(Vec<Vec<usize>>);

impl Events {
    /// Those about a name that has `part` in it, small or capital; all where that is empty.
    pub(crate) fn of(played: &Played, part: &str) -> Self {
        let part = part.to_lowercase();
        // A run names the same few again and again.
        let mut known: BTreeMap<Name, usize> = BTreeMap::new();
        let mut fits = |name: &str| match known.get(name) {
            Some(fits) => *fits == 1,
            None => {
                let fits = has(name, &part);
                known.insert(name.into(), usize::from(fits));
                fits
            }
        };
        let mut steps: Vec<BTreeSet<usize>> = Kind::all().map(|_| BTreeSet::new()).collect();
        events(&played.run, &mut |step, kind, names| {
            if part.is_empty() || names.into_iter().flatten().any(&mut fits) {
                steps[kind as usize].insert(step);
            }
        });
        Self(steps.into_iter().map(|steps| steps.into_iter().collect()).collect())
    }

    /// The steps of a kind, in order.
    pub(crate) fn steps(&self, kind: Kind) -> &[usize] {
        &self.0[kind as usize]
    }

    /// The kinds that there are.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = Kind> {
        Kind::all().filter(|kind| !self.steps(*kind).is_empty())
    }
}

/// Whether a name has a part in it that is in small letters.
pub(crate) fn has(name: &str, part: &str) -> bool {
    name.to_lowercase().contains(part)
}
