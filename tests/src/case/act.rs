//! What is done in a case. Leases, messages and workers are picked by chance when it is done, so that an act still means
//! something when others before it are left out.

use crate::oracle::rules::{Joining, Sent};
use crate::oracle::{Oracle, Which};
use crate::trial::{Call, Dated};

/// One act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// How much too early its caller's clock is (C1).
    pub early: u64,
    /// What is done.
    pub deed: Deed,
}

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Time passes.
    Time(Jump),
    /// A message is sent.
    Send(Sent),
    /// A delivery is asked for.
    Deliver,
    /// A lease's message is settled.
    Settle(Pick, How),
    /// A worker joins.
    Join(Joining),
    /// A worker leaves, crashes, …
    Worker(Pick, Turn),
    /// An operator sets a message aside.
    DeadLetter(Pick),
    /// Dead letters come back: all, the first so many, one.
    Redrive(Letters),
    /// Dead letters are thrown away.
    Purge(Letters),
    /// The leader crashes.
    CrashLeader,
}

/// How far time jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// So far.
    By(u64),
    /// To the next wake-up, if there is one.
    ToWakeup,
    /// To just before it.
    BeforeWakeup,
}

/// One of those that there are, or of all that ever were and a few that never will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Of all that ever were.
    pub ever: bool,
    /// Which one, counted round and round.
    pub number: u64,
}

/// Which dead letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// All.
    All,
    /// The first so many.
    First(usize),
    /// One.
    One(Pick),
}

/// How a lease is spoken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Ack.
    Ack,
    /// Nack, with a wait or none.
    Nack(Option<u64>),
    /// Reject.
    Reject,
    /// Extend by so long.
    Extend(u64),
}

/// What a worker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It leaves.
    Leave,
    /// It crashes.
    Crash,
    /// It returns.
    Recover,
    /// It is cut off.
    CutOff,
    /// It is reached again.
    Reconnect,
}

impl Pick {
    fn of(self, there: impl Iterator<Item = u64>, ever: u64) -> u64 {
        if self.ever {
            return self.number % (ever + 2);
        }
        let there: Vec<u64> = there.collect();
        match there.len() as u64 {
            0 => ever,
            len => there[(self.number % len) as usize],
        }
    }
}

impl Letters {
    fn of(self, oracle: &Oracle) -> Which {
        match self {
            Self::All => Which::All,
            Self::First(count) => Which::First(count),
            Self::One(pick) => Which::Message(pick.of(oracle.dead_left(), oracle.ever()[0])),
        }
    }
}

impl Act {
    /// The call that it comes to, as things are. `clock` is moved by jumps.
    pub fn call(&self, clock: &mut u64, oracle: &Oracle) -> Dated {
        let [messages, leases, workers] = oracle.ever();
        let call = match self.deed {
            Deed::Time(jump) => {
                *clock = match (jump, oracle.next_wakeup()) {
                    (Jump::By(span), _) => clock.saturating_add(span),
                    (Jump::ToWakeup, Some((at, _))) => at,
                    (Jump::BeforeWakeup, Some((at, _))) => at - 1,
                    (Jump::ToWakeup | Jump::BeforeWakeup, None) => *clock,
                };
                Call::Advance
            }
            Deed::Send(ref sent) => Call::Enqueue(sent.clone()),
            Deed::Deliver => Call::Deliver,
            Deed::Settle(pick, how) => {
                let lease = pick.of(oracle.leases_left(), leases);
                match how {
                    How::Ack => Call::Ack(lease),
                    How::Nack(wait) => Call::Nack(lease, wait),
                    How::Reject => Call::Reject(lease),
                    How::Extend(by) => Call::Extend(lease, by),
                }
            }
            Deed::Join(ref joining) => Call::Subscribe(joining.clone()),
            Deed::Worker(pick, turn) => {
                let worker = pick.of(oracle.workers_left(), workers);
                match turn {
                    Turn::Leave => Call::Leave(worker),
                    Turn::Crash => Call::Crash(worker),
                    Turn::Recover => Call::Recover(worker),
                    Turn::CutOff => Call::CutOff(worker),
                    Turn::Reconnect => Call::Reconnect(worker),
                }
            }
            Deed::DeadLetter(pick) => Call::DeadLetter(pick.of(oracle.messages_left(), messages)),
            Deed::Redrive(letters) => Call::Redrive(letters.of(oracle)),
            Deed::Purge(letters) => Call::Purge(letters.of(oracle)),
            Deed::CrashLeader => Call::CrashLeader,
        };
        Dated { at: clock.saturating_sub(self.early), call }
    }
}
