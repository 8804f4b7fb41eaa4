//! A folder or a page served over HTTP on this machine, at the root or under a sub-path.

mod exchange;

use exchange::{Answer, exchange};
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// What a folder's own address shows.
const START: &str = "index.html";

/// The header that says what a page may load.
const POLICY: &str = "Content-Security-Policy";

/// What the addresses begin with, behind the prefix, that are not served.
#[derive(Clone, Debug, Default)]
pub struct Refused(Arc<Mutex<Option<String>>>);

impl Refused {
    /// Serves all but what begins so; none: serves all.
    ///
    /// # Panics
    /// Where the server has panicked.
    pub fn set(&self, start: Option<&str>) {
        *self.0.lock().expect("nobody panics with it") = start.map(str::to_owned);
    }

    fn has(&self, path: &str) -> bool {
        let start = self.0.lock().expect("nobody panics with it");
        start.as_ref().is_some_and(|start| path.starts_with(start))
    }
}

/// Something that is served until this value goes.
pub struct Site {
    address: SocketAddr,
    prefix: String,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    /// Serves `folder` but what is `refused` under `prefix` (`/` or `/docs/queue/`), on a port that is free. Pages of other
    /// origins may read it.
    ///
    /// # Panics
    /// Where no port can be had.
    pub fn serve(folder: &Path, prefix: &str, refused: &Refused) -> Self {
        Self::folder(folder, prefix, refused, None)
    }

    /// Serves `folder` with a Content Security Policy.
    ///
    /// # Panics
    /// Where no port can be had.
    pub fn strict(folder: &Path, prefix: &str, policy: &str) -> Self {
        Self::folder(folder, prefix, &Refused::default(), Some(policy.to_owned()))
    }

    fn folder(folder: &Path, prefix: &str, refused: &Refused, policy: Option<String>) -> Self {
        let (folder, refused) = (folder.to_owned(), refused.clone());
        Self::answer(prefix, move |path| {
            let file = Some(path).filter(|path| !refused.has(path));
            let file = file.and_then(|path| within(&folder, path))?;
            let mut headers = vec![("Access-Control-Allow-Origin", "*".to_owned())];
            headers.extend(policy.clone().map(|policy| (POLICY, policy)));
            Some(Answer { mime: mime(&file), headers, body: fs::read(&file).ok()? })
        })
    }

    /// Serves files of these names and texts, with a Content Security Policy. No other origin may read them.
    ///
    /// # Panics
    /// Where no port can be had.
    pub fn texts(files: Vec<(&'static str, String)>, policy: String) -> Self {
        Self::answer("/", move |path| {
            let path = if path.is_empty() { START } else { path };
            let (_, text) = files.iter().find(|(name, _)| *name == path)?;
            let headers = vec![(POLICY, policy.clone())];
            Some(Answer { mime: mime(Path::new(path)), headers, body: text.clone().into_bytes() })
        })
    }

    fn answer(prefix: &str, with: impl Fn(&str) -> Option<Answer> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("a listener has an address");
        let over = Arc::new(AtomicBool::new(false));
        let (ends, start, with) = (Arc::clone(&over), prefix.to_owned(), Arc::new(with));
        let thread = std::thread::spawn(move || {
            for line in listener.incoming() {
                if ends.load(Ordering::Acquire) {
                    break;
                }
                let (start, with) = (start.clone(), Arc::clone(&with));
                // A browser may let one answer wait until it has read another, and opens connections that it does not use.
                std::thread::spawn(move || {
                    let found = |path: &str| path.strip_prefix(&*start).and_then(|path| with(path));
                    // One that closes a connection early is no fault of the page.
                    drop(line.and_then(|line| exchange(line, found)));
                });
            }
        });
        Self { address, prefix: prefix.to_owned(), over, thread: Some(thread) }
    }

    /// Waits until the server ends.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }

    /// The address of the site's start page.
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, self.prefix)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Release);
        // It looks when the next one calls.
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// The file that a path names, unless it leads out of the folder.
fn within(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = Path::new(if path.is_empty() { START } else { path });
    let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    inside.then(|| folder.join(path))
}

fn mime(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        Some(_) | None => "application/octet-stream",
    }
}
