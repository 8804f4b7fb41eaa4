//! Setting aside, bringing back, throwing away (O9, O10, D3, R3, R4).

use super::held::Held;
use super::told::{Answer, Fact, Reason, Refusal};
use super::{Flaw, Oracle};

/// A message that was set aside.
#[derive(Clone, Debug)]
pub(super) struct Dead {
    pub(super) message: Held,
    pub(super) since: u64,
    pub(super) reason: Reason,
}

/// Which dead letters a call is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All.
    All,
    /// The first so many.
    First(usize),
    /// The one with this number.
    Message(u64),
}

impl Oracle {
    /// Sets a message aside by an operator's word, pending or in flight (R4).
    pub fn dead_letter(&mut self, now: u64, message: u64) -> Answer {
        self.advance(now);
        if self.message(message).is_none() {
            return Answer::Refused(Refusal::UnknownMessage);
        }
        let taken: Vec<_> = self.leases.extract_if(.., |lease| lease.message == message).collect();
        for lease in taken {
            self.leave_at_work(&lease);
        }
        self.set_aside(message, Reason::Operator);
        Answer::Done
    }

    /// Brings dead letters back, behind all that arrived meanwhile (O10).
    pub fn redrive(&mut self, now: u64, which: Which) -> Answer {
        self.advance(now);
        let Some(chosen) = self.choose(which) else {
            return Answer::Refused(Refusal::NotDead);
        };
        let count = chosen.len();
        for Dead { mut message, .. } in chosen {
            message.arrival = self.arrivals;
            self.arrivals += 1;
            if !self.flawed(Flaw::RedriveKeepsAttempts) {
                message.attempts = 0;
            }
            message.not_before = message.enqueued_at.saturating_add(message.sent.delay);
            message.awake = false;
            let id = message.id;
            self.note_weight(&message);
            self.messages.push(message);
            self.tell(Fact::Redriven(id));
            self.comes_in(id);
        }
        Answer::Count(count)
    }

    /// Throws dead letters away.
    pub fn purge(&mut self, now: u64, which: Which) -> Answer {
        self.advance(now);
        let Some(chosen) = self.choose(which) else {
            return Answer::Refused(Refusal::NotDead);
        };
        for dead in &chosen {
            self.purged += 1;
            self.tell(Fact::Purged(dead.message.id));
        }
        Answer::Count(chosen.len())
    }

    /// A message leaves its group, which goes on at this instant (O9).
    pub(super) fn set_aside(&mut self, id: u64, reason: Reason) {
        self.tell(Fact::Dead(id, reason));
        if let Some(message) = self.goes_away(id) {
            self.dead.push(Dead { message, since: self.now, reason });
        }
    }

    fn choose(&mut self, which: Which) -> Option<Vec<Dead>> {
        Some(match which {
            Which::All => std::mem::take(&mut self.dead),
            Which::First(count) => self.dead.drain(..count.min(self.dead.len())).collect(),
            Which::Message(id) => {
                let at = self.dead.iter().position(|dead| dead.message.id == id)?;
                vec![self.dead.remove(at)]
            }
        })
    }
}
