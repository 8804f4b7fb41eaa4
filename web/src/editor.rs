//! Fetches the editor, which is a module of its own beside the page's, and calls it.

use crate::session::{Change, Editor, Fetched};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// What the module exports.
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

    /// The page's own script imports the module: an address in it counts from the page.
    #[wasm_bindgen(js_name = fetchEditor, catch)]
    async fn import() -> Result<Module, JsValue>;
}

/// The editor; none: it cannot be had.
pub(crate) async fn fetch() -> Option<Fetched> {
    let module = import().await.ok()?;
    Some(Fetched(Rc::new(module)))
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
