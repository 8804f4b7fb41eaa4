//! Acts by chance.

use super::act::{Act, Deed, How, Jump, Letters, Pick, Turn};
use super::any_rules::{any_span, worker_throttles};
use crate::chance::Chance;
use crate::oracle::rules::{Joining, Sent};

/// What a run does more or less of.
#[derive(Clone, Debug)]
pub(super) struct Mood {
    send: u64,
    settle: u64,
    keyless: u64,
    fairness: u64,
    delay: u64,
    credit: u64,
    declares: u64,
    disaster: bool,
}

impl Mood {
    pub(super) fn any(chance: &mut Chance) -> Self {
        Self {
            send: chance.one_of([18, 24, 30, 40]),
            settle: chance.one_of([12, 18, 24]),
            keyless: chance.one_of([0, 10, 40]),
            fairness: chance.one_of([0, 50, 90]),
            delay: chance.one_of([0, 10, 30]),
            credit: chance.one_of([1, 2, 4]),
            declares: chance.one_of([0, 0, 30]),
            disaster: chance.percent(40),
        }
    }

    /// The act in this place: at first somebody has to join.
    pub(super) fn act(&mut self, number: usize, chance: &mut Chance) -> Act {
        let deed = match number {
            0 | 1 => Deed::Join(self.joining(chance)),
            _ => self.deed(chance),
        };
        Act { early: if chance.percent(2) { any_span(chance) } else { 0 }, deed }
    }

    fn deed(&mut self, chance: &mut Chance) -> Deed {
        let mut left = chance.below(100);
        let mut falls = |share: u64| {
            let hit = left < share;
            left = left.saturating_sub(share);
            hit
        };
        if falls(self.send) {
            Deed::Send(self.sent(chance))
        } else if falls(self.settle) {
            Deed::Settle(any_pick(chance), any_how(chance))
        } else if falls(16) {
            Deed::Time(any_jump(chance))
        } else if falls(4) {
            self.worker(chance)
        } else if falls(4) {
            match chance.below(3) {
                0 => Deed::DeadLetter(any_pick(chance)),
                1 => Deed::Redrive(any_letters(chance)),
                _ if chance.percent(60) => Deed::Redrive(any_letters(chance)),
                _ => Deed::Purge(any_letters(chance)),
            }
        } else if self.disaster && falls(2) {
            Deed::CrashLeader
        } else {
            Deed::Deliver
        }
    }

    fn sent(&self, chance: &mut Chance) -> Sent {
        let mut sent = Sent { weight: 1, ..Sent::default() };
        if !chance.percent(self.keyless) {
            sent.headers.push(("account", chance.one_of(["A", "B", "C", ""])));
        }
        if chance.percent(60) {
            sent.headers.push(("region", chance.one_of(["east", "west", "ab", "b"])));
        }
        if chance.percent(self.fairness) {
            sent.fairness = Some(chance.one_of(["x", "y", "z", "w", ""]));
            sent.weight = chance.one_of([1, 1, 2, 3]);
        }
        if chance.percent(self.delay) {
            sent.delay = any_wait(chance);
        }
        sent
    }

    fn joining(&self, chance: &mut Chance) -> Joining {
        let throttles =
            if chance.percent(self.declares) { worker_throttles(chance) } else { Vec::new() };
        Joining { credit: 1 + chance.below(self.credit) as u32, throttles }
    }

    fn worker(&self, chance: &mut Chance) -> Deed {
        let pick = any_pick(chance);
        match chance.below(10) {
            0..4 => Deed::Join(self.joining(chance)),
            4 | 5 => Deed::Worker(pick, Turn::Leave),
            6 => Deed::Worker(pick, Turn::Crash),
            7 => Deed::Worker(pick, Turn::Recover),
            8 if self.disaster => Deed::Worker(pick, Turn::CutOff),
            9 if self.disaster => Deed::Worker(pick, Turn::Reconnect),
            _ => Deed::Worker(pick, chance.one_of([Turn::Crash, Turn::Recover])),
        }
    }
}

fn any_pick(chance: &mut Chance) -> Pick {
    Pick { ever: chance.percent(10), number: chance.below(1_000) }
}

fn any_letters(chance: &mut Chance) -> Letters {
    match chance.below(3) {
        0 => Letters::All,
        1 => Letters::First(1 + chance.below(2) as usize),
        _ => Letters::One(any_pick(chance)),
    }
}

fn any_how(chance: &mut Chance) -> How {
    match chance.below(10) {
        0..5 => How::Ack,
        5 | 6 => How::Nack(None),
        7 => How::Nack(Some(any_wait(chance))),
        8 => How::Reject,
        _ => How::Extend(any_wait(chance)),
    }
}

/// A span, or once in a while one that never ends.
const fn any_wait(chance: &mut Chance) -> u64 {
    if chance.below(150) == 0 { u64::MAX } else { any_span(chance) }
}

fn any_jump(chance: &mut Chance) -> Jump {
    if chance.below(2_000) == 0 {
        return Jump::By(u64::MAX);
    }
    match chance.below(12) {
        0..4 => Jump::ToWakeup,
        4 => Jump::BeforeWakeup,
        5 => Jump::By(chance.one_of([1, 60_000_000, 600_000_000])),
        _ => Jump::By(any_span(chance)),
    }
}
