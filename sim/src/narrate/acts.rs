//! What was done or came about at a step, apart from arrivals, deliveries and refusals, and what it means for the group.

use super::consequence::{abandoned, find, onward, set_aside, stays};
use super::sentence::Sentence;
use crate::step::{DeadReason, Fact, Name, Snapshot, Step};
use crate::time::Time;
use crate::words::{bucket, in_words};

/// The most acts that are said one by one.
const MOST_ACTS: usize = 4;
/// The most names in a list.
pub(super) const MOST_NAMES: usize = 4;

/// A fact with those that are part of it.
#[derive(Debug)]
pub(super) struct Act<'s> {
    fact: &'s Fact,
    /// Why it ended among the dead letters, where it did.
    dead: Option<DeadReason>,
    /// The wait that a failure rule set in place of the one asked for, where one did.
    overruled: Option<Time>,
    /// What came back with it: from a worker that left, behind a failed message of a batch; at a leader's crash and at the end
    /// of its grace, whose leases it is about.
    returned: Vec<(&'s Name, &'s Name)>,
}

/// The acts of a step: what a failure or a worker's leaving brought with it is part of it.
pub(super) fn acts(step: &Step) -> Vec<Act<'_>> {
    let mut acts: Vec<Act<'_>> = Vec::new();
    let mut returned = Vec::new();
    for fact in &step.facts {
        match fact {
            Fact::Arrived { .. } | Fact::Delivered { .. } | Fact::Refused { .. } => {}
            Fact::Returned { message, lane, .. } => {
                // Of a batch, what comes back follows on what failed.
                match acts.last_mut().filter(|act| act.gives_back()) {
                    Some(act) => act.returned.push((message, lane)),
                    None => returned.push((message, lane)),
                }
            }
            // What becomes of the leases is a part of the crash, and of the end of the grace.
            Fact::LeaseRestarted { message, lane, .. }
            | Fact::LeaseLost { message, lane, .. }
            | Fact::Unresolved { message, lane, .. } => {
                if let Some(act) = acts.last_mut() {
                    act.returned.push((message, lane));
                }
            }
            // It is said with the delivery.
            Fact::ProcessedTwice { .. } => {}
            Fact::DeadLettered { message, reason, .. } => {
                let failed = acts.last_mut().filter(|act| {
                    act.fact.message() == Some(message)
                        && matches!(
                            act.fact,
                            Fact::Nacked { retry_at: None, .. }
                                | Fact::Expired { retry_at: None, .. }
                                | Fact::Rejected { .. }
                        )
                });
                match failed {
                    Some(act) => act.dead = Some(*reason),
                    None => acts.push(Act::new(fact, step.at)),
                }
            }
            Fact::Left { .. } => {
                acts.push(Act {
                    returned: std::mem::take(&mut returned),
                    ..Act::new(fact, step.at)
                });
            }
            Fact::Eligible { .. }
            | Fact::BucketHasRoom { .. }
            | Fact::Acked { .. }
            | Fact::Nacked { .. }
            | Fact::Expired { .. }
            | Fact::Rejected { .. }
            | Fact::Extended { .. }
            | Fact::Redriven { .. }
            | Fact::Purged { .. }
            | Fact::Joined { .. }
            | Fact::Crashed { .. }
            | Fact::CutOff { .. }
            | Fact::Reconnected { .. }
            | Fact::LeaderCrashed { .. }
            | Fact::Reestablished { .. }
            | Fact::ReclaimEnded
            | Fact::Recovered { .. }
            | Fact::LeaseOver { .. } => acts.push(Act::new(fact, step.at)),
        }
    }
    acts
}

/// Several acts in one sentence: one by one, or counted by kind.
pub(super) fn summary(acts: &[Act<'_>]) -> Sentence {
    let mut sentence = Sentence::new();
    if acts.len() <= MOST_ACTS {
        sentence.list(acts, MOST_ACTS, |sentence, act| act.clause(sentence));
        return sentence;
    }
    let mut kinds: Vec<((&str, &str), usize)> = Vec::new();
    for act in acts {
        let kind = act.kind();
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    sentence.list(&kinds, usize::MAX, |say, ((one, several), number)| {
        say.text(&format!("{number} {}", if *number == 1 { one } else { several }))
    });
    sentence
}

impl<'s> Act<'s> {
    fn new(fact: &'s Fact, at: Time) -> Self {
        Self { fact, dead: None, overruled: fact.overruled(at), returned: Vec::new() }
    }

    /// Whether messages that come back do so because of it.
    const fn gives_back(&self) -> bool {
        matches!(self.fact, Fact::Nacked { .. } | Fact::Expired { .. })
    }

    /// What was done, and what it means for the group.
    pub(super) fn with_consequence(&self, snapshot: &Snapshot) -> Sentence {
        let mut whole = Sentence::new();
        let sentence = self.clause(&mut whole);
        match self.fact {
            Fact::Acked { lane, .. } => onward(sentence, ", so ", find(snapshot, lane)),
            Fact::Nacked { message, lane, .. } | Fact::Expired { message, lane, .. } => {
                match self.dead {
                    Some(_) => onward(sentence, "; ", find(snapshot, lane)),
                    None => stays(sentence, self.fact, message, find(snapshot, lane)),
                }
            }
            Fact::Rejected { lane, .. } | Fact::DeadLettered { lane, .. } => {
                onward(sentence, "; ", find(snapshot, lane))
            }
            Fact::Crashed { worker } => abandoned(sentence, worker, snapshot),
            Fact::LeaderCrashed { held_until } => self.leader_crashed(sentence, *held_until),
            Fact::Arrived { .. }
            | Fact::Eligible { .. }
            | Fact::BucketHasRoom { .. }
            | Fact::Delivered { .. }
            | Fact::Extended { .. }
            | Fact::Returned { .. }
            | Fact::Redriven { .. }
            | Fact::Purged { .. }
            | Fact::Joined { .. }
            | Fact::Recovered { .. }
            | Fact::Left { .. }
            | Fact::CutOff { .. }
            | Fact::Reconnected { .. }
            | Fact::LeaseRestarted { .. }
            | Fact::LeaseLost { .. }
            | Fact::Reestablished { .. }
            | Fact::ReclaimEnded
            | Fact::Unresolved { .. }
            | Fact::ProcessedTwice { .. }
            | Fact::LeaseOver { .. }
            | Fact::Refused { .. } => sentence,
        };
        whole
    }

    /// What was done.
    fn clause<'a>(&self, say: &'a mut Sentence) -> &'a mut Sentence {
        match self.fact {
            Fact::Arrived { message, lane } => say.message(message, lane).text(" arrives"),
            Fact::Delivered { message, lane, worker, .. } => {
                say.worker(worker).text(" takes ").message(message, lane)
            }
            Fact::Eligible { message, lane } => {
                say.text("the wait of ").message(message, lane).text(" is over")
            }
            Fact::BucketHasRoom { throttle, bucket: name } => {
                say.text(&format!("throttle {} has room again", bucket(throttle, name)))
            }
            Fact::Acked { message, lane, worker } => {
                say.worker(worker).text(" acks ").message(message, lane)
            }
            Fact::Nacked { message, lane, worker, attempt, retry_after, .. } => {
                let say = say.worker(worker).text(" nacks ").message(message, lane);
                let asked = |say: &'a mut Sentence, wait: Time| {
                    say.text(&format!(" and asks to retry after {}", in_words(wait)))
                };
                let say = match (self.dead, *retry_after) {
                    (Some(DeadReason::FailureRule), Some(wait)) => {
                        asked(say, wait).text(", but a failure rule dead-letters it")
                    }
                    (Some(reason), _) => set_aside(say, self.fact, reason, *attempt),
                    (None, Some(wait)) => match self.overruled {
                        None => asked(say, wait),
                        Some(Time::ZERO) => {
                            asked(say, wait).text(", but a failure rule sets no wait")
                        }
                        Some(ruled) => {
                            let ruled =
                                format!(", but a failure rule sets a wait of {}", in_words(ruled));
                            asked(say, wait).text(&ruled)
                        }
                    },
                    (None, None) => say,
                };
                self.with_the_rest_of_its_batch(say)
            }
            Fact::Expired { message, lane, worker, attempt, .. } => {
                let say = say.text("the lease of ").worker(worker).text(" on ");
                let say = say.message(message, lane).text(" expires");
                let say = match self.dead {
                    Some(reason) => set_aside(say, self.fact, reason, *attempt),
                    None => say,
                };
                self.with_the_rest_of_its_batch(say)
            }
            Fact::Rejected { message, lane, worker } => {
                let say = say.worker(worker).text(" rejects ").message(message, lane);
                say.text(", which is dead-lettered")
            }
            Fact::Extended { message, lane, worker, by, until } => {
                let say = say.worker(worker).text(" extends its lease on ").message(message, lane);
                say.text(&format!(" by {}, until {}", in_words(*by), in_words(*until)))
            }
            Fact::Returned { message, lane, .. } => {
                say.message(message, lane).text(" is given back")
            }
            Fact::DeadLettered { message, lane, .. } => {
                say.message(message, lane).text(" is dead-lettered")
            }
            Fact::Redriven { message, lane } => {
                say.message(message, lane).text(" comes back from the dead letters, last in line")
            }
            Fact::Purged { message, lane } => {
                say.message(message, lane).text(" is purged from the dead letters")
            }
            Fact::Joined { worker } => say.worker(worker).text(" joins"),
            Fact::Crashed { worker } => say.worker(worker).text(" crashes"),
            Fact::Recovered { worker } => say.worker(worker).text(" is back"),
            Fact::Left { worker } => {
                let say = say.worker(worker).text(" leaves");
                if self.returned.is_empty() {
                    return say;
                }
                let say = say.text(" and gives ");
                let say = say.list(&self.returned, MOST_NAMES, |say, (message, lane)| {
                    say.message(message, lane)
                });
                say.text(" back")
            }
            Fact::CutOff { worker, until } => {
                let until = format!(" is cut off from the leader until {}", in_words(*until));
                say.worker(worker).text(&until)
            }
            Fact::Reconnected { worker } => say.worker(worker).text(" is no longer cut off"),
            Fact::LeaderCrashed { .. } => say.text("the leader crashes"),
            Fact::LeaseRestarted { message, lane, .. } => {
                say.text("the lease on ").message(message, lane).text(" starts again")
            }
            Fact::LeaseLost { message, lane, .. } => {
                say.text("the lease on ").message(message, lane).text(" is lost")
            }
            Fact::Reestablished { message, lane, worker, until } => {
                let say = say.worker(worker).text(" reclaims ").message(message, lane);
                say.text(&format!(" by extending its lease, until {}", in_words(*until)))
            }
            Fact::ReclaimEnded => {
                let say = say.text("the reclaim grace is over");
                match &*self.returned {
                    [] => say,
                    [(message, lane)] => {
                        let say = say.text("; nobody spoke for ").message(message, lane);
                        say.text(", and its attempt does not count")
                    }
                    several => {
                        let say = say.text("; nobody spoke for ");
                        let say = say.list(several, MOST_NAMES, |say, (message, lane)| {
                            say.message(message, lane)
                        });
                        say.text(", and their attempts do not count")
                    }
                }
            }
            Fact::Unresolved { message, lane, .. } => {
                say.text("nobody spoke for ").message(message, lane)
            }
            Fact::ProcessedTwice { message, lane, .. } => {
                say.message(message, lane).text(" is processed twice at once")
            }
            Fact::LeaseOver { message, lane, worker } => {
                say.text("the lease of ").worker(worker).text(" on ").message(message, lane);
                say.text(" is over by its own clock, and it stops")
            }
            Fact::Refused { what, .. } => say.text(what).text(" is refused"),
        }
    }

    /// What of its batch comes back with a message that failed (B1).
    fn with_the_rest_of_its_batch<'a>(&self, say: &'a mut Sentence) -> &'a mut Sentence {
        if self.returned.is_empty() {
            return say;
        }
        let say = say.text(", giving back ");
        say.list(&self.returned, MOST_NAMES, |say, (message, lane)| say.message(message, lane))
            .text(" behind it")
    }

    /// What a new leader knows, and what that means.
    fn leader_crashed<'a>(
        &self,
        say: &'a mut Sentence,
        held_until: Option<Time>,
    ) -> &'a mut Sentence {
        let leases = |say: &'a mut Sentence| {
            let is_one = self.returned.len() == 1;
            let say = say.text(if is_one { "the lease on " } else { "the leases on " });
            say.list(&self.returned, MOST_NAMES, |say, (message, lane)| say.message(message, lane))
        };
        let Some(until) = held_until else {
            if self.returned.is_empty() {
                return say;
            }
            let say = say.text("; the new one knows every lease: ");
            let starts = if self.returned.len() == 1 { " starts" } else { " start" };
            return leases(say).text(starts).text(" again at full length");
        };
        let say = if self.returned.is_empty() {
            say
        } else {
            let lost = if self.returned.len() == 1 { " is lost" } else { " are lost" };
            leases(say.text("; ")).text(lost)
        };
        let held = format!(", and all that existed is held for reclaim until {}", in_words(until));
        say.text(&held)
    }

    /// How one and how several of its kind are counted.
    const fn kind(&self) -> (&'static str, &'static str) {
        match self.fact {
            Fact::Arrived { .. } => ("message arrives", "messages arrive"),
            Fact::Eligible { .. } => ("wait is over", "waits are over"),
            Fact::BucketHasRoom { .. } => ("bucket has room again", "buckets have room again"),
            Fact::Delivered { .. } => ("message goes out", "messages go out"),
            Fact::Acked { .. } => ("message is acked", "messages are acked"),
            Fact::Nacked { .. } => ("message is nacked", "messages are nacked"),
            Fact::Expired { .. } => ("lease expires", "leases expire"),
            Fact::Rejected { .. } => ("message is rejected", "messages are rejected"),
            Fact::Extended { .. } => ("lease is extended", "leases are extended"),
            Fact::Returned { .. } => ("message is given back", "messages are given back"),
            Fact::DeadLettered { .. } => ("message is dead-lettered", "messages are dead-lettered"),
            Fact::Redriven { .. } => ("message is redriven", "messages are redriven"),
            Fact::Purged { .. } => ("message is purged", "messages are purged"),
            Fact::Joined { .. } => ("worker joins", "workers join"),
            Fact::Crashed { .. } => ("worker crashes", "workers crash"),
            Fact::Recovered { .. } => ("worker is back", "workers are back"),
            Fact::Left { .. } => ("worker leaves", "workers leave"),
            Fact::CutOff { .. } => ("worker is cut off", "workers are cut off"),
            Fact::Reconnected { .. } => {
                ("worker is no longer cut off", "workers are no longer cut off")
            }
            Fact::LeaderCrashed { .. } => ("leader crashes", "leaders crash"),
            Fact::LeaseRestarted { .. } => ("lease starts again", "leases start again"),
            Fact::LeaseLost { .. } => ("lease is lost", "leases are lost"),
            Fact::Reestablished { .. } => ("message is reclaimed", "messages are reclaimed"),
            Fact::ReclaimEnded => ("reclaim grace is over", "reclaim graces are over"),
            Fact::Unresolved { .. } => ("message is unresolved", "messages are unresolved"),
            Fact::ProcessedTwice { .. } => {
                ("message is processed twice", "messages are processed twice")
            }
            Fact::LeaseOver { .. } => ("lost lease is over", "lost leases are over"),
            Fact::Refused { .. } => ("line is refused", "lines are refused"),
        }
    }
}
