//! Shards, batches, the leader's crash, and what is processed twice at once.

use super::{picture, *};

/// W1 has a1 and a2 and W2 has b1, all lost at 3 s; nobody speaks for them, and at 8 s W2 gets what W1 is still at work on.
const CRASH: &str = "\
queue pay
  ordered by header account
  durability fast
  batches of 2
  no backoff
worker W1 takes 2
worker W2 takes 2
at 0s send a1..a3(A) b1(B)
at 2s W1 cut off for 20s
at 3s leader crashes
until 30s
";

fn at(seconds: u64) -> Session {
    let mut session = Session::of(CRASH);
    assert_eq!(session.problems().as_slice(), []);
    session.update(Msg::Measured(642));
    session.update(Msg::SeekTime(Time::from_secs(seconds)));
    session
}

/// What a worker has, as the panel says it.
fn holds(session: &Session, worker: usize) -> Vec<String> {
    let worker = &Scene::of(session).workers.workers[worker];
    let say = |held: &HeldScene| {
        let begins = held.begins.as_deref().map(|begins| format!("[{begins}] "));
        let twice = if held.twice { ", twice" } else { "" };
        format!("{}{} {}{twice}", begins.unwrap_or_default(), held.message, held.left)
    };
    worker.holds.iter().map(say).collect()
}

#[test]
fn b1_a_batch_stands_together() {
    let scene = Scene::of(&at(0));
    assert_eq!(scene.lanes.lanes[0].batch.as_deref(), Some("batch of 2"));
    assert_eq!(scene.lanes.lanes[1].batch, None, "b1 went out alone");
    assert_eq!(
        scene.lanes.order,
        "ordered by header account · one batch in flight per group at most"
    );
    assert_eq!(scene.lanes.besides, "in batches of up to 2 · durability fast, reclaim grace 5 s");
    assert_eq!(holds(&at(0), 0), ["[batch of 2] a1 30 s", "a2 30 s"]);
    // What is left of it is not said to be all of it.
    let text = CRASH.replace("at 2s W1 cut off for 20s", "at 2s W1 acks a1");
    let mut session = Session::of(&text);
    session.update(Msg::Seek(1));
    assert_eq!(Scene::of(&session).lanes.lanes[0].batch.as_deref(), Some("1 left of a batch"));
}

#[test]
fn x2_what_a_new_leader_does_not_know_of_is_seen() {
    let session = at(3);
    let scene = Scene::of(&session);
    assert_eq!(
        picture(&scene.lanes),
        "A: a1[8 s] a2 a3 | Held (held for reclaim until 8 s) | \n\
         B: b1[8 s] | Held (held for reclaim until 8 s) | \n"
    );
    let head = &scene.lanes.lanes[1].waiting[0];
    assert_eq!(head.state, PillState::Reclaim);
    assert_eq!(
        head.title,
        "b1 waits: held for reclaim until 8 s; its lease is lost: W2 may speak for it until 8 s"
    );
    assert_eq!(holds(&session, 0), ["[batch of 2] a1 lost", "a2 lost"]);
    assert_eq!(holds(&session, 1), ["b1 lost"]);
    assert_eq!(scene.workers.workers[0].cut_off.as_deref(), Some("22 s"));
    let cells: Vec<_> = scene.steps.rows[2].cells().collect();
    assert_eq!((cells[0].word, cells[0].lost, cells[1].lost), (Some("cut off"), 2, 1));
}

#[test]
fn x3_what_is_processed_twice_is_said_where_it_is() {
    let session = at(8);
    let scene = Scene::of(&session);
    assert_eq!(
        picture(&scene.lanes),
        "A: a3 | Shut a1[W2, W1] a2[W2, W1] | \nB: b1[worker] | Held (no free worker) | \n"
    );
    let lane = &scene.lanes.lanes[0];
    assert_eq!(lane.why, "a1, a2 processed twice at once, by W2 and W1 · a3 behind a1");
    assert!(lane.in_flight.iter().all(|pill| pill.twice));
    assert_eq!(
        holds(&session, 0),
        ["[batch of 2] a1 still at work, twice", "a2 still at work, twice"]
    );
    assert_eq!(holds(&session, 1), ["[batch of 2] a1 30 s, twice", "a2 30 s, twice"]);
    assert_eq!(holds(&at(22), 0), ["b1 30 s"]);
}

#[test]
fn the_timeline_shows_the_crash_and_what_came_of_it() {
    // 30 s on 600 pixels: 20 to a second, and a pixel and a half is left free behind each bar.
    let timeline = Rc::clone(&Scene::of(&at(8)).timeline);
    let crashes: Vec<_> =
        timeline.crashes.iter().map(|at| (at.x, at.grace, at.label.as_str())).collect();
    assert_eq!(crashes, [(60.0, 100.0, "leader crashes, held for reclaim until 8 s")]);
    let bars: Vec<_> = timeline
        .bars
        .iter()
        .map(|bar| {
            let spans: Vec<_> =
                bar.spans.iter().map(|span| (span.x, span.width, span.twice)).collect();
            (&*bar.message, bar.x, bar.y, bar.width, spans)
        })
        .collect();
    let (lost, twice) = ((60.0, 98.5, false), (160.0, 278.5, true));
    // Rows begin below the strip of 18; W2's first one below both levels of W1's.
    assert_eq!(
        bars,
        [
            ("a1", 0.0, 24.0, 158.5, vec![lost, twice]),
            ("a2", 0.0, 51.0, 158.5, vec![lost, twice]),
            ("b1", 0.0, 84.0, 158.5, vec![lost]),
            ("a1", 160.0, 84.0, 438.5, vec![twice]),
            ("a2", 160.0, 111.0, 438.5, vec![twice]),
            ("b1", 440.0, 24.0, 158.5, vec![]),
        ]
    );
    let title = "a1 is processed twice at once, by W1 and W2, from 8 s to 22 s";
    assert_eq!(timeline.bars[0].spans[1].title, title);
    assert_eq!(timeline.bars[0].outcome, Some(queuescope_sim::Outcome::Unresolved));
    let batches: Vec<_> = timeline
        .batches
        .iter()
        .map(|batch| (batch.x, batch.y, batch.width, batch.height, batch.title.as_str()))
        .collect();
    assert_eq!(
        batches,
        [
            (-2.5, 21.5, 163.5, 56.0, "batch of 2 with W1: a1, a2"),
            (157.5, 81.5, 443.5, 56.0, "batch of 2 with W2: a1, a2"),
        ]
    );
    let downs: Vec<_> =
        timeline.downs.iter().map(|down| (down.cut_off, down.x, down.width, down.height)).collect();
    assert_eq!(downs, [(true, 40.0, 398.5, 51.0)]);
    assert_eq!(timeline.downs[0].title, "W1 is cut off from 2 s until 22 s");
}

#[test]
fn what_is_ahead_of_a_stretch_is_not_past() {
    // Lost from 3 s to 8 s, 98.5 pixels from 60 on; twice from 8 s to 22 s, 278.5 pixels from 160 on; 20 to a second.
    let past = |seconds: u64| {
        let timeline = Rc::clone(&Scene::of(&at(seconds)).timeline);
        timeline.bars[0].spans.iter().map(|span| span.past).collect::<Vec<_>>()
    };
    assert_eq!(past(2), [0.0, 0.0]);
    assert_eq!(past(3), [0.0, 0.0]);
    assert_eq!(past(8), [98.5, 0.0]);
    assert_eq!(past(22), [98.5, 278.5]);
    let text = CRASH.replace("until 30s", "at 10s send z(Z)\nuntil 30s");
    let mut session = Session::of(&text);
    session.update(Msg::Measured(642));
    session.update(Msg::SeekTime(Time::from_secs(10)));
    let timeline = Rc::clone(&Scene::of(&session).timeline);
    let other = timeline.bars.iter().rfind(|bar| &*bar.message == "a1").unwrap();
    assert_eq!(timeline.bars[0].spans[1].past, 40.0, "two seconds of it");
    assert_eq!(other.spans[0].past, 40.0, "and of the one beside it");
}

#[test]
fn x3_the_outline_goes_on_until_the_worker_knows() {
    // W2 is done with a1 and a2 at 10 s and 12 s, and W1 hears of that at 22 s.
    let text = CRASH.replace("until 30s", "at 10s W2 acks\nat 12s W2 acks a2\nuntil 30s");
    let mut session = Session::of(&text);
    assert_eq!(session.problems().as_slice(), []);
    session.update(Msg::Measured(642));
    let timeline = Rc::clone(&Scene::of(&session).timeline);
    let spans = |bar: usize| {
        let spans = timeline.bars[bar].spans.iter();
        spans.map(|span| (span.x, span.width, span.twice)).collect::<Vec<_>>()
    };
    let lost = (60.0, 98.5, false);
    assert_eq!(spans(0), [lost, (160.0, 38.5, true), (200.0, 238.5, false)]);
    assert_eq!(spans(1), [lost, (160.0, 78.5, true), (240.0, 198.5, false)]);
    assert_eq!(spans(3), [(160.0, 38.5, true)], "W2's own");
    assert_eq!(timeline.bars[0].spans[2].title, "W1, cut off, is still at work on a1, until 22 s");
}

#[test]
fn s1_lanes_stand_by_their_shards() {
    let text = "queue q\n  ordered by header k\n  shards 4 by header k\nat 0s send a(A) b(B) c(C) d(D) e(E)\n";
    let scene = Scene::of(&Session::of(text));
    assert_eq!(scene.lanes.besides, "4 shards by header k");
    let shards: Vec<u32> = scene.lanes.lanes.iter().filter_map(|lane| lane.shard).collect();
    assert_eq!(shards.len(), 5);
    assert!(shards.is_sorted() && shards.iter().all(|shard| *shard < 4), "{shards:?}");
}

#[test]
fn acts_of_the_leader_are_lines_of_the_text() {
    let mut session = at(0);
    session.update(Msg::Act("leader crashes".into()));
    assert!(session.text().contains("at 1s leader crashes\n"), "{}", session.text());
    session.update(Msg::Act("W2 cut off for 10s".into()));
    assert!(session.text().contains("W2 cut off for 10s\n"), "{}", session.text());
    session.update(Msg::Undo);
    session.update(Msg::Undo);
    assert_eq!(session.text(), CRASH);
}

#[test]
fn x3_who_cannot_hear_an_operator_is_drawn_at_work() {
    // Set aside at 2 s, redriven at 5 s; W1 hears of it at 11 s.
    let text = "queue q\nworkers W1 W2\nat 0s send a1\nat 1s W1 cut off for 10s\n\
                at 2s dead-letter a1\nat 5s redrive a1\nuntil 20s\n";
    let titles = |text: &str| {
        let timeline = Rc::clone(&Scene::of(&Session::of(text)).timeline);
        let spans = timeline.bars[0].spans.iter();
        spans.map(|span| (span.twice, span.title.clone())).collect::<Vec<_>>()
    };
    let at_work = |until| (false, format!("W1, cut off, is still at work on a1, until {until} s"));
    let spans = titles(text);
    assert_eq!(spans.len(), 2);
    assert!(spans[0].0 && spans[0].1.ends_with("from 5 s to 11 s"), "{spans:?}");
    assert_eq!(spans[1], at_work(5));
    assert_eq!(titles(&text.replace("at 5s redrive a1\n", "")), [at_work(11)]);
}
