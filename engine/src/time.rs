//! Time as the engine knows it: whole microseconds since the start, handed in by the caller (C1).

use core::fmt;
use core::num::NonZeroU64;
use core::time::Duration;

/// A point in time, in whole microseconds since the start of the run.
///
/// There is no `now()`: whoever calls the engine says what time it is (C1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(u64);

impl Instant {
    /// The start of the run.
    pub const ZERO: Self = Self(0);
    /// The last instant that can be named.
    pub const MAX: Self = Self(u64::MAX);

    /// The instant `micros` microseconds after the start.
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros)
    }

    /// The instant `millis` milliseconds after the start, or [`Instant::MAX`] where that is past it.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis.saturating_mul(1_000))
    }

    /// The instant `secs` seconds after the start, or [`Instant::MAX`] where that is past it.
    pub const fn from_secs(secs: u64) -> Self {
        Self(secs.saturating_mul(1_000_000))
    }

    /// Microseconds since the start.
    pub const fn as_micros(self) -> u64 {
        self.0
    }

    /// The instant `span` later, or [`Instant::MAX`] where that is past it.
    ///
    /// A span that is no whole number of microseconds is rounded up, so that nothing comes early.
    #[must_use]
    pub fn saturating_add(self, span: Duration) -> Self {
        Self(self.0.saturating_add(micros(span)))
    }

    /// How long after `earlier` this is; zero where it is not after it.
    pub const fn saturating_since(self, earlier: Self) -> Duration {
        Duration::from_micros(self.0.saturating_sub(earlier.0))
    }
}

impl fmt::Display for Instant {
    /// Seconds with as many decimals as it takes, and no unit: `9`, `0.25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        decimal(f, self.0, 6)
    }
}

/// A length of time for an error: in seconds, or in the unit in which it has a whole part.
pub(crate) struct Span(pub(crate) NonZeroU64);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (digits, unit) = match self.0.get() {
            1_000_000.. => (6, "s"),
            1_000.. => (3, "ms"),
            0.. => (0, "µs"),
        };
        decimal(f, self.0.get(), digits)?;
        f.write_str(unit)
    }
}

/// A number of which the last `digits` are decimals, with as many of these as it takes.
fn decimal(f: &mut fmt::Formatter<'_>, number: u64, mut digits: usize) -> fmt::Result {
    let (mut whole, mut rest, mut one) = (number, 0, 1);
    for _ in 0..digits {
        rest += whole % 10 * one;
        whole /= 10;
        one *= 10;
    }
    write!(f, "{whole}")?;
    if rest == 0 {
        return Ok(());
    }
    while rest % 10 == 0 {
        rest /= 10;
        digits -= 1;
    }
    write!(f, ".{rest:0digits$}")
}

/// A span in whole microseconds, rounded up; the largest there is where it is longer.
pub(crate) const fn micros(span: Duration) -> u64 {
    let part = span.subsec_nanos().div_ceil(1_000) as u64;
    span.as_secs().saturating_mul(1_000_000).saturating_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn prints_seconds_with_the_decimals_it_takes() {
        for (micros, text) in [
            (0, "0"),
            (9_000_000, "9"),
            (250_000, "0.25"),
            (1_000_001, "1.000001"),
            (100, "0.0001"),
        ] {
            assert_eq!(Instant::from_micros(micros).to_string(), text);
        }
    }

    #[test]
    fn prints_a_span_in_the_unit_in_which_it_has_a_whole_part() {
        for micros in [1, 250, 1_000, 1_500, 500_000, 1_000_000, 90_000_000, 1_000_001] {
            let span = Span(NonZeroU64::new(micros).unwrap());
            assert_eq!(span.to_string(), std::format!("{:?}", Duration::from_micros(micros)));
        }
    }

    #[test]
    fn a_part_of_a_microsecond_is_rounded_up_and_the_end_of_time_holds() {
        assert_eq!(Instant::ZERO.saturating_add(Duration::from_nanos(1)), Instant::from_micros(1));
        let span = Duration::new(2, 3_000_001);
        assert_eq!(Instant::from_secs(1).saturating_add(span), Instant::from_micros(3_003_001));
        assert_eq!(Instant::from_secs(1).saturating_add(Duration::MAX), Instant::MAX);
        let longest = Duration::from_micros(u64::MAX);
        for span in [longest, longest + Duration::from_nanos(1)] {
            assert_eq!(Instant::ZERO.saturating_add(span), Instant::MAX);
        }
        let shorter = longest - Duration::from_micros(2) - Duration::from_nanos(1);
        assert_eq!(Instant::ZERO.saturating_add(shorter), Instant::from_micros(u64::MAX - 2));
        assert_eq!(Instant::ZERO.saturating_since(Instant::from_secs(1)), Duration::ZERO);
    }
}
