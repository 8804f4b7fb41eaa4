//! Where in the run the page is, and how it goes on from there.

use super::{Session, Speed, pace};
use queuescope_sim::Time;

impl Session {
    /// The step on screen.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The step that the table shows: that of a long run comes behind the rest.
    pub fn table_position(&self) -> usize {
        self.table_at.unwrap_or(self.position)
    }

    /// Whether the table shows another step than the rest.
    pub fn table_lags(&self) -> bool {
        self.table_at.is_some()
    }

    /// The instant of the step on screen.
    pub fn now(&self) -> Time {
        self.played.at(self.position)
    }

    /// Whether steps follow by themselves.
    pub fn playing(&self) -> bool {
        self.playing
    }

    /// How fast they do.
    pub fn speed(&self) -> Speed {
        self.speed
    }

    /// How many milliseconds the step on screen stays there while playing; none: it stays.
    pub fn pause(&self) -> Option<u32> {
        let next = self.played.run().step(self.position + 1)?;
        let gap = next.at.as_micros().saturating_sub(self.now().as_micros());
        self.playing.then(|| self.speed.pause(gap))
    }

    /// When the next act will be: as chosen, else soon after the step on screen.
    pub fn act_at(&self) -> Time {
        let soon = pace::soon_after(
            self.now(),
            self.played.run().step(self.position + 1).map(|step| step.at),
        );
        match self.filled_in("draft.at").and_then(|at| at.parse().ok()) {
            Some(at) if at > self.now() => at,
            _ if self.played.run().is_empty() => Time::ZERO,
            _ => soon,
        }
    }

    /// Goes to a step, or to the last one where there are not so many.
    pub(super) fn go(&mut self, index: usize) {
        let last = self.played.run().len().saturating_sub(1);
        let index = index.min(last);
        if index != self.position {
            self.position = index;
            self.forget("draft.at");
            self.table_from = None;
        }
        if index == last {
            self.playing = false;
        }
    }

    /// Plays, or pauses; at the end, from the start on.
    pub(super) fn toggle_play(&mut self) {
        let last = self.played.run().len().saturating_sub(1);
        if self.playing {
            self.playing = false;
        } else if last > 0 {
            if self.position == last {
                self.go(0);
            }
            self.playing = true;
        }
    }

    /// The step on screen has been there for its time. Returns whether that changes anything.
    pub(super) fn tick(&mut self) -> bool {
        if self.playing {
            self.go(self.position + 1);
            if self.stops.contains(&self.position) {
                self.playing = false;
            }
        }
        self.playing || self.position > 0
    }
}
