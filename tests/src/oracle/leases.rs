//! Leases: failing, giving back, extending; only one that is there speaks for its message (L3, L4, O6–O8, R1, R2).

use super::rules::{Backoff, Cause};
use super::told::{Answer, Fact, Reason};
use super::{Flaw, Oracle};

/// One delivery of one message.
#[derive(Clone, Debug)]
pub(super) struct Lease {
    pub(super) id: u64,
    pub(super) message: u64,
    pub(super) worker: u64,
    pub(super) since: u64,
    pub(super) until: u64,
    /// The first lease of its batch.
    pub(super) batch: u64,
    /// Whether the leader that granted it has crashed and nobody has spoken since (X2).
    pub(super) lost: bool,
}

impl Oracle {
    /// Gives a message up: it is tried again, after so long if the worker says so, or set aside.
    pub fn nack(&mut self, now: u64, lease: u64, retry_after: Option<u64>) -> Answer {
        self.advance(now);
        if let Err(refusal) = self.may_settle(lease) {
            return Answer::Refused(refusal);
        }
        match self.fail(lease, Cause::Nacked, retry_after) {
            Some(again) => Answer::Until(again),
            None => Answer::Done,
        }
    }

    /// Sets a lease's message aside by its worker's word (R3).
    pub fn reject(&mut self, now: u64, lease: u64) -> Answer {
        self.advance(now);
        if let Err(refusal) = self.may_settle(lease) {
            return Answer::Refused(refusal);
        }
        let over = self.close(lease);
        self.set_aside(over.message, Reason::Rejected);
        Answer::Done
    }

    /// Moves the end of a lease and of its batch; a lost one lives again (L3, X2).
    pub fn extend(&mut self, now: u64, lease: u64, by: u64) -> Answer {
        self.advance(now);
        let Some(known) = self.leases.iter().find(|known| known.id == lease) else {
            return Answer::Refused(super::told::Refusal::StaleLease);
        };
        let from = if known.lost { self.now.saturating_add(self.rules.lease) } else { known.until };
        let until = from.saturating_add(by);
        for id in self.batch_of(known) {
            if let Some(other) = self.leases.iter_mut().find(|other| other.id == id) {
                other.until = until;
                let message = other.message;
                let fact = if std::mem::replace(&mut other.lost, false) {
                    Fact::Reestablished(message, id, until)
                } else {
                    Fact::Extended(message, id, until)
                };
                self.tell(fact);
            }
        }
        self.candidates_changed(None);
        Answer::Until(until)
    }

    /// A lease is over: it leaves the list, which is what frees its group and its worker's credit.
    pub(super) fn close(&mut self, lease: u64) -> Lease {
        let at = self.leases.iter().position(|known| known.id == lease);
        self.leases.remove(at.expect("who closes a lease has found it"))
    }

    /// An attempt failed; what is behind it in its batch comes back uncounted (B1).
    ///
    /// Gives the instant from which on it is tried again, if it is.
    pub(super) fn fail(
        &mut self,
        lease: u64,
        cause: Cause,
        retry_after: Option<u64>,
    ) -> Option<u64> {
        let over = self.close(lease);
        let behind = self.batch_of(&over);
        let attempt = self.message(over.message)?.attempts;
        let fate = self.fate(attempt, cause, retry_after);
        let again = fate.ok().map(|wait| self.now.saturating_add(wait));
        self.tell(Fact::Failed(over.message, lease, attempt, cause, again));
        for id in behind {
            self.take_back(id);
        }
        match fate {
            Ok(wait) => self.try_again(over.message, wait),
            Err(reason) => self.set_aside(over.message, reason),
        }
        again
    }

    fn try_again(&mut self, id: u64, wait: u64) {
        let due = self.now.saturating_add(wait);
        if let Some(message) = self.message_mut(id) {
            message.not_before = due;
        }
        if self.flawed(Flaw::NackGoesBehind)
            && let Some(at) = self.place(id)
        {
            let mut message = self.messages.remove(at);
            message.arrival = self.arrivals;
            self.arrivals += 1;
            self.messages.push(message);
            for id in self.messages.iter().map(|message| message.id).collect::<Vec<_>>() {
                if self.message(id).is_some_and(|message| !message.awake) {
                    self.comes_in(id);
                }
            }
        }
        self.comes_in(id);
    }

    /// A lease is over without a failure: the attempt does not count (L5, B1, X2).
    pub(super) fn take_back(&mut self, lease: u64) {
        let counts = self.flawed(Flaw::LeavingCounts);
        let over = self.close(lease);
        if let Some(message) = self.message_mut(over.message)
            && !counts
        {
            message.attempts -= 1;
        }
        self.tell(Fact::Returned(over.message, lease));
    }

    /// After how long a message is tried again, or why it is set aside: the rules first, then the policy (R1, R2).
    fn fate(&self, attempt: u32, cause: Cause, asked: Option<u64>) -> Result<u64, Reason> {
        for rule in &self.rules.on_failure {
            if rule.cause.is_none_or(|mine| mine == cause) && attempt >= rule.from_attempt {
                return rule.retry_after.ok_or(Reason::Rule(cause));
            }
        }
        if attempt >= self.rules.attempts {
            return Err(Reason::Exhausted(cause));
        }
        Ok(asked.unwrap_or_else(|| match self.rules.backoff {
            Backoff::None => 0,
            Backoff::Fixed(wait) => wait,
            Backoff::Doubling(first, most) => {
                let mut wait = first;
                for _ in 1..attempt.min(70) {
                    wait = wait.saturating_mul(2);
                }
                wait.min(most)
            }
        }))
    }
}
