//! One bucket: what it saw lately, and when it has room (T1, T8).

use crate::event::BucketKey;
use crate::spec::Limit;
use crate::status::LimitStatus;
use crate::time::Instant;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The deliveries of one throttle with equal key values.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    /// The throttle's place among those in force.
    pub(crate) throttle: usize,
    pub(crate) name: Arc<str>,
    pub(crate) key: BucketKey,
    /// The number of buckets that were made before it.
    pub(crate) born: u64,
    /// Classes that draw from it.
    pub(crate) classes: u32,
    /// Candidates that draw from it.
    pub(crate) candidates: u32,
    /// When the agenda has it.
    pub(crate) wakeup: Option<Instant>,
    gauges: Vec<Gauge>,
    /// The latest deliveries, as far back as a window reaches.
    log: VecDeque<Instant>,
}

/// One limit, and what it takes to know how much room it has.
#[derive(Clone, Copy, Debug)]
enum Gauge {
    Window {
        count: usize,
        micros: u64,
        limit: Limit,
    },
    /// `level` counts tokens in parts of `micros`: every microsecond adds `count` parts.
    Rate {
        count: u128,
        micros: u128,
        most: u128,
        level: u128,
        at: Instant,
        limit: Limit,
    },
}

impl Gauge {
    fn new(limit: Limit, now: Instant) -> Self {
        match limit {
            Limit::Window { count, micros } => {
                Self::Window { count: count.get() as usize, micros: micros.get(), limit }
            }
            Limit::Rate { count, micros, burst } => {
                let micros = u128::from(micros.get());
                let most = u128::from(burst.get()) * micros;
                Self::Rate { count: count.get().into(), micros, most, level: most, at: now, limit }
            }
        }
    }

    const fn limit(&self) -> Limit {
        match self {
            Self::Window { limit, .. } | Self::Rate { limit, .. } => *limit,
        }
    }
}

/// The level of a token bucket at `now`.
fn filled(level: u128, most: u128, count: u128, at: Instant, now: Instant) -> u128 {
    let passed = u128::from(now.as_micros().saturating_sub(at.as_micros()));
    (level + passed * count).min(most)
}

/// `micros` microseconds after `at`, or the end of time.
fn later(at: Instant, micros: u128) -> Instant {
    let micros = u64::try_from(micros).unwrap_or(u64::MAX);
    Instant::from_micros(at.as_micros().saturating_add(micros))
}

impl Bucket {
    pub(crate) fn new(
        throttle: usize,
        name: Arc<str>,
        key: BucketKey,
        limits: &[Limit],
        born: u64,
        now: Instant,
    ) -> Self {
        Self {
            throttle,
            name,
            key,
            born,
            classes: 0,
            candidates: 0,
            wakeup: None,
            gauges: limits.iter().map(|&limit| Gauge::new(limit, now)).collect(),
            log: VecDeque::new(),
        }
    }

    /// Takes on the limits that are in force, and keeps what it knows of those that it had (T6).
    pub(crate) fn refit(&mut self, throttle: usize, limits: &[Limit], now: Instant) {
        self.throttle = throttle;
        // A limit that is new sees what those before it still count, whether or not anything was drawn meanwhile.
        self.trim(now);
        let known = core::mem::take(&mut self.gauges);
        self.gauges = limits
            .iter()
            .map(|&limit| {
                let known = known.iter().find(|gauge| gauge.limit() == limit);
                known.copied().unwrap_or_else(|| Gauge::new(limit, now))
            })
            .collect();
        self.trim(now);
    }

    /// When it has room; none where it has.
    pub(crate) fn full_until(&self, now: Instant) -> Option<Instant> {
        self.gauges.iter().filter_map(|gauge| self.gauge_full_until(gauge, now)).max()
    }

    fn gauge_full_until(&self, gauge: &Gauge, now: Instant) -> Option<Instant> {
        match *gauge {
            Gauge::Window { count, micros, .. } => {
                let oldest = *self.log.get(self.log.len().checked_sub(count)?)?;
                Some(later(oldest, micros.into())).filter(|&until| until > now)
            }
            Gauge::Rate { count, micros, most, level, at, .. } => {
                let level = filled(level, most, count, at, now);
                let lacking = micros.checked_sub(level).filter(|&lacking| lacking > 0)?;
                Some(later(now, lacking.div_ceil(count)))
            }
        }
    }

    /// Draws one delivery.
    pub(crate) fn charge(&mut self, now: Instant) {
        debug_assert_eq!(self.full_until(now), None, "a full bucket is not drawn from");
        for gauge in &mut self.gauges {
            if let Gauge::Rate { count, micros, most, level, at, .. } = gauge {
                *level = filled(*level, *most, *count, *at, now).saturating_sub(*micros);
                *at = now;
            }
        }
        self.log.push_back(now);
        self.trim(now);
    }

    /// Lets go of deliveries that no window counts any more.
    fn trim(&mut self, now: Instant) {
        let (mut most, mut longest) = (0, 0);
        for gauge in &self.gauges {
            if let Gauge::Window { count, micros, .. } = *gauge {
                most = most.max(count);
                longest = longest.max(micros);
            }
        }
        while let Some(&oldest) = self.log.front()
            && (self.log.len() > most || later(oldest, longest.into()) <= now)
        {
            self.log.pop_front();
        }
    }

    /// From when on nothing is left in it, if nothing is drawn from it.
    pub(crate) fn idle_at(&self) -> Instant {
        let at = |gauge: &Gauge| match *gauge {
            Gauge::Window { micros, .. } => {
                self.log.back().map_or(Instant::ZERO, |&last| later(last, micros.into()))
            }
            Gauge::Rate { count, most, level, at, .. } => later(at, (most - level).div_ceil(count)),
        };
        self.gauges.iter().map(at).max().unwrap_or(Instant::ZERO)
    }

    /// Whether nothing is left in it.
    pub(crate) fn is_idle(&self, now: Instant) -> bool {
        self.idle_at() <= now
    }

    /// How much of each limit is used.
    pub(crate) fn usage(&self, now: Instant) -> Box<[LimitStatus]> {
        let usage = |gauge: &Gauge| match *gauge {
            Gauge::Window { micros, limit, count } => {
                let gone = self.log.partition_point(|&at| later(at, micros.into()) <= now);
                let used = (self.log.len() - gone).min(count);
                LimitStatus { limit, used: used as u32, of: count as u32 }
            }
            Gauge::Rate { count, micros, most, level, at, limit } => {
                let tokens = filled(level, most, count, at, now) / micros;
                let of = most / micros;
                LimitStatus { limit, used: (of - tokens) as u32, of: of as u32 }
            }
        };
        self.gauges.iter().map(usage).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::ThrottleSpec;
    use core::time::Duration;

    fn bucket(spec: &ThrottleSpec) -> Bucket {
        let key = BucketKey::Missing;
        Bucket::new(0, spec.name().into(), key, spec.limits(), 0, Instant::ZERO)
    }

    const fn millis(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    #[test]
    fn t1_a_delivery_no_longer_counts_one_window_later() {
        let spec = ThrottleSpec::limit("t", 2, Duration::from_secs(1)).unwrap();
        let mut bucket = bucket(&spec);
        bucket.charge(millis(0));
        bucket.charge(millis(400));
        // Two in (−600 ms … 400 ms]: full until the first one is a second old.
        assert_eq!(bucket.full_until(millis(400)), Some(millis(1_000)));
        assert_eq!(bucket.full_until(millis(999)), Some(millis(1_000)));
        assert_eq!(bucket.full_until(millis(1_000)), None);
        bucket.charge(millis(1_000));
        assert_eq!(bucket.full_until(millis(1_000)), Some(millis(1_400)));
        assert_eq!(bucket.usage(millis(1_400))[0].used, 1);
    }

    #[test]
    fn t1_tokens_come_exactly_at_their_thirds() {
        // Three tokens a second: they come at ⌈k·10⁶ / 3⌉ µs, and no rounding adds up.
        let spec = ThrottleSpec::rate("t", 3, Duration::from_secs(1), 1).unwrap();
        let mut bucket = bucket(&spec);
        bucket.charge(Instant::ZERO);
        assert_eq!(bucket.full_until(Instant::ZERO), Some(Instant::from_micros(333_334)));
        bucket.charge(Instant::from_micros(333_334));
        // A burst of 1 holds no part of a second token: the fraction that is over is lost, by rule.
        assert_eq!(
            bucket.full_until(Instant::from_micros(333_334)),
            Some(Instant::from_micros(666_668))
        );
    }

    #[test]
    fn t1_a_burst_goes_at_once_and_fills_up_to_its_size_only() {
        let spec = ThrottleSpec::rate("t", 1, Duration::from_secs(2), 3).unwrap();
        let mut bucket = bucket(&spec);
        for _ in 0..3 {
            assert_eq!(bucket.full_until(Instant::ZERO), None);
            bucket.charge(Instant::ZERO);
        }
        assert_eq!(bucket.full_until(Instant::ZERO), Some(millis(2_000)));
        // Ten seconds make five tokens; three fit.
        assert_eq!(bucket.usage(millis(10_000))[0].used, 0);
        for _ in 0..3 {
            bucket.charge(millis(10_000));
        }
        assert_eq!(bucket.full_until(millis(10_000)), Some(millis(12_000)));
    }

    #[test]
    fn t8_a_bucket_is_idle_once_nothing_is_left_in_it() {
        let spec = ThrottleSpec::limit("t", 1, Duration::from_secs(1)).unwrap();
        let spec = spec.and_rate(1, Duration::from_secs(3), 2).unwrap();
        let mut bucket = bucket(&spec);
        assert!(bucket.is_idle(Instant::ZERO));
        bucket.charge(millis(500));
        // The window is empty at 1.5 s, the second token is back at 3.5 s.
        assert_eq!(bucket.idle_at(), millis(3_500));
        assert!(!bucket.is_idle(millis(3_499)) && bucket.is_idle(millis(3_500)));
    }
}
