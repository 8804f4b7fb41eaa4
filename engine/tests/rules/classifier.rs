//! What a queue finds out about a message: M3.

use crate::driver::{Bench, limit, nonzero, plain, unordered};
use queuescope_engine::{
    Classification, Classifier, DeadLetters, EnqueueError, Instant, Key, Message, Queue,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Attribute `region` = `eu` for two countries.
fn by_region(message: &Message) -> Classification {
    match message.header_value("country") {
        Some("de" | "fr") => Classification::new().attribute("region", "eu"),
        Some(_) | None => Classification::new(),
    }
}

fn from(country: &str) -> Message {
    plain().header("country", country)
}

#[test]
fn m3_attributes_come_from_the_classifier_and_order_the_queue() {
    let spec =
        unordered().ordered_by([Key::attribute("region")]).on_enqueue(Classifier::new(by_region));
    let mut bench = Bench::with_workers(spec, "W1 W2");
    bench.send_message("d1", from("de")).send_message("f1", from("fr"));
    assert_eq!(bench.held("W1"), "d1");
    assert_eq!(bench.waits("f1"), "d1 with W1");
    let nowhere = bench.refused(|queue, now| queue.enqueue(now, from("jp")));
    assert_eq!(nowhere, EnqueueError::MissingOrderingKey { component: Key::attribute("region") });
}

#[test]
fn m3_a_throttle_goes_by_an_attribute() {
    let throttle = limit("eu", 1, 10).by([Key::attribute("region")]);
    let spec = unordered().throttle(throttle).unwrap().on_enqueue(Classifier::new(by_region));
    let mut bench = Bench::with_workers(spec, "W1 W2");
    bench.send_message("d1", from("de")).send_message("f1", from("fr"));
    assert_eq!(bench.waits("f1"), "eu until 10");
}

#[test]
fn m3_its_word_on_fairness_key_and_weight_wins_over_the_producers() {
    let classifier = Classifier::new(|message| match message.header_value("plan") {
        Some("gold") => Classification::new().fairness_key("gold").weight(nonzero(2)),
        Some(_) | None => Classification::new(),
    });
    let mut bench = Bench::with_workers(unordered().on_enqueue(classifier), "W1");
    let said = plain().fairness_key("mine").weight(nonzero(7));
    bench.send_message("g1", said.clone().header("plan", "gold")).send_message("m1", said);
    let kept = |bench: &Bench, name: &str| {
        let status = bench.queue().status().message(bench.message(name)).unwrap();
        (status.message.fairness().map(str::to_owned), status.message.weight_value().get())
    };
    assert_eq!(kept(&bench, "g1"), (Some("gold".to_owned()), 2));
    assert_eq!(kept(&bench, "m1"), (Some("mine".to_owned()), 7));
}

#[test]
fn m3_it_runs_once_and_its_result_is_kept() {
    let asked = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&asked);
    let classifier = Classifier::new(move |_| {
        let before = counter.fetch_add(1, Ordering::Relaxed);
        Classification::new().attribute("asked", &before.to_string())
    });
    let spec = unordered().ordered_by([Key::attribute("asked")]).on_enqueue(classifier);
    let mut queue = Queue::new(spec);
    let id = queue.enqueue(Instant::ZERO, plain()).unwrap();
    queue.dead_letter(Instant::ZERO, id).unwrap();
    assert_eq!(queue.redrive(Instant::ZERO, DeadLetters::All), Ok(1));
    let status = queue.status().message(id).unwrap();
    assert_eq!(status.message.attribute_value("asked"), Some("0"));
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}

#[test]
fn m3_the_later_of_two_attributes_of_one_name_stands() {
    let twice = |_: &Message| {
        Classification::new().attribute("x", "1").attribute("y", "4").attribute("x", "2")
    };
    let mut bench = Bench::with_workers(unordered().on_enqueue(Classifier::new(twice)), "W1");
    bench.send_message("m1", plain().header("x", "3"));
    let status = bench.queue().status().message(bench.message("m1")).unwrap();
    assert_eq!(status.message.attribute_value("x"), Some("2"));
    assert_eq!(status.message.attribute_value("y"), Some("4"));
    assert_eq!(status.message.header_value("x"), Some("3"));
}

#[test]
fn m3_two_classifiers_are_equal_where_they_are_clones_of_one() {
    let one = Classifier::new(by_region);
    assert_eq!(one, one.clone());
    assert_ne!(one, Classifier::new(by_region));
}
