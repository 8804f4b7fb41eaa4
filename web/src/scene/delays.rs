//! Not-before times: what is held back at the step on screen, and what of the scenario says so, to be turned where it
//! is of one message or one line.

use super::words::{counted, in_words};
use crate::session::{Knob, Session};
use queuescope_sim::{Action, FailureActionDecl, Reason, Sent, Snapshot, Time, WorkSays};

/// How many there are on screen.
const MOST: usize = 12;
/// How many names a row has.
const MOST_NAMES: usize = 3;

/// The delays panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelaysScene {
    /// What is held back, then what the text says, in its order.
    pub delays: Vec<DelayScene>,
    /// How many are not shown.
    pub hidden: usize,
    /// Whether nothing can be turned: the text has errors.
    pub frozen: bool,
}

/// A delay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelayScene {
    /// The messages or the worker that it is of.
    pub of: String,
    /// The messages' colour; 0 where it is a worker's.
    pub hue: u8,
    /// `sent at 0 s, delay`, `nacks at 4 s, retry after`.
    pub what: String,
    /// How long, or until when.
    pub time: Time,
    /// What turns it; the time in it is the present one.
    pub knob: Option<Knob>,
    /// Whether it holds messages back at the step on screen.
    pub holds: bool,
}

pub(super) fn delays(session: &Session, snapshot: &Snapshot) -> DelaysScene {
    let mut delays = held(session, snapshot);
    written(session, &mut delays);
    let hidden = delays.len().saturating_sub(MOST);
    delays.truncate(MOST);
    DelaysScene { delays, hidden, frozen: session.frozen() }
}

/// What waits for an instant: the messages of one lane that wait for one, for one cause, together.
fn held(session: &Session, snapshot: &Snapshot) -> Vec<DelayScene> {
    let mut held: Vec<DelayScene> = Vec::new();
    for lane in &snapshot.lanes {
        let mut rows: Vec<(Time, u32, Vec<&str>)> = Vec::new();
        for waiting in &lane.waiting {
            let Reason::NotBefore { at } = waiting.reason else {
                continue;
            };
            match rows.iter_mut().find(|row| (row.0, row.1) == (at, waiting.attempts)) {
                Some((.., names)) => names.push(&*waiting.message),
                None => rows.push((at, waiting.attempts, vec![&*waiting.message])),
            }
        }
        held.extend(rows.into_iter().map(|(time, attempts, names)| {
            let shown = &names[..names.len().min(MOST_NAMES)];
            let mut of = shown.join(", ");
            if names.len() > MOST_NAMES {
                of.push_str(&format!(" and {} more", names.len() - MOST_NAMES));
            }
            let what = match attempts {
                0 => "delayed, held until".to_owned(),
                _ => format!("failed {}, held until", counted(attempts as usize, "time")),
            };
            let hue = session.played().hue(&lane.name);
            DelayScene { of, hue, what, time, knob: None, holds: true }
        }));
    }
    held
}

/// What the text says.
fn written(session: &Session, delays: &mut Vec<DelayScene>) {
    let played = session.played();
    let scenario = played.scenario();
    let mut push = |of: &str, hue: u8, what: String, time: Time, knob: Option<Knob>| {
        let knob = knob.map(|knob| session.as_turned(knob));
        let time = if let Some(
            Knob::Delay { delay: turned, .. } | Knob::RetryAfter { wait: turned, .. },
        ) = &knob
        {
            *turned
        } else {
            time
        };
        delays.push(DelayScene { of: of.to_owned(), hue, what, time, knob, holds: false });
    };
    for (place, line) in scenario.script.iter().enumerate() {
        let at = in_words(line.at);
        match &line.action {
            Action::Send { messages, .. } => {
                for sent in messages.iter().filter(|sent| sent.delay > Time::ZERO) {
                    let Sent { id, to, delay, .. } = sent;
                    let hue = played.hue_of(id);
                    match to {
                        Some(to) => {
                            let what = format!("sent from {at} on, one delay for all");
                            push(&format!("{id}..{to}"), hue, what, *delay, None);
                        }
                        None => {
                            let knob = Knob::Delay { message: id.as_str().into(), delay: *delay };
                            push(id, hue, format!("sent at {at}, delay"), *delay, Some(knob));
                        }
                    }
                }
            }
            Action::Nack { worker, message, retry_after: Some(wait) } => {
                let knob = Some(Knob::RetryAfter { line: place, wait: *wait });
                match message {
                    Some(message) => {
                        let what = format!("nacked by {worker} at {at}, retry after");
                        push(message, played.hue_of(message), what, *wait, knob);
                    }
                    None => push(worker, 0, format!("nacks at {at}, retry after"), *wait, knob),
                }
            }
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
            | Action::Purge(_)
            | Action::CutOff { .. }
            | Action::LeaderCrash => {}
        }
    }
    for rule in &scenario.queue.on_failure {
        if let FailureActionDecl::Retry(wait) = rule.action {
            push("on failure", 0, "the queue’s rule, retry after".to_owned(), wait, None);
        }
    }
    for rule in &scenario.work.rules {
        if let WorkSays::Fails { retry_after: Some(wait), .. } = rule.says {
            let hue = played.hue_of(&rule.pattern);
            push(&rule.pattern, hue, "fails, retry after".to_owned(), wait, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Msg;

    /// The rows at an instant: what they are of, what they say, and whether a button turns them.
    fn rows(text: &str, at: u64) -> Vec<String> {
        let mut session = Session::of(text);
        assert_eq!(session.problems().as_slice(), []);
        session.update(Msg::SeekTime(Time::from_secs(at)));
        let snapshot = session.played().run().snapshot(session.position());
        let say = |delay: &DelayScene| {
            let knob = if delay.knob.is_some() { " ±" } else { "" };
            format!("{} {} {}{knob}", delay.of, delay.what, in_words(delay.time))
        };
        delays(&session, &snapshot).delays.iter().map(say).collect()
    }

    #[test]
    fn ranges_and_delays_of_a_whole_line_are_there() {
        assert_eq!(
            rows("at 0s send a1..a9 b1 with delay 1s", 0),
            [
                "a1, a2, a3 and 7 more delayed, held until 1 s",
                "a1..a9 sent from 0 s on, one delay for all 1 s",
                "b1 sent at 0 s, delay 1 s ±",
            ]
        );
    }

    #[test]
    fn what_a_failure_holds_back_is_there_while_it_does() {
        let text = "queue q\n  backoff 4s fixed\n  on failure by expiry: retry after 9s\n\
                    workers W1\nat 0s send a1 a2\nat 1s W1 nacks\nat 2s W1 acks\nuntil 9s\n";
        let rule = "on failure the queue’s rule, retry after 9 s";
        assert_eq!(rows(text, 0), [rule]);
        assert_eq!(rows(text, 2), ["a1 failed 1 time, held until 5 s", rule]);
        assert_eq!(rows(text, 5), [rule]);
    }
}
