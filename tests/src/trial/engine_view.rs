//! All that can be seen of the engine, in the words of the oracle.

use super::Subject;
use super::facts::reason;
use super::spec::limit;
use super::subject::Names;
use crate::oracle::told::{BucketName, DeadView, LeaseView, MessageView, View, Why, WorkerView};
use queuescope_engine::{Blocked, BucketKey, LeaseStatus};

/// What the engine lends no longer than a question takes, kept for one comparison.
pub(super) struct Seen {
    buckets: Vec<queuescope_engine::BucketStatus>,
    blocked: Vec<Option<Blocked>>,
}

impl Subject {
    pub(super) fn see(&self) -> Seen {
        let status = self.queue.status();
        Seen {
            buckets: status.buckets().collect(),
            blocked: status.messages().map(|message| self.queue.blocked(message.id)).collect(),
        }
    }

    /// All that can be seen.
    pub(super) fn view<'v>(&'v self, seen: &'v Seen) -> View<'v> {
        let (status, names) = (self.queue.status(), &self.names);
        let counts = status.counts();
        View {
            counts: [
                counts.enqueued,
                counts.pending,
                counts.in_flight,
                counts.acked,
                counts.dead_lettered,
                counts.purged,
            ],
            messages: status
                .messages()
                .zip(&seen.blocked)
                .map(|(it, blocked)| MessageView {
                    id: names.message(it.id),
                    enqueued_at: it.enqueued_at.as_micros(),
                    not_before: it.not_before.as_micros(),
                    attempts: it.attempts,
                    fairness: it.message.fairness(),
                    weight: it.message.weight_value().get(),
                    group: it.group.map(texts),
                    shard: it.shard,
                    lease: it.lease.map(|lease| names.lease(lease)),
                    why: blocked.as_ref().map(|blocked| self.why(blocked)),
                })
                .collect(),
            leases: status.leases().map(|it| lease(names, it)).collect(),
            lost: status.lost_leases().map(|it| lease(names, it)).collect(),
            strays: status
                .stray_leases()
                .map(|it| {
                    let it = lease(names, it);
                    [it.message, it.worker, it.id, it.until]
                })
                .collect(),
            workers: status
                .workers()
                .map(|it| WorkerView {
                    id: names.worker(it.id),
                    credit: it.credit.get(),
                    holds: it.holds,
                    crashed: it.crashed,
                    cut_off: it.cut_off,
                })
                .collect(),
            groups: status
                .groups()
                .map(|it| (texts(it.key), names.message(it.head), it.len))
                .collect(),
            throttles: status
                .throttles()
                .map(|it| (it.name, it.limits.iter().copied().map(limit).collect()))
                .collect(),
            buckets: seen
                .buckets
                .iter()
                .map(|it| {
                    let used = it.limits.iter().map(|limit| limit.used).collect();
                    (
                        bucket(&it.throttle, &it.key),
                        used,
                        it.full_until.map(queuescope_engine::Instant::as_micros),
                    )
                })
                .collect(),
            dead: status
                .dead_letters()
                .map(|it| DeadView {
                    id: names.message(it.id),
                    enqueued_at: it.enqueued_at.as_micros(),
                    since: it.dead_since.as_micros(),
                    attempts: it.attempts,
                    group: it.group.as_deref().map(texts),
                    reason: reason(it.reason),
                })
                .collect(),
            wakeup: self.next_wakeup(),
        }
    }

    fn why<'v>(&self, blocked: &'v Blocked) -> Why<'v> {
        match blocked {
            Blocked::BehindHead { head } => Why::BehindHead(self.names.message(*head)),
            Blocked::GroupInFlight { message, worker } => {
                Why::GroupInFlight(self.names.message(*message), self.names.worker(*worker))
            }
            Blocked::NotBefore(at) => Why::NotBefore(at.as_micros()),
            Blocked::Bucket { throttle, bucket: key, until } => {
                Why::Bucket(bucket(throttle, key), until.as_micros())
            }
            Blocked::HeldForReclaim(until) => Why::HeldForReclaim(until.as_micros()),
            Blocked::OtherTurn { key } => Why::OtherTurn(key.as_deref()),
            Blocked::NoCredit => Why::NoCredit,
        }
    }
}

fn lease(names: &Names, it: LeaseStatus) -> LeaseView {
    LeaseView {
        id: names.lease(it.id),
        message: names.message(it.message),
        worker: names.worker(it.worker),
        attempt: it.attempt,
        since: it.since.as_micros(),
        until: it.until.as_micros(),
        batch: names.lease(it.batch),
    }
}

fn bucket<'v>(throttle: &'v str, key: &'v BucketKey) -> BucketName<'v> {
    let values = match key {
        BucketKey::Values(values) => Some(texts(values)),
        BucketKey::Missing => None,
    };
    BucketName { throttle, values }
}

fn texts(values: &[Box<str>]) -> Vec<&str> {
    values.iter().map(|value| &**value).collect()
}
