use super::*;
use crate::record::Place;
use crate::record::tests::{CRASH, EXAMPLE, lessons};
use crate::run::played;

/// Each entry: its instants, what it is, what is said, what came later.
fn told(text: &str, message: &str) -> Vec<String> {
    let played = played(text).unwrap();
    let story = played.story(message).unwrap();
    let entries = story.entries.iter().map(|entry| {
        let mut line = in_words(played.at(entry.step));
        match entry.end {
            Some(end) => line.push_str(&format!(" to {}", in_words(played.at(end)))),
            None if entry.lasts => line.push_str(" on"),
            None => {}
        }
        line.push_str(&format!(": {} {}", entry.name, entry.says));
        for (step, words) in &entry.later {
            line.push_str(&format!("; at {} {words}", in_words(played.at(*step))));
        }
        line
    });
    entries.collect()
}

#[test]
fn a_message_that_is_retried_has_each_wait_and_each_attempt() {
    assert_eq!(
        told(EXAMPLE, "a2"),
        [
            "0 s: Arrived in A",
            "0 s to 2 s: Waiting behind a1, which is in flight with W1",
            "2 s to 4 s: Attempt 1 with W1, lease until 32 s; at 4 s nacked, retry after 5 s",
            "4 s to 9 s: Waiting until 9 s: it may not go before",
            "9 s to 10 s: Attempt 2 with W1, lease until 39 s; at 10 s acked",
            "10 s: Done W1 acked it at 10 s",
        ]
    );
    let played = played(EXAMPLE).unwrap();
    let story = played.story("a2").unwrap();
    // It waited from 0 s to 2 s and from 4 s on.
    let waited = |at| story.waited(&played, played.run.index_at(Time::from_secs(at)));
    assert_eq!([0, 1, 3, 6, 10].map(waited), [0, 1, 2, 4, 7].map(Time::from_secs));
    assert_eq!(
        [story.current(0), story.current(2), story.current(99)],
        [Some(1), Some(2), Some(5)]
    );
}

#[test]
fn a_lost_lease_is_told_beside_the_wait_for_reclaim() {
    // debit is out from 0 s; the leader crashes at 4 s and its grace is over at 9 s.
    let held = "for reclaim until 9 s: it was there when the leader crashed, and a worker may still speak for it";
    assert_eq!(
        told(CRASH, "debit"),
        [
            "0 s: Arrived in A",
            "0 s to 9 s: Attempt 1 with W1, lease until 30 s; at 4 s lease lost: the new leader does not know it; at 9 s unresolved: nobody spoke for it",
            &format!("4 s to 9 s: Held {held}"),
            "9 s on: Attempt 1 with W1, lease until 39 s",
        ]
    );
}

#[test]
fn dead_letters_come_back_as_the_last_in_line() {
    let text = include_str!("../../../../static/scenarios/redrive-joins-the-tail.queue");
    assert_eq!(
        told(text, "addr"),
        [
            "0 s: Arrived in ann",
            "0 s to 2 s: Attempt 1 with W1, lease until 30 s; at 2 s nacked",
            "2 s: Dead letter its last attempt was nacked",
            "6 s: Redriven last in line, its attempts at 0 again",
            "6 s to 8 s: Waiting behind bill, which is in flight with W1",
            "8 s to 9 s: Waiting behind ship, which is in flight with W1",
            "9 s to 10 s: Attempt 1 with W1, lease until 39 s; at 10 s acked",
            "10 s: Done W1 acked it at 10 s",
        ]
    );
}

#[test]
fn many_waits_in_a_row_for_others_of_the_group_are_one() {
    let text = "queue q\n  ordered\nworkers W1\nat 0s send m1..m9\nwork\n  takes 1s\n";
    assert_eq!(
        told(text, "m9"),
        [
            "0 s: Arrived in q",
            "0 s to 8 s: Waiting behind 8 messages of its group, one after the other: m1 to m8",
            "8 s to 9 s: Attempt 1 with W1, lease until 38 s; at 9 s acked",
            "9 s: Done W1 acked it at 9 s",
        ]
    );
}

#[test]
fn extensions_and_the_end_of_a_lease_are_told_with_the_attempt() {
    let text = "queue q\n  lease 5s\n  retry 3 attempts, no backoff\nworkers W1\nat 0s send a\n\
                at 2s W1 extends by 4s\nuntil 9s\n";
    assert_eq!(
        told(text, "a")[1..],
        [
            // It would have ended at 5 s.
            "0 s to 9 s: Attempt 1 with W1, lease until 5 s; at 2 s lease extended by 4 s, until 9 s; at 9 s lease expired",
            "9 s on: Attempt 2 with W1, lease until 14 s",
        ]
    );
}

#[test]
fn at_each_step_of_each_lesson_a_message_that_waits_is_told_to_wait() {
    for (name, text) in lessons() {
        let played = played(&text).unwrap();
        for message in &played.record().messages {
            let story = played.story(&message.name).unwrap();
            for step in 0..played.run.len() {
                let waits = message.place(step) == Some(&Place::Waiting);
                let told = story.entries.iter().filter(|entry| {
                    let lasts = entry.step <= step && entry.end.is_none_or(|end| step < end);
                    matches!(entry.what, What::Waits(_)) && lasts
                });
                let place = format!("{name}: {}, step {}", message.name, step + 1);
                assert_eq!(told.count(), usize::from(waits), "{place}");
                assert_eq!(story.current(step).is_some(), step >= message.arrived, "{place}");
            }
        }
    }
}
