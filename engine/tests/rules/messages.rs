//! Messages: M1 and M2.

use crate::driver::{Bench, by_account, nonzero, plain, secs, unordered};
use queuescope_engine::{Instant, Message};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn m1_messages_of_one_instant_keep_their_order() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("m1(A) m2(A) m3(A) m4(A)");
    assert_eq!(bench.drain(), "m1 m2 m3 m4");
}

#[test]
fn m1_the_arrival_number_decides_and_not_the_time_of_arrival() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.jump(5).send("m1").jump(3).send("m2").jump(5).send("m3");
    assert!(bench.message("m1") < bench.message("m2"));
    assert!(bench.message("m2") < bench.message("m3"));
    assert_eq!(bench.drain(), "m1 m2 m3");
}

#[test]
fn m1_messages_are_listed_in_arrival_order() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1 m2 m3").settle();
    // m1 goes out, is set aside and comes back: behind m3 now (O10).
    bench.reject("W1").redrive_message("m1");
    let listed = bench.queue().status().messages().map(|it| bench.name(it.id));
    assert_eq!(listed.collect::<Vec<_>>(), ["m2", "m3", "m1"]);
}

#[test]
fn m2_a_message_is_kept_as_it_was_handed_over() {
    let message = Message::new(vec![0, 255, b'\n'])
        .header("account", "A")
        .header("region", "")
        .fairness_key("acme")
        .weight(nonzero(4))
        .delay(secs(2));
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.at(3).send_message("m1", message.clone());
    let status = bench.queue().status().message(bench.message("m1")).unwrap();
    assert_eq!(*status.message, message);
    assert_eq!(status.message.payload(), [0, 255, b'\n']);
    assert_eq!(status.enqueued_at, Instant::from_secs(3));
    assert_eq!(status.not_before, Instant::from_secs(5));
    assert_eq!((status.attempts, status.lease), (0, None));
    assert_eq!(status.group.map(<[_]>::len), Some(1));
    // Not in flight, nor among the dead letters, does anything of it change.
    bench.at(5).reject("W1");
    let letter = bench.queue().status().dead_letters().next().unwrap();
    assert_eq!(letter.message, message);
    assert_eq!(letter.enqueued_at, Instant::from_secs(3));
}

#[test]
fn m2_the_least_weight_is_one() {
    assert_eq!(plain().weight_value().get(), 1);
}
