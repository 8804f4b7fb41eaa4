//! The `event` column: what made a step happen, without what followed from it.
//!
//! Facts of one kind that stand beside each other are said together: `a4, a5 arrive`. Deliveries are the workers'
//! columns. The arrivals that a run begins with are `start`, and a step that has but a note is `note`.

use crate::step::{Fact, Name, Step};
use crate::time::Time;
use crate::words::{bucket, folded_list, in_words};

/// The most names that are listed before the rest is counted.
const MOST_NAMES: usize = 6;

/// The causes of a step, joined by `; `.
pub(super) fn event(step: &Step) -> String {
    let causes: Vec<&Fact> = step.facts.iter().filter(|fact| !goes_without_saying(fact)).collect();
    let only_arrivals = causes.iter().all(|fact| matches!(fact, Fact::Arrived { .. }));
    if step.index == 0 && !causes.is_empty() && only_arrivals {
        return "start".to_owned();
    }
    if causes.is_empty() && !step.notes.is_empty() {
        return "note".to_owned();
    }
    let mut said = Vec::new();
    let mut rest = &causes[..];
    while let Some(first) = rest.first() {
        let same = rest.iter().take_while(|fact| said_together(first, fact)).count();
        let (together, others) = rest.split_at(same.max(1));
        match (first, others) {
            (Fact::Returned { .. }, [Fact::Left { worker }, others @ ..]) => {
                let names = folded_list(&messages(together), MOST_NAMES);
                said.push(format!("{worker} leaves, giving back {names}"));
                rest = others;
            }
            (Fact::Nacked { .. } | Fact::Expired { .. }, [Fact::Returned { .. }, ..]) => {
                let back = others.iter().take_while(|fact| matches!(fact, Fact::Returned { .. }));
                let (back, others) = others.split_at(back.count());
                let failed = words(first, together, step.at);
                let names = folded_list(&messages(back), MOST_NAMES);
                said.push(format!("{failed}, giving back {names}"));
                rest = others;
            }
            (first, others) => {
                said.push(words(first, together, step.at));
                rest = others;
            }
        }
    }
    said.join("; ")
}

/// Deliveries are in the workers' columns, and what becomes of leases at a crash follows from it.
const fn goes_without_saying(fact: &Fact) -> bool {
    matches!(fact, Fact::Delivered { .. } | Fact::LeaseRestarted { .. } | Fact::LeaseLost { .. })
}

/// Whether two facts are said in one go: the kinds that have but a message to say.
fn said_together(first: &Fact, other: &Fact) -> bool {
    match first {
        Fact::Arrived { .. }
        | Fact::Eligible { .. }
        | Fact::Expired { .. }
        | Fact::Returned { .. }
        | Fact::DeadLettered { .. }
        | Fact::Redriven { .. }
        | Fact::Purged { .. }
        | Fact::LeaseRestarted { .. }
        | Fact::LeaseLost { .. }
        | Fact::Unresolved { .. }
        | Fact::ProcessedTwice { .. }
        | Fact::LeaseOver { .. }
        | Fact::BucketHasRoom { .. } => {
            std::mem::discriminant(first) == std::mem::discriminant(other)
        }
        Fact::Delivered { .. }
        | Fact::Acked { .. }
        | Fact::Nacked { .. }
        | Fact::Rejected { .. }
        | Fact::Extended { .. }
        | Fact::Joined { .. }
        | Fact::Crashed { .. }
        | Fact::Recovered { .. }
        | Fact::CutOff { .. }
        | Fact::Reconnected { .. }
        | Fact::LeaderCrashed { .. }
        | Fact::Reestablished { .. }
        | Fact::ReclaimEnded
        | Fact::Left { .. } => false,
        Fact::Refused { why, .. } => {
            matches!(other, Fact::Refused { why: same, .. } if same == why)
        }
    }
}

/// What is said of the facts that are said together.
fn words(first: &Fact, together: &[&Fact], at: Time) -> String {
    let messages = messages(together);
    let one = messages.len() == 1;
    let names = folded_list(&messages, MOST_NAMES);
    match first {
        Fact::Arrived { .. } if one => format!("{names} arrives"),
        Fact::Arrived { .. } => format!("{names} arrive"),
        Fact::Eligible { .. } => format!("{names} eligible"),
        Fact::Expired { .. } if one => format!("lease of {names} expires"),
        Fact::Expired { .. } => format!("leases of {names} expire"),
        Fact::Returned { .. } => format!("{names} given back"),
        Fact::DeadLettered { .. } => format!("{names} dead-lettered"),
        Fact::Redriven { .. } => format!("{names} redriven"),
        Fact::Purged { .. } => format!("{names} purged"),
        Fact::BucketHasRoom { .. } => {
            let buckets: Vec<String> = together.iter().filter_map(|fact| bucket_of(fact)).collect();
            let have = if buckets.len() == 1 { "has" } else { "have" };
            format!("{} {have} room", folded_list(&buckets, MOST_NAMES))
        }
        Fact::Delivered { worker, message, .. } => format!("{worker} takes {message}"),
        Fact::Acked { worker, message, .. } => format!("{worker} acks {message}"),
        Fact::Nacked { worker, message, retry_after: Some(wait), retry_at: Some(_), .. } => {
            let asked = format!("{worker} nacks {message}, retry after {}", in_words(*wait));
            match first.overruled(at) {
                Some(ruled) => format!("{asked} (failure rule: {})", in_words(ruled)),
                None => asked,
            }
        }
        Fact::Nacked { worker, message, .. } => format!("{worker} nacks {message}"),
        Fact::Rejected { worker, message, .. } => format!("{worker} rejects {message}"),
        Fact::Extended { worker, message, by, .. } => {
            format!("{worker} extends {message} by {}", in_words(*by))
        }
        Fact::Joined { worker } => format!("{worker} joins"),
        Fact::Crashed { worker } => format!("{worker} crashes"),
        Fact::Recovered { worker } => format!("{worker} returns"),
        Fact::Left { worker } => format!("{worker} leaves"),
        Fact::CutOff { worker, until } => format!("{worker} cut off until {}", in_words(*until)),
        Fact::Reconnected { worker } => format!("{worker} is no longer cut off"),
        Fact::LeaderCrashed { .. } => "leader crashes".to_owned(),
        Fact::LeaseRestarted { .. } if one => format!("lease of {names} restarts"),
        Fact::LeaseRestarted { .. } => format!("leases of {names} restart"),
        Fact::LeaseLost { .. } if one => format!("lease of {names} lost"),
        Fact::LeaseLost { .. } => format!("leases of {names} lost"),
        Fact::Reestablished { worker, message, .. } => format!("{worker} reclaims {message}"),
        Fact::ReclaimEnded => "reclaim grace over".to_owned(),
        Fact::Unresolved { .. } => format!("{names} unresolved"),
        Fact::ProcessedTwice { .. } => format!("{names} processed twice"),
        Fact::LeaseOver { .. } if one => format!("lost lease of {names} over"),
        Fact::LeaseOver { .. } => format!("lost leases of {names} over"),
        Fact::Refused { why, .. } => {
            let what: Vec<&String> = together.iter().filter_map(|fact| refused(fact)).collect();
            format!("{}: refused, {why}", folded_list(&what, MOST_NAMES))
        }
    }
}

fn messages<'s>(facts: &[&'s Fact]) -> Vec<&'s Name> {
    facts.iter().filter_map(|fact| fact.message()).collect()
}

/// What was refused, where the fact is that something was.
fn refused<'f>(fact: &&'f Fact) -> Option<&'f String> {
    if let Fact::Refused { what, .. } = fact { Some(what) } else { None }
}

/// `stripe/cust-1`, where the fact is about a bucket.
fn bucket_of(fact: &Fact) -> Option<String> {
    if let Fact::BucketHasRoom { throttle, bucket: name } = fact {
        Some(bucket(throttle, name))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::DeadReason;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn said(index: usize, facts: Vec<Fact>) -> String {
        event(&Step { index, at: Time::ZERO, facts, lines: Vec::new(), notes: Vec::new() })
    }

    #[test]
    fn a_step_that_has_but_a_note_is_one() {
        let with_note = |facts| {
            let notes = vec!["hello".into()];
            event(&Step { index: 1, at: Time::ZERO, facts, lines: Vec::new(), notes })
        };
        assert_eq!(with_note(Vec::new()), "note");
        assert_eq!(with_note(vec![arrived("a4")]), "a4 arrives");
    }

    fn arrived(message: &str) -> Fact {
        Fact::Arrived { message: message.into(), lane: "A".into() }
    }

    fn nacked(retry_at: Option<Time>) -> Fact {
        Fact::Nacked {
            message: "A".into(),
            lane: "g".into(),
            worker: "W1".into(),
            attempt: 3,
            retry_after: Some(Time::from_secs(5)),
            retry_at,
        }
    }

    #[test]
    fn a_run_starts_with_its_arrivals_and_later_ones_are_named() {
        assert_eq!(said(0, vec![arrived("a1"), arrived("a2")]), "start");
        assert_eq!(said(1, vec![arrived("a4"), arrived("a5")]), "a4, a5 arrive");
        assert_eq!(said(1, vec![arrived("a4")]), "a4 arrives");
        let many = (1..=20).map(|n| arrived(&format!("o{n}"))).collect();
        assert_eq!(said(1, many), "o1, o2, o3, o4 and 16 more arrive");
    }

    #[test]
    fn a_dead_letter_is_said_after_what_made_it_one() {
        let dead = Fact::DeadLettered {
            message: "A".into(),
            lane: "g".into(),
            reason: DeadReason::Nacked,
            works_on: None,
        };
        assert_eq!(said(3, vec![nacked(None), dead]), "W1 nacks A; A dead-lettered");
        // At 0 s: a retry at 5 s is what was asked for, one at 1 s what a rule says.
        assert_eq!(said(3, vec![nacked(Some(Time::from_secs(5)))]), "W1 nacks A, retry after 5 s");
        assert_eq!(
            said(3, vec![nacked(Some(Time::from_secs(1)))]),
            "W1 nacks A, retry after 5 s (failure rule: 1 s)"
        );
    }

    #[test]
    fn what_a_leaving_worker_gives_back_is_said_with_it() {
        let returned = |message: &str| Fact::Returned {
            message: message.into(),
            lane: "g".into(),
            worker: "W1".into(),
        };
        let left = Fact::Left { worker: "W1".into() };
        let facts = vec![returned("a1"), returned("b1"), left];
        assert_eq!(said(3, facts), "W1 leaves, giving back a1, b1");
    }

    #[test]
    fn lines_that_are_refused_for_one_reason_are_said_together() {
        let refused = |what: &str, why: &str| Fact::Refused {
            line: Some(0),
            what: what.to_owned(),
            why: why.to_owned(),
        };
        let facts = vec![
            refused("send a", "no key"),
            refused("send b", "no key"),
            refused("W1 acks", "late"),
        ];
        assert_eq!(said(3, facts), "send a, send b: refused, no key; W1 acks: refused, late");
    }

    #[test]
    fn a_bucket_is_named_with_its_throttle() {
        let room =
            |bucket: &str| Fact::BucketHasRoom { throttle: "stripe".into(), bucket: bucket.into() };
        assert_eq!(said(3, vec![room("all")]), "stripe has room");
        assert_eq!(said(3, vec![room("x"), room("y")]), "stripe/x, stripe/y have room");
    }
}
