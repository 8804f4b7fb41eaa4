//! A scenario of Queuescope as a test, as `queuescope rust` writes it.

use queuescope_sim::{Run, check, parse};

/// The scenario.
const SCENARIO: &str = r#"# question: A worker dies with a message in its hands. Who notices, and when?
# watch: W1 crashes at 2 s. Until its lease ends at 10 s nobody else may touch the order; then it starts again.
# try: Change `lease 10s` to `lease 4s`, or let W1 return at 5s and ack in time.
title "A crashed worker's lease runs out"

queue orders
  ordered by header order
  lease 10s
  retry 3 attempts, no backoff

workers W1 W2

at 0s   send pay7(7) pack7(7)
at 2s   W1 crashes
note at 2s "Nobody knows yet. W2 is free, but pay7 may still be being worked on."
note at 10s "The lease is over: that was a failed attempt, and pay7 is the head again."
at 12s  W1 returns
at 13s  W1 acks
note at 13s "Too late: the message is W2's now. The late ack changes nothing."
at 14s  W2 acks
at 15s  W1 acks

expect
  at 2s   W2 idle, pack7 waits behind pay7
  at 10s  W2 has pay7, pack7 waits behind pay7
  at 13s  W1 idle, W2 has pay7, done: none
  at 14s  W1 has pack7
  group 7: pay7 pay7 pack7
  done: pay7 pack7
  lost nothing
"#;

/// Its deliveries: when, to whom, and what.
#[rustfmt::skip]
const DELIVERIES: [[&str; 3]; 3] = [
    ["0s", "W1", "pay7"],
    ["10s", "W2", "pay7"],
    ["14s", "W1", "pack7"],
];

#[test]
fn a_crashed_worker_s_lease_runs_out() {
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
