//! All that can be seen of the oracle.

use super::Oracle;
use super::leases::Lease;
use super::rules::Word;
use super::told::{BucketName, DeadView, LeaseView, MessageView, View, WorkerView};

impl Oracle {
    /// All that can be seen.
    pub fn view(&self) -> View<'static> {
        let in_flight = self.leases.iter().filter(|lease| !lease.lost).count() as u64;
        let dead = self.dead.len() as u64;
        let pending = self.messages.len() as u64 - in_flight;
        View {
            counts: [self.enqueued, pending, in_flight, self.acked, dead, self.purged],
            messages: self.messages.iter().map(|message| self.message_view(message)).collect(),
            leases: self.lease_views(false),
            lost: self.lease_views(true),
            strays: self
                .strays
                .iter()
                .map(|stray| [stray.message, stray.worker, stray.lease, stray.until])
                .collect(),
            workers: self
                .workers
                .iter()
                .map(|worker| WorkerView {
                    id: worker.id,
                    credit: worker.credit,
                    holds: self.holds(worker.id),
                    crashed: worker.crashed,
                    cut_off: worker.cut_off,
                })
                .collect(),
            groups: self.group_views(),
            throttles: self
                .throttles
                .iter()
                .map(|throttle| (throttle.name, throttle.limits.clone()))
                .collect(),
            buckets: self.bucket_views(),
            dead: self
                .dead
                .iter()
                .map(|dead| DeadView {
                    id: dead.message.id,
                    enqueued_at: dead.message.enqueued_at,
                    since: dead.since,
                    attempts: dead.message.attempts,
                    group: dead.message.group.clone(),
                    reason: dead.reason,
                })
                .collect(),
            wakeup: self.next_wakeup(),
        }
    }

    /// The numbers of the live and lost leases, in the order of delivery.
    pub fn leases_left(&self) -> impl Iterator<Item = u64> {
        self.leases.iter().map(|lease| lease.id)
    }

    /// The numbers of the messages that are pending or in flight, in arrival order.
    pub fn messages_left(&self) -> impl Iterator<Item = u64> {
        self.messages.iter().map(|message| message.id)
    }

    /// The numbers of the dead letters.
    pub fn dead_left(&self) -> impl Iterator<Item = u64> {
        self.dead.iter().map(|dead| dead.message.id)
    }

    /// The numbers of the workers that are subscribed.
    pub fn workers_left(&self) -> impl Iterator<Item = u64> {
        self.workers.iter().map(|worker| worker.id)
    }

    /// Messages, leases and workers that there ever were.
    pub const fn ever(&self) -> [u64; 3] {
        [self.enqueued, self.leases_ever, self.workers_ever]
    }

    /// The message and the worker of a lease that is left.
    pub fn lease(&self, lease: u64) -> Option<(u64, u64)> {
        let found = self.leases.iter().find(|known| known.id == lease);
        found.map(|known| (known.message, known.worker))
    }

    fn message_view(&self, message: &super::Held) -> MessageView<'static> {
        let live = |lease: &&Lease| lease.message == message.id && !lease.lost;
        MessageView {
            id: message.id,
            enqueued_at: message.enqueued_at,
            not_before: message.not_before,
            attempts: message.attempts,
            fairness: message.fairness,
            weight: message.weight,
            group: message.group.clone(),
            shard: message.shard as u32,
            lease: self.leases.iter().find(live).map(|lease| lease.id),
            why: self.why(message.id),
        }
    }

    fn lease_views(&self, lost: bool) -> Vec<LeaseView> {
        let mine = self.leases.iter().filter(|lease| lease.lost == lost);
        let attempts = |id| self.message(id).map_or(0, |message| message.attempts);
        mine.map(|lease| LeaseView {
            id: lease.id,
            message: lease.message,
            worker: lease.worker,
            attempt: attempts(lease.message),
            since: lease.since,
            until: lease.until,
            batch: lease.batch,
        })
        .collect()
    }

    fn group_views(&self) -> Vec<(Vec<Word>, u64, usize)> {
        let mut groups: Vec<(Vec<Word>, u64, usize)> = Vec::new();
        for message in &self.messages {
            let Some(key) = &message.group else { continue };
            match groups.iter_mut().find(|known| known.0 == *key) {
                Some(known) => known.2 += 1,
                None => groups.push((key.clone(), message.id, 1)),
            }
        }
        groups
    }

    fn bucket_views(&self) -> Vec<(BucketName<'static>, Vec<u32>, Option<u64>)> {
        let mut views = Vec::new();
        for throttle in &self.throttles {
            for bucket in self.buckets.iter().filter(|bucket| bucket.throttle == throttle.name) {
                let used = throttle.limits.iter().map(|&limit| bucket.used(limit, self.now));
                let name = BucketName { throttle: throttle.name, values: bucket.values.clone() };
                let full_until = bucket.full_until(&throttle.limits, self.now);
                views.push((name, used.collect(), full_until));
            }
        }
        views
    }
}
