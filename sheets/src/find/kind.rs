//! Kinds of event: what can be jumped to and stopped at.

use queuescope_sim::{Fact, HeldBy, Run};

/// A kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Arrived,
    Delivered,
    Acked,
    Nacked,
    Rejected,
    Expired,
    Extended,
    Returned,
    DeadLettered,
    Redriven,
    Purged,
    Eligible,
    Throttled,
    HasRoom,
    Joined,
    Crashed,
    Recovered,
    Left,
    CutOff,
    Reconnected,
    LeaderCrashed,
    LeaseRestarted,
    LeaseLost,
    Reclaimed,
    ReclaimEnded,
    Unresolved,
    Twice,
    LeaseOver,
    Refused,
}

/// Each kind, with its word and how it is said.
const ALL: [(Kind, &str, &str); 29] = [
    (Kind::Arrived, "arrived", "Arrived"),
    (Kind::Delivered, "delivered", "Delivered"),
    (Kind::Acked, "acked", "Acked"),
    (Kind::Nacked, "nacked", "Nacked"),
    (Kind::Rejected, "rejected", "Rejected"),
    (Kind::Expired, "expired", "Lease expired"),
    (Kind::Extended, "extended", "Lease extended"),
    (Kind::Returned, "returned", "Given back"),
    (Kind::DeadLettered, "dead-lettered", "Dead-lettered"),
    (Kind::Redriven, "redriven", "Redriven"),
    (Kind::Purged, "purged", "Purged"),
    (Kind::Eligible, "eligible", "Not-before time reached"),
    (Kind::Throttled, "throttled", "Group held by a throttle"),
    (Kind::HasRoom, "room", "Throttle has room again"),
    (Kind::Joined, "joined", "Worker joined"),
    (Kind::Crashed, "crashed", "Worker crashed"),
    (Kind::Recovered, "recovered", "Worker is back"),
    (Kind::Left, "left", "Worker left"),
    (Kind::CutOff, "cut-off", "Worker cut off"),
    (Kind::Reconnected, "reconnected", "No longer cut off"),
    (Kind::LeaderCrashed, "leader-crashed", "Leader crashed"),
    (Kind::LeaseRestarted, "lease-restarted", "Lease starts again"),
    (Kind::LeaseLost, "lease-lost", "Lease lost"),
    (Kind::Reclaimed, "reclaimed", "Reclaimed"),
    (Kind::ReclaimEnded, "reclaim-ended", "Reclaim grace over"),
    (Kind::Unresolved, "unresolved", "Unresolved"),
    (Kind::Twice, "twice", "Processed twice at once"),
    (Kind::LeaseOver, "lease-over", "Lease over by the worker's own clock"),
    (Kind::Refused, "refused", "Line refused"),
];

impl Kind {
    /// All of them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(|(kind, _, _)| *kind)
    }

    /// The one of that word.
    pub(crate) fn read(word: &str) -> Option<Self> {
        ALL.iter().find(|(_, known, _)| *known == word).map(|(kind, _, _)| *kind)
    }

    /// The one that is said so.
    pub(crate) fn named(name: &str) -> Option<Self> {
        ALL.iter().find(|(_, _, known)| *known == name).map(|(kind, _, _)| *kind)
    }

    /// Its word.
    pub(crate) const fn word(self) -> &'static str {
        ALL[self as usize].1
    }

    /// How it is said.
    pub(crate) const fn name(self) -> &'static str {
        ALL[self as usize].2
    }
}

/// Tells each event of a run: its step, its kind, and the names that it is about.
pub(crate) fn events<'r>(run: &'r Run, tell: &mut dyn FnMut(usize, Kind, [Option<&'r str>; 3])) {
    for step in run.steps() {
        for fact in &step.facts {
            let (kind, names) = kind_and_names(fact);
            tell(step.index, kind, names);
        }
    }
    // That a bucket holds a group is no fact of its own.
    for hold in run.holds() {
        if let HeldBy::Bucket(bucket) = &hold.by {
            let names = [Some(&*hold.message), Some(&*hold.lane), Some(&**bucket)];
            tell(run.index_at(hold.from), Kind::Throttled, names);
        }
    }
}

fn kind_and_names(fact: &Fact) -> (Kind, [Option<&str>; 3]) {
    match fact {
        Fact::Arrived { message, lane } => (Kind::Arrived, [Some(message), Some(lane), None]),
        Fact::Eligible { message, lane } => (Kind::Eligible, [Some(message), Some(lane), None]),
        Fact::DeadLettered { message, lane, .. } => {
            (Kind::DeadLettered, [Some(message), Some(lane), None])
        }
        Fact::Redriven { message, lane } => (Kind::Redriven, [Some(message), Some(lane), None]),
        Fact::Purged { message, lane } => (Kind::Purged, [Some(message), Some(lane), None]),
        Fact::BucketHasRoom { throttle, bucket } => {
            (Kind::HasRoom, [Some(throttle), Some(bucket), None])
        }
        Fact::Delivered { message, lane, worker, .. } => {
            (Kind::Delivered, [Some(message), Some(lane), Some(worker)])
        }
        Fact::ProcessedTwice { message, lane, worker, .. } => {
            (Kind::Twice, [Some(message), Some(lane), Some(worker)])
        }
        Fact::Acked { message, lane, worker } => {
            (Kind::Acked, [Some(message), Some(lane), Some(worker)])
        }
        Fact::Nacked { message, lane, worker, .. } => {
            (Kind::Nacked, [Some(message), Some(lane), Some(worker)])
        }
        Fact::Expired { message, lane, worker, .. } => {
            (Kind::Expired, [Some(message), Some(lane), Some(worker)])
        }
        Fact::Rejected { message, lane, worker } => {
            (Kind::Rejected, [Some(message), Some(lane), Some(worker)])
        }
        Fact::Extended { message, lane, worker, .. } => {
            (Kind::Extended, [Some(message), Some(lane), Some(worker)])
        }
        Fact::Returned { message, lane, worker } => {
            (Kind::Returned, [Some(message), Some(lane), Some(worker)])
        }
        Fact::LeaseRestarted { message, lane, worker, .. } => {
            (Kind::LeaseRestarted, [Some(message), Some(lane), Some(worker)])
        }
        Fact::LeaseLost { message, lane, worker } => {
            (Kind::LeaseLost, [Some(message), Some(lane), Some(worker)])
        }
        Fact::Reestablished { message, lane, worker, .. } => {
            (Kind::Reclaimed, [Some(message), Some(lane), Some(worker)])
        }
        Fact::Unresolved { message, lane, worker, .. } => {
            (Kind::Unresolved, [Some(message), Some(lane), Some(worker)])
        }
        Fact::LeaseOver { message, lane, worker } => {
            (Kind::LeaseOver, [Some(message), Some(lane), Some(worker)])
        }
        Fact::Joined { worker } => (Kind::Joined, [Some(worker), None, None]),
        Fact::Crashed { worker } => (Kind::Crashed, [Some(worker), None, None]),
        Fact::Recovered { worker } => (Kind::Recovered, [Some(worker), None, None]),
        Fact::Left { worker } => (Kind::Left, [Some(worker), None, None]),
        Fact::CutOff { worker, .. } => (Kind::CutOff, [Some(worker), None, None]),
        Fact::Reconnected { worker } => (Kind::Reconnected, [Some(worker), None, None]),
        Fact::LeaderCrashed { .. } => (Kind::LeaderCrashed, [None; 3]),
        Fact::ReclaimEnded => (Kind::ReclaimEnded, [None; 3]),
        Fact::Refused { what, .. } => {
            // `W1 acks m1`: its words have the names.
            let mut words = what.split(' ');
            let first = words.next();
            (Kind::Refused, [first, words.next_back(), None])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_a_word_of_its_own() {
        for (place, (kind, word, name)) in ALL.iter().enumerate() {
            assert_eq!((*kind as usize, kind.word(), kind.name()), (place, *word, *name));
            assert_eq!([Kind::read(word), Kind::named(name)], [Some(*kind); 2]);
            assert!(!word.contains(' ') && !word.contains(';'));
        }
    }
}
