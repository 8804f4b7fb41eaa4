//! Figures of other pages: `<queue-scope>`, and fenced code blocks.

use super::*;

/// Puts markup behind the simulator's own page, as a page that has figures would have it, and loads its figures.
const PUT: &str = "
    await import('./queue-scope.js');
    const place = document.createElement('div');
    place.id = 'place';
    place.innerHTML = arguments[0];
    document.body.append(place);
    await new Promise(done => setTimeout(done, 0));
    for (const figure of place.querySelectorAll('queue-scope')) figure.load();";

/// Whether every figure has drawn a step.
const DRAWN: &str = "return [...document.querySelectorAll('queue-scope')]
    .every(figure => figure.shadowRoot?.querySelector('#place'));";

async fn put(page: &Page, markup: &str) {
    open_example(page).await;
    page.run(PUT, vec![json!(markup)]).await;
    page.until(DRAWN, vec![], json!(true)).await;
}

const FENCED: &str = "<pre><div class='buttons'><button>copy</button></div><code class='language-queuescope hljs'># figure: step=2 panels=lanes,steps
workers W1
at 0s send a1 a2
at 3s W1 acks
at 5s W1 acks
</code></pre>";

#[test]
fn a_fenced_block_becomes_a_figure_that_scripts_step_through() {
    visit("/sub/path/", WIDE, |page| async move {
        put(&page, FENCED).await;
        let seen = "const figure = document.querySelector('queue-scope');
            const within = figure.shadowRoot;
            return [figure.position, figure.steps, figure.time, within.querySelector('#clock').innerText,
                !!within.querySelector('#steps'), !!within.querySelector('#timeline'),
                document.querySelector('#place pre').style.display];";
        page.until(seen, vec![], json!([2, 3, 3, "3 s", true, false, "none"])).await;
        let told = "const figure = document.querySelector('queue-scope');
            const told = new Promise(done => figure.addEventListener('step', event => done(event.detail)));
            figure.step(5);
            return told;";
        let told = page.run(told, vec![]).await;
        assert_eq!(told, json!({ "position": 3, "steps": 3, "time": 5, "playing": false }));
        let written = "const figure = document.querySelector('queue-scope');
            const told = new Promise(done => figure.addEventListener('change', event => done(event.detail.scenario)));
            figure.scenario = 'workers W1\\nat 1s send b\\n';
            return told.then(text => [text, figure.steps]);";
        let written = page.run(written, vec![]).await;
        assert_eq!(written, json!(["workers W1\nat 1s send b\n", 1]));
    });
}

#[test]
fn what_is_asked_wrongly_and_a_wrong_text_are_told() {
    visit("/", WIDE, |page| async move {
        put(
            &page,
            "<queue-scope panels='lanes tabel'># figure: panles=text\nat 0s send a\n</queue-scope>",
        )
        .await;
        let told = "const figure = document.querySelector('queue-scope');
            const told = new Promise(done => figure.addEventListener('error', event => done(event.detail.messages)));
            figure.scenario = 'at 0s sned a\\n';
            return told;";
        let told = page.run(told, vec![]).await;
        let told: Vec<&str> =
            told.as_array().unwrap().iter().map(|said| said.as_str().unwrap()).collect();
        assert!(told.contains(&"There is no option `panles`."), "{told:?}");
        assert!(told.iter().any(|said| said.ends_with("not `lanes tabel`.")), "{told:?}");
        let shown = "return document.querySelector('queue-scope').shadowRoot.querySelector('#problems')?.innerText ?? '';";
        let mut shown_text = String::new();
        for _ in 0..100 {
            shown_text = page.run(shown, vec![]).await.as_str().unwrap().to_owned();
            if shown_text.contains("send") {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        assert!(shown_text.contains("Did you mean send?"), "{shown_text}");
    });
}

#[test]
fn keys_in_a_figure_are_not_for_the_page_around_it() {
    visit("/", WIDE, |page| async move {
        put(&page, "<queue-scope lesson='retry-holds' panels='lanes text'></queue-scope>").await;
        // The simulator around it hears keys at the document's root.
        let press = "const within = document.querySelector('queue-scope').shadowRoot;
            const key = (at, key) => within.querySelector(at).dispatchEvent(
                new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));
            window.heard = [];
            document.addEventListener('keydown', event => heard.push(event.key));
            key('#transport-forward', 'ArrowRight');
            key('#scrubber', 'ArrowRight');
            key('#source', 's');
            key('#transport-forward', 'k');";
        page.run(press, vec![]).await;
        let heard = "return [heard, document.querySelector('queue-scope').position, document.querySelector('#clock').innerText];";
        page.until(heard, vec![], json!([["k"], 3, "0 s"])).await;
    });
}

#[test]
fn nothing_is_edited_where_a_figure_is_to_be_read_only() {
    visit("/", WIDE, |page| async move {
        put(&page, "<queue-scope read-only lesson='retry-holds' panels='lanes workers text'></queue-scope>").await;
        let tried = "const figure = document.querySelector('queue-scope');
            const area = figure.shadowRoot.querySelector('#source');
            const before = figure.scenario;
            area.value = 'at 0s send x';
            area.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
            for (const button of figure.shadowRoot.querySelectorAll('#workers-more, #compose')) button.click();
            await new Promise(done => setTimeout(done, 100));
            return [area.readOnly, figure.scenario === before, before.length > 0];";
        assert_eq!(page.run(tried, vec![]).await, json!([true, true, true]));
    });
}

#[test]
fn figures_that_come_and_go_leave_nothing() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let script = "
            await import('./queue-scope.js');
            const { load } = await import('./load.js');
            const exported = await (await load()).default();
            const memory = Object.values(exported).find(value => value instanceof WebAssembly.Memory);
            const turn = async () => {
                const figure = document.createElement('queue-scope');
                figure.setAttribute('lesson', 'retry-holds');
                figure.setAttribute('panels', 'narration lanes timeline workers steps text');
                document.body.append(figure);
                figure.load();
                await new Promise(done => figure.addEventListener('step', done, { once: true }));
                const drawn = figure.shadowRoot.querySelectorAll('[data-message]').length;
                figure.remove();
                await new Promise(done => setTimeout(done, 0));
                return drawn > 0 && !figure.shadowRoot.querySelector('#lanes');
            };
            let fine = true;
            for (let count = 0; count < arguments[0]; count += 1) fine &&= await turn();
            return [fine, memory.buffer.byteLength, document.querySelectorAll('queue-scope').length];";
        let first = page.run(script, vec![json!(20)]).await;
        let held = page.held().await;
        for _ in 0..5 {
            assert_eq!(page.run(script, vec![json!(40)]).await, first);
        }
        assert_eq!([&first[0], &first[2]], [&json!(true), &json!(0)]);
        let [nodes, listeners] = page.held().await;
        // A few nodes come and go with what the page around it draws; a figure has hundreds.
        assert!(nodes - held[0] < 50, "{held:?}, then {nodes} nodes");
        assert_eq!(listeners, held[1]);
    });
}
