use super::*;
use crate::Run;
use crate::sample::{ack, example, line, nack, ordered, s, send, takes};
use crate::scenario::{Action, Note, Scenario};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn told(scenario: Scenario) -> Vec<String> {
    let run = Run::new(scenario);
    let steps = run.steps().iter().enumerate();
    steps.map(|(index, step)| narrate_text(step, &run.snapshot(index))).collect()
}

#[test]
fn the_example_is_told() {
    assert_eq!(
        told(example()),
        [
            "a1, a2, s1, b1, s2, a3 and b2 arrive. W1 takes a1 and W2 takes s1. \
             a2 and a3 wait behind a1 and b2 waits behind b1.",
            "W2 acks s1. W2 is free and takes b1.",
            "W1 acks a1, so a2 is next in group A. W1 is free and takes a2.",
            "W2 acks b1, so b2 is next in group B. W2 is free and takes s2.",
            "W1 nacks a2 and asks to retry after 5 s, so group A is held until 9 s and a3 may not \
             pass. W1 is free and takes b2.",
            "W2 acks s2. Nothing that waits may go before 9 s, so W2 is idle.",
            "W1 acks b2, and group B is empty. Nothing that waits may go before 9 s, so W1 and W2 are idle.",
            "The wait of a2 is over. W1 takes a2, attempt 2.",
            "W1 acks a2, so a3 is next in group A. W1 is free and takes a3.",
        ]
    );
}

#[test]
fn a_crash_an_expiry_and_a_dead_letter_are_told() {
    let crash = line(1, Action::Crash { worker: "W1".to_owned() });
    let script = vec![send(0, "m1(g) m2(g)"), crash, nack(31, "W2", None), nack(32, "W2", None)];
    let told = told(ordered(&["W1", "W2"], script));
    assert_eq!(
        told[1..],
        [
            "W1 crashes; m1 stays with it until its lease ends at 30 s. \
             Nothing that waits may go yet, so W2 is idle.",
            "The lease of W1 on m1 expires, and m1 goes out again before m2. W2 takes m1, attempt 2.",
            "W2 nacks m1, and it goes out again before m2. W2 is free and takes m1, attempt 3.",
            "W2 nacks m1, its attempt 3 and last, so it is dead-lettered; m2 is next in group g. \
             W2 is free and takes m2.",
        ]
    );
}

#[test]
fn a_failure_rule_that_overrules_a_nack_is_told() {
    // The first rule that matches decides (R1), whatever the nack asked for: no wait after the first attempt, 1 s after
    // the second, dead after the third.
    let rule = |from_attempt, action| crate::FailureRuleDecl {
        cause: None,
        from_attempt: crate::sample::count(from_attempt),
        action,
    };
    let retry = |secs| crate::FailureActionDecl::Retry(s(secs));
    let nacks = [1, 2, 4].map(|at| nack(at, "W1", Some(5)));
    let mut script = vec![send(0, "m1(g) m2(g)")];
    script.extend(nacks);
    let mut scenario = ordered(&["W1"], script);
    scenario.queue.on_failure =
        vec![rule(3, crate::FailureActionDecl::DeadLetter), rule(2, retry(1)), rule(1, retry(0))];
    let told = told(scenario);
    assert_eq!(
        told[1..],
        [
            "W1 nacks m1 and asks to retry after 5 s, but a failure rule sets no wait, and it goes out again before \
             m2. W1 is free and takes m1, attempt 2.",
            "W1 nacks m1 and asks to retry after 5 s, but a failure rule sets a wait of 1 s, so group g is held until \
             3 s and m2 may not pass. Nothing that waits may go before 3 s, so W1 is idle.",
            "The wait of m1 is over. W1 takes m1, attempt 3.",
            "W1 nacks m1 and asks to retry after 5 s, but a failure rule dead-letters it; m2 is next in group g. \
             W1 is free and takes m2.",
        ]
    );
}

#[test]
fn many_at_once_are_counted_and_notes_come_first() {
    let names: Vec<String> = (1..=100).map(|n| format!("m{n}")).collect();
    let mut scenario = ordered(&[], vec![send(0, &names.join(" "))]);
    scenario.workers = (1..=20)
        .map(|n| crate::WorkerDecl { name: format!("W{n}"), takes: crate::sample::count(1) })
        .collect();
    scenario.work = takes(1);
    scenario.notes.push(Note { at: s(1), text: "all at once".to_owned() });
    let told = told(scenario);
    assert_eq!(
        told[0],
        "100 messages arrive, first m1, m2 and m3. \
         20 messages go out, first m1 to W1, m2 to W2 and m3 to W3."
    );
    assert_eq!(
        told[1],
        "all at once. 20 messages are acked. \
         20 messages go out, first m21 to W1, m22 to W2 and m23 to W3."
    );
}

#[test]
fn a_refused_line_is_told_with_its_reason() {
    let told = told(ordered(&["W1"], vec![send(0, "m1(g)"), ack(1, "W1"), ack(2, "W1")]));
    assert_eq!(
        told[2],
        "\u{201c}W1 acks\u{201d} is refused: the lease of W1 on m1 is over: it was acked at 1 s."
    );
}

#[test]
fn a_whole_queue_that_waits_is_told_as_the_queue() {
    let mut scenario = ordered(&["W1"], vec![send(0, "m1 m2"), nack(1, "W1", Some(5))]);
    scenario.queue.order = crate::OrderDecl::Ordered;
    let told = told(scenario);
    assert_eq!(
        told[1],
        "W1 nacks m1 and asks to retry after 5 s, so the queue is held until 6 s and m2 may not pass. \
         Nothing that waits may go before 6 s, so W1 is idle."
    );
}

#[test]
fn what_is_yet_to_be_sent_is_not_held() {
    // m1 waits until 6 s, but m2 is sent at 4 s and goes at once (O1).
    let mut scenario = ordered(&["W1"], vec![send(0, "m1"), nack(2, "W1", Some(4)), send(4, "m2")]);
    scenario.queue.order = crate::OrderDecl::Unordered;
    let told = told(scenario);
    assert!(
        told[1].ends_with("Nothing that waits may go before 6 s, so W1 is idle."),
        "{}",
        told[1]
    );
    assert_eq!(told[2], "m2 arrives. W1 takes m2.");
}

#[test]
fn a_note_is_told_as_it_was_written() {
    let mut scenario = ordered(&["W1"], vec![send(0, "m1(g)")]);
    for (at, text) in [(0, "tiny is not Tiny"), (3, "tiny"), (3, "élan!"), (4, "ends: ")] {
        scenario.notes.push(Note { at: s(at), text: text.to_owned() });
    }
    assert_eq!(
        told(scenario),
        ["tiny is not Tiny. m1 arrives. W1 takes m1.", "tiny. élan!", "ends:"]
    );
}

#[test]
fn what_a_lease_that_ends_means_is_said_of_its_message() {
    // A crashed worker's leases of 30 s end; by the policy of the queue the message waits for 5 s, or is dead.
    let mut scenario =
        ordered(&["W1"], vec![send(0, "c"), line(1, Action::Crash { worker: "W1".to_owned() })]);
    scenario.queue.order = crate::OrderDecl::Unordered;
    let on_failure = |action| {
        vec![crate::FailureRuleDecl { cause: None, from_attempt: crate::sample::count(1), action }]
    };
    scenario.queue.on_failure = on_failure(crate::FailureActionDecl::Retry(s(5)));
    let said = told(scenario.clone());
    assert_eq!(said[2], "The lease of W1 on c expires, so c may not go before 35 s.");
    scenario.queue.on_failure = on_failure(crate::FailureActionDecl::DeadLetter);
    let said = told(scenario.clone());
    assert_eq!(said[2], "The lease of W1 on c expires, and a failure rule dead-letters c.");
    scenario.queue.on_failure = Vec::new();
    scenario.queue.max_attempts = crate::sample::count(1);
    let said = told(scenario);
    assert_eq!(
        said[2],
        "The lease of W1 on c expires, which ends attempt 1, the last, so c is dead-lettered."
    );
}

#[test]
fn several_refusals_are_sentences_of_their_own_and_equal_reasons_are_said_once() {
    // No key is a reason that both sends share (O12); an ack of a worker that had no message has one of its own.
    let lines = |acks: &[&str]| {
        let mut script = vec![send(0, "p1 p2")];
        script.extend(acks.iter().map(|worker| ack(0, worker)));
        let mut scenario = ordered(&["W1", "W2"], script);
        scenario.queue.missing_key = crate::MissingKey::Reject;
        scenario
    };
    let keyless = "\u{201c}send p1\u{201d} and \u{201c}send p2\u{201d} are each refused: \
        it has no header account, which the queue is ordered by.";
    assert_eq!(told(lines(&[]))[0], keyless);
    assert_eq!(
        told(lines(&["W1"]))[0],
        format!("{keyless} \u{201c}W1 acks\u{201d} is refused: W1 has had no message yet.")
    );
    assert_eq!(told(lines(&["W1", "W2"]))[0], "4 lines are refused.");
}

fn told_of(text: &str) -> Vec<String> {
    match crate::parse(text) {
        Ok(parsed) => told(parsed.scenario),
        Err(errors) => panic!("{}", errors[0]),
    }
}

#[test]
fn a_leaders_crash_and_what_is_reclaimed_are_told() {
    let text = "queue q\n  ordered by header g\n  durability fast\n  no backoff\nworkers W1 W2 W3\n\
                at 0s send a1(A) a2(A) b1(B)\nat 1s W1 cut off for 20s\nat 2s leader crashes\n\
                at 3s W2 extends by 10s\nat 21s W2 acks\n";
    assert_eq!(
        told_of(text)[1..],
        [
            "W1 is cut off from the leader until 21 s. Nothing that waits may go yet, so W3 is idle.",
            "The leader crashes; the leases on a1 and b1 are lost, and all that existed is held for reclaim until \
             7 s. Nothing that waits may go before 7 s, so W3 is idle.",
            "W2 reclaims b1 by extending its lease, until 43 s. Nothing that waits may go before 7 s, so W3 is idle.",
            "The reclaim grace is over; nobody spoke for a1, and its attempt does not count. \
             W3 takes a1, which W1, cut off, still works on: it is processed twice at once.",
            "W1 is no longer cut off. W2 acks b1, and group B is empty. Nothing that waits may go yet, so W1 and W2 are idle.",
        ]
    );
    let committed = text.replace("durability fast", "durability committed");
    assert_eq!(
        told_of(&committed)[2],
        "The leader crashes; the new one knows every lease: the leases on a1 and b1 start again at full length. \
         Nothing that waits may go yet, so W3 is idle."
    );
}

#[test]
fn what_arrives_behind_a_leaders_crash_is_told_behind_it() {
    // Held is what was there at the crash (X2): the order of the two lines is the point.
    let text =
        "queue q\n  ordered by header g\n  durability fast\nworkers W1 W2\nat 0s send a1(A)\n";
    let crash = "The leader crashes; the lease on a1 is lost, and all that existed is held for reclaim until 7 s.";
    let behind = format!("{text}at 2s leader crashes\nat 2s send b1(B)\n");
    assert_eq!(told_of(&behind)[1], format!("{crash} b1 arrives. W2 takes b1."));
    let before = format!("{text}at 2s send b1(B)\nat 2s leader crashes\n");
    assert!(told_of(&before)[1].starts_with(&format!("b1 arrives. {crash}")));
}

#[test]
fn what_comes_back_with_a_failed_message_of_a_batch_is_told() {
    let text = "queue q\n  ordered by header g\n  batches of 3\n  no backoff\nworker W1 takes 3\n\
                at 0s send a1..a4(A)\nat 1s W1 acks\nat 2s W1 nacks, retry after 5s\n";
    assert_eq!(
        told_of(text)[1..3],
        [
            "W1 acks a1.",
            "W1 nacks a2 and asks to retry after 5 s, giving back a3 behind it, so group A is held until 7 s and a3 and a4 may not pass. \
             Nothing that waits may go before 7 s, so W1 is idle.",
        ]
    );
}
