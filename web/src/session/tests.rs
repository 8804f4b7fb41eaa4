mod editor;

use super::*;
use crate::gallery::TEXTS;
use queuescope_sim::{LimitDecl, Time};
use std::num::NonZeroU32;

const THROTTLED: &str = "\
queue mail
throttle post: 2 per 10s
workers W1
at 0s send m1 m2 m3 delay 3s
at 1s W1 acks
at 2s W1 nacks, retry after 4s
";

fn name(name: &str) -> Name {
    name.into()
}

fn at_four() -> Session {
    let mut session = Session::new();
    session.update(Msg::SeekTime(Time::from_secs(4)));
    session
}

#[test]
fn the_first_lesson_opens_at_its_first_step() {
    let session = Session::new();
    assert_eq!(session.position(), 0);
    assert_eq!(session.played().run().len(), 9);
    assert!(session.problems().is_empty());
    assert!(!session.can_undo());
}

#[test]
fn the_transport_stays_within_the_run() {
    let mut session = Session::new();
    session.update(Msg::Back);
    assert_eq!(session.position(), 0);
    session.update(Msg::Last);
    assert_eq!(session.position(), 8);
    session.update(Msg::Forward);
    assert_eq!(session.position(), 8);
    session.update(Msg::Seek(3));
    assert_eq!(session.now(), Time::from_secs(3));
    session.update(Msg::First);
    assert_eq!(session.position(), 0);
}

#[test]
fn playing_ends_at_the_last_step_and_starts_over() {
    let mut session = Session::new();
    session.update(Msg::Tick);
    assert_eq!(session.position(), 0, "a tick that comes late moves nothing");
    session.update(Msg::TogglePlay);
    assert_eq!(session.pause(), Some(1_000));
    for _ in 0..8 {
        session.update(Msg::Tick);
    }
    assert_eq!(session.position(), 8);
    assert!(!session.playing());
    assert_eq!(session.pause(), None);
    session.update(Msg::TogglePlay);
    assert_eq!(session.position(), 0);
    assert!(session.playing());
}

#[test]
fn a_text_with_errors_keeps_the_last_run() {
    let mut session = at_four();
    let good = session.text().to_owned();
    session.update(Msg::Type(good.replace("nacks", "nackz")));
    assert_eq!(session.problems().len(), 1);
    assert_eq!(session.problems()[0].hint, "Did you mean `nacks`?");
    assert_eq!(session.played().run().len(), 9);
    assert_eq!(session.now(), Time::from_secs(4));
    session.update(Msg::Type(good));
    assert!(session.problems().is_empty());
    assert_eq!(session.now(), Time::from_secs(4));
}

#[test]
fn an_act_becomes_a_line_and_the_run_goes_there() {
    let mut session = at_four();
    assert_eq!(session.act_at(), Time::from_micros(4_500_000));
    session.update(Msg::Act("W1 acks b2".into()));
    assert!(session.text().contains("at 4.5s W1 acks b2\n"), "{}", session.text());
    assert_eq!(session.now(), Time::from_micros(4_500_000));
    assert!(session.played().run().snapshot(session.position()).workers[0].holds.is_empty());
    session.update(Msg::Undo);
    assert_eq!(session.text(), Session::new().text());
    assert_eq!(session.now(), Time::from_secs(4));
    session.update(Msg::Redo);
    assert!(session.text().contains("W1 acks b2"));
}

#[test]
fn an_act_falls_when_it_was_chosen_to() {
    let mut session = at_four();
    session.update(Msg::Said("field draft.at 7s".into()));
    session.update(Msg::Act("W1 crashes".into()));
    assert_eq!(session.now(), Time::from_secs(7));
    assert!(session.text().contains("at 7s   W1 crashes"));
    session.update(Msg::Act("redrive b2".into()));
    assert!(session.text().contains("redrive b2"));
}

#[test]
fn an_edit_that_cannot_be_is_explained_and_changes_nothing() {
    let mut session = Session::new();
    let text = session.text().to_owned();
    session.update(Msg::Turn(Knob::Workers(1)));
    assert_eq!(session.text(), text);
    assert!(session.notice().is_some_and(|notice| notice.contains("W2")));
    session.update(Msg::Type(format!("{text}\nnonsense")));
    session.update(Msg::Turn(Knob::Workers(3)));
    assert_eq!(session.notice(), Some("The text has errors: mend them first."));
}

#[test]
fn numbers_are_turned_in_place() {
    let mut session = Session::of(THROTTLED);
    assert_eq!(session.problems().as_slice(), []);
    let two = NonZeroU32::MIN.saturating_add(1);
    session.update(Msg::Turn(Knob::Workers(2)));
    session.update(Msg::Turn(Knob::Credit { worker: name("W1"), takes: two }));
    session.update(Msg::Turn(Knob::Limit {
        throttle: name("post"),
        index: 0,
        to: LimitDecl::Window { count: two.saturating_add(1), per: Time::from_secs(20) },
    }));
    session.update(Msg::Turn(Knob::Delay { message: name("m3"), delay: Time::from_secs(8) }));
    session.update(Msg::Turn(Knob::RetryAfter { line: 2, wait: Time::from_secs(6) }));
    assert_eq!(session.notice(), None);
    let text = session.text();
    for part in ["3 per 20s", "delay 8s", "retry after 6s", "W1 takes 2", "W2"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    for _ in 0..5 {
        session.update(Msg::Undo);
    }
    assert_eq!(session.text(), THROTTLED);
    assert!(!session.can_undo());
}

#[test]
fn typing_in_a_row_is_one_change() {
    let mut session = Session::new();
    let text = session.text().to_owned();
    for end in ["\n", "\n#", "\n# x"] {
        session.update(Msg::Type(format!("{text}{end}")));
    }
    session.update(Msg::Undo);
    assert_eq!(session.text(), text);
}

#[test]
fn a_new_message_is_sent_from_a_form() {
    let mut session = Session::new();
    session.update(Msg::Compose(true));
    assert!(session.drawn("compose").contains("submit=act send b3\u{1}"));
    session.update(Msg::Said("field draft.key B".into()));
    let form = session.drawn("compose");
    assert!(form.contains("submit=act send b3(B)\u{1}"), "{form:?}");
    session.update(Msg::Said("act send b3(B)".into()));
    assert!(session.text().contains("send b3(B)"));
    assert!(!session.composing());
    assert_eq!(session.played().lane_of("b3").map(|lane| &**lane), Some("B"));
    // The next one has a name of its own; what else was filled in stays.
    session.update(Msg::Compose(true));
    assert!(session.drawn("compose").contains("submit=act send b4(B)"));
}

#[test]
fn whatever_the_text_nothing_breaks() {
    for text in
        ["", "\u{0}\u{1}", "at", "queue q\nat 0s send", "workers 0", "\n\n\n", "at 0s send a1"]
    {
        let mut session = Session::of(text);
        for msg in [
            Msg::Last,
            Msg::Back,
            Msg::TogglePlay,
            Msg::Tick,
            Msg::Compose(true),
            Msg::SeekTime(Time::from_secs(9)),
        ] {
            session.update(msg);
            let _ = crate::scene::Scene::of(&session);
        }
    }
}

const CHECKED: &str = "\
workers W1
at 0s send a1
at 1s W1 acks
expect
  at 0s W1 has a1, W1 idle
  done: a1
";

/// The lines whose expectations fail, what they say, what was there, and the step.
fn failures(session: &Session) -> Vec<(usize, &str, &str, usize)> {
    let failed = &session.played().checks().failed;
    failed
        .iter()
        .map(|one| (one.line, one.expected.as_str(), one.found.as_str(), one.step))
        .collect()
}

#[test]
fn what_is_expected_in_vain_is_known_after_every_act() {
    let mut session = Session::of(CHECKED);
    assert_eq!(session.played().checks().count, 3);
    assert_eq!(failures(&session), [(5, "at 0s W1 idle", "W1 has a1", 0)]);
    session.update(Msg::Act("W1 rejects a1".into()));
    // One line more; the ack that follows comes too late.
    assert_eq!(
        failures(&session),
        [
            (6, "at 0s W1 idle", "W1 has a1", 0),
            (7, "done: a1", "nothing is done", session.played().run().len() - 1),
        ]
    );
    session.update(Msg::Undo);
    assert_eq!(failures(&session).len(), 1);
    assert_eq!(Session::new().played().checks().failed, []);
}

/// Opens a lesson, whose text comes.
fn open(session: &mut Session, index: usize) {
    session.update(Msg::OpenLesson(index));
    assert_eq!(session.wanted(), Some(index));
    session.update(Msg::LessonCame(index, Some(TEXTS[index].to_owned())));
    assert_eq!(session.wanted(), None);
}

#[test]
fn a_lesson_is_fetched_once_and_the_one_that_was_chosen_last_is_shown() {
    let mut session = Session::new();
    session.update(Msg::OpenLesson(3));
    session.update(Msg::OpenLesson(4));
    // The text of the first one comes late.
    assert!(!session.update(Msg::LessonCame(3, Some(TEXTS[3].to_owned()))));
    assert_eq!((session.lesson(), session.wanted()), (Some(0), Some(4)));
    session.update(Msg::LessonCame(4, Some(TEXTS[4].to_owned())));
    assert_eq!(session.lesson(), Some(4));
    session.update(Msg::OpenLesson(0));
    session.update(Msg::OpenLesson(4));
    assert_eq!((session.lesson(), session.wanted()), (Some(4), None));
}

#[test]
fn a_lesson_that_cannot_be_fetched_says_so_and_leaves_the_other_one() {
    let mut session = Session::new();
    session.update(Msg::OpenLesson(3));
    assert!(session.update(Msg::LessonCame(3, None)));
    assert_eq!((session.lesson(), session.wanted()), (Some(0), None));
    assert!(session.notice().is_some_and(|notice| notice.contains(LESSONS[3].title)));
}

#[test]
fn undo_goes_back_to_the_lesson_that_was_there() {
    let mut session = Session::new();
    open(&mut session, 3);
    assert_eq!(session.lesson(), Some(3));
    session.update(Msg::Undo);
    assert_eq!(session.lesson(), Some(0));
    assert_eq!(session.text(), TEXTS[0]);
    session.update(Msg::Redo);
    assert_eq!(session.lesson(), Some(3));
    assert_eq!(session.text(), TEXTS[3]);
}

#[test]
fn too_many_expectations_are_looked_at_in_part() {
    let mut text = "workers W1\nat 0s send a1..a5000 with delay 1s\nexpect\n".to_owned();
    text.push_str(&"  at 0s nothing waits\n".repeat(40));
    let session = Session::of(&text);
    let checks = session.played().checks();
    // 5,000 messages, and a step at 0 s and at 1 s: 150,000 / 5,002.
    assert_eq!((checks.count, checks.checked, checks.failed.len()), (40, 29, 29));
}
