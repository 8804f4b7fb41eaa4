//! Names for what is published. Trunk calls the modules and the style the same in every build. Here their names change with
//! their content, so that no page is served a part of another build out of a cache; what loads them keeps its name.

use anyhow::{Context, Result};
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

/// The folder in dist/ that has the page's module.
pub(crate) const PAGE: &str = "page";
/// The folder in dist/ that has the editor's module.
pub(crate) const EDITOR: &str = "editor";
/// The folder in dist/ that has the sheets' module.
pub(crate) const SHEETS: &str = "sheets";

/// Files that change their names together: folder, name, what comes behind the name.
const FAMILIES: [(&str, &str, &[&str]); 4] = [
    (PAGE, "queuescope-page", &[".js", "_bg.wasm"]),
    (EDITOR, "queuescope-editor", &[".js", "_bg.wasm"]),
    (SHEETS, "queuescope-sheets", &[".js", "_bg.wasm"]),
    ("", "queuescope", &[".css"]),
];

/// Gives modules and style in dist/ names of their own, and the new names to whatever loads them.
pub(crate) fn settle(dist: &Path) -> Result<()> {
    for (folder, name, endings) in FAMILIES {
        let folder = dist.join(folder);
        let mut hasher = DefaultHasher::new();
        for ending in endings {
            hasher.write(&read(&folder.join(format!("{name}{ending}")))?);
        }
        let new = format!("{name}-{:016x}", hasher.finish());
        for ending in endings {
            let old = folder.join(format!("{name}{ending}"));
            fs::rename(&old, folder.join(format!("{new}{ending}")))
                .with_context(|| format!("cannot rename {}", old.display()))?;
        }
        let own = endings.iter().map(|ending| folder.join(format!("{new}{ending}")));
        for path in own.filter(|path| is_script(path)).chain(loaders(dist)?) {
            let mut text = String::from_utf8(read(&path)?)
                .with_context(|| format!("{} is no text", path.display()))?;
            for ending in endings {
                text = text.replace(&format!("{name}{ending}"), &format!("{new}{ending}"));
            }
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}

/// The pages and scripts in dist/ itself.
fn loaders(dist: &Path) -> Result<Vec<PathBuf>> {
    let entries = dist.read_dir().with_context(|| format!("cannot read {}", dist.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    Ok(paths.filter(|path| is_script(path) || ends(path, "html")).collect())
}

fn is_script(path: &Path) -> bool {
    ends(path, "js")
}

fn ends(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;
    use std::process;

    #[test]
    fn whatever_loads_a_file_names_the_one_that_is_there() {
        let dist = env::temp_dir().join(format!("queuescope-{}", process::id()));
        let write = |path: &str, text: &str| fs::write(dist.join(path), text).unwrap();
        for (folder, name, endings) in FAMILIES {
            fs::create_dir_all(dist.join(folder)).unwrap();
            for ending in endings {
                let path = Path::new(folder).join(format!("{name}{ending}"));
                write(path.to_str().unwrap(), &format!("'{name}_bg.wasm'"));
            }
        }
        write("index.html", "'queuescope.css'");
        write(
            "load.js",
            "'page/queuescope-page.js' 'editor/queuescope-editor.js' 'sheets/queuescope-sheets.js'",
        );
        settle(&dist).unwrap();
        let named = |path: &Path| -> Vec<PathBuf> {
            let text = fs::read_to_string(path).unwrap();
            let folder = path.parent().unwrap();
            text.split('\'').skip(1).step_by(2).map(|name| folder.join(name)).collect()
        };
        let [style] = &named(&dist.join("index.html"))[..] else { panic!("one style") };
        assert!(style.is_file() && *style != dist.join("queuescope.css"));
        let scripts = named(&dist.join("load.js"));
        assert_eq!(scripts.len(), 3);
        for script in scripts {
            let [module] = &named(&script)[..] else { panic!("one module") };
            assert!(module.is_file() && script.is_file());
        }
        fs::remove_dir_all(&dist).unwrap();
    }
}
