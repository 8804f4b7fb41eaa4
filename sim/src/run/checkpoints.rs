//! Clones of the replay along the run, so that any step is near one, in bounded memory.

use crate::replay::Replay;

/// The most that the checkpoints of a run weigh together, in messages: some tens of megabytes.
const MOST_WEIGHT: usize = 160_000;
/// The least steps between two checkpoints.
const LEAST_SPACING: usize = 16;

/// Checkpoints, the first one before the first step, the others at multiples of the spacing.
#[derive(Clone, Debug)]
pub(super) struct Checkpoints {
    kept: Vec<Replay>,
    spacing: usize,
    weight: usize,
}

impl Checkpoints {
    pub(super) fn new(start: Replay) -> Self {
        Self { weight: weight(&start), kept: vec![start], spacing: LEAST_SPACING }
    }

    /// Keeps a clone where one is due; where they get too heavy, every other one goes and the spacing doubles.
    pub(super) fn offer(&mut self, replay: &Replay) {
        if !replay.steps().is_multiple_of(self.spacing) {
            return;
        }
        self.kept.push(replay.clone());
        self.weight += weight(replay);
        while self.weight > MOST_WEIGHT && self.kept.len() > 2 {
            self.spacing *= 2;
            self.kept.retain(|kept| kept.steps().is_multiple_of(self.spacing));
            self.weight = self.kept.iter().map(weight).sum();
        }
    }

    /// The last checkpoint that is not past so many steps.
    pub(super) fn before(&self, steps: usize) -> &Replay {
        let place = self.kept.partition_point(|kept| kept.steps() <= steps);
        &self.kept[place.saturating_sub(1)]
    }
}

/// What a clone costs beside its messages, counted in messages, and the messages.
fn weight(replay: &Replay) -> usize {
    32 + replay.weight()
}
