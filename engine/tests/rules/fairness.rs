//! Fairness: F1 to F6. The bound of F5 is checked by the audit at every delivery of every test.

use crate::driver::{Bench, by_account, limit, nonzero, plain, secs, unordered};
use queuescope_engine::{Blocked, DeadLetters, Key, MissingThrottleKey, QueueSpec};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Sends messages of one fairness key and weight: `weighted(bench, "a1 a2", "A", 3)`.
fn weighted(bench: &mut Bench, names: &str, key: &str, weight: u32) {
    for name in names.split_whitespace() {
        let message = plain().fairness_key(key).weight(nonzero(weight));
        bench.send_message(name, message);
    }
}

/// One worker acks what it has at each second up to this one, and gets the next.
fn one_a_second(bench: &mut Bench, until: u64) {
    for second in 1..=until {
        bench.at(second).ack("W1");
    }
}

/// An unordered queue where messages with an account draw from a bucket of it: one per ten seconds.
fn with_pool() -> QueueSpec {
    let pool = limit("pool", 1, 10)
        .by([Key::header("account")])
        .when_key_missing(MissingThrottleKey::Unthrottled);
    unordered().throttle(pool).unwrap()
}

#[test]
fn f1_fairness_keys_alternate_and_the_oldest_of_each_goes_first() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("a1@A a2@A a3@A a4@A b1@B b2@B c1@C");
    assert_eq!(bench.drain(), "a1 b1 c1 a2 b2 a3 a4");
}

#[test]
fn f1_each_delivery_costs_one_whoever_takes_it() {
    let mut bench = Bench::new(unordered());
    bench.join_taking("W1", 3).join_taking("W2", 3);
    bench.send("a1@A a2@A a3@A a4@A b1@B b2@B b3@B b4@B");
    assert_eq!(bench.order(), "a1 b1 a2 b2 a3 b3");
}

#[test]
fn f1_a_key_gets_quantum_times_weight_per_round() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    weighted(&mut bench, "a1 a2 a3 a4 a5", "A", 2);
    weighted(&mut bench, "b1 b2 b3", "B", 1);
    assert_eq!(bench.drain(), "a1 a2 b1 a3 a4 b2 a5 b3");
    let mut bench = Bench::with_workers(unordered().quantum(nonzero(2)), "W1");
    weighted(&mut bench, "a1 a2 a3 a4 a5", "A", 2);
    weighted(&mut bench, "b1 b2 b3", "B", 1);
    assert_eq!(bench.drain(), "a1 a2 a3 a4 b1 b2 a5 b3");
}

#[test]
fn f1_the_default_quantum_is_one() {
    assert_eq!(QueueSpec::new("jobs").quantum_value().get(), 1);
}

#[test]
fn f1_only_what_is_deliverable_counts() {
    // B is delayed: its turn does not come until it has something that could go.
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("a1@A a2@A a3@A");
    bench.send_message("b1", plain().fairness_key("B").delay(secs(5)));
    bench.send("c1@C c2@C");
    assert_eq!(bench.drain(), "a1 c1 a2 c2 a3");
    assert_eq!(bench.at(5).held("W1"), "b1");
}

#[test]
fn f1_a_redelivery_costs_again() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("a1@A a2@A b1@B b2@B");
    bench.nack("W1");
    // a1 is A's oldest again, but it is B's turn.
    assert_eq!(bench.drain(), "b1 a1 b2 a2");
}

#[test]
fn f2_messages_without_a_fairness_key_form_one_group_that_no_key_can_name() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1 m2 m3 e1@ e2@ a1@A");
    assert_eq!(bench.drain(), "m1 e1 a1 m2 e2 m3");
    for key in ["none", "None", "no key", "\0"] {
        let mut bench = Bench::with_workers(unordered(), "W1");
        bench.send("m1 m2");
        weighted(&mut bench, "k1 k2", key, 1);
        assert_eq!(bench.drain(), "m1 k1 m2 k2", "{key:?}");
    }
}

#[test]
fn f3_a_key_that_runs_out_leaves_and_joins_again_at_the_end() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    weighted(&mut bench, "a1", "A", 3);
    weighted(&mut bench, "b1 b2 b3", "B", 1);
    assert_eq!(bench.held("W1"), "a1");
    // A has used one of its three. It has left meanwhile: behind B, with three and not with two or five.
    weighted(&mut bench, "a2 a3 a4 a5", "A", 3);
    bench.drain();
    assert_eq!(bench.order(), "a1 b1 a2 a3 a4 b2 a5 b3");
}

#[test]
fn f3_a_key_that_was_away_has_saved_up_nothing() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("a1@A a2@A a3@A a4@A a5@A a6@A");
    one_a_second(&mut bench, 3);
    // A alone has been served; B comes and gets one turn in two, not three in a row.
    bench.ack("W1").send("b1@B b2@B b3@B");
    bench.drain();
    assert_eq!(bench.order(), "a1 a2 a3 a4 a5 b1 a6 b2 b3");
}

#[test]
fn f3_a_key_is_not_charged_for_turns_that_it_could_not_take() {
    // B's messages are behind one another: it has something deliverable only now and then.
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("b1(B)@B b2(B)@B a1@A a2@A a3@A a4@A");
    assert_eq!((bench.held("W1"), bench.held("W2")), ("b1".into(), "a1".into()));
    bench.at(1).ack("W2");
    bench.at(2).ack("W2");
    assert_eq!(bench.held("W2"), "a3");
    // b2 is deliverable at once when b1 is acked, and B joins behind A, which has no turn begun.
    bench.at(3).ack("W1");
    assert_eq!(bench.held("W1"), "a4");
    bench.at(4).ack("W1");
    assert_eq!(bench.held("W1"), "b2");
}

#[test]
fn f3_a_key_that_was_passed_over_joins_at_the_end() {
    // A draws from a bucket that is full until 10; B and C go on.
    let mut bench = Bench::with_workers(with_pool(), "W1");
    bench.send("a1(P)@A a2(P)@A b1@B b2@B b3@B b4@B b5@B b6@B b7@B c1@C c2@C c3@C c4@C c5@C c6@C");
    one_a_second(&mut bench, 12);
    // At 10, A joins behind C and B, of which C is next.
    assert_eq!(bench.order(), "a1 b1 c1 b2 c2 b3 c3 b4 c4 b5 c5 b6 a2");
}

#[test]
fn f3_a_throttle_that_stops_the_whole_queue_changes_neither_order_nor_shares() {
    let spec = unordered().visibility_timeout(secs(1_000)).throttle(limit("slow", 1, 1)).unwrap();
    let mut bench = Bench::new(spec);
    bench.join_taking("W1", 99);
    weighted(&mut bench, "a1 a2 a3 a4 a5", "A", 2);
    weighted(&mut bench, "b1 b2 b3", "B", 1);
    bench.at(20);
    assert_eq!(bench.order(), "a1 a2 b1 a3 a4 b2 a5 b3");
    assert_eq!(bench.times(""), "0 1 2 3 4 5 6 7");
}

#[test]
fn f3_waiting_for_a_bucket_is_no_charge() {
    // Both buckets are full at once and open at once: the shares are as if there were no throttle.
    let both = limit("pool", 1, 10).by([Key::FairnessKey]);
    let mut bench = Bench::new(unordered().visibility_timeout(secs(1_000)).throttle(both).unwrap());
    bench.join_taking("W1", 99).send("a1@A a2@A a3@A b1@B b2@B b3@B").at(40);
    assert_eq!((bench.times("a"), bench.times("b")), ("0 10 20".into(), "0 10 20".into()));
}

#[test]
fn f3_a_key_whose_waiting_head_is_dead_lettered_keeps_its_place() {
    // The group goes on at that same instant (O9), so there is none at which A has nothing deliverable.
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("c1(C)@C").settle();
    bench.send("a1(A)@A a2(A)@A b1(B)@B b2(D)@B").dead_letter("a1");
    bench.drain();
    assert_eq!(bench.order(), "c1 a2 b1 b2");
}

#[test]
fn f4_the_weight_of_a_key_is_that_of_its_latest_message() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    weighted(&mut bench, "a1", "A", 5);
    weighted(&mut bench, "a2", "A", 1);
    weighted(&mut bench, "a3 a4", "A", 2);
    bench.send("b1@B b2@B");
    assert_eq!(bench.drain(), "a1 a2 b1 a3 a4 b2");
}

#[test]
fn f4_a_redriven_message_is_not_the_latest() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("x").settle();
    weighted(&mut bench, "a1", "A", 3);
    weighted(&mut bench, "a2 a3 a4", "A", 1);
    bench.dead_letter("a1").dead_letter("a2").dead_letter("a3").dead_letter("a4");
    bench.redrive(DeadLetters::All);
    // A was forgotten in between. Of what came back a4 was enqueued last: one at a time.
    bench.send("b1@B b2@B b3@B");
    bench.drain();
    assert_eq!(bench.order(), "x a1 b1 a2 b2 a3 b3 a4");
}

#[test]
fn f4_a_key_that_is_there_keeps_its_weight_when_an_older_message_comes_back() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("x").settle();
    weighted(&mut bench, "a1", "A", 3);
    weighted(&mut bench, "a2 a3", "A", 1);
    bench.dead_letter("a1").redrive(DeadLetters::All);
    bench.send("b1@B b2@B b3@B");
    bench.drain();
    assert_eq!(bench.order(), "x a2 b1 a3 b2 a1 b3");
}

#[test]
fn f4_a_new_weight_goes_for_the_next_turn() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    weighted(&mut bench, "a1 a2 a3 a4 a5", "A", 2);
    bench.send("b1@B b2@B b3@B");
    // A's turn of two has begun when its weight becomes five.
    assert_eq!(bench.held("W1"), "a1");
    weighted(&mut bench, "a6 a7 a8", "A", 5);
    bench.drain();
    assert_eq!(bench.order(), "a1 a2 b1 a3 a4 a5 a6 a7 b2 a8 b3");
}

#[test]
fn f5_a_key_waits_at_most_one_turn_of_each_other_key() {
    let spec = unordered().quantum(nonzero(2));
    let mut bench = Bench::with_workers(spec, "W1");
    weighted(&mut bench, "a1 a2 a3 a4 a5 a6 a7 a8 a9", "A", 3);
    weighted(&mut bench, "b1 b2 b3 b4 b5", "B", 2);
    // C comes in last: behind 2 × 3 of A and 2 × 2 of B, and not one more.
    weighted(&mut bench, "c1", "C", 1);
    assert_eq!(bench.drain(), "a1 a2 a3 a4 a5 a6 b1 b2 b3 b4 c1 a7 a8 a9 b5");
}

#[test]
fn f5_a_noisy_neighbour_delays_a_newcomer_by_one_delivery() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    for number in 0..100 {
        bench.send(&format!("a{number}@A"));
    }
    one_a_second(&mut bench, 20);
    bench.send("b1@B");
    one_a_second(&mut bench, 1);
    bench.at(21).ack("W1");
    bench.at(22).ack("W1");
    let order = bench.order();
    let place = order.split(' ').position(|name| name == "b1");
    // a0 to a20 went out before b1 came; then at most one more of A.
    assert!(place.is_some_and(|place| place <= 22), "{order}");
}

#[test]
fn f5_keys_that_share_a_bucket_take_turns_at_it() {
    // A and B draw from one bucket, C is free of it. When the bucket opens, the one served least lately is first.
    let mut bench = Bench::with_workers(with_pool(), "W1");
    bench.send("a1(P)@A a2(P)@A a3(P)@A b1(P)@B b2(P)@B b3(P)@B");
    for number in 0..60 {
        bench.send(&format!("c{number}@C"));
    }
    one_a_second(&mut bench, 40);
    // At 10 both join behind C: C at 10, B at 11. So the bucket opens at 21: C at 21, A at 22; and so on.
    assert_eq!((bench.times("a"), bench.times("b")), ("0 22".into(), "11 33".into()));
}

#[test]
fn f6_an_ordering_key_with_the_fairness_key_leaves_fairness_untouched() {
    let spec = unordered().ordered_by([Key::fairness_key(), Key::header("account")]);
    let mut bench = Bench::with_workers(spec, "W1");
    // The same account under two fairness keys is two groups.
    bench.send("a1(1)@A a2(1)@A a3(2)@A b1(1)@B b2(1)@B");
    assert_eq!(bench.drain(), "a1 b1 a2 b2 a3");
}

#[test]
fn f6_where_groups_span_fairness_keys_the_groups_order_wins_and_only_there() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("m1(G)@A m2(G)@A m3(G)@B n1(H)@B n2(I)@B");
    // At B's first turn its oldest, m3, is behind m2: n1 goes. At its next turn m3 is the head.
    assert_eq!(bench.drain(), "m1 n1 m2 m3 n2");
}

#[test]
fn f6_a_head_of_another_fairness_key_holds_its_group_and_nothing_else() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("m1(G)@A m2(G)@B n1(H)@B n2(H)@B");
    assert_eq!((bench.held("W1"), bench.held("W2")), ("m1".into(), "n1".into()));
    assert_eq!(bench.waits("m2"), "m1 with W1");
    bench.at(1).ack("W1");
    assert_eq!(bench.held("W1"), "m2");
}

#[test]
fn f6_on_a_whole_queue_arrival_decides() {
    let mut bench = Bench::with_workers(unordered().ordered(), "W1");
    weighted(&mut bench, "a1 a2", "A", 1);
    weighted(&mut bench, "b1", "B", 9);
    bench.send("c1@C a3@A");
    bench.settle();
    for name in ["a2", "b1", "c1", "a3"] {
        let blocked = bench.queue().blocked(bench.message(name));
        assert!(matches!(blocked, Some(Blocked::GroupInFlight { .. })), "{blocked:?}");
    }
    bench.drain();
    assert_eq!(bench.order(), "a1 a2 b1 c1 a3");
}

#[test]
fn f3_of_keys_that_a_bucket_lets_in_the_one_whose_oldest_message_can_go_is_first() {
    // x's oldest message, xb, needs room in `pair` too, and gets none: at 3, xa is the oldest of x that can go, and zc is older.
    let all = limit("all", 2, 3);
    let pair = limit("pair", 1, 100)
        .by([Key::header("pair")])
        .when_key_missing(MissingThrottleKey::Unthrottled);
    let spec = unordered().throttle(all).unwrap().throttle(pair).unwrap();
    let mut bench = Bench::with_workers(spec, "W1 W2 W3 W4");
    let of = |key: &str| plain().fairness_key(key);
    bench.send_message("p", of("p").header("pair", "1")).send_message("q", of("q")).settle();
    bench.send_message("xb", of("x").header("pair", "1"));
    bench.send_message("zc", of("z")).send_message("xa", of("x")).at(3);
    assert_eq!(bench.order(), "p q zc xa");
}
