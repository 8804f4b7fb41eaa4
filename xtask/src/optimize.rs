//! The modules of the page, their JavaScript and the style, made smaller. The names by which they know each other are long and half
//! random, which no compression makes short, and nobody reads them: here they get a letter or two.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::names;
use crate::process::{announce, output};
use crate::setup::Toolbox;

/// What every browser since 2021 knows, and the compiler uses.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Passes that make the page smaller over the wire, found by trying. What is written twice costs little once it is
/// compressed, so nothing is inlined to save a call, and no value is kept to save its second computation.
const PASSES: [&str; 9] = [
    "--low-memory-unused",
    "--one-caller-inline-max-function-size=0",
    "--always-inline-max-function-size=0",
    "--flexible-inline-max-function-size=0",
    "--skip-pass=local-cse",
    "-Oz",
    "-Oz",
    "--strip-producers",
    "--strip-target-features",
];

/// What wasm-opt calls the module of all imports.
const MODULE: &str = "a";

/// Optimizes the page's modules in dist/, shortens the names in them and in their JavaScript, and leaves out
/// what only people read.
pub(crate) fn page(toolbox: &Toolbox) -> Result<()> {
    let dist = toolbox.workspace().dist();
    announce("Making the modules, their JavaScript and the page's style smaller.");
    for folder in [names::PAGE, names::EDITOR, names::SHEETS].map(|folder| dist.join(folder)) {
        let renamed = optimize(toolbox, &only(&folder, "wasm")?)?;
        rewrite(&only(&folder, "js")?, |script| trimmed(&renamed.in_script(script)))?;
    }
    for path in dist.read_dir().with_context(|| format!("cannot read {}", dist.display()))? {
        let path = path?.path();
        if path.extension().is_some_and(|ending| ending == "js" || ending == "css") {
            rewrite(&path, trimmed)?;
        }
    }
    Ok(())
}

fn optimize(toolbox: &Toolbox, module: &Path) -> Result<Renamed> {
    let renamed = output(
        toolbox
            .wasm("wasm-opt")
            .args(FEATURES)
            .args(PASSES)
            .args(["--minify-imports-and-exports-and-modules", "--output"])
            .arg(module)
            .arg(module),
    )?;
    serde_json::from_str(&renamed).context("wasm-opt does not say which names are which")
}

/// The one file of a folder itself that ends so.
fn only(folder: &Path, ending: &str) -> Result<PathBuf> {
    let entries = folder.read_dir().with_context(|| format!("cannot read {}", folder.display()))?;
    let found: Vec<_> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    match <[_; 1]>::try_from(found) {
        Ok([path]) => Ok(path),
        Err(found) => bail!("{} has {} files .{ending}, not one", folder.display(), found.len()),
    }
}

fn rewrite(path: &Path, change: impl FnOnce(&str) -> String) -> Result<()> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    fs::write(path, change(&text)).with_context(|| format!("cannot write {}", path.display()))
}

/// What wasm-opt says about the names that it has replaced.
#[derive(Deserialize)]
struct Renamed {
    /// Module, name, new name.
    imports: Vec<(String, String, String)>,
    /// Name, new name.
    exports: Vec<(String, String)>,
}

impl Renamed {
    /// The JavaScript with the new names: of an import wherever its name stands, of an export where it is read of the
    /// module.
    fn in_script(&self, script: &str) -> String {
        let module = self.imports.first().map_or(MODULE, |(module, _, _)| module);
        let text = script.replace(&format!("\"{module}\""), &format!("\"{MODULE}\""));
        let imports: BTreeMap<&str, &str> =
            self.imports.iter().map(|(_, name, new)| (&**name, &**new)).collect();
        let exports: BTreeMap<&str, &str> =
            self.exports.iter().map(|(name, new)| (&**name, &**new)).collect();
        let mut short = String::with_capacity(text.len());
        for piece in pieces(&text) {
            let known = if short.ends_with('.') { &exports } else { &imports };
            short.push_str(known.get(piece).unwrap_or(&piece));
        }
        short
    }
}

/// JavaScript or a style without indentation, empty lines and lines of comment. No text in them goes over several lines.
fn trimmed(script: &str) -> String {
    let mut short = String::with_capacity(script.len());
    let mut commented = false;
    for line in script.lines().map(str::trim) {
        commented |= line.starts_with("/*");
        if !commented && !line.is_empty() && !line.starts_with("//") {
            short.push_str(line);
            short.push('\n');
        }
        commented &= !line.ends_with("*/");
    }
    short
}

/// Words, and what stands between them.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let of_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '$';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|letter| of_word(letter) != of_word(first)).unwrap_or(rest.len());
        let (piece, left) = rest.split_at(end);
        rest = left;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_people_is_left_out() {
        let script =
            "/**\n * @param x\n */\nfunction f(x) {\n\n    // Twice.\n    return x * 2; // so\n}\n";
        assert_eq!(trimmed(script), "function f(x) {\nreturn x * 2; // so\n}\n");
    }

    #[test]
    fn words_alone_are_renamed() {
        let renamed: Renamed = serde_json::from_str(
            r#"{"imports": [["./page_bg.js", "__wbg_key_1f", "b"]], "exports": [["memory", "c"]]}"#,
        )
        .unwrap();
        let script = r#"const imports = {"./page_bg.js": {__wbg_key_1f: () => memory, __wbg_key_1f0: wasm.memory.buffer}};"#;
        assert_eq!(
            renamed.in_script(script),
            r#"const imports = {"a": {b: () => memory, __wbg_key_1f0: wasm.c.buffer}};"#
        );
    }
}
