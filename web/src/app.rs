//! The root of the page, and the only place where wall time enters.

use crate::components::{Part, draw, el};
use crate::editor;
use crate::fetch::fetch;
use crate::focus::Follow;
use crate::gallery::LESSONS;
use crate::keys::{self, Focus, Key};
use crate::scene::Scene;
use crate::session::{Msg, Session};
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Document, Element};
use yew::prelude::*;

/// The simulator.
pub struct App {
    session: Session,
    act: Callback<Msg>,
    next: Option<Timeout>,
    keys: Option<Keys>,
    follow: Follow,
}

/// What the simulator starts with.
#[derive(Clone, Debug, Default, Properties, PartialEq)]
pub struct AppProps {
    /// A text; none: the first lesson.
    #[prop_or_default]
    pub text: Option<AttrValue>,
}

impl Component for App {
    type Message = Msg;
    type Properties = AppProps;

    fn create(ctx: &Context<Self>) -> Self {
        let session = match &ctx.props().text {
            Some(text) => Session::of(text),
            None => Session::new(),
        };
        let mut app = Self {
            session,
            act: ctx.link().callback(|msg| msg),
            next: None,
            keys: None,
            follow: Follow::default(),
        };
        app.fetch_editor(ctx);
        app
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        let theme = self.session.theme();
        let opens = matches!(msg, Msg::Select(_) | Msg::Compose(_));
        self.follow.look();
        let wanted = self.session.wanted();
        let changed = self.session.update(msg);
        if let Some(index) = self.session.wanted().filter(|index| Some(*index) != wanted)
            && let Some(lesson) = LESSONS.get(index)
        {
            ctx.link()
                .send_future(async move { Msg::LessonCame(index, fetch(&lesson.url()).await) });
        }
        self.fetch_editor(ctx);
        if changed {
            let open = self.session.selection().is_some() || self.session.composing();
            self.follow.changes(opens && open);
        }
        if self.session.theme() != theme {
            wear(self.session.theme().word());
        }
        // The timer of the step that was on screen is dropped, and with it its tick.
        self.next = self.session.pause().map(|millis| {
            let link = ctx.link().clone();
            Timeout::new(millis, move || link.send_message(Msg::Tick))
        });
        changed
    }

    fn view(&self, _ctx: &Context<Self>) -> Html {
        let scene = Scene::of(&self.session);
        let draw = |part| draw(part, &self.act, None);
        let left = el("div.left")
            .html(draw(Part::Lanes(scene.lanes)))
            .html(draw(Part::Timeline(scene.timeline)))
            .child(
                el("div.small-cards")
                    .child(
                        el("div")
                            .html(draw(Part::Workers(scene.workers)))
                            .html(draw(Part::Delays(scene.delays))),
                    )
                    .child(
                        el("div")
                            .html(draw(Part::Throttles(scene.throttles)))
                            .html(draw(Part::DeadLetters(scene.dead_letters))),
                    ),
            );
        let right = el("div.right")
            .html(draw(Part::Steps(scene.steps)))
            .html(draw(Part::Source(scene.source)));
        let main = el("main")
            .html(draw(Part::Narration(scene.narration)))
            .html(draw(Part::Lesson(scene.top.clone())))
            .child(left)
            .child(right);
        el("div.app")
            .html(draw(Part::Top(scene.top.clone())))
            .html(draw(Part::Transport(scene.transport)))
            .child(main)
            .html(draw(Part::Notice(scene.top.clone())))
            .html(draw(Part::Help(scene.top.help)))
            .into()
    }

    fn rendered(&mut self, _ctx: &Context<Self>, first: bool) {
        if first {
            self.keys = Keys::listen(self.act.clone());
        }
        self.follow.settle();
    }
}

impl App {
    fn fetch_editor(&mut self, ctx: &Context<Self>) {
        if self.session.asks_for_editor() {
            ctx.link().send_future(async { Msg::EditorCame(editor::fetch().await) });
        }
    }
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("session", &self.session).finish_non_exhaustive()
    }
}

/// Listens to the keys of the whole page for as long as it lives.
struct Keys {
    document: Document,
    heard: Closure<dyn FnMut(KeyboardEvent)>,
}

impl Keys {
    fn listen(act: Callback<Msg>) -> Option<Self> {
        let document = web_sys::window()?.document()?;
        let heard = Closure::new(move |event: KeyboardEvent| {
            if event.default_prevented() {
                return;
            }
            let name = event.key();
            let key = Key {
                name: &name,
                command: event.ctrl_key() || event.meta_key(),
                shift: event.shift_key(),
                alt: event.alt_key(),
            };
            if let Some(msg) = keys::msg(key, focus(&event)) {
                event.prevent_default();
                act.emit(msg);
            }
        });
        document
            .add_event_listener_with_callback("keydown", heard.as_ref().unchecked_ref())
            .ok()?;
        Some(Self { document, heard })
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        // It fails only where it was never added.
        let _ = self
            .document
            .remove_event_listener_with_callback("keydown", self.heard.as_ref().unchecked_ref());
    }
}

fn focus(event: &KeyboardEvent) -> Focus {
    let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return Focus::Page;
    };
    let within = |selector: &str| element.closest(selector).is_ok_and(|found| found.is_some());
    if within("dialog") {
        Focus::Dialog
    } else if within("input, textarea, select, [contenteditable], [role=slider]") {
        Focus::Field
    } else if within("button, a, summary") {
        Focus::Button
    } else {
        Focus::Page
    }
}

fn wear(theme: &str) {
    let root = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.document_element());
    if let Some(root) = root {
        // Without the attribute the page has the system's colours, which is a good answer as well.
        let _ = root.set_attribute("data-theme", theme);
    }
}

/// Mounts the simulator on the document's body.
pub fn mount() {
    yew::Renderer::<App>::new().render();
}
