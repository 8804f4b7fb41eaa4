//! Delivery, leases, workers: L1 to L5.

use crate::driver::{Bench, attempts, by_account, nonzero, secs, unordered};
use queuescope_engine::{
    Delivery, Disposition, Event, Instant, LeaseId, Nack, QueueSpec, RetryPolicy, SettleError,
    StaleLease, UnknownWorker, WorkerChoice, WorkerSpec,
};
use std::collections::BTreeSet;
use std::time::Duration;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Something that somebody does.
type Act = fn(&mut Bench);

#[test]
fn l1_a_worker_holds_one_message_unless_it_says_otherwise() {
    assert_eq!(WorkerSpec::new("W1").credit_value().get(), 1);
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1 m2");
    assert_eq!(bench.held("W1"), "m1");
    assert_eq!(bench.waits("m2"), "no credit");
}

#[test]
fn l1_a_worker_holds_as_many_as_its_credit() {
    let mut bench = Bench::new(unordered());
    bench.join_taking("W1", 3).send("m1 m2 m3 m4");
    assert_eq!(bench.held("W1"), "m1 m2 m3");
    let status = bench.queue().status().workers().next().unwrap();
    assert_eq!((status.credit.get(), status.holds, status.crashed), (3, 3, false));
}

#[test]
fn l1_credit_comes_back_on_every_end_of_a_lease() {
    let ends: [Act; 6] = [
        |bench| either(bench.ack("W1")),
        |bench| assert!(matches!(bench.nack("W1"), Disposition::RetryAt(_))),
        |bench| assert!(matches!(bench.retry_after("W1", 3_600), Disposition::RetryAt(_))),
        |bench| either(bench.reject("W1")),
        |bench| either(bench.dead_letter("m1")),
        |bench| either(bench.at(30)),
    ];
    for (number, end) in ends.into_iter().enumerate() {
        let mut bench = Bench::with_workers(unordered(), "W1");
        bench.send("m1 m2");
        assert_eq!(bench.waits("m2"), "no credit");
        end(&mut bench);
        let next = bench.deliver().unwrap_or_else(|| panic!("end {number} kept the credit"));
        assert_eq!(next.worker, bench.worker("W1"));
    }
}

fn either(_: &mut Bench) {}

#[test]
fn l2_the_first_worker_in_subscription_order_takes_a_message() {
    // Subscribed in this order, whatever their names are.
    let mut bench = Bench::with_workers(unordered(), "W9 W1 W5");
    bench.send("m1 m2 m3");
    assert_eq!(bench.deliveries(), "0 W9 m1, 0 W1 m2, 0 W5 m3");
    bench.at(1).ack("W5").ack("W1");
    bench.send("m4");
    assert_eq!(bench.held("W1"), "m4");
    bench.at(2).ack("W1").ack("W9").send("m5 m6");
    assert_eq!((bench.held("W9"), bench.held("W1")), ("m5".into(), "m6".into()));
}

#[test]
fn l2_a_worker_with_much_credit_takes_all_that_it_can_before_the_next_one() {
    let mut bench = Bench::new(unordered());
    bench.join_taking("W1", 3).join("W2").send("m1 m2 m3 m4");
    assert_eq!(bench.deliveries(), "0 W1 m1, 0 W1 m2, 0 W1 m3, 0 W2 m4");
}

#[test]
fn l2_round_robin_goes_on_after_the_worker_that_took_the_last_one() {
    let spec = unordered().worker_choice(WorkerChoice::RoundRobin);
    let mut bench = Bench::new(spec);
    bench.join_taking("W1", 9).join_taking("W2", 2).join_taking("W3", 9);
    bench.send("m1 m2 m3 m4 m5 m6 m7 m8");
    // W2 is full after m5: m8 goes past it.
    assert_eq!(
        bench.deliveries(),
        "0 W1 m1, 0 W2 m2, 0 W3 m3, 0 W1 m4, 0 W2 m5, 0 W3 m6, 0 W1 m7, 0 W3 m8"
    );
    bench.at(1).ack("m2").send("m9 n1");
    assert_eq!((bench.held("W1"), bench.held("W2")), ("m1 m4 m7 m9".into(), "m5 n1".into()));
}

#[test]
fn l2_round_robin_goes_on_when_the_last_taker_has_left() {
    let spec = unordered().worker_choice(WorkerChoice::RoundRobin);
    let mut bench = Bench::with_workers(spec, "W1 W2 W3");
    bench.send("m1 m2").settle();
    bench.ack("W1").ack("W2").leave("W2").send("m3 m4");
    assert_eq!((bench.held("W3"), bench.held("W1")), ("m3".into(), "m4".into()));
}

#[test]
fn l3_each_delivery_is_a_new_lease_with_its_attempt_and_its_end() {
    let spec = unordered().visibility_timeout(secs(12));
    let mut bench = Bench::with_workers(spec, "W1 W2");
    bench.send("m1 m2");
    let first = bench.deliver().unwrap();
    let (message, worker) = (bench.message("m1"), bench.worker("W1"));
    let until = Instant::from_secs(12);
    assert_eq!(
        first,
        Delivery { message, worker, lease: first.lease, attempt: 1, until, parts: nonzero(1) }
    );
    let second = bench.deliver().unwrap();
    bench.at(5).nack("W1");
    let third = bench.deliver().unwrap();
    assert_eq!((third.message, third.attempt), (message, 2));
    assert_eq!(third.until, Instant::from_secs(17));
    let leases = BTreeSet::from([first.lease, second.lease, third.lease]);
    assert_eq!(leases.len(), 3);
    let live: Vec<_> = bench.queue().status().leases().map(|it| (it.id, it.since)).collect();
    assert_eq!(live, [(second.lease, Instant::ZERO), (third.lease, Instant::from_secs(5))]);
}

#[test]
fn l3_a_lease_is_extended_from_its_end_while_it_lives() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("m1(A)").settle();
    assert_eq!(bench.at(5).extend("W1", 10), Instant::from_secs(40));
    assert_eq!(bench.at(39).extend("W1", 1), Instant::from_secs(41));
    assert_eq!(bench.at(40).held("W1"), "m1");
    bench.at(41);
    assert_eq!(bench.deliveries(), "0 W1 m1, 41 W1 m1#2");
    // The extension went with its lease: the next one is as long as any.
    let until = bench.queue().status().leases().next().unwrap().until;
    assert_eq!(until, Instant::from_secs(71));
}

#[test]
fn l3_an_extension_cannot_pass_the_end_of_time() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1");
    let lease = bench.lease("W1");
    let until = bench.call(|queue, now| queue.extend(now, lease, Duration::MAX));
    assert_eq!(until, Ok(Instant::MAX));
}

/// Every way in which a lease can end, each leaving `m1` in another state.
const ENDINGS: [(&str, Act); 7] = [
    ("ack", |bench| either(bench.ack("W1"))),
    ("nack", |bench| assert!(matches!(bench.nack("W1"), Disposition::RetryAt(_)))),
    ("retry after", |bench| {
        assert!(matches!(bench.retry_after("W1", 20), Disposition::RetryAt(_)));
    }),
    ("reject", |bench| either(bench.reject("W1"))),
    ("dead-letter", |bench| either(bench.dead_letter("m1"))),
    ("expiry", |bench| either(bench.at(30))),
    ("leave", |bench| either(bench.leave("W1"))),
];

/// Makes each of the calls that a worker can make on this lease, which is over.
fn try_all(bench: &mut Bench, lease: LeaseId) {
    let stale = StaleLease(lease);
    let over = SettleError::Stale(stale);
    assert_eq!(bench.refused(|queue, now| queue.ack(now, lease)), over);
    assert_eq!(bench.refused(|queue, now| queue.nack(now, lease, Nack::Retry)), over);
    let later = Nack::RetryAfter(secs(500));
    assert_eq!(bench.refused(|queue, now| queue.nack(now, lease, later)), over);
    assert_eq!(bench.refused(|queue, now| queue.reject(now, lease)), over);
    assert_eq!(bench.refused(|queue, now| queue.extend(now, lease, secs(500))), stale);
}

#[test]
fn l4_only_the_live_lease_speaks_for_a_message() {
    for (name, end) in ENDINGS {
        let mut bench = Bench::with_workers(by_account(), "W1 W2");
        bench.send("m1(A) m2(A) m3(A)");
        let old = bench.lease("W1");
        end(&mut bench);
        // At once, before anything else went out, …
        try_all(&mut bench, old);
        // … and when the group has moved on: the old lease neither frees it again nor touches its head.
        bench.settle();
        let held = (bench.held("W1"), bench.held("W2"));
        try_all(&mut bench, old);
        assert_eq!((bench.held("W1"), bench.held("W2")), held, "{name}");
        let groups: Vec<_> = bench.queue().status().groups().collect();
        let in_flight = bench.counts().in_flight;
        assert!(groups.len() == 1 && in_flight <= 1, "{name}: {in_flight} in flight");
    }
}

#[test]
fn l4_a_late_nack_does_not_postpone_a_retry() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("m1(A)");
    let old = bench.at(1).lease("W1");
    bench.retry_after("W1", 5);
    let late = Nack::RetryAfter(secs(100));
    bench.at(2).refused(|queue, now| queue.nack(now, old, late));
    bench.at(10);
    assert_eq!(bench.deliveries(), "0 W1 m1, 6 W1 m1#2");
}

#[test]
fn l4_an_ack_on_an_old_lease_does_not_remove_what_someone_else_works_on() {
    let spec = by_account().visibility_timeout(secs(10));
    let mut bench = Bench::with_workers(spec, "W1");
    bench.send("m1(A) m2(A)");
    let old = bench.lease("W1");
    bench.crash("W1").join("W2").at(10).settle();
    assert_eq!(bench.held("W2"), "m1");
    bench.at(12).refused(|queue, now| queue.ack(now, old));
    assert_eq!(bench.held("W2"), "m1");
    assert_eq!(bench.waits("m2"), "m1 with W2");
    let live = bench.at(15).lease("W2");
    bench.ack("W2");
    assert_eq!(bench.held("W2"), "m2");
    // A repeated ack of the same lease does not settle the next message.
    bench.refused(|queue, now| queue.ack(now, live));
    assert_eq!(bench.held("W2"), "m2");
}

#[test]
fn l4_an_old_lease_is_not_extended_into_a_new_one() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1");
    let old = bench.lease("W1");
    bench.at(10).nack("W1");
    bench.settle();
    bench.at(20).refused(|queue, now| queue.extend(now, old, secs(100)));
    let until = bench.queue().status().leases().next().unwrap().until;
    assert_eq!(until, Instant::from_secs(40));
}

#[test]
fn l5_a_crashed_worker_says_nothing_more_and_its_leases_run_out() {
    let mut bench = Bench::new(by_account());
    bench.join_taking("W1", 2).join("W2");
    bench.send("a1(A) a2(A) b1(B)").settle();
    bench.at(3).crash("W1");
    assert_eq!(bench.held("W1"), "a1 b1");
    assert_eq!(bench.waits("a2"), "a1 with W1");
    // It gets nothing while it is down, and each lease that runs out is a failed attempt.
    bench.at(29).send("s1");
    assert_eq!(bench.held("W2"), "s1");
    bench.at(30).ack("W2").settle();
    assert_eq!(bench.held("W1"), "");
    assert_eq!(bench.held("W2"), "a1");
    assert_eq!((bench.attempts("a1"), bench.attempts("b1")), (2, 1));
    assert_eq!(bench.waits("b1"), "no credit");
}

#[test]
fn l5_a_worker_that_comes_back_keeps_its_place_and_what_still_lives() {
    let mut bench = Bench::with_workers(unordered(), "W1 W2");
    bench.send("m1 m2").settle();
    bench.at(3).crash("W1");
    bench.at(20).recover("W1").ack("W1");
    assert_eq!(bench.counts().acked, 1);
    // First in subscription order again.
    bench.at(21).ack("W2").send("m3");
    assert_eq!(bench.held("W1"), "m3");
}

#[test]
fn l5_what_ran_out_while_the_worker_was_down_is_lost_to_it() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1");
    let old = bench.lease("W1");
    bench.at(3).crash("W1");
    bench.at(31).recover("W1").refused(|queue, now| queue.ack(now, old));
    assert_eq!(bench.deliveries(), "0 W1 m1, 31 W1 m1#2");
}

#[test]
fn l5_a_worker_that_leaves_gives_its_messages_back_at_once() {
    let mut bench = Bench::new(by_account());
    bench.join_taking("W1", 3).send("a1(A) a2(A) b1(B) s1").settle();
    assert_eq!(bench.held("W1"), "a1 b1 s1");
    bench.at(5).join_taking("W2", 3).leave("W1");
    // Each is the head of its group again, as old as it was.
    assert_eq!(bench.held("W2"), "a1 b1 s1");
    assert_eq!(bench.waits("a2"), "a1 with W2");
    let returned = bench.events().iter();
    let returned = returned.filter(|(_, event)| matches!(event, Event::Returned { .. }));
    assert_eq!(returned.count(), 3);
}

#[test]
fn l5_giving_back_is_not_a_failure() {
    // One attempt at most: a failure would be the end of it, and a backoff would delay it.
    let spec = QueueSpec::new("jobs")
        .retry(RetryPolicy { max_attempts: attempts(1).max_attempts, ..RetryPolicy::default() });
    let mut bench = Bench::with_workers(spec, "W1 W2");
    bench.send("m1").settle();
    bench.at(5).leave("W1");
    assert_eq!(bench.attempts("m1"), 0);
    assert_eq!(bench.deliveries(), "0 W1 m1, 5 W2 m1");
    assert_eq!(bench.attempts("m1"), 1);
    assert_eq!(bench.dead(), "");
}

#[test]
fn l5_a_crashed_worker_can_leave() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A)").settle();
    bench.at(5).crash("W1");
    bench.at(6).leave("W1");
    assert_eq!(bench.deliveries(), "0 W1 a1, 6 W2 a1");
}

#[test]
fn l5_a_worker_that_left_is_unknown_and_one_that_joins_again_is_new() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    let old = bench.worker("W1");
    bench.leave("W1");
    let unknown = UnknownWorker(old);
    assert_eq!(bench.refused(|queue, now| queue.leave(now, old)), unknown);
    assert_eq!(bench.refused(|queue, now| queue.crash(now, old)), unknown);
    assert_eq!(bench.refused(|queue, now| queue.recover(now, old)), unknown);
    bench.join("W1");
    assert_ne!(bench.worker("W1"), old);
}

#[test]
fn l5_crashing_twice_or_coming_back_without_a_crash_changes_nothing() {
    let mut bench = Bench::with_workers(unordered(), "W1 W2");
    bench.recover("W1").send("m1");
    assert_eq!(bench.held("W1"), "m1");
    bench.crash("W1").crash("W1").recover("W1");
    assert_eq!(bench.held("W1"), "m1");
    let crashed = bench.queue().status().workers().filter(|it| it.crashed).count();
    assert_eq!(crashed, 0);
}
