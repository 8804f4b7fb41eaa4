//! Groups and their heads: who could go if only time, buckets and turns let it (O1–O9, D1, D2).

use super::Oracle;
use super::held::Held;

impl Oracle {
    /// Where a message is in the list, if it is pending or in flight.
    pub(super) fn place(&self, id: u64) -> Option<usize> {
        self.messages.iter().position(|message| message.id == id)
    }

    /// A message that is pending or in flight.
    pub(super) fn message(&self, id: u64) -> Option<&Held> {
        self.messages.iter().find(|message| message.id == id)
    }

    pub(super) fn message_mut(&mut self, id: u64) -> Option<&mut Held> {
        self.messages.iter_mut().find(|message| message.id == id)
    }

    /// The first of a message's group; the message itself where it has none.
    pub(super) fn head_of<'o>(&'o self, message: &'o Held) -> &'o Held {
        if message.group.is_none() {
            return message;
        }
        self.messages.iter().find(|other| other.group == message.group).unwrap_or(message)
    }

    /// Whether nothing of its group is before it; always so without a group.
    pub(super) fn is_first(&self, message: &Held) -> bool {
        self.head_of(message).id == message.id
    }

    /// Whether it is with a worker; the live leases alone say so (O4).
    pub(super) fn is_in_flight(&self, id: u64) -> bool {
        self.leases.iter().any(|lease| lease.message == id && !lease.lost)
    }

    /// Whether it would go but for buckets, turns and credit.
    pub(super) fn is_candidate(&self, message: &Held) -> bool {
        message.awake
            && !self.is_held(message)
            && !self.is_in_flight(message.id)
            && self.is_first(message)
    }

    /// Whether it may go but for turns and credit.
    pub(super) fn is_deliverable(&self, message: &Held) -> bool {
        self.is_candidate(message) && self.has_room(message)
    }

    /// A message stands in its place: new, given back, or first of its group. It may go if its time has come.
    pub(super) fn comes_in(&mut self, id: u64) {
        let now = self.now;
        let Some(message) = self.message(id) else {
            return;
        };
        let waits_for_others =
            self.is_in_flight(id) || !self.is_first(message) || self.is_held(message);
        let in_time = message.not_before <= now;
        if let Some(message) = self.message_mut(id) {
            message.awake = in_time && !waits_for_others;
        }
        self.candidates_changed(Some(id));
    }

    /// A message leaves the queue, and its group goes on at once (O5, O9).
    pub(super) fn goes_away(&mut self, id: u64) -> Option<Held> {
        let gone = self.messages.remove(self.place(id)?);
        self.forget_weight(&gone);
        if gone.group.is_some() {
            let head = self.messages.iter().find(|other| other.group == gone.group);
            if let Some(head) = head.map(|head| head.id) {
                self.group_goes_on(head);
            }
        }
        self.candidates_changed(None);
        Some(gone)
    }

    /// The head of a group may have become free to go.
    fn group_goes_on(&mut self, head: u64) {
        let asleep = self.message(head).is_some_and(|head| !head.awake);
        if asleep && !self.is_in_flight(head) {
            self.comes_in(head);
        }
    }
}
