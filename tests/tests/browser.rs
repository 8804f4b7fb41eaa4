//! The built page in Chromium, used as a person would: by mouse, by keyboard, on a phone, under a sub-path.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use queuescope_tests::browser::{Page, visit};
use serde_json::{Value, json};

/// A desk's window, and a phone's.
const WIDE: (u32, u32) = (1440, 900);
const PHONE: (u32, u32) = (390, 844);

/// The rows of the design's example: t, event, W1, W2, what is held back.
const ROWS: [[&str; 5]; 9] = [
    ["0", "start", "a1", "s1", "a2, a3 behind a1; b2 behind b1"],
    ["1", "W2 acks s1", "a1", "b1", "a2, a3 behind a1; b2 behind b1"],
    ["2", "W1 acks a1", "a2", "b1", "a3 behind a2; b2 behind b1"],
    ["3", "W2 acks b1", "a2", "s2", "a3 behind a2"],
    ["4", "W1 nacks a2, retry after 5 s", "b2", "s2", "a2 not before 9; a3 behind a2"],
    ["5", "W2 acks s2", "b2", "idle", "a2 not before 9; a3 behind a2"],
    ["6", "W1 acks b2", "idle", "idle", "a2 not before 9; a3 behind a2"],
    ["9", "a2 eligible", "a2", "idle", "a3 behind a2"],
    ["10", "W1 acks a2", "a3", "idle", ""],
];

/// The current row of the step table, cell by cell.
const CURRENT_ROW: &str =
    "return [...document.querySelectorAll('#steps tr[aria-current=step] > *')]
    .map(cell => cell.innerText.trim());";

/// Everything that a step shows, in one text.
const WHOLE_STEP: &str =
    "return ['#narration', '#lanes', '#workers-card', '#timeline', '#clock', '#place']
    .map(at => document.querySelector(at)?.innerText ?? '').join('\\n');";

async fn open_example(page: &Page) {
    page.wait_for("#steps tr[aria-current=step]").await;
    at_row(page, 0).await;
}

async fn at_row(page: &Page, row: usize) {
    page.until(CURRENT_ROW, vec![], json!(ROWS[row])).await;
}

/// The lanes agree with the table: each worker's message is drawn in flight, and nothing else is.
async fn lanes_agree(page: &Page, row: usize) {
    let in_flight = "return [...document.querySelectorAll('#lanes [data-state=in-flight]')]
        .map(pill => pill.dataset.message).sort();";
    let mut held: Vec<&str> =
        ROWS[row][2..4].iter().copied().filter(|held| *held != "idle").collect();
    held.sort_unstable();
    page.until(in_flight, vec![], json!(held)).await;
}

async fn source(page: &Page) -> String {
    let text = page.run("return document.querySelector('#source').value;", vec![]).await;
    text.as_str().unwrap().to_owned()
}

/// Puts a text into the editor as typing would.
async fn type_source(page: &Page, text: &str) {
    let script = "const area = document.querySelector('#source');
        area.focus(); area.value = arguments[0];
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));";
    page.run(script, vec![json!(text)]).await;
}

async fn choose_lesson(page: &Page, title: &str) {
    let script = "const picker = document.querySelector('#lesson');
        const wanted = [...picker.options].find(option => option.text.includes(arguments[0]));
        picker.value = wanted.value;
        picker.dispatchEvent(new Event('change', { bubbles: true }));";
    page.run(script, vec![json!(title)]).await;
}

#[test]
fn the_example_plays_by_mouse_forwards_and_exactly_backwards() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let mut shown = Vec::new();
        for row in 0..ROWS.len() {
            at_row(&page, row).await;
            lanes_agree(&page, row).await;
            shown.push(page.run(WHOLE_STEP, vec![]).await);
            page.click("#transport-forward").await;
        }
        // Past the last step there is nothing more to go to.
        at_row(&page, 8).await;
        for row in (0..ROWS.len()).rev() {
            at_row(&page, row).await;
            assert_eq!(page.run(WHOLE_STEP, vec![]).await, shown[row], "step {row}, coming back");
            page.click("#transport-back").await;
        }
        at_row(&page, 0).await;
        page.click("#transport-last").await;
        at_row(&page, 8).await;
        page.click("#transport-first").await;
        at_row(&page, 0).await;
        // A click on a row of the table goes there.
        page.click("[data-step-row='4']").await;
        at_row(&page, 4).await;
        let said = page.text("#narration").await;
        assert!(said.contains("a2") && said.contains("9 s") && said.contains("b2"), "{said}");
    });
}

#[test]
fn the_example_plays_by_keyboard() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        for row in 0..ROWS.len() {
            at_row(&page, row).await;
            page.press("\u{E014}").await;
        }
        at_row(&page, 8).await;
        page.press("\u{E011}").await;
        at_row(&page, 0).await;
        page.press("\u{E010}").await;
        at_row(&page, 8).await;
        page.press("\u{E012}").await;
        at_row(&page, 7).await;
        // The live region says the step.
        let spoken = page.text("#live").await;
        assert!(spoken.contains("a2"), "{spoken}");
        // `?` opens the keys, Escape closes them.
        page.press("?").await;
        page.until("return document.querySelector('#keys').open;", vec![], json!(true)).await;
        page.press("\u{E00C}").await;
        page.until("return document.querySelector('#keys').open;", vec![], json!(false)).await;
        // While someone types, the keys are letters.
        page.run("document.querySelector('#source').focus();", vec![]).await;
        page.press("\u{E011}").await;
        at_row(&page, 7).await;
    });
}

#[test]
fn it_plays_by_itself_and_stops_at_the_end() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        page.click("#transport-play").await;
        page.until(
            "return document.querySelector('#transport-play').ariaLabel;",
            vec![],
            json!("Pause"),
        )
        .await;
        at_row(&page, 8).await;
        page.until(
            "return document.querySelector('#transport-play').ariaLabel;",
            vec![],
            json!("Play"),
        )
        .await;
    });
}

#[test]
fn the_scrubber_goes_where_it_is_pressed_and_where_keys_send_it() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        // t = 4 is four tenths of the way to t = 10.
        let script = "const bar = document.querySelector('#scrubber');
            const box = bar.getBoundingClientRect();
            const rail = bar.querySelector('.rail').getBoundingClientRect();
            const at = { clientX: rail.left + rail.width * arguments[0], clientY: box.top + box.height / 2,
                button: 0, pointerId: 1, bubbles: true };
            bar.dispatchEvent(new PointerEvent('pointerdown', at));
            bar.dispatchEvent(new PointerEvent('pointerup', at));";
        page.run(script, vec![json!(0.4)]).await;
        at_row(&page, 4).await;
        page.run(script, vec![json!(1.0)]).await;
        at_row(&page, 8).await;
        page.run("document.querySelector('#scrubber').focus();", vec![]).await;
        page.press("\u{E012}").await;
        at_row(&page, 7).await;
        page.press("\u{E011}").await;
        at_row(&page, 0).await;
        let value = "return document.querySelector('#scrubber').getAttribute('aria-valuenow');";
        page.until(value, vec![], json!("1")).await;
    });
}

#[test]
fn an_error_in_the_text_is_marked_and_the_last_good_run_stays() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        page.click("[data-step-row='4']").await;
        let good = source(&page).await;
        type_source(&page, &good.replace("W1 nacks,", "W1 nakcs,")).await;
        page.wait_for("[data-problem]").await;
        let problems = page.text("#problems").await;
        assert!(problems.contains("nacks"), "it says what was probably meant: {problems}");
        at_row(&page, 4).await;
        page.click("#transport-forward").await;
        at_row(&page, 5).await;
        type_source(&page, &good.replace("retry after 5s", "retry after 4s")).await;
        // Out of the error: the run is new, and its place in time is kept.
        page.until(
            CURRENT_ROW,
            vec![],
            json!(["5", "W2 acks s2", "b2", "idle", "a2 not before 8; a3 behind a2"]),
        )
        .await;
        let none = "return document.querySelectorAll('[data-problem]').length;";
        page.until(none, vec![], json!(0)).await;
    });
}

#[test]
fn an_error_is_in_sight_beside_the_text_and_leads_to_its_place() {
    for size in [WIDE, (1300, 900), (820, 1180)] {
        visit("/", size, |page| async move {
            open_example(&page).await;
            page.run("document.querySelector('.source').scrollIntoView();", vec![]).await;
            let good = source(&page).await;
            type_source(&page, &good.replace("W1 nacks,", "W1 nakcs,")).await;
            page.wait_for("[data-problem]").await;
            let in_sight = "const seen = at => {
                    const box = document.querySelector(at).getBoundingClientRect();
                    return box.height > 0 && box.top >= 0 && box.bottom <= window.innerHeight;
                };
                return [seen('[data-problem]'), seen('#checks')];";
            page.until(in_sight, vec![], json!([true, true])).await;
            page.click("[data-problem] button").await;
            let chosen = "const area = document.activeElement;
                return area.value.slice(area.selectionStart, area.selectionEnd);";
            page.until(chosen, vec![], json!("nakcs")).await;
        });
    }
}

#[test]
fn an_expectation_that_fails_is_marked_and_leads_to_its_line_and_step() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        assert_eq!(page.text("#checks").await, "5 expectations hold");
        let good = source(&page).await;
        // a2 is set aside at 4 s: a3 goes out at once and is acked at 6 s, W2 keeps b2 for ever, W1 is idle at 9 s.
        type_source(&page, &good.replace("W1 nacks, retry after 5s", "W1 rejects")).await;
        let verdict = "return document.querySelector('#checks').innerText.trim();";
        page.until(verdict, vec![], json!("3 of 5 expectations fail")).await;
        let line = good.lines().position(|line| line.contains("W1 has a2")).unwrap() + 1;
        let missed = format!("[data-missed='{line}']");
        let said = page.text(&missed).await;
        assert!(said.contains("at 9s W1 has a2") && said.contains("W1 is idle"), "{said}");
        page.click(&format!("{missed} button")).await;
        // The last step at or before 9 s is that of 6 s.
        let clock = "return document.querySelector('#clock').innerText;";
        page.until(clock, vec![], json!("6 s")).await;
        let marked = "const frame = document.querySelector('.editor').getBoundingClientRect();
            return [...document.querySelectorAll('.miss')].filter(mark => {
                const box = mark.getBoundingClientRect();
                return box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1
                    && mark.innerText.includes('W1 is idle');
            }).length;";
        page.until(marked, vec![], json!(1)).await;
        page.click("#undo").await;
        page.until(verdict, vec![], json!("5 expectations hold")).await;
    });
}

#[test]
fn nothing_can_be_done_while_the_text_has_errors() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        page.click("#lanes [data-message='a1']").await;
        page.wait_for("[data-act='ack']").await;
        let good = source(&page).await;
        type_source(&page, &good.replace("W1 nacks,", "W1 nakcs,")).await;
        let offered = "return document.querySelectorAll('main [data-act], :is(#delays, #workers-card, #throttles) \
            .stepper button:not([aria-disabled=true])').length;";
        page.until(offered, vec![], json!(0)).await;
        assert!(page.text(".drawer").await.contains("mend them first"));
        type_source(&page, &good).await;
        page.wait_for("[data-act='ack']").await;
    });
}

#[test]
fn an_edited_lesson_says_so_and_comes_back() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let good = source(&page).await;
        let picked = "return document.querySelector('#lesson').selectedOptions[0].text;";
        let Value::String(title) = page.run(picked, vec![]).await else { panic!("no lesson") };
        type_source(&page, &format!("{good}# mine\n")).await;
        page.until(picked, vec![], json!(format!("(edited) {title}"))).await;
        page.click("#restore").await;
        page.until(picked, vec![], json!(title)).await;
        assert_eq!(source(&page).await, good);
        choose_lesson(&page, "Workers take turns").await;
        page.click("#undo").await;
        page.until(picked, vec![], json!(title)).await;
    });
}

#[test]
fn hostile_texts_leave_the_page_whole() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let huge = "at 0s send a\n".repeat(8_000);
        let deep = "(".repeat(20_000);
        let texts = ["", "\u{0}\u{1}\u{2}", "<img src=x onerror=alert(1)>", &deep, &huge];
        for text in texts {
            type_source(&page, text).await;
            page.wait_for("[data-problem]").await;
            assert!(!page.text("#problems").await.is_empty());
            at_row(&page, 0).await;
        }
        assert_eq!(page.run("return document.images.length;", vec![]).await, json!(0));
    });
}

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
fn every_lesson_opens_and_plays_to_its_end() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let titles =
            "return [...document.querySelector('#lesson').options].map(option => option.text);";
        let Value::Array(titles) = page.run(titles, vec![]).await else { panic!("no lessons") };
        assert!(titles.len() >= 9, "the example and at least eight more: {titles:?}");
        for title in titles {
            choose_lesson(&page, title.as_str().unwrap()).await;
            page.until(
                "return document.querySelector('#scrubber').getAttribute('aria-valuenow');",
                vec![],
                json!("1"),
            )
            .await;
            page.click("#transport-last").await;
            let at_end = "const bar = document.querySelector('#scrubber');
                return bar.getAttribute('aria-valuenow') === bar.getAttribute('aria-valuemax');";
            page.until(at_end, vec![], json!(true)).await;
            let problems = page
                .run("return document.querySelectorAll('[data-problem]').length;", vec![])
                .await;
            assert_eq!(problems, json!(0), "{title}");
        }
    });
}

#[test]
fn a_lesson_is_chosen_by_keyboard() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let before = source(&page).await;
        page.run("document.querySelector('#lesson').focus();", vec![]).await;
        page.press("\u{E015}").await;
        let changed = "return document.querySelector('#source').value !== arguments[0];";
        page.until(changed, vec![json!(before)], json!(true)).await;
    });
}

#[test]
fn it_works_under_a_sub_path_and_asks_nobody_else() {
    visit("/docs/queue/", WIDE, |page| async move {
        open_example(&page).await;
        page.click("#transport-forward").await;
        at_row(&page, 1).await;
        let strangers = "return performance.getEntriesByType('resource').map(entry => entry.name)
            .filter(name => !name.startsWith(location.origin + '/docs/queue/'));";
        assert_eq!(page.run(strangers, vec![]).await, json!([]));
    });
}

#[test]
fn a_phone_holds_it_without_scrolling_sideways_and_keeps_the_transport_in_reach() {
    visit("/", PHONE, |page| async move {
        open_example(&page).await;
        let client = page.client();
        client.set_window_size(390, 844).await.unwrap();
        let sideways = "return document.documentElement.scrollWidth <= window.innerWidth;";
        page.until(sideways, vec![], json!(true)).await;
        page.run("window.scrollTo(0, document.body.scrollHeight);", vec![]).await;
        let in_reach = "const box = document.querySelector('#transport-forward').getBoundingClientRect();
            return box.top >= 0 && box.bottom <= window.innerHeight && box.width >= 44 && box.height >= 44;";
        page.until(in_reach, vec![], json!(true)).await;
        page.click("#transport-forward").await;
        at_row(&page, 1).await;
    });
}

/// Forty groups of fifty messages at the last step of the run.
async fn open_many(page: &Page) {
    let groups: Vec<String> =
        (0..40).map(|group| format!("at 0s send g{group}m0..g{group}m49(G{group})\n")).collect();
    let workers = "workers payment-processor-eu-west-1a payment-processor-eu-west-1b W3 W4\n";
    let head = format!("queue q\n  ordered by header k\n{workers}{}", groups.concat());
    type_source(page, &format!("{head}work\n  takes 1s\n")).await;
    let count = "return document.querySelectorAll('#lanes [data-lane]').length;";
    page.until(count, vec![], json!(40)).await;
}

/// Gives the page a phone's form, in whatever window: as a frame of this width in itself. Scripts of the test look into it.
async fn narrow(page: &Page, width: u32) {
    let script = "const text = document.querySelector('#source').value;
        document.body.innerHTML = '<iframe id=phone style=\"border:0;height:800px;width:' + arguments[0] + 'px\">';
        const frame = document.querySelector('#phone');
        frame.addEventListener('load', () => {
            const ready = setInterval(() => {
                const area = frame.contentDocument.querySelector('#source');
                if (!area) return;
                clearInterval(ready);
                area.value = text;
                area.dispatchEvent(new InputEvent('input', { bubbles: true }));
                frame.dataset.ready = 'yes';
            }, 20);
        });
        frame.src = location.href;";
    page.run(script, vec![json!(width)]).await;
    page.wait_for("#phone[data-ready]").await;
}

#[test]
fn nothing_is_cut_off_or_overlaps_where_it_is_narrow() {
    for width in [390, 320] {
        visit("/", WIDE, |page| async move {
            open_example(&page).await;
            open_many(&page).await;
            narrow(&page, width).await;
            let last = "const page = document.querySelector('#phone').contentDocument;
                page.querySelector('#transport-last').click();
                return page.querySelector('[data-lane=G0] [data-message=g0m49]')?.dataset.state ?? '';";
            page.until(last, vec![], json!("done")).await;
            let sideways = "const page = document.querySelector('#phone').contentDocument;
                return page.documentElement.scrollWidth <= page.documentElement.clientWidth;";
            page.until(sideways, vec![], json!(true)).await;
            // The last that is done is whole, left of the others, which are counted.
            let done = "const page = document.querySelector('#phone').contentDocument;
                const done = page.querySelector('[data-lane=G0] .lane-done');
                const pill = done.querySelector('[data-message=g0m49]');
                const [room, shown] = [done.getBoundingClientRect(), pill.getBoundingClientRect()];
                const name = pill.querySelector('.name');
                return [done.innerText.split(/\\s+/), shown.left >= room.left,
                    name.scrollWidth <= name.clientWidth];";
            page.until(done, vec![], json!([["g0m49", "+49"], true, true])).await;
        });
    }
}

/// Pairs of elements that overlap sideways though they stand in one line.
const OVERLAPS: &str = "const [selector, within] = arguments;
    const boxes = [...document.querySelectorAll(selector)].filter(shown => shown.textContent)
        .map(shown => [shown.closest(within), shown.textContent, shown.getBoundingClientRect()]);
    return boxes.flatMap(([place, word, box], index) => boxes.slice(index + 1)
        .filter(([there, , other]) => there === place && box.left < other.right && other.left < box.right
            && box.top < other.bottom && other.top < box.bottom)
        .map(([, other]) => word + ' / ' + other));";

#[test]
fn words_on_the_axis_and_in_a_workers_line_do_not_overlap() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let work = "work\n  takes 90m\n";
        let workers = "workers W1 payment-processor-eu-west-1a\n";
        let days = format!("{workers}at 0s send a1..a40 every 2h\n{work}");
        let late = format!("{workers}at 1d3h7m send a1..a4 every 250ms\nwork\n  takes 1s\n");
        for text in [days, late] {
            type_source(&page, &text).await;
            page.wait_for("#timeline [data-bar=a1]").await;
            for width in [320, 390, 820, 1440] {
                let card = "document.querySelector('#timeline').style.width = arguments[0] + 'px';
                    document.querySelector('#workers-card').style.width = arguments[0] / 2 + 90 + 'px';";
                page.run(card, vec![json!(width - 30)]).await;
                let drawn = "return document.querySelector('#timeline svg').clientWidth
                    === document.querySelector('#timeline .plot').clientWidth;";
                page.until(drawn, vec![], json!(true)).await;
                for key in ["#transport-first", "#transport-last"] {
                    page.click(key).await;
                    let words = json!(".axis, .playhead text");
                    page.until(OVERLAPS, vec![words, json!("svg")], json!([])).await;
                    let words = json!(".worker, .left, .takes, .holding .name");
                    page.until(OVERLAPS, vec![words, json!(".worker-row")], json!([])).await;
                }
            }
        }
    });
}

#[test]
fn large_text_takes_the_forms_for_little_room() {
    for size in [WIDE, (1024, 768), (820, 1180)] {
        visit("/", size, |page| async move {
            open_example(&page).await;
            page.click("[data-step-row='4']").await;
            for percent in ["100%", "125%", "150%", "200%"] {
                let large = "document.documentElement.style.fontSize = arguments[0];";
                page.run(large, vec![json!(percent)]).await;
                let sideways = "return document.documentElement.scrollWidth <= window.innerWidth;";
                page.until(sideways, vec![], json!(true)).await;
                let words = json!(".worker, .left, .takes, .holding .name");
                page.until(OVERLAPS, vec![words, json!(".worker-row")], json!([])).await;
                let words = json!(".lane:not(.caption) :is(b, .pill .name, .why, .slot)");
                page.until(OVERLAPS, vec![words, json!(".lane")], json!([])).await;
                // A name is whole, and a reason has eight letters to a line.
                let room = "const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
                    return [...document.querySelectorAll('#lanes .pill .name')]
                        .filter(name => name.scrollWidth > name.clientWidth).map(name => name.innerText)
                        .concat([...document.querySelectorAll('#lanes .why')]
                        .filter(why => why.clientWidth < 5 * em).map(why => why.innerText));";
                page.until(room, vec![], json!([])).await;
            }
        });
    }
}

/// The least contrast of a word of the timeline with what it stands on: the card, and the shape before it.
const LEAST_CONTRAST: &str = "const canvas = document.createElement('canvas').getContext('2d');
    const style = element => getComputedStyle(element);
    const opacity = element => element.closest('svg') ? style(element).opacity * opacity(element.parentNode) : 1;
    const light = layers => {
        for (const [colour, alpha] of layers) {
            canvas.globalAlpha = alpha;
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
        }
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(part => part / 255)
            .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b + .05;
    };
    const ratios = [...document.querySelectorAll('.bar .off, .hold text')].map(text => {
        const shape = text.parentNode.querySelector('rect');
        const ground = [[style(document.querySelector('#timeline')).backgroundColor, 1],
            [style(shape).fill, opacity(shape)]];
        const [one, other] = [light(ground), light([...ground, [style(text).fill, opacity(text)]])];
        return Math.max(one, other) / Math.min(one, other);
    });
    return ratios.length > 5 ? Math.min(...ratios) : 0;";

#[test]
fn what_is_ahead_can_be_read_in_light_and_dark() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        assert_eq!(
            page.run("return document.querySelectorAll('h1').length;", vec![]).await,
            json!(1)
        );
        for theme in ["light", "dark"] {
            let wear = "document.documentElement.dataset.theme = arguments[0];";
            page.run(wear, vec![json!(theme)]).await;
            let least = page.run(LEAST_CONTRAST, vec![]).await.as_f64().unwrap();
            assert!(least >= 4.5, "{theme}: {least}");
        }
    });
}

#[test]
fn long_names_stay_in_the_window() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let long = |letter: &str, length: usize| letter.repeat(length);
        let (header, throttle, worker) = (long("h", 300), long("t", 150), long("w", 100));
        let text = format!(
            "title \"{title}\"\nqueue {queue}\n  ordered by header {header}\nworkers {worker}\n\
            throttle {throttle}: 1 per 5s by header {header}\n\
            at 0s send {message}({key}), m2({key})\nat 1s {worker} nacks, retry after 5s\n",
            title = long("i", 200),
            queue = long("q", 100),
            message = long("m", 100),
            key = long("k", 200),
        );
        type_source(&page, &text).await;
        let drawn = "return document.querySelectorAll('[data-problem]').length
            || document.querySelectorAll('[data-throttle]').length;";
        page.until(drawn, vec![], json!(1)).await;
        page.click("#compose").await;
        let within =
            "return document.documentElement.scrollWidth <= document.documentElement.clientWidth;";
        page.until(within, vec![], json!(true)).await;
        page.click("#lanes .pill").await;
        page.until(within, vec![], json!(true)).await;
        for width in [390, 320] {
            narrow(&page, width).await;
            let act = "const page = document.querySelector('#phone').contentDocument;
                page.querySelector(arguments[0]).click();";
            for opened in ["#compose", "#lanes .pill"] {
                page.run(act, vec![json!(opened)]).await;
                let within = "const page = document.querySelector('#phone').contentDocument;
                    const drawer = page.querySelector('.drawer')?.getBoundingClientRect();
                    return [page.documentElement.scrollWidth <= page.documentElement.clientWidth,
                        [...page.querySelectorAll('.drawer *')]
                            .filter(it => it.getBoundingClientRect().right > drawer.right).length];";
                page.until(within, vec![], json!([true, 0])).await;
            }
            page.goto("").await;
            open_example(&page).await;
            type_source(&page, &text).await;
        }
    });
}

#[test]
fn a_small_window_has_a_low_bar_and_help_from_its_start() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        narrow(&page, 320).await;
        let bar = "const page = document.querySelector('#phone').contentDocument;
            const rows = [...page.querySelectorAll('.transport > *')]
                .map(part => part.getBoundingClientRect()).map(box => Math.round((box.top + box.bottom) / 20));
            return new Set(rows).size;";
        page.until(bar, vec![], json!(2)).await;
        let help = "const page = document.querySelector('#phone').contentDocument;
            page.querySelector('#help').click();";
        page.run(help, vec![]).await;
        let start =
            "const keys = document.querySelector('#phone').contentDocument.querySelector('#keys');
            return [keys.open, keys.scrollTop];";
        page.until(start, vec![], json!([true, 0])).await;
        let low = "document.querySelector('#phone').style.height = '225px';
            const page = document.querySelector('#phone').contentDocument;
            return getComputedStyle(page.querySelector('.transport')).position;";
        page.until(low, vec![], json!("static")).await;
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

#[test]
fn the_scheduler_is_there_for_scripts_too() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let text = source(&page).await;
        let script = "const { default: load, parse, Replay } = await import('./api/queuescope.js');
            await load();
            const wrong = parse('qeue x');
            const replay = new Replay(arguments[0]);
            replay.seek(4);
            const { step, snapshot } = replay.current();
            const answer = [parse(arguments[0]).ok, wrong.ok, wrong.errors[0].line, wrong.errors[0].column,
                replay.stepCount, step.at, snapshot.workers.map(worker => worker.holds[0].message)];
            replay.free();
            return answer;";
        let answer = page.run(script, vec![json!(text)]).await;
        assert_eq!(answer, json!([true, false, 1, 1, 9, 4_000_000, ["b2", "s2"]]));
    });
}
