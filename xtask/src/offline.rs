//! What is kept for when there is no network: the service worker is told the files of the release, and what each must be.

use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::workspace::walk;
use crate::{api, docs, size};

/// The service worker.
pub(crate) const WORKER: &str = "sw.js";

/// The page, by the address that every host knows.
const PAGE: &str = "./";

/// Writes the files in dist/ that the simulator is made of, and a name for all of them, into the service worker there.
pub(crate) fn settle(dist: &Path) -> Result<()> {
    let mut paths = Vec::new();
    walk(dist, &mut |path| paths.push(path.to_path_buf()));
    let mut files = BTreeMap::new();
    for path in paths {
        let name = path.strip_prefix(dist).unwrap_or(&path);
        if !is_kept(name) {
            continue;
        }
        let content = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        let address = Some(parts.join("/")).filter(|name| name != "index.html");
        let digest = BASE64_STANDARD.encode(Sha256::digest(content));
        files.insert(address.unwrap_or_else(|| PAGE.to_owned()), format!("sha256-{digest}"));
    }
    let files = serde_json::to_string(&files)?;
    let release: String =
        Sha256::digest(&files).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let worker = dist.join(WORKER);
    let mut text =
        fs::read_to_string(&worker).with_context(|| format!("cannot read {}", worker.display()))?;
    for (empty, full) in [
        ("const RELEASE = \"\";", format!("const RELEASE = \"{release}\";")),
        ("const FILES = {};", format!("const FILES = {files};")),
    ] {
        if !text.contains(empty) {
            bail!("{} has no `{empty}`", worker.display());
        }
        text = text.replace(empty, &full);
    }
    fs::write(&worker, text).with_context(|| format!("cannot write {}", worker.display()))
}

/// Whether the simulator's own page is made of this file. What others load is not kept for them.
fn is_kept(name: &Path) -> bool {
    let of_others = [api::FOLDER, docs::FOLDER, WORKER];
    // A second run beside the one on screen is a figure.
    let of_figures = size::FIGURES.iter().filter(|file| **file != size::ELEMENT);
    let mut of_others = of_others.iter().chain(of_figures);
    !of_others.any(|other| name.starts_with(other)) && !name.to_string_lossy().ends_with(".d.ts")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;
    use std::process;

    #[test]
    fn the_worker_knows_what_the_page_is_made_of_and_nothing_else() {
        let dist = env::temp_dir().join(format!("queuescope-offline-{}", process::id()));
        for folder in ["page", "api", "docs"] {
            fs::create_dir_all(dist.join(folder)).unwrap();
        }
        let worker = include_str!("../../static/sw.js");
        let settled = |page: &str| {
            for name in ["page/a.js", "api/b.js", "docs/c.html", "figure.html", "queue-scope.d.ts"]
            {
                fs::write(dist.join(name), name).unwrap();
            }
            fs::write(dist.join("index.html"), page).unwrap();
            fs::write(dist.join(WORKER), worker).unwrap();
            settle(&dist).unwrap();
            fs::read_to_string(dist.join(WORKER)).unwrap()
        };
        let one = settled("");
        // The digest of nothing, which is known.
        let files = r#"const FILES = {"./":"sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=","page/a.js":"sha256-"#;
        assert!(one.contains(files), "{one}");
        assert!(!one.contains("figure") && !one.contains(".d.ts"));
        let release = |text: &str| {
            let line = text.lines().find(|line| line.starts_with("const RELEASE"));
            line.unwrap().to_owned()
        };
        assert_eq!(release(&one), release(&settled("")));
        assert_ne!(release(&one), release(&settled("another")));
        fs::remove_dir_all(&dist).unwrap();
    }
}
