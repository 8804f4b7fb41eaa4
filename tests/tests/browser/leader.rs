//! Shards, batches, the leader's crash, and what is processed twice at once.

use super::*;

/// W1 has a1 and a2 in a batch and W2 has b1; W1 is cut off from 2 s to 22 s.
const TEXT: &str = "\
queue pay
  ordered by header account
  shards 4 by header account
  durability fast
  batches of 2
  no backoff
worker W1 takes 2
worker W2 takes 2
at 0s send a1..a3(A) b1(B)
at 2s W1 cut off for 20s
until 29s
";

/// How many elements match.
const COUNT: &str = "return document.querySelectorAll(arguments[0]).length;";

/// What a part of the picture says of itself.
const TITLE: &str = "return document.querySelector(arguments[0] + ' title').textContent;";

/// Whether the page keeps within its window.
const FITS: &str = "return document.documentElement.scrollWidth <= innerWidth;";

async fn open(page: &Page, text: &str) {
    page.wait_for("#steps tr[aria-current=step]").await;
    type_source(page, text).await;
    page.wait_for("#lanes [data-lane=B]").await;
}

async fn text_has(page: &Page, line: &str, there: bool) {
    let script = "return document.querySelector('#source').value.includes(arguments[0]);";
    page.until(script, vec![json!(line)], json!(there)).await;
}

#[test]
fn a_person_crashes_the_leader_and_speaks_for_what_was_lost() {
    visit("/", WIDE, |page| async move {
        open(&page, TEXT).await;
        page.click("#transport-forward").await;
        page.click("[data-act=leader-crash]").await;
        text_has(&page, "at 3s leader crashes\n", true).await;
        page.until(COUNT, vec![json!("#lanes [data-state=reclaim]")], json!(2)).await;
        page.until(COUNT, vec![json!("#workers-card .holding.lost")], json!(3)).await;
        let gate = page.text("#lanes [data-lane=B] .slot").await;
        assert_eq!(gate, "held for reclaim until 8 s");
        let said = page.text("#workers-card").await;
        assert!(said.contains("cut off until 22 s") && said.contains("lost"), "{said}");
        let line = json!("3 s: leader crashes, held for reclaim until 8 s");
        page.until(TITLE, vec![json!("#timeline .leader-crash")], line).await;
        page.wait_for("#timeline .grace").await;
        page.wait_for("#timeline .down.cut-off").await;
        // W2 may speak for b1; W1 may not, for it is cut off.
        page.click("#lanes [data-message=a1]").await;
        page.wait_for(".drawer .objection").await;
        let why = page.text(".drawer .objection").await;
        assert_eq!(why, "W1 is cut off until 22 s: the leader does not hear it.");
        page.until(COUNT, vec![json!("[data-act=ack]")], json!(0)).await;
        page.click("#lanes [data-message=b1]").await;
        page.click("[data-act=extend]").await;
        text_has(&page, "W2 extends b1 by 10s\n", true).await;
        page.until(COUNT, vec![json!("#lanes [data-lane=B] [data-state=in-flight]")], json!(1))
            .await;
        page.click("#undo").await;
        page.click("#undo").await;
        text_has(&page, "leader crashes", false).await;
        page.until(COUNT, vec![json!("#timeline .leader-crash")], json!(0)).await;
    });
}

#[test]
fn a_worker_is_cut_off_by_hand_and_its_message_is_processed_twice() {
    let text = TEXT
        .replace("at 2s W1 cut off for 20s", "at 2s W2 acks b1")
        .replace("until 29s", "at 5s leader crashes\nuntil 29s");
    visit("/", WIDE, |page| async move {
        open(&page, &text).await;
        page.click("#transport-forward").await;
        page.click("#lanes [data-message=a1]").await;
        page.click("[data-act=cut-off]").await;
        text_has(&page, "at 3s W1 cut off for 10s\n", true).await;
        // The grace is over at 10 s, and W2 gets both.
        page.until(COUNT, vec![json!("#timeline .twice title")], json!(4)).await;
        for _ in 0..2 {
            page.click("#transport-forward").await;
        }
        page.until(COUNT, vec![json!("#lanes .pill.twice")], json!(2)).await;
        let why = page.text("#lanes [data-lane=A] .why").await;
        assert!(why.starts_with("a1, a2 processed twice at once, by W2 and W1"), "{why}");
        let title = json!("a1 is processed twice at once, by W1 and W2, from 10 s to 13 s");
        page.until(TITLE, vec![json!("#timeline .twice")], title).await;
        let story = page.text(".drawer").await;
        assert!(story.contains("a1 is processed twice at once, by W2 and W1"), "{story}");
        let said = page.text("#workers-card [data-worker=W1]").await;
        assert!(said.contains("still at work") && said.contains("twice"), "{said}");
    });
}

#[test]
fn shards_and_batches_stand_together_on_every_screen() {
    for size in [WIDE, PHONE, (320, 700)] {
        visit("/", size, |page| async move {
            open(&page, TEXT).await;
            let bands = "return [...document.querySelectorAll('#lanes .shard')]
                .map(band => band.getAttribute('aria-label'));";
            let bands = page.run(bands, vec![]).await;
            let bands = bands.as_array().unwrap();
            assert!(matches!(bands.len(), 1 | 2), "{bands:?}");
            let said = page.text("#lanes .besides").await;
            assert!(
                said.starts_with("4 shards by header account · in batches of up to 2"),
                "{said}"
            );
            // On a phone the lane is below the window's edge.
            let batch = "return document.querySelector('#lanes .batch small').textContent;";
            page.until(batch, vec![], json!("batch of 2")).await;
            page.until(COUNT, vec![json!("#lanes .batch .pill")], json!(2)).await;
            page.until(COUNT, vec![json!("#workers-card .batch .holding")], json!(2)).await;
            page.until(COUNT, vec![json!("#timeline .parts")], json!(1)).await;
            // What is not the first of its batch has to wait for its worker's word.
            page.click("#lanes [data-message=a2]").await;
            page.wait_for(".drawer .objection").await;
            let why = page.text(".drawer .objection").await;
            assert_eq!(why, "A batch is settled in order: a1 comes first.");
            page.until(COUNT, vec![json!("[data-act=ack]")], json!(0)).await;
            page.until(FITS, vec![], json!(true)).await;
        });
    }
}
