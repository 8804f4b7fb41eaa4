//! A folder served over HTTP on this machine, at the root or under a sub-path.

use std::fs::File;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use tiny_http::{Header, Request, Response, Server};

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

/// A folder that is served until this value goes.
pub struct Site {
    server: Arc<Server>,
    thread: Option<JoinHandle<()>>,
    prefix: String,
}

impl Site {
    /// Serves `folder` but what is `refused` under `prefix` (`/` or `/docs/queue/`), on a port that is free.
    ///
    /// # Panics
    /// Where no port can be had.
    pub fn serve(folder: &Path, prefix: &str, refused: &Refused) -> Self {
        let server = Arc::new(Server::http("127.0.0.1:0").expect("a free port on 127.0.0.1"));
        let (listener, folder, start) = (Arc::clone(&server), folder.to_owned(), prefix.to_owned());
        let refused = refused.clone();
        let thread = std::thread::spawn(move || {
            std::thread::scope(|scope| {
                for request in listener.incoming_requests() {
                    // A browser may let one answer wait until it has read another.
                    scope.spawn(|| answer(request, &folder, &start, &refused));
                }
            });
        });
        Self { server, thread: Some(thread), prefix: prefix.to_owned() }
    }

    /// Waits until the server ends.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }

    /// The address of the site's start page.
    pub fn url(&self) -> String {
        format!("http://{}{}", self.server.server_addr(), self.prefix)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.unblock();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn answer(request: Request, folder: &Path, prefix: &str, refused: &Refused) {
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    let path = path.strip_prefix(prefix).filter(|path| !refused.has(path));
    let file = path.and_then(|path| within(folder, path));
    let opened = file.and_then(|file| Some((File::open(&file).ok()?, mime(&file))));
    let sent = match opened {
        Some((file, mime)) => {
            let header = Header::from_bytes("Content-Type", mime).expect("a plain header");
            request.respond(Response::from_file(file).with_header(header))
        }
        None => request.respond(Response::from_string("not here").with_status_code(404)),
    };
    // A browser that closes the connection early is no fault of the page.
    drop(sent);
}

/// The file that a path names, unless it leads out of the folder.
fn within(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
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
        Some(_) | None => "application/octet-stream",
    }
}
