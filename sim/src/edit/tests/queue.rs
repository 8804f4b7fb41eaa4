//! The title, the queue and its clauses, throttles.

use super::*;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const QUEUE: &str = "\
# Orders of one customer stay in order.

# The queue of the shop.
queue orders ordered by header  customer,  lease 1m  # beside it
  # who may try
  retry 3   attempts , backoff 1s up to 60s   # as often
  on failure by nack: retry after 5s
  # not again
  on failure: dead-letter

workers W1
at 0s send a1 customer=A
";

#[track_caller]
fn clause(name: &str, index: usize, value: &str, old: &str, new: &str, line: usize) {
    changes(QUEUE, set_clause(QUEUE, name, index, value), old, new, line);
}

#[test]
fn a_clause_is_changed_where_it_stands() {
    clause("lease", 0, "45s", "lease 1m", "lease 45s", 4);
    clause(
        "order",
        0,
        "ordered by header  customer, fairness key",
        "header  customer",
        "header  customer, fairness key",
        4,
    );
    clause("order", 0, "unordered", "ordered by header  customer", "unordered", 4);
    clause("retry", 0, "5", "3   attempts", "5 attempts", 6);
    clause("retry", 0, "1", "3   attempts", "1 attempt", 6);
    clause("backoff", 0, "none", "backoff 1s up to 60s", "no backoff", 6);
    clause("backoff", 0, "1s fixed", "1s up to 60s", "1s fixed", 6);
    clause("on failure", 0, "by nack: dead-letter", "retry after 5s", "dead-letter", 7);
    clause("on failure", 1, "retry", "on failure: dead-letter", "on failure: retry", 9);
}

#[test]
fn a_clause_is_added_among_its_like() {
    let rest = "  on failure: dead-letter\n";
    clause(
        "missing key",
        0,
        "unordered",
        "# beside it\n",
        "# beside it\n  missing key: unordered\n",
        5,
    );
    clause("batches of", 0, "3", "# beside it\n", "# beside it\n  batches of 3\n", 5);
    clause("quantum", 0, "2", rest, &format!("{rest}  quantum 2\n"), 10);
    clause("workers take turns", 0, "on", rest, &format!("{rest}  workers take turns\n"), 10);
    let edit = set_clause(QUEUE, "on failure", 2, "by expiry: retry");
    refuses(edit, "this rule is never asked");
    let text = "queue q\n  on failure by nack: retry # x\n";
    let edit = set_clause(text, "on failure", 1, "by expiry from attempt 2: dead-letter");
    changes(text, edit, "# x\n", "# x\n  on failure by expiry from attempt 2: dead-letter\n", 3);
}

#[test]
fn a_clause_goes_with_its_comma_and_the_last_of_a_line_with_the_line() {
    clause("lease", 0, "", ",  lease 1m", "", 4);
    clause("order", 0, "", "ordered by header  customer,  ", "", 4);
    clause("retry", 0, "", "retry 3   attempts , ", "", 6);
    clause("backoff", 0, "", " , backoff 1s up to 60s", "", 6);
    clause("on failure", 0, "", "  on failure by nack: retry after 5s\n", "", 7);
    clause("quantum", 0, "", "# Orders", "# Orders", 1);
    let text = "queue q lease 5s # x\nworkers W1\n";
    changes(text, set_clause(text, "lease", 0, ""), " lease 5s", "", 1);
}

#[test]
fn what_is_no_clause_is_refused() {
    refuses(set_clause(QUEUE, "leases", 0, "5s"), "no clause `leases`");
    refuses(set_clause(QUEUE, "lease", 0, "soon"), "expected how long a lease lasts");
    refuses(set_clause(QUEUE, "lease", 0, "5s, quantum 2"), "is not one clause");
    refuses(set_clause(QUEUE, "retry", 0, "5 attempts # x"), "is not one clause");
    refuses(set_clause(QUEUE, "lease", 0, "5s\nworkers W2"), "one line");
    refuses(set_clause(QUEUE, "batches of", 0, "0"), "too small");
}

#[test]
fn a_queue_that_is_not_named_gets_its_line() {
    let text = "title \"x\"\n\nworkers W1\r\n";
    let edit = set_clause(text, "lease", 0, "5s");
    changes(text, edit, "title \"x\"\n", "title \"x\"\n\nqueue queue\n  lease 5s\n", 3);
    let text = "# about\r\nworkers W1\r\n";
    let edit = set_queue_name(text, "post");
    changes(text, edit, "# about\r\n", "queue post\r\n\r\n# about\r\n", 1);
}

#[test]
fn the_queue_and_the_title_are_renamed() {
    changes(
        QUEUE,
        set_queue_name(QUEUE, "late orders"),
        "queue orders",
        "queue \"late orders\"",
        4,
    );
    refuses(set_queue_name(QUEUE, ""), "has a name");
    let titled = "# top\ntitle \"a\"  # why\n\nqueue q\n";
    changes(titled, set_title(titled, "a \"b\"\n"), "\"a\"", "\"a \\\"b\\\"\\n\"", 2);
    changes(
        "title \"a\"\n\nqueue q\n",
        set_title("title \"a\"\n\nqueue q\n", ""),
        "title \"a\"\n\n",
        "",
        1,
    );
    let edit = set_title(QUEUE, "Shop");
    changes(QUEUE, edit, "# The queue", "title \"Shop\"\n\n# The queue", 3);
    changes(QUEUE, set_title(QUEUE, ""), "# The queue", "# The queue", 1);
}

#[test]
fn a_throttle_comes_changes_and_goes() {
    let text = "\
workers W1
# a limit of theirs
throttle  stripe :  10 per 1s,  100 per 1m  by  header customer , missing shared  # dear
throttle email from W1: rate 5 per 1s burst 10
at 0s send a1 customer=x
expect
  at 0s nothing waits
";
    let whole = |index, declared: &str| set_throttle(text, index, declared);
    changes(text, whole(2, "sms: 1 per 1s"), "burst 10\n", "burst 10\nthrottle sms: 1 per 1s\n", 5);
    changes(text, whole(1, ""), "throttle email from W1: rate 5 per 1s burst 10\n", "", 4);
    changes(
        text,
        whole(1, "email: 1 per 1s"),
        "email from W1: rate 5 per 1s burst 10",
        "email: 1 per 1s",
        4,
    );
    let part = |index, part, value| set_throttle_part(text, index, part, value);
    let (limits, by, missing) = (ThrottlePart::Limits, ThrottlePart::By, ThrottlePart::Missing);
    changes(text, part(0, limits, "10 per 1s"), "10 per 1s,  100 per 1m", "10 per 1s", 3);
    changes(
        text,
        part(1, limits, "rate 5 per 1s burst 10, 100 per 1m"),
        "burst 10",
        "burst 10, 100 per 1m",
        4,
    );
    changes(text, part(0, by, ""), "  by  header customer", "", 3);
    changes(text, part(0, by, "fairness key"), "header customer", "fairness key", 3);
    changes(text, part(1, by, "header customer"), "burst 10", "burst 10 by header customer", 4);
    changes(text, part(0, missing, ""), " , missing shared", "", 3);
    changes(text, part(0, missing, "unthrottled"), "shared", "unthrottled", 3);
    changes(text, part(1, missing, "unthrottled"), "burst 10", "burst 10, missing unthrottled", 4);
    refuses(part(0, limits, ""), "take it out");
    refuses(part(2, limits, "1 per 1s"), "no throttle of number 2");
    refuses(part(0, by, "customer"), "expected what a key is read from");
    let bare = "queue q\nworkers W1 # one\nat 0s send a\n";
    changes(
        bare,
        set_throttle(bare, 0, "t: 1 per 1s"),
        "# one\n",
        "# one\n\nthrottle t: 1 per 1s\n",
        4,
    );
    let used = "workers W1\nthrottle t: 1 per 1s\nat 0s send a b\nexpect\n  at 0s b waits for t\n";
    refuses(set_throttle(used, 0, ""), "`t`");
}
