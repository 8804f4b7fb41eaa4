//! The script around the simulator, which has put it on a page: it fetches, and is told what happens.

use crate::session::{Change, Editor, Fetched, FetchedSheets, Sheets};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The script around the simulator. An address in it counts from where it was loaded, not from the page.
    #[derive(Clone, Debug, PartialEq)]
    pub type Shell;

    #[wasm_bindgen(method, js_name = editor, catch)]
    async fn import_editor(this: &Shell) -> Result<Module, JsValue>;

    #[wasm_bindgen(method, js_name = sheets, catch)]
    async fn import_sheets(this: &Shell) -> Result<SheetsModule, JsValue>;

    /// What the sheets' module exports.
    #[derive(Debug)]
    type SheetsModule;

    #[wasm_bindgen(method)]
    fn sheet(this: &SheetsModule, name: &str, text: &str, state: &str) -> String;

    /// Hands on what is for the script itself.
    #[wasm_bindgen(method)]
    pub(crate) fn said(this: &Shell, words: &str);

    #[wasm_bindgen(method, js_name = lesson, catch)]
    async fn fetch_lesson(this: &Shell, name: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, js_name = told)]
    fn tell(this: &Shell, what: &str);

    /// What the editor's module exports.
    #[derive(Debug)]
    type Module;

    #[wasm_bindgen(method, catch)]
    fn edit(
        this: &Module,
        text: &str,
        change: &str,
        name: &str,
        index: usize,
        value: &str,
    ) -> Result<String, JsValue>;

    #[wasm_bindgen(method)]
    fn problems(this: &Module, text: &str) -> String;
}

/// What the shell is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// Another step is on screen, or what it shows is another one.
    Step,
    /// The text was edited.
    Text,
}

impl Shell {
    /// The editor, which is a module of its own; none: it cannot be had.
    pub(crate) async fn editor(self) -> Option<Fetched> {
        let module = self.import_editor().await.ok()?;
        Some(Fetched(Rc::new(module)))
    }

    /// The sheets, which are a module of their own as well; none: they cannot be had.
    pub(crate) async fn sheets(self) -> Option<FetchedSheets> {
        let module = self.import_sheets().await.ok()?;
        Some(FetchedSheets(Rc::new(module)))
    }

    /// The text of a lesson; none: it cannot be had.
    pub(crate) async fn lesson(self, name: &'static str) -> Option<String> {
        self.fetch_lesson(name).await.ok()?.as_string()
    }

    /// Tells what is on screen by now.
    pub(crate) fn told(&self, news: News) {
        self.tell(match news {
            News::Step => "step",
            News::Text => "text",
        });
    }
}

impl Sheets for SheetsModule {
    fn sheet(&self, name: &str, text: &str, state: &str) -> String {
        Self::sheet(self, name, text, state)
    }
}

impl Editor for Module {
    fn edit(&self, text: &str, change: &Change) -> Result<String, String> {
        let Change { what, name, index, value } = change;
        Self::edit(self, text, what, name, *index, value)
            .map_err(|why| why.as_string().unwrap_or_default())
    }

    fn problems(&self, text: &str) -> String {
        Self::problems(self, text)
    }
}
