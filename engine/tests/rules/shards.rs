//! Shards: S1, S2.

use crate::driver::{Bench, by_account, limit, nonzero, plain, unordered};
use queuescope_engine::{Key, Message, Queue, QueueSpec, ShardKeyError, Shards, ShardsError};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// So many shards by header `account`. Of two, A, C and E are in shard 0, B and D in shard 1.
fn by_header(count: u32) -> Shards {
    Shards::new(nonzero(count), vec![Key::header("account")]).unwrap()
}

fn sharded(spec: QueueSpec, shards: Shards, workers: &str) -> Bench {
    let mut bench = Bench::of(Queue::sharded(spec, shards).unwrap());
    for name in workers.split_whitespace() {
        bench.join(name);
    }
    bench
}

fn account(value: &str) -> Message {
    plain().header("account", value)
}

#[test]
fn s1_a_shard_is_a_hash_that_never_changes() {
    // Worked out with a separate program from the published definition of FNV-1a.
    let two = |count| {
        Shards::new(nonzero(count), vec![Key::header("account"), Key::fairness_key()]).unwrap()
    };
    for (count, value, shard) in [
        (4, "A", 2),
        (4, "B", 3),
        (4, "C", 0),
        (4, "D", 1),
        (4, "acme", 2),
        (4, "", 0),
        (3, "A", 1),
        (3, "B", 0),
        (256, "A", 194),
        (256, "zen", 52),
        (1, "A", 0),
    ] {
        assert_eq!(by_header(count).shard_of(&account(value)), shard, "{value} of {count}");
    }
    assert_eq!(by_header(4).shard_of(&plain()), 3, "a missing value is a value of its own");
    assert_eq!(by_header(256).shard_of(&plain()), 147);
    assert_eq!(two(256).shard_of(&account("a").fairness_key("bc")), 116);
    assert_eq!(two(256).shard_of(&account("ab").fairness_key("c")), 69);
    assert_eq!(two(256).shard_of(&account("acme")), 135);
}

#[test]
fn s1_the_queue_says_in_which_shard_a_message_and_a_group_are() {
    let mut bench = sharded(by_account(), by_header(4), "W1");
    bench.send("a1(A) b1(B) c1(C) s1");
    let shard = |name: &str| bench.queue().status().message(bench.message(name)).unwrap().shard;
    assert_eq!(["a1", "b1", "c1", "s1"].map(shard), [2, 3, 0, 3]);
    let groups =
        bench.queue().status().groups().map(|group| (group.key[0].to_string(), group.shard));
    let expected = [("A", 2), ("B", 3), ("C", 0)].map(|(key, shard)| (key.to_owned(), shard));
    assert_eq!(groups.collect::<Vec<_>>(), expected);
    // A redrive does not move it.
    bench.dead_letter("b1").redrive_message("b1");
    assert_eq!(bench.queue().status().message(bench.message("b1")).unwrap().shard, 3);
}

#[test]
fn s1_shards_take_turns_and_the_one_served_least_lately_goes_first() {
    let mut bench = sharded(unordered(), by_header(2), "W1");
    bench.send("a1(A) a2(A) c1(C) b1(B) a3(A)");
    // a1 is the oldest; then shard 1, which was never served; then shard 0 alone.
    assert_eq!(bench.drain(), "a1 b1 a2 c1 a3");
    // Shard 1 was served less lately.
    assert_eq!(bench.send("a4(A) a5(A) b2(B) b3(B)").drain(), "b2 a4 b3 a5");
}

#[test]
fn s1_workers_receive_from_all_shards() {
    let mut bench = sharded(by_account(), by_header(2), "W1 W2");
    bench.send("a1(A) a2(A) b1(B) b2(B)");
    assert_eq!((bench.held("W1"), bench.held("W2")), ("a1".into(), "b1".into()));
    assert_eq!((bench.waits("a2"), bench.waits("b2")), ("a1 with W1".into(), "b1 with W2".into()));
    bench.ack("a1");
    assert_eq!(bench.held("W1"), "a2");
}

#[test]
fn s1_a_shard_that_has_nothing_deliverable_is_passed_over() {
    let mut bench = sharded(by_account(), by_header(2), "W1 W2 W3");
    bench.send("b1(B) b2(B) a1(A) c1(C)");
    assert_eq!(bench.deliveries(), "0 W1 b1, 0 W2 a1, 0 W3 c1");
}

#[test]
fn s1_each_shard_has_a_ring_of_its_own() {
    let mut bench = sharded(unordered(), by_header(2), "W1");
    bench.send("x1(A)@x x2(A)@x y1(C)@y y2(C)@y z1(B)@z z2(B)@z z3(B)@z z4(B)@z");
    // Shard 0 alternates between x and y; shard 1 has z alone, and every other turn.
    assert_eq!(bench.drain(), "x1 z1 y1 z2 x2 z3 y2 z4");
}

#[test]
fn s1_the_turn_that_a_message_waits_for_is_one_of_its_shard() {
    let mut bench = sharded(unordered(), by_header(2), "W1");
    bench.send("x1(A)@x x2(A)@x y1(C)@y z1(B)@z");
    assert_eq!(bench.waits("x2"), "turn of y");
    assert_eq!((bench.waits("y1"), bench.waits("z1")), ("no credit".into(), "no credit".into()));
}

#[test]
fn s1_a_throttle_holds_for_all_shards_together() {
    let spec = unordered().throttle(limit("slow", 1, 10)).unwrap();
    let mut bench = sharded(spec, by_header(2), "W1 W2");
    bench.send("a1(A) b1(B) a2(A)").at(10).ack("W1").at(30);
    assert_eq!(bench.deliveries(), "0 W1 a1, 10 W2 b1, 20 W1 a2");
}

#[test]
fn s1_the_wait_for_a_bucket_in_one_shard_holds_up_no_other() {
    let throttle = limit("slow", 1, 10).by([Key::header("account")]);
    let spec = unordered().throttle(throttle).unwrap();
    let mut bench = sharded(spec, by_header(2), "W1 W2 W3 W4");
    bench.send("a1(A) a2(A) a3(A) b1(B) c1(C)");
    assert_eq!(bench.order(), "a1 b1 c1");
    assert_eq!(bench.waits("a2"), "slow until 10");
}

#[test]
fn s1_messages_without_the_key_are_no_group() {
    let mut bench = sharded(by_account(), by_header(2), "W1 W2 W3");
    bench.send("s1 s2 s3");
    assert_eq!(bench.order(), "s1 s2 s3");
}

#[test]
fn s2_the_shard_key_is_part_of_the_ordering_key() {
    let component = Key::header("tenant");
    let shards = Shards::new(nonzero(4), vec![Key::header("account"), component.clone()]).unwrap();
    let refused = Queue::sharded(by_account(), shards.clone()).unwrap_err();
    assert!(refused.to_string().contains("header tenant"), "{refused}");
    assert_eq!(refused, ShardKeyError::NotInOrderingKey { component: component.clone() });
    // An attribute of that name is something else.
    let attribute = [Key::header("account"), Key::attribute("tenant")];
    let refused = Queue::sharded(unordered().ordered_by(attribute), shards.clone());
    assert_eq!(refused.unwrap_err(), ShardKeyError::NotInOrderingKey { component });
    let both = [Key::header("tenant"), Key::fairness_key(), Key::header("account")];
    assert!(Queue::sharded(unordered().ordered_by(both), shards.clone()).is_ok());
    assert!(Queue::sharded(unordered(), shards).is_ok());
}

#[test]
fn s2_a_whole_ordered_queue_has_no_shards() {
    let refused = Queue::sharded(unordered().ordered(), by_header(4)).unwrap_err();
    assert_eq!(refused, ShardKeyError::WholeQueue { component: Key::header("account") });
    assert!(refused.to_string().contains("header account"), "{refused}");
}

#[test]
fn s1_shards_are_what_they_were_made_of() {
    let key = [Key::header("account"), Key::fairness_key()];
    let shards = Shards::new(nonzero(256), key.to_vec()).unwrap();
    assert_eq!((shards.count(), shards.key()), (nonzero(256), &key[..]));
}

#[test]
fn s2_shards_that_cannot_be_are_refused() {
    assert_eq!(Shards::new(nonzero(4), vec![]), Err(ShardsError::NoComponent));
    let count = nonzero(257);
    let refused = Shards::new(count, vec![Key::fairness_key()]);
    assert_eq!(refused, Err(ShardsError::TooMany { count, most: 256 }));
}
