//! Lines of the script at other instants, and saying something else.

use super::*;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const SCRIPT: &str = "\
workers W1 W2

# the first two
at 0s   send a1 a2   # go
at 2s   W1 acks

# W2 is late,
# so it waits
at 4s   W2 nacks  # alas
note at 4s \"look\"
at 10s  W1 acks
until 20s
";

#[track_caller]
fn moves(index: usize, at: &str, expected: &str) {
    let edit = move_line(SCRIPT, index, at.parse().expect(at));
    let edit = edit.unwrap_or_else(|errors| panic!("{}", errors[0]));
    assert_eq!(edit.text, expected);
}

#[test]
fn a_line_that_stands_right_stays_in_its_place_and_column() {
    let moved = |index, at: &str, old, new, line| {
        changes(SCRIPT, move_line(SCRIPT, index, at.parse().expect(at)), old, new, line);
    };
    moved(2, "9s", "at 4s   W2", "at 9s   W2", 9);
    moved(2, "10s", "at 4s   W2", "at 10s  W2", 9);
    moved(2, "2s", "at 4s   W2", "at 2s   W2", 9);
    moved(2, "2500ms", "at 4s   W2", "at 2.5s W2", 9);
    moved(2, "2001ms", "at 4s   W2", "at 2.001s W2", 9);
    moved(3, "1h", "at 10s  W1", "at 1h   W1", 11);
    let text = "workers W1\nat 10s W1 acks # x";
    changes(text, move_line(text, 0, secs(1)), "10s W1", "1s W1", 2);
}

#[test]
fn a_line_goes_where_its_instant_belongs_with_its_comments() {
    moves(
        2,
        "1s",
        "\
workers W1 W2

# the first two
at 0s   send a1 a2   # go
# W2 is late,
# so it waits
at 1s   W2 nacks  # alas
at 2s   W1 acks

note at 4s \"look\"
at 10s  W1 acks
until 20s
",
    );
    moves(
        2,
        "11s",
        "\
workers W1 W2

# the first two
at 0s   send a1 a2   # go
at 2s   W1 acks

note at 4s \"look\"
at 10s  W1 acks
# W2 is late,
# so it waits
at 11s  W2 nacks  # alas
until 20s
",
    );
    moves(
        0,
        "2s",
        "\
workers W1 W2

# the first two
at 2s   send a1 a2   # go
at 2s   W1 acks

# W2 is late,
# so it waits
at 4s   W2 nacks  # alas
note at 4s \"look\"
at 10s  W1 acks
until 20s
",
    );
    refuses(move_line(SCRIPT, 4, secs(1)), "the script has 4 lines");
    refuses(move_line(SCRIPT, 3, secs(40_000_000)), "past the limit of 365d");
}

#[test]
fn the_first_place_is_before_the_comments_of_the_first_line() {
    let text = "# about it\n\n# go\nat 5s  send a\n# then\nat 6s  send b # x";
    let moved = move_line(text, 1, secs(1)).unwrap().text;
    assert_eq!(moved, "# about it\n\n# then\nat 1s  send b # x\n# go\nat 5s  send a");
    // And back: the text ends as before.
    assert_eq!(move_line(&moved, 0, secs(6)).unwrap().text, text);
    let text = text.replace('\n', "\r\n");
    let moved = move_line(&text, 1, secs(1)).unwrap().text;
    assert_eq!(moved, "# about it\r\n\r\n# then\r\nat 1s  send b # x\r\n# go\r\nat 5s  send a");
    assert_eq!(move_line(&moved, 0, secs(6)).unwrap().text, text);
}

#[test]
fn a_line_says_something_else() {
    let says = |index, said, old, new, line| {
        changes(SCRIPT, say_line(SCRIPT, index, said), old, new, line);
    };
    says(0, "send a1 a2 a3", "a1 a2", "a1 a2 a3", 4);
    says(0, "send a2", "send a1 a2", "send a2", 4);
    says(2, "W2 nacks, retry after 5s", "nacks", "nacks, retry after 5s", 9);
    says(3, "leader crashes", "at 10s  W1 acks", "at 10s  leader crashes", 11);
    refuses(say_line(SCRIPT, 1, "W3 acks"), "no worker is called `W3`");
    refuses(say_line(SCRIPT, 1, ""), "expected what happens then");
    refuses(say_line(SCRIPT, 1, "W1 acks\nat 3s W1 acks"), "one line");
    refuses(say_line(SCRIPT, 9, "W1 acks"), "there is none of number 9");
}

#[test]
fn no_line_is_lost_or_changed_but_the_one_that_moves() {
    let lesson = include_str!("../../../../static/scenarios/account-retries.queue");
    for text in [SCRIPT.to_owned(), lesson.to_owned(), lesson.trim_end().replace('\n', "\r\n")] {
        let count = parse(&text).map_or(0, |parsed| parsed.script_lines.len());
        for (index, at) in (0..count).flat_map(|index| ["0s", "4s", "1h"].map(|at| (index, at))) {
            // A message that is acked before it is sent is refused by the run, not by the text.
            let edit = move_line(&text, index, at.parse().expect(at));
            let edit = edit.unwrap_or_else(|errors| panic!("{}", errors[0]));
            let lines = |text: &str| {
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                lines.sort();
                lines
            };
            let (before, after) = (lines(&text), lines(&edit.text));
            let gone = before.iter().filter(|line| !after.contains(line)).count();
            assert!(before.len() == after.len() && gone <= 1, "{}", edit.text);
            assert_eq!(edit.text.ends_with('\n'), text.ends_with('\n'));
        }
    }
}
