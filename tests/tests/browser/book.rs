//! The built book, as a reader uses it.

use super::*;
use queuescope_tests::browser::visit_book;

/// `docs/src/rules/order.md`, its first figure: what is in flight at each instant, worked out by hand. One message of a parcel at a
/// time, and the oldest free head to the first free worker.
const STEPS: [(&str, &[&str]); 5] = [
    // W1 takes the head of 17, W2 that of 42; W3 finds no third parcel.
    ("0 s", &["pack", "pack2"]),
    // W2 acks pack2: the next one of 42 steps up.
    ("2 s", &["ship2", "pack"]),
    // W1 acks pack: the next one of 17 steps up.
    ("3 s", &["ship", "ship2"]),
    // `back` arrives behind ship and door.
    ("4 s", &["ship", "ship2"]),
    // W2 acks ship2, the last one of 42.
    ("5 s", &["ship"]),
];

const SEEN: &str = "const within = document.querySelector('queue-scope').shadowRoot;
    const flying = within?.querySelectorAll('#lanes [data-state=in-flight]') ?? [];
    return [within?.querySelector('#clock')?.innerText, [...flying].map(pill => pill.dataset.message).sort()];";

async fn at_step(page: &Page, step: usize) {
    let (clock, flying) = STEPS[step];
    let mut flying = flying.to_vec();
    flying.sort_unstable();
    page.until(SEEN, vec![], json!([clock, flying])).await;
}

#[test]
fn a_figure_of_the_book_is_stepped_through_by_mouse_and_by_keyboard() {
    visit_book("rules/order.html", WIDE, |page| async move {
        let within = |id: &str| {
            format!(
                "return document.querySelector('queue-scope').shadowRoot.querySelector('{id}');"
            )
        };
        at_step(&page, 0).await;
        page.click_within(&within("#transport-forward")).await;
        at_step(&page, 1).await;
        // The book turns its pages by the same keys.
        page.strike('\u{E014}').await;
        at_step(&page, 2).await;
        page.strike('\u{E014}').await;
        at_step(&page, 3).await;
        page.click_within(&within("#transport-last")).await;
        at_step(&page, 4).await;
        page.strike('\u{E012}').await;
        at_step(&page, 3).await;
        page.strike('\u{E011}').await;
        at_step(&page, 0).await;
        page.strike('\u{E010}').await;
        at_step(&page, 4).await;
        let shown = "return [document.querySelector('queue-scope').shadowRoot.querySelector('.caption b').innerText.trim(),
            location.pathname.endsWith('/docs/rules/order.html')];";
        let title = "A free worker is no reason to pass the head";
        assert_eq!(page.run(shown, vec![]).await, json!([title, true]));
    });
}

#[test]
fn every_figure_of_the_book_is_shown_without_a_fault() {
    visit_book("index.html", WIDE, |page| async move {
        // The book's list of contents is a script of its own.
        page.wait_for("mdbook-sidebar-scrollbox a").await;
        let chapters = "return [...new Set([...document.querySelectorAll('mdbook-sidebar-scrollbox a')].map(link => link.href))]
            .map(link => link.slice(new URL('./', location).href.length));";
        let chapters = page.run(chapters, vec![]).await;
        let chapters = chapters.as_array().unwrap();
        assert!(chapters.len() > 15, "{chapters:?}");
        let shown = "const figures = [...document.querySelectorAll('queue-scope')];
            const faults = window.faults ??= [];
            for (const figure of figures) {
                if (figure.dataset.heard) continue;
                figure.dataset.heard = '';
                figure.addEventListener('error', event => faults.push(...event.detail.messages));
                figure.load();
            }
            return [faults, figures.every(figure => figure.shadowRoot?.querySelector('.app')) && document.readyState === 'complete'];";
        for chapter in chapters {
            page.goto(chapter.as_str().unwrap()).await;
            page.until(shown, vec![], json!([[], true])).await;
        }
    });
}
