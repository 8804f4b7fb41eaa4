//! That everybody can use it: axe-core finds nothing, and nothing lies beside the window, in every width and theme.

use super::*;
use queuescope_tests::browser::axe;
use std::fmt::Write;

const TABLET: (u32, u32) = (820, 1180);
/// A wide window at four times its size, or the narrowest phone.
const NARROWEST: (u32, u32) = (320, 640);

/// What has to be done to see a part of the page, and by what that is there.
const STATES: [(&str, &str, &str); 16] = [
    ("the start", "", "#lanes .pill"),
    ("the last step", "click('#transport-last');", "#lanes [data-state=done]"),
    ("a message", "click('#transport-back'); click('#lanes .pill');", ".drawer .acts"),
    ("a message to send", "click('#compose');", "form.compose"),
    ("the text", "click('[data-tab=text]');", "#source"),
    ("the form", "click('[data-tab=form]');", ".form-rows"),
    ("a story", "click('[data-tab=message]');", ".pane .story, .pane p"),
    ("metrics", "click('[data-tab=metrics]');", ".pane svg"),
    ("a search", "click('[data-tab=find]');", ".pane .add"),
    ("two runs", "click('[data-tab=compare]');", ".what-if button"),
    (
        "both runs",
        "press('Without worker W2'); setTimeout(() => press('Show both on one playhead'), 300);",
        ".other queue-scope",
    ),
    (
        "an error",
        "press('Close'); click('[data-tab=text]'); setTimeout(() => write('at 0s sned a1\\n'), 300);",
        "#problems li",
    ),
    ("the help", "click('#undo'); click('#help');", "dialog#sheet h2"),
    ("the share sheet", "close(); setTimeout(() => click('#share'), 300);", "dialog#sheet input"),
    ("the tour", "close(); setTimeout(() => click('.tour'), 300);", ".tour-card"),
    (
        "a fault",
        "press('Skip for ever');
        dispatchEvent(new ErrorEvent('error', { error: new WebAssembly.RuntimeError('unreachable') }));",
        "dialog.fault[open]",
    ),
];

/// What the states are reached with.
const HANDS: &str = "
    const click = (css) => document.querySelector(css).click();
    const press = (word) => [...document.querySelectorAll('button')].find((it) => it.innerText.trim() === word).click();
    const close = () => document.querySelector('dialog#sheet').close();
    const write = (text) => {
        const area = document.querySelector('#source');
        area.value = text;
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };";

/// What axe-core finds, a line each; and what lies beside the window.
const LOOK: &str = "
    const [rules, done] = arguments;
    axe.run(document, { resultTypes: ['violations'], ...rules }).then(({ violations }) => {
        const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, any, all, none }) =>
            `${id} at ${target.flat().join(' ')}: ${[...any, ...all, ...none].map((it) => it.message).join('; ')}`));
        const { scrollWidth, clientWidth } = document.documentElement;
        if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} px lie beside the window`);
        done(found);
    }, (error) => done([String(error)]));";

/// What axe-core finds, by all rules or by those of colours only.
async fn look(page: &Page, colours_only: bool) -> Vec<String> {
    let rules = if colours_only { json!({ "runOnly": ["color-contrast"] }) } else { json!({}) };
    let found = page.client().execute_async(LOOK, vec![rules]).await.unwrap();
    serde_json::from_value(found).unwrap()
}

/// What there is to say of a page in both themes, a line each.
async fn report(page: &Page, state: &str, themed: &str) -> String {
    let mut report = String::new();
    for theme in ["light", "dark"] {
        // Colours fade into each other.
        let wear = format!(
            "({themed}).dataset.theme = arguments[0];
            return new Promise((done) => setTimeout(done, 250));"
        );
        page.run(&wear, vec![json!(theme)]).await;
        for found in look(page, theme == "dark").await {
            writeln!(report, "{state}, {theme}: {found}").unwrap();
        }
    }
    report
}

fn usable_in(size: (u32, u32)) {
    visit("/", size, |page| async move {
        open_example(&page).await;
        page.run(&axe(), vec![]).await;
        // With the first key comes all that is fetched later.
        page.press("\u{E014}").await;
        page.wait_for(".tour").await;
        let mut told = String::new();
        for (state, done, there) in STATES {
            page.run(&format!("{HANDS} {done}"), vec![]).await;
            page.wait_for(there).await;
            told.push_str(&report(&page, state, "document.documentElement").await);
        }
        assert_eq!(told, "", "{size:?}");
    });
}

#[test]
fn everybody_can_use_it_at_a_desk() {
    usable_in(WIDE);
}

#[test]
fn everybody_can_use_it_on_a_tablet() {
    usable_in(TABLET);
}

#[test]
fn everybody_can_use_it_on_a_phone() {
    usable_in(PHONE);
}

#[test]
fn everybody_can_use_it_in_the_narrowest_window() {
    usable_in(NARROWEST);
}

#[test]
fn everybody_can_use_a_figure() {
    for size in [WIDE, NARROWEST] {
        visit("/", size, |page| async move {
            page.goto("figure.html?lesson=retry-holds").await;
            let shown = "return !!document.querySelector('queue-scope')?.shadowRoot?.querySelector('#lanes .pill');";
            page.until(shown, vec![], json!(true)).await;
            page.run(&axe(), vec![]).await;
            let root =
                "document.querySelector('queue-scope').shadowRoot.querySelector('.figure-root')";
            let start = report(&page, "a figure", root).await;
            let opens = format!("{root}.querySelector('.pill').click();");
            page.run(&opens, vec![]).await;
            let open =
                format!("return !!{root}.querySelector('.drawer h3, .drawer b, .drawer p');");
            page.until(&open, vec![], json!(true)).await;
            assert_eq!(start + &report(&page, "a message of it", root).await, "", "{size:?}");
        });
    }
}
