//! The command `queuescope`, run as a person runs it.

#![cfg(all(feature = "cli", not(target_arch = "wasm32")))]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const EXAMPLE: &str = include_str!("../../tests/golden/example.queue");
const EXAMPLE_TABLE: &str = include_str!("../../tests/golden/example-table.md");

/// A file of its own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: impl AsRef<[u8]>) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let path = folder.join(format!("{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queuescope"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    said(command(arguments).stdin(Stdio::null()).output().unwrap())
}

fn run_with_input(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command may end before it has read all.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    said(child.wait_with_output().unwrap())
}

fn said(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn prints_the_example_table() {
    let file = Scratch::new("table.queue", EXAMPLE);
    let (status, out, err) = run(&["table", file.path()]);
    assert_eq!((status, &*err), (0, ""));
    assert_eq!(out, EXAMPLE_TABLE);
}

#[test]
fn prints_other_formats_and_reads_standard_input() {
    let (status, out, _) = run_with_input(&["table", "-", "--format", "csv"], EXAMPLE);
    assert_eq!(status, 0);
    assert_eq!(out.lines().nth(1), Some("0,start,a1,s1,\"a2, a3 behind a1; b2 behind b1\""));
    let (_, out, _) = run_with_input(&["table", "-", "--format", "text"], EXAMPLE);
    let second = out.lines().nth(1).map(|line| line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(second.unwrap()[..4], ["0", "start", "*a1*", "*s1*"]);
    let (_, out, _) = run_with_input(&["table", "-", "--format", "json"], EXAMPLE);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["rows"][4]["waiting"][0]["reason"]["kind"], "notBefore");
}

#[test]
fn reads_the_json_form_and_prints_it() {
    let (status, json, _) = run_with_input(&["json", "-"], EXAMPLE);
    assert_eq!(status, 0);
    let (_, table, err) = run_with_input(&["table", "-"], &json);
    assert_eq!((table, &*err), (run_with_input(&["table", "-"], EXAMPLE).1, ""));
    let (status, again, _) = run_with_input(&["fmt", "-"], &json);
    assert_eq!((status, &again), (0, &json));
    // A byte order mark says nothing, before the one form as before the other.
    assert_eq!(run_with_input(&["fmt", "-"], &format!("\u{feff}{json}")), (0, json, String::new()));
    let marked = format!("\u{feff}{EXAMPLE}");
    assert_eq!(run_with_input(&["fmt", "-"], &marked), (0, EXAMPLE.to_owned(), String::new()));
    let file = Scratch::new("broken.json", "queue orders");
    let (status, _, err) = run(&["table", file.path()]);
    assert_eq!(status, 1);
    assert!(err.starts_with(file.path()), "{err}");
}

#[test]
fn prints_a_test_in_rust() {
    let (status, test, err) = run_with_input(&["rust", "-"], EXAMPLE);
    assert_eq!((status, &*err), (0, ""));
    assert_eq!(Ok(&test), queuescope_sim::to_rust_test(EXAMPLE).as_ref());
    assert!(test.contains("[\"9s\", \"W1\", \"a2\"],"), "{test}");
    let (_, json, _) = run_with_input(&["json", "-"], EXAMPLE);
    assert_eq!(run_with_input(&["rust", "-"], &json), (0, test, String::new()));
    let (status, out, err) = run_with_input(&["rust", "-"], "at 0s sned a1\n");
    assert_eq!((status, &*out), (1, ""));
    assert!(err.starts_with("standard input:1:7: "), "{err}");
}

#[test]
fn checks_expectations_and_names_what_fails() {
    let good = Scratch::new("good.queue", EXAMPLE);
    let bad = Scratch::new("bad.queue", EXAMPLE.replace("W1 has a2", "W1 has a3"));
    let (status, out, err) = run(&["check", good.path()]);
    assert_eq!((status, out, &*err), (0, format!("{}: 5 expectations hold\n", good.path()), ""));
    let (status, out, err) = run(&["check", bad.path(), good.path()]);
    assert_eq!((status, out), (1, format!("{}: 5 expectations hold\n", good.path())));
    assert_eq!(err, format!("{}:21: at 9s expected `W1 has a3`, but W1 has a2\n", bad.path()));
}

#[test]
fn checks_each_scenario_of_a_page() {
    let fenced = |text: &str| format!("```queuescope\n{text}```\n\n");
    let quoted = EXAMPLE.lines().map(|line| format!("> {line}\n")).collect::<String>();
    let good = Scratch::new(
        "good.md",
        format!("# Page\n\n{}text\n\n> ~~~queuescope\n{quoted}> ~~~\n", fenced(EXAMPLE)),
    );
    let said = format!("{}: 2 scenarios, 10 expectations hold\n", good.path());
    assert_eq!(run(&["check", good.path()]), (0, said, String::new()));
    let none = Scratch::new("none.md", "```text\nqueue\n```\n");
    let said = format!("{}: no scenario\n", none.path());
    assert_eq!(run(&["check", none.path()]), (0, said, String::new()));

    // Each is checked, and each error has its line on the page.
    let late = EXAMPLE.replace("W1 has a2", "W1 has a3");
    let wrong = "   at 0s send a\n   at 1s W1 nakcs\n";
    let bad = Scratch::new(
        "bad.md",
        format!("{}1. one\n\n   ```queuescope\n{wrong}   ```\n\n{}", fenced(&late), fenced(&late)),
    );
    let (status, out, err) = run(&["check", bad.path()]);
    assert_eq!((status, &*out), (1, ""));
    let lines = late.lines().count();
    let failed =
        |line: usize| format!("{}:{line}: at 9s expected `W1 has a3`, but W1 has a2\n", bad.path());
    assert!(err.starts_with(&failed(22)), "{err}");
    assert!(err.contains(&format!("{}:{}:13: ", bad.path(), lines + 8)), "{err}");
    assert!(err.contains("\n  at 1s W1 nakcs\n"), "{err}");
    assert!(err.ends_with(&failed(lines + 32)), "{err}");
}

#[test]
fn only_check_reads_a_page() {
    let page = Scratch::new("only.md", format!("```queuescope\n{EXAMPLE}```\n"));
    for arguments in [&["table", page.path()] as &[&str], &["fmt", page.path()]] {
        let (status, out, err) = run(arguments);
        assert_eq!((status, &*out), (1, ""));
        assert!(
            err.ends_with(": is a page, of which only `queuescope check` reads the scenarios\n"),
            "{err}"
        );
    }
}

#[test]
fn formats_in_place_and_only_names_files_with_check() {
    let untidy = EXAMPLE.replace("at 0s   send", "at   0s send");
    let file = Scratch::new("untidy.queue", &untidy);
    let (status, _, err) = run(&["fmt", "--check", file.path()]);
    assert_eq!(status, 1);
    assert!(err.contains("canonical form"), "{err}");
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), untidy);
    assert_eq!(run(&["fmt", file.path()]).0, 0);
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), EXAMPLE);
    assert_eq!(run(&["fmt", "--check", file.path()]).0, 0);
    assert_eq!(run_with_input(&["fmt", "-"], &untidy).1, EXAMPLE);
}

#[test]
fn says_why_a_message_waits() {
    for at in ["4s", "4", "4.5"] {
        let (status, out, _) = run_with_input(&["why", "-", "a3", "--at", at], EXAMPLE);
        assert_eq!(status, 0);
        assert_eq!(out, "a3 waits behind a2, the head of its group, which waits itself\n");
    }
    let (status, _, err) = run_with_input(&["why", "-", "a9", "--at", "4s"], EXAMPLE);
    assert_eq!(status, 1);
    assert!(err.contains("did you mean"), "{err}");
}

#[test]
fn an_instant_that_no_run_has_is_refused_and_one_past_the_end_is_said_to_be() {
    for (at, words) in [
        ("-1s", "a time is never below 0, but `-1s` is"),
        ("-1", "a time is never below 0, but `-1` is"),
        ("366d", "it is past the limit of 365d"),
        ("soon", "expected a time such as `5s`, found `soon`"),
        ("1x", "use `us`, `ms`, `s`, `m`, `h` or `d`"),
        (
            "1h30",
            "`1h30` needs a unit: `us`, `ms`, `s`, `m`, `h` or `d`; only a number that stands alone",
        ),
        ("5s1.5", "`5s1.5` needs a unit"),
        ("99999999999999999999", "it is past the limit of 365d"),
        ("99999999999999999999s", "it is past the limit of 365d"),
        ("31536001", "it is past the limit of 365d"),
        ("1.2.3", "expected a time such as `5s`, found `1.2.3"),
    ] {
        let (status, _, err) = run_with_input(&["why", "-", "a3", "--at", at], EXAMPLE);
        assert_eq!(status, 2, "{at}");
        assert!(err.contains(words), "{at}: {err}");
    }
    // The last line is at 10 s: W1 gets a3 then, for the 30 s that a lease has.
    let (status, out, _) = run_with_input(&["why", "-", "a3", "--at", "365d"], EXAMPLE);
    assert_eq!(status, 0);
    assert_eq!(
        out,
        "the run ends at 10 s; then: a3 is in flight with W1 since 10 s, attempt 1; the lease ends at 40 s\n"
    );
}

#[test]
fn formatting_leaves_line_feeds_at_line_ends_and_says_so() {
    let file = Scratch::new("dos.queue", EXAMPLE.replace('\n', "\r\n"));
    assert_eq!(run(&["fmt", file.path()]).0, 0);
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), EXAMPLE);
    let (_, help, _) = run(&["fmt", "--help"]);
    assert!(help.contains("rewritten") && help.contains("line feed"), "{help}");
}

#[test]
fn a_wrong_text_is_shown_with_a_caret() {
    let wrong = EXAMPLE.replace("W1 nacks,", "W1 nakcs,");
    let file = Scratch::new("wrong.queue", wrong);
    for command in ["table", "check", "fmt"] {
        let (status, out, err) = run(&[command, file.path()]);
        assert_eq!((status, &*out), (1, ""));
        assert!(err.starts_with(&format!("{}:14:", file.path())), "{err}");
        assert!(err.contains("^^^^^") && err.contains("`nacks`"), "{err}");
    }
}

#[test]
fn the_table_says_what_its_last_column_leaves_out() {
    // `b1` waits for a worker at 0 s, and is not among what the table's first row holds back.
    let (_, out, _) = run_with_input(&["why", "-", "b1", "--at", "0s"], EXAMPLE);
    assert_eq!(out, "b1 waits for a worker: none has credit\n");
    let (_, out, _) = run_with_input(&["table", "-", "--format", "csv"], EXAMPLE);
    assert!(!out.lines().nth(1).unwrap().contains("b1,"), "{out}");
    let (status, help, _) = run(&["table", "--help"]);
    assert_eq!(status, 0);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("Messages that only wait for a free worker"), "{help}");
}

#[test]
fn a_line_break_in_a_name_breaks_no_line() {
    let text = "workers W1\nat 0s send \"a\\nb\" \"c\\u{1b}[31m\"\n";
    let (_, out, _) = run_with_input(&["why", "-", "a\nb", "--at", "0s"], text);
    assert_eq!(out, "a\\nb is in flight with W1 since 0 s, attempt 1; the lease ends at 30 s\n");
    let (status, _, err) = run_with_input(&["why", "-", "a\nc", "--at", "0s"], text);
    assert_eq!(status, 1);
    assert!(err.ends_with("there is no message a\\nc; did you mean a\\nb?\n"), "{err}");
    let failing = format!("{text}expect\n  W1 has \"c\\u{{1b}}[31m\"\n  nothing waits\n");
    let (status, _, err) = run_with_input(&["check", "-"], &failing);
    assert_eq!((status, err.lines().count()), (1, 2), "{err}");
    assert!(err.contains("but W1 has a\\nb\n") && !err.contains('\u{1b}'), "{err}");
    let doubled = format!("{text}at 1s send \"a\\nb\"\n");
    let (_, _, err) = run_with_input(&["check", "-"], &doubled);
    assert!(err.contains("a message `a\\nb` is sent already (line 2)\n"), "{err}");
    for format in ["markdown", "text", "csv"] {
        let (_, out, _) = run_with_input(&["table", "-", "--format", format], text);
        let rows = if format == "markdown" { 3 } else { 2 };
        assert_eq!(out.lines().count(), rows, "{out}");
    }
}

#[test]
fn standard_input_has_one_name_in_every_message() {
    let errors = |arguments: &[&str], input: &str| run_with_input(arguments, input).2;
    assert!(errors(&["check", "-"], "[").starts_with("standard input:1:1: `[`"));
    assert_eq!(
        errors(&["check", "-"], "{\"version\":1,}"),
        "standard input:1:14: this is not JSON: key must be a string\n"
    );
    assert_eq!(
        errors(
            &["json", "-"],
            r#"{"version":1,"workers":[{"name":"W1"},{"name":"W1"}],"until":-1}"#
        ),
        "standard input: until: a time is never below 0, but `-1` is\n"
    );
    // Every error of several has the name before it.
    let two = r#"{"version":1,"workers":[{"name":"W1"},{"name":"W1"}],"queue":{"lease":0}}"#;
    assert_eq!(
        errors(&["fmt", "-"], two),
        "standard input: queue.lease: a lease must be longer than 0s\n\
         standard input: workers[1]: the worker `W1` is there already (workers[0])\n"
    );
    let failing = "workers W1\nat 0s send a\nexpect\n  W1 idle\n";
    let said = "at the end expected `W1 idle`, but W1 has a\n";
    assert_eq!(errors(&["check", "-"], failing), format!("standard input:4: {said}"));
    let (_, json, _) = run_with_input(&["json", "-"], failing);
    assert_eq!(errors(&["check", "-"], &json), format!("standard input: expect[0]: {said}"));
    assert_eq!(
        run_with_input(&["check", "-"], "workers 1").1,
        "standard input: 0 expectations hold\n"
    );
    assert_eq!(
        errors(&["fmt", "--check", "-"], "workers   W1"),
        "standard input: is not in its canonical form\n"
    );
    assert!(
        errors(&["why", "-", "b", "--at", "0"], failing).starts_with("standard input: there is no")
    );
}

#[test]
fn usage_errors_end_with_2() {
    for arguments in [
        &[] as &[&str],
        &["tabel"],
        &["table"],
        &["check"],
        &["fmt"],
        &["table", "-", "--format", "yaml"],
        &["why", "-", "a1"],
        &["why", "-", "a1", "--at", "soon"],
    ] {
        assert_eq!(run(arguments).0, 2, "{arguments:?}");
    }
    assert_eq!(run(&["--help"]).0, 0);
}

#[test]
fn what_cannot_be_read_is_named() {
    let (status, _, err) = run(&["table", "no-such-file.queue"]);
    assert_eq!(status, 1);
    assert!(err.starts_with("no-such-file.queue: cannot be read"), "{err}");
    let binary = Scratch::new("binary.queue", [b'q', 0xff, 0xfe]);
    let (status, _, err) = run(&["check", binary.path()]);
    assert_eq!(status, 1);
    assert!(err.contains("is not UTF-8 text: no character begins at byte 1"), "{err}");
    let huge = Scratch::new("huge.queue", vec![b'#'; 5 * 1024 * 1024]);
    let (status, _, err) = run(&["check", huge.path()]);
    assert_eq!(status, 1);
    assert!(err.ends_with("longer than 65536 bytes, the limit of a scenario's text\n"), "{err}");
    let huge = Scratch::new("huge.json", vec![b' '; 5 * 1024 * 1024]);
    let (status, _, err) = run(&["check", huge.path()]);
    assert_eq!(status, 1);
    assert!(err.ends_with("longer than 4194304 bytes, the limit of a scenario as JSON\n"), "{err}");
}

#[test]
fn a_reader_that_stops_reading_is_no_fault() {
    let many = "workers W1\nat 0s send m1..m5000 every 1s\nwork\n  takes 500ms\n";
    let mut child = command(&["table", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(many.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(said(output), (0, String::new(), String::new()));
}
