//! A real browser: ChromeDriver, one Chromium window, and the built page in it.

use crate::site::{Refused, Site};
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::future::Future;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How long a page may take to show what it is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// ChromeDriver, until this value goes.
struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    fn start() -> Self {
        let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        let mut child = Command::new(&program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{program} does not start: {error}; `cargo xtask setup` installs it")
            });
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let port = output.lines().map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("started successfully on port ")?;
            rest.trim_end_matches('.').parse().ok()
        });
        Self { child, port: port.expect("ChromeDriver says its port") }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The built page: `QUEUESCOPE_DIST`, or `dist` at the top of the project.
///
/// # Panics
/// Where it has not been built.
pub fn dist() -> PathBuf {
    let folder = std::env::var_os("QUEUESCOPE_DIST")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../dist"), PathBuf::from);
    let page = folder.join("index.html");
    assert!(page.exists(), "{} is not there: run `cargo xtask build` first", page.display());
    folder
}

/// A window on the page, and what a person does in it.
pub struct Page {
    client: Client,
    url: String,
}

/// Serves the built page under `prefix`, opens it in a window of this size, and lets `visit` use it.
///
/// # Panics
/// Where the browser does not start, or `visit` panics.
pub fn visit<F, Fut>(prefix: &str, size: (u32, u32), visit: F)
where
    F: FnOnce(Page) -> Fut,
    Fut: Future<Output = ()>,
{
    visit_without(&Refused::default(), prefix, size, visit);
}

/// The same, with a server that does not serve all.
///
/// # Panics
/// Where the browser does not start, or `visit` panics.
pub fn visit_without<F, Fut>(refused: &Refused, prefix: &str, size: (u32, u32), visit: F)
where
    F: FnOnce(Page) -> Fut,
    Fut: Future<Output = ()>,
{
    let site = Site::serve(&dist(), prefix, refused);
    open(site.url(), size, visit);
}

/// A window without a page, for scripts that need none.
///
/// # Panics
/// Where the browser does not start, or `visit` panics.
pub fn visit_nothing<F, Fut>(visit: F)
where
    F: FnOnce(Page) -> Fut,
    Fut: Future<Output = ()>,
{
    open("about:blank".to_owned(), (800, 600), visit);
}

fn open<F, Fut>(url: String, size: (u32, u32), visit: F)
where
    F: FnOnce(Page) -> Fut,
    Fut: Future<Output = ()>,
{
    let driver = Driver::start();
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let page = Page::open(url, driver.port, size).await;
        let client = page.client.clone();
        visit(page).await;
        drop(client.close().await);
    });
}

impl Page {
    async fn open(url: String, port: u16, (width, height): (u32, u32)) -> Self {
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities(width, height))
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("a window");
        let page = Self { client, url };
        page.goto("").await;
        page
    }

    /// Opens the page anew, with this at the end of its address.
    pub async fn goto(&self, rest: &str) {
        self.client.goto(&format!("{}{rest}", self.url)).await.expect("the page");
    }

    /// The browser itself, for what is not said here.
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Waits for an element that matches this CSS selector.
    pub async fn wait_for(&self, css: &str) -> fantoccini::elements::Element {
        self.client
            .wait()
            .at_most(PATIENCE)
            .for_element(Locator::Css(css))
            .await
            .unwrap_or_else(|error| panic!("{css} does not come: {error}"))
    }

    /// Clicks on the element that matches this CSS selector.
    pub async fn click(&self, css: &str) {
        let element = self.wait_for(css).await;
        element.click().await.unwrap_or_else(|error| panic!("{css} cannot be clicked: {error}"));
    }

    /// Sends keys to whatever has the focus.
    pub async fn press(&self, keys: &str) {
        let focused = self.client.active_element().await.expect("something has the focus");
        focused.send_keys(keys).await.expect("keys arrive");
    }

    /// What the page shows in the element that matches, in one line.
    pub async fn text(&self, css: &str) -> String {
        let script =
            "const e = document.querySelector(arguments[0]); return e ? e.innerText : null;";
        let text = self.run(script, vec![json!(css)]).await;
        let text = text.as_str().unwrap_or_else(|| panic!("{css} is not there"));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Runs a script in the page.
    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client.execute(script, arguments).await.expect("the script runs")
    }

    /// Waits until a script gives this value.
    pub async fn until(&self, script: &str, arguments: Vec<Value>, expected: Value) {
        let mut last = Value::Null;
        for _ in 0..200 {
            last = self.run(script, arguments.clone()).await;
            if last == expected {
                return;
            }
            tokio::time::sleep(PATIENCE / 200).await;
        }
        panic!("`{script}` gives {last}, not {expected}");
    }
}

fn capabilities(width: u32, height: u32) -> Capabilities {
    let mut arguments = vec![
        "--headless".to_owned(),
        "--no-sandbox".to_owned(),
        "--disable-gpu".to_owned(),
        "--disable-quic".to_owned(),
        "--no-first-run".to_owned(),
        "--disable-background-networking".to_owned(),
        "--disable-component-update".to_owned(),
        "--disable-sync".to_owned(),
    ];
    arguments.push(format!("--window-size={width},{height}"));
    let mut options = json!({ "args": arguments });
    if let Ok(chrome) = std::env::var("CHROME") {
        options["binary"] = json!(chrome);
    }
    let mut capabilities = Capabilities::new();
    capabilities.insert("goog:chromeOptions".to_owned(), options);
    capabilities
}
