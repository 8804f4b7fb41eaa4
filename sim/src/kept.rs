//! What only whoever edits a text asks for: where its parts stand, and what is wrong with it in words.
//!
//! Built without its `editing`, the crate reads and carries out the same texts and refuses the same ones, and says no more
//! of them: nothing of that is kept, and no word of it is in the program.

use std::marker::PhantomData;

/// Whether it is kept.
pub(crate) const EDITING: bool = cfg!(feature = "editing");

/// A text made as by `format!`, where somebody may read it; else an empty one.
macro_rules! words {
    ($($part:tt)*) => {
        if $crate::kept::EDITING { format!($($part)*) } else { String::new() }
    };
}
pub(crate) use words;

/// A value where it is kept; else nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept<T>(#[cfg(feature = "editing")] T, PhantomData<T>);

#[cfg(feature = "editing")]
impl<T> Kept<T> {
    pub(crate) fn new(make: impl FnOnce() -> T) -> Self {
        Self(make(), PhantomData)
    }

    pub(crate) const fn get(&self) -> Option<&T> {
        Some(&self.0)
    }

    pub(crate) const fn get_mut(&mut self) -> Option<&mut T> {
        Some(&mut self.0)
    }

    pub(crate) fn into_inner(self) -> Option<T> {
        Some(self.0)
    }

    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Kept<U> {
        Kept::new(|| change(self.0))
    }
}

#[cfg(not(feature = "editing"))]
impl<T> Kept<T> {
    pub(crate) fn new(_: impl FnOnce() -> T) -> Self {
        Self(PhantomData)
    }

    pub(crate) const fn get(&self) -> Option<&T> {
        None
    }

    pub(crate) const fn get_mut(&mut self) -> Option<&mut T> {
        None
    }

    pub(crate) fn into_inner(self) -> Option<T> {
        None
    }

    pub(crate) fn map<U>(self, _: impl FnOnce(T) -> U) -> Kept<U> {
        Kept(PhantomData)
    }
}
