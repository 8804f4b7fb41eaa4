//! Order: O1 to O13.

use crate::driver::{Bench, attempts, by_account, plain, secs, unordered};
use queuescope_engine::{
    Backoff, Classification, Classifier, DeadLetterReason, DeadLetters, Disposition, EnqueueError,
    FailureCause, Instant, Key, Message, MissingOrderingKey, Order, OrderingKey, QueueSpec,
    RetryPolicy,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn group_of(bench: &Bench, message: &str) -> Option<Vec<String>> {
    let status = bench.queue().status().message(bench.message(message)).unwrap();
    let values = status.group?;
    Some(values.iter().map(|value| value.to_string()).collect())
}

#[test]
fn o1_without_an_ordering_key_the_oldest_deliverable_goes_first() {
    let mut bench = Bench::with_workers(unordered(), "W1 W2 W3");
    bench.send_message("m1", plain().delay(secs(5))).send("m2 m3 m4");
    assert_eq!(bench.deliveries(), "0 W1 m2, 0 W2 m3, 0 W3 m4");
    assert_eq!(bench.queue().status().groups().count(), 0);
    assert_eq!(group_of(&bench, "m1"), None);
}

#[test]
fn o1_one_that_waits_for_its_retry_holds_back_nothing() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1 m2 m3");
    bench.at(1).retry_after("W1", 10);
    assert_eq!(bench.drain(), "m2 m3");
    assert_eq!(bench.at(11).held("W1"), "m1");
}

#[test]
fn o2_equal_values_for_every_component_form_one_group() {
    let spec = unordered().ordered_by([Key::header("account"), Key::header("region")]);
    let mut bench = Bench::with_workers(spec, "W1 W2 W3 W4");
    let of =
        |account: &str, region: &str| plain().header("region", region).header("account", account);
    bench.send_message("m1", of("A", "eu")).send_message("m2", of("A", "us"));
    bench.send_message("m3", of("A", "eu")).send_message("m4", of("B", "eu"));
    assert_eq!(bench.deliveries(), "0 W1 m1, 0 W2 m2, 0 W3 m4");
    assert_eq!(bench.waits("m3"), "m1 with W1");
    assert_eq!(group_of(&bench, "m3").unwrap(), ["A", "eu"]);
}

#[test]
fn o2_values_compare_component_by_component() {
    let spec = unordered().ordered_by([Key::header("x"), Key::header("y")]);
    let mut bench = Bench::with_workers(spec, "W1 W2 W3");
    let of = |x: &str, y: &str| plain().header("x", x).header("y", y);
    bench.send_message("m1", of("a", "bc")).send_message("m2", of("ab", "c"));
    bench.send_message("m3", of("c", "ab"));
    assert_eq!(bench.deliveries(), "0 W1 m1, 0 W2 m2, 0 W3 m3");
}

#[test]
fn o2_header_x_is_not_attribute_x() {
    let classifier = Classifier::new(|_| Classification::new().attribute("x", "2"));
    let message = plain().header("x", "1").fairness_key("3");
    for (key, value) in
        [(Key::header("x"), "1"), (Key::attribute("x"), "2"), (Key::fairness_key(), "3")]
    {
        let spec = unordered().ordered_by([key]).on_enqueue(classifier.clone());
        let mut bench = Bench::new(spec);
        bench.send_message("m1", message.clone());
        assert_eq!(group_of(&bench, "m1").unwrap(), [value]);
    }
    let mut bench = Bench::new(unordered().ordered_by([Key::attribute("x")]));
    let header_only = plain().header("x", "1");
    let refused = bench.refused(|queue, now| queue.enqueue(now, header_only));
    let component = Key::attribute("x");
    assert_eq!(refused, EnqueueError::MissingOrderingKey { component });
}

#[test]
fn o2_an_empty_string_is_a_value() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("m1() m2() s1");
    assert_eq!(bench.deliveries(), "0 W1 m1, 0 W2 s1");
    assert_eq!(bench.waits("m2"), "m1 with W1");
    let strict = unordered().ordered_by([Key::header("account")]);
    assert_eq!(Bench::with_workers(strict, "W1").send("m1()").held("W1"), "m1");
}

#[test]
fn o3_a_whole_queue_is_one_group() {
    let mut bench = Bench::with_workers(unordered().ordered(), "W1 W2");
    bench.send("m1(A) m2(B) m3");
    assert_eq!(bench.waits("m2"), "m1 with W1");
    assert_eq!(bench.waits("m3"), "m1 with W1");
    assert_eq!(group_of(&bench, "m3").unwrap(), [""; 0]);
    assert_eq!(bench.drain(), "m2 m3");
}

#[test]
fn o3_fairness_does_not_apply_to_a_whole_queue() {
    let mut bench = Bench::with_workers(unordered().ordered(), "W1");
    bench.send("a1@A a2@A a3@A b1@B c1");
    assert_eq!(bench.drain(), "a1 a2 a3 b1 c1");
}

#[test]
fn o4_one_in_flight_per_group() {
    let mut bench = Bench::new(by_account());
    bench.join_taking("W1", 5).join_taking("W2", 5);
    bench.send("a1(A) a2(A) b1(B) a3(A) b2(B) c1(C)");
    assert_eq!(bench.held("W1"), "a1 b1 c1");
    assert_eq!(bench.held("W2"), "");
    assert_eq!(bench.waits("a2"), "a1 with W1");
}

#[test]
fn o4_a_late_arrival_does_not_open_a_group() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A)");
    bench.at(5).send("a2(A)");
    assert_eq!(bench.held("W2"), "");
    // Nor does a worker that joins, nor one that leaves with nothing.
    bench.at(6).join("W3").leave("W2");
    assert_eq!(bench.held("W3"), "");
}

/// Something that somebody does.
type Act = fn(&mut Bench);

#[test]
fn o4_whether_a_group_is_busy_follows_from_the_lease_that_lives() {
    // However the lease ends, the group is free at that instant and not before.
    let endings: [(&str, Act); 5] = [
        ("a2", |bench| either(bench.ack("W1"))),
        ("a1", |bench| assert_eq!(bench.nack("W1"), Disposition::RetryAt(Instant::from_secs(5)))),
        ("a2", |bench| either(bench.reject("W1"))),
        ("a2", |bench| either(bench.dead_letter("a1"))),
        ("a1", |bench| either(bench.leave("W1"))),
    ];
    for (next, end) in endings {
        let mut bench = Bench::with_workers(by_account(), "W1 W2");
        bench.send("a1(A) a2(A)");
        bench.at(5).settle();
        assert_eq!(bench.held("W2"), "");
        end(&mut bench);
        let delivery = bench.deliver().unwrap();
        assert_eq!(delivery.message, bench.message(next));
        assert_eq!(bench.deliver(), None);
    }
}

fn either(_: &mut Bench) {}

#[test]
fn o5_the_next_one_goes_only_after_the_head_is_acked_or_dead() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A) a2(A) a3(A)");
    bench.at(1);
    assert_eq!(bench.held("W2"), "");
    bench.at(2).ack("W1");
    bench.at(3).reject("W1");
    assert_eq!(bench.deliveries(), "0 W1 a1, 2 W1 a2, 3 W1 a3");
}

#[test]
fn o5_only_the_head_is_delivered_even_where_one_behind_it_could_go() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send_message("a1", plain().header("account", "A").delay(secs(8))).send("a2(A)");
    bench.at(7);
    assert_eq!((bench.held("W1"), bench.held("W2")), (String::new(), String::new()));
    assert_eq!(bench.at(8).held("W1"), "a1");
}

#[test]
fn o6_a_nack_puts_the_message_back_as_the_head() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A) a2(A) a3(A)");
    bench.at(1).nack("W1");
    assert_eq!(bench.waits_as_it_stands("a1"), "nothing");
    assert_eq!(bench.waits_as_it_stands("a2"), "behind a1");
    bench.at(2).ack("W1");
    assert_eq!(bench.deliveries(), "0 W1 a1, 1 W1 a1#2, 2 W1 a2");
}

#[test]
fn o6_nothing_behind_goes_first_during_a_backoff() {
    let spec = QueueSpec::new("jobs").ordered_by([Key::header("account")]);
    let mut bench = Bench::with_workers(spec, "W1 W2");
    bench.send("a1(A) a2(A)");
    // The default backoff: 1 s after the first failure, 2 s after the second.
    bench.at(10).nack("W1");
    bench.at(12).nack("W1");
    bench.at(15).ack("W1");
    assert_eq!(bench.deliveries(), "0 W1 a1, 11 W1 a1#2, 14 W1 a1#3, 15 W1 a2");
}

#[test]
fn o7_retry_after_holds_the_group_while_others_go_on() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A) a2(A) b1(B) b2(B) s1");
    bench.at(4).retry_after("W1", 5);
    assert_eq!(bench.waits("a1"), "not before 9");
    assert_eq!(bench.waits("a2"), "behind a1");
    assert_eq!(bench.held("W1"), "s1");
    bench.at(5).ack("W2");
    assert_eq!(bench.held("W2"), "b2");
    bench.at(6).ack("W1");
    assert_eq!(bench.held("W1"), "");
    bench.at(9);
    assert_eq!(bench.held("W1"), "a1");
}

#[test]
fn o7_retry_after_nothing_goes_at_once() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("a1(A) a2(A)");
    assert_eq!(bench.at(4).retry_after("W1", 0), Disposition::RetryAt(Instant::from_secs(4)));
    assert_eq!(bench.deliveries(), "0 W1 a1, 4 W1 a1#2");
}

#[test]
fn o8_an_expired_lease_is_a_failed_attempt() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A) a2(A)");
    bench.at(95);
    // Three leases of 30 s, three attempts; then a2 at the third one's end.
    assert_eq!(bench.deliveries(), "0 W1 a1, 30 W1 a1#2, 60 W1 a1#3, 90 W1 a2");
    let letter = bench.queue().status().dead_letters().next().unwrap();
    let expired = FailureCause::LeaseExpired;
    assert_eq!(letter.reason, DeadLetterReason::AttemptsExhausted(expired));
}

#[test]
fn o8_an_expired_lease_backs_off_like_a_nack() {
    let spec = QueueSpec::new("jobs").ordered_by([Key::header("account")]);
    let mut bench = Bench::with_workers(spec, "W1 W2");
    bench.send("a1(A) a2(A)");
    bench.at(30);
    assert_eq!(bench.waits("a1"), "not before 31");
    assert_eq!(bench.waits("a2"), "behind a1");
    bench.at(31);
    assert_eq!(bench.deliveries(), "0 W1 a1, 31 W1 a1#2");
}

#[test]
fn o9_a_dead_letter_leaves_its_group_at_that_same_instant() {
    let mut bench = Bench::with_workers(by_account().retry(attempts(1)), "W1");
    bench.send("a1(A) a2(A)");
    let exhausted = DeadLetterReason::AttemptsExhausted(FailureCause::Nacked);
    assert_eq!(bench.at(4).nack("W1"), Disposition::DeadLettered(exhausted));
    assert_eq!(bench.deliveries(), "0 W1 a1, 4 W1 a2");
    assert_eq!(bench.dead(), "a1");
}

#[test]
fn o9_no_backoff_of_the_dead_one_leaks_into_its_group() {
    let spec = QueueSpec::new("jobs")
        .ordered_by([Key::header("account")])
        .retry(RetryPolicy { backoff: Backoff::Fixed(secs(50)), ..attempts(2) });
    let mut bench = Bench::with_workers(spec, "W1");
    bench.send("a1(A) a2(A)");
    bench.at(1).nack("W1");
    bench.at(51).nack("W1");
    assert_eq!(bench.deliveries(), "0 W1 a1, 51 W1 a1#2, 51 W1 a2");
    // Nor does a retry that was pending when an operator set the message aside.
    bench.send("a3(A)");
    bench.at(52).retry_after("W1", 500);
    bench.at(53).dead_letter("a2");
    assert_eq!(bench.held("W1"), "a3");
}

#[test]
fn o9_a_dead_letter_from_behind_the_head_changes_nothing_for_the_head() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("a1(A) a2(A) a3(A)");
    bench.at(1).dead_letter("a2");
    assert_eq!(bench.held("W1"), "a1");
    bench.at(2).ack("W1");
    assert_eq!(bench.held("W1"), "a3");
}

#[test]
fn o10_a_redriven_message_goes_behind_all_that_arrived_meanwhile() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("a1(A) a2(A)");
    bench.at(5).reject("W1").send("a3(A)");
    bench.at(6).redrive_message("a1").send("a4(A)");
    bench.drain();
    assert_eq!(bench.order(), "a1 a2 a3 a1 a4");
}

#[test]
fn o10_its_group_fairness_key_headers_and_arrival_time_stay_and_its_attempts_restart() {
    let mut bench = Bench::with_workers(by_account().retry(attempts(2)), "W1");
    let message = plain().header("account", "A").header("size", "9").fairness_key("acme");
    bench.at(3).send_message("a1", message.clone());
    bench.nack("W1");
    bench.nack("W1");
    assert_eq!(bench.dead(), "a1");
    bench.at(8).redrive_message("a1");
    let status = bench.queue().status().message(bench.message("a1")).unwrap();
    assert_eq!((status.attempts, status.enqueued_at), (0, Instant::from_secs(3)));
    assert_eq!(*status.message, message);
    assert_eq!(group_of(&bench, "a1").unwrap(), ["A"]);
    // Two more attempts, counted from 1.
    bench.nack("W1");
    bench.nack("W1");
    assert_eq!(bench.deliveries(), "3 W1 a1, 3 W1 a1#2, 8 W1 a1, 8 W1 a1#2");
}

#[test]
fn o10_several_redriven_at_once_keep_the_order_in_which_they_were_set_aside() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("a1(A) a2(A) a3(A) a4(A)").settle();
    bench.dead_letter("a3").dead_letter("a2").ack("W1");
    assert_eq!(bench.dead(), "a3 a2");
    assert_eq!(bench.redrive(DeadLetters::All), 2);
    bench.drain();
    assert_eq!(bench.order(), "a1 a4 a3 a2");
}

#[test]
fn o10_a_redriven_message_waits_for_its_group_like_any_other() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A) a2(A)").reject("W1").settle();
    bench.redrive_message("a1");
    assert_eq!(bench.waits("a1"), "a2 with W1");
}

#[test]
fn o11_no_call_changes_the_ordering_key() {
    let key = OrderingKey::new(vec![Key::header("account")]).unwrap();
    let missing = MissingOrderingKey::Unordered;
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A) a2(A) s1").settle().reject("W1").ack("W2");
    bench.redrive(DeadLetters::All);
    bench.at(60).crash("W1").leave("W2").recover("W1");
    let spec = bench.queue().status().spec();
    assert_eq!((spec.order(), spec.missing_ordering_key()), (&Order::By(key), missing));
    assert_eq!(spec.name(), "jobs");
}

#[test]
fn o12_the_policy_holds_whether_it_is_said_before_the_key_or_behind_it() {
    let (key, policy) = ([Key::header("account")], MissingOrderingKey::Unordered);
    let before = QueueSpec::new("q").when_ordering_key_missing(policy).ordered_by(key.clone());
    let behind = QueueSpec::new("q").ordered_by(key).when_ordering_key_missing(policy);
    assert_eq!(before, behind);
    let mut bench = Bench::with_workers(before, "W1");
    assert_eq!(bench.send("s1").drain(), "s1");
}

#[test]
fn o12_reject_refuses_the_enqueue_and_names_the_missing_component() {
    let key = [Key::fairness_key(), Key::header("account")];
    let classifier = Classifier::new(|_| Classification::new().attribute("account", "A"));
    let spec = unordered().ordered_by(key).on_enqueue(classifier);
    let mut bench = Bench::with_workers(spec, "W1");
    let refused = |bench: &mut Bench, message: Message| {
        bench.refused(|queue, now| queue.enqueue(now, message))
    };
    for (message, component, words) in [
        (plain().header("account", "A"), Key::fairness_key(), "fairness key"),
        (plain().fairness_key("acme"), Key::header("account"), "header account"),
        (plain().fairness_key("acme"), Key::header("account"), "account"),
    ] {
        let error = refused(&mut bench, message);
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(error, EnqueueError::MissingOrderingKey { component });
    }
    assert_eq!(bench.counts().enqueued, 0);
    assert!(bench.events().iter().all(|(at, _)| *at == Instant::ZERO));
    // A refused message takes no number and no place.
    bench.send_message("m1", plain().header("account", "A").fairness_key("acme"));
    assert_eq!(bench.held("W1"), "m1");
}

#[test]
fn o12_unordered_messages_hold_back_nothing_and_are_held_back_by_nothing() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2 W3 W4");
    bench.send("s1 s2 a1(A) s3 a2(A)");
    // There is no shared group: three of them are in flight at once.
    assert_eq!(bench.deliveries(), "0 W1 s1, 0 W2 s2, 0 W3 a1, 0 W4 s3");
    assert_eq!(group_of(&bench, "s2"), None);
    bench.at(1).retry_after("W1", 50);
    bench.at(2).ack("W3");
    assert_eq!(bench.held("W1"), "a2");
}

#[test]
fn o12_a_message_that_lacks_one_component_of_two_is_unordered_too() {
    let spec = unordered()
        .ordered_by([Key::header("x"), Key::header("y")])
        .when_ordering_key_missing(MissingOrderingKey::Unordered);
    let mut bench = Bench::with_workers(spec, "W1 W2 W3");
    bench.send_message("m1", plain().header("x", "1"));
    bench.send_message("m2", plain().header("x", "1"));
    bench.send_message("m3", plain().header("y", "1"));
    assert_eq!(bench.deliveries(), "0 W1 m1, 0 W2 m2, 0 W3 m3");
}

#[test]
fn o12_a_whole_queue_asks_for_no_key() {
    let mut bench = Bench::with_workers(unordered().ordered(), "W1");
    bench.send("m1 m2(A)");
    assert_eq!(bench.drain(), "m1 m2");
}

#[test]
fn o13_the_oldest_of_free_heads_and_unordered_messages_goes_first() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("a1(A) a2(A) s1 b1(B) s2 a3(A) b2(B)");
    // a2 is deliverable as soon as a1 is acked, and older than s1.
    assert_eq!(bench.drain(), "a1 a2 s1 b1 s2 a3 b2");
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A) a2(A) s1 b1(B) s2 a3(A) b2(B)");
    bench.at(1).ack("W2");
    bench.at(2).ack("W2");
    bench.at(3).ack("W2");
    assert_eq!(bench.deliveries(), "0 W1 a1, 0 W2 s1, 1 W2 b1, 2 W2 s2, 3 W2 b2");
}

#[test]
fn o13_a_message_that_comes_back_is_as_old_as_it_was() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("a1(A) b1(B) b2(B) c1(C)");
    bench.at(1).retry_after("W1", 5);
    bench.at(6).ack("W1");
    assert_eq!(bench.deliveries(), "0 W1 a1, 1 W1 b1, 6 W1 a1#2");
}

#[test]
fn o13_groups_are_listed_by_the_age_of_their_heads() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("b1(B) a1(A) s1 b2(B) a2(A) c1(C)");
    bench.settle().ack("W1");
    let groups = bench.queue().status().groups();
    let groups: Vec<_> = groups.map(|it| (bench.name(it.head), it.len)).collect();
    let expected = [("a1", 2), ("b2", 1), ("c1", 1)].map(|(head, len)| (head.to_owned(), len));
    assert_eq!(groups, expected);
}

/// The design's example, row by row: who has what, and why each of the others waits.
#[test]
fn o13_the_example_of_the_design() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A) a2(A) s1 b1(B) s2 a3(A) b2(B)");
    let row = |bench: &mut Bench, w1: &str, w2: &str, waits: &[(&str, &str)]| {
        assert_eq!((bench.held("W1").as_str(), bench.held("W2").as_str()), (w1, w2));
        for (message, why) in waits {
            assert_eq!(bench.waits(message), *why, "{message}");
        }
    };
    let (behind_a1, behind_b1) = ("a1 with W1", "b1 with W2");
    row(
        &mut bench,
        "a1",
        "s1",
        &[
            ("a2", behind_a1),
            ("a3", behind_a1),
            ("b1", "no credit"),
            ("s2", "no credit"),
            ("b2", "behind b1"),
        ],
    );
    row(
        bench.at(1).ack("W2"),
        "a1",
        "b1",
        &[("a2", behind_a1), ("a3", behind_a1), ("b2", behind_b1), ("s2", "no credit")],
    );
    row(
        bench.at(2).ack("W1"),
        "a2",
        "b1",
        &[("a3", "a2 with W1"), ("b2", behind_b1), ("s2", "no credit")],
    );
    row(bench.at(3).ack("W2"), "a2", "s2", &[("a3", "a2 with W1"), ("b2", "no credit")]);
    bench.at(4).retry_after("W1", 5);
    let held = [("a2", "not before 9"), ("a3", "behind a2")];
    row(&mut bench, "b2", "s2", &held);
    row(bench.at(5).ack("W2"), "b2", "", &held);
    row(bench.at(6).ack("W1"), "", "", &held);
    assert_eq!(bench.queue().next_wakeup().map(|(at, _)| at), Some(Instant::from_secs(9)));
    row(bench.at(9), "a2", "", &[("a3", "a2 with W1")]);
    row(bench.at(10).ack("W1"), "a3", "", &[]);
    assert_eq!(
        bench.deliveries(),
        "0 W1 a1, 0 W2 s1, 1 W2 b1, 2 W1 a2, 3 W2 s2, 4 W1 b2, 9 W1 a2#2, 10 W1 a3"
    );
}
