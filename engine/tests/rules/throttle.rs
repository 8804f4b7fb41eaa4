//! Throttles: T1 to T8.

use crate::driver::{Bench, attempts, by_account, limit, nonzero, plain, secs, unordered};
use queuescope_engine::{
    Backoff, Blocked, BucketKey, BucketStatus, Classification, Classifier, Instant, Key, Limit,
    MissingThrottleKey, Queue, QueueSpec, RetryPolicy, ThrottleError, ThrottleKeyConflict,
    ThrottleSpec, WorkerSpec,
};
use std::time::Duration;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// An unordered queue under this throttle, with leases that outlast the test.
fn under(throttle: ThrottleSpec) -> QueueSpec {
    patient(unordered()).throttle(throttle).unwrap()
}

fn patient(spec: QueueSpec) -> QueueSpec {
    spec.visibility_timeout(secs(100_000))
}

/// With one worker that takes whatever comes.
fn with_hungry_worker(spec: QueueSpec) -> Bench {
    let mut bench = Bench::new(spec);
    bench.join_taking("W1", 1_000);
    bench
}

fn rate(count: u32, period: u64, burst: u32) -> ThrottleSpec {
    ThrottleSpec::rate("rate", count, secs(period), burst).unwrap()
}

fn buckets(bench: &Bench) -> Vec<BucketStatus> {
    bench.queue().status().buckets().collect()
}

#[test]
fn t1_at_most_so_many_in_any_window() {
    let mut bench = with_hungry_worker(under(limit("slow", 2, 10)));
    bench.send("m1 m2 m3 m4 m5").at(50);
    assert_eq!(bench.times("m"), "0 0 10 10 20");
}

#[test]
fn t1_the_window_slides_and_is_half_open() {
    let mut bench = with_hungry_worker(under(limit("slow", 2, 10)));
    bench.send("m1");
    bench.at(3).send("m2");
    bench.at(4).send("m3 m4").at(50);
    // At 10 the delivery at 0 no longer counts, at 13 the one at 3.
    assert_eq!(bench.times("m"), "0 3 10 13");
}

#[test]
fn t1_a_token_bucket_is_full_at_first_and_holds_no_more_than_its_burst() {
    let mut bench = with_hungry_worker(under(rate(1, 2, 3)));
    bench.send("m1 m2 m3 m4").at(100);
    bench.send("m5 m6 m7 m8").at(200);
    assert_eq!(bench.times("m"), "0 0 0 2 100 100 100 102");
}

#[test]
fn t1_a_token_bucket_keeps_parts_of_a_token() {
    let mut bench = with_hungry_worker(under(rate(1, 4, 2)));
    bench.send("m1");
    // At 3 there are 1.75 tokens: one goes, a quarter is missing for the next, then a whole one.
    bench.at(3).send("m2 m3 m4").at(50);
    assert_eq!(bench.times("m"), "0 3 4 8");
}

#[test]
fn t1_a_token_bucket_is_exact_in_integers() {
    // A token every third of a second: the k-th at the first microsecond that is not before k/3.
    let mut bench = with_hungry_worker(under(rate(3, 1, 3)));
    bench.send("m1 m2 m3 m4 m5 m6 m7 m8 m9").at(10);
    assert_eq!(bench.times("m"), "0 0 0 0.333334 0.666667 1 1.333334 1.666667 2");
}

#[test]
fn t1_a_token_bucket_does_not_drift() {
    let mut bench = with_hungry_worker(under(rate(7, 1, 7)));
    for number in 0..77 {
        bench.send(&format!("m{number}"));
    }
    bench.at(60);
    let expected: Vec<_> = (0..77_u64)
        .map(|number| (number.saturating_sub(6) * 1_000_000).div_ceil(7))
        .map(|micros| Instant::from_micros(micros).to_string())
        .collect();
    assert_eq!(bench.times("m"), expected.join(" "));
}

#[test]
fn t1_all_of_several_limits_hold() {
    let both = limit("both", 2, 1).and_limit(3, secs(10)).unwrap();
    let mut bench = with_hungry_worker(under(both));
    bench.send("m1 m2 m3 m4 m5 m6 m7 m8 m9").at(60);
    assert_eq!(bench.times("m"), "0 0 1 10 10 11 20 20 21");
}

#[test]
fn t1_a_rate_and_a_limit_hold_together() {
    let both = rate(1, 1, 5).and_limit(6, secs(10)).unwrap();
    let mut bench = with_hungry_worker(under(both));
    bench.send("m1 m2 m3 m4 m5 m6 m7 m8 m9 n1 n2 n3").at(60);
    // Five tokens at 0 and one at 1; then the window is full until 10, when five leave it; one leaves at 11.
    assert_eq!(bench.order(), "m1 m2 m3 m4 m5 m6 m7 m8 m9 n1 n2 n3");
    assert_eq!(bench.times(""), "0 0 0 0 0 1 10 10 10 10 10 11");
}

#[test]
fn t1_several_throttles_hold_together() {
    let spec = under(limit("fast", 2, 1)).throttle(limit("slow", 3, 10)).unwrap();
    let mut bench = with_hungry_worker(spec);
    bench.send("m1 m2 m3 m4 m5 m6").at(60);
    assert_eq!(bench.times("m"), "0 0 1 10 10 11");
}

#[test]
fn t1_the_status_says_how_much_is_used_and_until_when_it_is_full() {
    let mut bench = with_hungry_worker(under(limit("slow", 2, 10)));
    bench.send("m1").settle();
    let status = buckets(&bench).remove(0);
    assert_eq!(&*status.throttle, "slow");
    assert_eq!((status.limits[0].used, status.limits[0].of, status.full_until), (1, 2, None));
    bench.at(4).send("m2").settle();
    let status = buckets(&bench).remove(0);
    let until = Some(Instant::from_secs(10));
    assert_eq!((status.limits[0].used, status.limits[0].of, status.full_until), (2, 2, until));
}

#[test]
fn t2_equal_values_share_a_bucket_and_each_bucket_counts_by_itself() {
    let by_account = limit("slow", 1, 10).by([Key::header("account")]);
    let mut bench = with_hungry_worker(under(by_account));
    bench.send("a1(A) a2(A) b1(B) b2(B) c1(C)").at(30);
    assert_eq!(bench.times("a"), "0 10");
    assert_eq!(bench.times("b"), "0 10");
    assert_eq!(bench.times("c"), "0");
}

#[test]
fn t2_key_values_compare_component_by_component() {
    let key = [Key::header("x"), Key::header("y")];
    let mut bench = with_hungry_worker(under(limit("slow", 1, 10).by(key)));
    let of = |x: &str, y: &str| plain().header("x", x).header("y", y);
    bench.send_message("m1", of("a", "bc")).send_message("m2", of("ab", "c"));
    bench.send_message("m3", of("", "")).send_message("m4", of("a", "bc"));
    bench.at(30);
    assert_eq!(bench.times("m"), "0 0 0 10");
}

#[test]
fn t2_header_attribute_and_fairness_key_are_different_components() {
    let classifier = Classifier::new(|message| {
        Classification::new().attribute("x", message.header_value("y").unwrap_or_default())
    });
    let message = |value: &str| plain().header("x", "same").header("y", value);
    let spec = under(limit("slow", 1, 10).by([Key::attribute("x")])).on_enqueue(classifier);
    let mut bench = with_hungry_worker(spec);
    bench.send_message("m1", message("1")).send_message("m2", message("2"));
    assert_eq!(bench.times("m"), "0 0");
    let mut bench = with_hungry_worker(under(limit("slow", 1, 10).by([Key::FairnessKey])));
    bench.send("m1@A m2@B m3@A").at(30);
    assert_eq!(bench.order(), "m1 m2 m3");
    assert_eq!(bench.times("m"), "0 0 10");
}

#[test]
fn t2_messages_without_the_key_share_a_bucket() {
    let key = [Key::header("account")];
    let mut bench = with_hungry_worker(under(limit("slow", 1, 10).by(key)));
    // The shared bucket is none that a value could name.
    bench.send("s1 s2 e1() e2()").at(30);
    assert_eq!((bench.times("s"), bench.times("e")), ("0 10".into(), "0 10".into()));
}

#[test]
fn t2_messages_without_the_key_are_unthrottled_where_the_policy_says_so() {
    let throttle = limit("slow", 1, 10)
        .by([Key::header("account")])
        .when_key_missing(MissingThrottleKey::Unthrottled);
    let mut bench = with_hungry_worker(under(throttle));
    bench.send("s1 s2 s3 a1(A) a2(A)").at(30);
    assert_eq!((bench.times("s"), bench.times("a")), ("0 0 0".into(), "0 10".into()));
}

#[test]
fn t2_a_message_that_lacks_one_component_of_two_lacks_the_key() {
    let key = [Key::header("account"), Key::header("region")];
    let mut bench = with_hungry_worker(under(limit("slow", 1, 10).by(key)));
    bench.send("a1(A) b1(B)").settle();
    assert!(matches!(
        bench.queue().blocked(bench.message("b1")),
        Some(Blocked::Bucket { bucket: BucketKey::Missing, .. })
    ));
}

#[test]
fn t3_waiting_for_a_bucket_costs_nothing() {
    let mut bench = with_hungry_worker(under(limit("slow", 1, 10)));
    bench.send("m1 m2 m3").at(9).settle();
    let status = bench.queue().status().message(bench.message("m2")).unwrap();
    assert_eq!((status.attempts, status.lease), (0, None));
    assert_eq!(bench.queue().status().leases().count(), 1);
    bench.at(30);
    assert_eq!(bench.deliveries(), "0 W1 m1, 10 W1 m2, 20 W1 m3");
}

#[test]
fn t3_those_behind_one_that_an_operator_takes_get_the_room() {
    let mut bench = with_hungry_worker(under(limit("slow", 1, 10)));
    bench.send("m1 m2 m3").settle();
    bench.dead_letter("m2").at(10);
    assert_eq!(bench.deliveries(), "0 W1 m1, 10 W1 m3");
}

#[test]
fn t3_on_an_unordered_queue_it_holds_back_nothing() {
    let by_account = limit("slow", 1, 10).by([Key::header("account")]);
    let mut bench = with_hungry_worker(under(by_account));
    bench.send("a1(A) a2(A) a3(A) b1(B)").at(5);
    assert_eq!(bench.order(), "a1 b1");
}

#[test]
fn t3_on_an_ordered_queue_it_holds_back_only_its_own_group() {
    // Group G: its head draws from bucket x, which is full; the one behind it would draw from y.
    let pool = limit("pool", 1, 10).by([Key::header("pool")]);
    let mut bench = with_hungry_worker(patient(by_account()).throttle(pool).unwrap());
    let of = |group: &str, pool: &str| plain().header("account", group).header("pool", pool);
    bench.send_message("h1", of("H", "x"));
    bench.send_message("g1", of("G", "x")).send_message("g2", of("G", "y"));
    bench.send_message("k1", of("K", "y"));
    assert_eq!(bench.order(), "h1 k1");
    assert_eq!(
        (bench.waits("g1"), bench.waits("g2")),
        ("pool until 10".into(), "behind g1".into())
    );
    bench.at(12).ack("g1");
    assert_eq!(bench.deliveries(), "0 W1 h1, 0 W1 k1, 10 W1 g1, 12 W1 g2");
}

#[test]
fn t3_a_throttled_head_of_a_whole_queue_holds_all() {
    let by_account = limit("slow", 1, 10).by([Key::header("account")]);
    let spec = patient(unordered()).ordered().throttle(by_account).unwrap();
    let mut bench = with_hungry_worker(spec);
    bench.send("a1(A) a2(A) b1(B)");
    bench.at(1).ack("a1");
    assert_eq!(
        (bench.waits("a2"), bench.waits("b1")),
        ("slow until 10".into(), "behind a2".into())
    );
}

#[test]
fn t4_a_delivery_draws_from_all_of_its_buckets_or_from_none() {
    let spec = under(limit("all", 1, 10))
        .throttle(limit("each", 1, 60).by([Key::header("account")]))
        .unwrap();
    let mut bench = with_hungry_worker(spec);
    bench.send("a1(A) b1(B)").settle();
    let drawn = |bench: &Bench| {
        let used = buckets(bench).into_iter().filter(|it| it.limits.iter().any(|it| it.used > 0));
        used.map(|it| format!("{} {:?}", it.throttle, it.key)).collect::<Vec<_>>()
    };
    // While `all` keeps b1 back, it leaves its own bucket of `each` alone.
    assert_eq!(drawn(&bench), [r#"all Values([])"#, r#"each Values(["A"])"#]);
    bench.at(10).settle();
    assert_eq!(bench.times("b"), "10");
    // So it is b1's delivery at 10 that the next one of B waits for, and not its waiting at 0.
    bench.at(65).send("b2(B)");
    assert_eq!(bench.waits("b2"), "each until 70");
}

#[test]
fn t4_a_redelivery_is_another_delivery() {
    let mut bench = with_hungry_worker(under(limit("slow", 1, 10)));
    bench.send("m1");
    bench.at(1).nack("W1");
    assert_eq!(bench.waits("m1"), "slow until 10");
    bench.at(30);
    assert_eq!(bench.deliveries(), "0 W1 m1, 10 W1 m1#2");
}

#[test]
fn t5_a_long_window_makes_a_shorter_one_with_no_less_void() {
    // 100 per second beside 60 per minute.
    let refused = limit("x", 100, 1).and_limit(60, secs(60));
    let Err(ThrottleError::NeverBinds { void, binding }) = refused else { panic!("{refused:?}") };
    assert_eq!((void.to_string(), binding.to_string()), ("100 per 1s".into(), "60 per 60s".into()));
    // The order of declaration is of no account, and equal counts are void as well.
    assert_eq!(void_beside(limit("x", 60, 60).and_limit(100, secs(1))), "100 per 1s");
    assert_eq!(void_beside(limit("x", 60, 1).and_limit(60, secs(60))), "60 per 1s");
    assert!(limit("x", 59, 1).and_limit(60, secs(60)).is_ok());
}

#[test]
fn t5_short_windows_make_a_longer_one_void_that_they_cannot_fill() {
    // 20 per second are 1,200 per minute at most.
    assert_eq!(void_beside(limit("x", 2_000, 60).and_limit(20, secs(1))), "2000 per 60s");
    assert_eq!(void_beside(limit("x", 20, 1).and_limit(1_200, secs(60))), "1200 per 60s");
    assert!(limit("x", 20, 1).and_limit(1_199, secs(60)).is_ok());
    // Five seconds see three windows of two seconds each: nine, not seven and a half.
    assert_eq!(void_beside(limit("x", 3, 2).and_limit(9, secs(5))), "9 per 5s");
    assert!(limit("x", 3, 2).and_limit(8, secs(5)).is_ok());
}

#[test]
fn t5_eight_in_five_seconds_do_bind_beside_three_in_two() {
    // What the one accepted above changes: without it, three at 4; with it, two at 4 and one at 5.
    let both = limit("x", 3, 2).and_limit(8, secs(5)).unwrap();
    let mut bench = with_hungry_worker(under(both));
    bench.send("m1 m2 m3 m4 m5 m6 m7 m8 m9").at(30);
    assert_eq!(bench.times("m"), "0 0 0 2 2 2 4 4 5");
}

#[test]
fn t5_every_earlier_limit_is_asked() {
    let two = limit("x", 2, 1).and_limit(60, secs(60)).unwrap();
    assert_eq!(void_beside(two.clone().and_limit(600, secs(600))), "600 per 600s");
    assert_eq!(void_beside(two.clone().and_limit(2, secs(30))), "2 per 1s");
    assert!(two.and_limit(300, secs(600)).is_ok());
}

#[test]
fn t5_a_rate_and_a_limit_of_which_one_is_always_reached_first_are_refused() {
    // A rate of 1 per second with burst 5 lets at most 5 + 9 through in ten seconds, half-open.
    assert_eq!(void_beside(rate(1, 1, 5).and_limit(14, secs(10))), "14 per 10s");
    assert!(rate(1, 1, 5).and_limit(13, secs(10)).is_ok());
    // A rate that is no slower than the limit and holds as much at once never empties.
    assert_eq!(void_beside(rate(1, 1, 10).and_limit(10, secs(10))), "rate 1 per 1s burst 10");
    assert!(rate(1, 1, 9).and_limit(10, secs(10)).is_ok());
    // Of two rates, the faster with the larger burst.
    let refused = rate(2, 1, 5).and_rate(1, secs(1), 5);
    assert_eq!(void_beside(refused), "rate 2 per 1s burst 5");
    assert!(rate(2, 1, 4).and_rate(1, secs(1), 5).is_ok());
}

#[test]
fn t5_rates_are_compared_by_tokens_and_period() {
    // Two per second with burst 5: at most 5 + 19 in ten seconds.
    assert_eq!(void_beside(rate(2, 1, 5).and_limit(24, secs(10))), "24 per 10s");
    assert!(rate(2, 1, 5).and_limit(23, secs(10)).is_ok());
    // Four in two seconds are ten in five; three in two are fewer.
    assert_eq!(void_beside(rate(4, 2, 10).and_limit(10, secs(5))), "rate 4 per 2s burst 10");
    assert!(rate(3, 2, 10).and_limit(10, secs(5)).is_ok());
    // Four in two seconds are two in one; three in two are fewer.
    assert_eq!(void_beside(rate(4, 2, 5).and_rate(2, secs(1), 5)), "rate 2 per 1s burst 5");
    assert!(rate(3, 2, 5).and_rate(2, secs(1), 4).is_ok());
}

#[test]
fn t5_a_limit_of_nothing_or_in_no_time_is_refused() {
    let second = secs(1);
    assert_eq!(ThrottleSpec::limit("x", 0, second), Err(ThrottleError::NoDeliveries));
    assert_eq!(ThrottleSpec::limit("x", 1, Duration::ZERO), Err(ThrottleError::NoWindow));
    assert_eq!(ThrottleSpec::rate("x", 0, second, 1), Err(ThrottleError::NoDeliveries));
    assert_eq!(ThrottleSpec::rate("x", 1, Duration::ZERO, 1), Err(ThrottleError::NoWindow));
    assert_eq!(ThrottleSpec::rate("x", 1, second, 0), Err(ThrottleError::NoDeliveries));
}

fn void_beside(refused: Result<ThrottleSpec, ThrottleError>) -> String {
    match refused {
        Err(ThrottleError::NeverBinds { void, .. }) => void.to_string(),
        Err(ThrottleError::NoDeliveries | ThrottleError::NoWindow) | Ok(_) => {
            panic!("{refused:?}")
        }
    }
}

fn declaring(name: &str, throttle: ThrottleSpec) -> WorkerSpec {
    WorkerSpec::new(name).throttle(throttle).unwrap()
}

#[test]
fn t6_what_a_worker_declares_goes_for_every_message_whoever_receives_it() {
    let mut bench = with_hungry_worker(patient(unordered()));
    bench.send("m1 m2");
    bench.at(100).join_as(declaring("W2", limit("slow", 1, 10)));
    bench.send("n1 n2 n3").at(115).leave("W2");
    // Without W2 there is no throttle; W1 has taken all of them.
    assert_eq!(bench.deliveries(), "0 W1 m1, 0 W1 m2, 100 W1 n1, 110 W1 n2, 115 W1 n3");
    assert!(buckets(&bench).is_empty());
}

#[test]
fn t6_a_throttle_stands_while_at_least_one_declares_it() {
    let mut bench = with_hungry_worker(patient(unordered()));
    bench.join_as(declaring("W2", limit("slow", 1, 10)));
    bench.join_as(declaring("W3", limit("slow", 1, 10)));
    bench.send("m1 m2 m3");
    bench.at(2).leave("W2");
    // Two declarations are one limit, and what the bucket saw stays.
    assert_eq!(bench.waits("m2"), "slow until 10");
    bench.at(12).leave("W3");
    assert_eq!(bench.times("m"), "0 10 12");
}

#[test]
fn t6_the_queue_and_a_worker_that_declare_one_name_share_one_limit() {
    let mut bench = with_hungry_worker(under(limit("slow", 2, 10)));
    bench.join_as(declaring("W2", limit("slow", 2, 10)));
    bench.send("m1 m2 m3 m4").at(4).leave("W2").at(30);
    assert_eq!(bench.times("m"), "0 0 10 10");
    assert_eq!(bench.queue().status().spec().throttles().len(), 1);
}

#[test]
fn t6_limits_that_differ_all_apply() {
    let mut bench = with_hungry_worker(under(limit("slow", 3, 10)));
    bench.join_as(declaring("W2", limit("slow", 5, 60)));
    bench.send("m01 m02 m03 m04 m05 m06 m07 m08 m09 m10").at(71);
    // Three at 0, two more at 10 make five in the minute; at 60 three leave the window, at 70 two.
    assert_eq!(bench.times("m"), "0 0 0 10 10 60 60 60 70 70");
    // When W2 leaves, only three per ten seconds are left, of which two are used.
    bench.send("n1 n2");
    assert_eq!(bench.waits("n1"), "slow until 120");
    bench.at(72).leave("W2");
    assert_eq!(bench.waits("n2"), "slow until 80");
    bench.at(90);
    assert_eq!(bench.times("n"), "72 80");
}

#[test]
fn t6_missing_policies_that_differ_mean_the_shared_bucket() {
    let key = [Key::header("account")];
    let queues =
        limit("slow", 1, 10).by(key.clone()).when_key_missing(MissingThrottleKey::Unthrottled);
    let mut bench = with_hungry_worker(under(queues));
    bench.send("s1 s2");
    assert_eq!(bench.times("s"), "0 0");
    bench.at(20).join_as(declaring("W2", limit("slow", 1, 10).by(key)));
    bench.send("t1 t2 t3");
    bench.at(35).leave("W2");
    assert_eq!(bench.times("t"), "20 30 35");
}

#[test]
fn t6_a_later_declaration_with_another_key_is_refused_and_changes_nothing() {
    let key = [Key::header("account")];
    let mut bench = with_hungry_worker(under(limit("slow", 1, 10).by(key.clone())));
    let other = declaring("W2", limit("slow", 1, 10).by([Key::FairnessKey]));
    bench.send("a1(A) a2(A)").settle();
    let refused = bench.refused(|queue, now| queue.subscribe(now, other));
    let expected = ThrottleKeyConflict {
        throttle: "slow".into(),
        declared: key.into(),
        refused: [Key::FairnessKey].into(),
    };
    assert_eq!(refused, expected);
    assert_eq!(bench.queue().status().workers().count(), 1);
    assert_eq!(bench.waits("a2"), "slow until 10");
}

#[test]
fn t6_the_key_is_free_again_when_all_who_declared_it_have_left() {
    let mut bench = with_hungry_worker(unordered());
    bench.join_as(declaring("W2", limit("slow", 1, 10)));
    let other = declaring("W3", limit("slow", 1, 10).by([Key::FairnessKey]));
    assert!(bench.try_join(other.clone()).is_err());
    bench.leave("W2");
    assert_eq!(bench.try_join(other), Ok(()));
    bench.send("m1@A m2@B");
    assert_eq!(bench.times("m"), "0 0");
}

#[test]
fn t6_a_throttle_that_is_gone_leaves_the_next_one_no_bucket() {
    let mut bench = Bench::new(patient(unordered()));
    bench.join_as(declaring("W1", limit("slow", 1, 10))).send("m1").settle();
    bench.at(1).leave("W1");
    assert_eq!(buckets(&bench).len(), 0);
    bench.join_as(declaring("W2", limit("other", 2, 10)).credit(nonzero(3))).send("m2 m3");
    assert_eq!(bench.deliveries(), "0 W1 m1, 1 W2 m1, 1 W2 m2");
    assert_eq!(bench.waits("m3"), "other until 11");
}

#[test]
fn t6_one_declarer_does_not_contradict_itself() {
    let (plain, keyed) = (limit("slow", 1, 10), limit("slow", 1, 10).by([Key::FairnessKey]));
    let worker = WorkerSpec::new("W1").throttle(plain.clone()).unwrap();
    assert!(worker.throttle(keyed.clone()).is_err());
    let queue = QueueSpec::new("jobs").throttle(plain).unwrap();
    let error = queue.throttle(keyed).unwrap_err();
    assert!(error.to_string().contains("slow"), "{error}");
}

#[test]
fn t7_a_backlog_on_one_bucket_does_not_hide_what_could_go() {
    let by_account = limit("slow", 1, 10).by([Key::header("account")]);
    let mut queue = Queue::new(under(by_account));
    let worker = WorkerSpec::new("W1").credit(nonzero(1_000));
    queue.subscribe(Instant::ZERO, worker).unwrap();
    for _ in 0..5_000 {
        queue.enqueue(Instant::ZERO, plain().header("account", "A")).unwrap();
    }
    let others: Vec<_> = (0..200)
        .map(|number| {
            let account = format!("B{number}");
            let message = plain().header("account", &account);
            queue.enqueue(Instant::ZERO, message).unwrap()
        })
        .collect();
    let went: Vec<_> = std::iter::from_fn(|| queue.deliver(Instant::ZERO)).collect();
    assert_eq!(went.len(), 201);
    assert!(went[1..].iter().map(|it| it.message).eq(others));
    assert_eq!(queue.check_invariants(), Ok(()));
}

#[test]
fn t8_a_bucket_with_nothing_left_in_its_windows_is_dropped() {
    let throttle = limit("slow", 2, 10).and_limit(5, secs(60)).unwrap();
    let mut bench = with_hungry_worker(under(throttle.by([Key::header("account")])));
    bench.send("a1(A) b1(B)");
    bench.at(5).send("a2(A)").settle();
    assert_eq!(buckets(&bench).len(), 2);
    // Both windows have to be over: B's at 60, A's at 65.
    for (micros, left) in [(59_999_999, 2), (60_000_000, 1), (64_999_999, 1), (65_000_000, 0)] {
        bench.at_micros(micros).call(|queue, now| queue.advance(now));
        assert_eq!(buckets(&bench).len(), left, "at {micros}");
    }
}

#[test]
fn t8_a_token_bucket_that_is_full_again_is_dropped() {
    let mut bench = with_hungry_worker(under(rate(1, 2, 3)));
    bench.send("m1 m2 m3").settle();
    for (micros, left) in [(0, 1), (5_999_999, 1), (6_000_000, 0)] {
        bench.at_micros(micros).call(|queue, now| queue.advance(now));
        assert_eq!(buckets(&bench).len(), left, "at {micros}");
    }
}

#[test]
fn t8_memory_follows_the_recently_active_keys() {
    let mut bench = with_hungry_worker(under(limit("slow", 1, 2).by([Key::header("account")])));
    for second in 0..60 {
        bench.at(second).send(&format!("m{second}({second})")).settle();
        assert!(buckets(&bench).len() <= 2, "{:?}", buckets(&bench));
    }
}

#[test]
fn t8_a_bucket_that_is_waited_for_stays_and_opens() {
    let mut bench = with_hungry_worker(under(limit("slow", 1, 10)));
    bench.send("m1 m2").settle();
    let status = buckets(&bench).remove(0);
    assert_eq!(status.full_until, Some(Instant::from_secs(10)));
    assert!(matches!(status.limits[0].limit, Limit::Window { .. }));
    bench.at(10).settle();
    assert_eq!(buckets(&bench)[0].full_until, Some(Instant::from_secs(20)));
    bench.at(20).call(|queue, now| queue.advance(now));
    assert!(buckets(&bench).is_empty());
}

#[test]
fn t8_how_old_a_bucket_is_does_not_depend_on_how_often_the_queue_is_called() {
    // Both buckets are full of tokens, and so dropped, long before their messages come back: m1 at 31, m0 at 33.
    let rate = ThrottleSpec::rate("tenant", 3, secs(7), 2).unwrap().by([Key::fairness_key()]);
    let backoff = RetryPolicy { backoff: Backoff::Fixed(secs(1)), ..attempts(3) };
    let buckets = |step: u64| {
        let spec = under(rate.clone()).retry(backoff).visibility_timeout(secs(30));
        let mut bench = Bench::with_workers(spec, "W1 W2");
        bench.send("m0").settle();
        bench.extend("m0", 2);
        bench.send("m1@x").settle();
        for at in (0..=600).step_by(usize::try_from(step).unwrap()).skip(1) {
            bench.jump(at).call(|queue, now| queue.advance(now));
        }
        bench.queue().status().buckets().map(|bucket| bucket.key).collect::<Vec<_>>()
    };
    let x = BucketKey::Values(vec!["x".into()].into());
    assert_eq!(buckets(600), [x.clone(), BucketKey::Missing]);
    assert_eq!(buckets(1), [x, BucketKey::Missing]);
}

#[test]
fn t6_a_declaration_that_goes_makes_no_other_throttles_bucket_younger() {
    let rate = ThrottleSpec::rate("tenant", 3, secs(7), 2).unwrap().by([Key::fairness_key()]);
    let mut bench = Bench::with_workers(under(rate).visibility_timeout(secs(1)), "");
    let own = WorkerSpec::new("W1").throttle(limit("own", 9, 5)).unwrap();
    assert_eq!(bench.try_join(own), Ok(()));
    // m0 comes back at 1; its bucket is full of tokens again, and m0 waits for a worker.
    bench.send("m0").settle().crash("W1").at(2).send("m1@x").leave("W1");
    let keys: Vec<_> = bench.queue().status().buckets().map(|bucket| bucket.key).collect();
    assert_eq!(keys, [BucketKey::Missing, BucketKey::Values(vec!["x".into()].into())]);
}

#[test]
fn t6_a_later_limit_sees_no_delivery_that_the_ones_before_it_had_forgotten() {
    // m1 waits for a worker, so the bucket is there when W2 comes: three seconds after the delivery, which no limit counts.
    let (start, later) = (Instant::ZERO, Instant::from_secs(3));
    let mut queue = Queue::new(under(limit("slow", 2, 3)));
    queue.subscribe(start, WorkerSpec::new("W1")).unwrap();
    let (_, second) = (queue.enqueue(start, plain()), queue.enqueue(start, plain()));
    assert!(queue.deliver(start).is_some());
    let nine = WorkerSpec::new("W2").throttle(limit("slow", 1, 9)).unwrap();
    queue.subscribe(later, nine).unwrap();
    assert_eq!(queue.deliver(later).map(|it| it.message), second.ok());
}

#[test]
fn c2_a_bucket_has_room_at_its_own_turn_whichever_message_asks_before() {
    // At 62 the buckets of z and x have room, in this order; older or younger than what waits for room, a message of x
    // that is eligible at 62 lets x join no sooner.
    for (older, order) in [(true, "z2 x1"), (false, "z2 x2")] {
        let tenant = limit("tenant", 1, 1).by([Key::fairness_key()]);
        let mut bench = Bench::with_workers(under(tenant), "W1 W2");
        if older {
            bench.send("x1@x").retry_after("x1", 62);
        }
        bench.at(61).send("z1@z x0@x").settle();
        bench.send("x2@x z2@z").ack("z1").ack("x0");
        if !older {
            bench.send_message("x3", plain().fairness_key("x").delay(secs(1)));
        }
        let before = bench.order();
        bench.at(62);
        let after = bench.order();
        assert_eq!(after.strip_prefix(&*before).map(str::trim), Some(order), "older: {older}");
    }
}
