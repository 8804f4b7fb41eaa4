//! A scenario of Queuescope as a test, as `queuescope rust` writes it.

use queuescope_sim::{Run, check, parse};

/// The scenario.
const SCENARIO: &str = r#"# question: One account's payment fails. Who has to wait for it?
# watch: From 4 s on, a2 waits for its retry and a3 waits behind it. Account B never stops.
# try: Change `retry after 5s` to `retry after 1s`, or give a3 account B.
title "One account retries; the others go on"

queue account-events
  ordered by header account
  missing key: unordered
  retry 3 attempts, no backoff

workers W1 W2

at 0s   send a1(A) a2(A) s1 b1(B) s2 a3(A) b2(B)
at 1s   W2 acks
at 2s   W1 acks
at 3s   W2 acks
at 4s   W1 nacks, retry after 5s
at 5s   W2 acks
at 6s   W1 acks
at 10s  W1 acks

expect
  at 8s   W1 idle, W2 idle
  at 9s   W1 has a2
  group A: a1 a2 a2 a3
  group B: b1 b2
"#;

/// Its deliveries: when, to whom, and what.
#[rustfmt::skip]
const DELIVERIES: [[&str; 3]; 8] = [
    ["0s", "W1", "a1"],
    ["0s", "W2", "s1"],
    ["1s", "W2", "b1"],
    ["2s", "W1", "a2"],
    ["3s", "W2", "s2"],
    ["4s", "W1", "b2"],
    ["9s", "W1", "a2"],
    ["10s", "W1", "a3"],
];

#[test]
fn one_account_retries_the_others_go_on() {
    let scenario = parse(SCENARIO).expect("the scenario can be read").scenario;
    let run = Run::new(scenario);
    let delivered: Vec<[String; 3]> = run
        .deliveries()
        .iter()
        .map(|it| [it.from.to_string(), it.worker.to_string(), it.message.to_string()])
        .collect();
    assert_eq!(delivered, DELIVERIES);
    assert_eq!(check(&run), []);
}
