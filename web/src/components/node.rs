//! An element of the page, put together call by call.
//!
//! `html!` writes the building of every element out where it stands, some three hundred bytes of code each; here an
//! element costs a few calls. Yew stays what draws it.

use crate::session::Msg;
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Arguments;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use web_sys::Event;
use yew::prelude::*;
use yew::virtual_dom::{
    AttributeOrProperty, Attributes, Listener, ListenerKind, VList, VNode, VTag, VText,
};

/// What an element listens to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum On {
    Change,
    Click,
    Close,
    Input,
    KeyDown,
    LostPointerCapture,
    PointerCancel,
    PointerDown,
    PointerMove,
    PointerUp,
    Submit,
}

/// An element in the making. Every method hands it on.
#[must_use]
pub(crate) struct Node(Box<Parts>);

struct Parts {
    tag: VTag,
    class: Cow<'static, str>,
    names: Vec<&'static str>,
    values: Vec<Option<AttributeOrProperty>>,
    listeners: Vec<Option<Rc<dyn Listener>>>,
}

/// An element, written `tag#id.class class`: the id and the classes may be missing.
#[inline(never)]
pub(crate) fn el(written: &'static str) -> Node {
    let (head, class) = written.split_once('.').unwrap_or((written, ""));
    let (tag, id) = head.split_once('#').unwrap_or((head, ""));
    let node = Node(Box::new(Parts {
        tag: VTag::new(AttrValue::Static(tag)),
        class: Cow::Borrowed(class),
        names: Vec::new(),
        values: Vec::new(),
        listeners: Vec::new(),
    }));
    match id {
        "" => node,
        id => node.attr("id", id),
    }
}

impl Node {
    /// An attribute that is always the same.
    pub(crate) fn attr(self, name: &'static str, value: &'static str) -> Self {
        self.attr_if(true, name, value)
    }

    /// An attribute that is always the same where it is there at all.
    #[inline(never)]
    pub(crate) fn attr_if(self, there: bool, name: &'static str, value: &'static str) -> Self {
        self.give(name, there.then_some(AttrValue::Static(value)))
    }

    /// An attribute that is there or is not; what it says is its name.
    #[inline(never)]
    pub(crate) fn flag(self, name: &'static str, there: bool) -> Self {
        self.attr_if(there, name, name)
    }

    /// An attribute that says `true` or `false`.
    #[inline(never)]
    pub(crate) fn truth(self, name: &'static str, value: bool) -> Self {
        self.attr(name, if value { "true" } else { "false" })
    }

    /// An attribute.
    #[inline(never)]
    pub(crate) fn set(self, name: &'static str, value: &str) -> Self {
        self.give(name, Some(AttrValue::from(Rc::<str>::from(value))))
    }

    /// An attribute, from a format.
    #[inline(never)]
    pub(crate) fn put(self, name: &'static str, value: Arguments<'_>) -> Self {
        self.set(name, &value.to_string())
    }

    /// Its style. Set as a property: pages that allow no style in their text allow this.
    #[inline(never)]
    pub(crate) fn style(mut self, style: Arguments<'_>) -> Self {
        self.0.names.push("style");
        let style = AttributeOrProperty::Property(JsValue::from_str(&style.to_string()));
        self.0.values.push(Some(style));
        self
    }

    /// An attribute that is a length in pixels.
    #[inline(never)]
    pub(crate) fn px(self, name: &'static str, value: f64) -> Self {
        self.set(name, &crate::scale::px(value))
    }

    /// One class more.
    pub(crate) fn class(self, class: &'static str) -> Self {
        self.class_if(true, class)
    }

    /// One class more, perhaps.
    #[inline(never)]
    pub(crate) fn class_if(mut self, there: bool, class: &str) -> Self {
        if there {
            let classes = self.0.class.to_mut();
            if !classes.is_empty() {
                classes.push(' ');
            }
            classes.push_str(class);
        }
        self
    }

    /// The class of a colour.
    #[inline(never)]
    pub(crate) fn hue(self, hue: u8) -> Self {
        self.class_if(true, &format!("h{hue}"))
    }

    /// What tells it from its siblings in a list.
    #[inline(never)]
    pub(crate) fn key(mut self, key: &str) -> Self {
        self.0.tag.key = Some(key.into());
        self
    }

    /// A way to it from outside of the drawing.
    #[inline(never)]
    pub(crate) fn known(mut self, as_node: &NodeRef) -> Self {
        self.0.tag.node_ref = as_node.clone();
        self
    }

    /// What stands in an input.
    #[inline(never)]
    pub(crate) fn value(mut self, value: &str) -> Self {
        self.0.tag.set_value(Some(AttrValue::from(Rc::<str>::from(value))));
        self
    }

    /// What the person says by an event.
    #[inline(never)]
    pub(crate) fn says(self, on: On, act: &Callback<Msg>, msg: Msg) -> Self {
        self.listen(Listens { on, act: act.clone(), hears: Hears::Says(msg) })
    }

    /// What the person may say by an event, depending on it.
    pub(crate) fn hears(
        self,
        on: On,
        act: &Callback<Msg>,
        hears: impl Fn(Event) -> Option<Msg> + 'static,
    ) -> Self {
        self.hears_boxed(on, act, Rc::new(hears))
    }

    /// The same, with what several elements or events share.
    #[inline(never)]
    pub(crate) fn hears_boxed(
        self,
        on: On,
        act: &Callback<Msg>,
        hears: Rc<dyn Fn(Event) -> Option<Msg>>,
    ) -> Self {
        self.listen(Listens { on, act: act.clone(), hears: Hears::Depends(hears) })
    }

    /// Text that is always the same.
    #[inline(never)]
    pub(crate) fn text(self, text: &'static str) -> Self {
        self.html(VText::new(AttrValue::Static(text)).into())
    }

    /// Text.
    #[inline(never)]
    pub(crate) fn say(self, text: &str) -> Self {
        self.html(VText::new(AttrValue::from(Rc::<str>::from(text))).into())
    }

    /// Text, from a format.
    #[inline(never)]
    pub(crate) fn print(self, text: Arguments<'_>) -> Self {
        self.say(&text.to_string())
    }

    /// An element within.
    #[inline(never)]
    pub(crate) fn child(self, child: Self) -> Self {
        self.html(child.into())
    }

    /// An element within, perhaps. Its place stays its own, so that what follows is not taken for it.
    #[inline(never)]
    pub(crate) fn maybe(self, child: Option<Self>) -> Self {
        self.html(child.map(Html::from).unwrap_or_default())
    }

    /// Whatever stands within.
    #[inline(never)]
    pub(crate) fn html(mut self, child: Html) -> Self {
        self.0.tag.add_child(child);
        self
    }

    /// Elements within, as a list of their own.
    pub(crate) fn each<T: Into<Html>>(self, nodes: impl Iterator<Item = T>) -> Self {
        self.html(list(nodes))
    }

    #[inline(never)]
    fn give(mut self, name: &'static str, value: Option<AttrValue>) -> Self {
        self.0.names.push(name);
        self.0.values.push(value.map(AttributeOrProperty::Attribute));
        self
    }

    #[inline(never)]
    fn listen(mut self, listens: Listens) -> Self {
        self.0.listeners.push(Some(Rc::new(listens)));
        self
    }
}

impl From<Node> for Html {
    #[inline(never)]
    fn from(node: Node) -> Self {
        let mut parts = *node.0;
        if !parts.class.is_empty() {
            let class = match parts.class {
                Cow::Borrowed(class) => AttrValue::Static(class),
                Cow::Owned(class) => AttrValue::from(class),
            };
            parts.names.push("class");
            parts.values.push(Some(AttributeOrProperty::Attribute(class)));
        }
        if !parts.names.is_empty() {
            parts.tag.attributes =
                Attributes::Dynamic { keys: shape(parts.names), values: parts.values.into() };
        }
        if !parts.listeners.is_empty() {
            parts.tag.set_listeners(parts.listeners.into());
        }
        Self::VTag(Rc::new(parts.tag))
    }
}

/// Nodes one after the other.
pub(crate) fn list<T: Into<Html>>(nodes: impl Iterator<Item = T>) -> Html {
    let mut list = VList::new();
    for node in nodes {
        push(&mut list, node.into());
    }
    VNode::VList(Rc::new(list))
}

#[inline(never)]
fn push(list: &mut VList, node: Html) {
    list.add_child(node);
}

thread_local! {
    /// Every sequence of attribute names that an element has had. The page has a few dozen.
    static SHAPES: RefCell<Vec<&'static [&'static str]>> = const { RefCell::new(Vec::new()) };
}

/// The one copy of a sequence of names. Yew tells by its address that two drawings of an element have the same
/// attributes, and then compares their values only.
fn shape(names: Vec<&'static str>) -> &'static [&'static str] {
    SHAPES.with_borrow_mut(|shapes| match shapes.iter().find(|shape| **shape == names) {
        Some(shape) => shape,
        None => {
            let shape: &'static [&'static str] = names.leak();
            shapes.push(shape);
            shape
        }
    })
}

struct Listens {
    on: On,
    act: Callback<Msg>,
    hears: Hears,
}

enum Hears {
    Says(Msg),
    Depends(Rc<dyn Fn(Event) -> Option<Msg>>),
}

impl Listener for Listens {
    fn kind(&self) -> ListenerKind {
        match self.on {
            On::Change => ListenerKind::onchange,
            On::Click => ListenerKind::onclick,
            On::Close => ListenerKind::onclose,
            On::Input => ListenerKind::oninput,
            On::KeyDown => ListenerKind::onkeydown,
            On::LostPointerCapture => ListenerKind::onlostpointercapture,
            On::PointerCancel => ListenerKind::onpointercancel,
            On::PointerDown => ListenerKind::onpointerdown,
            On::PointerMove => ListenerKind::onpointermove,
            On::PointerUp => ListenerKind::onpointerup,
            On::Submit => ListenerKind::onsubmit,
        }
    }

    fn handle(&self, event: Event) {
        let msg = match &self.hears {
            Hears::Says(msg) => Some(msg.clone()),
            Hears::Depends(hears) => hears(event),
        };
        if let Some(msg) = msg {
            self.act.emit(msg);
        }
    }

    fn passive(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(node: Node) -> Vec<(String, String)> {
        let Html::VTag(tag) = Html::from(node) else {
            return Vec::new();
        };
        tag.attributes.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn what_is_written_becomes_id_and_classes() {
        let node = el("section#lanes.card lanes").hue(3).class_if(false, "dead");
        let said = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(attributes(node), [said("id", "lanes"), said("class", "card lanes h3")]);
        assert_eq!(attributes(el("p")), []);
    }

    #[test]
    fn what_is_absent_keeps_the_shape() {
        let shape_of = |off: bool| {
            let node = el("button").flag("disabled", off).attr("type", "button");
            shape(node.0.names.clone()).as_ptr()
        };
        assert_eq!(shape_of(true), shape_of(false));
    }
}
