//! What is wrong with a text, before it is placed in a line.

use crate::kept::Kept;
use std::ops::Range;

/// Something that is wrong with a text.
#[derive(Clone, Debug)]
pub(crate) struct Fault(pub(super) Kept<Told>);

/// What is told of a fault.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
    pub(crate) expected: Vec<String>,
    pub(crate) suggestion: Option<String>,
    /// How many faults it stands for.
    pub(crate) stands_for: usize,
}

impl Fault {
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self(Kept::new(|| Told::new(span, message.into())))
    }

    pub(crate) fn suggest(self, suggestion: Option<String>) -> Self {
        self.with(|told| told.suggestion = suggestion)
    }

    pub(crate) fn expect(self, expected: Vec<String>) -> Self {
        self.with(|told| told.expected = expected)
    }

    /// Tells more of it, or something else.
    pub(crate) fn with(mut self, tell: impl FnOnce(&mut Told)) -> Self {
        if let Some(told) = self.0.get_mut() {
            tell(told);
        }
        self
    }

    /// What is told of it, where anything is.
    pub(crate) fn told(self) -> Option<Told> {
        self.0.into_inner()
    }
}

impl Told {
    pub(crate) const fn new(span: Range<usize>, message: String) -> Self {
        Self { span, message, expected: Vec::new(), suggestion: None, stands_for: 1 }
    }
}
