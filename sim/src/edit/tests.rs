//! Edits change what they are about, and keep the rest byte for byte.

mod lists;
mod messages;
mod moves;
mod names;
mod queue;

use super::*;
use crate::language::parse;
use crate::scenario::{Line, Selection};
use std::num::NonZeroU32;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const TEXT: &str = "\
# A lesson.
queue   q    # odd spaces stay
  ordered by header account

workers W1 W2   # two
throttle stripe: 10 per 1s,  100 per 1m by header customer

at 0s   send a1(A) a2(A) delay 5s o1..o3   # go
# then
at 4s   W1 nacks ,  retry after  5s  # give up
at 10s  W1 acks

expect
   at 9s W1 has a1
";

fn ack(at: &str, worker: &str) -> Line {
    Line {
        at: at.parse().expect(at),
        action: Action::Ack { worker: worker.to_owned(), message: None },
    }
}

fn n(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("not zero")
}

fn secs(secs: u64) -> Time {
    Time::from_secs(secs)
}

fn window(count: u32, per: u64) -> LimitDecl {
    LimitDecl::Window { count: n(count), per: secs(per) }
}

/// The edit changed `old` into `new`, once, and nothing else.
#[track_caller]
fn changes(text: &str, edit: Result<Edit, Vec<Diagnostic>>, old: &str, new: &str, line: usize) {
    let edit = edit.unwrap_or_else(|errors| panic!("{}", errors[0]));
    assert_eq!(text.matches(old).count(), 1, "{old:?} is in the text once");
    assert_eq!(edit.text, text.replace(old, new));
    assert_eq!(edit.line, line);
    assert!(edit.text.get(edit.changed.clone()).is_some());
    assert!(parse(&edit.text).is_ok());
}

#[track_caller]
fn refuses(edit: Result<Edit, Vec<Diagnostic>>, part: &str) {
    let errors = edit.expect_err(part);
    assert!(errors[0].message.contains(part), "{}", errors[0]);
}

#[test]
fn a_line_goes_behind_the_others_of_its_instant() {
    let old = "retry after  5s  # give up\n";
    for at in ["4s", "5s", "9s999.999ms"] {
        let edit = insert_line(TEXT, &ack(at, "W2"));
        let gap = if at.len() < 5 { "   " } else { "  " };
        changes(TEXT, edit, old, &format!("{old}at {at}{gap}W2 acks\n"), 11);
    }
    let old = "at 10s  W1 acks\n";
    changes(TEXT, insert_line(TEXT, &ack("1m", "W2")), old, &format!("{old}at 1m   W2 acks\n"), 12);
    let edit = insert_line(TEXT, &ack("0s", "W2"));
    changes(TEXT, edit, "# go\n", "# go\nat 0s   W2 acks\n", 9);
}

#[test]
fn a_line_goes_before_the_script_or_makes_one() {
    let text = "queue q\r\nworkers W1\r\nat 5s send a\r\nexpect\r\n  nothing waits";
    let edit = insert_line(text, &ack("1s", "W1"));
    changes(text, edit, "at 5s", "at 1s W1 acks\r\nat 5s", 3);
    let text = "  queue q\n  workers W1\n\n  expect\n    nothing waits";
    changes(text, insert_line(text, &ack("1s", "W1")), "W1\n", "W1\n\n  at 1s  W1 acks\n", 4);
    let text = "queue q";
    let purge = Line { at: Time::ZERO, action: Action::Purge(Selection::All) };
    changes(text, insert_line(text, &purge), "queue q", "queue q\n\nat 0s  purge", 3);
    let text = "expect\n  nothing waits";
    changes(text, insert_line(text, &purge), "expect", "at 0s  purge\n\nexpect", 1);
}

#[test]
fn a_line_that_would_be_wrong_is_refused() {
    refuses(insert_line(TEXT, &ack("1s", "W3")), "no worker is called `W3`");
    refuses(insert_line("at 0s sned", &ack("1s", "W3")), "expected");
}

#[test]
fn a_line_is_taken_out() {
    changes(TEXT, remove_line(TEXT, 1), "at 4s   W1 nacks ,  retry after  5s  # give up\n", "", 10);
    changes(TEXT, remove_line(TEXT, 2), "at 10s  W1 acks\n", "", 11);
    refuses(remove_line(TEXT, 0), "no message is called `a1`");
    refuses(remove_line(TEXT, 3), "the script has 3 lines");
}

#[test]
fn what_is_put_in_can_be_taken_out_again() {
    for text in [TEXT.to_owned(), TEXT.replace('\n', "\r\n"), format!("\u{feff}{TEXT}")] {
        for at in ["0s", "1ms", "4s", "9s", "10s", "1h"] {
            let edit =
                insert_line(&text, &ack(at, "W2")).unwrap_or_else(|errors| panic!("{}", errors[0]));
            let lines = parse(&edit.text).map(|parsed| parsed.script_lines);
            let place = lines.unwrap_or_default().iter().position(|line| *line == edit.line);
            let back = remove_line(&edit.text, place.expect("the new line is of the script"));
            assert_eq!(back.map(|back| back.text).as_ref(), Ok(&text));
        }
        for count in 2..12 {
            let edit = set_workers(&text, count).unwrap_or_else(|errors| panic!("{}", errors[0]));
            assert_eq!(set_workers(&edit.text, 2).map(|back| back.text).as_ref(), Ok(&text));
        }
    }
}

#[test]
fn workers_come_and_go() {
    changes(TEXT, set_workers(TEXT, 4), "W1 W2   #", "W1 W2 W3 W4   #", 5);
    changes(TEXT, set_workers(TEXT, 1), "W1 W2   #", "W1   #", 5);
    changes(TEXT, set_workers(TEXT, 2), "# A", "# A", 1);
    refuses(set_workers(TEXT, 0), "line 10 names W1");
    refuses(set_workers(TEXT, 1001), "limit of 1000");
    let text = "workers 3\nworker W3 takes 2\nat 0s send a\n";
    changes(text, set_workers(text, 2), "workers 3\nworker W3 takes 2\n", "workers 2\n", 1);
    changes("workers 3", set_workers("workers 3", 5), "workers 3", "workers 5", 1);
    changes("queue q", set_workers("queue q", 2), "queue q", "queue q\n\nworkers W1 W2", 3);
    let text = "at 0s W2 joins";
    changes(text, set_workers(text, 2), "at 0s", "workers W1 W3\n\nat 0s", 1);
    let text = "queue q\nworkers W1 W2\nthrottle x from W2: 1 per 1s";
    refuses(set_workers(text, 1), "line 3 names W2");
    let text = "queue q\nworkers W1\nat 0s send a";
    changes(text, set_workers(text, 0), "workers W1\n", "", 2);
}

#[test]
fn credit_is_set_where_it_is_said() {
    let old = "W1 W2   # two\n";
    changes(TEXT, set_credit(TEXT, "W2", n(3)), old, &format!("{old}worker W2 takes 3\n"), 6);
    let text =
        "workers W1\nworker  W1  takes  2 # x\nat 0s W2 joins # y\nat 1s W3 joins taking 4\n";
    changes(text, set_credit(text, "W1", n(1)), "takes  2", "takes  1", 2);
    changes(text, set_credit(text, "W2", n(5)), "W2 joins", "W2 joins taking 5", 3);
    changes(text, set_credit(text, "W3", n(5)), "taking 4", "taking 5", 4);
    refuses(set_credit(text, "W4", n(5)), "no worker is called `W4`");
    let bare = "worker W1 # x\nworkers W2\n";
    changes(bare, set_credit(bare, "W1", n(4)), "worker W1", "worker W1 takes 4", 1);
}

#[test]
fn limits_are_set_one_by_one() {
    changes(TEXT, set_limit(TEXT, "stripe", 0, window(5, 2)), "10 per 1s", "5 per 2s", 6);
    changes(TEXT, set_limit(TEXT, "stripe", 1, window(90, 60)), "100 per 1m", "90 per 1m", 6);
    refuses(set_limit(TEXT, "stripe", 1, window(5, 60)), "can never bind");
    refuses(set_limit(TEXT, "stripe", 2, window(5, 60)), "has 2 limits");
    refuses(set_limit(TEXT, "paypal", 0, window(5, 60)), "no throttle is called `paypal`");
}

#[test]
fn delays_are_set_where_the_message_is_sent() {
    changes(TEXT, set_delay(TEXT, "a1", secs(2)), "a1(A)", "a1(A) delay 2s", 8);
    changes(TEXT, set_delay(TEXT, "a2", secs(2)), "delay 5s", "delay 2s", 8);
    changes(TEXT, set_delay(TEXT, "a2", Time::ZERO), " delay 5s", "", 8);
    changes(TEXT, set_delay(TEXT, "a1", Time::ZERO), "# A", "# A", 8);
    refuses(set_delay(TEXT, "o2", secs(2)), "`o2` is one of a range");
    refuses(set_delay(TEXT, "zz", secs(2)), "no message is called `zz`");
    let text = "at 0s send a b with delay 5s";
    changes(text, set_delay(text, "a", Time::ZERO), "a b", "a delay 0s b", 1);
}

#[test]
fn the_wait_of_a_nack_is_set_and_taken_away() {
    changes(TEXT, set_retry_after(TEXT, 1, Some(secs(9))), "after  5s", "after  9s", 10);
    changes(TEXT, set_retry_after(TEXT, 1, None), " ,  retry after  5s", "", 10);
    refuses(set_retry_after(TEXT, 2, None), "only a nack");
    refuses(set_retry_after(TEXT, 9, None), "the script has 3 lines");
    let text = "workers W1\nat 0s W1 nacks # x\n";
    changes(text, set_retry_after(text, 0, Some(secs(1))), "nacks", "nacks, retry after 1s", 2);
    refuses(set_retry_after(text, 0, Some(Time::from_micros(u64::MAX))), "past the limit of 365d");
}
