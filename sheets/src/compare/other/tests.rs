use crate::other;
use crate::record::tests::{EXAMPLE, lessons};

const TEXT: &str = "\
# what it is about
queue q
  ordered by header k  # by k
  lease 20s
workers W1 W2 W3  # three
worker W2 takes 2
throttle slow: 1 per 5s by header k
throttle slow from W2: 1 per 9s by header k
throttle own from W2: 1 per 7s

at 0s  send a(A) b(B)
at 1s  W1 acks  # first
at 2s  W2 nacks
at 3s  W2 crashes

expect
  at 1s  W1 idle, W2 has b  # both
  at 4s  W2 idle
  a waits for own
";

#[track_caller]
fn assert_other(what: &str, changes: &[(&str, &str)]) {
    let mut expected = TEXT.to_owned();
    for (from, to) in changes {
        assert!(expected.contains(from), "{from}");
        expected = expected.replace(from, to);
    }
    assert_eq!(other(TEXT, what).as_deref(), Ok(&*expected));
}

#[test]
fn a_worker_goes_with_all_that_names_it_and_nothing_else() {
    assert_other(
        "without worker W2",
        &[
            ("workers W1 W2 W3  # three\nworker W2 takes 2\n", "workers W1 W3  # three\n"),
            ("throttle slow from W2: 1 per 9s by header k\nthrottle own from W2: 1 per 7s\n", ""),
            ("at 2s  W2 nacks\nat 3s  W2 crashes\n", ""),
            ("  at 1s  W1 idle, W2 has b  # both\n", "  at 1s  W1 idle  # both\n"),
            // The run went on to 4 s for what was expected there.
            ("  at 4s  W2 idle\n  a waits for own\n", "until 4s\n"),
        ],
    );
    let numbered = "workers 3\nat 0s send a\nat 1s W2 acks\n";
    let without = other(numbered, "without worker W2");
    assert_eq!(without.as_deref(), Ok("workers W1 W3\nat 0s send a\n"));
    let only = other("workers \"a b\"\r\nat 0s send a\r\n", "without worker \"a b\"");
    assert_eq!(only.as_deref(), Ok("at 0s send a\r\n"));
    assert_eq!(other(TEXT, "without worker W9"), Err("no worker is called `W9`".to_owned()));
}

#[test]
fn a_throttle_goes_with_each_of_its_declarations() {
    assert_other(
        "without throttle slow",
        &[
            ("throttle slow: 1 per 5s by header k\n", ""),
            ("throttle slow from W2: 1 per 9s by header k\n", ""),
        ],
    );
    assert_other(
        "without throttle own",
        &[("throttle own from W2: 1 per 7s\n", ""), ("  a waits for own\n", "")],
    );
    assert_eq!(other(TEXT, "without throttle x"), Err("no throttle is called `x`".to_owned()));
}

#[test]
fn a_line_of_the_script_goes_by_its_number() {
    assert_other("without line 13", &[("at 2s  W2 nacks\n", "")]);
    assert_eq!(other(TEXT, "without line 2"), Err("line 2 is no line of the script".to_owned()));
}

#[test]
fn there_may_be_more_workers_or_fewer() {
    assert_other("workers 4", &[("takes 2\n", "takes 2\nworkers W4\n")]);
    assert_other("workers 2", &[("workers W1 W2 W3", "workers W1 W2")]);
    // W2 is named by lines, which go with it.
    assert_eq!(other(TEXT, "workers 1"), {
        let without = other(TEXT, "without worker W2").unwrap();
        Ok(without.replace("workers W1 W3", "workers W1"))
    });
}

#[test]
fn another_retry_policy_takes_the_place_of_the_one_there_is() {
    assert_other("retry 5 attempts", &[("queue q\n", "queue q\n  retry 5 attempts\n")]);
    let said = "queue q\n  retry 3 attempts, no backoff  # few\nworkers W1\nat 0s send a\n";
    let five = other(said, "retry 5 attempts");
    assert_eq!(five.as_deref(), Ok(&*said.replace("retry 3", "retry 5")));
    let fixed = other(said, "retry 2 attempts, backoff 5s fixed").unwrap();
    assert!(fixed.contains("  retry 2 attempts, backoff 5s fixed  # few\n"), "{fixed}");
    let usual = other(said, "retry 3 attempts, backoff 1s up to 60s").unwrap();
    assert!(usual.contains("  retry 3 attempts, backoff 1s up to 60s  # few\n"), "{usual}");
    // Among other clauses, the whole is written anew.
    let among = "queue q\n  lease 5s, retry 3 attempts, no backoff\nat 0s send a\n";
    let five = other(among, "retry 5 attempts").unwrap();
    assert!(five.contains("lease 5s") && five.contains("retry 5 attempts, no backoff"), "{five}");
    assert!(
        other(said, "retry 0 attempts")
            .unwrap_err()
            .starts_with("there is no run to compare with: ")
    );
}

#[test]
fn without_order_the_keys_are_headers() {
    let unordered = other(EXAMPLE, "unordered").unwrap();
    assert!(unordered.contains("send a1 account=A a2 account=A s1 b1 account=B"), "{unordered}");
    assert!(!unordered.contains("ordered by") && unordered.contains("until 9s"), "{unordered}");
    assert_eq!(other(&unordered, "unordered"), Err("the queue is unordered already".to_owned()));
}

#[test]
fn each_question_that_a_lesson_raises_has_its_run() {
    let quoted = "\u{feff}  queue \"a # b\" # c\r\n  workers \"W 1\" \"a \\\"#\\\"\" 7up\r\n  throttle \"t: x\" from \"W 1\": 1 per 3s\r\n  \
                  at 0s send a\r\n  at 1s \"a \\\"#\\\"\" crashes # late\r\n  expect\r\n    at 2s \"W 1\" has a, 7up idle";
    let quoted = ("quoted".to_owned(), quoted.to_owned());
    for (name, text) in lessons().into_iter().chain([quoted]) {
        let parsed = queuescope_sim::parse(&text).unwrap();
        for what in crate::compare::what::What::of(&parsed) {
            let words = what.words();
            match other(&text, &words) {
                Ok(other) => assert_ne!(other, text, "{name}: {words}"),
                Err(why) => panic!("{name}: {words}: {why}"),
            }
        }
    }
}

#[test]
fn what_cannot_be_has_a_reason() {
    assert!(other(TEXT, "before the last edit").unwrap_err().contains("a text of its own"));
    assert!(other("at 0s sned a\n", "unordered").unwrap_err().contains("the text has errors"));
    assert!(other(TEXT, "with a hat").unwrap_err().contains("is nothing to compare with"));
}
