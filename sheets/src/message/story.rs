//! The story of a message: it arrived, waited for what from when to when, went out, came back, was done.
//!
//! Facts say what happened to it. Why it waited is the engine's word, asked for after each step while it did.

use crate::run::Played;
use crate::words::less;
use queuescope_sim::{
    Fact, Name, Outcome, Reason, Time, Whereabouts, in_words, outcome_in_words, why,
};

mod entry;
mod fold;

pub(crate) use entry::{Entry, What};
use fold::folded;

/// The story of a message.
#[derive(Debug)]
pub(crate) struct Story {
    /// In the order in which they began.
    pub(crate) entries: Vec<Entry>,
}

impl Story {
    /// Reads the steps of a run once, for one message of it.
    pub(crate) fn of(played: &Played, message: &str) -> Self {
        let mut teller = Teller { played, message, entries: Vec::new(), wait: None, attempt: None };
        let Some(tracked) = played.record().message(message) else {
            return Self { entries: Vec::new() };
        };
        for step in &played.run.steps()[tracked.arrived..] {
            for fact in &step.facts {
                if fact.message().is_some_and(|about| &**about == message) {
                    teller.fact(step.index, step.at, fact);
                }
            }
            if teller.waits_at(step.index) {
                teller.reason(step.index, step.at);
            } else {
                teller.end_wait(step.index);
            }
        }
        Self { entries: folded(teller.entries) }
    }

    /// How long the message waited up to a step, in all.
    pub(crate) fn waited(&self, played: &Played, step: usize) -> Time {
        let now = played.at(step);
        let waits = self
            .entries
            .iter()
            .filter(|entry| matches!(entry.what, What::Waits(_)) && entry.step <= step);
        let micros = waits.map(|entry| {
            let end = entry.end.map_or(now, |end| played.at(end).min(now));
            less(end, played.at(entry.step)).as_micros()
        });
        Time::from_micros(micros.sum())
    }

    /// The entry that a step is in: the last one that has begun.
    pub(crate) fn current(&self, step: usize) -> Option<usize> {
        self.entries.partition_point(|entry| entry.step <= step).checked_sub(1)
    }
}

/// The story in the making.
struct Teller<'p> {
    played: &'p Played,
    message: &'p str,
    entries: Vec<Entry>,
    /// The wait that lasts, and what for.
    wait: Option<(usize, Reason)>,
    /// The attempt that lasts.
    attempt: Option<usize>,
}

impl Teller<'_> {
    fn waits_at(&self, step: usize) -> bool {
        let tracked = self.played.record().message(self.message);
        tracked.and_then(|tracked| tracked.place(step)) == Some(&crate::record::Place::Waiting)
    }

    fn fact(&mut self, step: usize, at: Time, fact: &Fact) {
        match fact {
            Fact::Arrived { lane, .. } => {
                self.instant(step, What::Arrived, "Arrived", format!("in {lane}"));
            }
            Fact::Delivered { worker, attempt, until, batch, .. } => {
                self.end_wait(step);
                let mut says = format!("with {worker}, lease until {}", in_words(*until));
                if let Some(first) = batch.as_ref().filter(|first| &***first != self.message) {
                    says.push_str(&format!("; in the batch that begins with {first}"));
                }
                self.attempt = Some(self.entries.len());
                self.begin(step, What::Attempt, format!("Attempt {attempt}"), says);
            }
            Fact::ProcessedTwice { worker, until, .. } => self.note(
                step,
                format!(
                    "processed twice at once: {worker} works on it too, until {} at most",
                    in_words(*until)
                ),
            ),
            Fact::Acked { .. } => {
                self.end_attempt(step, outcome_in_words(Outcome::Acked).to_owned());
                self.change(step, at, "Done");
            }
            Fact::Nacked { retry_after, .. } => {
                let mut how = outcome_in_words(Outcome::Nacked).to_owned();
                if let Some(wait) = retry_after {
                    how.push_str(&format!(", retry after {}", in_words(*wait)));
                }
                self.end_attempt(step, how);
            }
            Fact::Expired { .. } => {
                self.end_attempt(step, outcome_in_words(Outcome::Expired).to_owned())
            }
            Fact::Rejected { .. } => {
                self.end_attempt(step, outcome_in_words(Outcome::Rejected).to_owned())
            }
            Fact::Returned { .. } => {
                self.end_attempt(step, outcome_in_words(Outcome::Returned).to_owned())
            }
            Fact::Unresolved { worker, works_on, .. } => {
                let mut how =
                    format!("{}: nobody spoke for it", outcome_in_words(Outcome::Unresolved));
                if let Some(until) = works_on {
                    how.push_str(&format!(
                        "; {worker} works on it until {} at most",
                        in_words(*until)
                    ));
                }
                self.end_attempt(step, how);
            }
            Fact::DeadLettered { .. } => {
                self.end_attempt(step, outcome_in_words(Outcome::DeadLettered).to_owned());
                self.end_wait(step);
                self.change(step, at, "Dead letter");
            }
            Fact::Purged { .. } => self.change(step, at, "Purged"),
            Fact::Redriven { .. } => {
                let says = "last in line, its attempts at 0 again".to_owned();
                self.instant(step, What::Change, "Redriven", says);
            }
            Fact::Extended { by, until, .. } => self.note(
                step,
                format!("lease extended by {}, until {}", in_words(*by), in_words(*until)),
            ),
            Fact::LeaseRestarted { until, .. } => self.note(
                step,
                format!("the new leader starts the lease again, until {}", in_words(*until)),
            ),
            Fact::LeaseLost { .. } => {
                self.note(step, "lease lost: the new leader does not know it".to_owned())
            }
            Fact::Reestablished { worker, until, .. } => {
                self.note(step, format!("{worker} reclaims it, lease until {}", in_words(*until)));
            }
            Fact::LeaseOver { worker, .. } => {
                let says = format!("{worker} stops, for its lease is over by its own clock");
                self.instant(step, What::Change, "Cut off", says);
            }
            Fact::Eligible { .. }
            | Fact::BucketHasRoom { .. }
            | Fact::Joined { .. }
            | Fact::Crashed { .. }
            | Fact::Recovered { .. }
            | Fact::Left { .. }
            | Fact::CutOff { .. }
            | Fact::Reconnected { .. }
            | Fact::LeaderCrashed { .. }
            | Fact::ReclaimEnded
            | Fact::Refused { .. } => {}
        }
    }

    /// Why it waits after a step: as before, or from here on.
    fn reason(&mut self, step: usize, at: Time) {
        let asked = why(&self.played.run, self.message, at);
        let Whereabouts::Waiting { reason } = asked.whereabouts else {
            return;
        };
        // What is told goes on from the name of the entry.
        let (name, lead) = match &reason {
            Reason::HeldForReclaim { .. } => ("Held", "is held "),
            Reason::Nothing => ("Next to go", "is the next to go: "),
            Reason::BehindHead { .. }
            | Reason::BehindInFlight { .. }
            | Reason::NotBefore { .. }
            | Reason::Bucket { .. }
            | Reason::OtherTurn { .. }
            | Reason::NoCredit => ("Waiting", "waits "),
        };
        let says = told_of(self.message, &asked.text);
        let says = says.strip_prefix(lead).unwrap_or(says).to_owned();
        if let Some((entry, known)) = &self.wait
            && same(known, &reason)
        {
            // A bucket's instant moves; the last one known is the one that held.
            self.entries[*entry].says = says;
            return;
        }
        self.end_wait(step);
        let ahead = match &reason {
            Reason::BehindHead { head: ahead } | Reason::BehindInFlight { message: ahead, .. } => {
                Some(Name::clone(ahead))
            }
            Reason::NotBefore { .. }
            | Reason::HeldForReclaim { .. }
            | Reason::Bucket { .. }
            | Reason::OtherTurn { .. }
            | Reason::NoCredit
            | Reason::Nothing => None,
        };
        self.wait = Some((self.entries.len(), reason));
        self.begin(step, What::Waits(ahead), name.to_owned(), says);
    }

    fn begin(&mut self, step: usize, what: What, name: String, says: String) {
        self.entries.push(Entry {
            step,
            what,
            name,
            says,
            later: Vec::new(),
            end: None,
            lasts: true,
        });
    }

    fn instant(&mut self, step: usize, what: What, name: &str, says: String) {
        self.begin(step, what, name.to_owned(), says);
        if let Some(entry) = self.entries.last_mut() {
            entry.lasts = false;
        }
    }

    /// An instant that the engine has words for.
    fn change(&mut self, step: usize, at: Time, name: &str) {
        let asked = why(&self.played.run, self.message, at).text;
        let says = told_of(self.message, &asked);
        let says = says.split_once(": ").map_or(says, |(_, says)| says).to_owned();
        self.instant(step, What::Change, name, says);
    }

    /// More on the latest attempt.
    fn note(&mut self, step: usize, words: String) {
        if let Some(entry) = self.entries.iter_mut().rfind(|entry| entry.what == What::Attempt) {
            entry.later.push((step, words));
        }
    }

    fn end_wait(&mut self, step: usize) {
        if let Some((entry, _)) = self.wait.take() {
            self.entries[entry].end = Some(step);
        }
    }

    fn end_attempt(&mut self, step: usize, how: String) {
        if let Some(entry) = self.attempt.take() {
            self.entries[entry].end = Some(step);
            self.entries[entry].later.push((step, how));
        }
    }
}

/// Whether a message still waits for the same thing.
fn same(reason: &Reason, other: &Reason) -> bool {
    match (reason, other) {
        (
            Reason::Bucket { throttle, bucket, .. },
            Reason::Bucket { throttle: other, bucket: other_bucket, .. },
        ) => throttle == other && bucket == other_bucket,
        (reason, other) => reason == other,
    }
}

/// What a sentence about a message says of it.
fn told_of<'t>(message: &str, text: &'t str) -> &'t str {
    let rest = text.strip_prefix(message).and_then(|rest| rest.strip_prefix(' '));
    rest.unwrap_or(text)
}

#[cfg(test)]
mod tests;
