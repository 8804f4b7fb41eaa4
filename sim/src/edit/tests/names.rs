//! Workers by their names.

use super::*;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const NAMED: &str = "\
workers W1  \"W2\" # two
worker W1 takes 2   # more
throttle t from W1: 1 per 1s
at 0s send W1 a2
at 1s W1 acks W1
at 2s W3 joins taking 2
note at 2s \"W1 is quick\"
expect
  at 1s W1 has a2, \"W1\" has a2, W3 idle # so
";

#[test]
fn a_worker_is_added_by_name() {
    changes(NAMED, add_worker(NAMED, "Anna"), "more\n", "more\nworkers Anna\n", 3);
    changes("workers W1 # x\n", add_worker("workers W1 # x\n", "x y"), "W1", "W1 \"x y\"", 1);
    changes("workers 2\n", add_worker("workers 2\n", "W3"), "2", "3", 1);
    changes("workers 2\n", add_worker("workers 2\n", ""), "2", "3", 1);
    changes("workers 2\n", add_worker("workers 2\n", "7"), "2\n", "2\nworkers \"7\"\n", 2);
    refuses(add_worker(NAMED, "W2"), "called `W2` already");
    refuses(add_worker(NAMED, "W3"), "called `W3` already");
}

#[test]
fn a_worker_goes_where_nothing_names_it() {
    changes(NAMED, remove_worker(NAMED, "W2"), "  \"W2\"", "", 1);
    refuses(remove_worker(NAMED, "W1"), "line 3 names W1");
    refuses(remove_worker(NAMED, "W3"), "no worker `W3` is there from the start");
    let text = "workers 4 # of them\nworker W2 takes 2\nat 1s W3 acks\n";
    let expected = "workers W1 W3 W4 # of them\nat 1s W3 acks\n";
    assert_eq!(remove_worker(text, "W2").unwrap().text, expected);
    refuses(remove_worker(text, "W3"), "line 3 names W3");
    changes(text, remove_worker(text, "W4"), "workers 4", "workers 3", 1);
    let text = "\u{feff}workers W1\r\nqueue q\r\n";
    changes(text, remove_worker(text, "W1"), "workers W1\r\n", "", 1);
}

#[test]
fn a_worker_is_called_otherwise_wherever_it_is_meant() {
    let expected = "\
workers Anna  \"W2\" # two
worker Anna takes 2   # more
throttle t from Anna: 1 per 1s
at 0s send W1 a2
at 1s Anna acks W1
at 2s W3 joins taking 2
note at 2s \"W1 is quick\"
expect
  at 1s Anna has a2, Anna has a2, W3 idle # so
";
    assert_eq!(rename_worker(NAMED, "W1", "Anna").unwrap().text, expected);
    let joins = rename_worker(NAMED, "W3", "by").unwrap().text;
    assert_eq!(joins, NAMED.replace("W3", "\"by\""));
    refuses(rename_worker(NAMED, "W1", "W3"), "called `W3` already");
    refuses(rename_worker(NAMED, "W4", "x"), "no worker is called `W4`");
    refuses(rename_worker(NAMED, "W1", ""), "has a name");
    let counted = "workers 3\nat 0s W2 acks\n";
    assert_eq!(
        rename_worker(counted, "W2", "7").unwrap().text,
        "workers W1 \"7\" W3\nat 0s 7 acks\n"
    );
}
