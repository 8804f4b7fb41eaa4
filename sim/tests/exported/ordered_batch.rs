//! A scenario of Queuescope as a test, as `queuescope rust` writes it.

use queuescope_sim::{Run, check, parse};

/// The scenario.
const SCENARIO: &str = r#"# question: One message at a time is slow. Can a worker get several of a group, and still keep their order?
# watch: W1 has three at once, and settles them one by one. edit2 fails: edit3 comes back with it, unharmed, and both go out again.
# try: Let W1 take 2, or 1: a batch is never more than its worker can take.
title "An ordered batch"

queue documents
  ordered by header document
  batches of 3
  retry 3 attempts, no backoff

worker W1 takes 3
worker W2 takes 3

at 0s  send edit1..edit5(A) note1(B)
note at 0s "A batch is one delivery: edit4 waits until the whole of it is settled."
at 1s  W1 acks
at 2s  W1 nacks
note at 2s "Only the attempt at edit2 counts as failed. The next batch begins with it."
at 3s  W1 acks
at 4s  W1 acks
at 5s  W1 acks
at 6s  W1 acks

expect
  at 0s  W1 has edit1 edit2 edit3, W2 has note1, edit4 waits behind edit1
  at 1s  W1 has edit2 edit3, edit4 waits behind edit2
  at 2s  W1 has edit2 edit3 edit4, edit5 waits behind edit2
  at 5s  W1 has edit5
  group A: edit1 edit2 edit3 edit2 edit3 edit4 edit5
  max in flight A: 3
  done: edit1 edit2 edit3 edit4 edit5
"#;

/// Its deliveries: when, to whom, and what.
#[rustfmt::skip]
const DELIVERIES: [[&str; 3]; 8] = [
    ["0s", "W1", "edit1"],
    ["0s", "W1", "edit2"],
    ["0s", "W1", "edit3"],
    ["0s", "W2", "note1"],
    ["2s", "W1", "edit2"],
    ["2s", "W1", "edit3"],
    ["2s", "W1", "edit4"],
    ["5s", "W1", "edit5"],
];

#[test]
fn an_ordered_batch() {
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
