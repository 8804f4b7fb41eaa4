//! A call, with everything in it by number, so that it can be made to either queue and be written down.

use crate::oracle::rules::{Joining, Sent};
use crate::oracle::told::Answer;
use crate::oracle::{Oracle, Which};

/// A call and its instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dated {
    /// When.
    pub at: u64,
    /// What.
    pub call: Call,
}

/// A call to a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// Time passes.
    Advance,
    /// A message arrives.
    Enqueue(Sent),
    /// The next delivery.
    Deliver,
    /// A lease's message is finished.
    Ack(u64),
    /// A lease's message is given up; the worker may ask for a wait.
    Nack(u64, Option<u64>),
    /// A lease's message is set aside.
    Reject(u64),
    /// A lease gets so much longer.
    Extend(u64, u64),
    /// A worker subscribes.
    Subscribe(Joining),
    /// It leaves.
    Leave(u64),
    /// It crashes.
    Crash(u64),
    /// It returns.
    Recover(u64),
    /// It cannot be reached.
    CutOff(u64),
    /// It can be reached again.
    Reconnect(u64),
    /// A message is set aside.
    DeadLetter(u64),
    /// Dead letters come back.
    Redrive(Which),
    /// Dead letters are thrown away.
    Purge(Which),
    /// The leader crashes.
    CrashLeader,
}

impl Call {
    /// Makes the call to the oracle.
    pub fn to_oracle(&self, at: u64, oracle: &mut Oracle) -> Answer {
        match *self {
            Self::Advance => {
                oracle.advance(at);
                Answer::Done
            }
            Self::Enqueue(ref sent) => oracle.enqueue(at, sent),
            Self::Deliver => oracle.deliver(at),
            Self::Ack(lease) => oracle.ack(at, lease),
            Self::Nack(lease, wait) => oracle.nack(at, lease, wait),
            Self::Reject(lease) => oracle.reject(at, lease),
            Self::Extend(lease, by) => oracle.extend(at, lease, by),
            Self::Subscribe(ref joining) => oracle.subscribe(at, joining),
            Self::Leave(worker) => oracle.leave(at, worker),
            Self::Crash(worker) => oracle.crash(at, worker),
            Self::Recover(worker) => oracle.recover(at, worker),
            Self::CutOff(worker) => oracle.cut_off(at, worker),
            Self::Reconnect(worker) => oracle.reconnect(at, worker),
            Self::DeadLetter(message) => oracle.dead_letter(at, message),
            Self::Redrive(which) => oracle.redrive(at, which),
            Self::Purge(which) => oracle.purge(at, which),
            Self::CrashLeader => oracle.crash_leader(at),
        }
    }
}
