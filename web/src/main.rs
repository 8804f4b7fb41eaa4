//! The page's module: puts the simulator on a page, and lets a script steer it there.

use queuescope_web::session::{Msg, Session};
use queuescope_web::{App, AppProps, Line, Shell};
use std::fmt::Write;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;

mod stage;

use stage::Stage;

/// A simulator on a page, until it is freed.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Mounted {
    line: Line,
    /// Where it stands.
    _stage: Stage,
}

/// Puts a simulator into `place`, behind what is there. What it hears of keys and what has the focus is within `root`, which also bears the
/// colours' name. Without a text it begins with the first lesson. The options are lines, as [`Session::asked`] reads them.
#[wasm_bindgen]
pub fn mount(
    root: Element,
    place: Element,
    shell: Shell,
    text: Option<String>,
    options: String,
) -> Mounted {
    let line = Line::default();
    let props = AppProps {
        line: line.clone(),
        root: Some(root),
        shell: Some(shell),
        text: text.map(Into::into),
        options: options.into(),
    };
    Mounted { line, _stage: Stage::raise(&place, props) }
}

#[wasm_bindgen]
impl Mounted {
    /// Carries out what is said in the words of an option.
    pub fn say(&self, words: &str) {
        self.line.send(Msg::Said(words.into()));
    }

    /// The text.
    pub fn text(&self) -> String {
        self.ask(|session| session.text().to_owned()).unwrap_or_default()
    }

    /// What is on screen, in lines: the number of the step, from 1 on, 0 where there is none; how many there are; its instant in microseconds;
    /// `1` where steps follow by themselves; and what is known to be wrong with the text or the options, a line each.
    pub fn state(&self) -> String {
        self.line.ask(Self::state_of).unwrap_or_default()
    }

    /// The text before the last edit; none: nothing was edited.
    pub fn before(&self) -> Option<String> {
        self.ask(|session| session.before().map(str::to_owned)).flatten()
    }

    /// How it is looked at, in lines as a link has them.
    pub fn view(&self) -> String {
        self.ask(Session::view_lines).unwrap_or_default()
    }

    fn state_of(app: &App) -> String {
        let session = app.session();
        let of = session.played().run().len();
        let at = (session.position() + 1).min(of);
        let (now, playing) = (session.now().as_micros(), u8::from(session.playing()));
        let mut state = format!("{at}\n{of}\n{now}\n{playing}");
        for fault in app.faults() {
            // A string takes everything.
            let _ = write!(state, "\n{fault}");
        }
        state
    }

    fn ask<T>(&self, what: impl FnOnce(&Session) -> T) -> Option<T> {
        self.line.ask(|app| what(app.session()))
    }
}

fn main() {}
