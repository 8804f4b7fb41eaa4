//! Which key does what.

use crate::session::Msg;

/// What has the keyboard when a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Nothing that uses keys itself.
    Page,
    /// A button or a link: it uses space and Enter.
    Button,
    /// A text field, a slider, a list: it uses nearly all keys.
    Field,
    /// A dialog: it keeps all keys to itself.
    Dialog,
}

/// A key, as the browser names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key<'a> {
    /// `ArrowLeft`, `?`, …
    pub name: &'a str,
    /// With Ctrl or Command.
    pub command: bool,
    /// With Shift.
    pub shift: bool,
    /// With Alt.
    pub alt: bool,
}

/// What a key does; none: it is the browser's.
pub fn msg(key: Key<'_>, focus: Focus) -> Option<Msg> {
    if key.name == "Escape" && focus != Focus::Dialog {
        return Some(Msg::Select(None));
    }
    if key.alt || matches!(focus, Focus::Field | Focus::Dialog) {
        return None;
    }
    if key.command {
        return match (key.name, key.shift) {
            ("z", false) => Some(Msg::Undo),
            ("z" | "Z", true) | ("y", false) => Some(Msg::Redo),
            _ => None,
        };
    }
    match key.name {
        " " if focus == Focus::Page => Some(Msg::TogglePlay),
        "ArrowLeft" => Some(Msg::Back),
        "ArrowRight" => Some(Msg::Forward),
        "Home" => Some(Msg::First),
        "End" => Some(Msg::Last),
        "?" => Some(Msg::Sheet(Some("help".into()))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> Key<'_> {
        Key { name, command: false, shift: false, alt: false }
    }

    #[test]
    fn keys_are_ignored_where_something_else_uses_them() {
        assert_eq!(msg(key(" "), Focus::Page), Some(Msg::TogglePlay));
        assert_eq!(msg(key(" "), Focus::Button), None);
        assert_eq!(msg(key("ArrowRight"), Focus::Button), Some(Msg::Forward));
        assert_eq!(msg(key("ArrowRight"), Focus::Field), None);
        assert_eq!(msg(key("Home"), Focus::Dialog), None);
        assert_eq!(msg(key("Escape"), Focus::Field), Some(Msg::Select(None)));
        assert_eq!(msg(key("Escape"), Focus::Dialog), None);
    }

    #[test]
    fn undo_is_the_systems_own_key() {
        let undo = Key { command: true, ..key("z") };
        assert_eq!(msg(undo, Focus::Page), Some(Msg::Undo));
        assert_eq!(msg(Key { shift: true, ..undo }, Focus::Page), Some(Msg::Redo));
        assert_eq!(msg(undo, Focus::Field), None);
    }
}
