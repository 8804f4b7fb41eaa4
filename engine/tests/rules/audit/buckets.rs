//! T1 to T6, worked out from the deliveries so far.

use super::{Audit, Bucket, value};
use queuescope_engine::{Instant, Limit, Message, MessageId, MissingThrottleKey, ThrottleSpec};

impl Audit {
    pub(super) fn charge(&mut self, message: MessageId, at: Instant) {
        let message = self.known[&message].message.clone();
        for (name, bucket, _) in self.buckets(&message) {
            self.draws.entry((name, bucket)).or_default().push(at);
        }
    }

    pub(super) fn has_room(&self, message: &Message, at: Instant) -> bool {
        self.buckets(message).into_iter().all(|(name, bucket, limits)| {
            let none = Vec::new();
            let draws = self.draws.get(&(name, bucket)).unwrap_or(&none);
            limits.iter().all(|limit| limit_has_room(limit, draws, at))
        })
    }

    /// The buckets that a message draws from, with their limits (T2, T6).
    fn buckets(&self, message: &Message) -> Vec<(String, Bucket, Vec<Limit>)> {
        let declared = self.declared();
        let mut found: Vec<(String, Bucket, Vec<Limit>)> = Vec::new();
        for throttle in &declared {
            if let Some((.., limits)) = found.iter_mut().find(|it| it.0 == throttle.name()) {
                limits.extend_from_slice(throttle.limits());
                continue;
            }
            let values = throttle.key().iter().map(|key| value(key, message)).collect();
            let shared = declared.iter().any(|it| {
                it.name() == throttle.name() && it.missing() == MissingThrottleKey::SharedBucket
            });
            let bucket: Bucket = values;
            if bucket.is_some() || shared {
                found.push((throttle.name().to_owned(), bucket, throttle.limits().to_vec()));
            }
        }
        found
    }

    pub(super) fn declared(&self) -> Vec<ThrottleSpec> {
        let workers = self.workers.values().flat_map(|hand| hand.spec.throttles());
        self.spec.throttles().iter().chain(workers).cloned().collect()
    }
}

/// T1, from the deliveries so far.
fn limit_has_room(limit: &Limit, draws: &[Instant], now: Instant) -> bool {
    let since = |from: Instant| u128::from(now.as_micros() - from.as_micros());
    match limit {
        Limit::Window { count, micros } => {
            let window = u128::from(micros.get());
            let inside = draws.iter().filter(|at| since(**at) < window).count();
            inside < count.get() as usize
        }
        // In parts of a token: one is `micros` parts, and each microsecond brings `count` of them.
        Limit::Rate { count, micros, burst } => {
            let token = u128::from(micros.get());
            let full = token * u128::from(burst.get());
            let mut latest = Instant::ZERO;
            let mut level = full;
            for at in draws.iter().copied().chain([now]) {
                let gained = u128::from(at.as_micros() - latest.as_micros());
                level = full.min(level + gained * u128::from(count.get()));
                if level < token {
                    return false;
                }
                level -= token;
                latest = at;
            }
            true
        }
    }
}
