//! Fetches a text from beside the page.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// The text at an address that counts from the page's own; none: it cannot be had.
pub(crate) async fn fetch(url: &str) -> Option<String> {
    let answer = JsFuture::from(web_sys::window()?.fetch_with_str(url)).await.ok()?;
    let answer: Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}
