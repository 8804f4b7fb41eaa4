//! Faults that users of real queues met, where the engine is to be shown at a finer grain than a scenario.

use crate::driver::{Bench, by_account, limit, plain, secs, unordered};
use queuescope_engine::{Instant, Key, QueueSpec, ThrottleSpec, Wakeup};
use std::collections::BTreeMap;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn case_02_the_group_goes_on_at_the_instant_of_the_last_failure() {
    // Nacked as soon as it is out: at 0, after 1 s at 1, after 2 s at 3.
    let spec = QueueSpec::new("jobs").ordered_by([Key::header("account")]);
    let mut bench = Bench::with_workers(spec, "W1");
    bench.send("A(g) B(g) C(g)");
    for second in [0, 1, 3] {
        bench.at(second).nack("W1");
    }
    assert_eq!(bench.dead(), "A");
    bench.at(9).ack("W1");
    assert_eq!(bench.deliveries(), "0 W1 A, 1 W1 A#2, 3 W1 A#3, 3 W1 B, 9 W1 C");
}

#[test]
fn case_04_a_workers_credit_is_no_buffer_for_a_group() {
    let mut bench = Bench::new(by_account());
    bench.join_taking("W1", 5);
    for number in 0..12 {
        bench.send(&format!("a{number}(A)"));
    }
    for _ in 0..12 {
        bench.settle();
        assert_eq!(bench.counts().in_flight, 1);
        bench.ack("W1");
    }
    bench.send("b1(B) a12(A) b2(B)").settle();
    assert_eq!(bench.counts().in_flight, 2);
}

#[test]
fn case_06_two_of_one_key_never_go_together() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a(123)");
    assert_eq!(bench.held("W1"), "a");
    bench.send("c(123) d(456)").nack("W1");
    bench.settle();
    assert_eq!((bench.held("W1"), bench.held("W2")), ("a".into(), "d".into()));
}

/// Something that makes the queue look at the time.
type Act = fn(&mut Bench);

/// m1 and m2 of one group; W1 has m1 to 10, and then something makes the queue look.
fn after_expiry(how: impl FnOnce(&mut Bench)) -> (String, Bench) {
    let spec = by_account().visibility_timeout(secs(10));
    let mut bench = Bench::with_workers(spec, "W1 W2");
    bench.send("m1(g) m2(g) s1").settle();
    bench.at(5).extend("W2", 20);
    bench.crash("W1").jump(10);
    how(&mut bench);
    bench.call(|queue, now| queue.advance(now));
    let status = bench.queue().status();
    let places: Vec<_> = status
        .messages()
        .filter(|it| bench.name(it.id) != "s1")
        .map(|it| (bench.name(it.id), it.attempts, it.not_before, it.lease))
        .collect();
    let groups: Vec<_> = status.groups().collect();
    (format!("{places:?} {groups:?}"), bench)
}

#[test]
fn case_09_every_way_to_notice_an_expiry_leaves_the_same_state() {
    let looks: [(&str, Act); 4] = [
        ("time", |bench| bench.call(|queue, now| queue.advance(now))),
        ("an ask", |bench| {
            // W2 is busy and W1 is down: the ask gets nothing, but it brings the time.
            assert_eq!(bench.call(|queue, now| queue.deliver(now)), None);
        }),
        ("another's ack", |bench| {
            let lease = bench.queue().status().leases().last().unwrap().id;
            assert_eq!(bench.call(|queue, now| queue.ack(now, lease)), Ok(()));
        }),
        ("leaving", |bench| {
            let worker = bench.worker("W1");
            assert_eq!(bench.call(|queue, now| queue.leave(now, worker)), Ok(()));
        }),
    ];
    let (expected, _) = after_expiry(looks[0].1);
    assert!(expected.contains("m1"), "{expected}");
    for (name, look) in looks {
        let (state, mut bench) = after_expiry(look);
        assert_eq!(state, expected, "{name}");
        // After the ack of the second attempt, m2.
        bench.join("W3");
        assert_eq!(bench.drain().replace("s1 ", ""), "m1 m2", "{name}");
        assert_eq!(bench.counts().pending + bench.counts().in_flight, 0);
    }
}

#[test]
fn case_11_an_enqueue_and_an_ack_at_one_instant_in_either_order() {
    for ack_first in [true, false] {
        let mut bench = Bench::with_workers(by_account(), "W1");
        bench.send("m1(g)").at(3);
        if ack_first {
            bench.ack("W1").send("m2(g)");
        } else {
            bench.send("m2(g)").ack("W1");
        }
        assert_eq!(bench.deliveries(), "0 W1 m1, 3 W1 m2");
    }
}

#[test]
fn case_16_a_throttled_backlog_hides_no_free_work() {
    let by_account = limit("slow", 1, 10).by([Key::header("account")]);
    let spec = unordered().visibility_timeout(secs(1_000)).throttle(by_account);
    let mut bench = Bench::new(spec.unwrap());
    bench.join_taking("W1", 25);
    for number in 0..100 {
        bench.send(&format!("x{number}(1)"));
    }
    bench.send("y(2)").at(35);
    assert_eq!((bench.times("y"), bench.times("x")), ("0".into(), "0 10 20 30".into()));
}

#[test]
fn case_19_one_blocked_key_does_not_starve_the_queue() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send_message("a1", plain().header("account", "A").delay(secs(60)));
    for number in 2..=1_000 {
        bench.send(&format!("a{number}(A)"));
    }
    bench.send("b1(B) c1(C)");
    assert_eq!(bench.deliveries(), "0 W1 b1, 0 W2 c1");
}

#[test]
fn case_20_no_key_is_left_out_of_the_ring() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    for number in 0..100 {
        for key in ["e", "d", "c", "b", "a"] {
            bench.send(&format!("{key}{number}@{key}"));
        }
    }
    let order = bench.drain();
    let mut counts: BTreeMap<char, u32> = "abcde".chars().map(|key| (key, 0)).collect();
    for name in order.split(' ') {
        *counts.get_mut(&name.chars().next().unwrap()).unwrap() += 1;
        let (least, most) = (counts.values().min().unwrap(), counts.values().max().unwrap());
        assert!(most - least <= 1, "{counts:?}");
    }
    assert!(counts.values().all(|count| *count == 100));
}

#[test]
fn case_20_nor_while_keys_come_and_go() {
    // Key `a` always has something; `b` and `c` come for a while and go. Nobody waits for more than two.
    let mut bench = Bench::with_workers(unordered(), "W1");
    for number in 0..60 {
        bench.send(&format!("a{number}@a"));
        if number % 10 < 4 {
            bench.send(&format!("b{number}@b"));
        }
        if number % 7 < 3 {
            bench.send(&format!("c{number}@c"));
        }
        bench.settle().ack("W1");
    }
    bench.drain();
    let order = bench.order();
    assert_eq!(order.split(' ').count() as u64, bench.counts().acked);
    let longest = order
        .split(' ')
        .collect::<Vec<_>>()
        .split(|name| name.starts_with('a'))
        .map(<[_]>::len)
        .max();
    assert_eq!(longest, Some(2));
}

#[test]
fn case_21_nothing_is_ready_and_nothing_spins() {
    let by_account = limit("slow", 1, 20).by([Key::header("account")]);
    let mut bench = Bench::with_workers(by_account_and(by_account), "W1 W2 W3");
    bench.send("a1(A)").ack("W1").send("a2(A)");
    bench.send_message("b1", plain().header("account", "B").delay(secs(12)));
    bench.send_message("c1", plain().header("account", "C").delay(secs(15)));
    assert_eq!(bench.deliver(), None);
    let first = bench.message("b1");
    let expected = Some((Instant::from_secs(12), Wakeup::NotBefore(first)));
    assert_eq!(bench.queue().next_wakeup(), expected);
    // Woken up for each release in turn, and for nothing else.
    let mut wakeups = Vec::new();
    while let Some((at, _)) = bench.queue().next_wakeup() {
        wakeups.push(at.to_string());
        bench.jump_micros(at.as_micros()).drain();
    }
    assert_eq!(wakeups, ["12", "15", "20"]);
    assert_eq!(bench.counts().acked, 4);
}

fn by_account_and(throttle: ThrottleSpec) -> QueueSpec {
    by_account().throttle(throttle).unwrap()
}

#[test]
fn case_22_a_key_that_sent_less_does_not_catch_up() {
    // Three workers, a second each: three per second. Key 1 sends two a second throughout; key 2 sends
    // one, and from 20 on two.
    let mut bench = Bench::with_workers(unordered(), "W1 W2 W3");
    for half in 0..80_u64 {
        bench.at_micros(half * 500_000).settle();
        let done: Vec<_> = bench
            .queue()
            .status()
            .leases()
            .filter(|it| it.since.as_micros() + 1_000_000 <= half * 500_000)
            .map(|it| it.id)
            .collect();
        for lease in done {
            assert_eq!(bench.call(|queue, now| queue.ack(now, lease)), Ok(()));
        }
        bench.send(&format!("one{half}@1"));
        if half % 2 == 0 || half >= 40 {
            bench.send(&format!("two{half}@2"));
        }
    }
    let from_20 = |times: String| {
        let seconds = times.split(' ').map(|at| at.parse::<f64>().unwrap());
        seconds.filter(|at| *at >= 20.0).count()
    };
    // Twenty seconds at one and a half per second each.
    let (one, two) = (from_20(bench.times("one")), from_20(bench.times("two")));
    assert!(one.abs_diff(30) <= 1 && two.abs_diff(30) <= 1, "{one} and {two}");
}
