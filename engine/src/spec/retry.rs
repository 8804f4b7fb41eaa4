//! What becomes of a failed attempt (R1, R2).

use crate::event::FailureCause;
use core::num::NonZeroU32;
use core::time::Duration;

/// How often a message is tried, and how long it waits in between (R1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Deliveries that a message gets before it is dead-lettered.
    pub max_attempts: NonZeroU32,
    /// The wait after a failed attempt.
    pub backoff: Backoff,
}

impl Default for RetryPolicy {
    /// Three attempts; exponential from 1 s, at most 60 s.
    fn default() -> Self {
        Self {
            max_attempts: NonZeroU32::MIN.saturating_add(2),
            backoff: Backoff::Exponential {
                first: Duration::from_secs(1),
                most: Duration::from_secs(60),
            },
        }
    }
}

/// The wait between a failed attempt and the next (R1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backoff {
    /// None: the message may go again at once.
    None,
    /// The same wait each time.
    Fixed(Duration),
    /// Doubling from `first`, up to `most`.
    Exponential {
        /// The wait after the first failure.
        first: Duration,
        /// The longest wait.
        most: Duration,
    },
}

impl Backoff {
    /// The wait after the attempt with this number (1 for the first).
    pub fn after(self, attempt: u32) -> Duration {
        match self {
            Self::None => Duration::ZERO,
            Self::Fixed(wait) => wait,
            Self::Exponential { first, most } => {
                let mut wait = first;
                // A wait that is not nothing is past any other one after a hundred doublings.
                for _ in 1..attempt {
                    if wait >= most || wait.is_zero() {
                        break;
                    }
                    wait = wait.saturating_mul(2);
                }
                wait.min(most)
            }
        }
    }
}

/// A rule that decides on a failure before the retry policy is asked; its word is final (R1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailureRule {
    /// The cause that it is about; `None` for every cause.
    pub cause: Option<FailureCause>,
    /// The attempt from which on it is about a message (1 for every one).
    pub from_attempt: NonZeroU32,
    /// What it decides.
    pub action: FailureAction,
}

impl FailureRule {
    /// Whether it is about this failure.
    pub fn matches(&self, cause: FailureCause, attempt: u32) -> bool {
        self.cause.is_none_or(|mine| mine == cause) && attempt >= self.from_attempt.get()
    }
}

/// What a failure rule decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureAction {
    /// Try again, not before this long after the failure.
    Retry(Duration),
    /// Set the message aside.
    DeadLetter,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_backoff_doubles_from_one_second_up_to_sixty() {
        let backoff = RetryPolicy::default().backoff;
        let waits: [u64; 8] = core::array::from_fn(|n| backoff.after(n as u32 + 1).as_secs());
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(backoff.after(u32::MAX), Duration::from_secs(60));
        let tiny = Duration::from_micros(1);
        let long = Backoff::Exponential { first: tiny, most: Duration::from_secs(7_200) };
        assert_eq!(long.after(33), Duration::from_micros(1 << 32));
        assert_eq!(long.after(34), Duration::from_secs(7_200));
        let none = Backoff::Exponential { first: Duration::ZERO, most: Duration::MAX };
        assert_eq!(none.after(u32::MAX), Duration::ZERO);
        assert_eq!(Backoff::None.after(7), Duration::ZERO);
        assert_eq!(Backoff::Fixed(Duration::from_secs(5)).after(7), Duration::from_secs(5));
    }
}
