//! Throttles as they are declared: limits that can bind, a key, a policy for messages without it (T1, T2, T5).

use super::order::Key;
use crate::time::{Span, micros};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;
use core::time::Duration;

/// One limit of a throttle (T1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// At most `count` deliveries in any window of that length: sliding, half-open.
    Window {
        /// Deliveries.
        count: NonZeroU32,
        /// The window's length, in microseconds.
        micros: core::num::NonZeroU64,
    },
    /// A token bucket: full at first, `count` tokens per `micros` microseconds, at most `burst`.
    Rate {
        /// Tokens per period.
        count: NonZeroU32,
        /// The period, in microseconds.
        micros: core::num::NonZeroU64,
        /// The most tokens that it holds.
        burst: NonZeroU32,
    },
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Window { count, micros } => {
                write!(f, "{count} per {}", Span(*micros))
            }
            Self::Rate { count, micros, burst } => {
                write!(f, "rate {count} per {} burst {burst}", Span(*micros))
            }
        }
    }
}

impl Limit {
    /// Whether this limit can never bind beside `other`: whatever `other` lets through, this one would (T5).
    pub fn never_binds_beside(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Window { count: n, micros: w }, Self::Window { count: m, micros: v }) => {
                let windows = if w <= v { 1 } else { w.get().div_ceil(v.get()) };
                u128::from(n.get()) >= u128::from(m.get()) * u128::from(windows)
            }
            // Closed or half-open, a window of length w sees the burst and one more for each token that
            // comes before it ends.
            (
                Self::Window { count: n, micros: w },
                Self::Rate { count: m, micros: d, burst: b },
            ) => {
                let tokens =
                    (u128::from(w.get()) * u128::from(m.get())).div_ceil(u128::from(d.get())) - 1;
                u128::from(n.get()) >= u128::from(b.get()) + tokens
            }
            (
                Self::Rate { count: n, micros: d, burst: b },
                Self::Window { count: m, micros: v },
            ) => {
                b >= m
                    && u128::from(n.get()) * u128::from(v.get())
                        >= u128::from(m.get()) * u128::from(d.get())
            }
            (
                Self::Rate { count: n, micros: d, burst: b },
                Self::Rate { count: m, micros: v, burst: c },
            ) => {
                b >= c
                    && u128::from(n.get()) * u128::from(v.get())
                        >= u128::from(m.get()) * u128::from(d.get())
            }
        }
    }
}

/// What becomes of a message that lacks a value for a throttle's key (T2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingThrottleKey {
    /// All such messages share one bucket.
    #[default]
    SharedBucket,
    /// The throttle does not apply to them.
    Unthrottled,
}

/// A throttle as the queue or a worker declares it (T1, T6).
///
/// ```
/// use core::time::Duration;
/// use queuescope_engine::{Key, ThrottleSpec};
/// let stripe = ThrottleSpec::limit("stripe", 10, Duration::from_secs(1))?
///     .and_limit(100, Duration::from_secs(60))?
///     .by([Key::header("customer")]);
/// assert_eq!(stripe.limits().len(), 2);
/// # Ok::<(), queuescope_engine::ThrottleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrottleSpec {
    name: Box<str>,
    limits: Vec<Limit>,
    key: Box<[Key]>,
    missing: MissingThrottleKey,
}

/// A throttle's limit was refused (T5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThrottleError {
    /// A count of nothing lets nothing through, for ever.
    #[error("a limit of 0 deliveries would hold every message for ever; say at least 1")]
    NoDeliveries,
    /// A window or period without length.
    #[error("a limit needs a window longer than 0")]
    NoWindow,
    /// A limit that another one of the throttle makes void.
    #[error("the limit {void} can never bind beside {binding}; leave it out")]
    NeverBinds {
        /// The limit without effect.
        void: Limit,
        /// The one that is always reached first.
        binding: Limit,
    },
}

/// Two declarations of one throttle name different keys (T6).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "throttle {throttle} is already declared with another key; declare it with the same one, or under another name"
)]
pub struct ThrottleKeyConflict {
    /// The throttle's name.
    pub throttle: Box<str>,
    /// The key of the declaration that stands.
    pub declared: Box<[Key]>,
    /// The key of the declaration that is refused.
    pub refused: Box<[Key]>,
}

impl ThrottleSpec {
    /// A throttle of at most `count` deliveries in any window of that length.
    ///
    /// # Errors
    /// Where the count or the window is zero.
    pub fn limit(name: &str, count: u32, window: Duration) -> Result<Self, ThrottleError> {
        Self::empty(name).and_limit(count, window)
    }

    /// A token bucket: full at first, `count` tokens per `period`, at most `burst`.
    ///
    /// # Errors
    /// Where the count, the period or the burst is zero.
    pub fn rate(
        name: &str,
        count: u32,
        period: Duration,
        burst: u32,
    ) -> Result<Self, ThrottleError> {
        Self::empty(name).and_rate(count, period, burst)
    }

    fn empty(name: &str) -> Self {
        Self {
            name: name.into(),
            limits: Vec::new(),
            key: Box::default(),
            missing: MissingThrottleKey::default(),
        }
    }

    /// Adds a sliding limit; all of a throttle's limits must hold (T1).
    ///
    /// # Errors
    /// Where the count or the window is zero, or one of two limits can never bind (T5).
    pub fn and_limit(self, count: u32, window: Duration) -> Result<Self, ThrottleError> {
        let count = NonZeroU32::new(count).ok_or(ThrottleError::NoDeliveries)?;
        let micros = core::num::NonZeroU64::new(micros(window)).ok_or(ThrottleError::NoWindow)?;
        self.and(Limit::Window { count, micros })
    }

    /// Adds a token bucket; all of a throttle's limits must hold (T1).
    ///
    /// # Errors
    /// Where the count, the period or the burst is zero, or one of two limits can never bind (T5).
    pub fn and_rate(self, count: u32, period: Duration, burst: u32) -> Result<Self, ThrottleError> {
        let count = NonZeroU32::new(count).ok_or(ThrottleError::NoDeliveries)?;
        let burst = NonZeroU32::new(burst).ok_or(ThrottleError::NoDeliveries)?;
        let micros = core::num::NonZeroU64::new(micros(period)).ok_or(ThrottleError::NoWindow)?;
        self.and(Limit::Rate { count, micros, burst })
    }

    fn and(mut self, limit: Limit) -> Result<Self, ThrottleError> {
        for &known in &self.limits {
            if limit.never_binds_beside(&known) {
                return Err(ThrottleError::NeverBinds { void: limit, binding: known });
            }
            if known.never_binds_beside(&limit) {
                return Err(ThrottleError::NeverBinds { void: known, binding: limit });
            }
        }
        self.limits.push(limit);
        Ok(self)
    }

    /// Gives every combination of these values a bucket of its own (T2).
    #[must_use]
    pub fn by<const N: usize>(self, components: [Key; N]) -> Self {
        self.by_key(Vec::from(components))
    }

    /// Gives every combination of these values a bucket of its own (T2); none: one bucket for all.
    #[must_use]
    pub fn by_key(mut self, components: Vec<Key>) -> Self {
        self.key = components.into_boxed_slice();
        self
    }

    /// Says what becomes of a message without a value for the key (T2).
    #[must_use]
    pub const fn when_key_missing(mut self, policy: MissingThrottleKey) -> Self {
        self.missing = policy;
        self
    }

    /// The throttle's name; declarations of one name share one limit (T6).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The limits, one or more.
    pub fn limits(&self) -> &[Limit] {
        &self.limits
    }

    /// The components that tell buckets apart; none where all messages share one.
    pub fn key(&self) -> &[Key] {
        &self.key
    }

    /// What becomes of a message without a value for the key.
    pub const fn missing(&self) -> MissingThrottleKey {
        self.missing
    }

    /// Refuses `later` where it is a declaration of this throttle with another key (T6).
    pub(crate) fn agree(&self, later: &Self) -> Result<(), ThrottleKeyConflict> {
        if self.name == later.name && self.key != later.key {
            return Err(ThrottleKeyConflict {
                throttle: self.name.clone(),
                declared: self.key.clone(),
                refused: later.key.clone(),
            });
        }
        Ok(())
    }
}
