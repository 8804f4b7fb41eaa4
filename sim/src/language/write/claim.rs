//! Expectations in their canonical words.

use super::{Name, Quoted, is_bare};
use crate::scenario::Claim;
use std::fmt::{self, Display};

/// Messages side by side, or `none`.
struct Listed<'n>(&'n [String]);

/// A group's key values: `acme/A`.
struct GroupKey<'n>(&'n [String]);

impl Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(" none");
        }
        self.0.iter().try_for_each(|name| write!(f, " {}", Name(name)))
    }
}

impl Display for GroupKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, value) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            if is_bare(value) && !value.contains('/') {
                f.write_str(value)?;
            } else {
                Quoted(value).fmt(f)?;
            }
        }
        Ok(())
    }
}

impl Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Has { worker, messages } => {
                write!(f, "{} has", Name(worker))?;
                messages.iter().try_for_each(|name| write!(f, " {}", Name(name)))
            }
            Self::Idle { worker } => write!(f, "{} idle", Name(worker)),
            Self::Waits { message } => write!(f, "{} waits", Name(message)),
            Self::WaitsBehind { message, behind } => {
                write!(f, "{} waits behind {}", Name(message), Name(behind))
            }
            Self::WaitsUntil { message, until } => {
                write!(f, "{} waits until {until}", Name(message))
            }
            Self::WaitsForThrottle { message, throttle } => {
                write!(f, "{} waits for {}", Name(message), Name(throttle))
            }
            Self::WaitsForWorker { message } => write!(f, "{} waits for a worker", Name(message)),
            Self::WaitsForTurn { message } => write!(f, "{} waits for its turn", Name(message)),
            Self::WaitsForReclaim { message } => write!(f, "{} waits for reclaim", Name(message)),
            Self::ProcessedTwice { messages } => {
                write!(f, "processed twice:{}", Listed(messages))
            }
            Self::Dead { messages } => write!(f, "dead:{}", Listed(messages)),
            Self::Done { messages } => write!(f, "done:{}", Listed(messages)),
            Self::NothingWaits => f.write_str("nothing waits"),
            Self::Group { key, deliveries } => {
                write!(f, "group {}:{}", GroupKey(key), Listed(deliveries))
            }
            Self::Deliveries { messages } => write!(f, "deliveries:{}", Listed(messages)),
            Self::MaxInFlight { key: None, most } => write!(f, "max in flight: {most}"),
            Self::MaxInFlight { key: Some(key), most } => {
                write!(f, "max in flight {}: {most}", GroupKey(key))
            }
            Self::DeliveredBefore { earlier, later } => {
                write!(f, "delivered {} before {}", Name(earlier), Name(later))
            }
            Self::LostNothing => f.write_str("lost nothing"),
        }
    }
}
