//! The engine for JavaScript, without the page: a module of its own in dist/api/, so that who opens the page does not
//! download what only scripts use.

use anyhow::Result;

use crate::module::{Build, Module};
use crate::setup::Toolbox;

/// The module: `queuescope.js`, its types and its wasm.
const MODULE: Module<'_> =
    Module { package: "queuescope-web", name: "queuescope", target: "web", build: Build::Speed };

/// The folder in dist/ that has it.
pub(crate) const FOLDER: &str = "api";

/// Builds it into dist/, by the same tools as the page.
pub(crate) fn build(toolbox: &Toolbox) -> Result<()> {
    MODULE.build(toolbox, &toolbox.workspace().dist().join(FOLDER)).map(drop)
}
