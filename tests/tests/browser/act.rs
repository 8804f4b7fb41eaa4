//! Acting as the worker and the producer, and where the focus goes.

use super::*;

#[test]
fn a_person_is_the_worker_by_mouse_and_takes_it_back() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let before = source(&page).await;
        page.click("#lanes [data-message='a1']").await;
        page.click("[data-act='reject']").await;
        let rejected = "return document.querySelector('#source').value.includes('W1 rejects a1')
            || document.querySelector('#source').value.includes('W1 rejects');";
        page.until(rejected, vec![], json!(true)).await;
        page.wait_for("[data-dead='a1']").await;
        page.click("#undo").await;
        page.until("return document.querySelector('#source').value;", vec![], json!(before)).await;
        let dead = "return document.querySelectorAll('[data-dead]').length;";
        page.until(dead, vec![], json!(0)).await;
        page.click("#redo").await;
        page.wait_for("[data-dead='a1']").await;
    });
}

#[test]
fn a_person_is_the_worker_by_keyboard() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        page.run("document.querySelector(\"#lanes [data-message='a1']\").focus();", vec![]).await;
        page.press("\u{E007}").await;
        page.wait_for("[data-act='ack']").await;
        page.run("document.querySelector(\"[data-act='ack']\").focus();", vec![]).await;
        page.press("\u{E007}").await;
        page.until(
            "return /W1 acks a1/.test(document.querySelector('#source').value);",
            vec![],
            json!(true),
        )
        .await;
    });
}

/// What has the focus, by its id, what it stands for or its words.
const FOCUS: &str = "const it = document.activeElement;
    return it.id || it.dataset.message || it.ariaLabel || it.tagName;";

async fn focus(page: &Page, css: &str) {
    let script = "document.querySelector(arguments[0]).focus();";
    page.run(script, vec![json!(css)]).await;
}

/// Presses Enter on what matches, and waits for where the focus goes.
async fn enter_on(page: &Page, css: &str, then: &str) {
    page.wait_for(css).await;
    focus(page, css).await;
    page.press("\u{E007}").await;
    page.until(FOCUS, vec![], json!(then)).await;
}

#[test]
fn the_focus_enters_a_drawer_and_comes_back() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let entered = "return document.activeElement.matches('.drawer-head p');";
        for way_out in ["Escape", "Close", "Ack"] {
            focus(&page, "[data-message=a1]").await;
            page.press("\u{E007}").await;
            page.until(entered, vec![], json!(true)).await;
            match way_out {
                "Escape" => page.press("\u{E00C}").await,
                "Close" => focus(&page, ".drawer .close").await,
                _ => focus(&page, ".drawer [data-act=ack]").await,
            }
            if way_out != "Escape" {
                page.press("\u{E007}").await;
            }
            page.until(FOCUS, vec![], json!("a1")).await;
        }
        // A pill that goes elsewhere by itself keeps it as well.
        page.press("\u{E012}").await;
        page.until(FOCUS, vec![], json!("a1")).await;
        enter_on(&page, "#undo", "undo").await;
        let off = "return document.querySelector(arguments[0]).getAttribute('aria-disabled');";
        page.until(off, vec![json!("#undo")], json!("true")).await;
        enter_on(&page, "#redo", "redo").await;
        page.until(off, vec![json!("#redo")], json!("true")).await;
        enter_on(&page, "#compose", "send-name").await;
        page.press("\u{E007}").await;
        page.until(FOCUS, vec![], json!("compose")).await;
        let less = "[aria-label='Less: Credit of W1']";
        enter_on(&page, "[aria-label='More: Credit of W1']", "More: Credit of W1").await;
        enter_on(&page, less, "Less: Credit of W1").await;
        page.until(off, vec![json!(less)], json!("true")).await;
        // At its end the zoom keeps it; a lesson that is itself again leaves it to the picker.
        let zoom = "[aria-label='Zoom in']";
        focus(&page, zoom).await;
        // A press that comes before the last one is drawn asks for the same again.
        for _ in 0..60 {
            if page.run(off, vec![json!(zoom)]).await == json!("true") {
                break;
            }
            page.press("\u{E007}").await;
        }
        page.until(off, vec![json!(zoom)], json!("true")).await;
        page.until(FOCUS, vec![], json!("Zoom in")).await;
        enter_on(&page, "#restore", "lesson").await;
        page.click("#undo").await;
        // Dead letters that are gone leave it to the heading of their panel.
        page.press("\u{E011}").await;
        page.click("#lanes [data-message=s1]").await;
        page.click("[data-act=reject]").await;
        page.wait_for("[data-dead=s1]").await;
        enter_on(&page, "[data-act=purge-all]", "dead-heading").await;
    });
}

#[test]
fn a_message_is_sent_with_what_the_throttle_looks_at() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        choose_lesson(&page, "A throttle for each customer").await;
        page.click("#compose").await;
        let field = page.wait_for("[data-field=customer]").await;
        field.send_keys("acme").await.unwrap();
        page.click("[data-act=send]").await;
        page.until(
            "return /send \\S+ customer=acme\\n/.test(document.querySelector('#source').value);",
            vec![],
            json!(true),
        )
        .await;
    });
}
