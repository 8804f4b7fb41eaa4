use super::*;
use crate::session::{Msg, TimelineBy};
use queuescope_sim::Time;
use std::fmt::Write;

mod leader;

/// The lanes of a scene as a person sees them, a line per lane.
fn picture(lanes: &LanesScene) -> String {
    let mut picture = String::new();
    for lane in &lanes.lanes {
        let names = |pills: &[PillScene]| {
            let names: Vec<String> = pills
                .iter()
                .map(|pill| match &pill.note {
                    Some(note) => format!("{}[{note}]", pill.message),
                    None => pill.message.to_string(),
                })
                .collect();
            names.join(" ")
        };
        let slot = if lane.in_flight.is_empty() {
            format!("({})", lane.empty)
        } else {
            names(&lane.in_flight)
        };
        let _ = writeln!(
            picture,
            "{}: {} | {:?} {slot} | {}",
            lane.name,
            names(&lane.waiting),
            lane.gate,
            names(&lane.done)
        );
    }
    picture
}

fn at(seconds: u64) -> Session {
    let mut session = Session::new();
    session.update(Msg::SeekTime(Time::from_secs(seconds)));
    session
}

#[test]
fn the_lanes_of_the_example() {
    assert_eq!(
        picture(&Scene::of(&at(4)).lanes),
        "A: a2[9 s] a3 | Held (held until 9 s) | a1\n\
         B:  | Shut b2[W1] | b1\n\
         no key:  | Open s2[W2] | s1\n"
    );
    assert_eq!(
        picture(&Scene::of(&at(0)).lanes),
        "A: a2 a3 | Shut a1[W1] | \n\
         B: b1[worker] b2 | Held (no free worker) | \n\
         no key: s2[worker] | Open s1[W2] | \n"
    );
    assert_eq!(
        picture(&Scene::of(&at(10)).lanes),
        "A:  | Shut a3[W1] | a2 a1\n\
         B:  | Free (nothing waits) | b2 b1\n\
         no key:  | Open (nothing waits) | s2 s1\n"
    );
}

#[test]
fn the_table_of_the_example() {
    let scene = Scene::of(&at(4));
    let rows: Vec<String> = scene
        .steps
        .rows
        .iter()
        .map(|row| {
            let cells: Vec<String> = row
                .cells()
                .map(|cell| match cell.word {
                    Some(word) => word.to_owned(),
                    None => cell.holds.iter().map(|(name, ..)| name.to_string()).collect(),
                })
                .collect();
            format!("{} | {} | {} | {}", row.t(), row.event(), cells.join(" | "), row.waiting())
        })
        .collect();
    assert_eq!(
        rows,
        [
            "0 | start | a1 | s1 | a2, a3 behind a1; b2 behind b1",
            "1 | W2 acks s1 | a1 | b1 | a2, a3 behind a1; b2 behind b1",
            "2 | W1 acks a1 | a2 | b1 | a3 behind a2; b2 behind b1",
            "3 | W2 acks b1 | a2 | s2 | a3 behind a2",
            "4 | W1 nacks a2, retry after 5 s | b2 | s2 | a2 not before 9; a3 behind a2",
            "5 | W2 acks s2 | b2 | idle | a2 not before 9; a3 behind a2",
            "6 | W1 acks b2 | idle | idle | a2 not before 9; a3 behind a2",
            "9 | a2 eligible | a2 | idle | a3 behind a2",
            "10 | W1 acks a2 | a3 | idle | ",
        ]
    );
    let now: Vec<usize> =
        scene.steps.rows.iter().filter(|row| row.when == When::Now).map(|row| row.index).collect();
    assert_eq!(now, [4]);
    let delivered = &scene.steps.rows[4].cells().next().unwrap().holds[0];
    assert!(delivered.2, "b2 is newly delivered");
}

#[test]
fn the_timeline_of_the_example() {
    let mut session = at(4);
    session.update(Msg::Measured(642));
    let scene = Scene::of(&session);
    let timeline = &scene.timeline;
    assert_eq!(timeline.bars.len(), 8);
    assert_eq!(
        timeline.labels.iter().map(|label| label.name.as_str()).collect::<Vec<_>>(),
        ["W1", "W2", "held"]
    );
    let b2 = timeline.bars.iter().find(|bar| &*bar.message == "b2");
    assert_eq!(b2.map(|bar| (bar.past, bar.outcome)), Some((0.0, None)), "b2 is yet to come");
    assert_eq!(timeline.holds.len(), 1);
    assert_eq!(timeline.holds[0].title, "A held for a2 until 9 s");
    assert_eq!(
        timeline.playhead.as_ref().map(|at| (at.x, at.word.as_str())),
        Some((timeline.scale.x(Time::from_secs(4)), "4 s"))
    );
    session.update(Msg::TimelineBy(TimelineBy::Lane));
    let scene = Scene::of(&session);
    assert_eq!(scene.timeline.labels.len(), 3);
    assert_eq!(scene.timeline.labels[0].hue, Some(1));
}

#[test]
fn the_words_of_the_example() {
    let scene = Scene::of(&at(4));
    assert!(
        scene
            .narration
            .spoken
            .starts_with("Step 5 of 9, 4 s. W1 nacks a2 and asks to retry after 5 s"),
        "{}",
        scene.narration.spoken
    );
    assert_eq!(scene.transport.place, "step 5 of 9");
    assert_eq!(scene.transport.time, "4 s");
    let delays: Vec<(bool, Time)> =
        scene.delays.delays.iter().map(|delay| (delay.holds, delay.time)).collect();
    assert_eq!(delays, [(true, Time::from_secs(9)), (false, Time::from_secs(5))]);
    assert_eq!(scene.workers.workers[0].holds[0].left, "30 s");
    assert_eq!(scene.workers.workers[1].holds[0].left_percent, 96);
    let line = scene.source.current.first().copied().unwrap_or(0);
    assert_eq!(scene.source.text.lines().nth(line - 1), Some("at 4s   W1 nacks, retry after 5s"));
    assert!(Scene::of(&at(10)).narration.end.is_some());
    assert!(scene.narration.end.is_none());
}

#[test]
fn a_drawer_is_drawn_below_the_lane_of_its_message() {
    let mut session = at(4);
    session.update(Msg::Select(Some("a2".into())));
    let scene = Scene::of(&session);
    let drawn = scene.lanes.lanes[0].drawer.clone().unwrap_or_default();
    assert!(drawn.contains("attempt 1 with W1, 2 s to 4 s: nacked"), "{drawn:?}");
    assert_eq!(scene.lanes.lanes[1].drawer, None);
    session.update(Msg::Select(Some("b2".into())));
    let scene = Scene::of(&session);
    // What it says is what is done, at the instant that it says.
    let drawn = scene.lanes.lanes[1].drawer.clone().unwrap_or_default();
    assert!(drawn.contains("act W1 acks b2") && drawn.contains("4.5 s"), "{drawn:?}");
    session.update(Msg::Said("field draft.at 6s".into()));
    assert!(session.view_lines().contains("\nat 6s\n"));
    session.update(Msg::Said("act W1 acks b2".into()));
    assert!(session.text().contains("W1 acks b2\n") && session.now() == Time::from_secs(6));
}

#[test]
fn a_step_changes_only_what_it_changes() {
    let mut session = at(5);
    let before = Scene::of(&session);
    session.update(Msg::Forward);
    let after = Scene::of(&session);
    assert_eq!(before.lanes.lanes[0], after.lanes.lanes[0], "nothing happens to group A");
    assert_eq!(before.lanes.lanes[2], after.lanes.lanes[2], "nor to the messages without a key");
    assert_ne!(before.lanes.lanes[1], after.lanes.lanes[1]);
    assert_eq!(before.delays, after.delays);
    assert_eq!(before.top, after.top);
}

#[test]
fn thousands_are_folded() {
    let mut session = Session::of(
        "queue q\n  ordered by header k\nworkers W1\nat 0s send n1..n2000(B)\nat 0s send m1..m2000(A) every 10ms\nwork\n  takes 1s\n",
    );
    assert_eq!(session.problems().as_slice(), []);
    session.update(Msg::Last);
    session.update(Msg::Seek(900));
    let scene = Scene::of(&session);
    let lane = &scene.lanes.lanes[0];
    assert_eq!(lane.waiting.len(), 6);
    assert!(lane.folded > 100);
    assert!(scene.steps.rows.len() <= 32);
    assert!(scene.steps.rows.iter().any(|row| row.when == When::Now));
    assert!(scene.timeline.bars.len() <= 600);
    assert!(scene.transport.marks.len() <= 241);
    session.update(Msg::ToggleLane(lane.name.clone()));
    assert_eq!(Scene::of(&session).lanes.lanes[0].waiting.len(), 200);
    session.update(Msg::ShowSteps(0));
    assert_eq!(Scene::of(&session).steps.rows[0].index, 0);
}

#[test]
fn the_end_says_what_can_be_done_about_it() {
    let end = |text: &str| {
        let mut session = Session::of(text);
        session.update(Msg::Last);
        Scene::of(&session).narration.end.clone().unwrap_or_default()
    };
    assert!(end("at 0s send a1").contains("No worker is there"));
    assert!(
        end("workers W1\nat 0s W1 crashes\nat 0s send a1").contains("Every worker has crashed")
    );
    assert!(end("workers W1\nat 0s send a1").contains("Settle one"));
    let left = end("workers W1\nat 0s W1 leaves\nat 0s send a1");
    assert!(left.contains("No worker is there"), "{left}");
    assert!(!left.contains("Settle"), "{left}");
}

#[test]
fn while_the_text_has_errors_nothing_offers_to_change_it() {
    let mut session = at(4);
    session.update(Msg::Select(Some("b2".into())));
    session.update(Msg::Type(session.text().replace("nacks", "nackz")));
    let scene = Scene::of(&session);
    assert!(session.view_lines().ends_with("\nfrozen\n"));
    assert!(scene.workers.frozen && scene.throttles.frozen && scene.delays.frozen);
    assert!(scene.dead_letters.frozen);
    assert_eq!(
        scene.source.checks.count, 0,
        "the last good text's expectations are not this one's"
    );
}

#[test]
fn limits_of_one_throttle_are_told_apart() {
    let text =
        "workers W1\nthrottle two: 1 per 1s, 5 per 1m\nthrottle one: 1 per 1s\nat 0s send a1";
    let scene = Scene::of(&Session::of(text));
    let limits = scene.throttles.throttles.iter().flat_map(|throttle| &throttle.limits);
    let called: Vec<&str> = limits.map(|limit| limit.called.as_str()).collect();
    assert_eq!(called, ["two, limit 1", "two, limit 2", "one"]);
}

#[test]
fn the_verdict_on_a_text_is_a_count_in_words() {
    let verdict = |expected: &str| {
        let text = format!("workers W1\nat 0s send a1\n{expected}");
        let mut session = Session::of(&text);
        assert_eq!(session.problems().as_slice(), []);
        session.update(Msg::Last);
        let scene = Scene::of(&session);
        let told = scene.narration.spoken.ends_with(&format!(" {}.", scene.source.verdict));
        (scene.source.verdict.clone(), told)
    };
    let is = |words: &str, told| (words.to_owned(), told);
    assert_eq!(verdict(""), is("", false));
    assert_eq!(verdict("expect\n  W1 has a1"), is("1 expectation holds", false));
    assert_eq!(verdict("expect\n  W1 has a1, done: none"), is("2 expectations hold", false));
    assert_eq!(verdict("expect\n  W1 idle"), is("1 expectation fails", true));
    assert_eq!(verdict("expect\n  W1 idle, done: none"), is("1 of 2 expectations fails", true));
    assert_eq!(verdict("expect\n  W1 idle, done: a1"), is("2 of 2 expectations fail", true));
    assert_eq!(Scene::of(&Session::of("at 0s sned\nat 1s sned")).source.verdict, "2 errors");
}
