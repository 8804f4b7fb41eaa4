//! What workers and operators say of messages: settled, given up, set aside, brought back (L4, R2–R4, O10, B1).

use super::Queue;
use crate::agenda::Due;
use crate::command::{DeadLetters, Nack, NotDeadLettered, SettleError, StaleLease, UnknownMessage};
use crate::event::{DeadLetterReason, Disposition, Event, FailureCause};
use crate::id::{LeaseId, MessageId, Packed};
use crate::lease::Lease;
use crate::store::State;
use crate::time::Instant;
use alloc::vec::Vec;
use core::num::NonZeroU32;
use core::time::Duration;

impl Queue {
    /// Finishes a message: its group goes on (O5).
    ///
    /// # Errors
    /// Where the lease is over (L4), or an earlier message of its batch is not settled (B1).
    pub fn ack(&mut self, now: Instant, lease: LeaseId) -> Result<(), SettleError> {
        self.advance(now);
        let Lease { slot, worker, .. } = self.close_first(lease)?;
        self.acked += 1;
        self.emit(Event::Acked { message: self.store[slot].id, worker, lease });
        self.dismiss(slot);
        self.settle();
        Ok(())
    }

    /// Gives a message up: it is tried again as the head of its group (O6, O7), or set aside (R1). Those behind it in
    /// its batch come back with it, and for them that is no failure (B1).
    ///
    /// # Errors
    /// Where the lease is over (L4), or an earlier message of its batch is not settled (B1).
    pub fn nack(
        &mut self,
        now: Instant,
        lease: LeaseId,
        nack: Nack,
    ) -> Result<Disposition, SettleError> {
        self.advance(now);
        let asked = match nack {
            Nack::Retry => None,
            Nack::RetryAfter(wait) => Some(wait),
        };
        let closed = self.close_first(lease)?;
        let disposition = self.decide(lease, closed, FailureCause::Nacked, asked);
        self.settle();
        Ok(disposition)
    }

    /// Sets the message of a lease aside (R3): its worker wants it never again, and goes on with the rest of its batch.
    ///
    /// # Errors
    /// Where the lease is over (L4), or an earlier message of its batch is not settled (B1).
    pub fn reject(&mut self, now: Instant, lease: LeaseId) -> Result<(), SettleError> {
        self.advance(now);
        let Lease { slot, .. } = self.close_first(lease)?;
        self.set_aside(slot, DeadLetterReason::Rejected);
        self.settle();
        Ok(())
    }

    /// Moves the end of a lease `by` further, and of all that is left of its batch; returns the new end (L3).
    ///
    /// A lease that was lost with its leader is live again: for its full length, and `by` more (X2).
    ///
    /// # Errors
    /// Where the lease is over (L4).
    pub fn extend(
        &mut self,
        now: Instant,
        lease: LeaseId,
        by: Duration,
    ) -> Result<Instant, StaleLease> {
        self.advance(now);
        let known = *self.leases.get(lease).ok_or(StaleLease(lease))?;
        let from = if known.lost {
            self.now.saturating_add(self.spec.lease_length())
        } else {
            known.until
        };
        let until = from.saturating_add(by);
        let parts: Vec<_> =
            self.leases.batch(known.batch).map(|(id, lease)| (id, *lease)).collect();
        for (lease, Lease { slot, worker, until: before, lost, .. }) in parts {
            let record = &mut self.store[slot];
            let (message, due) = (record.id, Due::Message(record.arrival, slot));
            record.state = State::InFlight(Packed(lease));
            self.leases.renew(lease, until, false);
            if lost {
                self.emit(Event::Reestablished { message, worker, lease, until });
            } else {
                self.agenda.remove(before, due);
                self.emit(Event::LeaseExtended { message, lease, until });
            }
            self.agenda.insert(until, due);
        }
        Ok(until)
    }

    /// Sets a message aside by an operator's word, pending or in flight (R4). The rest of its batch stays where it is.
    ///
    /// # Errors
    /// Where the message is neither.
    pub fn dead_letter(&mut self, now: Instant, message: MessageId) -> Result<(), UnknownMessage> {
        self.advance(now);
        let slot = self.store.find(message).ok_or(UnknownMessage(message))?;
        if let State::InFlight(Packed(lease)) | State::Lost(Packed(lease)) = self.store[slot].state
        {
            let closed = self.close(lease).map_err(|StaleLease(_)| UnknownMessage(message))?;
            self.let_work_on(lease, closed);
        }
        self.set_aside(slot, DeadLetterReason::Operator);
        self.settle();
        Ok(())
    }

    /// Brings dead letters back, behind all that arrived meanwhile (O10, D3); returns how many.
    ///
    /// # Errors
    /// Where a message that is named is not among the dead letters.
    pub fn redrive(&mut self, now: Instant, which: DeadLetters) -> Result<usize, NotDeadLettered> {
        self.advance(now);
        let letters = self.dead_letters.take(which)?;
        for letter in &letters {
            self.emit(Event::Redriven { message: letter.id });
            let slot = self.admit(letter.id, letter.message.clone(), letter.enqueued_at);
            self.offer(slot);
        }
        self.settle();
        Ok(letters.len())
    }

    /// Throws dead letters away; returns how many (R3).
    ///
    /// # Errors
    /// Where a message that is named is not among the dead letters.
    pub fn purge(&mut self, now: Instant, which: DeadLetters) -> Result<usize, NotDeadLettered> {
        self.advance(now);
        let letters = self.dead_letters.take(which)?;
        self.purged += letters.len() as u64;
        for letter in &letters {
            self.emit(Event::Purged { message: letter.id });
        }
        Ok(letters.len())
    }

    /// Ends a lease, where no earlier message of its batch is left (B1).
    fn close_first(&mut self, lease: LeaseId) -> Result<Lease, SettleError> {
        // Each went out alone: no earlier one to look for.
        if self.spec.batch() == NonZeroU32::MIN {
            return Ok(self.close(lease)?);
        }
        let batch = self.leases.get(lease).ok_or(StaleLease(lease))?.batch;
        let first = self.leases.batch(batch).next().map(|(first, _)| first);
        match first {
            Some(first) if first != lease => Err(SettleError::OutOfOrder { lease, first }),
            Some(_) | None => Ok(self.close(lease)?),
        }
    }
}
