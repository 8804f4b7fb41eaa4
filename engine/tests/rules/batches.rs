//! Ordered batches: B1.

use crate::driver::{Bench, attempts, by_account, limit, nonzero, plain, secs, unordered};
use queuescope_engine::{
    Disposition, Event, Instant, Key, LeaseId, Nack, QueueSpec, RetryPolicy, SettleError,
    WorkerSpec,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn in_threes() -> QueueSpec {
    by_account().batches_of(nonzero(3))
}

/// With one worker that holds nine.
fn with_a_big_worker(spec: QueueSpec) -> Bench {
    let mut bench = Bench::new(spec);
    assert_eq!(bench.try_join(WorkerSpec::new("W1").credit(nonzero(9))), Ok(()));
    bench
}

/// How many went out with each delivery, while there is something to deliver.
fn parts(bench: &mut Bench) -> Vec<u32> {
    std::iter::from_fn(|| bench.deliver()).map(|delivery| delivery.parts.get()).collect()
}

fn batch_of(bench: &Bench, lease: LeaseId) -> Vec<String> {
    bench.queue().batch(lease).map(|part| bench.name(part.message)).collect()
}

#[test]
fn b1_up_to_n_consecutive_messages_of_a_group_go_out_together() {
    let mut bench = with_a_big_worker(in_threes());
    bench.send("a1(A) b1(B) a2(A) a3(A) a4(A) a5(A)");
    assert_eq!(parts(&mut bench), [3, 1]);
    assert_eq!(bench.order(), "a1 a2 a3 b1");
    let leases: Vec<_> = bench.queue().status().leases().collect();
    assert_eq!(batch_of(&bench, leases[1].id), ["a1", "a2", "a3"]);
    assert_eq!(batch_of(&bench, leases[3].id), ["b1"]);
    assert_eq!(leases[2].batch, leases[0].id);
    assert!(leases.iter().all(|lease| lease.attempt == 1 && lease.until == Instant::from_secs(30)));
}

#[test]
fn b1_at_most_one_batch_of_a_group_is_in_flight() {
    let mut bench = Bench::with_workers(in_threes(), "W2");
    assert_eq!(bench.try_join(WorkerSpec::new("W1").credit(nonzero(9))), Ok(()));
    bench.send("a1(A) a2(A) a3(A)");
    // W2 subscribed first, and has credit for one.
    assert_eq!((bench.held("W2"), bench.held("W1")), ("a1".into(), String::new()));
    assert_eq!((bench.waits("a2"), bench.waits("a3")), ("a1 with W2".into(), "a1 with W2".into()));
    bench.ack("a1");
    assert_eq!(bench.held("W2"), "a2");
    bench.leave("W2").send("a4(A) a5(A)");
    assert_eq!(bench.held("W1"), "a2 a3 a4");
    bench.ack("a2").ack("a3");
    assert_eq!(bench.waits("a5"), "a4 with W1");
    bench.ack("a4");
    assert_eq!(bench.held("W1"), "a5");
}

#[test]
fn b1_a_batch_is_as_large_as_the_workers_credit_at_most() {
    let mut bench = Bench::new(in_threes());
    assert_eq!(bench.try_join(WorkerSpec::new("W1").credit(nonzero(2))), Ok(()));
    bench.send("a1(A) a2(A) a3(A)");
    assert_eq!(bench.held("W1"), "a1 a2");
    let status = bench.queue().status().workers().next().unwrap();
    assert_eq!((status.holds, status.credit.get()), (2, 2));
}

#[test]
fn b1_unordered_messages_go_out_alone() {
    let mut bench = with_a_big_worker(in_threes());
    bench.send("s1 s2 a1(A) s3 a2(A)");
    assert_eq!(parts(&mut bench), [1, 1, 2, 1]);
    assert_eq!(bench.order(), "s1 s2 a1 a2 s3");
    let mut bench = with_a_big_worker(unordered().batches_of(nonzero(3)));
    bench.send("a1(A) a2(A)");
    assert_eq!(parts(&mut bench), [1, 1]);
}

#[test]
fn b1_the_whole_queue_goes_out_in_batches() {
    let mut bench = with_a_big_worker(unordered().ordered().batches_of(nonzero(2)));
    bench.send("m1 m2 m3");
    assert_eq!(bench.held("W1"), "m1 m2");
    bench.ack("m1").ack("m2");
    assert_eq!(bench.held("W1"), "m3");
}

#[test]
fn b1_a_batch_ends_before_a_message_whose_time_has_not_come() {
    let mut bench = with_a_big_worker(in_threes());
    let later = plain().header("account", "A").delay(secs(5));
    bench.send("a1(A)").send_message("a2", later).send("a3(A)");
    assert_eq!(bench.held("W1"), "a1");
    bench.ack("a1").at(5);
    assert_eq!(bench.held("W1"), "a2 a3");
}

#[test]
fn b1_each_message_of_a_batch_draws_from_its_buckets_and_the_batch_ends_where_there_is_no_room() {
    let throttle = limit("slow", 2, 10);
    let mut bench = with_a_big_worker(in_threes().throttle(throttle).unwrap());
    bench.send("a1(A) a2(A) a3(A)");
    assert_eq!(bench.held("W1"), "a1 a2");
    bench.ack("a1").ack("a2");
    assert_eq!(bench.waits("a3"), "slow until 10");
    bench.at(10);
    assert_eq!(bench.held("W1"), "a3");
    let bucket = bench.queue().status().buckets().next().unwrap();
    assert_eq!((bucket.limits[0].used, bucket.limits[0].of), (1, 2));
}

#[test]
fn b1_a_bucket_that_was_only_asked_leaves_nothing_behind() {
    // a2 has a fresh bucket of `each`, and no room in `all`.
    let each = limit("each", 1, 10).by([Key::header("step")]);
    let spec = in_threes().throttle(each).unwrap().throttle(limit("all", 1, 10)).unwrap();
    let mut bench = with_a_big_worker(spec);
    let of = |step: &str| plain().header("account", "A").header("step", step);
    bench.send_message("a1", of("1")).send_message("a2", of("2"));
    assert_eq!(bench.held("W1"), "a1");
    let buckets: Vec<_> = bench.queue().status().buckets().collect();
    assert_eq!(buckets.len(), 2, "each for step 1, and all: {buckets:?}");
}

#[test]
fn b1_a_batch_is_of_one_fairness_key_and_one_delivery_to_it() {
    let mut bench = with_a_big_worker(in_threes());
    bench.send("a1(A)@x a2(A)@x a3(A)@y a4(A)@y");
    assert_eq!(parts(&mut bench), [2]);
    let mut bench = Bench::new(in_threes());
    assert_eq!(bench.try_join(WorkerSpec::new("W1").credit(nonzero(3))), Ok(()));
    bench.send("a1(A)@x a2(A)@x a3(A)@x a4(A)@x b1(B)@y b2(B)@y c1(C)@x");
    let leases = ["a1", "a2", "a3"].map(|name| bench.lease(name));
    for lease in leases {
        assert_eq!(bench.call(|queue, now| queue.ack(now, lease)), Ok(()));
    }
    // x had a turn of one delivery, y has one, x has one.
    assert_eq!(bench.held("W1"), "b1 b2 a4");
    assert_eq!(bench.drain(), "c1");
}

#[test]
fn b1_messages_are_settled_one_by_one_in_order() {
    let mut bench = with_a_big_worker(in_threes());
    bench.send("a1(A) a2(A) a3(A)");
    let (first, second) = (bench.lease("a1"), bench.lease("a2"));
    let out_of_order = SettleError::OutOfOrder { lease: second, first };
    assert_eq!(bench.refused(|queue, now| queue.ack(now, second)), out_of_order);
    assert_eq!(bench.refused(|queue, now| queue.nack(now, second, Nack::Retry)), out_of_order);
    assert_eq!(bench.refused(|queue, now| queue.reject(now, second)), out_of_order);
    assert!(out_of_order.to_string().contains("order"));
    bench.ack("a1").ack("a2").ack("a3");
    assert_eq!(bench.counts().acked, 3);
}

#[test]
fn b1_where_one_fails_it_and_all_behind_it_return_in_their_order() {
    let mut bench = with_a_big_worker(in_threes());
    bench.send("a1(A) a2(A) a3(A) a4(A)").ack("a1");
    assert_eq!(bench.retry_after("a2", 5), Disposition::RetryAt(Instant::from_secs(5)));
    assert_eq!((bench.waits("a2"), bench.waits("a3")), ("not before 5".into(), "behind a2".into()));
    // Only the attempt of a2 counts.
    assert_eq!((bench.attempts("a2"), bench.attempts("a3")), (1, 0));
    assert_eq!(bench.queue().status().workers().next().unwrap().holds, 0);
    bench.at(5);
    assert_eq!(bench.deliveries(), "0 W1 a1, 0 W1 a2, 0 W1 a3, 5 W1 a2#2, 5 W1 a3, 5 W1 a4");
    let events = bench.events().iter().filter(|(at, _)| *at == Instant::ZERO).map(|(_, it)| it);
    let tail: Vec<_> = events
        .filter_map(|event| {
            if let Event::Failed { message, .. } = event {
                Some(format!("{} failed", bench.name(*message)))
            } else if let Event::Returned { message, .. } = event {
                Some(format!("{} returned", bench.name(*message)))
            } else {
                None
            }
        })
        .collect();
    assert_eq!(tail, ["a2 failed", "a3 returned"]);
}

#[test]
fn b1_where_one_is_dead_lettered_for_a_failure_the_group_goes_on_behind_it() {
    let mut bench = with_a_big_worker(in_threes().retry(attempts(1)));
    bench.send("a1(A) a2(A) a3(A) a4(A)").nack("a1");
    assert_eq!(bench.dead(), "a1");
    assert_eq!(bench.held("W1"), "a2 a3 a4");
    assert_eq!(bench.deliveries(), "0 W1 a1, 0 W1 a2, 0 W1 a3, 0 W1 a2, 0 W1 a3, 0 W1 a4");
}

#[test]
fn b1_a_lease_that_ends_is_a_failure_of_the_first_alone() {
    let retry = RetryPolicy { max_attempts: nonzero(2), ..attempts(2) };
    let mut bench = with_a_big_worker(in_threes().visibility_timeout(secs(10)).retry(retry));
    bench.send("a1(A) a2(A) a3(A)").at(2).ack("a1");
    bench.crash("W1").at(10);
    assert_eq!((bench.waits("a2"), bench.waits("a3")), ("no credit".into(), "behind a2".into()));
    assert_eq!((bench.attempts("a2"), bench.attempts("a3")), (1, 0));
    // It is crashed again while it has them: the first of them is dead-lettered, the other one is not.
    bench.recover("W1").settle().crash("W1").at(20).settle();
    assert_eq!(bench.dead(), "a2");
    assert_eq!((bench.waits("a3"), bench.attempts("a3")), ("no credit".into(), 0));
}

#[test]
fn b1_a_reject_keeps_the_rest_with_the_worker() {
    let mut bench = with_a_big_worker(in_threes());
    bench.send("a1(A) a2(A) a3(A) a4(A)").reject("a1");
    assert_eq!((bench.dead(), bench.held("W1")), ("a1".into(), "a2 a3".into()));
    assert_eq!(bench.waits("a4"), "a2 with W1");
    // So does an operator's word on one in the middle, or behind.
    bench.dead_letter("a3");
    assert_eq!((bench.dead(), bench.held("W1")), ("a1 a3".into(), "a2".into()));
    bench.ack("a2");
    assert_eq!(bench.held("W1"), "a4");
}

#[test]
fn b1_an_extension_is_one_of_the_whole_batch() {
    let mut bench = with_a_big_worker(in_threes().visibility_timeout(secs(10)));
    bench.send("a1(A) a2(A) a3(A)");
    assert_eq!(bench.extend("a2", 5), Instant::from_secs(15));
    assert!(bench.queue().status().leases().all(|lease| lease.until == Instant::from_secs(15)));
    bench.at(14);
    assert_eq!(bench.held("W1"), "a1 a2 a3");
}

#[test]
fn b1_what_a_leaving_worker_gives_back_keeps_its_order_and_its_attempts() {
    let mut bench = with_a_big_worker(in_threes());
    bench.send("a1(A) a2(A) a3(A)").settle().leave("W1");
    assert_eq!(["a1", "a2", "a3"].map(|name| bench.attempts(name)), [0, 0, 0]);
    assert_eq!((bench.waits("a1"), bench.waits("a2")), ("no credit".into(), "behind a1".into()));
    assert_eq!(bench.try_join(WorkerSpec::new("W2").credit(nonzero(2))), Ok(()));
    assert_eq!(bench.drain(), "a1 a2 a3");
}

#[test]
fn b1_on_a_whole_ordered_queue_a_batch_spans_fairness_keys() {
    let mut bench = with_a_big_worker(unordered().ordered().batches_of(nonzero(5)));
    bench.send("m0@z m1@x m2@y");
    assert_eq!(parts(&mut bench), [3]);
}
