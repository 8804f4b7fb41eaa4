//! Wrong texts and what is said of them: line, column, message, suggestion.

use queuescope_sim::{Diagnostic, MAX_DIAGNOSTICS, parse};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Where, what (a part of it), and what was probably meant.
type Said = (usize, usize, &'static str, Option<&'static str>);

/// Each text with all of its errors, in order.
#[rustfmt::skip]
const WRONG: &[(&str, &[Said])] = &[
    // Nothing, or nothing that can be read.
    ("", &[(1, 1, "a scenario says what happens to a queue", None)]),
    ("  \n\t\n# only a comment\n", &[(1, 1, "the smallest one:\nqueue orders", None)]),
    ("\u{feff}", &[(1, 1, "a scenario says what happens", None)]),
    ("at 0s send a\0b", &[(1, 13, "the character U+0000 has no place", None)]),
    ("\u{1}\u{2}\u{3}", &[(1, 1, "the character U+0001 has no place", None)]),
    ("at 0s send a\u{202e}b", &[(1, 13, "the character U+202E has no place", None)]),
    ("{\"version\": 1}", &[(1, 1, "`{` has no meaning here", None)]),
    ("((((((((((", &[(1, 1, "expected a statement, found `(`", None)]),
    ("at 0s send a((((", &[(1, 14, "expected the value of the ordering key, found `(`", None)]),
    // Statements.
    ("qeue q", &[(1, 1, "expected a statement, found `qeue`", Some("queue"))]),
    ("Workers W1", &[(1, 1, "expected a statement, found `Workers`", Some("workers"))]),
    ("// it's about a queue", &[(1, 1, "a comment begins with `#`", Some("#"))]),
    ("at 0s send a // first", &[(1, 14, "a comment begins with `#`", Some("#"))]),
    ("at 0s send a url=//b\nexpect\n  //dead: none", &[(3, 3, "a comment begins with `#`", Some("#"))]),
    ("bananas", &[(1, 1, "expected a statement, found `bananas`", None)]),
    ("title One", &[(1, 7, "expected the title in quotation marks, found `One`", None)]),
    ("title \"One", &[(1, 7, "this quotation mark is never closed", None)]),
    ("title \"a\\q\"", &[(1, 9, "no such escape", None)]),
    ("title “One”", &[(1, 7, "`“` is a typographic quotation mark", Some("\""))]),
    ("title 'One'", &[(1, 7, "a text stands in `\"`", Some("\""))]),
    ("title \"a\" b", &[(1, 11, "expected the end of the line, found `b`", None)]),
    ("title \"a\"\ntitle \"b\"", &[(2, 1, "`title` is said already (line 1)", None)]),
    ("queue a\nqueue b", &[(2, 1, "`queue` is said already (line 1)", None)]),
    ("until 1s\nuntil 2s", &[(2, 1, "`until` is said already (line 1)", None)]),
    ("note \"x\"", &[(1, 6, "expected `at`, found `\"x\"`", None)]),
    // The leader.
    (
        "at 0s leader acks a",
        &[(
            1,
            7,
            "the leader only crashes: a worker of that name is written in quotation marks",
            Some("\"leader\""),
        )],
    ),
    (
        "queue q\n  shards 257 by header k\n  quantum 0",
        &[
            (2, 3, "257 shards are too many; a queue has at most 256", None),
            (3, 11, "`0` is too small: a quantum is at least 1", None),
        ],
    ),
    // What is said again is not heeded: each error is at the line that is wrong.
    ("queue q\n  lease 5s\n  lease 0s", &[(3, 3, "`lease` is said already (line 2)", None)]),
    (
        "work\n  takes 0s\n  takes 5s to 1s",
        &[
            (2, 9, "the time that work takes must be longer than 0s", None),
            (3, 3, "how long every message takes is said already (line 2)", None),
        ],
    ),
    ("at 0s leader crashs", &[(1, 14, "expected `crashes`, found `crashs`", Some("crashes"))]),
    ("at 0s laeder crashes", &[(1, 7, "no worker is called `laeder`", Some("leader"))]),
    ("workers W1\nat 0s W1 cut for 5s", &[(2, 14, "expected `off`, found `for`", None)]),
    ("workers W1\nat 0s W1 cut off", &[(2, 17, "expected `for`, found the end of the line", None)]),
    ("workers W1\nat 0s W1 cut off for 0s", &[(2, 22, "the time that a worker is cut off must be longer than 0s", None)]),
    ("at 0s send a\nexpect\n  processed a", &[(3, 13, "expected `twice`, found `a`", None)]),
    ("at 0s send a\nexpect\n  processed twice: b", &[(3, 20, "no message is called `b`", None)]),
    ("at 0s send a\nexpect\n  a waits for reclaime", &[(3, 15, "no throttle is called `reclaime`", Some("reclaim"))]),
    // Indentation.
    ("workers W1\n  at 0s send a", &[(2, 3, "this line is indented", None)]),
    ("queue q\nordered", &[(2, 1, "this line belongs under `queue`", None)]),
    ("takes 2s", &[(1, 1, "this line belongs under `work`", None)]),
    ("at 0s send a\na fails twice", &[(2, 1, "this line belongs under `work`", None)]),
    ("nothing waits", &[(1, 1, "this line belongs under `expect`", None)]),
    ("workers W1\nexpect\nat 5s W1 idle", &[(3, 10, "this is an expectation: indent", None)]),
    ("queue q\n  at 0s send a", &[(2, 3, "`at` begins a statement of its own", None)]),
    // The queue.
    ("queue", &[(1, 6, "expected the queue's name, found the end of the line", None)]),
    ("queue ordered", &[(1, 7, "a queue has a name before its clauses", None)]),
    ("queue q\n  orderd", &[(2, 3, "expected a clause of the queue, found `orderd`", Some("ordered"))]),
    ("queue q\n  ordered by account", &[(2, 14, "expected what a key is read from, found `account`", Some("header account"))]),
    ("queue q\n  ordered by haeder account", &[(2, 14, "found `haeder`", Some("header"))]),
    ("queue q\n  ordered by header a, header a", &[(2, 24, "this component is in the key already", None)]),
    ("queue q\n  missing key unordered", &[(2, 15, "expected `:`, found `unordered`", None)]),
    ("queue q\n  missing key: rejct", &[(2, 16, "what becomes of a message without the key", Some("reject"))]),
    ("queue q\n  lease 0s", &[(2, 9, "a lease must be longer than 0s", None)]),
    ("queue q\n  lease 5s\n  lease 6s", &[(3, 3, "`lease` is said already (line 2)", None)]),
    ("queue q\n  ordered\n  unordered", &[(3, 3, "the order of the queue is said already (line 2)", None)]),
    ("queue q\n  retry 0 attempts", &[(2, 9, "`0` is too small: a number of attempts is at least 1", None)]),
    ("queue q\n  retry three attempts", &[(2, 9, "expected a number of attempts, found `three`", None)]),
    ("queue q\n  retry 3", &[(2, 10, "expected `attempts`, found the end of the line", None)]),
    ("queue q\n  retry 4294967296 attempts", &[(2, 9, "`4294967296` is too large: a number of attempts is at most 4294967295", None)]),
    ("queue q\n  backoff 5s", &[(2, 13, "expected `up to` and the longest wait, or `fixed`", None)]),
    ("queue q\n  backoff 10s up to 5s", &[(2, 3, "the longest wait of 5s is shorter than the first one of 10s", None)]),
    // Shards, batches, durability, the classifier.
    ("queue q\n  ordered by header a\n  shards 4 by header b", &[(3, 15, "the shard key's header b is not part of the ordering key", None)]),
    ("queue q\n  ordered by header a, attribute b\n  shards 4 by header a, header b", &[(3, 25, "order by header b too, or shard by", None)]),
    ("queue q\n  ordered\n  shards 4 by header a", &[(3, 3, "the whole queue is one ordering group, which cannot be in several shards", None)]),
    ("queue q\n  shards 257 by header a", &[(2, 3, "257 shards are too many; a queue has at most 256", None)]),
    ("queue q\n  shards 0 by header a", &[(2, 10, "`0` is too small: a number of shards is at least 1", None)]),
    ("queue q\n  shards 4", &[(2, 11, "expected `by`, found the end of the line", None)]),
    ("queue q\n  shards 4 by account", &[(2, 15, "expected what a key is read from, found `account`", Some("header account"))]),
    ("queue q\n  shards 4 by header a, header a", &[(2, 25, "this component is in the key already", None)]),
    ("queue q\n  shards 2 by header a\n  shards 3 by header a", &[(3, 3, "`shards` is said already (line 2)", None)]),
    ("queue q\n  batches of 0", &[(2, 14, "`0` is too small", None)]),
    ("queue q\n  batches 3", &[(2, 11, "expected `of`, found `3`", None)]),
    ("queue q\n  durability fats", &[(2, 14, "expected what outlives a leader, found `fats`", Some("fast"))]),
    ("queue q\n  reclaim grace 0s", &[(2, 17, "a reclaim grace must be longer than 0s", None)]),
    ("queue q\n  reclaim 5s", &[(2, 11, "expected `grace`, found `5s`", None)]),
    ("queue q\n  attribute y header x", &[(2, 15, "expected `=`, found `header`", None)]),
    ("queue q\n  attribute y = x", &[(2, 17, "expected `header`, found `x`", None)]),
    ("queue q\n  fairness key = header x when header y", &[(2, 40, "expected `is`, found the end of the line", None)]),
    ("queue q\n  weight = 0", &[(2, 12, "`0` is too small: a weight is at least 1", None)]),
    ("queue q\n  attribute y = header x\n  attribute y = header x when header z is 1", &[(3, 3, "this rule is never asked: all that it is about is decided before (line 2)", None)]),
    ("durability fast", &[(1, 1, "this line belongs under `queue`", None)]),
    ("queue shards", &[(1, 7, "a queue has a name before its clauses", None)]),
    ("queue q\n  on failure by nak: retry", &[(2, 17, "expected the cause of the failure, found `nak`", Some("nack"))]),
    ("queue q\n  on failure: deadletter", &[(2, 15, "expected what the rule decides", Some("dead-letter"))]),
    ("queue q\n  on failure: retry\n  on failure by nack: dead-letter", &[(3, 3, "this rule is never asked: all that it is about is decided before (line 2)", None)]),
    ("queue q\n  on failure from attempt 2: dead-letter\n  on failure by expiry from attempt 2: retry, on failure by nack from attempt 3: retry", &[(3, 3, "is decided before (line 2)", None), (3, 47, "is decided before (line 2)", None)]),
    ("queue q\n  on failure by nack: retry\n  on failure by expiry: dead-letter\n  on failure from attempt 9: retry", &[(4, 3, "is decided before (line 3)", None)]),
    ("queue q\n  quantum 0", &[(2, 11, "`0` is too small: a quantum is at least 1", None)]),
    ("queue q\n  workers W1", &[(2, 3, "`workers` begins a statement of its own", None)]),
    // Workers.
    ("workers", &[(1, 8, "expected the workers' names, or their number", None)]),
    ("workers W1 W2 W1", &[(1, 15, "the worker `W1` is there already (line 1)", None)]),
    ("workers W1,W2", &[(1, 11, "expected a worker's name, found `,`", None)]),
    ("workers 0", &[(1, 9, "`0` is too small: a number of workers is at least 1", None)]),
    ("workers 1001", &[(1, 9, "1001 workers are more than the limit of 1000", None)]),
    ("workers 1000\nat 0s X joins", &[(2, 1, "1001 workers are more than the limit of 1000", None)]),
    ("worker W1 W2", &[(1, 11, "expected `takes`, found `W2`", None)]),
    ("worker W1\nworker W1 takes 3", &[(2, 1, "what `W1` takes is said already (line 1)", None)]),
    ("worker W1 take 2", &[(1, 11, "expected `takes`, found `take`", Some("takes"))]),
    ("worker W1 takes 2\nworker W1 takes 3", &[(2, 1, "what `W1` takes is said already (line 1)", None)]),
    ("workers 3\nworkers 2", &[(2, 1, "the workers W1, W2 are there already (line 1)", None)]),
    ("workers W1\nworkers 1", &[(2, 1, "the worker `W1` is there already (line 1)", None)]),
    ("workers W2\nworkers 1000\nworkers 1000", &[(2, 1, "the worker `W2` is there already (line 1)", None), (3, 1, "the workers W1, W2, W3, W4 and 996 more are there already (line 2)", None)]),
    ("workers W1 takes 3", &[(1, 1, "how many messages a worker takes is said in a `worker` line", Some("worker W1 takes 3"))]),
    ("workers \"W 1\" takes", &[(1, 1, "is said in a `worker` line", Some("worker \"W 1\" takes 2"))]),
    ("workers W1 W2 takes 3", &[(1, 15, "is said in a line of its own: `worker W2 takes 3`", None)]),
    ("workers 4 takes 3", &[(1, 11, "is said in a line of its own: `worker W1 takes 3`", None)]),
    ("worker W1 takes 0", &[(1, 17, "`0` is too small: the number of messages that it may hold is at least 1", None)]),
    ("workers take turns", &[(1, 9, "is a clause of the queue", None)]),
    // Throttles.
    ("throttle s 10 per 1s", &[(1, 12, "expected `:`, found `10`", None)]),
    ("throttle s: 10 pre 1s", &[(1, 16, "expected `per`, found `pre`", Some("per"))]),
    ("throttle s: 0 per 1s", &[(1, 13, "`0` is too small: a number of deliveries is at least 1", None)]),
    ("throttle s: 10 per 0s", &[(1, 13, "a limit needs a window longer than 0", None)]),
    // 100 in a second never bind beside 60 in a minute; 2,000 in a minute never beside 20 in a second.
    ("throttle s: 100 per 1s, 60 per 1m", &[(1, 13, "can never bind beside", None)]),
    ("throttle s: 20 per 1s, 2000 per 1m", &[(1, 24, "can never bind beside", None)]),
    ("throttle s: 10 per 1s by customer", &[(1, 26, "what a key is read from", Some("header customer"))]),
    ("throttle s: 10 per 1s, missing unthrotled", &[(1, 32, "what becomes of a message without the key", Some("unthrottled"))]),
    ("throttle s from W9: 1 per 1s", &[(1, 17, "no worker is called `W9`", None)]),
    ("throttle s: 1 per 1s\n\nthrottle t: 1 per 1s\nthrottle s: 5 per 1s", &[(4, 1, "the limits of a throttle stand in one line, and `s` is declared already (line 1)", None)]),
    ("throttle s: 1 per 1s by header a\nthrottle s: 2 per 1s by header b", &[(2, 1, "`s` is declared already (line 1)", None)]),
    ("workers W1 W2\nthrottle s from W1: 1 per 1s\nthrottle s from W2: 1 per 1s\nthrottle s from W1: 9 per 1m", &[(4, 1, "`s` is declared already (line 2)", None)]),
    ("workers W1\nthrottle s: 1 per 1s by header a\nthrottle s from W1: 2 per 1s by header b", &[(3, 33, "already declared with another key", None)]),
    // Times.
    ("at 5 send a", &[(1, 4, "`5` needs a unit", Some("5s"))]),
    ("at 5sec send a", &[(1, 4, "`sec` is no unit of time", Some("5s"))]),
    ("at soon send a", &[(1, 4, "expected an instant such as `5s`, found `soon`", None)]),
    ("at -5s send a", &[(1, 4, "a time is never below 0", None)]),
    ("at 0.1us send a", &[(1, 4, "finer than a microsecond", None)]),
    ("at 99999999999999d send a", &[(1, 4, "longer than any time that can be counted", None)]),
    ("at 366d send a", &[(1, 4, "366d is past the limit of 365d", None)]),
    ("at 10s send a\nat 9s send b", &[(2, 4, "times do not go back: this line's 9s is before the 10s of line 1", None)]),
    ("at 0s send a1..a3 every 300d", &[(1, 25, "is past the limit of 365d", None)]),
    // What happens.
    ("at 0s", &[(1, 6, "expected what happens then, found the end of the line", None)]),
    ("at 0s sned a1", &[(1, 7, "found `sned`", Some("send"))]),
    ("at 0s send", &[(1, 11, "expected the messages to send", None)]),
    ("at 0s send a, b", &[(1, 13, "messages stand side by side, without a comma", None)]),
    ("at 0s send a x=", &[(1, 16, "the header `x` has no value", None)]),
    ("at 0s send a x=1 x=2", &[(1, 18, "this is said twice of one message", None)]),
    ("at 0s send delay 5s", &[(1, 12, "`delay` follows a message", Some("\"delay\""))]),
    ("at 0s send a delay", &[(1, 19, "expected how long it waits at first", None)]),
    ("at 0s send a weight 0", &[(1, 21, "`0` is too small: a weight is at least 1", None)]),
    ("at 5m send a\nat 1h send b\nat 2s send c\nat 3s send d", &[(3, 4, "this line's 2s is before the 1h of line 2", None), (4, 4, "this line's 3s is before the 1h of line 2", None)]),
    ("  at 0s send a\nworkers W1", &[(1, 3, "this line is indented, but nothing stands above it", None)]),
    ("# x\n  at 0s send a\n\nworkers W1\n  W1 acks", &[(2, 3, "this line is indented, but nothing stands above it", None), (5, 3, "the statement above it has no lines of its own", None)]),
    ("at 7 send a", &[(1, 4, "`7` needs a unit: `us`, `ms`, `s`, `m`, `h` or `d`", Some("7s"))]),
    ("at 0s send a with b", &[(1, 19, "expected what goes for every message of the line, found `b`", None)]),
    ("at 0s send a a", &[(1, 14, "a message `a` is sent already (line 1)", None)]),
    ("at 0s send o1..o5\nat 1s send o3", &[(2, 12, "a message `o3` is sent already (line 1)", None)]),
    ("at 0s send o1..p5", &[(1, 12, "the names of a range differ in their number alone", None)]),
    ("at 0s send o5..o1", &[(1, 12, "the range `o5..o1` goes down", None)]),
    ("at 0s send o..p", &[(1, 12, "`o` does not end in a number", None)]),
    ("at 0s send o1..o4000000000", &[(1, 12, "4000000000 messages are more than the limit of 10000", None)]),
    ("at 0s send a1..a9999 b c", &[(1, 24, "10001 messages are more than the limit of 10000", None)]),
    ("at 0s send a(A)", &[(1, 14, "but the queue is unordered", None)]),
    ("queue q\n  ordered\nat 0s send a(A)", &[(3, 14, "the queue is ordered as a whole", None)]),
    ("queue q\n  ordered by header x, header y\nat 0s send a(A)", &[(3, 14, "ordered by several components", None)]),
    ("queue q\n  ordered by header x\nat 0s send a(A) x=B", &[(3, 14, "`(A)` is the header `x`, which is said again", None)]),
    ("workers W1\nat 0s W1 nakcs", &[(2, 10, "expected what W1 does, found `nakcs`", Some("nacks"))]),
    ("workers W1\nat 0s W1", &[(2, 9, "expected what W1 does, found the end of the line", None)]),
    ("workers W1\nat 0s W1 nacks, after 5s", &[(2, 17, "expected `, retry after 5s`, found `after`", Some("W1 nacks, retry after 5s"))]),
    ("workers W1\nat 0s W1 nacks retry after 5s", &[(2, 16, "expected `, retry after 5s`, found `retry`", Some("W1 nacks, retry after 5s"))]),
    ("workers W1\nat 0s W1 nacks after 5s", &[(2, 16, "expected `, retry after 5s`, found `after`", Some("W1 nacks, retry after 5s"))]),
    ("workers W1\nat 0s send a\nat 1s W1 nacks a retry after 1m", &[(3, 18, "found `retry`", Some("W1 nacks a, retry after 1m"))]),
    ("workers W1\nat 0s send a\nat 1s W1 nacks a after 1m", &[(3, 18, "found `after`", Some("W1 nacks a, retry after 1m"))]),
    ("workers W1\nat 0s W1 nacks, retry 5s", &[(2, 23, "expected `after`, found `5s`", None)]),
    ("at 0s send a\nwork\n  takes 1s, a fails twice retry after 5s", &[(3, 27, "found `retry`", Some("a fails twice, retry after 5s"))]),
    ("at 0s send a\nwork\n  a fails 3 times, after 5s", &[(3, 20, "found `after`", Some("a fails 3 times, retry after 5s"))]),
    ("workers W1\nat 0s W1 extends 5s", &[(2, 20, "expected `by`", None)]),
    ("workers W1\nat 0s W1 extends by 0s", &[(2, 21, "an extension must be longer than 0s", None)]),
    ("workers W1 W2\nat 0s W3 acks", &[(2, 7, "no worker is called `W3`", Some("W1"))]),
    ("workers W1\nat 0s send a1\nat 1s W1 acks a2", &[(3, 15, "no message is called `a2`", Some("a1"))]),
    ("at 0s dead-letter m", &[(1, 19, "no message is called `m`", None)]),
    ("at 0s redrive 0", &[(1, 15, "`0` is too small: a number of dead letters is at least 1", None)]),
    ("at 0s redrive", &[(1, 14, "expected which dead letters to redrive", None)]),
    // Work.
    ("at 0s send a\nwork\n  takes 0s", &[(3, 9, "the time that work takes must be longer than 0s", None)]),
    ("at 0s send a\nwork\n  takes 3s to 2s", &[(3, 9, "2s is less than 3s", None)]),
    ("at 0s send a\nwork\n  b fails twice", &[(3, 3, "no message is called `b`", None)]),
    ("at 0s send a\nwork\n  b* fails twice", &[(3, 3, "no message has a name that begins with `b`", None)]),
    ("at 0s send a\nwork\n  a fails thrice", &[(3, 11, "how often it fails", Some("twice"))]),
    ("work\n  101% fail", &[(2, 3, "`101` is too large: a percentage is at most 100", None)]),
    ("at 0s send a\nwork\n  a fails 0 times", &[(3, 11, "`0` is too small: a number of times is at least 1", None)]),
    ("work\n  seed 99999999999999999999", &[(2, 8, "`99999999999999999999` is too large: the seed, a whole number, is at most 18446744073709551615", None)]),
    ("work\n  seed 1\n  seed 2", &[(3, 3, "`seed` is said already (line 2)", None)]),
    // Expectations.
    ("workers W1\nexpect\n  at 1s W1 idel", &[(3, 12, "expected what is expected of W1, found `idel`", Some("idle"))]),
    ("workers W1\nexpect\n  W1 has", &[(3, 9, "expected the messages' names", None)]),
    ("workers W1\nexpect\n  at 0s W1 has none", &[(3, 16, "no message is called `none`; a worker that has none is idle", Some("W1 idle"))]),
    ("workers \"W 1\"\nexpect\n  \"W 1\" has none", &[(3, 13, "a worker that has none is idle", Some("\"W 1\" idle"))]),
    ("workers W1\nexpect\n  W2 idle", &[(3, 3, "no worker is called `W2`", Some("W1"))]),
    ("at 0s send a\nexpect\n  a waits for stripe", &[(3, 15, "no throttle is called `stripe`", None)]),
    ("at 0s send a\nexpect\n  group A: a", &[(3, 9, "the queue is unordered and has no groups", None)]),
    ("queue q\n  ordered by header x, header y\nat 0s send a\nexpect\n  group A: a", &[(5, 9, "the ordering key has 2 components, but 1 is given", None)]),
    ("at 0s send a\nexpect\n  daed: a", &[(3, 3, "expected an expectation, found `daed`", Some("dead"))]),
    ("at 0s send a\nexpect\n  gruop A: a", &[(3, 3, "expected an expectation, found `gruop`", Some("group"))]),
    ("at 0s send a\nexpect\n  delivred a before b", &[(3, 3, "expected an expectation, found `delivred`", Some("delivered"))]),
    ("at 0s send a\nexpect\n  lots nothing, mx in flight: 1", &[(3, 3, "expected an expectation, found `lots`", Some("lost"))]),
    ("at 0s send a\nexpect\n  lost nothing, mx in flight: 1", &[(3, 17, "expected an expectation, found `mx`", Some("max"))]),
    ("at 0s send a\nexpect\n  at 1s noting waits", &[(3, 9, "no message is called `noting`", Some("nothing"))]),
    ("at 0s send a\nexpect\n  foo: a", &[(3, 3, "expected an expectation, found `foo`", None)]),
    ("at 0s send a\nexpect\n  group: a", &[(3, 8, "expected the group's key value, found `:`", None)]),
    ("at 0s send a\nexpect\n  max: 1", &[(3, 6, "expected `in`, found `:`", None)]),
    ("at 0s send a\nexpect\n  dead a", &[(3, 8, "expected `:`, found `a`", None)]),
    ("at 0s send a\nexpect\n  delivered a after a", &[(3, 15, "expected `before`, found `after`", None)]),
    ("at 0s send a\nexpect\n  delivered a before a", &[(3, 22, "`a` cannot be delivered before itself", None)]),
    ("at 0s send a\nexpect\n  at 0s a waits behind a", &[(3, 24, "`a` cannot wait behind itself", None)]),
    ("workers W1\nat 0s send a\nexpect\n  W1 has a a", &[(4, 12, "`a` is named twice, and is there once at most", None)]),
    ("at 0s send a\nexpect\n  dead: a a, done: a a", &[(3, 11, "`a` is named twice", None), (3, 22, "`a` is named twice", None)]),
    ("at 0s send a\nexpect\n  lost everything", &[(3, 8, "expected `nothing`", None)]),
    // Several at once: none hides another, and none follows from another.
    ("quue q\nworkers W1 W1\nat 5s send a1 a2(\nat 4s W1 aks a1\nat 3 W2 acks a9\n", &[(1, 1, "expected a statement", Some("queue")), (2, 12, "the worker `W1` is there already", None), (3, 18, "expected the value of the ordering key", None), (4, 10, "expected what W1 does", Some("acks")), (5, 4, "`3` needs a unit", Some("3s"))]),
    ("queue q\n  ordered by acount\nworkers W1,\nat 0s send a1(A), b1(B)\nat 1s W1 acks a1\nexpect\n  group A: a1\n", &[(2, 14, "what a key is read from", Some("header acount")), (3, 11, "expected a worker's name", None), (4, 17, "messages stand side by side", None)]),
    ("at 0s send a\r\nat 1s snd b\r\n", &[(2, 7, "found `snd`", Some("send"))]),
    ("\u{feff}tite \"x\"", &[(1, 1, "found `tite`", Some("title"))]),
    ("\ttitle \"a\"\n\tat 0s send é ü ü", &[(2, 17, "a message `ü` is sent already", None)]),
];

#[test]
fn each_wrong_text_is_told_where_and_what_and_what_was_meant() {
    let mut wrong = Vec::new();
    for (text, said) in WRONG {
        let Err(errors) = parse(text) else {
            wrong.push(format!("{text:?} is read"));
            continue;
        };
        let fits = errors.len() == said.len()
            && errors.iter().zip(*said).all(|(error, (line, column, part, suggestion))| {
                (error.line, error.column) == (*line, *column)
                    && error.message.contains(part)
                    && error.suggestion.as_deref() == *suggestion
            });
        if !fits {
            let found: Vec<String> = errors.iter().map(ToString::to_string).collect();
            wrong.push(format!("{text:?} should say {said:?}, but says\n{}", found.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(WRONG.len() >= 60);
}

#[test]
fn what_could_stand_behind_with_names_headers_too() {
    let errors = parse("at 0s send a1 a2 with").expect_err("nothing follows");
    let expected: Vec<&str> = errors[0].expected.iter().map(String::as_str).collect();
    assert_eq!(expected, ["`delay`", "`fairness`", "`weight`", "`name=value`"]);
}

#[test]
fn all_that_an_expectation_may_begin_with_is_said() {
    let words =
        ["dead", "done", "deliveries", "group", "max", "delivered", "lost", "nothing", "processed"];
    let mut all: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    all.extend(["a message".to_owned(), "a worker".to_owned()]);
    for line in ["foo: a", "gruop A: a", "lost nothing,", "(", "lost nothing, : 5"] {
        let text = format!("at 0s send a\nexpect\n  {line}\n");
        let errors = parse(&text).expect_err(line);
        // At a line's beginning, an instant may stand as well.
        let expected = errors[0].expected.iter().filter(|word| *word != "`at`");
        assert!(expected.eq(&all), "{line}: {}", errors[0]);
    }
}

#[test]
fn a_worker_line_of_its_own_is_enough() {
    let parsed = parse("worker W2\nworkers W1\n").expect("both are there");
    let workers: Vec<_> =
        parsed.scenario.workers.iter().map(|worker| (&*worker.name, worker.takes.get())).collect();
    assert_eq!(workers, [("W2", 1), ("W1", 1)]);
    assert_eq!(queuescope_sim::format("worker  W2 takes 1").as_deref(), Ok("worker W2\n"));
    assert_eq!(queuescope_sim::format("worker \"takes\"").as_deref(), Ok("worker \"takes\"\n"));
}

#[test]
fn the_queue_and_each_worker_may_declare_one_throttle() {
    let text = "workers W1 W2\nthrottle s: 1 per 1s\nthrottle s from W1: 5 per 1s\nthrottle s from W2: 5 per 1s\n\
                throttle \"1 sW1\": 1 per 1s\n";
    assert_eq!(parse(text).map(|parsed| parsed.scenario.throttles.len()), Ok(4));
}

#[test]
fn what_could_stand_there_is_said_once() {
    for (text, shown) in [
        (
            "queue q\n  retry 3",
            "2:10: expected `attempts`, found the end of the line\n    retry 3\n           ^",
        ),
        (
            "work\n  * fails 3",
            "2:12: expected `times`, found the end of the line\n    * fails 3\n             ^",
        ),
        (
            "queue q\n  backoff 5s",
            "2:13: expected `up to` and the longest wait, or `fixed`, found the end of the line\n    backoff 5s\n              ^",
        ),
        (
            "workers W1\nexpect\n  W2 idle",
            "3:3: no worker is called `W2`: no `workers` line names it, and it never joins\n    W2 idle\n    ^^\n  did you mean `W1`?",
        ),
        (
            "workers W1\nat 1s laeder crashes",
            "2:7: no worker is called `laeder`: no `workers` line names it, and it never joins\n  at 1s laeder crashes\n        ^^^^^^\n  expected `W1` or `leader`\n  did you mean `leader`?",
        ),
    ] {
        assert_eq!(parse(text).expect_err(text)[0].render(), shown);
    }
}

#[test]
fn what_is_rightly_so_called_or_asked_is_no_fault() {
    for text in [
        "workers W1\nat 0s send \"none\"\nexpect\n  W1 has none\n",
        "at 0s send \"//\" a url=//c\n",
        "queue q\n  on failure by nack from attempt 2: retry\n  on failure by nack: dead-letter\n  on failure by expiry: retry\n",
        "queue q\n  on failure by nack: retry\n  on failure by expiry from attempt 2: retry\n  on failure: dead-letter\n",
    ] {
        let form = queuescope_sim::format(text).expect(text);
        assert_eq!(
            parse(&form).map(|parsed| parsed.scenario),
            parse(text).map(|parsed| parsed.scenario)
        );
    }
}

#[test]
fn a_worker_may_be_called_takes() {
    let parsed = parse("workers W1 \"takes\"\n").expect("it is a name");
    assert_eq!(parsed.scenario.workers[1].name, "takes");
    assert_eq!(
        queuescope_sim::format("workers W1 \"takes\"\n").as_deref(),
        Ok("workers W1 \"takes\"\n")
    );
    assert!(parse("workers takes\n").is_ok(), "nothing else can stand there");
}

#[test]
fn a_message_may_be_delivered_twice_but_is_in_one_place() {
    let text = "queue q\n  no backoff\nworkers W1\nat 0s send a\nat 1s W1 nacks\nexpect\n  deliveries: a a\n  W1 has a\n";
    assert!(parse(text).is_ok());
}

#[test]
fn a_text_past_the_limit_is_not_read_at_all() {
    let errors = parse(&"x".repeat(65_537)).expect_err("it is too long");
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].message, "the text has 65537 bytes, more than the limit of 65536");
    let longest = format!("at 0s send a\n#{}", "x".repeat(65_536 - 14));
    assert!(parse(&longest).is_ok());
}

#[test]
fn errors_past_a_hundred_are_counted() {
    let errors = parse(&"bad\n".repeat(150)).expect_err("every line is wrong");
    assert_eq!(errors.len(), MAX_DIAGNOSTICS + 1);
    assert_eq!(errors[100].message, "and 50 more errors from here on");
    assert_eq!(errors[100].line, 101);
    assert_eq!(Diagnostic::count(&errors), 150);
    let errors = parse(&"bad\n".repeat(100)).expect_err("every line is wrong");
    assert_eq!((errors.len(), Diagnostic::count(&errors)), (100, 100));
}

#[test]
fn an_error_is_shown_with_its_line_and_what_would_do() {
    let errors = parse("workers W1\nat 4s\tW1 nakcs, retry after 5s # x\n").expect_err("nakcs");
    assert_eq!(
        errors[0].render(),
        "2:10: expected what W1 does, found `nakcs`\n\
         \x20 at 4s\tW1 nakcs, retry after 5s # x\n\
         \x20      \t   ^^^^^\n\
         \x20 expected `acks`, `nacks`, `rejects`, `extends`, `crashes`, `returns`, `joins`, `leaves` or `cut off`\n\
         \x20 did you mean `nacks`?"
    );
}

#[test]
fn an_error_is_an_object_for_the_page() {
    let errors = parse("at 0s sned a").expect_err("sned");
    let json = serde_json::to_value(&errors[0]).expect("it is plain data");
    assert_eq!(json["line"], 1);
    assert_eq!(json["span"], serde_json::json!({ "start": 6, "end": 10 }));
    assert_eq!(json["sourceLine"], "at 0s sned a");
    assert_eq!(json["suggestion"], "send");
}

#[test]
fn a_deep_or_long_line_is_refused_quickly() {
    for text in [
        "(".repeat(65_536),
        "\"".repeat(65_536),
        format!("at 0s send {}", "a(".repeat(30_000)),
        format!("queue q\n  ordered by {}", "header ".repeat(9_000)),
        "a..".repeat(20_000),
        "\\".repeat(65_536),
    ] {
        assert!(parse(&text).is_err());
    }
}
