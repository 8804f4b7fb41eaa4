//! The leader's crash: X1 to X3.

use crate::driver::{Bench, by_account, limit, nonzero, plain, secs, unordered};
use queuescope_engine::{
    Disposition, Durability, Event, Instant, Queue, QueueSpec, SettleError, StaleLease, Wakeup,
    WorkerChoice, WorkerSpec,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Ordered by account, `Fast`, with the default grace of 5 s.
fn fast() -> QueueSpec {
    by_account().durability(Durability::Fast)
}

fn twice(bench: &Bench) -> Vec<String> {
    let twice = bench.events().iter().filter_map(|(at, event)| {
        let Event::ProcessedTwice { message, until, .. } = event else { return None };
        Some(format!("{at} {} until {until}", bench.name(*message)))
    });
    twice.collect()
}

#[test]
fn x1_a_committed_leader_restarts_every_lease_at_its_full_length() {
    let mut bench = Bench::with_workers(by_account().visibility_timeout(secs(10)), "W1 W2 W3");
    bench.send("a1(A) a2(A) b1(B)").at(4).extend("b1", 50);
    bench.crash_leader();
    let ends = bench.queue().status().leases().map(|lease| lease.until);
    assert_eq!(ends.collect::<Vec<_>>(), [Instant::from_secs(14); 2]);
    assert_eq!(bench.queue().next_wakeup().map(|(at, _)| at), Some(Instant::from_secs(14)));
    bench.at(13);
    assert_eq!(bench.deliveries(), "0 W1 a1, 0 W2 b1");
    bench.ack("a1").ack("b1");
    assert_eq!(bench.held("W1"), "a2");
    assert_eq!(bench.queue().status().reclaim_until(), None);
}

#[test]
fn x1_fairness_starts_afresh() {
    let order = |crash: bool| {
        let mut bench = Bench::with_workers(unordered(), "W1");
        for name in ["x1", "x2", "x3", "x4", "x5"] {
            bench.send_message(name, plain().fairness_key("x").weight(nonzero(3)));
        }
        bench.send("y1@y").ack("x1").ack("x2");
        if crash {
            bench.crash_leader();
        }
        bench.drain();
        bench.order()
    };
    assert_eq!(order(false), "x1 x2 x3 y1 x4 x5");
    // x3 is in flight at the crash. x has the oldest of those that wait, joins first, and has a whole turn.
    assert_eq!(order(true), "x1 x2 x3 x4 x5 y1");
}

#[test]
fn x1_the_turn_among_workers_starts_afresh() {
    let spec = unordered().worker_choice(WorkerChoice::RoundRobin);
    let mut bench = Bench::with_workers(spec, "W1 W2 W3");
    bench.send("m1").ack("m1").crash_leader().send("m2");
    assert_eq!(bench.held("W1"), "m2");
}

#[test]
fn x1_limits_go_for_any_window_with_a_crash_in_it_too() {
    let mut bench = Bench::with_workers(unordered().throttle(limit("slow", 1, 10)).unwrap(), "W1");
    bench.send("m1 m2").ack("m1").at(3).crash_leader();
    assert_eq!(bench.waits("m2"), "slow until 10");
}

#[test]
fn x2_what_existed_is_held_for_the_grace_and_what_arrives_later_is_not() {
    let mut bench = Bench::with_workers(fast(), "W1 W2 W3");
    bench.send("a1(A) a2(A) s1 b1(B)").ack("b1").at(10).crash_leader();
    assert_eq!(bench.queue().status().reclaim_until(), Some(Instant::from_secs(15)));
    assert_eq!(bench.queue().next_wakeup(), Some((Instant::from_secs(15), Wakeup::ReclaimEnd)));
    bench.at(11).send("s2 b2(B) a3(A)");
    // s2 is new, and so is all of B. A is held for a1 and a2.
    assert_eq!(bench.deliveries(), "0 W1 a1, 0 W2 s1, 0 W3 b1, 11 W3 s2");
    assert_eq!(bench.waits("s1"), "for reclaim until 15");
    assert_eq!(bench.waits("a1"), "for reclaim until 15");
    assert_eq!((bench.waits("a2"), bench.waits("a3")), ("behind a1".into(), "behind a1".into()));
    assert_eq!(bench.waits("b2"), "no credit");
    let counts = bench.counts();
    assert_eq!((counts.pending, counts.in_flight), (5, 1), "a lost lease is no flight");
}

#[test]
fn x2_after_the_grace_the_unresolved_goes_out_again_and_the_lost_attempt_does_not_count() {
    let mut bench = Bench::with_workers(fast(), "W1 W2");
    bench.send("a1(A) a2(A)").nack("a1");
    assert_eq!(bench.held("W1"), "a1");
    bench.at(10).crash_leader();
    assert_eq!(bench.attempts("a1"), 2, "while W1 may still speak for it");
    bench.at(14);
    assert_eq!(bench.held("W1"), "");
    bench.at(15);
    assert_eq!(bench.deliveries(), "0 W1 a1, 0 W1 a1#2, 15 W1 a1#2");
    assert_eq!(bench.queue().status().reclaim_until(), None);
}

#[test]
fn x2_an_ack_in_the_grace_settles_and_the_group_is_held_for_what_existed() {
    let mut bench = Bench::with_workers(fast(), "W1 W2");
    bench.send("a1(A) a2(A)").at(10).crash_leader().at(12).ack("a1");
    assert_eq!(bench.counts().acked, 1);
    assert_eq!(bench.waits("a2"), "for reclaim until 15");
    // The credit is back at once.
    bench.send("c1(C)");
    assert_eq!(bench.held("W1"), "c1");
    bench.at(15);
    assert_eq!(bench.deliveries(), "0 W1 a1, 12 W1 c1, 15 W2 a2");
}

#[test]
fn x2_what_is_new_in_a_group_goes_once_all_that_existed_is_settled() {
    let mut bench = Bench::with_workers(fast(), "W1 W2");
    bench.send("a1(A)").at(10).crash_leader().at(11).send("a2(A)");
    assert_eq!(bench.waits("a2"), "behind a1");
    bench.at(12).ack("a1");
    assert_eq!(bench.held("W1"), "a2");
}

#[test]
fn x2_a_worker_with_a_lost_lease_has_no_credit_for_it() {
    let mut bench = Bench::with_workers(fast(), "W1");
    bench.send("a1(A)").at(10).crash_leader().send("b1(B)");
    assert_eq!(bench.waits("b1"), "no credit");
    bench.at(15);
    // Its credit is back, and a1 is the older one.
    assert_eq!(bench.held("W1"), "a1");
}

#[test]
fn x2_a_nack_in_the_grace_is_a_failed_attempt() {
    let mut bench = Bench::with_workers(fast(), "W1 W2");
    bench.send("a1(A) a2(A)").at(10).crash_leader().at(11);
    assert_eq!(bench.retry_after("a1", 2), Disposition::RetryAt(Instant::from_secs(13)));
    assert_eq!(bench.waits("a1"), "for reclaim until 15");
    bench.at(15);
    assert_eq!(bench.deliveries(), "0 W1 a1, 15 W1 a1#2");
    // A wait that is longer than the grace is the one that is named.
    let mut bench = Bench::with_workers(fast(), "W1 W2");
    bench.send("a1(A) a2(A)").at(10).crash_leader().at(11).retry_after("a1", 9);
    assert_eq!(bench.waits("a1"), "not before 20");
    bench.at(20);
    assert_eq!(bench.deliveries(), "0 W1 a1, 20 W1 a1#2");
}

#[test]
fn x2_a_reject_and_an_operator_in_the_grace_set_aside() {
    let mut bench = Bench::with_workers(fast(), "W1 W2");
    bench.send("a1(A) b1(B) a2(A)").at(10).crash_leader().at(11).reject("a1").dead_letter("b1");
    assert_eq!(bench.dead(), "a1 b1");
    let holds = bench.queue().status().workers().map(|worker| worker.holds);
    assert_eq!(holds.collect::<Vec<_>>(), [0, 0]);
    // A redriven message is a new arrival: only a2 is held.
    bench.redrive_message("b1");
    assert_eq!((bench.held("W1"), bench.waits("a2")), ("b1".into(), "for reclaim until 15".into()));
}

#[test]
fn x2_an_extension_makes_a_lost_lease_known_again() {
    let mut bench = Bench::with_workers(fast().visibility_timeout(secs(20)), "W1 W2");
    bench.send("a1(A) a2(A)").at(10).crash_leader().at(12);
    // The full length from here on, and three seconds more.
    assert_eq!(bench.extend("a1", 3), Instant::from_secs(35));
    assert_eq!(bench.held("W1"), "a1");
    assert_eq!(bench.waits("a2"), "a1 with W1");
    bench.at(20);
    assert_eq!(bench.deliveries(), "0 W1 a1");
    assert_eq!(bench.attempts("a1"), 1);
    bench.at(34).ack("a1");
    assert_eq!(bench.held("W1"), "a2");
}

#[test]
fn x2_after_the_grace_a_lost_lease_is_over() {
    let mut bench = Bench::with_workers(fast(), "W1 W2");
    bench.send("a1(A)");
    let lost = bench.lease("a1");
    bench.at(10).crash_leader().jump(15);
    assert_eq!(
        bench.refused(|queue, now| queue.ack(now, lost)),
        SettleError::Stale(StaleLease(lost))
    );
}

#[test]
fn x2_the_old_end_of_a_lost_lease_does_not_count() {
    let mut bench = Bench::with_workers(fast().visibility_timeout(secs(12)), "W1 W2");
    bench.send("a1(A) a2(A)").at(10).crash_leader().at(14).ack("a1");
    assert_eq!(bench.counts().acked, 1);
}

#[test]
fn x2_a_not_before_time_in_the_grace_waits_for_its_end_and_one_behind_it_for_itself() {
    let mut bench = Bench::with_workers(fast(), "W1 W2 W3");
    bench.send_message("d1", plain().delay(secs(12))).send_message("d2", plain().delay(secs(20)));
    // At the very end of the grace it is the grace that still holds it (W1).
    bench.send_message("d3", plain().delay(secs(15)));
    bench.at(10).crash_leader();
    assert_eq!(bench.waits("d1"), "for reclaim until 15");
    assert_eq!(bench.waits("d2"), "not before 20");
    assert_eq!(bench.waits("d3"), "for reclaim until 15");
    bench.at(30);
    assert_eq!(bench.deliveries(), "15 W1 d1, 15 W2 d3, 20 W3 d2");
}

#[test]
fn x2_a_second_crash_holds_anew() {
    let mut bench = Bench::with_workers(fast(), "W1 W2");
    bench.send("a1(A)").at(10).crash_leader().send("b1(B)").at(13).crash_leader();
    assert_eq!(bench.waits("a1"), "for reclaim until 18");
    assert_eq!(bench.waits("b1"), "for reclaim until 18");
    bench.at(17).ack("b1").at(18);
    assert_eq!(bench.deliveries(), "0 W1 a1, 10 W2 b1, 18 W1 a1");
}

#[test]
fn x2_a_leaving_worker_gives_back_what_it_had_and_it_stays_held() {
    let mut bench = Bench::with_workers(fast(), "W1 W2");
    bench.send("a1(A)").at(10).crash_leader().at(11).leave("W1");
    assert_eq!((bench.attempts("a1"), bench.waits("a1")), (0, "for reclaim until 15".into()));
    bench.at(15);
    assert_eq!(bench.deliveries(), "0 W1 a1, 15 W2 a1");
}

#[test]
fn x2_a_batch_is_settled_in_order_in_the_grace_too() {
    let mut bench = Bench::new(fast().batches_of(nonzero(3)));
    assert_eq!(bench.try_join(WorkerSpec::new("W1").credit(nonzero(3))), Ok(()));
    bench.send("a1(A) a2(A) a3(A)").at(10).crash_leader().at(11);
    let (first, second) = (bench.lease("a1"), bench.lease("a2"));
    assert_eq!(
        bench.refused(|queue, now| queue.ack(now, second)),
        SettleError::OutOfOrder { lease: second, first }
    );
    bench.ack("a1");
    // Known again, all that is left of it.
    assert_eq!(bench.extend("a3", 0), Instant::from_secs(41));
    assert_eq!(bench.held("W1"), "a2 a3");
    bench.at(20).nack("a2");
    assert_eq!((bench.attempts("a2"), bench.attempts("a3")), (1, 0));
}

#[test]
fn x2_an_unresolved_batch_goes_out_again_whole() {
    let mut bench = Bench::new(fast().batches_of(nonzero(2)));
    assert_eq!(bench.try_join(WorkerSpec::new("W1").credit(nonzero(2))), Ok(()));
    bench.send("a1(A) a2(A) a3(A)").at(10).crash_leader().at(15);
    assert_eq!(bench.deliveries(), "0 W1 a1, 0 W1 a2, 15 W1 a1, 15 W1 a2");
}

#[test]
fn x2_a_grace_of_zero_is_the_shortest_there_is() {
    let mut bench = Bench::with_workers(fast().reclaim_grace(secs(0)), "W1");
    bench.send("a1(A)").at(10).crash_leader();
    assert_eq!(bench.queue().status().reclaim_until(), Some(Instant::from_micros(10_000_001)));
}

#[test]
fn x3_a_worker_that_is_cut_off_gets_nothing_and_its_leases_run_on() {
    let mut bench = Bench::with_workers(by_account().visibility_timeout(secs(10)), "W1 W2");
    bench.send("a1(A)").at(1).cut_off("W1").send("b1(B) c1(C)");
    assert_eq!((bench.held("W1"), bench.held("W2")), ("a1".into(), "b1".into()));
    assert!(bench.queue().status().workers().next().unwrap().cut_off);
    bench.at(5).reconnect("W1").ack("a1");
    assert_eq!(bench.held("W1"), "c1");
    assert_eq!(twice(&bench), [""; 0]);
}

#[test]
fn x3_a_message_whose_worker_cannot_be_told_is_processed_twice() {
    let mut bench = Bench::with_workers(fast(), "W1 W2");
    bench.send("a1(A) a2(A)").at(8).cut_off("W1").at(10).crash_leader().at(15);
    assert_eq!(bench.deliveries(), "0 W1 a1, 15 W2 a1");
    assert_eq!(twice(&bench), ["15 a1 until 30"]);
    let stray: Vec<_> = bench.queue().status().stray_leases().collect();
    assert_eq!((stray.len(), bench.name(stray[0].message)), (1, "a1".to_owned()));
    assert_eq!(
        (stray[0].worker, stray[0].until, stray[0].attempt),
        (bench.worker("W1"), Instant::from_secs(30), 1)
    );
    // What W1 has to say when it is back comes too late.
    bench.at(20).reconnect("W1");
    assert_eq!(bench.queue().status().stray_leases().count(), 0);
    let late = stray[0].id;
    let refused = bench.refused(|queue, now| queue.ack(now, late));
    assert_eq!(refused, SettleError::Stale(StaleLease(late)));
    bench.ack("a1");
    assert_eq!(bench.held("W1"), "a2");
}

#[test]
fn x3_it_is_at_work_to_the_end_of_its_lease_by_its_own_clock() {
    let mut bench = Bench::with_workers(fast(), "W1 W2");
    bench.send("a1(A)").at(8).cut_off("W1").at(10).crash_leader().at(15);
    // W1's lease ends at 30, and a lease that ends at 30 is over at 30 (C2).
    bench.at(29).nack("W2");
    assert_eq!(bench.held("W2"), "a1");
    assert_eq!(bench.queue().status().stray_leases().count(), 1);
    bench.at(30).nack("W2");
    assert_eq!(bench.deliveries(), "0 W1 a1, 15 W2 a1, 29 W2 a1#2, 30 W2 a1#3");
    assert_eq!(bench.queue().status().stray_leases().count(), 0);
    assert_eq!(twice(&bench), ["15 a1 until 30", "29 a1 until 30"]);
}

#[test]
fn x3_only_a_worker_that_is_cut_off_alive_and_within_its_lease_makes_it_two() {
    type Act = fn(&mut Bench);
    let cases: [(&str, Act); 5] = [
        ("connected", |_| {}),
        ("crashed", |bench| {
            bench.crash("W1");
        }),
        ("cut off and crashed", |bench| {
            bench.cut_off("W1").crash("W1");
        }),
        ("back before the grace ends", |bench| {
            bench.cut_off("W1").at(14).reconnect("W1").crash("W1");
        }),
        ("lease over by its own clock", |bench| {
            bench.cut_off("W1").at(14);
        }),
    ];
    for (name, act) in cases {
        let length = if name.starts_with("lease") { 15 } else { 30 };
        let spec = fast().visibility_timeout(secs(length));
        let mut bench = Bench::with_workers(spec, "W1 W2");
        bench.send("a1(A)").at(10).crash_leader();
        act(&mut bench);
        bench.at(15).settle();
        assert_eq!(bench.order(), "a1 a1", "{name}");
        assert_eq!(twice(&bench), [""; 0], "{name}");
        assert_eq!(bench.queue().status().stray_leases().count(), 0, "{name}");
    }
}

#[test]
fn x3_one_that_crashed_and_is_back_goes_on_with_what_is_not_given_up() {
    // Crashed and back, and whether its message is then processed twice: the grace is over at 15.
    for (crashed, back, works_on) in [(11, 12, 1), (11, 15, 0), (16, 16, 0)] {
        let mut bench = Bench::with_workers(fast(), "W1 W2");
        bench.send("a1(A)").at(8).cut_off("W1").at(10).crash_leader();
        bench.at(crashed).crash("W1").at(back).recover("W1").at(17).nack("W2");
        assert_eq!(bench.deliveries(), "0 W1 a1, 15 W2 a1, 17 W2 a1#2");
        assert_eq!(bench.queue().status().stray_leases().count(), works_on, "{crashed} {back}");
        let at_17 = twice(&bench).iter().filter(|twice| twice.starts_with("17")).count();
        assert_eq!(at_17, works_on, "{crashed} {back}");
    }
}

#[test]
fn x3_a_worker_that_cannot_hear_an_operator_works_on() {
    type Act = fn(&mut Bench);
    // What is done to W1, to whom the message goes when it is redriven, and whether it is then processed twice.
    let cases: [(&str, Act, &str, &[&str]); 4] = [
        ("connected", |_| {}, "W1", &[]),
        (
            "cut off",
            |bench| {
                bench.cut_off("W1");
            },
            "W2",
            &["7 a1 until 30"],
        ),
        (
            "cut off, its lease lost",
            |bench| {
                bench.cut_off("W1").crash_leader();
            },
            "W2",
            &["7 a1 until 30"],
        ),
        (
            "cut off and crashed",
            |bench| {
                bench.cut_off("W1").crash("W1");
            },
            "W2",
            &[],
        ),
    ];
    for (name, act, worker, expected) in cases {
        let mut bench = Bench::with_workers(fast(), "W1 W2");
        bench.send("a1(A)").at(1);
        act(&mut bench);
        bench.at(2).dead_letter("a1");
        bench.at(7).redrive_message("a1");
        assert_eq!(bench.deliveries(), format!("0 W1 a1, 7 {worker} a1"), "{name}");
        assert_eq!(twice(&bench), expected, "{name}");
    }
}

#[test]
fn x3_a_batch_that_cannot_be_told_is_one_still() {
    let mut bench = Bench::of(Queue::new(fast().batches_of(nonzero(2))));
    bench.send("a1(A) a2(A)").join_taking("W1", 2).at(1).cut_off("W1").crash_leader().at(7);
    let stray = bench.queue().status().stray_leases().map(|lease| (lease.id, lease.batch));
    let stray: Vec<_> = stray.collect();
    assert_eq!(stray.len(), 2);
    assert!(stray.iter().all(|(_, batch)| *batch == stray[0].0), "{stray:?}");
}

#[test]
fn x3_nobody_works_on_past_the_end_of_its_lease() {
    // Its lease ends at 8, and a lease that ends at 8 is over at 8 (C2).
    for (at, works_on) in [(7, 1), (8, 0), (9, 0)] {
        let mut bench = Bench::with_workers(fast().visibility_timeout(secs(8)), "W1 W2");
        bench.send("a1(A)").at(6).cut_off("W1").crash_leader();
        bench.at(at).dead_letter("a1");
        assert_eq!(bench.queue().status().stray_leases().count(), works_on, "at {at}");
        bench.redrive_message("a1");
        assert_eq!(bench.deliveries(), format!("0 W1 a1, {at} W2 a1"));
        assert_eq!(twice(&bench).len(), works_on, "at {at}");
    }
}

#[test]
fn x3_a_message_that_two_cannot_be_told_about_is_told_of_both() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2 W3");
    bench.send("a1(A)").at(1).cut_off("W1").at(2).dead_letter("a1").redrive_message("a1");
    bench.at(3).cut_off("W2").at(4).dead_letter("a1").redrive_message("a1");
    assert_eq!(bench.deliveries(), "0 W1 a1, 2 W2 a1, 4 W3 a1");
    assert_eq!(twice(&bench), ["2 a1 until 30", "4 a1 until 30", "4 a1 until 32"]);
}

#[test]
fn x3_what_it_says_within_the_grace_after_it_is_back_counts() {
    let mut bench = Bench::with_workers(fast(), "W1 W2");
    bench.send("a1(A) a2(A)").at(9).cut_off("W1").at(10).crash_leader();
    bench.at(13).reconnect("W1").ack("a1");
    assert_eq!(bench.counts().acked, 1);
}

#[test]
fn x3_a_committed_leader_gives_nothing_out_twice() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A)").at(8).cut_off("W1").at(10).crash_leader().at(39);
    assert_eq!(bench.deliveries(), "0 W1 a1");
    // Its lease ended at 30 by its own clock, and ends at 40 by the leader's.
    bench.at(40);
    assert_eq!(bench.deliveries(), "0 W1 a1, 40 W2 a1#2");
    assert_eq!(twice(&bench), [""; 0]);
}
