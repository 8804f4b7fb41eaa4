//! The page of one figure, in an iframe of another origin's page.

use super::*;

const TEXT: &str =
    "title \"<img src=x onerror=alert(1)> & more\"\nworkers W1\nat 0s send a1 a2\nat 3s W1 acks\n";

/// Puts a figure into an iframe, which from then on is as high as it says.
const FRAME: &str = "
    const [simulator, asked] = arguments;
    const frame = document.createElement('iframe');
    frame.src = `${simulator}figure.html?${new URLSearchParams(asked)}`;
    frame.height = 10;
    window.told = [];
    addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow || data.type !== 'queue-scope:height') return;
        told.push(data.height);
        frame.style.height = `${data.height}px`;
    });
    document.body.append(frame);";

const SEEN: &str = "const figure = document.querySelector('queue-scope');
    const within = figure.shadowRoot;
    return [document.title, figure.position, !!within.querySelector('#lanes'), !!within.querySelector('#steps'),
        within.querySelector('.figure-root')?.dataset.theme, document.querySelectorAll('img').length];";

/// Whether all of the figure is in sight, and nothing beside it.
const FITS: &str = "const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight === clientHeight
        && Math.ceil(document.querySelector('queue-scope').getBoundingClientRect().height) === clientHeight;";

#[test]
fn an_iframe_is_as_high_as_its_figure_and_called_as_its_scenario() {
    let host = Host { files: &[("index.html", "<!doctype html><title>host</title>")], policy: "" };
    visit_host(host, "/deep/path/", WIDE, |page, simulator| async move {
        let asked = json!({ "text": TEXT, "panels": "lanes", "step": "2", "theme": "dark" });
        page.run(FRAME, vec![json!(simulator), asked]).await;
        page.enter_iframe().await;
        let title = "<img src=x onerror=alert(1)> & more";
        page.until(SEEN, vec![], json!([title, 2, true, false, "dark", 0])).await;
        page.until(FITS, vec![], json!(true)).await;
        // Another title, and more to see: five workers more.
        let write = "document.querySelector('queue-scope').scenario = arguments[0];";
        let more =
            "title \"Six\"\nworkers W1 W2 W3 W4 W5 W6\nat 0s send a1(A) b(B) c(C) d(D) e(E) f(F)\n";
        let more = format!("queue q\n  ordered by header key\n{more}");
        page.run(write, vec![json!(more)]).await;
        page.until("return document.title;", vec![], json!("Six")).await;
        page.until(FITS, vec![], json!(true)).await;
        page.leave_iframe().await;
        let grown =
            "return told.at(-1) > told[0] && told.every((height, at) => height !== told[at - 1]);";
        assert_eq!(page.run(grown, vec![]).await, json!(true));
        assert_eq!(page.run("return document.title;", vec![]).await, json!("host"));
    });
}

#[test]
fn a_scenario_of_another_origin_is_shown_where_that_allows_it() {
    let elsewhere = Site::serve(&dist(), "/", &Refused::default());
    let host = Host { files: &[("index.html", "at 0s send a\n")], policy: "" };
    visit_host(host, "/", WIDE, |page, simulator| async move {
        let asked = json!({ "src": format!("{}scenarios/retry-holds.queue", elsewhere.url()) });
        page.run(FRAME, vec![json!(simulator), asked]).await;
        page.enter_iframe().await;
        page.until("return document.title;", vec![], json!("A retry holds its group")).await;
        page.leave_iframe().await;
        // The host says nothing of other origins.
        let again = "document.querySelector('iframe').src = `${arguments[0]}figure.html?src=${location.origin}/`;";
        page.run(again, vec![json!(simulator)]).await;
        page.enter_iframe().await;
        let refused = "const said = document.querySelector('queue-scope')?.shadowRoot.querySelector('[role=alert]');
            return [said?.textContent.startsWith('The figure cannot be shown: ') ?? false, document.title];";
        page.until(refused, vec![], json!([true, "Queuescope figure"])).await;
    });
}
