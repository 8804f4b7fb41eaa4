use super::*;
use crate::sample::{count, example, s};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn expect(at: Option<u64>, claim: Claim) -> Expectation {
    Expectation { at: at.map(s), claim }
}

fn names(words: &str) -> Vec<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

fn has(worker: &str, messages: &str) -> Claim {
    Claim::Has { worker: worker.to_owned(), messages: names(messages) }
}

#[track_caller]
fn failures(expect: Vec<Expectation>) -> Vec<String> {
    let mut scenario = example();
    scenario.expect = expect;
    check(&Run::new(scenario)).into_iter().map(|failure| failure.message).collect()
}

fn group(key: &str, deliveries: &str) -> Claim {
    Claim::Group { key: names(key), deliveries: names(deliveries) }
}

fn message(name: &str) -> String {
    name.to_owned()
}

#[test]
fn what_the_example_expects_holds() {
    let failed = failures(vec![
        expect(Some(8), Claim::Idle { worker: message("W1") }),
        expect(Some(9), has("W1", "a2")),
        expect(None, group("A", "a1 a2 a2 a3")),
        expect(Some(8), group("A", "a1 a2")),
        expect(None, group("B", "b1 b2")),
        expect(Some(0), Claim::Waits { message: message("a3") }),
        expect(Some(0), Claim::WaitsBehind { message: message("b2"), behind: message("b1") }),
        expect(Some(4), Claim::WaitsUntil { message: message("a2"), until: s(9) }),
        expect(Some(0), Claim::WaitsForWorker { message: message("b1") }),
        expect(None, Claim::Dead { messages: Vec::new() }),
        expect(None, Claim::Done { messages: names("s1 a1 b1 s2 b2 a2") }),
        expect(Some(10), Claim::NothingWaits),
        expect(None, Claim::Deliveries { messages: names("a1 s1 b1 a2 s2 b2 a2 a3") }),
        expect(None, Claim::MaxInFlight { key: Some(names("A")), most: 1 }),
        expect(None, Claim::MaxInFlight { key: None, most: 2 }),
        expect(None, Claim::DeliveredBefore { earlier: message("b1"), later: message("a2") }),
        expect(None, Claim::LostNothing),
    ]);
    assert_eq!(failed, Vec::<String>::new());
}

#[test]
fn a_failure_says_what_when_and_what_was_there_instead() {
    let failed = failures(vec![
        expect(Some(9), has("W1", "a3")),
        expect(Some(4), Claim::Idle { worker: message("W2") }),
        expect(Some(4), Claim::WaitsUntil { message: message("a2"), until: s(8) }),
        expect(Some(2), Claim::Waits { message: message("a1") }),
        expect(None, Claim::Dead { messages: names("a2") }),
        expect(Some(4), Claim::NothingWaits),
        expect(None, Claim::Group { key: names("B"), deliveries: names("b2 b1") }),
        expect(None, Claim::Group { key: names("C"), deliveries: Vec::new() }),
        expect(None, Claim::MaxInFlight { key: None, most: 1 }),
        expect(Some(0), Claim::MaxInFlight { key: Some(names("A")), most: 0 }),
        expect(None, Claim::MaxInFlight { key: Some(names("AA")), most: 1 }),
        expect(None, Claim::DeliveredBefore { earlier: message("a2"), later: message("b1") }),
        expect(
            Some(4),
            Claim::WaitsForThrottle { message: message("a2"), throttle: message("api") },
        ),
        expect(Some(0), Claim::WaitsForTurn { message: message("b1") }),
        expect(Some(0), has("W9", "a1")),
        expect(Some(0), Claim::Done { messages: names("a1") }),
        expect(Some(2), Claim::Done { messages: names("a1 s1") }),
        expect(Some(0), group("B", "b1")),
    ]);
    assert_eq!(
        failed,
        [
            "at 9s expected `W1 has a3`, but W1 has a2",
            "at 4s expected `W2 idle`, but W2 has s2",
            "at 4s expected `a2 waits until 8s`, but a2 waits until 9 s: it may not go before",
            "at 2s expected `a1 waits`, but a1 is done: W1 acked it at 2 s",
            "at the end expected `dead: a2`, but there are no dead letters",
            "at 4s expected `nothing waits`, but a2, a3 wait",
            "at the end expected `group B: b2 b1`, but the deliveries were b1 b2",
            "at the end expected `group C: none`, but no message of group C arrived",
            "at the end expected `max in flight: 1`, but 2 were in flight at 0 s",
            "at 0s expected `max in flight A: 0`, but 1 was in flight at 0 s",
            "at the end expected `max in flight AA: 1`, but no message of group AA arrived",
            "at the end expected `delivered a2 before b1`, but b1 went out at 1 s and a2 at 2 s, after it",
            "at 4s expected `a2 waits for api`, but a2 waits until 9 s: it may not go before",
            "at 0s expected `b1 waits for its turn`, but b1 waits for a worker: none has credit",
            "at 0s expected `W9 has a1`, but there is no worker W9",
            "at 0s expected `done: a1`, but nothing is done",
            "at 2s expected `done: a1 s1`, but what is done is s1 a1",
            "at 0s expected `group B: b1`, but there were no deliveries",
        ]
    );
}

#[test]
fn before_the_first_step_nothing_is_there() {
    let mut scenario = example();
    for line in &mut scenario.script {
        line.at = Time::from_micros(line.at.as_micros() + 5_000_000);
    }
    scenario.expect = vec![
        expect(Some(3), Claim::Idle { worker: message("W1") }),
        expect(Some(3), Claim::NothingWaits),
        expect(Some(3), has("W2", "s1")),
    ];
    scenario.queue.max_attempts = count(3);
    let failed = check(&Run::new(scenario));
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].found, "W2 is idle");
}

#[test]
fn nothing_holds_that_a_run_was_cut_off_before() {
    // One attempt a microsecond: the limit of 100,000 steps comes long before the hour.
    let text = "queue q\n  retry 4294967295 attempts, no backoff\nworkers 1\nat 0s send a\nwork\n  takes 1us\n  \
                a fails always\nexpect\n  at 1h W1 has a\n  at 0s W1 has a\n  lost nothing";
    let run = Run::new(crate::parse(text).unwrap().scenario);
    let failures = check(&run);
    let claims: Vec<_> = failures.iter().map(|failure| failure.index).collect();
    assert_eq!(claims, [0, 2]);
    assert!(failures[0].found.contains("limit of 100000 steps"), "{}", failures[0].found);
}
