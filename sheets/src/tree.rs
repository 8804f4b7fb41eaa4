//! A piece of the page, written down: elements, what they say of themselves, what the person says by them.
//!
//! The page reads it and has it drawn. Everything is behind a sign that says what it is; no text and no value has one of
//! these signs in it, so that what a scenario says stays a text wherever it is shown.

/// An element begins: `tag#id.class class` follows.
pub const ELEMENT: char = '\u{1}';
/// An attribute of the element: its name, `=` and its value follow.
pub const ATTRIBUTE: char = '\u{2}';
/// What the person says by the element: the name of an event, `=` and the words follow.
pub const SAYS: char = '\u{3}';
/// A text follows.
pub const TEXT: char = '\u{4}';
/// The element ends.
pub const END: char = '\u{5}';
/// A sign of the page: its size in pixels, `=` and its name follow.
pub const ICON: char = '\u{6}';
/// An element in the making. Every method hands it on.
#[must_use]
#[derive(Debug)]
pub struct Node {
    head: String,
    inside: String,
}

/// An element, written `tag#id.class class`: the id and the classes may be missing.
pub fn el(written: &str) -> Node {
    Node { head: format!("{ELEMENT}{written}"), inside: String::new() }
}

/// Nodes one after the other.
pub fn several(nodes: impl IntoIterator<Item = Node>) -> String {
    nodes.into_iter().map(Node::written).collect()
}

impl Node {
    /// An attribute.
    pub fn attr(mut self, name: &str, value: &str) -> Self {
        self.head.push(ATTRIBUTE);
        self.head.push_str(name);
        self.head.push('=');
        plain(&mut self.head, value);
        self
    }

    /// An attribute that is there or is not; what it says is its name.
    pub fn flag(self, name: &str, there: bool) -> Self {
        if there { self.attr(name, name) } else { self }
    }

    /// An attribute that says `true` or `false`.
    pub fn truth(self, name: &str, value: bool) -> Self {
        self.attr(name, if value { "true" } else { "false" })
    }

    /// What the person says by a click, in the words of an option.
    pub fn says(self, words: &str) -> Self {
        self.on("click", words)
    }

    /// What the person says by an event; by `input` and `change`, with what stands in the field behind it.
    pub fn on(mut self, event: &str, words: &str) -> Self {
        self.head.push(SAYS);
        self.head.push_str(event);
        self.head.push('=');
        plain(&mut self.head, words);
        self
    }

    /// A field whose name is `name`, which stays filled in while its sheet is open.
    pub fn fills(self, name: &str) -> Self {
        self.on("input", &format!("field {name} "))
    }

    /// A text within.
    pub fn text(mut self, text: &str) -> Self {
        self.inside.push(TEXT);
        plain(&mut self.inside, text);
        self
    }

    /// A sign of the page within, so many pixels wide.
    pub fn icon(mut self, name: &str, size: u32) -> Self {
        self.inside.push_str(&format!("{ICON}{size}={name}"));
        self
    }

    /// An element within.
    pub fn child(mut self, child: Self) -> Self {
        self.inside.push_str(&child.written());
        self
    }

    /// An element within, perhaps.
    pub fn maybe(self, child: Option<Self>) -> Self {
        match child {
            Some(child) => self.child(child),
            None => self,
        }
    }

    /// Elements within.
    pub fn each(mut self, nodes: impl IntoIterator<Item = Self>) -> Self {
        self.inside.push_str(&several(nodes));
        self
    }

    /// The element, written down.
    pub fn written(self) -> String {
        let Self { mut head, inside } = self;
        head.push_str(&inside);
        head.push(END);
        head
    }
}

/// Adds a text without any of the signs; one in it becomes one that says that something is there.
fn plain(written: &mut String, text: &str) {
    let sign = |c: char| ('\u{1}'..='\u{6}').contains(&c);
    written.extend(text.chars().map(|c| if sign(c) { '\u{fffd}' } else { c }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_its_attributes_and_what_is_within() {
        let node = el("p.none")
            .attr("title", "so")
            .says("seek 4")
            .text("at ")
            .child(el("b").text("4"))
            .flag("hidden", false);
        let expected = "\u{1}p.none\u{2}title=so\u{3}click=seek 4\u{4}at \u{1}b\u{4}4\u{5}\u{5}";
        assert_eq!(node.written(), expected);
    }

    #[test]
    fn what_a_scenario_says_stays_a_text() {
        let name = "a\u{5}\u{1}script\u{4}alert(1)\u{2}";
        let written =
            el("p").attr("title", name).says(&format!("select {name}")).text(name).written();
        assert_eq!(written.matches(|c| c < '\u{20}').count(), "\u{1}\u{2}\u{3}\u{4}\u{5}".len());
        assert!(written.contains("\u{4}a\u{fffd}\u{fffd}script\u{fffd}alert(1)\u{fffd}\u{5}"));
    }
}
