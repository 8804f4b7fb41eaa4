//! What a worker or an operator does from the page: a line of the scenario, in its own words.

use super::editor::{Change, Waiting};
use super::msg::Msg;
use super::played::Played;
use queuescope_sim::{Action, Fact, Name, Selection, Sent, Time, said};
use std::fmt;

/// An act. Its text is what stands after the instant in an `at` line, for a person to read beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A worker finishes a message.
    Ack {
        /// The worker.
        worker: Name,
        /// The message.
        message: Name,
    },
    /// A worker gives a message up.
    Nack {
        /// The worker.
        worker: Name,
        /// The message.
        message: Name,
        /// The wait that it asks for.
        retry_after: Option<Time>,
    },
    /// A worker sends a message to the dead letters.
    Reject {
        /// The worker.
        worker: Name,
        /// The message.
        message: Name,
    },
    /// A worker asks for more time.
    Extend {
        /// The worker.
        worker: Name,
        /// The message.
        message: Name,
        /// How much.
        by: Time,
    },
    /// A worker crashes.
    Crash {
        /// The worker.
        worker: Name,
    },
    /// A worker cannot reach the leader.
    CutOff {
        /// The worker.
        worker: Name,
        /// For how long.
        lasting: Time,
    },
    /// The leader crashes.
    LeaderCrash,
    /// A crashed worker is back.
    Return {
        /// The worker.
        worker: Name,
    },
    /// An operator sets a message aside.
    DeadLetter {
        /// The message.
        message: Name,
    },
    /// A dead letter comes back; without a name, all do.
    Redrive {
        /// The message.
        message: Option<Name>,
    },
    /// A dead letter is thrown away; without a name, all are.
    Purge {
        /// The message.
        message: Option<Name>,
    },
    /// A producer sends a message.
    Send {
        /// Its name.
        message: String,
        /// The value of the key that the queue is ordered by; empty: none.
        key: String,
        /// Other headers, and without a name the fairness key; empty: none.
        others: Vec<(Option<String>, String)>,
        /// Its delay.
        delay: Time,
    },
}

impl Act {
    /// What the script is to say.
    pub fn action(&self) -> Action {
        let named = |message: &Option<Name>| match message {
            Some(message) => Selection::Message(message.to_string()),
            None => Selection::All,
        };
        match self {
            Self::Ack { worker, message } => {
                Action::Ack { worker: worker.to_string(), message: Some(message.to_string()) }
            }
            Self::Nack { worker, message, retry_after } => Action::Nack {
                worker: worker.to_string(),
                message: Some(message.to_string()),
                retry_after: *retry_after,
            },
            Self::Reject { worker, message } => {
                Action::Reject { worker: worker.to_string(), message: Some(message.to_string()) }
            }
            Self::Extend { worker, message, by } => Action::Extend {
                worker: worker.to_string(),
                message: Some(message.to_string()),
                by: *by,
            },
            Self::CutOff { worker, lasting } => {
                Action::CutOff { worker: worker.to_string(), lasting: *lasting }
            }
            Self::LeaderCrash => Action::LeaderCrash,
            Self::Crash { worker } => Action::Crash { worker: worker.to_string() },
            Self::Return { worker } => Action::Return { worker: worker.to_string() },
            Self::DeadLetter { message } => Action::DeadLetter { message: message.to_string() },
            Self::Redrive { message } => Action::Redrive(named(message)),
            Self::Purge { message } => Action::Purge(named(message)),
            Self::Send { message, key, others, delay } => {
                let mut sent = Sent {
                    id: message.clone(),
                    key: (!key.is_empty()).then(|| key.clone()),
                    delay: *delay,
                    ..Sent::default()
                };
                for (name, value) in others.iter().filter(|(_, value)| !value.is_empty()) {
                    match name {
                        Some(name) => sent.headers.push((name.clone(), value.clone())),
                        None => sent.fairness = Some(value.clone()),
                    }
                }
                Action::Send { messages: vec![sent], every: None }
            }
        }
    }
}

impl Act {
    /// The change that writes it into the text.
    pub(super) fn change(&self, at: Time) -> Change {
        let (name, value) = (self.to_string(), at.to_string());
        Change { what: "line", name, value, ..Change::default() }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&said(&self.action()))
    }
}

/// A name for one more message: the last one that arrived, counted on to one that no line sends. What a line sends may be
/// refused and never arrive, and a line may wait to be written.
pub(super) fn next_name(played: &Played, waiting: &[Waiting]) -> String {
    let mut last = "m0";
    let arrived = played.run().steps().iter().rev().flat_map(|step| step.facts.iter().rev());
    for fact in arrived {
        if let Fact::Arrived { message, .. } = fact {
            last = message;
            break;
        }
    }
    let (stem, number) = counted(last);
    let mut number = number.saturating_add(1);
    let mut taken: Vec<(u64, u64)> = Vec::new();
    let mut take = |first: &str, to: &str| {
        let (of, first) = counted(first);
        if of == stem {
            taken.push((first, counted(to).1));
        }
    };
    for line in &played.scenario().script {
        if let Action::Send { messages, .. } = &line.action {
            for sent in messages {
                take(&sent.id, sent.to.as_ref().unwrap_or(&sent.id));
            }
        }
    }
    for (_, msg) in waiting {
        if let Msg::Act(Act::Send { message, .. }) = msg {
            take(message, message);
        }
    }
    loop {
        let before = number;
        for &(first, to) in &taken {
            if first <= number && number <= to {
                number = to.saturating_add(1);
            }
        }
        if number == before {
            return format!("{stem}{number}");
        }
    }
}

/// A name without the number at its end, and that number.
fn counted(name: &str) -> (&str, u64) {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem, name[stem.len()..].parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_are_lines_of_the_language() {
        let worker: Name = "W1".into();
        let message: Name = "a2".into();
        let nack = Act::Nack {
            worker: worker.clone(),
            message: message.clone(),
            retry_after: Some(Time::from_secs(5)),
        };
        assert_eq!(nack.to_string(), "W1 nacks a2, retry after 5s");
        let by = Time::from_secs(10);
        let extend = Act::Extend { worker: worker.clone(), message: message.clone(), by };
        assert_eq!(extend.to_string(), "W1 extends a2 by 10s");
        let cut_off = Act::CutOff { worker: worker.clone(), lasting: by };
        assert_eq!(cut_off.to_string(), "W1 cut off for 10s");
        assert_eq!(Act::LeaderCrash.to_string(), "leader crashes");
        assert_eq!(Act::Ack { worker, message }.to_string(), "W1 acks a2");
        let send = |message: &str, key: &str, others: &[(Option<&str>, &str)], delay: u64| {
            let (message, key, delay) =
                (message.to_owned(), key.to_owned(), Time::from_secs(delay));
            let others =
                others.iter().map(|&(name, value)| (name.map(str::to_owned), value.to_owned()));
            Act::Send { message, key, others: others.collect(), delay }.to_string()
        };
        assert_eq!(send("a4", "A", &[], 2), "send a4(A) delay 2s");
        let others = [(Some("customer"), "acme"), (Some("via"), ""), (None, "tiny")];
        assert_eq!(send("a4", "", &others, 0), "send a4 customer=acme fairness tiny");
        assert_eq!(Act::Redrive { message: None }.to_string(), "redrive all");
        assert_eq!(send("a 4", "C q", &[], 0), "send \"a 4\"(\"C q\")");
    }
}
