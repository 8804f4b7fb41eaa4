//! Messages: their instants, their keys and headers.

use super::*;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const SENDS: &str = "\
queue q
  ordered by header account
at 0s  send a1(A)  a2( B ) x=1 \"b 1\" account=C o1..o3(D) with tenant=acme delay 2s   # go
at 1s  send c1(C) c2(C) every 2s with tenant=x   # in turn
at 9s  send d1(D) weight 2 fairness =
";

fn sends() -> String {
    SENDS.replace(" fairness =", " fairness f")
}

#[test]
fn one_message_of_several_gets_a_line_of_its_own() {
    let text = sends();
    let moved = |message, at: &str| move_message(&text, message, at.parse().expect(at));
    let expected = text
        .replace("  a2( B ) x=1", "")
        .replace("at 9s ", "at 4s  send a2( B ) x=1 with tenant=acme delay 2s\nat 9s ");
    assert_eq!(moved("a2", "4s").unwrap().text, expected);
    let expected = text
        .replace("a1(A)  ", "")
        .replace("# go\n", "# go\nat 500ms  send a1(A) with tenant=acme delay 2s\n");
    assert_eq!(moved("a1", "500ms").unwrap().text, expected);
    // The last of those that come in turn, and one that is alone.
    let expected = text
        .replace(" c2(C)", "")
        .replace("fairness f\n", "fairness f\nat 1m  send c2(C) with tenant=x\n");
    assert_eq!(moved("c2", "1m").unwrap().text, expected);
    assert_eq!(moved("d1", "8s").unwrap().text, text.replace("at 9s", "at 8s"));
    assert_eq!(moved("a2", "0s").unwrap().text, text);
    refuses(moved("c1", "4s"), "come one after the other");
    refuses(moved("o2", "4s"), "`o2` is one of a range");
    refuses(moved("zz", "4s"), "no message is called `zz`");
}

#[test]
fn a_key_is_set_where_it_is_said() {
    let text = sends();
    let set = |message, value, old: &str, new: &str, line| {
        changes(&text, set_property(&text, message, Property::Key, value), old, new, line);
    };
    set("a1", "Z", "a1(A)", "a1(Z)", 3);
    set("a2", "x y", "( B )", "( \"x y\" )", 3);
    set("b 1", "E", "account=C", "account=E", 3);
    let free = "queue q\n  ordered by header k\n  missing key: unordered\nat 0s send a b k=1 # x\n";
    changes(free, set_property(free, "a", Property::Key, "A"), "send a", "send a(A)", 4);
    changes(free, set_property(free, "b", Property::Key, ""), " k=1", "", 4);
    let keyed = free.replace("send a", "send a ( A )").replace("a (", "a(");
    changes(&keyed, set_property(&keyed, "a", Property::Key, ""), "a( A )", "a", 4);
    changes(&keyed, set_property(&keyed, "a", Property::Header("k"), "B"), "a( A )", "a( B )", 4);
}

#[test]
fn headers_fairness_and_weight_are_set_and_taken_away() {
    let text = sends();
    let set = |message, property, value, old: &str, new: &str, line| {
        changes(&text, set_property(&text, message, property, value), old, new, line);
    };
    set("a2", Property::Header("x"), "y", "x=1", "x=y", 3);
    set("a2", Property::Header("x"), "", " x=1", "", 3);
    set("a1", Property::Header("tenant"), "own", "a1(A)", "a1(A) tenant=own", 3);
    set("b 1", Property::Weight, "3", "account=C", "account=C weight 3", 3);
    set("d1", Property::Weight, "5", "weight 2", "weight 5", 5);
    set("d1", Property::Fairness, "", " fairness f", "", 5);
    set("d1", Property::Fairness, "all", "fairness f", "fairness \"all\"", 5);
    refuses(set_property(&text, "a1", Property::Header("tenant"), ""), "for all of its messages");
    refuses(set_property(&text, "d1", Property::Weight, "heavy"), "a weight");
    refuses(set_property(&text, "o1", Property::Weight, "2"), "one of a range");
}
