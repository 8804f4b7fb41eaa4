//! The editor: the module that the page fetches when a text is first edited or has errors. Trunk builds it beside the
//! page under names that stay the same. In what is published they change with its content, so that no page is served an
//! editor of another build out of a cache.

use anyhow::{Context, Result};
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

/// The folder in dist/ that has it.
pub(crate) const FOLDER: &str = "editor";

/// What trunk calls its files, before their endings.
const NAME: &str = "queuescope-editor";

/// Gives its files in dist/ names of their own, and the page the new names.
pub(crate) fn rename(dist: &Path) -> Result<()> {
    let folder = dist.join(FOLDER);
    let (script, module) =
        (folder.join(format!("{NAME}.js")), folder.join(format!("{NAME}_bg.wasm")));
    let mut hasher = DefaultHasher::new();
    for path in [&script, &module] {
        hasher.write(&fs::read(path).with_context(|| format!("cannot read {}", path.display()))?);
    }
    let named = format!("{NAME}-{:016x}", hasher.finish());
    for (path, ending) in [(&script, ".js"), (&module, "_bg.wasm")] {
        let new = folder.join(format!("{named}{ending}"));
        fs::rename(path, &new).with_context(|| format!("cannot rename {}", path.display()))?;
    }
    for path in [folder.join(format!("{named}.js")), dist.join("index.html")] {
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let text = text
            .replace(&format!("{NAME}.js"), &format!("{named}.js"))
            .replace(&format!("{NAME}_bg.wasm"), &format!("{named}_bg.wasm"));
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;
    use std::process;

    #[test]
    fn the_page_names_the_files_that_are_there() {
        let dist = env::temp_dir().join(format!("queuescope-{}", process::id()));
        let folder = dist.join(FOLDER);
        let write = |path: &str, text: &str| fs::write(dist.join(path), text).unwrap();
        fs::create_dir_all(&folder).unwrap();
        write("editor/queuescope-editor.js", "fetch('queuescope-editor_bg.wasm');");
        write("editor/queuescope-editor_bg.wasm", "module");
        write("index.html", "import('./editor/queuescope-editor.js');");
        rename(&dist).unwrap();
        let page = fs::read_to_string(dist.join("index.html")).unwrap();
        let script = page.strip_prefix("import('./").and_then(|rest| rest.strip_suffix("');"));
        let script = fs::read_to_string(dist.join(script.unwrap())).unwrap();
        let module = script.strip_prefix("fetch('").and_then(|rest| rest.strip_suffix("');"));
        assert_eq!(fs::read_to_string(folder.join(module.unwrap())).unwrap(), "module");
        assert_eq!(folder.read_dir().unwrap().count(), 2);
        fs::remove_dir_all(&dist).unwrap();
    }
}
