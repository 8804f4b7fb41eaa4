//! The Queuescope simulator: a scenario played on the real scheduler.

#[cfg(feature = "api")]
pub mod api;
mod app;
pub mod components;
mod editor;
mod fetch;
mod focus;
pub mod gallery;
pub mod keys;
pub mod scale;
pub mod scene;
pub mod session;

pub use app::{App, AppProps, mount};
