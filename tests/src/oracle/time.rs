//! What time brings, in which order, and when the next of it is (C1, C2, C4).

use super::rules::Cause;
use super::throttle::Drawn;
use super::told::{Fact, Wakeup};
use super::{Flaw, Oracle};

/// Something that time brings. At one instant: messages by arrival number, then buckets in the order in which they
/// came to be, then the end of the grace.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Due {
    NotBefore(u64),
    LeaseEnd(u64),
    Room(Drawn),
    ReclaimEnd,
}

impl Oracle {
    /// Lets time pass, each thing at its own instant. An earlier time than one already seen is that one; the last instant
    /// that there is never comes.
    pub fn advance(&mut self, now: u64) {
        let now = now.min(u64::MAX - 1);
        while let Some((at, _)) = self.first_due()
            && at <= now
        {
            self.still_full = self.rooms_at(at);
            self.now = at;
            self.drop_strays();
            self.drop_empty_buckets();
            while let Some((_, due)) = self.first_due().filter(|due| due.0 == at) {
                match due {
                    Due::NotBefore(id) => {
                        self.tell(Fact::Eligible(id));
                        self.comes_in(id);
                    }
                    Due::LeaseEnd(id) => drop(self.fail(id, Cause::Expired, None)),
                    Due::Room(_) | Due::ReclaimEnd => break,
                }
            }
            while !self.still_full.is_empty() {
                let drawn = self.still_full.remove(0);
                let values = drawn.1.as_ref();
                let values = values.map(|values| values.iter().map(|&it| it.to_owned()).collect());
                self.tell(Fact::Room(drawn.0.to_owned(), values));
                self.room_came();
            }
            if self.grace.is_some_and(|grace| grace.until == at) {
                self.end_grace();
            }
        }
        self.now = self.now.max(now);
        self.drop_strays();
        self.drop_empty_buckets();
    }

    /// The earliest instant at which something could change without a call, and what that is (C4).
    pub fn next_wakeup(&self) -> Option<(u64, Wakeup)> {
        let (at, due) = self.first_due()?;
        if self.flawed(Flaw::WakeupForgetsLeases) && matches!(due, Due::LeaseEnd(_)) {
            return None;
        }
        let wakeup = match due {
            Due::NotBefore(id) => Wakeup::NotBefore(id),
            Due::LeaseEnd(id) => Wakeup::LeaseEnd(id),
            Due::Room(_) => Wakeup::BucketRoom,
            Due::ReclaimEnd => Wakeup::ReclaimEnd,
        };
        Some((at, wakeup))
    }

    /// What comes first; the last instant that there is never comes.
    fn first_due(&self) -> Option<(u64, Due)> {
        let late = u64::from(self.flawed(Flaw::LeaseEndsLate));
        let mut all: Vec<((u64, u8, u64), Due)> = Vec::new();
        for message in &self.messages {
            if !message.awake
                && !self.is_held(message)
                && !self.is_in_flight(message.id)
                && self.is_first(message)
            {
                let due = Due::NotBefore(message.id);
                all.push(((message.not_before, 0, message.arrival), due));
            }
        }
        for lease in self.leases.iter().filter(|lease| !lease.lost) {
            let arrival = self.message(lease.message).map_or(0, |message| message.arrival);
            all.push(((lease.until.saturating_add(late), 0, arrival), Due::LeaseEnd(lease.id)));
        }
        for (age, drawn) in self.waited_for().into_iter().enumerate() {
            if let Some(at) = self.full_until(&drawn) {
                all.push(((at, 1, age as u64), Due::Room(drawn)));
            }
        }
        if let Some(grace) = self.grace {
            all.push(((grace.until, 2, 0), Due::ReclaimEnd));
        }
        let first = all.into_iter().min_by_key(|entry| entry.0)?;
        ((first.0).0 < u64::MAX).then_some(((first.0).0, first.1))
    }

    /// The buckets that are waited for and have room at an instant.
    fn rooms_at(&self, at: u64) -> Vec<Drawn> {
        let mut rooms = self.waited_for();
        rooms.retain(|drawn| self.full_until(drawn) == Some(at));
        rooms
    }

    /// The buckets that something eligible draws from, in the order in which they came to be.
    fn waited_for(&self) -> Vec<Drawn> {
        if self.throttles.is_empty() {
            return Vec::new();
        }
        let candidates = self.messages.iter().filter(|message| self.is_candidate(message));
        let wanted: Vec<Drawn> = candidates.flat_map(|message| self.draws_from(message)).collect();
        let named = self.buckets.iter().map(|bucket| (bucket.throttle, bucket.values.clone()));
        named.filter(|drawn| wanted.contains(drawn)).collect()
    }
}
