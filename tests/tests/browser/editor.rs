//! The editor, which the page fetches when it first needs it.

use super::*;

const TEXT: &str = "return document.querySelector('#source').value;";

/// What the verdict on the text says.
const VERDICT: &str = "return document.querySelector('#checks').innerText.trim();";

async fn has_workers(page: &Page, names: &str) {
    let there = "return document.querySelector('#source').value.includes(arguments[0]);";
    page.until(there, vec![json!(format!("workers {names}\n"))], json!(true)).await;
}

#[test]
fn clicks_before_it_is_there_are_all_done() {
    visit("/under/it/", WIDE, |page| async move {
        open_example(&page).await;
        let before = source(&page).await;
        // In one go: nothing can come in between.
        let act = "document.querySelector('#workers-more').click();
            document.querySelector(\"#lanes [data-message='a1']\").click();";
        page.run(act, vec![]).await;
        page.click("[data-act='ack']").await;
        has_workers(&page, "W1 W2 W3").await;
        let acked = "return /W1 acks a1/.test(document.querySelector('#source').value);";
        page.until(acked, vec![], json!(true)).await;
        page.click("#undo").await;
        page.click("#undo").await;
        page.until(TEXT, vec![], json!(before)).await;
        let strangers = "return performance.getEntriesByType('resource').map(entry => entry.name)
            .filter(name => !name.startsWith(location.origin + '/under/it/'));";
        assert_eq!(page.run(strangers, vec![]).await, json!([]));
    });
}

#[test]
fn the_cursor_stays_at_its_place_when_an_edit_is_written_above_it() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let before = source(&page).await;
        // A click by script leaves the focus in the text.
        let act = "const area = document.querySelector('#source');
            area.focus();
            area.setSelectionRange(area.value.length - 4, area.value.length - 2);
            document.querySelector('#workers-more').click();";
        page.run(act, vec![]).await;
        has_workers(&page, "W1 W2 W3").await;
        let behind = "const area = document.querySelector('#source');
            return [area.selectionStart, area.selectionEnd].map(at => area.value.length - at);";
        page.until(behind, vec![], json!([4, 2])).await;
        assert_ne!(source(&page).await, before);
    });
}

#[test]
fn without_it_the_page_says_so_and_the_next_need_asks_again() {
    let refused = Refused::default();
    refused.set(Some("editor/"));
    let server = refused.clone();
    visit_without(&refused, "/", WIDE, |page| async move {
        open_example(&page).await;
        let before = source(&page).await;
        let notice =
            "return /could not be fetched/.test(document.querySelector('#notice').innerText);";
        page.click("#workers-more").await;
        page.until(notice, vec![], json!(true)).await;
        assert_eq!(source(&page).await, before);
        // That a text has errors is known without.
        let wrong = before.replace("W1 nacks,", "W1 nakcs,");
        type_source(&page, &wrong).await;
        page.until(VERDICT, vec![], json!("errors")).await;
        page.until(notice, vec![], json!(true)).await;
        server.set(None);
        type_source(&page, &format!("{wrong}\n")).await;
        page.wait_for("[data-problem]").await;
        page.until(VERDICT, vec![], json!("1 error")).await;
        let problems = page.text("#problems").await;
        assert!(
            problems.contains("expected what W1 does, found nakcs Did you mean nacks?"),
            "{problems}"
        );
        type_source(&page, &before).await;
        page.until(VERDICT, vec![], json!("5 expectations hold")).await;
        page.click("#workers-more").await;
        has_workers(&page, "W1 W2 W3").await;
    });
}

#[test]
fn the_page_refuses_the_texts_that_the_whole_language_refuses() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        // Every text that the example becomes without one of its words, or with the last letter of one doubled.
        let script = "
            const { default: load, parse } = await import('./api/queuescope.js');
            await load();
            const area = document.querySelector('#source');
            const lines = area.value.split('\\n');
            const texts = lines.flatMap((line, at) => [...line.matchAll(/\\S+/g)].flatMap(word => {
                const before = line.slice(0, word.index);
                const after = line.slice(word.index + word[0].length);
                return ['', word[0] + word[0].at(-1)].map(
                    said => lines.with(at, before + said + after).join('\\n'));
            }));
            const differ = [];
            let wrong = 0;
            for (const text of texts) {
                const right = parse(text).ok;
                wrong += !right;
                area.value = text;
                area.dispatchEvent(new InputEvent('input', { bubbles: true }));
                const drawn = () => area.getAttribute('aria-invalid') === String(!right);
                for (let turn = 0; turn < 100 && !drawn(); turn += 1) {
                    await new Promise(done => setTimeout(done, 2));
                }
                if (!drawn()) differ.push(text);
            }
            return [differ, texts.length > 150, wrong > 50, texts.length - wrong > 20];";
        let found = page.run(script, vec![]).await;
        assert_eq!(found, json!([[], true, true, true]));
    });
}
