//! The state after a step: the engine's status in the scenario's names. Every reason is the engine's word (W1).

use super::Replay;
use super::facts::{bucket_name, dead_reason};
use crate::index::{Index, indexed};
use crate::scenario::LimitDecl;
use crate::sorted::sorted;
use crate::step::{
    BucketView, DeadLetterView, DeadReason, HeldView, LaneKind, LaneView, Name, Reason, Snapshot,
    ThrottleView, WaitingView, WorkerView,
};
use crate::table::{Cell, CellState, Holding};
use crate::time::Time;
use crate::words::NO_KEY;
use queuescope_engine::{Blocked, LeaseStatus, Message, MessageId};

impl Replay {
    /// The state after the latest step.
    pub fn snapshot(&self) -> Snapshot {
        let mut workers = self.worker_views();
        let mut lanes = self.lane_views();
        let mut waiting_for: Vec<Index> =
            self.plan.throttles.iter().map(|_| Index::new()).collect();
        let status = self.queue.status();
        let place_of_worker = indexed(&mut workers.iter().map(|worker| &*worker.name));
        for lease in status.leases() {
            let Some((lane, held)) = self.held(&lease) else {
                continue;
            };
            if let Some(place) = place_of_worker.get(&held.worker) {
                workers[*place].holds.push(held.clone());
            }
            lanes[lane].in_flight.push(held);
        }
        let lost = status.lost_leases().map(|lease| (lease, false));
        for (lease, stray) in lost.chain(status.stray_leases().map(|lease| (lease, true))) {
            if let Some((_, held)) = self.held(&lease)
                && let Some(place) = place_of_worker.get(&held.worker)
            {
                let worker = &mut workers[*place];
                if stray { worker.stray.push(held) } else { worker.lost.push(held) }
            }
        }
        for message in status.messages().filter(|message| message.lease.is_none()) {
            let Some(place) = self.names.message_of(message.id) else {
                continue;
            };
            let reason = self.reason(message.id);
            if let Reason::Bucket { throttle, bucket, .. } = &reason
                && let Some(place) = self.plan.throttles.iter().position(|name| name == throttle)
            {
                let known = waiting_for[place].get(bucket).copied().unwrap_or(0);
                waiting_for[place].insert(Name::clone(bucket), known + 1);
            }
            lanes[self.names.message(place).lane].waiting.push(WaitingView {
                message: Name::clone(&self.plan.messages[place].name),
                attempts: message.attempts,
                reason,
            });
        }
        let dead_letters = self.dead_letter_views(&mut lanes);
        let lanes = sorted(lanes, |lane| {
            (u64::from(lane.shard.unwrap_or(0)), u64::from(lane.kind == LaneKind::Unordered))
        });
        Snapshot {
            at: self.at.unwrap_or(Time::ZERO),
            counts: self.counts(),
            workers,
            left: self.names.left().iter().map(|worker| self.worker_name(*worker)).collect(),
            lanes,
            throttles: self.throttle_views(&waiting_for),
            dead_letters,
            reclaim_until: status.reclaim_until().map(Time::from),
        }
    }

    /// What each worker of the plan holds, in the plan's order.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let not_yet = Cell { state: CellState::NotYet, holds: Vec::new() };
        let mut cells = vec![not_yet; self.plan.workers.len()];
        for worker in self.names.left() {
            cells[*worker].state = CellState::Left;
        }
        let status = self.queue.status();
        for worker in status.workers() {
            if let Some(place) = self.names.worker_of(worker.id) {
                cells[place].state = CellState::of(worker.crashed, worker.cut_off);
            }
        }
        let live = status.leases().map(|lease| (lease, false));
        let lost = status.lost_leases().chain(status.stray_leases()).map(|lease| (lease, true));
        for (lease, lost) in live.chain(lost) {
            let message = self.names.message_of(lease.message);
            if let (Some(message), Some(worker)) = (message, self.names.worker_of(lease.worker)) {
                cells[worker].holds.push(Holding {
                    message: Name::clone(&self.plan.messages[message].name),
                    fresh: !lost && self.at == Some(lease.since.into()),
                    lost,
                });
            }
        }
        cells
    }

    /// Why a message of the plan waits; none where it is not pending.
    pub(crate) fn reason_of(&self, message: usize) -> Option<Reason> {
        let id = self.names.message(message).id?;
        let pending = self.queue.status().message(id)?.lease.is_none();
        pending.then(|| self.reason(id))
    }

    /// A message of the plan as the queue has it, with what its classifier said (M3); none where it is not in the queue.
    pub(crate) fn classified(&self, message: usize) -> Option<&Message> {
        Some(self.queue.status().message(self.names.message(message).id?)?.message)
    }

    /// A message of the plan as its worker holds it; none where it is not in flight.
    pub(crate) fn held_of(&self, message: usize) -> Option<HeldView> {
        let status = self.queue.status();
        let lease = status.message(self.names.message(message).id?)?.lease?;
        let lease = status.leases().find(|held| held.id == lease)?;
        self.held(&lease).map(|(_, held)| held)
    }

    /// Since when and why a message of the plan is a dead letter; none where it is not.
    pub(crate) fn death_of(&self, message: usize) -> Option<(Time, DeadReason)> {
        let id = self.names.message(message).id?;
        let letter = self.queue.status().dead_letters().find(|letter| letter.id == id)?;
        Some((letter.dead_since.into(), dead_reason(letter.reason)))
    }

    /// Why a pending message waits.
    fn reason(&self, message: MessageId) -> Reason {
        match self.queue.blocked(message) {
            None => Reason::Nothing,
            Some(Blocked::BehindHead { head }) => {
                Reason::BehindHead { head: self.message_name(head) }
            }
            Some(Blocked::GroupInFlight { message, worker }) => Reason::BehindInFlight {
                message: self.message_name(message),
                worker: match self.names.worker_of(worker) {
                    Some(worker) => self.worker_name(worker),
                    None => worker.to_string().into(),
                },
            },
            Some(Blocked::NotBefore(at)) => Reason::NotBefore { at: at.into() },
            Some(Blocked::HeldForReclaim(until)) => Reason::HeldForReclaim { until: until.into() },
            Some(Blocked::Bucket { throttle, bucket, until }) => {
                Reason::Bucket { throttle, bucket: bucket_name(&bucket), until: until.into() }
            }
            Some(Blocked::OtherTurn { key }) => {
                Reason::OtherTurn { key: key.as_deref().unwrap_or(NO_KEY).into() }
            }
            Some(Blocked::NoCredit) => Reason::NoCredit,
        }
    }

    fn message_name(&self, id: MessageId) -> Name {
        match self.names.message_of(id) {
            Some(place) => Name::clone(&self.plan.messages[place].name),
            None => id.to_string().into(),
        }
    }

    fn worker_views(&self) -> Vec<WorkerView> {
        self.queue
            .status()
            .workers()
            .map(|worker| WorkerView {
                name: match self.names.worker_of(worker.id) {
                    Some(place) => self.worker_name(place),
                    None => worker.name.into(),
                },
                credit: worker.credit.get(),
                crashed: worker.crashed,
                cut_off: self
                    .names
                    .worker_of(worker.id)
                    .and_then(|place| self.names.worker(place).cut_off),
                holds: Vec::new(),
                lost: Vec::new(),
                stray: Vec::new(),
            })
            .collect()
    }

    /// The lanes in the order of their registry, with what is done.
    fn lane_views(&self) -> Vec<LaneView> {
        self.lanes
            .all()
            .iter()
            .map(|lane| LaneView {
                name: Name::clone(&lane.name),
                kind: lane.kind,
                shard: lane.shard,
                in_flight: Vec::new(),
                waiting: Vec::new(),
                done: lane.done,
                done_latest: lane.done_latest.clone(),
                dead: 0,
            })
            .collect()
    }

    /// A lease as its worker and its lane show it, with the place of the lane.
    fn held(&self, lease: &LeaseStatus) -> Option<(usize, HeldView)> {
        let place = self.names.message_of(lease.message)?;
        let (message, lane) = self.named(place);
        let held = HeldView {
            message,
            lane,
            worker: self.worker_name(self.names.worker_of(lease.worker)?),
            attempt: lease.attempt,
            since: lease.since.into(),
            until: lease.until.into(),
            fresh: self.at == Some(lease.since.into()),
            batch: self.batch_of(place),
        };
        Some((self.names.message(place).lane, held))
    }

    /// The message that a message's latest batch began with, where it was of several.
    fn batch_of(&self, message: usize) -> Option<Name> {
        let (_, first) = self.names.message(message).batch?;
        Some(Name::clone(&self.plan.messages[first?].name))
    }

    fn dead_letter_views(&self, lanes: &mut [LaneView]) -> Vec<DeadLetterView> {
        let mut views = Vec::new();
        for letter in self.queue.status().dead_letters() {
            let Some(place) = self.names.message_of(letter.id) else {
                continue;
            };
            lanes[self.names.message(place).lane].dead += 1;
            let (message, lane) = self.named(place);
            views.push(DeadLetterView {
                message,
                lane,
                since: letter.dead_since.into(),
                attempts: letter.attempts,
                reason: dead_reason(letter.reason),
            });
        }
        views
    }

    fn throttle_views(&self, waiting_for: &[Index]) -> Vec<ThrottleView> {
        let mut views: Vec<ThrottleView> = self
            .plan
            .throttles
            .iter()
            .map(|name| ThrottleView {
                name: Name::clone(name),
                limits: Vec::new(),
                buckets: Vec::new(),
            })
            .collect();
        for throttle in self.queue.status().throttles() {
            if let Some(view) = views.iter_mut().find(|view| *view.name == *throttle.name) {
                let limits = throttle.limits.iter().copied().map(LimitDecl::from);
                view.limits = limits.map(|limit| limit.to_string().into()).collect();
            }
        }
        for bucket in self.queue.status().buckets() {
            let Some(place) = views.iter().position(|view| view.name == bucket.throttle) else {
                continue;
            };
            let name = bucket_name(&bucket.key);
            let waiting = waiting_for[place].get(&name).copied().unwrap_or(0);
            views[place].buckets.push(BucketView {
                name,
                used: bucket.limits.iter().map(|limit| (limit.used, limit.of)).collect(),
                full_until: bucket.full_until.map(Time::from),
                waiting,
            });
        }
        views
    }
}
