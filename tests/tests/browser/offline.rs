//! The page without a network, and with another release of it on the server.

use super::*;
use std::fs;
use std::path::Path;

/// How many files are kept, in each cache; none: the worker has not done yet.
const KEPT: &str = "
    const { active, installing, waiting } = await navigator.serviceWorker.getRegistration() ?? {};
    if (active?.state !== 'activated' || installing || waiting) return [];
    const kept = (await caches.keys()).map(async name => (await (await caches.open(name)).keys()).length);
    return Promise.all(kept);";

/// How many files the worker is told to keep.
fn told(folder: &Path) -> usize {
    let worker = fs::read_to_string(folder.join("sw.js")).unwrap();
    worker.matches("\"sha256-").count()
}

#[test]
fn after_the_first_visit_no_network_is_needed() {
    let site = Site::serve(&dist(), "/deep/path/", &Refused::default());
    visit_site(site, WIDE, |page, site| async move {
        open_example(&page).await;
        page.until(KEPT, vec![], json!([told(&dist())])).await;
        drop(site);
        page.goto("").await;
        open_example(&page).await;
        page.click("#transport-forward").await;
        at_row(&page, 1).await;
        choose_lesson(&page, "Workers take turns").await;
        type_source(&page, "at 0s sned a\n").await;
        let explained = "return document.querySelector('#problems')?.innerText.includes('Did you mean send?') ?? false;";
        page.until(explained, vec![], json!(true)).await;
        // Not the page's own: they are not kept, and the worker says nothing of them.
        let others = "return Promise.all(['figure.html', 'api/queuescope.js', 'nothing'].map(path => fetch(path).then(() => true, () => false)));";
        assert_eq!(page.run(others, vec![]).await, json!([false, false, false]));
    });
}

/// Puts the built page into a folder of its own.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        if path.is_file() {
            fs::copy(&path, to.join(name)).unwrap();
        } else if name != "docs" && name != "api" {
            copy(&path, &to.join(name));
        }
    }
}

/// What the page is made of: which release each of two parts is.
const RELEASE: &str = "return [document.title, globalThis.release ?? 1];";

#[test]
fn a_new_release_is_there_with_the_next_load_and_never_half_of_it() {
    let folder = std::env::temp_dir().join(format!("queuescope-release-{}", std::process::id()));
    copy(&dist(), &folder);
    let site = Site::serve(&folder, "/", &Refused::default());
    let change = |name: &str, old: &str, new: &str| {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        assert!(text.contains(old), "{name} has no {old}");
        fs::write(folder.join(name), text.replacen(old, new, 1)).unwrap();
    };
    let (folder, change) = (&folder, &change);
    visit_site(site, WIDE, |page, site| async move {
        let all = json!([told(folder)]);
        page.until(KEPT, vec![], all.clone()).await;
        let digests = "return Promise.all(['./', 'page.js'].map(async path => {
            const content = await (await fetch(path, { cache: 'reload' })).arrayBuffer();
            const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
            return `sha256-${btoa(String.fromCharCode(...digest))}`;
        }));";
        let first = page.run(digests, vec![]).await;

        change("index.html", "<title>Queuescope</title>", "<title>Two</title>");
        change("page.js", "import", "globalThis.release = 2;\nimport");
        page.goto("").await;
        open_example(&page).await;
        assert_eq!(page.run(RELEASE, vec![]).await, json!(["Two", 2]));
        // A page that is ahead of what is kept has nothing of that.
        let second = page.run(digests, vec![]).await;

        // The worker of the second release, which keeps that one and forgets the first.
        let ours = "return (await caches.keys())[0];";
        let before = page.run(ours, vec![]).await;
        for at in 0..2 {
            change("sw.js", first[at].as_str().unwrap(), second[at].as_str().unwrap());
        }
        change("sw.js", "const RELEASE = \"", "const RELEASE = \"2");
        page.goto("").await;
        open_example(&page).await;
        let others = "const names = await caches.keys(); return names.length === 1 && names[0] !== arguments[0];";
        page.until(others, vec![before], json!(true)).await;
        page.until(KEPT, vec![], all).await;
        drop(site);
        page.goto("").await;
        open_example(&page).await;
        assert_eq!(page.run(RELEASE, vec![]).await, json!(["Two", 2]));
        fs::remove_dir_all(folder).unwrap();
    });
}

#[test]
fn a_release_that_is_not_all_there_is_not_kept() {
    let folder = std::env::temp_dir().join(format!("queuescope-half-{}", std::process::id()));
    copy(&dist(), &folder);
    // A lesson of another release: the server is in the middle of being given a new one.
    fs::write(folder.join("scenarios/retry-holds.queue"), "at 0s send other\n").unwrap();
    let site = Site::serve(&folder, "/", &Refused::default());
    visit_site(site, WIDE, |page, site| async move {
        open_example(&page).await;
        // It has begun, and was given up.
        let tried = "const registration = await navigator.serviceWorker.getRegistration();
            return [(await caches.keys()).length, registration === undefined];";
        page.until(tried, vec![], json!([1, true])).await;
        drop(site);
        fs::remove_dir_all(&folder).unwrap();
    });
}

#[test]
fn the_page_can_be_installed() {
    visit("/deep/path/", WIDE, |page| async move {
        let manifest = "const link = document.querySelector('link[rel=manifest]').href;
            const { start_url, scope, display, icons } = await (await fetch(link)).json();
            const icon = await fetch(new URL(icons[0].src, link));
            return [new URL(start_url, link).pathname, new URL(scope, link).pathname, display, icon.headers.get('content-type'), icons[0].sizes];";
        let expected = json!(["/deep/path/", "/deep/path/", "standalone", "image/svg+xml", "any"]);
        assert_eq!(page.run(manifest, vec![]).await, expected);
    });
}

#[test]
fn figures_keep_nothing() {
    let html = "<iframe src='SIMULATORfigure.html?lesson=retry-holds'></iframe>";
    let host = Host { files: &[("index.html", html)], policy: "" };
    visit_host(host, "/deep/path/", WIDE, |page, _| async move {
        page.enter_iframe().await;
        page.until("return document.title;", vec![], json!("A retry holds its group")).await;
        let kept = "await new Promise(done => requestIdleCallback(done));
            return [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length];";
        assert_eq!(page.run(kept, vec![]).await, json!([0, 0]));
    });
}
