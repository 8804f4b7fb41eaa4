//! A session whose editor is not there yet.

use super::super::editor::{AtHand, Desk};
use super::*;
use crate::gallery::FIRST;
use crate::scene::Scene;
use std::rc::Rc;

/// The first lesson at 4 s.
fn without_editor() -> Session {
    let mut session = Session::with(FIRST, Desk::Away);
    session.update(Msg::SeekTime(Time::from_secs(4)));
    assert!(!session.asks_for_editor());
    session
}

fn came() -> Msg {
    Msg::EditorCame(Some(Fetched(Rc::new(AtHand))))
}

fn ack() -> Msg {
    Msg::Act("W1 acks b2".into())
}

#[test]
fn an_act_waits_for_the_editor_and_is_then_done() {
    let mut session = without_editor();
    session.update(ack());
    assert_eq!(session.text(), FIRST);
    assert!(session.asks_for_editor());
    assert!(!session.asks_for_editor(), "it is fetched once");
    session.update(came());
    assert!(session.text().contains("at 4.5s W1 acks b2\n"), "{}", session.text());
    assert_eq!(session.now(), Time::from_micros(4_500_000));
    session.update(Msg::Undo);
    assert_eq!(session.text(), FIRST);
    session.update(Msg::Turn(Knob::Workers(3)));
    assert!(session.text().contains("workers W1 W2 W3\n"));
    assert!(!session.asks_for_editor());
}

#[test]
fn what_waits_is_done_in_its_order() {
    let mut session = without_editor();
    session.update(ack());
    session.update(Msg::Turn(Knob::Workers(3)));
    session.update(Msg::Turn(Knob::Workers(4)));
    session.update(Msg::Undo);
    // The place in the run is free meanwhile: the act falls when it was asked for.
    session.update(Msg::First);
    assert_eq!(session.position(), 0);
    session.update(came());
    assert!(session.text().contains("at 4.5s W1 acks b2\n"), "{}", session.text());
    assert!(session.text().contains("workers W1 W2 W3\n"), "{}", session.text());
    session.update(Msg::Redo);
    assert!(session.text().contains("workers W1 W2 W3 W4\n"), "{}", session.text());
}

#[test]
fn a_lesson_that_is_opened_behind_an_act_comes_after_it() {
    let mut session = without_editor();
    session.update(ack());
    session.update(Msg::OpenLesson(1));
    assert_eq!(session.wanted(), None);
    session.update(came());
    assert!(session.text().contains("W1 acks b2"));
    assert_eq!(session.wanted(), Some(1));
}

#[test]
fn what_is_typed_meanwhile_is_edited_too() {
    let mut session = without_editor();
    session.update(ack());
    session.update(Msg::Type(format!("{FIRST}# more\n")));
    session.update(came());
    assert!(session.text().contains("at 4.5s W1 acks b2\n"), "{}", session.text());
    assert!(session.text().ends_with("# more\n"));
}

#[test]
fn where_the_editor_does_not_come_the_edits_are_dropped_and_the_next_one_asks_again() {
    let mut session = without_editor();
    let typed = format!("{FIRST}# more\n");
    session.update(Msg::Type(typed.clone()));
    session.update(ack());
    session.update(Msg::Undo);
    session.update(Msg::OpenLesson(2));
    assert!(session.asks_for_editor());
    session.update(Msg::EditorCame(None));
    // The undo was of the act: it takes nothing else back.
    assert_eq!(session.text(), typed);
    assert!(session.notice().is_some_and(|notice| notice.contains("Try again")));
    assert_eq!(session.wanted(), Some(2));
    assert!(!session.asks_for_editor());
    session.update(ack());
    assert_eq!(session.notice(), None);
    assert!(session.asks_for_editor());
    session.update(came());
    assert!(session.text().contains("W1 acks b2"));
}

#[test]
fn a_text_with_errors_is_known_at_once_and_explained_later() {
    let mut session = without_editor();
    let wrong = FIRST.replace("nacks", "nackz");
    session.update(Msg::Type(wrong.clone()));
    assert!(session.frozen());
    assert_eq!(session.problems().as_slice(), []);
    assert_eq!(Scene::of(&session).source.verdict, "errors");
    assert!(session.asks_for_editor());
    // An edit is refused at once, as ever.
    session.update(ack());
    assert_eq!(session.notice(), Some(FROZEN));
    session.update(came());
    assert_eq!(session.problems(), Session::of(&wrong).problems());
    assert_eq!(session.problems()[0].hint, "Did you mean `nacks`?");
    assert_eq!(Scene::of(&session).source.verdict, "1 error");
    assert_eq!(session.text(), wrong);
    session.update(Msg::Type(FIRST.to_owned()));
    assert!(!session.frozen());
    assert_eq!(session.problems().as_slice(), []);
}

#[test]
fn a_text_that_is_mended_before_the_editor_comes_has_no_errors() {
    let mut session = without_editor();
    session.update(Msg::Type(FIRST.replace("nacks", "nackz")));
    session.update(Msg::Type(FIRST.to_owned()));
    session.update(came());
    assert_eq!(session.problems().as_slice(), []);
    assert!(!session.frozen());
}

#[test]
fn the_editor_is_fetched_when_acts_come_into_sight() {
    let mut drawer = without_editor();
    drawer.update(Msg::Select(Some(name("b2"))));
    assert!(drawer.asks_for_editor());
    let mut form = without_editor();
    form.update(Msg::Compose(true));
    assert!(form.asks_for_editor());
}

#[test]
fn a_number_that_waits_is_turned_on_from_where_it_was_turned_to() {
    let text = "queue mail\nthrottle post: 2 per 10s\nworker W1 takes 2\nat 0s send m1 delay 3s\nat 1s W1 nacks, retry after 4s\n";
    let mut session = Session::with(text, Desk::Away);
    let numbers = |session: &Session| {
        let scene = Scene::of(session);
        let delays = scene.delays.delays.iter().filter(|delay| delay.knob.is_some());
        (
            scene.workers.declared,
            scene.workers.workers[0].credit,
            scene.throttles.throttles[0].limits[0].is.to_string(),
            delays.map(|delay| delay.time.to_string()).collect::<Vec<_>>().join(" "),
        )
    };
    let said = |workers, credit, limit: &str, delays: &str| {
        (workers, credit, limit.to_owned(), delays.to_owned())
    };
    assert_eq!(numbers(&session), said(1, 2, "2 per 10s", "3s 4s"));
    let three = NonZeroU32::MIN.saturating_add(2);
    let to = LimitDecl::Window { count: three, per: Time::from_secs(10) };
    for knob in [
        Knob::Workers(2),
        Knob::Workers(3),
        Knob::Credit { worker: name("W1"), takes: three },
        Knob::Limit { throttle: name("post"), index: 0, to },
        Knob::Delay { message: name("m1"), delay: Time::from_secs(5) },
        Knob::RetryAfter { line: 1, wait: Time::from_secs(6) },
    ] {
        session.update(Msg::Turn(knob));
    }
    assert_eq!(session.text(), text);
    assert_eq!(numbers(&session), said(3, 3, "3 per 10s", "5s 6s"));
    session.update(Msg::Undo);
    assert_eq!(numbers(&session), said(3, 3, "3 per 10s", "5s 4s"));
    session.update(came());
    assert_eq!(session.notice(), None);
    assert_eq!(numbers(&session), said(3, 3, "3 per 10s", "5s 4s"));
}

#[test]
fn an_edit_that_waits_can_be_taken_back_and_made_again() {
    let mut session = without_editor();
    let ways = |session: &Session| (session.can_undo(), session.can_redo());
    assert_eq!(ways(&session), (false, false));
    session.update(ack());
    assert_eq!(ways(&session), (true, false));
    session.update(Msg::Undo);
    assert_eq!(ways(&session), (false, true));
    session.update(Msg::Redo);
    assert_eq!(ways(&session), (true, false));
    session.update(came());
    assert_eq!(ways(&session), (true, false));
    assert!(session.text().contains("W1 acks b2"));
}

#[test]
fn an_act_that_waits_is_asked_for_once() {
    let mut session = without_editor();
    session.update(Msg::Compose(true));
    let send = || Msg::Act("send b3".into());
    session.update(send());
    assert!(!session.composing(), "the form closes at once");
    session.update(send());
    session.update(ack());
    session.update(ack());
    session.update(Msg::Compose(true));
    session.update(came());
    assert_eq!(session.notice(), None);
    assert!(session.composing(), "it is for another one");
    assert_eq!(session.text().matches("send b3").count(), 1);
    assert_eq!(session.text().matches("W1 acks b2").count(), 1);
    // What was taken back can be asked for again.
    let mut session = without_editor();
    session.update(ack());
    session.update(Msg::Undo);
    session.update(ack());
    session.update(came());
    assert!(session.text().contains("W1 acks b2"));
}
