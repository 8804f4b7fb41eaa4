//! The engine as an embedder drives it: time passes, every event is taken, workers ack in the order of delivery.

use core::num::NonZeroU32;
use core::time::Duration;
use queuescope_engine::{
    Delivery, Instant, LeaseId, Message, MessageId, Queue, QueueSpec, WorkerSpec,
};
use std::collections::VecDeque;

/// The workers of every workload; each takes one message at a time where nothing else is said.
pub(crate) const WORKERS: usize = 8;

/// A queue with its workers, and what they hold.
pub(crate) struct Driver {
    pub(crate) queue: Queue,
    now: u64,
    in_flight: VecDeque<LeaseId>,
}

impl Driver {
    pub(crate) fn new(spec: QueueSpec) -> Self {
        Self::with_credit(spec, NonZeroU32::MIN)
    }

    pub(crate) fn with_credit(spec: QueueSpec, credit: NonZeroU32) -> Self {
        let mut queue = Queue::new(spec.visibility_timeout(Duration::from_secs(60)));
        for worker in 0..WORKERS {
            let worker = WorkerSpec::new(&format!("W{worker}")).credit(credit);
            queue.subscribe(Instant::ZERO, worker).expect("it declares no throttle");
        }
        let mut driver = Self { queue, now: 0, in_flight: VecDeque::new() };
        driver.listen();
        driver
    }

    /// The present: every call to the queue is a microsecond after the one before.
    pub(crate) const fn tick(&mut self) -> Instant {
        self.now += 1;
        Instant::from_micros(self.now)
    }

    /// Goes on to an instant that lies ahead.
    pub(crate) fn skip_to(&mut self, at: Instant) {
        self.now = self.now.max(at.as_micros());
    }

    pub(crate) fn enqueue(&mut self, message: Message) -> MessageId {
        let now = self.tick();
        let id = self.queue.enqueue(now, message).expect("the message has its key");
        self.listen();
        id
    }

    /// The next delivery, which the caller settles.
    pub(crate) fn deliver(&mut self) -> Option<Delivery> {
        let now = self.tick();
        let delivery = self.queue.deliver(now);
        self.listen();
        delivery
    }

    pub(crate) fn ack(&mut self, lease: LeaseId) {
        let now = self.tick();
        self.queue.ack(now, lease).expect("the lease lives");
        self.listen();
    }

    /// Delivers to all that have credit, then lets the worker that has waited longest ack; tells whether one did.
    pub(crate) fn turn(&mut self) -> bool {
        while let Some(delivery) = self.deliver() {
            self.in_flight.push_back(delivery.lease);
        }
        let Some(lease) = self.in_flight.pop_front() else { return false };
        self.ack(lease);
        true
    }

    /// Delivers and acks until nothing is left to deliver; returns how many were acked.
    pub(crate) fn drain(&mut self) -> usize {
        let mut acked = 0;
        while self.turn() {
            acked += 1;
        }
        acked
    }

    /// Takes what the queue has to tell.
    pub(crate) fn listen(&mut self) {
        while let Some(event) = self.queue.poll_event() {
            core::hint::black_box(event);
        }
    }
}
