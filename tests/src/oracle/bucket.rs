//! A bucket: what it has seen, and when it has room (T1, T2, T8).

use super::rules::{Limit, Word};

/// A bucket of a throttle in force.
#[derive(Clone, Debug)]
pub(super) struct Bucket {
    pub(super) throttle: Word,
    /// None for the one that messages without the key share.
    pub(super) values: Option<Vec<Word>>,
    /// Deliveries that its window limits may still ask about, the oldest first.
    seen: Vec<u64>,
    tokens: Vec<Tokens>,
}

/// What is in a token bucket. A token is as many parts as the period has microseconds, so that nothing is rounded.
#[derive(Clone, Debug)]
struct Tokens {
    limit: Limit,
    parts: u128,
    as_of: u64,
}

impl Bucket {
    pub(super) fn new(throttle: Word, values: Option<Vec<Word>>, limits: &[Limit]) -> Self {
        let mut bucket = Self { throttle, values, seen: Vec::new(), tokens: Vec::new() };
        bucket.limit(limits, limits, 0);
        bucket
    }

    /// Draws one delivery from every limit (T4).
    pub(super) fn draw(&mut self, limits: &[Limit], now: u64) {
        self.seen.push(now);
        self.forget(limits, now);
        for tokens in &mut self.tokens {
            tokens.parts = tokens.at(now).saturating_sub(token(tokens.limit));
            tokens.as_of = now;
        }
    }

    /// The throttle's limits change: what was kept for the old ones is all that the new ones see (T6).
    pub(super) fn limit(&mut self, old: &[Limit], new: &[Limit], now: u64) {
        self.forget(old, now);
        self.tokens.retain(|tokens| new.contains(&tokens.limit));
        for &limit in new {
            let known = self.tokens.iter().any(|tokens| tokens.limit == limit);
            if matches!(limit, Limit::Rate(..)) && !known {
                self.tokens.push(Tokens { limit, parts: most(limit), as_of: now });
            }
        }
        self.forget(new, now);
    }

    /// Keeps the latest deliveries, as many as the largest window limit counts, as far back as the longest reaches.
    fn forget(&mut self, limits: &[Limit], now: u64) {
        let windows = limits.iter().filter_map(|limit| match *limit {
            Limit::Window(count, length) => Some((count as usize, length)),
            Limit::Rate(..) => None,
        });
        let most = windows.clone().map(|window| window.0).max().unwrap_or(0);
        let longest = windows.map(|window| window.1).max().unwrap_or(0);
        self.seen.retain(|&at| at.saturating_add(longest) > now);
        let surplus = self.seen.len().saturating_sub(most);
        self.seen.drain(..surplus);
    }

    /// How much of a limit is used; all of it at most, even where it was declared after more deliveries.
    pub(super) fn used(&self, limit: Limit, now: u64) -> u32 {
        match limit {
            Limit::Window(count, length) => {
                let seen = self.seen.iter().filter(|&&at| at.saturating_add(length) > now);
                count.min(seen.count() as u32)
            }
            Limit::Rate(_, _, burst) => burst - (self.parts(limit, now) / token(limit)) as u32,
        }
    }

    /// Whether none of its limits would notice its absence (T8).
    pub(super) fn is_empty(&self, limits: &[Limit], now: u64) -> bool {
        limits.iter().all(|&limit| match limit {
            Limit::Window(..) => self.used(limit, now) == 0,
            Limit::Rate(..) => self.parts(limit, now) == most(limit),
        })
    }

    /// When it has room again; none where it has.
    pub(super) fn full_until(&self, limits: &[Limit], now: u64) -> Option<u64> {
        limits.iter().filter_map(|&limit| self.room(limit, now)).max()
    }

    fn room(&self, limit: Limit, now: u64) -> Option<u64> {
        let at = match limit {
            Limit::Window(count, length) => {
                let nth_last = self.seen.len().checked_sub(count as usize)?;
                self.seen.get(nth_last)?.saturating_add(length)
            }
            Limit::Rate(count, ..) => {
                let missing = token(limit).saturating_sub(self.parts(limit, now));
                let wait = missing.div_ceil(u128::from(count));
                now.saturating_add(u64::try_from(wait).unwrap_or(u64::MAX))
            }
        };
        (at > now).then_some(at)
    }

    fn parts(&self, limit: Limit, now: u64) -> u128 {
        let tokens = self.tokens.iter().find(|tokens| tokens.limit == limit);
        tokens.map_or_else(|| most(limit), |tokens| tokens.at(now))
    }
}

impl Tokens {
    fn at(&self, now: u64) -> u128 {
        let gained = match self.limit {
            Limit::Rate(count, ..) => u128::from(now - self.as_of) * u128::from(count),
            Limit::Window(..) => 0,
        };
        (self.parts + gained).min(most(self.limit))
    }
}

fn token(limit: Limit) -> u128 {
    match limit {
        Limit::Rate(_, period, _) => u128::from(period),
        Limit::Window(..) => 0,
    }
}

fn most(limit: Limit) -> u128 {
    match limit {
        Limit::Rate(_, _, burst) => token(limit) * u128::from(burst),
        Limit::Window(..) => 0,
    }
}
