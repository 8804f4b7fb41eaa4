//! Expectations, what workers do by themselves, notes, the end of the run.

use super::*;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const LISTS: &str = "\
workers W1
at 0s  send a1 a2 # go
# look
note  at 0s  \"here\"
at 5s  W1 acks

work
  # by and by
  takes 2s, a2 fails twice,  retry after 5s # slow

# What comes out:
expect
    at 0s  W1 has a1,  a2 waits  # both
    # in the end
    done: a1, nothing waits
";

#[test]
fn expectations_are_added_changed_and_taken_out() {
    let set = |index, value, old, new, line| {
        changes(LISTS, set_item(LISTS, Section::Expect, index, value), old, new, line);
    };
    set(4, "at 5s W1 idle", "nothing waits\n", "nothing waits\n    at 5s W1 idle\n", 16);
    set(0, "", "W1 has a1,  ", "", 13);
    set(1, "", ",  a2 waits", "", 13);
    set(1, "a2 waits behind a1", "a2 waits", "a2 waits behind a1", 13);
    set(3, "lost nothing", "nothing waits", "lost nothing", 15);
    refuses(set_item(LISTS, Section::Expect, 0, "W1 has a1, a2 waits"), "not one of the list");
    refuses(set_item(LISTS, Section::Expect, 0, "W1 has a1 # x"), "not one of the list");
    refuses(set_item(LISTS, Section::Expect, 4, "W2 idle"), "no worker is called `W2`");
    let one = "at 0s send a\nexpect\n  done: none # so\n";
    changes(one, set_item(one, Section::Expect, 0, ""), "  done: none # so\n", "", 3);
    let none = "at 0s send a\nexpect\n";
    changes(
        none,
        set_item(none, Section::Expect, 0, "done: none"),
        "expect\n",
        "expect\n  done: none\n",
        3,
    );
    let bare = "at 0s send a # x\r\n";
    let edit = set_item(bare, Section::Expect, 0, "done: none");
    changes(bare, edit, "# x\r\n", "# x\r\n\r\nexpect\r\n  done: none\r\n", 3);
}

#[test]
fn what_workers_do_by_themselves_is_a_list_too() {
    let set = |index, value, old, new, line| {
        changes(LISTS, set_item(LISTS, Section::Work, index, value), old, new, line);
    };
    set(0, "takes 3s", "takes 2s", "takes 3s", 9);
    set(0, "", "takes 2s, ", "", 9);
    set(1, "", ", a2 fails twice,  retry after 5s", "", 9);
    set(1, "a2 fails always", "twice,  retry after 5s", "always", 9);
    set(2, "seed 7", "# slow\n", "# slow\n  seed 7\n", 10);
    let listed = listed(LISTS, Section::Work).unwrap();
    assert_eq!(listed, ["takes 2s", "a2 fails twice,  retry after 5s"]);
    let bare = "workers W1\nat 0s send a\n\n# so\nexpect\n  done: a\n";
    let edit = set_item(bare, Section::Work, 0, "takes 1s");
    changes(bare, edit, "# so\n", "work\n  takes 1s\n\n# so\n", 4);
}

#[test]
fn notes_and_the_end_of_the_run_are_set() {
    let set = |index, value, old, new, line| {
        changes(LISTS, set_note(LISTS, index, value), old, new, line)
    };
    set(0, "at 0s \"there\"", "\"here\"", "\"there\"", 4);
    set(0, "", "note  at 0s  \"here\"\n", "", 4);
    set(1, "at 9s \"late\"", "W1 acks\n", "W1 acks\nnote at 9s \"late\"\n", 6);
    set(1, "note at 1s \"soon\"", "\"here\"\n", "\"here\"\nnote at 1s \"soon\"\n", 5);
    refuses(set_note(LISTS, 1, "at 1s soon"), "in quotation marks");
    changes(LISTS, set_until(LISTS, Some(secs(60))), "W1 acks\n", "W1 acks\nuntil 1m\n", 6);
    let until = "until  5s # so\nqueue q\n";
    changes(until, set_until(until, Some(secs(7))), "5s", "7s", 1);
    changes(until, set_until(until, None), "until  5s # so\n", "", 1);
}
