//! Why is it waiting? W1.

use crate::driver::{Bench, by_account, limit, plain, secs, unordered};
use queuescope_engine::{Blocked, BucketKey, Instant, Key, Queue};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn w1_behind_the_head_of_its_group() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send_message("a1", plain().header("account", "A").delay(secs(9))).send("a2(A) a3(A)");
    assert_eq!(bench.waits("a2"), "behind a1");
    assert_eq!(bench.waits("a3"), "behind a1");
}

#[test]
fn w1_its_groups_message_is_in_flight_with_a_worker() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("b1(B) a1(A) a2(A)");
    assert_eq!(bench.waits("a2"), "a1 with W2");
}

#[test]
fn w1_not_before() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send_message("s1", plain().delay(secs(9))).send("a1(A)");
    assert_eq!(bench.waits("s1"), "not before 9");
    bench.at(2).retry_after("W1", 5);
    assert_eq!(bench.waits("a1"), "not before 7");
}

#[test]
fn w1_a_bucket_has_no_room() {
    let throttle = limit("stripe", 1, 10).by([Key::header("account"), Key::FairnessKey]);
    let mut bench = Bench::new(unordered().throttle(throttle).unwrap());
    bench.join_taking("W1", 9).send("m1(A)@x m2(A)@x").settle();
    let bucket = BucketKey::Values(["A".into(), "x".into()].into());
    let until = Instant::from_secs(10);
    let throttle = "stripe".into();
    assert_eq!(
        bench.queue().blocked(bench.message("m2")),
        Some(Blocked::Bucket { throttle, bucket, until })
    );
    bench.send("n1(A) n2(A)").settle();
    let shared = bench.queue().blocked(bench.message("n2"));
    assert!(matches!(shared, Some(Blocked::Bucket { bucket: BucketKey::Missing, .. })));
}

#[test]
fn w1_of_several_full_buckets_the_one_with_room_last() {
    let spec = unordered()
        .throttle(limit("short", 1, 10))
        .unwrap()
        .throttle(limit("long", 1, 30))
        .unwrap()
        .throttle(limit("again", 1, 30))
        .unwrap();
    let mut bench = Bench::new(spec);
    bench.join_taking("W1", 9).send("m1 m2");
    // `long` and `again` have room at the same time: the first declared is named.
    assert_eq!(bench.waits("m2"), "long until 30");
    bench.at(15);
    assert_eq!(bench.waits("m2"), "long until 30");
}

#[test]
fn w1_no_worker_has_credit() {
    let mut bench = Bench::new(by_account());
    bench.send("a1(A) s1");
    assert_eq!(bench.waits("a1"), "no credit");
    bench.join("W1");
    assert_eq!(bench.waits("s1"), "no credit");
    bench.join("W2");
    assert_eq!(bench.waits("s1"), "in flight");
}

#[test]
fn w1_another_fairness_keys_turn() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("a1@A a2@A b1@B c1@C");
    bench.settle();
    // a1 is out: it is the turn of B, which lacks but a worker.
    assert_eq!(bench.waits("b1"), "no credit");
    assert_eq!(bench.waits("a2"), "turn of B");
    assert_eq!(bench.waits("c1"), "turn of B");
    bench.at(1).ack("W1");
    assert_eq!(bench.held("W1"), "b1");
    assert_eq!(bench.waits("a2"), "turn of C");
}

#[test]
fn w1_the_turn_may_be_that_of_messages_without_a_fairness_key() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("a1@A m1 a2@A");
    assert_eq!(bench.waits("a2"), "turn of no key");
    let blocked = bench.queue().blocked(bench.message("a2"));
    assert_eq!(blocked, Some(Blocked::OtherTurn { key: None }));
}

#[test]
fn w1_what_a_free_worker_would_get_next_has_no_reason() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("a1(A)@x a2(A)@x b1(B)@y");
    assert_eq!(bench.waits_as_it_stands("a1"), "nothing");
    assert_eq!(bench.waits_as_it_stands("a2"), "behind a1");
    assert_eq!(bench.waits_as_it_stands("b1"), "turn of x");
    let next = bench.deliver().unwrap().message;
    assert_eq!(next, bench.message("a1"));
}

#[test]
fn w1_the_first_filter_that_says_no_is_the_reason() {
    // a2 is delayed, its bucket is full, no worker is free: but first of all it is behind a1.
    let throttle = limit("slow", 1, 50);
    let mut bench = Bench::with_workers(by_account().throttle(throttle).unwrap(), "W1");
    bench.send("a1(A)").send_message("a2", plain().header("account", "A").delay(secs(20)));
    assert_eq!(bench.waits("a2"), "a1 with W1");
    // Then its time, …
    bench.at(5).ack("W1");
    assert_eq!(bench.waits("a2"), "not before 20");
    // … then its bucket, although no worker is there, …
    bench.at(19).leave("W1");
    bench.at(20);
    assert_eq!(bench.waits("a2"), "slow until 50");
    // … and then the worker.
    bench.at(50);
    assert_eq!(bench.waits("a2"), "no credit");
}

#[test]
fn w1_a_reason_is_the_state_itself() {
    // Each answer is that of the next call: nothing has to be told of the change.
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A) a2(A)");
    assert_eq!(bench.waits("a2"), "a1 with W1");
    bench.at(1).retry_after("W1", 5);
    assert_eq!(bench.waits_as_it_stands("a2"), "behind a1");
    bench.dead_letter("a1");
    assert_eq!(bench.waits_as_it_stands("a2"), "nothing");
    bench.redrive_message("a1");
    assert_eq!(bench.waits_as_it_stands("a1"), "behind a2");
}

#[test]
fn w1_only_a_pending_message_waits() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1");
    assert_eq!(bench.waits("m1"), "in flight");
    bench.ack("W1").send("m2").reject("W1");
    let gone = [bench.message("m1"), bench.message("m2")];
    assert!(gone.iter().all(|id| bench.queue().blocked(*id).is_none()));
    assert!(Queue::new(unordered()).blocked(gone[0]).is_none());
}
