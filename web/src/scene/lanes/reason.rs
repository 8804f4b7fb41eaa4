//! Why messages wait, in words and as the state of a pill.

use super::PillState;
use crate::scene::words::{grouped, in_words};
use queuescope_sim::{Reason, WaitingView};

/// `a2 not before 9 s · a3 behind a2`: the messages with one reason together, the first few reasons.
pub(super) fn why(waiting: &[WaitingView]) -> String {
    const REASONS: usize = 3;
    const NAMES: usize = 3;
    let mut parts: Vec<(&Reason, Vec<&str>, usize)> = Vec::new();
    for view in waiting {
        if let Some((_, names, count)) =
            parts.iter_mut().find(|(reason, ..)| **reason == view.reason)
        {
            *count += 1;
            if names.len() < NAMES {
                names.push(&view.message);
            }
        } else if parts.len() < REASONS {
            parts.push((&view.reason, vec![&view.message], 1));
        } else {
            break;
        }
    }
    parts
        .into_iter()
        .map(|(reason, names, count)| {
            let more = count - names.len();
            let mut words = names.join(", ");
            if more > 0 {
                words.push_str(&format!(" and {} more", grouped(more)));
            }
            format!("{words} {}", reason_in_words(reason))
        })
        .collect::<Vec<_>>()
        .join(" · ")
}

pub(super) fn reason_in_words(reason: &Reason) -> String {
    match reason {
        Reason::BehindHead { head } => format!("behind {head}"),
        Reason::BehindInFlight { message, .. } => format!("behind {message}"),
        Reason::NotBefore { at } => format!("not before {}", in_words(*at)),
        Reason::HeldForReclaim { until } => {
            format!("held for reclaim until {}", in_words(*until))
        }
        Reason::Bucket { throttle, bucket, until } => {
            format!("no room in {} until {}", bucket_in_words(throttle, bucket), in_words(*until))
        }
        Reason::OtherTurn { key } if &**key == "no key" => {
            "after the turn of messages without a key".to_owned()
        }
        Reason::OtherTurn { key } => format!("after {key}’s turn"),
        Reason::NoCredit => "no worker is free".to_owned(),
        Reason::Nothing => "goes next".to_owned(),
    }
}

fn bucket_in_words(throttle: &str, bucket: &str) -> String {
    if bucket == "all" { throttle.to_owned() } else { format!("{throttle}/{bucket}") }
}

pub(super) fn state(reason: &Reason) -> PillState {
    match reason {
        Reason::BehindHead { .. } | Reason::BehindInFlight { .. } => PillState::Behind,
        Reason::NotBefore { .. } => PillState::Later,
        Reason::HeldForReclaim { .. } => PillState::Reclaim,
        Reason::Bucket { .. } => PillState::Throttled,
        Reason::OtherTurn { .. } => PillState::Turn,
        Reason::NoCredit => PillState::NoCredit,
        Reason::Nothing => PillState::Next,
    }
}

pub(super) fn note(reason: &Reason, place: usize) -> Option<String> {
    match reason {
        Reason::NotBefore { at } => Some(in_words(*at)),
        Reason::Bucket { until, .. } | Reason::HeldForReclaim { until } => Some(in_words(*until)),
        Reason::OtherTurn { .. } if place == 0 => Some("turn".to_owned()),
        Reason::NoCredit if place == 0 => Some("worker".to_owned()),
        Reason::Nothing => Some("next".to_owned()),
        Reason::OtherTurn { .. }
        | Reason::NoCredit
        | Reason::BehindHead { .. }
        | Reason::BehindInFlight { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queuescope_sim::Time;

    fn waits(message: &str, reason: Reason) -> WaitingView {
        WaitingView { message: message.into(), attempts: 0, reason }
    }

    #[test]
    fn reasons_are_said_once() {
        let head = || Reason::BehindHead { head: "a2".into() };
        let waiting = [
            waits("a2", Reason::NotBefore { at: Time::from_secs(9) }),
            waits("a3", head()),
            waits("a4", head()),
            waits("a5", head()),
            waits("a6", head()),
        ];
        assert_eq!(why(&waiting), "a2 not before 9 s · a3, a4, a5 and 1 more behind a2");
        assert_eq!(why(&[]), "");
        let turn = |key: &str| [waits("b3", Reason::OtherTurn { key: key.into() })];
        assert_eq!(why(&turn("big")), "b3 after big’s turn");
        assert_eq!(why(&turn("no key")), "b3 after the turn of messages without a key");
    }
}
