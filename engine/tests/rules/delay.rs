//! Delay: D1 to D3.

use crate::driver::{Bench, by_account, plain, secs, unordered};
use queuescope_engine::{
    Backoff, DeadLetters, Disposition, Event, Instant, Message, QueueSpec, RetryPolicy,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn delayed(account: &str, delay: u64) -> Message {
    plain().header("account", account).delay(secs(delay))
}

#[test]
fn d1_a_delayed_head_holds_its_group_and_no_other() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send_message("a1", delayed("A", 10)).send("a2(A) b1(B)");
    assert_eq!(bench.waits("a1"), "not before 10");
    assert_eq!(bench.waits("a2"), "behind a1");
    assert_eq!(bench.held("W1"), "b1");
    bench.at(10);
    assert_eq!(bench.held("W2"), "a1");
    assert_eq!(bench.at(12).ack("W2").held("W2"), "a2");
    assert_eq!(bench.deliveries(), "0 W1 b1, 10 W2 a1, 12 W2 a2");
}

#[test]
fn d1_the_delay_counts_from_the_arrival() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.at(7).send_message("m1", plain().delay(secs(5)));
    bench.at(20);
    assert_eq!(bench.deliveries(), "12 W1 m1");
}

#[test]
fn d1_retry_after_and_backoff_count_from_now() {
    let policy = RetryPolicy { backoff: Backoff::Fixed(secs(4)), ..RetryPolicy::default() };
    let mut bench = Bench::with_workers(QueueSpec::new("jobs").retry(policy), "W1");
    bench.send("m1");
    let again = bench.at(3).retry_after("W1", 10);
    assert_eq!(again, Disposition::RetryAt(Instant::from_secs(13)));
    let again = bench.at(15).nack("W1");
    assert_eq!(again, Disposition::RetryAt(Instant::from_secs(19)));
    assert_eq!(bench.at(30).times("m1"), "0 13 19");
}

#[test]
fn d1_a_delay_behind_the_head_is_asked_when_its_turn_comes() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("a1(A)").send_message("a2", delayed("A", 10)).send("a3(A)");
    bench.at(2).ack("W1");
    assert_eq!(bench.waits("a2"), "not before 10");
    assert_eq!(bench.waits("a3"), "behind a2");
    bench.at(11).ack("W1");
    assert_eq!(bench.deliveries(), "0 W1 a1, 10 W1 a2, 11 W1 a3");
}

#[test]
fn d1_a_delay_that_ran_out_behind_the_head_costs_nothing_more() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("a1(A)").send_message("a2", delayed("A", 5));
    assert_eq!(bench.at(8).ack("W1").held("W1"), "a2");
    assert_eq!(bench.deliveries(), "0 W1 a1, 8 W1 a2");
}

#[test]
fn d1_a_delayed_message_holds_a_whole_queue_in_order() {
    let mut bench = Bench::with_workers(unordered().ordered(), "W1 W2");
    bench.send_message("a1", delayed("A", 10)).send("b1(B) c1(C)");
    assert_eq!(bench.waits("c1"), "behind a1");
    bench.at(10).ack("W1").ack("W1").ack("W1");
    assert_eq!(bench.deliveries(), "10 W1 a1, 10 W1 b1, 10 W1 c1");
}

#[test]
fn d1_the_head_that_becomes_eligible_is_an_event_of_that_instant() {
    let mut bench = Bench::new(by_account());
    bench.send_message("a1", delayed("A", 10)).send_message("a2", delayed("A", 12));
    bench.jump(60).call(|queue, now| queue.advance(now));
    let eligible: Vec<_> = bench
        .events()
        .iter()
        .filter(|(_, event)| matches!(event, Event::Eligible { .. }))
        .collect();
    // a2 is behind a1: its time comes and goes unnoticed.
    let message = bench.message("a1");
    assert_eq!(eligible, [&(Instant::from_secs(10), Event::Eligible { message })]);
}

#[test]
fn d2_on_an_unordered_queue_a_delayed_message_hides_nothing() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send_message("a1", delayed("A", 10)).send("a2(A) a3(A)");
    assert_eq!(bench.drain(), "a2 a3");
    assert_eq!(bench.waits("a1"), "not before 10");
    assert_eq!(bench.at(10).held("W1"), "a1");
}

#[test]
fn d2_a_delayed_unordered_message_hides_nothing_on_an_ordered_queue() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send_message("s1", plain().delay(secs(10))).send("a1(A) s2");
    assert_eq!(bench.drain(), "a1 s2");
    assert_eq!(bench.waits("s1"), "not before 10");
}

#[test]
fn d2_a_shorter_delay_goes_first() {
    let mut bench = Bench::with_workers(unordered(), "W1 W2");
    bench.send_message("m1", plain().delay(secs(9))).send_message("m2", plain().delay(secs(4)));
    bench.at(20);
    assert_eq!(bench.deliveries(), "4 W1 m2, 9 W2 m1");
}

#[test]
fn d3_a_message_redriven_before_its_delay_is_over_waits_for_the_rest_and_holds_its_group() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send_message("a1", delayed("A", 100));
    bench.at(10).dead_letter("a1");
    bench.at(20).redrive_message("a1").send("a2(A)");
    assert_eq!(bench.waits("a1"), "not before 100");
    assert_eq!(bench.waits("a2"), "behind a1");
    bench.at(100);
    assert_eq!(bench.held("W1"), "a1");
    bench.at(101).ack("W1");
    assert_eq!(bench.deliveries(), "100 W1 a1, 101 W1 a2");
}

#[test]
fn d3_a_message_redriven_after_its_delay_goes_at_once() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send_message("a1", delayed("A", 100));
    bench.at(10).dead_letter("a1");
    bench.at(150).redrive_message("a1");
    assert_eq!(bench.deliveries(), "150 W1 a1");
}

#[test]
fn d3_only_the_enqueue_delay_is_waited_for_and_no_backoff_of_its_former_life() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("a1(A)");
    bench.at(1).retry_after("W1", 60);
    bench.at(5).dead_letter("a1");
    bench.at(10);
    assert_eq!(bench.redrive(DeadLetters::All), 1);
    assert_eq!(bench.deliveries(), "0 W1 a1, 10 W1 a1");
}
