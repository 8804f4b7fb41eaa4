//! Clock and determinism: C1 to C5.

use crate::driver::{Bench, by_account, limit, nonzero, plain, secs, unordered};
use crate::random::{Chance, Seed, act_at_random, either_way, runs, spec_at_random};
use queuescope_engine::{
    Backoff, Blocked, DeadLetters, Delivery, Event, Instant, Key, Message, Nack, NotDeadLettered,
    Queue, QueueSpec, RetryPolicy, SettleError, StaleLease, ThrottleSpec, UnknownMessage,
    UnknownWorker, Wakeup, WorkerSpec,
};
use std::time::Duration;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn c1_an_earlier_now_is_read_as_the_latest_seen() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.jump(10).send("m1");
    bench.jump(4).send_message("m2", plain().delay(secs(1)));
    let status = bench.queue().status();
    assert_eq!(status.now(), Instant::from_secs(10));
    let late = status.message(bench.message("m2")).unwrap();
    assert_eq!(late.enqueued_at, Instant::from_secs(10));
    assert_eq!(late.not_before, Instant::from_secs(11));
    // The lease runs from 10, whatever the call said.
    let until = bench.jump(0).deliver().map(|delivery| delivery.until);
    assert_eq!(until, Some(Instant::from_secs(40)));
    assert!(bench.events().iter().skip(1).all(|(at, _)| *at == Instant::from_secs(10)));
}

#[test]
fn c1_going_back_neither_revives_a_lease_nor_hides_what_was_eligible() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send_message("m1", plain().delay(secs(5)));
    assert!(bench.jump(4).deliver().is_none());
    bench.jump(5).call(|queue, now| queue.advance(now));
    let first = bench.jump(0).deliver().unwrap();
    assert_eq!(first.until, Instant::from_secs(35));
    bench.jump(35).call(|queue, now| queue.advance(now));
    let stale = bench.jump(34).call(|queue, now| queue.ack(now, first.lease));
    assert_eq!(stale, Err(SettleError::Stale(StaleLease(first.lease))));
}

#[test]
fn c2_a_lease_that_ends_at_t_is_over_for_every_call_at_t() {
    let at_the_end = |act: &dyn Fn(&mut Queue, Instant, Delivery) -> bool| {
        let mut bench = Bench::with_workers(unordered(), "W1");
        bench.send("m1");
        let delivery = bench.deliver().unwrap();
        assert_eq!(delivery.until, Instant::from_secs(30));
        let accepted = bench.jump(30).call(|queue, now| act(queue, now, delivery));
        assert!(!accepted);
        // The lease ended first: the message is back, with one failed attempt.
        assert_eq!(bench.deliveries(), "0 W1 m1, 30 W1 m1#2");
    };
    at_the_end(&|queue, now, it| queue.ack(now, it.lease).is_ok());
    at_the_end(&|queue, now, it| queue.nack(now, it.lease, Nack::Retry).is_ok());
    at_the_end(&|queue, now, it| queue.reject(now, it.lease).is_ok());
    at_the_end(&|queue, now, it| queue.extend(now, it.lease, secs(9)).is_ok());
}

#[test]
fn c2_a_lease_holds_to_the_last_microsecond_before_its_end() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1");
    bench.at_micros(29_999_999).ack("W1");
    assert_eq!(bench.counts().acked, 1);
}

#[test]
fn c2_a_not_before_time_reached_at_t_lets_the_message_go_at_t() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send_message("m1", plain().delay(secs(5)));
    bench.at_micros(4_999_999);
    assert!(bench.deliver().is_none());
    assert_eq!(bench.jump(5).deliver().map(|it| it.message), Some(bench.message("m1")));
}

#[test]
fn c2_a_bucket_with_room_at_t_lets_the_message_go_at_t() {
    let spec = unordered().throttle(limit("slow", 1, 10)).unwrap();
    let mut bench = Bench::with_workers(spec, "W1 W2");
    bench.send("m1 m2").settle();
    bench.at_micros(9_999_999);
    assert!(bench.deliver().is_none());
    assert_eq!(bench.jump(10).deliver().map(|it| it.message), Some(bench.message("m2")));
}

#[test]
fn c2_what_time_brings_comes_before_the_effect_of_the_call() {
    // The lease of m1 ends at 30. A message sent at 30 finds m1 pending again, and older.
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1").settle();
    bench.jump(30).send("m2");
    assert_eq!(bench.deliveries(), "0 W1 m1, 30 W1 m1#2");
    let kinds: Vec<_> = bench.events().iter().skip(3).take(2).collect();
    assert!(matches!(kinds[0].1, Event::Failed { .. }), "{kinds:?}");
    assert!(matches!(kinds[1].1, Event::Enqueued { .. }), "{kinds:?}");
}

#[test]
fn c3_equal_inputs_give_equal_events() {
    for seed in 0..runs(20) {
        let _named = Seed(seed);
        let run = || {
            let mut chance = Chance::new(seed);
            let mut bench = Bench::new(spec_at_random(&mut chance));
            for _ in 0..150 {
                act_at_random(&mut bench, &mut chance);
            }
            format!("{:?}", bench.events())
        };
        assert_eq!(run(), run(), "seed {seed}");
    }
}

#[test]
fn c3_a_clone_is_a_checkpoint() {
    for seed in 100..100 + runs(10) {
        let _named = Seed(seed);
        let mut chance = Chance::new(seed);
        let mut bench = Bench::new(spec_at_random(&mut chance));
        for _ in 0..100 {
            act_at_random(&mut bench, &mut chance);
        }
        let (mut left, mut right) = (bench.clone(), bench);
        let mut same = chance.clone();
        for _ in 0..100 {
            act_at_random(&mut left, &mut chance);
        }
        for _ in 0..100 {
            act_at_random(&mut right, &mut same);
        }
        assert_eq!(left.events(), right.events(), "seed {seed}");
    }
}

#[test]
fn c3_ties_are_broken_by_arrival_and_never_by_a_name() {
    // Names fall while arrival numbers rise, in groups and in fairness keys.
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("z(z) y(y) x(x) w(w)");
    assert_eq!(bench.drain(), "z y x w");
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("z1@z y1@y x1@x z2@z y2@y x2@x");
    assert_eq!(bench.drain(), "z1 y1 x1 z2 y2 x2");
}

#[test]
fn c3_leases_that_end_together_end_in_arrival_order() {
    // m2 goes out first, because m1 is delayed; m2's lease is then extended to end with m1's, at 40.
    let mut bench = Bench::with_workers(unordered(), "W1 W2");
    bench.send_message("m1", plain().delay(secs(10))).send("m2");
    bench.at(10).settle();
    assert_eq!(bench.extend("m2", 10), Instant::from_secs(40));
    bench.jump(40).call(|queue, now| queue.advance(now));
    let failed: Vec<_> = bench
        .events()
        .iter()
        .filter_map(|(at, event)| {
            let Event::Failed { message, .. } = event else {
                return None;
            };
            Some((at.as_micros(), bench.name(*message)))
        })
        .collect();
    assert_eq!(failed, [(40_000_000, "m1".to_owned()), (40_000_000, "m2".to_owned())]);
}

#[test]
fn c3_one_jump_and_many_small_steps_give_the_same_events_at_the_same_instants() {
    for seed in 200..200 + runs(30) {
        let _named = Seed(seed);
        let mut chance = Chance::new(seed);
        let mut bench = Bench::new(spec_at_random(&mut chance));
        for _ in 0..120 {
            act_at_random(&mut bench, &mut chance);
        }
        let start = bench.queue().status().now().as_micros();
        let end = start + 90_000_000;
        let (mut once, mut often) = (bench.queue().clone(), bench.queue().clone());
        once.advance(Instant::from_micros(end));
        for step in 1..=900 {
            often.advance(Instant::from_micros(start + step * 100_000));
            assert_eq!(often.check_invariants(), Ok(()), "seed {seed}");
        }
        let events =
            |queue: &mut Queue| std::iter::from_fn(|| queue.poll_event()).collect::<Vec<_>>();
        assert_eq!(events(&mut once), events(&mut often), "seed {seed}");
        assert_eq!(once.next_wakeup(), often.next_wakeup(), "seed {seed}");
        assert_eq!(
            once.deliver(Instant::from_micros(end)),
            often.deliver(Instant::from_micros(end))
        );
    }
}

#[test]
fn c3_a_lease_that_ended_during_a_jump_failed_when_it_ended() {
    // Lease to 30, backoff 1 s: eligible at 31, although the next call comes at 100.
    let spec = QueueSpec::new("jobs").retry(RetryPolicy::default());
    let mut bench = Bench::with_workers(spec, "W1");
    bench.send("m1").settle();
    bench.jump(100).call(|queue, now| queue.advance(now));
    let dues: Vec<_> = bench.events().iter().skip(3).map(|(at, _)| at.to_string()).collect();
    assert_eq!(dues, ["30", "31"]);
    assert!(matches!(bench.events()[3].1, Event::Failed { .. }));
    assert!(matches!(bench.events()[4].1, Event::Eligible { .. }));
}

#[test]
fn c4_the_wakeup_is_the_heads_not_before() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send_message("a1", plain().header("account", "A").delay(secs(9)));
    // What is behind a head brings nothing by itself, and neither does a later head.
    bench.send_message("a2", plain().header("account", "A").delay(secs(2)));
    bench.send_message("b1", plain().header("account", "B").delay(secs(20)));
    let head = bench.message("a1");
    assert_eq!(bench.queue().next_wakeup(), Some((Instant::from_secs(9), Wakeup::NotBefore(head))));
}

#[test]
fn c4_the_wakeup_is_the_end_of_a_lease() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1");
    let lease = bench.deliver().unwrap().lease;
    assert_eq!(
        bench.queue().next_wakeup(),
        Some((Instant::from_secs(30), Wakeup::LeaseEnd(lease)))
    );
    bench.extend("W1", 5);
    assert_eq!(
        bench.queue().next_wakeup(),
        Some((Instant::from_secs(35), Wakeup::LeaseEnd(lease)))
    );
    bench.ack("W1");
    assert_eq!(bench.queue().next_wakeup(), None);
}

#[test]
fn c4_the_wakeup_is_a_buckets_next_room_while_something_eligible_waits_for_it() {
    let spec = by_account().throttle(limit("slow", 1, 10)).unwrap();
    let mut bench = Bench::with_workers(spec, "W1 W2");
    bench.send("a1(A) a2(A)").settle();
    // a2 is behind a1, so the bucket's room would change nothing: the lease's end would.
    let lease = bench.lease("W1");
    assert_eq!(
        bench.queue().next_wakeup(),
        Some((Instant::from_secs(30), Wakeup::LeaseEnd(lease)))
    );
    bench.send("b1(B)").settle();
    assert_eq!(bench.queue().next_wakeup(), Some((Instant::from_secs(10), Wakeup::BucketRoom)));
}

#[test]
fn c4_there_is_no_wakeup_when_only_credit_is_missing() {
    let mut bench = Bench::new(unordered());
    bench.send("m1 m2");
    assert!(bench.deliver().is_none());
    assert_eq!(bench.queue().next_wakeup(), None);
    // A worker that has crashed is none.
    bench.join("W1").crash("W1");
    assert!(bench.deliver().is_none());
    assert_eq!(bench.queue().next_wakeup(), None);
}

#[test]
fn c4_an_empty_queue_has_no_wakeup() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    assert_eq!(bench.queue().next_wakeup(), None);
    bench.send("m1");
    bench.drain();
    assert_eq!(bench.queue().next_wakeup(), None);
}

#[test]
fn c4_nothing_happens_before_the_wakeup_and_something_at_it() {
    for seed in 300..300 + runs(20) {
        let _named = Seed(seed);
        let mut chance = Chance::new(seed);
        let mut bench = Bench::new(spec_at_random(&mut chance));
        for _ in 0..120 {
            act_at_random(&mut bench, &mut chance);
            bench.settle();
            let Some((wakeup, _)) = bench.queue().next_wakeup() else {
                continue;
            };
            let mut early = bench.queue().clone();
            let just_before = Instant::from_micros(wakeup.as_micros() - 1);
            early.advance(just_before);
            assert_eq!(early.poll_event(), None, "seed {seed}: overslept");
            assert_eq!(early.deliver(just_before), None, "seed {seed}: overslept");
            early.advance(wakeup);
            assert!(
                early.poll_event().is_some() || early.deliver(wakeup).is_some(),
                "seed {seed}: woke up at {wakeup} for nothing"
            );
        }
    }
}

#[test]
fn c5_unknown_and_foreign_names_are_refused_and_change_nothing() {
    // Names from a longer-lived queue are unknown to a fresh one.
    let mut other = Bench::with_workers(unordered(), "V1 V2 V3");
    other.send("n1 n2 n3").settle();
    let (lease, message, worker) = (other.lease("V3"), other.message("n3"), other.worker("V3"));
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1").settle();
    let stale = StaleLease(lease);
    let over = SettleError::Stale(stale);
    assert_eq!(bench.refused(|queue, now| queue.ack(now, lease)), over);
    assert_eq!(bench.refused(|queue, now| queue.nack(now, lease, Nack::Retry)), over);
    assert_eq!(bench.refused(|queue, now| queue.reject(now, lease)), over);
    assert_eq!(bench.refused(|queue, now| queue.extend(now, lease, secs(1))), stale);
    let unknown = UnknownWorker(worker);
    assert_eq!(bench.refused(|queue, now| queue.leave(now, worker)), unknown);
    assert_eq!(bench.refused(|queue, now| queue.crash(now, worker)), unknown);
    assert_eq!(bench.refused(|queue, now| queue.recover(now, worker)), unknown);
    assert_eq!(
        bench.refused(|queue, now| queue.dead_letter(now, message)),
        UnknownMessage(message)
    );
    let which = DeadLetters::Message(message);
    assert_eq!(bench.refused(|queue, now| queue.redrive(now, which)), NotDeadLettered(message));
    assert_eq!(bench.refused(|queue, now| queue.purge(now, which)), NotDeadLettered(message));
    assert_eq!(bench.queue().blocked(message), None);
    assert!(bench.queue().status().message(message).is_none());
}

#[test]
fn c5_a_message_that_is_done_dead_or_gone_is_unknown() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("done").ack("W1").send("dead").reject("W1").send("gone").reject("W1");
    let (done, dead, gone) = (bench.message("done"), bench.message("dead"), bench.message("gone"));
    assert_eq!(bench.call(|queue, now| queue.purge(now, DeadLetters::Message(gone))), Ok(1));
    for id in [done, dead, gone] {
        assert_eq!(bench.refused(|queue, now| queue.dead_letter(now, id)), UnknownMessage(id));
    }
    for id in [done, gone] {
        let which = DeadLetters::Message(id);
        assert_eq!(bench.refused(|queue, now| queue.redrive(now, which)), NotDeadLettered(id));
        assert_eq!(bench.refused(|queue, now| queue.purge(now, which)), NotDeadLettered(id));
    }
}

#[test]
fn c5_an_error_says_what_was_wrong_with_which_value() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1").settle();
    let lease = bench.lease("W1");
    bench.ack("W1");
    let error = bench.refused(|queue, now| queue.ack(now, lease)).to_string();
    assert!(error.contains(&lease.to_string()), "{error}");
}

#[test]
fn c5_delivering_without_workers_or_messages_is_nothing() {
    let mut bench = Bench::new(unordered());
    assert_eq!(bench.deliver(), None);
    bench.send("m1");
    assert_eq!(bench.deliver(), None);
    bench.join("W1");
    assert!(bench.deliver().is_some());
    assert_eq!(bench.deliver(), None);
    assert_eq!(bench.redrive(DeadLetters::All), 0);
    assert_eq!(bench.redrive(DeadLetters::First(usize::MAX)), 0);
    assert_eq!(bench.call(|queue, now| queue.purge(now, DeadLetters::All)), Ok(0));
}

#[test]
fn c5_the_end_of_time_and_endless_spans_do_not_panic() {
    let endless = Duration::MAX;
    let forever = ThrottleSpec::limit("window", 2, endless).unwrap().by([Key::header("account")]);
    let slow = ThrottleSpec::rate("rate", u32::MAX, endless, u32::MAX).unwrap();
    let spec = QueueSpec::new("jobs")
        .visibility_timeout(endless)
        .retry(RetryPolicy {
            max_attempts: nonzero(u32::MAX),
            backoff: Backoff::Exponential { first: endless, most: endless },
        })
        .quantum(nonzero(u32::MAX))
        .throttle(forever)
        .unwrap()
        .throttle(slow)
        .unwrap();
    for start in [Instant::ZERO, Instant::from_micros(u64::MAX - 1), Instant::MAX] {
        let mut queue = Queue::new(spec.clone());
        let check = |queue: &mut Queue| {
            assert_eq!(queue.check_invariants(), Ok(()), "from {start}");
            while queue.poll_event().is_some() {}
            if let Some((at, _)) = queue.next_wakeup() {
                assert!(at > queue.status().now());
            }
        };
        let worker = WorkerSpec::new("W1").credit(nonzero(u32::MAX));
        let worker = queue.subscribe(start, worker).unwrap();
        let heavy = |name: &str| {
            Message::new(Vec::new())
                .header("account", name)
                .fairness_key(name)
                .weight(nonzero(u32::MAX))
        };
        for name in ["A", "B", "A", "B", "A"] {
            queue.enqueue(start, heavy(name)).unwrap();
            queue.enqueue(start, heavy(name).delay(endless)).unwrap();
            check(&mut queue);
        }
        for _ in 0..20 {
            if let Some(delivery) = queue.deliver(start) {
                check(&mut queue);
                either_way(queue.extend(start, delivery.lease, endless));
                check(&mut queue);
                either_way(queue.nack(start, delivery.lease, Nack::RetryAfter(endless)));
                check(&mut queue);
            }
        }
        queue.advance(Instant::MAX);
        check(&mut queue);
        for _ in 0..20 {
            if let Some(delivery) = queue.deliver(Instant::MAX) {
                check(&mut queue);
                either_way(queue.nack(Instant::MAX, delivery.lease, Nack::Retry));
                check(&mut queue);
            }
        }
        queue.leave(Instant::MAX, worker).unwrap();
        check(&mut queue);
        let counts = queue.status().counts();
        assert_eq!(counts.enqueued, 10);
        assert_eq!(counts.pending + counts.in_flight + counts.dead_lettered, 10);
    }
}

#[test]
fn c5_the_last_instant_there_is_never_comes() {
    // A call at it is read as one at the instant before, so that what waits for it waits for ever.
    let mut queue = Queue::new(unordered());
    queue.subscribe(Instant::ZERO, WorkerSpec::new("W1")).unwrap();
    let id = queue.enqueue(Instant::MAX, plain().delay(secs(1))).unwrap();
    assert_eq!(queue.status().now(), Instant::from_micros(u64::MAX - 1));
    assert_eq!(queue.deliver(Instant::MAX), None);
    assert_eq!(queue.blocked(id), Some(Blocked::NotBefore(Instant::MAX)));
    assert_eq!(queue.next_wakeup(), None);
}

#[test]
fn c5_a_queue_holds_so_many_messages_that_each_has_a_number_of_31_bits() {
    assert_eq!(Queue::MOST_MESSAGES, 2_147_483_647);
}

#[test]
fn c5_spans_of_no_length_do_not_panic_or_spin() {
    let spec = QueueSpec::new("jobs")
        .visibility_timeout(Duration::ZERO)
        .retry(RetryPolicy { max_attempts: nonzero(3), backoff: Backoff::Fixed(Duration::ZERO) });
    let mut bench = Bench::with_workers(spec, "W1");
    bench.send_message("m1", plain().delay(Duration::ZERO));
    assert_eq!(bench.extend("W1", 0), Instant::from_micros(1));
    // A lease lasts a microsecond at least: three attempts at 0, 1 and 2, dead at 3.
    bench.at(1);
    assert_eq!(bench.deliveries(), "0 W1 m1, 0.000001 W1 m1#2, 0.000002 W1 m1#3");
    assert_eq!(bench.dead(), "m1");
    // However many attempts there were, no wait is worked out by that many doublings.
    let (first, most) = (Duration::ZERO, secs(60));
    assert_eq!(Backoff::Exponential { first, most }.after(u32::MAX), Duration::ZERO);
    assert_eq!(Backoff::Exponential { first: most, most }.after(u32::MAX), most);
}
