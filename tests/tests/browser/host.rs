//! Figures on a page of another origin, which trusts nobody more than it must and has a style of its own.

use super::*;

const FIGURE: &str = "# figure: step=2 panels=lanes,timeline,workers,throttles,steps,text
queue orders
  ordered by header account
workers W1 W2
throttle calls: 100 per 10s
at 0s send a1(A) a2(A) b1(B)
at 3s W1 acks
at 5s W1 acks
";

/// The least that figures need, and nothing that is written within the page.
const POLICY: &str = "default-src 'none'; script-src 'self' SIMULATOR 'wasm-unsafe-eval'; style-src 'self'; connect-src SIMULATOR; \
    base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";

/// Runs before all else.
const WATCH: &str = "window.violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
        violations.push([violatedDirective, blockedURI, sourceFile]));";

/// A style that wants everything.
const GREEDY: &str = "* { color: rgb(255, 0, 0); font: italic 30px/3 serif; letter-spacing: 4px; text-transform: uppercase;
        text-align: right; white-space: pre; visibility: visible; cursor: wait; }
    div, p, button, span, table { display: block; padding: 40px; background: rgb(0, 0, 255); border: 9px solid; }
    p { margin: 7px; }";

const SEEN: &str = "const figure = document.querySelector('queue-scope');
    const within = figure?.shadowRoot;
    return [figure?.position ?? 0, within?.querySelector('#clock')?.innerText ?? '', !!within?.querySelector('#steps')];";

fn page(head: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>host</title>{head}
        <script src='watch.js'></script><script type='module' src='SIMULATORqueue-scope.js'></script></head>
        <body><p id='own'>Ours</p>{body}</body></html>"
    )
}

fn fenced(text: &str) -> String {
    format!("<pre><code class='language-queuescope'>{text}</code></pre>")
}

#[test]
fn a_strict_page_of_another_origin_has_nothing_to_complain_of() {
    let html = page("", &fenced(FIGURE));
    let host = Host { files: &[("index.html", &html), ("watch.js", WATCH)], policy: POLICY };
    visit_host(host, "/deep/path/", WIDE, |page, simulator| async move {
        page.until(SEEN, vec![], json!([2, "3 s", true])).await;
        // The editor too is fetched, run and listened to.
        let wrong =
            "document.querySelector('queue-scope').scenario = `${arguments[0]}at 7s sned x\n`;";
        page.run(wrong, vec![json!(FIGURE)]).await;
        let explained =
            "return document.querySelector('queue-scope').shadowRoot.querySelector('#problems')
            ?.innerText.includes('Did you mean send?') ?? false;";
        page.until(explained, vec![], json!(true)).await;
        assert_eq!(page.run("return violations;", vec![]).await, json!([]));
        let strangers = "return performance.getEntriesByType('resource').map(entry => entry.name)
            .filter(name => !name.startsWith(arguments[0]) && name !== `${location.origin}/watch.js`);";
        assert_eq!(page.run(strangers, vec![json!(simulator)]).await, json!([]));
    });
}

#[test]
fn the_page_of_one_figure_lives_by_its_own_policy_in_an_iframe_without_an_origin() {
    let frame = "<iframe sandbox='allow-scripts' src='SIMULATORfigure.html?lesson=retry-holds&step=3'></iframe>";
    let html = page("", frame);
    let policy = format!("{POLICY}; frame-src SIMULATOR");
    let host = Host { files: &[("index.html", &html), ("watch.js", WATCH)], policy: &policy };
    visit_host(host, "/deep/path/", WIDE, |page, _| async move {
        page.enter_iframe().await;
        page.until(SEEN, vec![], json!([3, "2 s", false])).await;
        page.until("return document.title;", vec![], json!("A retry holds its group")).await;
        page.leave_iframe().await;
        assert_eq!(page.run("return violations;", vec![]).await, json!([]));
    });
}

/// How things in a figure look, and things of the page around it.
const LOOKS: &str = "
    const look = element => {
        const style = getComputedStyle(element);
        return ['color', 'fontSize', 'fontFamily', 'fontStyle', 'lineHeight', 'letterSpacing', 'textTransform', 'textAlign', 'whiteSpace',
            'cursor', 'display', 'paddingLeft', 'marginTop', 'backgroundColor', 'borderTopWidth', 'boxSizing'].map(name => style[name]).join(' ');
    };
    const within = document.querySelector('queue-scope').shadowRoot;
    const inner = ['.figure-root', '.app', '.caption', '.caption b', '#transport-forward', '#clock', '#lanes', '#steps', '#steps td', '#source']
        .map(at => look(within.querySelector(at)));
    const outer = ['html', 'body', '#own'].map(at => look(document.querySelector(at)));
    return [inner, outer, document.styleSheets.length, document.adoptedStyleSheets.length];";

#[test]
fn styles_leak_neither_in_nor_out() {
    let body = format!("{}<div style='height: 1px'></div>", fenced(FIGURE));
    let plain = page("", &body);
    let greedy = page("<link rel=stylesheet href='greedy.css'>", &body);
    let bare = greedy.replace("queue-scope.js", "nothing.js");
    let files = [
        ("index.html", &*plain),
        ("greedy.html", &*greedy),
        ("bare.html", &*bare),
        ("greedy.css", GREEDY),
        ("watch.js", WATCH),
    ];
    visit_host(Host { files: &files, policy: "" }, "/", WIDE, |page, _| async move {
        page.until(SEEN, vec![], json!([2, "3 s", true])).await;
        let [inner, ..] = looks(&page, LOOKS).await;
        page.goto("greedy.html").await;
        page.until(SEEN, vec![], json!([2, "3 s", true])).await;
        let [same_inner, outer, sheets, adopted] = looks(&page, LOOKS).await;
        assert_eq!(same_inner, inner);
        assert_eq!([sheets, adopted], [json!(1), json!(0)]);
        page.goto("bare.html").await;
        page.wait_for("#own").await;
        let without = LOOKS.replace("document.querySelector('queue-scope').shadowRoot", "null");
        let without = without.replace("within.querySelector(at)", "document.body");
        let [_, bare_outer, ..] = looks(&page, &without).await;
        assert_eq!(outer, bare_outer);
        assert!(outer.to_string().contains("rgb(255, 0, 0) 30px"), "{outer}");
    });
}

async fn looks(page: &Page, script: &str) -> [Value; 4] {
    let looks = page.run(script, vec![]).await;
    [0, 1, 2, 3].map(|at| looks[at].clone())
}

#[test]
fn many_figures_share_what_is_fetched_and_those_far_below_wait() {
    let figures = fenced(FIGURE).repeat(12);
    let far = "<div class='far'></div><queue-scope id='far' lesson='retry-holds'></queue-scope>";
    let html = page("<link rel=stylesheet href='far.css'>", far);
    let many = page("<link rel=stylesheet href='far.css'>", &format!("{figures}{far}"));
    let files = [
        ("index.html", &*html),
        ("many.html", &*many),
        ("far.css", ".far { height: 50000px }"),
        ("watch.js", WATCH),
    ];
    visit_host(Host { files: &files, policy: POLICY }, "/", WIDE, |page, _| async move {
        let fetched = "return ['queuescope-page', 'queuescope-editor', '.css', '.queue'].map(part => performance.getEntriesByType('resource')
            .filter(({ name, initiatorType }) => initiatorType === 'fetch' && name.includes(part)).length);";
        let far = "return document.querySelector('#far').position;";
        let settled = "await customElements.whenDefined('queue-scope');
            await new Promise(done => setTimeout(done, 300));
            return performance.getEntriesByType('resource').filter(({ name }) => name.includes('queuescope-page')).length;";
        assert_eq!(page.run(settled, vec![]).await, json!(0), "nothing is near");
        assert_eq!(page.run(far, vec![]).await, json!(0));

        page.goto("many.html").await;
        let through = "for (const figure of document.querySelectorAll('queue-scope:not(#far)')) {
                figure.scrollIntoView();
                await new Promise(done => setTimeout(done, 30));
            }
            return [...document.querySelectorAll('queue-scope:not(#far)')].map(figure => figure.position);";
        page.until(through, vec![], json!(vec![2; 12])).await;
        assert_eq!(page.run(fetched, vec![]).await, json!([1, 0, 1, 0]), "nobody edits");
        assert_eq!(page.run(far, vec![]).await, json!(0), "it is far");
        page.run("document.querySelector('#far').scrollIntoView();", vec![]).await;
        page.until(far, vec![], json!(1)).await;
        assert_eq!(page.run(fetched, vec![]).await, json!([1, 0, 1, 1]));
        assert_eq!(page.run("return violations;", vec![]).await, json!([]));
    });
}
