use super::*;
use crate::run::played;

const EXAMPLE: &str = include_str!("../../../static/scenarios/account-retries.queue");

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

/// The state at the last step at or before an instant, with a message selected. An act would be half a second later.
fn state(text: &str, seconds: u64, message: &str) -> String {
    let step = played(text).unwrap().run.index_at(Time::from_secs(seconds));
    format!("step {}\nselect {message}\nat {seconds}s500ms\n", step + 1)
}

fn opened(text: &str, seconds: u64, message: &str) -> Drawer {
    Drawer::of(&played(text).unwrap(), State(&state(text, seconds, message))).unwrap()
}

fn in_flight(worker: &str) -> Place {
    Place::InFlight { worker: worker.into(), crashed: false }
}

#[test]
fn it_tells_the_story_and_who_may_act() {
    let a2 = opened(EXAMPLE, 4, "a2");
    assert_eq!(
        (a2.place, a2.story),
        (Place::Waiting, vec!["attempt 1 with W1, 2 s to 4 s: nacked".to_owned()])
    );
    let b2 = opened(EXAMPLE, 4, "b2");
    assert_eq!(b2.headline, "b2 is in flight with W1 since 4 s, attempt 1; the lease ends at 34 s");
    assert_eq!((b2.place, b2.story), (in_flight("W1"), vec![]));
    // No message of that name ever arrives.
    assert_eq!(Drawer::of(&played(EXAMPLE).unwrap(), State("step 1\nselect zz\n")), None);
}

#[test]
fn each_act_says_the_line_that_it_writes() {
    let drawn = |state: &str| drawer(&played(EXAMPLE).unwrap(), State(state)).unwrap().written();
    let b2 = drawn(&state(EXAMPLE, 4, "b2"));
    for does in [
        "W1 acks b2",
        "W1 nacks b2",
        "W1 nacks b2, retry after 5s",
        "W1 rejects b2",
        "W1 extends b2 by 10s",
        "W1 crashes",
        "W1 cut off for 10s",
    ] {
        assert!(b2.contains(&format!("click=act {does}\u{4}")), "{does}");
    }
    let turned = drawn(&(state(EXAMPLE, 4, "b2") + "field.draft.retry 8s\n"));
    assert!(turned.contains("act W1 nacks b2, retry after 8s"));
    assert!(drawn(&state(EXAMPLE, 4, "a2")).contains("act dead-letter a2"));
    // What is done, and a text with errors, leave nothing to do.
    assert!(!drawn(&state(EXAMPLE, 4, "a1")).contains("click=act "));
    let frozen = drawn(&(state(EXAMPLE, 4, "b2") + "frozen\n"));
    assert!(!frozen.contains("click=act ") && frozen.contains("mend them first"));
}

#[test]
fn b1_a_batch_is_settled_in_order() {
    let second = opened(CRASH, 0, "a2");
    assert_eq!(second.facts, ["batch of 2"]);
    assert_eq!(second.objection.as_deref(), Some("A batch is settled in order: a1 comes first."));
    assert_eq!(opened(CRASH, 0, "a1").objection, None);
}

#[test]
fn x2_a_worker_may_speak_for_a_lost_lease_where_it_is_heard() {
    let b1 = opened(CRASH, 3, "b1");
    assert_eq!((b1.place, b1.objection), (in_flight("W2"), None));
    assert_eq!(b1.facts, ["its lease is lost: W2 may speak for it until 8 s"]);
    let a1 = opened(CRASH, 3, "a1");
    let why = "W1 is cut off until 22 s: the leader does not hear it.";
    assert_eq!((a1.objection.as_deref(), a1.cut_off), (Some(why), true));
    assert_eq!(a1.facts, ["batch of 2", "its lease with W1 is lost"]);
}

#[test]
fn x3_what_is_processed_twice_is_told_as_far_as_it_has_come() {
    let a1 = opened(CRASH, 8, "a1");
    assert_eq!(a1.place, in_flight("W2"));
    assert_eq!(
        a1.facts,
        [
            "batch of 2",
            "W1, cut off, is still at work on it, until 30 s at most",
            "a1 is processed twice at once, by W2 and W1"
        ]
    );
    assert_eq!(
        a1.story,
        [
            "attempt 1 with W1, 0 s to 8 s: unresolved; lease lost at 3 s; processed twice at once, since 8 s"
        ]
    );
    let story = opened(CRASH, 22, "a1").story;
    assert!(story[0].ends_with("; processed twice at once, 8 s to 22 s"), "{story:?}");
}

#[test]
fn s1_it_says_in_which_shard_its_lane_lies() {
    let text = "queue q\n  ordered by header k\n  shards 4 by header k\nat 0s send a(A) b(B)\n";
    let snapshot = played(text).unwrap().run.snapshot(0);
    let lane = snapshot.lanes.iter().find(|lane| &*lane.name == "A").unwrap();
    assert_eq!(opened(text, 0, "a").facts, [format!("shard {}", lane.shard.unwrap())]);
}
