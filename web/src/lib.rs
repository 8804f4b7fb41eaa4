//! The Queuescope simulator: a scenario played on the real scheduler.

#[cfg(feature = "api")]
pub mod api;
mod app;
pub mod components;
mod focus;
pub mod gallery;
pub mod keys;
mod line;
pub mod scale;
pub mod scene;
pub mod session;
mod shell;

pub use app::{App, AppProps};
pub use line::Line;
pub use shell::Shell;
