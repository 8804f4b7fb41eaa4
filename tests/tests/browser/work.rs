//! What engineers do with it: move arrivals, look for events, stop at them, ask what if.

use super::*;

const TEXT: &str = "return document.querySelector('#source')?.value;";
const PLACE: &str = "return document.querySelector('#place')?.innerText;";

/// A second and a half between two sends; the run is 10 s long.
const TWO: &str = "workers W1\nat 0s send a1\nat 1500ms send b1\nwork\n  takes 5s\n";

#[test]
fn an_arrival_is_moved_by_keys_and_by_dragging() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        type_source(&page, TWO).await;
        page.wait_for(".arrival[data-line='1']").await;
        let at = "return Number(document.querySelector(\".arrival[data-line='1']\")?.dataset.at);";
        page.until(at, vec![], json!(1_500_000)).await;
        // Whoever gets there by keyboard has pressed one before.
        page.press("\u{E008}").await;
        let ready = "return performance.getEntriesByType('resource').some(it => /tools[^/]*[.]js$/.test(it.name));";
        page.until(ready, vec![], json!(true)).await;
        page.run("return new Promise(done => setTimeout(done, 300));", vec![]).await;
        page.run("document.querySelector(\".arrival[data-line='1']\").focus();", vec![]).await;
        page.press("\u{E014}").await;
        let later = "const at = Number(document.querySelector(\".arrival[data-line='1']\")?.dataset.at); return at > 1500000 && at < 2000000;";
        page.until(later, vec![], json!(true)).await;
        page.press("\u{E012}").await;
        page.until(at, vec![], json!(1_500_000)).await;
        // A drag of a tenth of the plot.
        let drag = "const mark = document.querySelector(\".arrival[data-line='1']\");
            const box = mark.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const by = Math.round(3e6 / Number(mark.parentElement.dataset.microsPerPx));
            const say = (type, x) => mark.dispatchEvent(new PointerEvent(type,
                { pointerId: 1, clientX: x, clientY: y, bubbles: true, composed: true, cancelable: true }));
            mark.setPointerCapture = () => {};
            say('pointerdown', x); say('pointermove', x + by / 2); say('pointermove', x + by); say('pointerup', x + by);";
        page.run(drag, vec![]).await;
        let moved = "const at = Number(document.querySelector(\".arrival[data-line='1']\")?.dataset.at); return Math.abs(at - 4500000) < 100000;";
        page.until(moved, vec![], json!(true)).await;
        for _ in 0..3 {
            page.click("#undo").await;
        }
        page.until(TEXT, vec![], json!(TWO)).await;
    });
}

#[test]
fn playing_ends_where_it_was_asked_to() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        page.click("[data-tab=find]").await;
        page.wait_for(".pane .add").await;
        let ask = "const set = (selector, value) => {
                const field = document.querySelector(selector);
                field.value = value;
                field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
            };
            const [kind, name] = ['.pane .add select', '.pane .add input'];
            const delivered = [...document.querySelector(kind).options].find(it => /delivered/i.test(it.text));
            set(kind, delivered.value || delivered.text);
            set(name, 'a2');";
        page.run(ask, vec![]).await;
        page.run("document.querySelector('.pane .add button').click();", vec![]).await;
        // a2 is delivered at 2 s and at 9 s: the third step and the eighth.
        page.until("return document.querySelectorAll('#scrubber .stop').length;", vec![], json!(2))
            .await;
        page.run("const speed = document.querySelector('#speed'); speed.value = '4'; speed.dispatchEvent(new Event('change', { bubbles: true }));", vec![]).await;
        for place in ["step 3 of 9", "step 8 of 9"] {
            page.click("#transport-play").await;
            page.until(PLACE, vec![], json!(place)).await;
            let paused = "return document.querySelector('#transport-play').ariaLabel;";
            page.until(paused, vec![], json!("Play")).await;
        }
    });
}

#[test]
fn an_act_in_the_past_forks_and_the_old_future_comes_back() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let before = source(&page).await;
        page.click("#lanes [data-message='a1']").await;
        page.click("[data-act='ack']").await;
        page.wait_for("#fork").await;
        let said = page.text("#fork").await;
        assert!(said.starts_with("From 500 ms on this is another future."), "{said}");
        page.wait_for("#scrubber .forked").await;
        page.run("[...document.querySelectorAll('#fork button')].at(-1).click();", vec![]).await;
        page.wait_for(".other queue-scope").await;
        page.run("document.querySelector('#fork button').click();", vec![]).await;
        page.until(TEXT, vec![], json!(null)).await;
        page.click("[data-tab=text]").await;
        page.until(TEXT, vec![], json!(before)).await;
        page.until("return document.querySelector('#fork');", vec![], json!(null)).await;
    });
}

#[test]
fn two_runs_are_compared_on_one_playhead() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        page.click("[data-tab=compare]").await;
        page.wait_for(".what-if button").await;
        let click = "[...document.querySelectorAll('.pane button')].find(it => it.innerText === arguments[0]).click();";
        page.run(click, vec![json!("Without worker W2")]).await;
        page.wait_for(".differences").await;
        page.run(click, vec![json!("Show both on one playhead")]).await;
        let beside = "const shown = document.querySelector('.other queue-scope')?.shadowRoot;
            return [...(shown?.querySelectorAll('#lanes [data-state=in-flight]') ?? [])].map(it => it.dataset.message);";
        page.until(beside, vec![], json!(["a1"])).await;
        // s1 is with W2 here, and waits there.
        let marked = "return [...document.querySelectorAll('#lanes [data-differs]')].map(it => it.dataset.message);";
        page.until(marked, vec![], json!(["s1"])).await;
        for _ in 0..2 {
            page.click("#transport-forward").await;
        }
        page.until(beside, vec![], json!(["a2"])).await;
        let there = "const shown = document.querySelector('.other queue-scope').shadowRoot;
            return shown.querySelector('#clock').textContent;";
        page.until(there, vec![], json!("2 s")).await;
        // Another text has another version.
        page.click("[data-tab=text]").await;
        let before = source(&page).await;
        type_source(&page, &before.replace("a3(A) b2(B)", "a3(A) b2(B) z1(Z)")).await;
        let sent = "const shown = document.querySelector('.other queue-scope').shadowRoot;
            return shown?.querySelectorAll('#lanes [data-message=z1]').length;";
        page.until(sent, vec![], json!(1)).await;
        page.run("document.querySelector('.other .small').click();", vec![]).await;
        page.until(
            "return document.querySelectorAll('.other, [data-differs]').length;",
            vec![],
            json!(0),
        )
        .await;
    });
}

#[test]
fn the_tour_has_five_stops_and_is_not_offered_again() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        assert_eq!(page.run("return document.querySelector('.tour');", vec![]).await, json!(null));
        page.press("\u{E014}").await;
        page.click(".tour").await;
        let heading = "return document.activeElement.innerText;";
        let mut stops = Vec::new();
        for stop in 1..=5 {
            let count = json!(format!("{stop} of 5"));
            page.until(
                "return document.querySelector('.tour-card small').innerText;",
                vec![],
                count,
            )
            .await;
            stops.push(page.run(heading, vec![]).await);
            assert_eq!(
                page.run("return document.querySelectorAll('[data-toured]').length;", vec![]).await,
                json!(1)
            );
            page.run("document.querySelector('.tour-card .primary').click();", vec![]).await;
        }
        stops.dedup();
        assert_eq!(stops.len(), 5, "{stops:?}");
        let gone = "return document.querySelectorAll('.tour, .tour-card, [data-toured]').length;";
        page.until(gone, vec![], json!(0)).await;
        page.client().refresh().await.unwrap();
        open_example(&page).await;
        page.press("\u{E014}").await;
        // What comes with the first key is there by then.
        page.click("[data-tab=find]").await;
        page.wait_for(".pane h3").await;
        page.until(gone, vec![], json!(0)).await;
    });
}

#[test]
fn a_fault_of_the_program_shows_itself_and_keeps_the_text() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        type_source(&page, "at 0s send mine\n").await;
        // A browser tells a page of an error of its own scripts, and of none that a driver has put there.
        let fail = "const error = new WebAssembly.RuntimeError('unreachable');
            dispatchEvent(new ErrorEvent('error', { error }));";
        page.run(fail, vec![]).await;
        page.wait_for("dialog.fault[open]").await;
        let said = page.text("dialog.fault").await;
        assert!(said.contains("unreachable") && said.contains("at 0s send mine"), "{said}");
        page.run("document.querySelector('.fault .primary').click();", vec![]).await;
        page.until(TEXT, vec![], json!("at 0s send mine\n")).await;
        page.until("return document.querySelector('.fault');", vec![], json!(null)).await;
    });
}
