//! Scenarios for the tests of this crate, built by hand.

use crate::scenario::*;
use crate::time::Time;
use std::num::NonZeroU32;

/// So many seconds.
pub(crate) const fn s(secs: u64) -> Time {
    Time::from_secs(secs)
}

pub(crate) fn count(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

/// A queue ordered by header `account`, keyless messages unordered, no backoff; workers with credit 1.
pub(crate) fn ordered(workers: &[&str], script: Vec<Line>) -> Scenario {
    Scenario {
        queue: QueueDecl {
            name: "account-events".to_owned(),
            order: OrderDecl::By(vec![Component::Header("account".to_owned())]),
            missing_key: MissingKey::Unordered,
            backoff: BackoffDecl::None,
            ..QueueDecl::default()
        },
        workers: workers
            .iter()
            .map(|name| WorkerDecl { name: (*name).to_owned(), takes: count(1) })
            .collect(),
        script,
        ..Scenario::default()
    }
}

/// The rule book's example.
pub(crate) fn example() -> Scenario {
    ordered(
        &["W1", "W2"],
        vec![
            send(0, "a1(A) a2(A) s1 b1(B) s2 a3(A) b2(B)"),
            ack(1, "W2"),
            ack(2, "W1"),
            ack(3, "W2"),
            nack(4, "W1", Some(5)),
            ack(5, "W2"),
            ack(6, "W1"),
            ack(10, "W1"),
        ],
    )
}

pub(crate) fn line(at: u64, action: Action) -> Line {
    Line { at: s(at), action }
}

/// `a1(A) s1`: names, with the value of the ordering key.
pub(crate) fn send(at: u64, messages: &str) -> Line {
    let messages = messages.split(' ').map(|word| {
        let (id, key) = match word.split_once('(') {
            Some((id, key)) => (id, Some(key.trim_end_matches(')').to_owned())),
            None => (word, None),
        };
        Sent { id: id.to_owned(), key, ..Sent::default() }
    });
    line(at, Action::Send { messages: messages.collect(), every: None })
}

pub(crate) fn ack(at: u64, worker: &str) -> Line {
    line(at, Action::Ack { worker: worker.to_owned(), message: None })
}

pub(crate) fn nack(at: u64, worker: &str, retry_after: Option<u64>) -> Line {
    let retry_after = retry_after.map(s);
    line(at, Action::Nack { worker: worker.to_owned(), message: None, retry_after })
}

pub(crate) fn takes(secs: u64) -> Work {
    Work { takes: Some(Takes { least: s(secs), most: s(secs) }), ..Work::default() }
}
