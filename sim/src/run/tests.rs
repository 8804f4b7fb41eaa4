use super::*;
use crate::sample::{ack, count, example, line, nack, ordered, s, send, takes};
use crate::scenario::{Action, Component, LimitDecl, Note, OrderDecl, ThrottleDecl};
use crate::step::{Fact, HeldBy, Outcome};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Every snapshot, after seeking to and fro, is that of a replay that was stepped so far and no further.
#[track_caller]
fn assert_exact(scenario: &Scenario) {
    let run = Run::new(scenario.clone());
    let mut fresh = Replay::new(scenario.clone());
    let mut forward = Vec::new();
    while let Ok(step) = fresh.step() {
        fresh.queue().check_invariants().unwrap();
        assert_eq!(run.step(step.index), Some(&step));
        forward.push(fresh.snapshot());
    }
    assert_eq!(run.len(), forward.len());
    let len = run.len();
    for index in (0..len).rev().chain((0..len).map(|n| n * 7 % len.max(1))) {
        assert_eq!(run.snapshot(index), forward[index], "step {index}");
    }
}

#[test]
fn going_back_is_exact() {
    assert_exact(&example());
    let script = (0..300).map(|n| send(n, &format!("m{n}({}) x{n}", n % 5))).collect();
    let mut busy = ordered(&["W1", "W2", "W3"], script);
    busy.work = takes(2);
    busy.work.fail_percent = Some(30);
    busy.work.seed = Some(7);
    assert_exact(&busy);
}

#[test]
fn a_run_ends_when_only_live_workers_could_go_on() {
    let run = Run::new(example());
    assert_eq!(*run.end(), End::Quiet { in_flight: 1, pending: 0 });
    let mut scenario = example();
    scenario.script.push(ack(11, "W1"));
    assert_eq!(*Run::new(scenario).end(), End::Done);
    let mut scenario = example();
    scenario.until = Some(s(60));
    let run = Run::new(scenario);
    assert_eq!(run.steps().last().unwrap().at, s(40));
    assert_eq!(run.until(), s(60));
}

#[test]
fn a_crashed_workers_lease_ends_by_itself() {
    let crash = line(1, Action::Crash { worker: "W1".to_owned() });
    let run = Run::new(ordered(&["W1", "W2"], vec![send(0, "m1(g) m2(g)"), crash]));
    let last = run.deliveries().last().unwrap();
    assert_eq!((&*last.message, &*last.worker, last.from), ("m1", "W2", s(30)));
    assert_eq!(run.deliveries()[0].end, Some((s(30), Outcome::Expired)));
    assert_eq!(run.len(), 3);
}

#[test]
fn a_message_that_waits_for_its_time_carries_the_run_past_the_lease_of_a_live_worker() {
    let script = vec![send(0, "a(A) b(B)"), nack(1, "W2", Some(59))];
    let run = Run::new(ordered(&["W1", "W2"], script));
    let at: Vec<u64> = run.steps().iter().map(|step| step.at.as_micros() / 1_000_000).collect();
    assert_eq!(at, [0, 1, 30, 60]);
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let stale = Action::Ack { worker: "W1".to_owned(), message: Some("m1".to_owned()) };
    let script = vec![
        send(0, "m1(g) m2(g)"),
        ack(1, "W1"),
        line(2, stale),
        ack(3, "W2"),
        line(4, Action::Crash { worker: "W1".to_owned() }),
        ack(5, "W1"),
        ack(6, "W3"),
    ];
    let run = Run::new(ordered(&["W1", "W2"], script));
    let mut refused = Vec::new();
    for fact in run.steps().iter().flat_map(|step| &step.facts) {
        if let Fact::Refused { what, why, .. } = fact {
            refused.push(format!("{what}: {why}"));
        }
    }
    assert_eq!(
        refused,
        [
            "W1 acks m1: the lease of W1 on m1 is over: it was acked at 1 s",
            "W2 acks: W2 has had no message yet",
            "W1 acks: W1 has crashed",
            "W3 acks: there is no worker W3; did you mean W1?",
        ]
    );
    assert_eq!(run.counts().last().unwrap().acked, 1);
}

#[test]
fn holds_are_the_stretches_in_which_a_group_is_held_by_its_head() {
    let run = Run::new(example());
    let [hold] = run.holds() else {
        panic!("{:?}", run.holds());
    };
    assert_eq!((&*hold.message, hold.from, hold.until), ("a2", s(4), s(9)));

    let mut throttled = ordered(&["W1", "W2"], vec![send(0, "a1(A) a2(A) b1(B)")]);
    throttled.throttles.push(ThrottleDecl {
        name: "api".to_owned(),
        from: None,
        limits: vec![LimitDecl::Window { count: count(1), per: s(5) }],
        by: Vec::new(),
        missing_unthrottled: false,
    });
    throttled.work = takes(1);
    assert_exact(&throttled);
    let run = Run::new(throttled);
    let holds: Vec<_> = run
        .holds()
        .iter()
        .map(|hold| {
            let HeldBy::Bucket(bucket) = &hold.by else { panic!("{hold:?}") };
            (&*hold.message, &**bucket, hold.from, hold.until)
        })
        .collect();
    assert_eq!(holds, [("b1", "api", s(0), s(10)), ("a2", "api", s(1), s(5)),]);
}

#[test]
fn a_note_is_a_step_and_an_expectation_is_not() {
    let mut scenario = example();
    scenario.notes.push(Note { at: s(8), text: "still held".to_owned() });
    let run = Run::new(scenario);
    assert_eq!(run.index_at(s(8)), 7);
    assert_eq!(run.steps()[7].notes.len(), 1);
    assert_eq!(run.len(), 10);
}

#[test]
fn an_empty_scenario_and_a_wrong_one_end_at_once() {
    let run = Run::new(Scenario::default());
    assert!(run.is_empty());
    assert_eq!((run.end(), run.snapshot(3).counts.enqueued), (&End::Done, 0));
    let mut wrong = Scenario::default();
    wrong.queue.order = OrderDecl::By(Vec::<Component>::new());
    let run = Run::new(wrong);
    assert!(matches!(run.steps()[0].facts[0], Fact::Refused { .. }));
}

#[test]
fn a_run_without_end_stops_at_a_limit() {
    let mut scenario = ordered(&["W1"], vec![send(0, "m(g)")]);
    scenario.work = takes(1);
    scenario.work.fail_percent = Some(100);
    scenario.queue.max_attempts = count(u32::MAX);
    assert_eq!(*Run::new(scenario.clone()).end(), End::StepLimit { steps: crate::MAX_STEPS });
    scenario.work = takes(24 * 60 * 60);
    scenario.work.fail_percent = Some(100);
    scenario.queue.lease = s(48 * 60 * 60);
    let run = Run::new(scenario);
    assert_eq!(*run.end(), End::TimeLimit { at: MAX_TIME });
    assert_eq!(run.len(), 366);
}

#[test]
fn x3_both_deliveries_say_when_a_message_is_processed_twice() {
    let text = "\
queue q
  ordered by header k
  durability fast
  no backoff
workers W1 W2
at 0s send a1(A)
at 1s W1 cut off for 20s
at 2s leader crashes
at 9s W2 nacks
";
    let run = Run::new(crate::parse(text).unwrap().scenario);
    let deliveries = run.deliveries().iter();
    let twice: Vec<_> = deliveries.map(|one| (&*one.worker, one.from, one.twice)).collect();
    // The grace is over at 7 s, W1 reaches the leader at 21 s, and W2 has the message twice in between.
    let stretch = |from, until| Some((s(from), s(until)));
    assert_eq!(
        twice,
        [("W1", s(0), stretch(7, 21)), ("W2", s(7), stretch(7, 9)), ("W2", s(9), stretch(9, 21))]
    );
}

#[test]
fn x3_a_worker_that_cannot_be_told_works_on_until_its_lease_ends_by_its_own_clock() {
    let texts = [
        // Nothing else happens at 8 s: its end is a step of its own.
        "\
queue q
  durability fast
  lease 8s
workers W1 W2
at 0s send a1
at 1s W1 cut off for 30s
at 2s leader crashes
at 7500ms W2 acks
expect
  at 8s W1 idle
  at 30s W1 idle
  processed twice: a1
",
        // An operator's word does not reach it.
        "\
queue q
workers W1 W2
at 0s send a1
at 1s W1 cut off for 10s
at 2s dead-letter a1
at 3s redrive a1
expect
  at 3s W2 has a1
  at 11s W1 idle
  processed twice: a1
",
        // It does one after the other of its batch, at 5, 10 and 15 s, and says so of the first two when it is heard again.
        "\
queue q
  ordered by header a
  batches of 3
worker W1 takes 3
at 0s send a1(x) a2(x) a3(x)
at 4s W1 cut off for 8s
work
  takes 5s
expect
  at 11s W1 has a1 a2 a3
  at 12s W1 has a3
  at 15s W1 idle
  done: a1 a2 a3
",
    ];
    for text in texts {
        let run = Run::new(crate::parse(text).unwrap().scenario);
        let failures: Vec<_> = crate::check(&run).into_iter().map(|one| one.message).collect();
        assert_eq!(failures, [""; 0], "{text}");
    }
}

#[test]
fn x3_a_delivery_says_how_long_its_worker_was_at_work_after_it_was_given_up() {
    let strays = |lasting: &str, before: &str, after: &str| {
        let text = format!(
            "queue q\n  ordered by header k\n  durability fast\n  lease 20s\nworkers W1 W2\n\
             at 0s send a1(A)\nat 1s W1 cut off for {lasting}\nat 2s leader crashes\n{before}at 9s W2 acks\n{after}"
        );
        let run = Run::new(crate::parse(&text).unwrap().scenario);
        let deliveries = run.deliveries().iter();
        deliveries.map(|one| (one.twice.map(|(_, until)| until), one.stray)).collect::<Vec<_>>()
    };
    // The grace is over at 7 s, and W2 is done at 9 s; W1 does not know that.
    let until = |stray| [(Some(s(9)), Some(s(stray))), (Some(s(9)), None)];
    assert_eq!(strays("12s", "", ""), until(13), "W1 reaches the leader");
    assert_eq!(strays("12s", "", "at 10s W1 crashes\n"), until(10));
    assert_eq!(strays("1m", "", "until 30s\n"), until(20), "its own clock");
    // An operator's word reaches it no sooner, and after that the message goes out again or not.
    assert_eq!(strays("12s", "at 3s dead-letter a1\n", ""), [(None, Some(s(13)))]);
    // One that had crashed before the grace was over is at work on nothing, and W2's is the only delivery.
    assert_eq!(strays("12s", "at 3s W1 crashes\n", ""), [(None, None), (None, None)]);
    // One that is back by then has its lease again, one that is back later has nothing of it.
    assert_eq!(strays("12s", "at 3s W1 crashes\nat 4s W1 returns\n", ""), until(13));
    assert_eq!(
        strays("12s", "at 8s W1 crashes\nat 8s W1 returns\n", "").first(),
        Some(&(Some(s(8)), Some(s(8))))
    );
}
