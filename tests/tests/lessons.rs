//! What each lesson tells its reader to try can be done as it is told, and has the outcome that is promised.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it is")]

use queuescope_sim::{Run, check, parse};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A lesson, a piece of advice carried out as replacements of its text, and what must come out then.
type Trial = (&'static str, &'static [(&'static str, &'static str)], &'static str);

/// Every piece of advice, in the order of the files.
const TRIALS: &[Trial] = &[
    // a2 may go again at 5 s (O7), and W2's ack at that instant frees W2.
    ("account-retries", &[("retry after 5s", "retry after 1s")], "at 5s W2 has a2"),
    // The only group of a3 is B then, whose b1 is done: it is the oldest that can go when W1 nacks.
    ("account-retries", &[("a3(A)", "a3(B)")], "at 4s W1 has a3\n  group B: b1 a3 b2"),
    (
        "classifier",
        &[("  attribute customer = header user\n", "")],
        "at 0s W1 has open, W2 idle\n  deliveries: open",
    ),
    // W2, which has the new message, acks it at 11 s; the grace ends at 16 s.
    (
        "cut-off",
        &[("reclaim grace 5s", "reclaim grace 12s")],
        "at 9s W2 has other\n  done: other debit\n  processed twice: none",
    ),
    ("delay-holds-the-group", &[(" delay 6s", "")], "at 0s W1 has open, W2 has wash"),
    (
        "delay-holds-the-group",
        &[(" delay 6s close(north)", " close(north) delay 6s")],
        "at 0s W1 has open, W2 has wash\n  at 5s close waits until 6s",
    ),
    ("expired-lease", &[("lease 10s", "lease 4s")], "at 3s W2 idle\n  at 4s W2 has pay7"),
    (
        "expired-lease",
        &[("at 12s  W1 returns\nat 13s  W1 acks", "at 5s   W1 returns\nat 6s   W1 acks")],
        "at 6s done: pay7, W1 has pack7",
    ),
    // One delivery a turn (F1): web, batch, web, batch, batch.
    (
        "group-spans-fairness-keys",
        &[("  ordered by header account\n", ""), ("(ann)", ""), ("(bob)", ""), ("(cho)", "")],
        "deliveries: open sync pay copy dump",
    ),
    // W2 is free since 5 s, but W1 is too when the grace is over, and subscribed first (L2).
    (
        "leader-crash-committed",
        &[("queue payments\n", "queue payments\n  durability fast\n")],
        "at 9s W1 has debit\n  deliveries: debit open debit credit",
    ),
    (
        "leader-crash-fast",
        &[("at 8s  W2", "at 7s   W1 extends by 10s\nat 8s  W2")],
        "at 9s W1 has debit, W2 has close, credit waits behind debit\n  group A: debit",
    ),
    (
        "missing-key",
        &[("missing key: unordered", "missing key: reject")],
        "at 0s W2 idle, W3 idle\n  deliveries: open open load save",
    ),
    // Two of tiny's to one of big's: t1 and t2 are one turn, t3 begins the next (F1).
    (
        "noisy-neighbour",
        &[("fairness tiny\nnote", "fairness tiny weight 2\nnote")],
        "deliveries: b1 b2 b3 t1 t2 b4 t3 b5 b6 b7 b8",
    ),
    (
        "noisy-neighbour",
        &[(" fairness big", ""), (" fairness tiny", "")],
        "deliveries: b1 b2 b3 b4 b5 b6 b7 b8 t1 t2 t3",
    ),
    ("order-by-group", &[("door17(17)\n", "door17(17) pack99(99)\n")], "at 0s W3 has pack99"),
    (
        "ordered-batch",
        &[("W1 takes 3", "W1 takes 2")],
        "at 0s W1 has edit1 edit2, edit3 waits behind edit1\n  at 2s W1 has edit2 edit3\n  done: edit1 edit2 edit3 edit4 edit5",
    ),
    (
        "ordered-batch",
        &[("W1 takes 3", "W1 takes 1")],
        "at 0s W1 has edit1, edit2 waits behind edit1\n  done: edit1 edit2 edit3 edit4 edit5",
    ),
    // Failures at 2, 4, 7, 12 and 21 s: waits of 1, 2, 4 and 8 s lie between them.
    (
        "poison-message",
        &[("retry 3 attempts", "retry 5 attempts")],
        "at 20s W1 has blur, last waits behind blur\n  at 21s W1 has last, dead: blur",
    ),
    (
        "poison-message",
        &[("blur fails always", "blur fails twice")],
        "at 7s W1 has last\n  done: sea cat blur last\n  dead: none",
    ),
    (
        "redrive-joins-the-tail",
        &[
            ("at 6s   redrive addr\n", ""),
            ("at 9s   W1 acks\n", "at 9s   redrive addr\nat 9s   W1 acks\n"),
        ],
        "group ann: addr bill ship note addr",
    ),
    (
        "redrive-joins-the-tail",
        &[(
            "at 10s  W1 acks\nat 11s  W1 acks\n",
            "at 10s  W1 nacks\nat 11s  W1 acks\nat 12s  redrive addr\n",
        )],
        "at 10s dead: addr, W1 has note\n  at 12s dead: none, W1 has addr",
    ),
    ("retry-after", &[("W1 nacks\n", "W1 nacks, retry after 5s\n")], "at 7s rent waits until 12s"),
    ("retry-after", &[("retry 3 attempts", "retry 2 attempts")], "at 7s dead: rent, W1 has food"),
    (
        "retry-holds",
        &[("  ordered by header item\n", ""), ("(pen)", ""), ("(cup)", "")],
        "at 0s W1 has add5, W2 has take2\n  at 2s done: take2, add5 waits until 4s",
    ),
    ("shards", &[("  shards 2 by header account\n", "")], "deliveries: a1 a2 a3 a4 a5 a6 c1 c2"),
    (
        "throttle-per-customer",
        &[("2 per 10s", "3 per 10s")],
        "at 1s W1 has a3, W2 has z1, a4 waits until 10s",
    ),
    (
        "throttle-per-customer",
        &[(" by header customer", "")],
        "at 1s W1 idle, W2 idle, z1 waits until 10s\n  deliveries: a1 a2 a3 a4 z1",
    ),
    ("throttled-head", &[("order=2 via=card ", "order=2 ")], "at 0s W1 has card1, W2 has card2"),
    (
        "whole-queue",
        &[("  ordered\n", "  ordered by header user\n")],
        "at 0s W1 has login, W2 has grant, pay waits behind login, revoke waits for a worker",
    ),
    (
        "workers-take-turns",
        &[("  workers take turns\n", "")],
        "at 2s W1 has dog\n  at 4s W1 has owl\n  at 6s W1 has fox, W2 has bee, W3 idle",
    ),
];

fn directory() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/scenarios")
}

#[test]
fn what_a_lesson_says_to_try_comes_out_as_it_says() {
    for (lesson, edits, outcome) in TRIALS {
        let mut text =
            fs::read_to_string(directory().join(lesson).with_extension("queue")).unwrap();
        for (before, after) in *edits {
            assert!(text.contains(before), "{lesson}: {before}");
            text = text.replace(before, after);
        }
        // The lesson's own expectations may fail then, for that is the lesson; none of them is an error.
        let own = parse(&text).map_err(|errors| errors[0].to_string());
        assert!(own.is_ok(), "{lesson}: {own:?}");
        let (played, _) = text.split_once("\nexpect\n").unwrap();
        let asked = parse(&format!("{played}\nexpect\n  {outcome}\n"));
        let failures = check(&Run::new(asked.unwrap().scenario));
        assert!(failures.is_empty(), "{lesson}: {failures:?}");
    }
}

#[test]
fn no_advice_is_left_out() {
    let tried: BTreeSet<String> = TRIALS.iter().map(|(lesson, ..)| (*lesson).to_owned()).collect();
    let files = fs::read_dir(directory()).unwrap().map(|entry| entry.unwrap().path());
    let lessons: BTreeSet<String> =
        files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(tried, lessons);
}
