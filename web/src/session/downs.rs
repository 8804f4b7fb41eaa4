//! When workers were down: from a crash until the worker returns or leaves.

use queuescope_sim::{Fact, Name, Run, Time};

/// A stretch in which a worker was down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Down {
    /// The worker.
    pub worker: Name,
    /// When it crashed.
    pub from: Time,
    /// When it returned or left; none: it was still down when the run ended.
    pub until: Option<Time>,
}

/// All of a run, in the order of the crashes.
pub(super) fn downs(run: &Run) -> Vec<Down> {
    let mut downs: Vec<Down> = Vec::new();
    for step in run.steps() {
        for fact in &step.facts {
            if let Fact::Crashed { worker } = fact {
                downs.push(Down { worker: Name::clone(worker), from: step.at, until: None });
            } else if let Fact::Recovered { worker } | Fact::Left { worker } = fact
                && let Some(down) =
                    downs.iter_mut().rfind(|down| down.worker == *worker && down.until.is_none())
            {
                down.until = Some(step.at);
            }
        }
    }
    downs
}
