//! The scenario's not-before times that can be turned: delays of messages, waits that nacks ask for.

use crate::session::{Knob, Session};
use queuescope_sim::{Action, Time};

/// How many there are on screen.
const MOST: usize = 12;

/// The delays panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelaysScene {
    /// The delays, in the order of the script.
    pub delays: Vec<DelayScene>,
    /// How many are not shown.
    pub hidden: usize,
}

/// A delay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelayScene {
    /// The message or worker that it is of.
    pub of: String,
    /// The message's colour; 0 where it is a worker's.
    pub hue: u8,
    /// `delayed on arrival`, `nacks at 4 s, retry after`.
    pub what: String,
    /// How long.
    pub time: Time,
    /// What turns it; the time in it is the present one.
    pub knob: Knob,
}

pub(super) fn delays(session: &Session) -> DelaysScene {
    let played = session.played();
    let mut delays = Vec::new();
    for (place, line) in played.scenario().script.iter().enumerate() {
        let at = super::words::in_words(line.at);
        match &line.action {
            Action::Send { messages, .. } => {
                // The delay of a range is not one message's to turn.
                for sent in
                    messages.iter().filter(|sent| sent.delay > Time::ZERO && sent.to.is_none())
                {
                    delays.push(DelayScene {
                        hue: played.hue_of(&sent.id),
                        of: sent.id.clone(),
                        what: format!("sent at {at}, delay"),
                        time: sent.delay,
                        knob: Knob::Delay { message: sent.id.as_str().into(), delay: sent.delay },
                    });
                }
            }
            Action::Nack { worker, message, retry_after: Some(wait) } => delays.push(DelayScene {
                of: message.clone().unwrap_or_else(|| worker.clone()),
                hue: message.as_ref().map_or(0, |message| played.hue_of(message)),
                what: match message {
                    Some(_) => format!("nacked by {worker} at {at}, retry after"),
                    None => format!("nacks at {at}, retry after"),
                },
                time: *wait,
                knob: Knob::RetryAfter { line: place, wait: *wait },
            }),
            Action::Ack { .. }
            | Action::Nack { retry_after: None, .. }
            | Action::Reject { .. }
            | Action::Extend { .. }
            | Action::Crash { .. }
            | Action::Return { .. }
            | Action::Join { .. }
            | Action::Leave { .. }
            | Action::Redrive(_)
            | Action::DeadLetter { .. }
            | Action::Purge(_) => {}
        }
    }
    let hidden = delays.len().saturating_sub(MOST);
    delays.truncate(MOST);
    DelaysScene { delays, hidden }
}
