//! The root of the page, and the only place where wall time enters.

use crate::components::{Part, draw, el, list};
use crate::focus::Follow;
use crate::gallery::LESSONS;
use crate::keys::{self, Focus, Key};
use crate::line::Line;
use crate::scene::Scene;
use crate::session::{Frame, Msg, Panel, Session};
use crate::shell::{News, Shell};
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::Element;
use yew::prelude::*;

/// The simulator.
pub struct App {
    session: Session,
    /// What of the options was not understood.
    misread: Vec<String>,
    root: Option<Element>,
    shell: Option<Shell>,
    told: Option<Told>,
    act: Callback<Msg>,
    next: Option<Timeout>,
    catch_up: Option<Timeout>,
    keys: Option<Keys>,
    follow: Follow,
}

/// How long the table of a long run stays behind, in milliseconds: until the rest is on screen; while the slider is dragged, longer.
const BEHIND: [u32; 2] = [30, 100];

/// How words begin that are for the script around the simulator.
const FOR_SHELL: &str = "shell ";

/// What the simulator starts with.
#[derive(Clone, Debug, Default, Properties, PartialEq)]
pub struct AppProps {
    /// What hears keys, and bears the name of the colours; none: the whole page.
    #[prop_or_default]
    pub root: Option<Element>,
    /// The script around it; none: nothing can be fetched.
    #[prop_or_default]
    pub shell: Option<Shell>,
    /// A text; none: the first lesson.
    #[prop_or_default]
    pub text: Option<AttrValue>,
    /// The way to it.
    #[prop_or_default]
    pub line: Line,
    /// What is asked of it, in lines.
    #[prop_or_default]
    pub options: AttrValue,
}

/// What the script around it was told last.
#[derive(Clone, Copy, PartialEq)]
struct Told {
    edits: u32,
    place: (usize, usize, bool),
    /// How many problems are told: they are known after the text.
    problems: usize,
}

impl Component for App {
    type Message = Msg;
    type Properties = AppProps;

    fn create(ctx: &Context<Self>) -> Self {
        let props = ctx.props();
        props.line.set(Some(ctx.link().clone()));
        let (session, misread) = Session::asked(props.text.as_deref(), &props.options);
        let root = props.root.clone().or_else(page);
        let mut app = Self {
            session,
            misread,
            shell: props.shell.clone(),
            told: None,
            act: ctx.link().callback(|msg| msg),
            next: None,
            catch_up: None,
            keys: None,
            follow: Follow::of(root.clone()),
            root,
        };
        app.fetch_what_is_asked_for(ctx);
        app.go_on(ctx);
        app.wear();
        app
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        if let Msg::Said(words) = &msg
            && let Some(words) = words.strip_prefix(FOR_SHELL)
        {
            if let Some(shell) = &self.shell {
                shell.said(words);
            }
            return false;
        }
        let theme = self.session.theme();
        let opens = matches!(msg, Msg::Select(_) | Msg::Compose(_) | Msg::SheetsCame(_));
        let drags = matches!(msg, Msg::Scrub(_));
        self.follow.look();
        let wanted = self.session.wanted();
        let changed = self.session.update(msg);
        if let Some(index) = self.session.wanted().filter(|index| Some(*index) != wanted)
            && let Some(lesson) = LESSONS.get(index)
        {
            self.fetch(ctx, Wanted::Lesson(index, lesson.name));
        }
        self.fetch_what_is_asked_for(ctx);
        if changed {
            let open = self.session.selection().is_some() || self.session.composing();
            self.follow.changes(opens && open);
        }
        if !self.session.table_lags() {
            self.catch_up = None;
        } else if self.catch_up.is_none() {
            let link = ctx.link().clone();
            let behind = BEHIND[usize::from(drags)];
            self.catch_up = Some(Timeout::new(behind, move || link.send_message(Msg::CatchUp)));
        }
        if self.session.theme() != theme {
            self.wear();
        }
        self.go_on(ctx);
        changed
    }

    fn view(&self, _ctx: &Context<Self>) -> Html {
        let scene = Scene::of(&self.session);
        let Frame { figure, read_only, .. } = self.session.frame();
        let draw = |part| draw(part, &self.act, None);
        let shown =
            |panel, part| if self.session.shows(panel) { draw(part) } else { Html::default() };
        let left = el("div.left")
            .html(shown(Panel::Lanes, Part::Lanes(scene.lanes)))
            .html(shown(Panel::Timeline, Part::Timeline(scene.timeline)))
            .maybe(
                [Panel::Workers, Panel::Delays, Panel::Throttles, Panel::DeadLetters]
                    .into_iter()
                    .any(|panel| self.session.shows(panel))
                    .then(|| {
                        el("div.small-cards")
                            .child(
                                el("div")
                                    .html(shown(Panel::Workers, Part::Workers(scene.workers)))
                                    .html(shown(Panel::Delays, Part::Delays(scene.delays))),
                            )
                            .child(
                                el("div")
                                    .html(shown(Panel::Throttles, Part::Throttles(scene.throttles)))
                                    .html(shown(
                                        Panel::DeadLetters,
                                        Part::DeadLetters(scene.dead_letters),
                                    )),
                            )
                    }),
            );
        let tabs = match scene.tabs.tabs.len() {
            0 | 1 => Html::default(),
            _ => draw(Part::Tabs(scene.tabs.clone())),
        };
        let pane = match scene.tabs.current {
            Some(Panel::Text) => draw(Part::Source(scene.source)),
            Some(_) => draw(Part::Pane(scene.tabs.pane.clone())),
            None => Html::default(),
        };
        let right = el("div.right")
            .html(shown(Panel::Steps, Part::Steps(scene.steps)))
            .html(tabs)
            .html(pane);
        let main = el(if figure { "div.main" } else { "main.main" })
            .html(shown(Panel::Narration, Part::Narration(scene.narration)))
            .html(shown(Panel::Lesson, Part::Lesson(scene.top.clone())))
            .child(left)
            .child(right);
        let app = el("div.app")
            .class_if(figure, "figure")
            .class_if(read_only, "read-only")
            .html(draw(if figure {
                Part::Caption(scene.top.clone())
            } else {
                Part::Top(scene.top.clone())
            }))
            .html(draw(Part::Transport(scene.transport)))
            .child(main);
        // What lies above all else stands apart: the measures of the page's container are not its own.
        let above = [draw(Part::Notice(scene.top.clone())), draw(Part::Sheet(scene.sheet))];
        list([Html::from(app)].into_iter().chain(above))
    }

    fn destroy(&mut self, ctx: &Context<Self>) {
        ctx.props().line.set(None);
    }

    fn rendered(&mut self, _ctx: &Context<Self>, first: bool) {
        if first {
            let root = self.root.clone();
            self.keys = root.and_then(|root| Keys::listen(root, self.act.clone()));
        }
        self.follow.settle();
        let to_tell = self.to_tell();
        let told = self.told.replace(to_tell);
        if let Some(shell) = &self.shell {
            if told.is_some_and(|told| told.edits != to_tell.edits) {
                shell.told(News::Text);
            }
            if told != Some(to_tell) {
                shell.told(News::Step);
            }
        }
    }
}

impl App {
    fn fetch_what_is_asked_for(&mut self, ctx: &Context<Self>) {
        if self.session.asks_for_editor() {
            self.fetch(ctx, Wanted::Editor);
        }
        if self.session.asks_for_sheets() {
            self.fetch(ctx, Wanted::Sheets);
        }
    }

    fn fetch(&self, ctx: &Context<Self>, wanted: Wanted) {
        ctx.link().send_future(fetched(self.shell.clone(), wanted));
    }

    /// Lets the next step follow by itself, where it is to. The timer of the step that was on screen is dropped, and
    /// with it its tick.
    fn go_on(&mut self, ctx: &Context<Self>) {
        self.next = self.session.pause().map(|millis| {
            let link = ctx.link().clone();
            Timeout::new(millis, move || link.send_message(Msg::Tick))
        });
    }

    fn wear(&self) {
        if let Some(root) = &self.root {
            // Without the attribute the page has the system's colours, which is a good answer as well.
            let _ = root.set_attribute("data-theme", self.session.theme().word());
        }
    }

    fn to_tell(&self) -> Told {
        let session = &self.session;
        let (at, of) = (session.position(), session.played().run().len());
        Told {
            edits: session.edits(),
            place: (at, of, session.playing()),
            problems: session.problems().len(),
        }
    }

    /// What the simulator shows.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What is wrong with the options and with the text, as far as that is known.
    pub fn faults(&self) -> Vec<String> {
        let problems = self.session.problems().iter();
        let problems =
            problems.map(|problem| format!("line {}: {}", problem.line, problem.message));
        self.misread.iter().cloned().chain(problems).collect()
    }
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("session", &self.session).finish_non_exhaustive()
    }
}

/// What the script around the simulator fetches.
enum Wanted {
    Editor,
    Sheets,
    /// A lesson: its place and its name.
    Lesson(usize, &'static str),
}

/// Fetches it; where there is no script, nothing is to be had.
async fn fetched(shell: Option<Shell>, wanted: Wanted) -> Msg {
    match (wanted, shell) {
        (Wanted::Editor, Some(shell)) => Msg::EditorCame(shell.editor().await),
        (Wanted::Editor, None) => Msg::EditorCame(None),
        (Wanted::Sheets, Some(shell)) => Msg::SheetsCame(shell.sheets().await),
        (Wanted::Sheets, None) => Msg::SheetsCame(None),
        (Wanted::Lesson(index, name), Some(shell)) => {
            Msg::LessonCame(index, shell.lesson(name).await)
        }
        (Wanted::Lesson(index, _), None) => Msg::LessonCame(index, None),
    }
}

/// The page as a whole.
fn page() -> Option<Element> {
    web_sys::window()?.document()?.document_element()
}

/// Listens to the keys within an element for as long as it lives.
struct Keys {
    root: Element,
    heard: Closure<dyn FnMut(KeyboardEvent)>,
}

impl Keys {
    fn listen(root: Element, act: Callback<Msg>) -> Option<Self> {
        let heard = Closure::new(move |event: KeyboardEvent| {
            if event.default_prevented() {
                event.stop_propagation();
                return;
            }
            let name = event.key();
            let key = Key {
                name: &name,
                command: event.ctrl_key() || event.meta_key(),
                shift: event.shift_key(),
                alt: event.alt_key(),
            };
            let focus = focus(&event);
            let msg = keys::msg(key, focus);
            if msg.is_some() || matches!(focus, Focus::Field | Focus::Dialog) {
                // What is said here is not for the page around a figure, which may have keys of its own.
                event.stop_propagation();
            }
            if let Some(msg) = msg {
                event.prevent_default();
                act.emit(msg);
            }
        });
        root.add_event_listener_with_callback("keydown", heard.as_ref().unchecked_ref()).ok()?;
        Some(Self { root, heard })
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        // It fails only where it was never added.
        let _ = self
            .root
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
