//! Failure and dead letters: R1 to R5.

use crate::driver::{Bench, attempts, by_account, nonzero, secs, unordered};
use queuescope_engine::{
    Backoff, Counts, DeadLetterReason, DeadLetters, Disposition, Event, FailureAction,
    FailureCause, FailureRule, Instant, MessageId, NotDeadLettered, QueueSpec, RetryPolicy,
    SettleError, StaleLease,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn retry_at(secs: u64) -> Disposition {
    Disposition::RetryAt(Instant::from_secs(secs))
}

const EXHAUSTED: Disposition =
    Disposition::DeadLettered(DeadLetterReason::AttemptsExhausted(FailureCause::Nacked));

#[test]
fn r1_by_default_three_attempts_with_a_backoff_that_doubles_from_a_second() {
    let mut bench = Bench::with_workers(QueueSpec::new("jobs"), "W1");
    bench.send("m1");
    assert_eq!(bench.nack("W1"), retry_at(1));
    assert_eq!(bench.at(1).nack("W1"), retry_at(3));
    assert_eq!(bench.at(3).nack("W1"), EXHAUSTED);
    assert_eq!(bench.deliveries(), "0 W1 m1, 1 W1 m1#2, 3 W1 m1#3");
}

#[test]
fn r1_the_backoff_grows_to_sixty_seconds_and_no_further() {
    let spec = QueueSpec::new("jobs")
        .retry(RetryPolicy { max_attempts: nonzero(10), ..RetryPolicy::default() });
    let mut bench = Bench::with_workers(spec, "W1");
    bench.send("m1");
    // 1, 2, 4, 8, 16, 32, then 60 again and again.
    for due in [1, 3, 7, 15, 31, 63, 123, 183, 243] {
        assert_eq!(bench.nack("W1"), retry_at(due));
        bench.at(due);
    }
    assert_eq!(bench.nack("W1"), EXHAUSTED);
}

#[test]
fn r1_the_attempt_limit_counts_nacks_and_expiries_alike() {
    let two = |fail: [fn(&mut Bench); 2]| {
        let mut bench = Bench::with_workers(unordered().retry(attempts(2)), "W1");
        bench.send("m1");
        for fail in fail {
            bench.settle();
            fail(&mut bench);
        }
        bench.settle();
        (bench.dead(), bench.times("m1"))
    };
    let nack: fn(&mut Bench) =
        |bench| assert!(bench.nack("W1") == retry_at(0) || bench.dead() == "m1");
    let expire: fn(&mut Bench) = |bench| {
        let (until, _) = bench.queue().next_wakeup().unwrap();
        bench.at_micros(until.as_micros()).settle();
    };
    assert_eq!(two([nack, nack]), ("m1".into(), "0 0".into()));
    assert_eq!(two([expire, expire]), ("m1".into(), "0 30".into()));
    assert_eq!(two([nack, expire]), ("m1".into(), "0 0".into()));
}

#[test]
fn r1_one_attempt_means_no_second() {
    let mut bench = Bench::with_workers(unordered().retry(attempts(1)), "W1");
    bench.send("m1");
    assert_eq!(bench.nack("W1"), EXHAUSTED);
    assert_eq!(bench.deliveries(), "0 W1 m1");
}

#[test]
fn r1_an_expiry_that_exhausts_says_so() {
    let mut bench = Bench::with_workers(unordered().retry(attempts(1)), "W1");
    bench.send("m1").settle();
    bench.at(30).settle();
    let cause = FailureCause::LeaseExpired;
    let reason = DeadLetterReason::AttemptsExhausted(cause);
    let message = bench.message("m1");
    let failed = bench.events().iter().rev().take(2).collect::<Vec<_>>();
    assert_eq!(failed[0].1, Event::DeadLettered { message, reason });
    assert!(matches!(
        failed[1].1,
        Event::Failed { attempt: 1, cause: FailureCause::LeaseExpired, disposition, .. }
            if disposition == Disposition::DeadLettered(reason)
    ));
}

fn rule(cause: Option<FailureCause>, from: u32, action: FailureAction) -> FailureRule {
    FailureRule { cause, from_attempt: nonzero(from), action }
}

#[test]
fn r1_the_word_of_a_failure_rule_is_final() {
    // It retries past the attempt limit …
    let keep = rule(None, 1, FailureAction::Retry(secs(5)));
    let spec = unordered().retry(attempts(1)).on_failure(keep);
    let mut bench = Bench::with_workers(spec, "W1");
    bench.send("m1");
    assert_eq!(bench.nack("W1"), retry_at(5));
    assert_eq!(bench.at(5).nack("W1"), retry_at(10));
    // … whatever wait the nack asks for …
    assert_eq!(bench.at(10).retry_after("W1", 99), retry_at(15));
    // … and it sets aside what has attempts left.
    let give_up = rule(None, 1, FailureAction::DeadLetter);
    let mut bench = Bench::with_workers(unordered().on_failure(give_up), "W1");
    bench.send("m1");
    let ruled = DeadLetterReason::FailureRule(FailureCause::Nacked);
    assert_eq!(bench.retry_after("W1", 99), Disposition::DeadLettered(ruled));
    assert_eq!(bench.dead(), "m1");
}

#[test]
fn r1_the_first_rule_that_matches_decides_and_else_the_policy_does() {
    let spec = unordered()
        .retry(RetryPolicy { max_attempts: nonzero(9), backoff: Backoff::Fixed(secs(1)) })
        .on_failure(rule(Some(FailureCause::LeaseExpired), 1, FailureAction::DeadLetter))
        .on_failure(rule(None, 3, FailureAction::DeadLetter))
        .on_failure(rule(None, 2, FailureAction::Retry(secs(7))));
    let mut bench = Bench::with_workers(spec, "W1 W2");
    bench.send("m1 m2").settle();
    // m1 is nacked: the policy's second, then the third rule's seven, then the second rule's end.
    assert_eq!(bench.nack("m1"), retry_at(1));
    assert_eq!(bench.at(1).nack("m1"), retry_at(8));
    let ruled = DeadLetterReason::FailureRule(FailureCause::Nacked);
    assert_eq!(bench.at(8).nack("m1"), Disposition::DeadLettered(ruled));
    // m2 expires: the first rule.
    bench.at(30).settle();
    assert_eq!(bench.dead(), "m1 m2");
    let reason = bench.queue().status().dead_letters().last().unwrap().reason;
    assert_eq!(reason, DeadLetterReason::FailureRule(FailureCause::LeaseExpired));
}

#[test]
fn r1_rejecting_asks_neither_rule_nor_policy() {
    let keep = rule(None, 1, FailureAction::Retry(secs(5)));
    let mut bench = Bench::with_workers(unordered().on_failure(keep), "W1");
    bench.send("m1").reject("W1");
    let letter = bench.queue().status().dead_letters().next().unwrap();
    assert_eq!(letter.reason, DeadLetterReason::Rejected);
}

#[test]
fn r2_retry_after_overrides_the_backoff_and_still_counts() {
    let spec = QueueSpec::new("jobs")
        .retry(RetryPolicy { max_attempts: nonzero(3), backoff: Backoff::Fixed(secs(60)) });
    let mut bench = Bench::with_workers(spec, "W1");
    bench.send("m1");
    assert_eq!(bench.retry_after("W1", 5), retry_at(5));
    assert_eq!(bench.at(5).nack("W1"), retry_at(65));
    assert_eq!(bench.at(65).retry_after("W1", 5), EXHAUSTED);
    assert_eq!(bench.times("m1"), "0 5 65");
}

#[test]
fn r3_each_dead_letter_keeps_why_its_attempts_and_its_group() {
    let mut bench = Bench::with_workers(by_account().retry(attempts(2)), "W1");
    bench.send("a1(A)");
    bench.at(1).nack("W1");
    bench.at(2).nack("W1");
    bench.at(3).send("b1(B)").reject("W1");
    bench.at(4).send("s1").dead_letter("s1");
    let letters: Vec<_> = bench
        .queue()
        .status()
        .dead_letters()
        .map(|it| {
            let group = it.group.as_ref().map(|values| values.join("/"));
            (bench.name(it.id), it.attempts, group, it.reason, it.dead_since.as_micros())
        })
        .collect();
    let exhausted = DeadLetterReason::AttemptsExhausted(FailureCause::Nacked);
    let expected = [
        ("a1".into(), 2, Some("A".into()), exhausted, 2_000_000),
        ("b1".into(), 1, Some("B".into()), DeadLetterReason::Rejected, 3_000_000),
        ("s1".into(), 0, None, DeadLetterReason::Operator, 4_000_000),
    ];
    assert_eq!(letters, expected);
}

fn with_four_dead() -> Bench {
    let mut bench = Bench::new(by_account());
    bench.send("a1(A) b1(B) s1 a2(A)");
    bench.dead_letter("a1").dead_letter("b1").dead_letter("s1").dead_letter("a2");
    bench
}

#[test]
fn r3_dead_letters_are_redriven_all_the_first_ones_or_by_name() {
    let mut bench = with_four_dead();
    assert_eq!(bench.redrive(DeadLetters::First(2)), 2);
    assert_eq!(bench.dead(), "s1 a2");
    bench.redrive_message("a2");
    assert_eq!(bench.dead(), "s1");
    assert_eq!(bench.redrive(DeadLetters::First(9)), 1);
    assert_eq!((bench.dead().as_str(), bench.redrive(DeadLetters::All)), ("", 0));
    bench.join("W1");
    assert_eq!(bench.drain(), "a1 b1 a2 s1");
    let mut bench = with_four_dead();
    assert_eq!(bench.redrive(DeadLetters::First(0)), 0);
    assert_eq!(bench.redrive(DeadLetters::All), 4);
    assert_eq!(bench.counts().pending, 4);
}

#[test]
fn r3_dead_letters_stay_in_the_order_in_which_they_were_set_aside() {
    // One that is set aside after another was redriven comes last, though there is room further ahead.
    let mut bench = with_four_dead();
    bench.redrive_message("a1");
    bench.send("s2").dead_letter("s2");
    assert_eq!(bench.dead(), "b1 s1 a2 s2");
    assert_eq!(bench.redrive(DeadLetters::First(3)), 3);
    assert_eq!(bench.dead(), "s2");
}

#[test]
fn r3_dead_letters_are_purged_all_the_first_ones_or_by_name() {
    let mut bench = with_four_dead();
    let purge = |bench: &mut Bench, which| bench.call(|queue, now| queue.purge(now, which));
    assert_eq!(purge(&mut bench, DeadLetters::First(1)), Ok(1));
    let last = bench.message("a2");
    assert_eq!(purge(&mut bench, DeadLetters::Message(last)), Ok(1));
    assert_eq!(bench.dead(), "b1 s1");
    assert_eq!(purge(&mut bench, DeadLetters::Message(last)), Err(NotDeadLettered(last)));
    assert_eq!(purge(&mut bench, DeadLetters::All), Ok(2));
    assert_eq!(purge(&mut bench, DeadLetters::All), Ok(0));
    assert_eq!((bench.counts().purged, bench.counts().dead_lettered), (4, 0));
}

#[test]
fn r3_a_message_that_is_not_dead_is_neither_redriven_nor_purged() {
    let mut bench = Bench::with_workers(unordered(), "W1");
    bench.send("m1 m2").settle();
    for id in [bench.message("m1"), bench.message("m2")] {
        let which = DeadLetters::Message(id);
        assert_eq!(bench.refused(|queue, now| queue.redrive(now, which)), NotDeadLettered(id));
        assert_eq!(bench.refused(|queue, now| queue.purge(now, which)), NotDeadLettered(id));
    }
}

#[test]
fn r4_a_pending_message_is_dead_lettered_by_an_operator() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("a1(A) a2(A) a3(A)").settle();
    bench.at(1).dead_letter("a2");
    assert_eq!(bench.dead(), "a2");
    bench.at(2).ack("W1");
    assert_eq!(bench.deliveries(), "0 W1 a1, 2 W1 a3");
}

#[test]
fn r4_a_delayed_head_that_is_dead_lettered_frees_its_group_at_once() {
    let mut bench = Bench::with_workers(by_account(), "W1");
    bench.send("a1(A) a2(A)");
    bench.at(1).retry_after("W1", 100);
    bench.at(5).dead_letter("a1");
    assert_eq!(bench.held("W1"), "a2");
    // Its time brings nothing any more.
    assert_eq!(bench.queue().next_wakeup().map(|(at, _)| at), Some(Instant::from_secs(35)));
}

#[test]
fn r4_a_message_in_flight_is_dead_lettered_and_its_lease_dies() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    bench.send("a1(A) a2(A)");
    let lease = bench.lease("W1");
    bench.at(3).dead_letter("a1");
    assert_eq!(bench.held("W1"), "a2");
    assert_eq!(
        bench.refused(|queue, now| queue.ack(now, lease)),
        SettleError::Stale(StaleLease(lease))
    );
    let letter = bench.queue().status().dead_letters().next().unwrap();
    assert_eq!((letter.reason, letter.attempts), (DeadLetterReason::Operator, 1));
}

#[test]
fn r5_enqueued_is_the_sum_of_what_is_where() {
    let mut bench = Bench::with_workers(by_account(), "W1 W2");
    assert_eq!(bench.counts(), Counts::default());
    bench.send("a1(A) a2(A) b1(B) c1(C) d1(D)").settle();
    let expect = |bench: &Bench, [pending, in_flight, acked, dead_lettered, purged]: [u64; 5]| {
        let enqueued = 5;
        let counts = Counts { enqueued, pending, in_flight, acked, dead_lettered, purged };
        assert_eq!(bench.counts(), counts);
    };
    expect(&bench, [3, 2, 0, 0, 0]);
    bench.ack("W1");
    expect(&bench, [3, 1, 1, 0, 0]);
    bench.reject("W2");
    bench.settle();
    // W1 has a2, b1 was rejected, and W2 has c1.
    expect(&bench, [1, 2, 1, 1, 0]);
    bench.dead_letter("d1");
    expect(&bench, [0, 2, 1, 2, 0]);
    bench.redrive_message("b1");
    expect(&bench, [1, 2, 1, 1, 0]);
    bench.call(|queue, now| queue.purge(now, DeadLetters::All)).unwrap();
    expect(&bench, [1, 2, 1, 0, 1]);
    bench.retry_after("W1", 9);
    expect(&bench, [2, 1, 1, 0, 1]);
    bench.leave("W2");
    expect(&bench, [3, 0, 1, 0, 1]);
    // Redriven or retried, a message is counted as enqueued but once.
    bench.at(9);
    bench.drain();
    expect(&bench, [0, 0, 4, 0, 1]);
}

#[test]
fn r5_messages_keep_their_names_through_death_and_return() {
    let mut bench = with_four_dead();
    let before: Vec<MessageId> = bench.queue().status().dead_letters().map(|it| it.id).collect();
    bench.redrive(DeadLetters::All);
    let after: Vec<MessageId> = bench.queue().status().messages().map(|it| it.id).collect();
    assert_eq!(before, after);
}
