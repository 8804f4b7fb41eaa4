//! What is shared and kept: links, files, the clipboard, and what survives a reload.

use super::*;
use queuescope_link::{Link, Rows, View, decode, encode};

const EXAMPLE: &str = include_str!("../../../static/scenarios/account-retries.queue");

/// A scenario as it comes out of JSON.
const BROUGHT: &str = "queue queue\n\nworkers W1\n\nat 0s  send m1\n";

const TEXT: &str = "return document.querySelector('#source')?.value;";
const HASH: &str = "return location.hash;";
const PLACE: &str = "return document.querySelector('#place')?.innerText;";

/// Waits until the page's address has another link than this; returns it.
async fn other_link(page: &Page, than: &str) -> String {
    let changed = "return location.hash !== arguments[0];";
    page.until(changed, vec![json!(than)], json!(true)).await;
    page.run(HASH, vec![]).await.as_str().unwrap().to_owned()
}

#[test]
fn what_was_done_survives_a_reload_and_is_seen_by_whoever_gets_the_link() {
    visit("/under/it/", WIDE, |page| async move {
        open_example(&page).await;
        page.click("#lanes [data-message='a1']").await;
        page.click("[data-act='reject']").await;
        let link = other_link(&page, "").await;
        let opened = decode(&link).unwrap();
        assert!(opened.text.contains("W1 rejects a1\n"), "{}", opened.text);
        // The act is the second step; the drawer of a1 is open.
        assert_eq!((opened.step, opened.selection.as_deref()), (2, Some("a1")));
        for reload in [true, false] {
            if reload {
                page.client().refresh().await.unwrap();
            } else {
                page.goto("queue-scope.js").await;
                page.goto(&link).await;
            }
            page.wait_for("#steps tr[aria-current=step]").await;
            page.until(TEXT, vec![], json!(opened.text)).await;
            page.until(PLACE, vec![], json!("step 2 of 10")).await;
            page.wait_for(".drawer-head p").await;
            let drawer = page.text(".drawer-head p").await;
            assert!(drawer.starts_with("a1 is a dead letter"), "{drawer}");
        }
    });
}

#[test]
fn without_its_link_a_page_is_as_it_was_before() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let link =
            Link { step: 3, text: "workers W1\nat 0s send m1 m2\n".to_owned(), ..Link::default() };
        let fragment = encode(&link).unwrap();
        page.run("location.hash = arguments[0];", vec![json!(fragment)]).await;
        page.until(TEXT, vec![], json!(link.text)).await;
        page.client().back().await.unwrap();
        page.until(TEXT, vec![], json!(EXAMPLE)).await;
        page.until(PLACE, vec![], json!("step 1 of 9")).await;
        assert_eq!(page.text("#notice").await, "");
    });
}

#[test]
fn the_colours_that_were_chosen_are_there_at_the_next_visit() {
    visit("/", WIDE, |page| async move {
        let worn = "return document.documentElement.dataset.theme;";
        open_example(&page).await;
        page.until(worn, vec![], json!("auto")).await;
        page.click("#theme").await;
        page.click("#theme").await;
        page.until(worn, vec![], json!("dark")).await;
        let kept = "return localStorage['queuescope.theme'];";
        page.until(kept, vec![], json!("dark")).await;
        page.client().refresh().await.unwrap();
        open_example(&page).await;
        page.until(worn, vec![], json!("dark")).await;
    });
}

#[test]
fn a_link_stays_as_it_is_until_something_is_edited() {
    visit("/", WIDE, |page| async move {
        let view = View {
            rows: Some(Rows::Lane),
            zoom: Some(1),
            panel: Some("metrics".to_owned()),
            ..View::default()
        };
        let text = EXAMPLE.replace("retry after 5s", "retry after 3s");
        let link = Link { step: 5, selection: Some("a2".to_owned()), view, text };
        let fragment = format!("#{}", encode(&link).unwrap());
        page.goto("queue-scope.js").await;
        page.goto(&fragment).await;
        page.until(PLACE, vec![], json!("step 5 of 9")).await;
        page.wait_for("[data-message='a2'][aria-expanded=true]").await;
        page.wait_for("[data-tab=metrics][aria-pressed=true]").await;
        let by_group = "return document.querySelector('#timeline .choice:last-child [aria-pressed=true]')?.innerText;";
        page.until(by_group, vec![], json!("by group")).await;
        page.click("#transport-forward").await;
        page.click("[data-tab=text]").await;
        page.until(TEXT, vec![], json!(link.text)).await;
        // Longer than the page waits before it writes.
        page.run("return new Promise(done => setTimeout(done, 900));", vec![]).await;
        assert_eq!(page.run(HASH, vec![]).await, json!(fragment));
        // Another link in the same window, which is not rewritten either.
        let other = Link { text: "at 0s send z1\n".to_owned(), ..Link::default() };
        let other = format!("#{}", encode(&other).unwrap());
        page.run("location.hash = arguments[0];", vec![json!(other)]).await;
        page.until(TEXT, vec![], json!("at 0s send z1\n")).await;
        page.run("return new Promise(done => setTimeout(done, 900));", vec![]).await;
        assert_eq!(page.run(HASH, vec![]).await, json!(other));
        type_source(&page, "at 0s send z2\n").await;
        let link = other_link(&page, &other).await;
        assert_eq!(decode(&link).unwrap().text, "at 0s send z2\n");
    });
}

#[test]
fn a_link_that_is_broken_or_hostile_opens_the_default_and_says_so() {
    visit("/", WIDE, |page| async move {
        let good = encode(&Link { text: EXAMPLE.to_owned(), ..Link::default() }).unwrap();
        let cut = &good[..good.len() - 10];
        // A hundred megabytes of nothing, in the form of a link.
        let bomb = "const zeros = new Blob(Array(100).fill(new Uint8Array(1 << 20)));
            const stream = zeros.stream().pipeThrough(new CompressionStream('deflate-raw'));
            return new Response(stream).arrayBuffer().then(held => {
                const bytes = [1, 0, 0, 0, 0, ...new Uint8Array(held)];
                const binary = bytes.map(byte => String.fromCharCode(byte)).join('');
                return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
            });";
        let bomb = page.run(bomb, vec![]).await;
        let newer = "CR4lgHODOgbqFC4A";
        for broken in [cut, newer, "!", bomb.as_str().unwrap()] {
            page.goto("queue-scope.js").await;
            page.goto(&format!("#{broken}")).await;
            open_example(&page).await;
            let said = page.text("#notice").await;
            assert!(said.starts_with("This link opens nothing: "), "{said}");
            assert_eq!(source(&page).await, EXAMPLE);
        }
        let name = "<img src=x onerror=window.hacked=1>";
        let text = format!(
            "title \"{name}\"\nworkers \"{name}\"\nat 0s send \"{name}\"\n# question: {name}\n"
        );
        let hostile = Link { selection: Some(name.to_owned()), text, ..Link::default() };
        page.goto("queue-scope.js").await;
        page.goto(&format!("#{}", encode(&hostile).unwrap())).await;
        page.wait_for(".drawer-head p").await;
        for tab in ["message", "metrics", "find", "compare"] {
            page.click(&format!("[data-tab={tab}]")).await;
            page.wait_for(".pane h3").await;
        }
        let harm = "return [window.hacked ?? null, document.querySelectorAll('img').length];";
        assert_eq!(page.run(harm, vec![]).await, json!([null, 0]));
    });
}

#[test]
fn a_scenario_is_taken_along_in_every_form() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let hear = "window.taken = {};
            navigator.clipboard.writeText = async (text) => { window.copied = text; };
            HTMLAnchorElement.prototype.click = function () {
                const name = this.download;
                fetch(this.href).then(answer => answer.blob()).then(async blob => {
                    const start = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
                    window.taken[name] = [blob.type, [...start].map(byte => byte.toString(16)).join(' '), await blob.text()];
                });
            };";
        page.run(hear, vec![]).await;
        page.click("#share").await;
        page.wait_for("#share-link").await;
        for kind in ["text", "json", "markdown", "csv", "rust"] {
            let expected = queuescope_sheets::export(EXAMPLE, kind).unwrap();
            page.click(&format!("[data-copy={kind}]")).await;
            page.until("return window.copied;", vec![], json!(expected)).await;
            page.until(
                &format!("return document.querySelector('[data-copy={kind}]').innerText.trim();"),
                vec![],
                json!("Copied"),
            )
            .await;
        }
        page.click("[data-copy=link]").await;
        let link = format!("{}#{}", page.url(), queuescope_sheets::link(EXAMPLE, "").unwrap());
        assert!(link.len() - page.url().len() < 400, "the example's link is short");
        page.until("return window.copied;", vec![], json!(link)).await;
        page.click("[data-copy=embed]").await;
        page.until(
            "return window.copied;",
            vec![],
            json!(queuescope_sheets::embedded(EXAMPLE, page.url())),
        )
        .await;
        page.click("[data-copy=svg]").await;
        let drawn = "const drawn = new DOMParser().parseFromString(window.copied, 'image/svg+xml');
            const words = [...drawn.querySelectorAll('text')].map(it => it.textContent);
            const fills = [...drawn.querySelectorAll('.bar rect, rect')].map(it => it.getAttribute('fill'));
            return [drawn.documentElement.tagName, ['W1', 'a1'].every(name => words.some(word => word.startsWith(name))),
                fills.every(fill => fill && !fill.includes('var(')), /class=/.test(window.copied)];";
        page.until(drawn, vec![], json!(["svg", true, true, false])).await;
        let name = "one-account-retries-the-others-go-on";
        for (kind, file, kind_of, start) in [
            ("text", "queue", "text/plain", "23 20 71 75"),
            ("csv", "csv", "text/csv", "74 2c 65 76"),
            ("png", "png", "image/png", "89 50 4e 47"),
        ] {
            page.click(&format!("[data-save={kind}]")).await;
            let taken = "return (window.taken[arguments[0]] ?? []).slice(0, 2);";
            page.until(taken, vec![json!(format!("{name}.{file}"))], json!([kind_of, start])).await;
        }
    });
}

#[test]
fn a_file_is_opened_by_dropping_it() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let drop = "const data = new DataTransfer();
            data.items.add(new File([arguments[0]], 'it.queue'));
            const event = (name) => new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true });
            document.body.dispatchEvent(event('dragenter'));
            setTimeout(() => document.body.dispatchEvent(event('drop')), 500);";
        let text = "# mine\r\nat 0s send q1\r\n";
        page.run(drop, vec![json!(text)]).await;
        // A text area has its own line ends.
        page.until(TEXT, vec![], json!("# mine\nat 0s send q1\n")).await;
        let json = queuescope_sheets::export(BROUGHT, "json").unwrap();
        page.run(drop, vec![json!(json)]).await;
        page.until(TEXT, vec![], json!(BROUGHT)).await;
        let no_json = "{\"version\": 1, ";
        let why = queuescope_sheets::import(no_json).unwrap_err();
        for (wrong, why) in [(no_json, &*why), ("\0\0", "it.queue is no text")] {
            page.run(drop, vec![json!(wrong)]).await;
            let said = "return document.querySelector('#notice').innerText.includes(arguments[0]);";
            page.until(said, vec![json!(why)], json!(true)).await;
            page.until(TEXT, vec![], json!(BROUGHT)).await;
        }
        page.click("#undo").await;
        page.until(TEXT, vec![], json!("# mine\nat 0s send q1\n")).await;
    });
}
