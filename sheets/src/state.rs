//! What is on screen.

use queuescope_sim::Time;

/// What is on screen, in lines of a name and a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State<'s>(pub(crate) &'s str);

impl<'s> State<'s> {
    /// All lines.
    pub(crate) fn lines(self) -> &'s str {
        self.0
    }

    /// The value of a name; empty: there is none.
    pub(crate) fn get(self, name: &str) -> &'s str {
        let lines = self.0.lines();
        let mut values = lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        values.next().unwrap_or_default()
    }

    /// What stands in a field; empty: nothing.
    pub(crate) fn field(self, name: &str) -> &'s str {
        let fields = self.0.lines().filter_map(|line| line.strip_prefix("field."));
        let mut values = fields.filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        values.next().unwrap_or_default()
    }

    /// Whether somebody has been at a field.
    pub(crate) fn has_field(self, name: &str) -> bool {
        let mut fields = self.0.lines().filter_map(|line| line.strip_prefix("field."));
        fields.any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')))
    }

    /// A time that stands in a field.
    pub(crate) fn time(self, name: &str) -> Option<Time> {
        self.field(name).parse().ok()
    }

    /// When an act would be.
    pub(crate) fn at(self) -> Time {
        self.get("at").parse().unwrap_or(Time::ZERO)
    }

    /// Whether nothing can be changed.
    pub(crate) fn is_frozen(self) -> bool {
        self.0.lines().any(|line| line == "frozen")
    }

    /// The place of the step on screen, from 0.
    pub(crate) fn step(self) -> usize {
        self.get("step").parse::<usize>().unwrap_or(1).saturating_sub(1)
    }
}
