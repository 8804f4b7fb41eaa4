//! The page's parts in a browser: what they show, and what they say when they are used.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use js_sys::{Function, Object, Promise, Reflect};
use queuescope_web::gallery::TEXTS;
use queuescope_web::{App, AppProps, Shell};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{
    Document, Element, Event, EventInit, HtmlElement, HtmlSelectElement, HtmlTextAreaElement,
    InputEvent, InputEventInit, KeyboardEvent, KeyboardEventInit,
};
use yew::scheduler;

wasm_bindgen_test_configure!(run_in_browser);

/// The simulator, mounted, and gone again when the test is over.
struct Page {
    root: Element,
    app: Option<yew::AppHandle<App>>,
}

impl Page {
    async fn open() -> Self {
        Self::open_with(None).await
    }

    async fn open_with(shell: Option<Shell>) -> Self {
        let root = document().create_element("div").unwrap();
        document().body().unwrap().append_child(&root).unwrap();
        let app = yew::Renderer::<App>::with_root_and_props(
            root.clone(),
            AppProps { shell, ..AppProps::default() },
        )
        .render();
        scheduler::flush().await;
        Self { root, app: Some(app) }
    }

    fn find(&self, selector: &str) -> Option<HtmlElement> {
        let found = self.root.query_selector(selector).unwrap()?;
        Some(found.unchecked_into())
    }

    fn text(&self, selector: &str) -> String {
        self.find(selector)
            .unwrap_or_else(|| panic!("no {selector}"))
            .text_content()
            .unwrap_or_default()
    }

    fn count(&self, selector: &str) -> u32 {
        self.root.query_selector_all(selector).unwrap().length()
    }

    async fn click(&self, selector: &str) {
        self.find(selector).unwrap_or_else(|| panic!("no {selector}")).click();
        scheduler::flush().await;
    }

    async fn press(&self, key: &str, on: &str) {
        let init = KeyboardEventInit::new();
        init.set_key(key);
        init.set_bubbles(true);
        init.set_cancelable(true);
        let event = KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).unwrap();
        self.find(on).unwrap().dispatch_event(&event).unwrap();
        scheduler::flush().await;
    }

    async fn write(&self, text: &str) {
        let area: HtmlTextAreaElement = self.find("#source").unwrap().unchecked_into();
        area.set_value(text);
        self.say("#source", "input").await;
    }

    async fn say(&self, selector: &str, name: &str) {
        let event = if name == "input" {
            let init = InputEventInit::new();
            init.set_bubbles(true);
            InputEvent::new_with_event_init_dict(name, &init).unwrap().unchecked_into()
        } else {
            let init = EventInit::new();
            init.set_bubbles(true);
            Event::new_with_event_init_dict(name, &init).unwrap()
        };
        self.find(selector).unwrap().dispatch_event(&event).unwrap();
        scheduler::flush().await;
    }

    fn source(&self) -> String {
        let area: HtmlTextAreaElement = self.find("#source").unwrap().unchecked_into();
        area.value()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if let Some(app) = self.app.take() {
            app.destroy();
        }
        self.root.remove();
    }
}

fn document() -> Document {
    web_sys::window().unwrap().document().unwrap()
}

#[wasm_bindgen_test]
async fn the_transport_moves_everything_at_once() {
    let page = Page::open().await;
    assert_eq!(page.text("#place"), "step 1 of 9");
    assert_eq!(page.count("#steps [data-step-row]"), 9);
    for _ in 0..4 {
        page.click("#transport-forward").await;
    }
    assert_eq!(page.text("#clock"), "4 s");
    assert!(page.text("#narration").starts_with("W1 nacks a2 and asks to retry after 5 s"));
    assert!(page.text("#live").starts_with("Step 5 of 9, 4 s."));
    assert!(page.text("[data-step-row='4'][aria-current='step']").contains("a2 not before 9"));
    assert_eq!(page.count("#lanes [data-state='in-flight']"), 2);
    assert!(page.find("[data-lane='A'] [data-message='a2'][data-state='later']").is_some());
    page.click("#transport-last").await;
    assert_eq!(page.text("#place"), "step 9 of 9");
    page.click("#transport-first").await;
    assert_eq!(page.text("#place"), "step 1 of 9");
    page.click("[data-step-row='6']").await;
    assert_eq!(page.text("#clock"), "6 s");
}

#[wasm_bindgen_test]
async fn keys_move_it_too_but_not_while_typing() {
    let page = Page::open().await;
    page.press("ArrowRight", "main").await;
    page.press("ArrowRight", "main").await;
    assert_eq!(page.text("#place"), "step 3 of 9");
    page.press("ArrowLeft", "main").await;
    assert_eq!(page.text("#place"), "step 2 of 9");
    page.press("ArrowRight", "#source").await;
    assert_eq!(page.text("#place"), "step 2 of 9");
    page.press("End", "#scrubber").await;
    assert_eq!(page.text("#place"), "step 9 of 9");
    page.press("Home", "main").await;
    assert_eq!(page.text("#place"), "step 1 of 9");
    page.press("?", "main").await;
    assert!(page.find("#sheet[open]").is_some());
    page.click("#sheet .close").await;
    assert!(page.find("#sheet[open]").is_none());
}

#[wasm_bindgen_test]
async fn a_wrong_text_is_marked_and_the_last_run_stays() {
    let page = Page::open().await;
    page.click("[data-step-row='4']").await;
    let good = page.source();
    page.write(&good.replace("nacks", "nackz")).await;
    assert_eq!(page.count("[data-problem]"), 1);
    assert!(page.text("#problems").contains("Did you mean nacks?"));
    assert_eq!(page.count(".squiggle"), 1);
    assert_eq!(page.text("#place"), "step 5 of 9");
    page.write(&good).await;
    assert_eq!(page.count("[data-problem]"), 0);
    assert_eq!(page.text("#clock"), "4 s");
}

#[wasm_bindgen_test]
async fn a_person_acts_and_takes_it_back() {
    let page = Page::open().await;
    let before = page.source();
    page.click("[data-lane='A'] [data-message='a1']").await;
    assert!(page.text(".drawer").contains("You are W1"));
    page.click("[data-act='reject']").await;
    assert!(page.source().contains("W1 rejects a1"));
    assert!(page.find("[data-dead='a1']").is_some());
    page.click("#undo").await;
    assert_eq!(page.source(), before);
    assert!(page.find("[data-dead='a1']").is_none());
    page.click("#redo").await;
    page.click("[data-dead='a1'] [data-act='redrive']").await;
    assert!(page.source().contains("redrive a1"));
}

#[wasm_bindgen_test]
async fn numbers_are_turned_without_typing() {
    let page = Page::open().await;
    page.click("#workers-more").await;
    assert!(page.source().contains("workers W1 W2 W3"));
    assert!(page.find("[data-worker='W3']").is_some());
    page.click("[data-delay] button:last-child").await;
    assert!(page.source().contains("retry after 5.5s"));
    page.click("#workers-fewer").await;
    page.click("#workers-fewer").await;
    assert!(page.text("#notice").contains("W2"), "W2 has lines in the script");
}

#[wasm_bindgen_test]
async fn a_message_is_sent() {
    let page = Page::open().await;
    page.click("#compose").await;
    page.click("[data-act='send']").await;
    assert!(page.source().contains("send b3"), "{}", page.source());
    assert!(page.find("#lanes [data-message='b3']").is_some());
}

/// A script around the simulator that has this text for every lesson, and no editor.
fn shell(text: &str) -> Shell {
    let shell = Object::new();
    let lesson = Function::new_with_args("", "return Promise.resolve(this.text);");
    let nothing = Function::new_no_args("");
    for (name, value) in
        [("text", JsValue::from(text)), ("lesson", lesson.into()), ("told", nothing.into())]
    {
        Reflect::set(&shell, &name.into(), &value).unwrap();
    }
    shell.unchecked_into()
}

/// Lets the browser do what it has to do.
async fn pause() {
    let wait = Function::new_no_args("return new Promise(done => setTimeout(done, 20));");
    let wait: Promise = wait.call0(&JsValue::NULL).unwrap().unchecked_into();
    JsFuture::from(wait).await.unwrap();
}

#[wasm_bindgen_test]
async fn another_lesson_is_opened() {
    let page = Page::open_with(Some(shell(TEXTS[1]))).await;
    let picker: HtmlSelectElement = page.find("#lesson").unwrap().unchecked_into();
    picker.set_selected_index(1);
    page.say("#lesson", "change").await;
    for _ in 0..100 {
        if page.source().contains("queue parcel-updates") {
            break;
        }
        pause().await;
        scheduler::flush().await;
    }
    assert!(page.source().contains("queue parcel-updates"));
    assert_eq!(page.count("[data-problem]"), 0);
    assert!(page.text(".lesson").contains("Three workers are free"));
}

#[wasm_bindgen_test]
async fn colours_are_chosen_and_shown_by_the_root() {
    let page = Page::open().await;
    page.click("#theme").await;
    let root = document().document_element().unwrap();
    assert_eq!(root.get_attribute("data-theme").as_deref(), Some("light"));
    page.click("#theme").await;
    assert_eq!(root.get_attribute("data-theme").as_deref(), Some("dark"));
    page.click("#theme").await;
    assert_eq!(root.get_attribute("data-theme").as_deref(), Some("auto"));
}
