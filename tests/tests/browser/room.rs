//! Whatever the window: nothing is cut off, overlaps or cannot be read.

use super::*;

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
        frame.src = location.pathname;";
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
            "const keys = document.querySelector('#phone').contentDocument.querySelector('#sheet');
            return [keys.open, keys.scrollTop];";
        page.until(start, vec![], json!([true, 0])).await;
        let low = "document.querySelector('#phone').style.height = '225px';
            const page = document.querySelector('#phone').contentDocument;
            return getComputedStyle(page.querySelector('.transport')).position;";
        page.until(low, vec![], json!("static")).await;
    });
}
