//! The book: mdbook makes it out of docs/ into dist/docs/, beside the simulator that its figures run on.

use anyhow::{Context, Result};

use crate::bundle;
use crate::process::{announce, replace, run};
use crate::setup::{Need, Toolbox};

/// The folder in dist/ that has it. Its pages load `../queue-scope.js`.
pub(crate) const FOLDER: &str = "docs";

/// What building it needs: the page's needs, for its figures run on the page's modules, and mdbook.
pub(crate) const NEEDS: [Need; 6] = {
    let [target, std, bindgen, opt, trunk] = bundle::NEEDS;
    [target, std, bindgen, opt, trunk, Need::MdBook]
};

/// Builds it, and first the page where that is missing or older than its sources.
pub(crate) fn build(toolbox: &mut Toolbox) -> Result<()> {
    bundle::freshen(toolbox)?;
    toolbox
        .provide(Need::MdBook)
        .with_context(|| format!("cannot set up {}", Need::MdBook.name()))?;
    let folder = toolbox.workspace().dist().join(FOLDER);
    run(toolbox.tool("mdbook").args(["build", "docs", "--dest-dir"]).arg(&folder))?;
    announce(&format!("The book is in {}; `cargo xtask docs --serve` shows it.", folder.display()));
    Ok(())
}

/// Serves dist/, the book in it, until it is interrupted.
pub(crate) fn serve(toolbox: &Toolbox) -> Result<()> {
    replace(
        toolbox
            .cargo()
            .args(["run", "--quiet", "--package", "queuescope-tests", "--features", "site"])
            .args(["--bin", "site", "--"])
            .arg(toolbox.workspace().dist())
            .arg(format!("{FOLDER}/index.html")),
    )
}
