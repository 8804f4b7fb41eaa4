//! Where a simulator stands on a page. Yew listens on the root of an app for ever, even when the app is gone: so that pages can
//! put up and take down as many simulators as they like, a root that has become free is used again.

use queuescope_web::{App, AppProps};
use std::cell::RefCell;
use web_sys::Element;
use yew::prelude::*;

/// A place with a simulator on it, until it is dropped.
#[derive(Debug)]
pub(crate) struct Stage(Option<Root>);

/// An element that Yew listens on, and what it draws there.
type Root = (Element, AppHandle<Curtain>);

thread_local! {
    /// The roots on which no simulator stands.
    static FREE: RefCell<Vec<Root>> = const { RefCell::new(Vec::new()) };
}

impl Stage {
    /// Raises a simulator behind what is in `place`.
    pub(crate) fn raise(place: &Element, app: AppProps) -> Self {
        let shown = CurtainProps { app: Some(app) };
        let root = match FREE.with_borrow_mut(Vec::pop) {
            Some((root, mut handle)) => {
                handle.update(shown);
                Some((root, handle))
            }
            None => make_root().map(|root| {
                let app = yew::Renderer::<Curtain>::with_root_and_props(root.clone(), shown);
                (root, app.render())
            }),
        };
        if let Some((root, _)) = &root {
            // It fails only where the root would be put into itself.
            let _ = place.append_child(root);
        }
        Self(root)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some((root, mut handle)) = self.0.take() {
            handle.update(CurtainProps { app: None });
            root.remove();
            FREE.with_borrow_mut(|free| free.push((root, handle)));
        }
    }
}

fn make_root() -> Option<Element> {
    web_sys::window()?.document()?.create_element("div").ok()
}

/// What draws a simulator, or nothing.
#[derive(Debug)]
struct Curtain;

#[derive(Clone, Debug, Default, Properties, PartialEq)]
struct CurtainProps {
    app: Option<AppProps>,
}

impl Component for Curtain {
    type Message = ();
    type Properties = CurtainProps;

    fn create(_ctx: &Context<Self>) -> Self {
        Self
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        match &ctx.props().app {
            Some(app) => yew::virtual_dom::VChild::<App>::new(app.clone(), None).into(),
            None => Html::default(),
        }
    }
}
