//! A real browser: ChromeDriver, one Chromium window, and the built page in it.

use crate::site::{Refused, Site};
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::future::Future;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use url::{ParseError, Url};

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

    /// Lets it close its windows and end.
    fn shut_down(&self) -> io::Result<()> {
        let mut line = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        line.set_read_timeout(Some(PATIENCE))?;
        line.write_all(b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")?;
        line.read_to_end(&mut Vec::new()).map(drop)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // One that is killed leaves the window of a test that has failed behind.
        if self.shut_down().is_err() {
            drop(self.child.kill());
        }
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

/// The script of axe-core, which looks for what keeps people from using a page: `QUEUESCOPE_AXE` is where it is.
///
/// # Panics
/// Where it is not there.
pub fn axe() -> String {
    let file = std::env::var("QUEUESCOPE_AXE").expect(
        "QUEUESCOPE_AXE is to be axe-core's script; `cargo xtask test --only browser` sees to that",
    );
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file} cannot be read: {error}"))
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

/// The same, with a site of one's own, which `visit` may stop.
///
/// # Panics
/// Where the browser does not start, or `visit` panics.
pub fn visit_site<F, Fut>(site: Site, size: (u32, u32), visit: F)
where
    F: FnOnce(Page, Site) -> Fut,
    Fut: Future<Output = ()>,
{
    open(site.url(), size, |page| visit(page, site));
}

/// Opens a page of the built book.
///
/// # Panics
/// Where the book has not been built, the browser does not start, or `visit` panics.
pub fn visit_book<F, Fut>(page: &str, size: (u32, u32), visit: F)
where
    F: FnOnce(Page) -> Fut,
    Fut: Future<Output = ()>,
{
    let built = dist().join("docs").join(page);
    assert!(built.exists(), "{} is not there: run `cargo xtask docs` first", built.display());
    let site = Site::serve(&dist(), "/", &Refused::default());
    let book = format!("{}docs/", site.url());
    open(book, size, |window| async move {
        window.goto(page).await;
        visit(window).await;
    });
}

/// A page of another origin than the simulator's. In all that it says `SIMULATOR` stands for the simulator's address.
#[derive(Clone, Copy, Debug)]
pub struct Host<'h> {
    /// Names and texts.
    pub files: &'h [(&'static str, &'h str)],
    /// Its Content Security Policy.
    pub policy: &'h str,
}

/// Serves the built page under `prefix`, and opens the page of another origin, which `visit` is given with the simulator's address.
///
/// # Panics
/// Where the browser does not start, or `visit` panics.
pub fn visit_host<F, Fut>(host: Host<'_>, prefix: &str, size: (u32, u32), visit: F)
where
    F: FnOnce(Page, String) -> Fut,
    Fut: Future<Output = ()>,
{
    let site = Site::serve(&dist(), prefix, &Refused::default());
    let simulator = site.url();
    let told = |text: &str| text.replace("SIMULATOR", &simulator);
    let files = host.files.iter().map(|(name, text)| (*name, told(text))).collect();
    let host = Site::texts(files, told(host.policy));
    open(host.url(), size, |page| visit(page, simulator));
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

    /// From here on all that is done is done within the only iframe of the page, once that has loaded its page.
    pub async fn enter_iframe(&self) {
        let loaded =
            "return location.href !== 'about:blank' && document.readyState === 'complete';";
        for _ in 0..200 {
            self.client.enter_frame(0).await.expect("an iframe");
            if self.client.execute(loaded, vec![]).await.is_ok_and(|loaded| loaded == json!(true)) {
                return;
            }
            self.leave_iframe().await;
            tokio::time::sleep(PATIENCE / 200).await;
        }
        panic!("the iframe loads nothing");
    }

    /// The end of [`Self::enter_iframe`].
    pub async fn leave_iframe(&self) {
        self.client.enter_parent_frame().await.expect("the page around it");
    }

    /// The address of the page that was opened first.
    pub fn url(&self) -> &str {
        &self.url
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

    /// Presses a key and lets it go, wherever the focus is, in a figure too.
    pub async fn strike(&self, key: char) {
        let keys = KeyActions::new("keys".to_owned());
        let keys = keys.then(KeyAction::Down { value: key }).then(KeyAction::Up { value: key });
        self.client.perform_actions(keys).await.expect("a key");
    }

    /// Clicks in the middle of the element that a script returns, in a figure too.
    pub async fn click_within(&self, script: &str) {
        let at = format!(
            "const element = (() => {{ {script} }})();
            element.scrollIntoView({{ block: 'center', behavior: 'instant' }});
            const {{ left, top, width, height }} = element.getBoundingClientRect();
            return [left + width / 2, top + height / 2];"
        );
        let at = self.run(&at, vec![]).await;
        let [x, y] = [0, 1].map(|axis| at[axis].as_f64().expect("a number of pixels"));
        let mouse = MouseActions::new("mouse".to_owned())
            .then(PointerAction::MoveTo { duration: None, x, y })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(mouse).await.expect("a click");
    }

    /// How many nodes and how many listeners there are, on the page and off it, once what nobody needs is thrown away.
    pub async fn held(&self) -> [i64; 2] {
        self.devtools("HeapProfiler.collectGarbage").await;
        let counted = self.devtools("Memory.getDOMCounters").await;
        ["nodes", "jsEventListeners"].map(|name| counted[name].as_i64().expect("a count"))
    }

    async fn devtools(&self, command: &'static str) -> Value {
        self.client.issue_cmd(Devtools(command)).await.expect("the browser's tools answer")
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

/// A command of Chromium's tools for developers.
#[derive(Debug)]
struct Devtools(&'static str);

impl WebDriverCompatibleCommand for Devtools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({ "cmd": self.0, "params": {} });
        (Method::POST, Some(body.to_string()))
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
