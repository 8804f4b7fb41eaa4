//! What a worker says of itself when it subscribes (L1, T6).

use super::throttle::{ThrottleKeyConflict, ThrottleSpec};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::num::NonZeroU32;

/// A worker as it subscribes: a name for people, a credit, the throttles that it declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerSpec {
    name: Box<str>,
    credit: NonZeroU32,
    throttles: Vec<ThrottleSpec>,
}

impl WorkerSpec {
    /// A worker with credit 1 that declares no throttle.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), credit: NonZeroU32::MIN, throttles: Vec::new() }
    }

    /// Sets how many messages it may hold at once (L1).
    #[must_use]
    pub const fn credit(mut self, credit: NonZeroU32) -> Self {
        self.credit = credit;
        self
    }

    /// Declares a throttle for the queue while the worker is subscribed (T6).
    ///
    /// # Errors
    /// Where the worker declares a throttle of that name with another key.
    pub fn throttle(mut self, throttle: ThrottleSpec) -> Result<Self, ThrottleKeyConflict> {
        for known in &self.throttles {
            known.agree(&throttle)?;
        }
        self.throttles.push(throttle);
        Ok(self)
    }

    /// The worker's name. Two workers may share one.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many messages it may hold at once.
    pub const fn credit_value(&self) -> NonZeroU32 {
        self.credit
    }

    /// The throttles that it declares.
    pub fn throttles(&self) -> &[ThrottleSpec] {
        &self.throttles
    }
}
