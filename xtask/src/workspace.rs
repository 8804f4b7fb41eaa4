//! Where things lie in this repository, and what its Cargo.lock and Cargo.toml say about versions.

use anyhow::{Context, Result};
use directories::BaseDirs;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The rooms and files that the built page is made from.
const PAGE_SOURCES: [&str; 13] = [
    "Cargo.lock",
    "Cargo.toml",
    "Trunk.toml",
    "editor",
    "engine",
    "link",
    "sheets",
    "sim",
    "static",
    "web",
    "xtask/src/names.rs",
    "xtask/src/offline.rs",
    "xtask/src/optimize.rs",
];

/// The root of this repository.
#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The repository that this program was built from.
    pub(crate) fn here() -> Self {
        let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
        Self { root: xtask.parent().unwrap_or(xtask).to_path_buf() }
    }

    /// The top directory, absolute.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Where the release build goes, absolute.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The target directory of wasm builds. It is not the native one: builds for the two neither wait for each other's
    /// lock nor replace each other's build scripts where different compilers make them.
    pub(crate) fn wasm_target_dir(&self) -> PathBuf {
        self.root.join("target").join("web")
    }

    /// Where `cargo xtask mutants` leaves what came of each change.
    pub(crate) fn mutants_dir(&self) -> PathBuf {
        self.root.join("target").join("mutants")
    }

    /// A native program of a release build.
    pub(crate) fn release_program(&self, name: &str) -> PathBuf {
        let target = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        let target = self.root.join(target.unwrap_or_else(|| PathBuf::from("target")));
        target.join("release").join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    /// The directories whose paths are nobody's business, with the names that stand for them in what is built.
    pub(crate) fn private_paths(&self) -> Vec<(PathBuf, &'static str)> {
        let mut paths = vec![(self.root.clone(), ".")];
        let home = BaseDirs::new().map(|directories| directories.home_dir().to_path_buf());
        for (variable, directory, name) in
            [("CARGO_HOME", ".cargo", "cargo"), ("RUSTUP_HOME", ".rustup", "rustup")]
        {
            let set = env::var_os(variable).map(PathBuf::from);
            paths.extend(
                set.or_else(|| Some(home.as_ref()?.join(directory))).map(|path| (path, name)),
            );
        }
        paths
    }

    /// The version of a crate in Cargo.lock.
    pub(crate) fn locked_version(&self, name: &str) -> Result<String> {
        let path = self.root.join("Cargo.lock");
        let lock =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        locked_version(&lock, name).with_context(|| {
            format!(
                "{} names no version of {name}; run `cargo update -p {name}` once",
                path.display()
            )
        })
    }

    /// The oldest Rust that builds this workspace, as `(major, minor)`.
    pub(crate) fn rust_version(&self) -> Result<(u32, u32)> {
        let path = self.root.join("Cargo.toml");
        let manifest =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        quoted_value(&manifest, "rust-version")
            .and_then(major_minor)
            .with_context(|| format!("{} has no rust-version", path.display()))
    }

    /// The scenario files of the gallery and of the tests, sorted by path.
    pub(crate) fn scenarios(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for room in ["static/scenarios", "tests/cases"] {
            walk(&self.root.join(room), &mut |path| {
                if path.extension().is_some_and(|ending| ending == "queue") {
                    found.push(path.to_path_buf());
                }
            });
        }
        found.sort();
        found
    }

    /// The Markdown pages whose figures are scenarios: those of the book, and the README.
    pub(crate) fn pages(&self) -> Vec<PathBuf> {
        let mut found = vec![self.root.join("README.md")];
        walk(&self.root.join("docs/src"), &mut |path| {
            if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path.to_path_buf());
            }
        });
        found.sort();
        found
    }

    /// Whether dist/ has a page that is younger than everything that it is made from.
    pub(crate) fn dist_is_fresh(&self) -> bool {
        let modified = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        let Some(built) = modified(&self.dist().join("index.html")) else {
            return false;
        };
        let mut newest = SystemTime::UNIX_EPOCH;
        for source in PAGE_SOURCES {
            walk(&self.root.join(source), &mut |path| {
                newest = newest.max(modified(path).unwrap_or(newest));
            });
        }
        newest < built
    }
}

/// Calls `visit` for the file at `path`, or for every file below it.
pub(crate) fn walk(path: &Path, visit: &mut dyn FnMut(&Path)) {
    if path.is_file() {
        visit(path);
    } else if let Ok(entries) = fs::read_dir(path) {
        for entry in entries.flatten() {
            walk(&entry.path(), visit);
        }
    }
}

/// Reads `1.96` out of `1.96.0` and of `rustc 1.96.0 (…)`.
pub(crate) fn major_minor(text: &str) -> Option<(u32, u32)> {
    let number = text
        .split_whitespace()
        .find(|word| word.starts_with(|first: char| first.is_ascii_digit()))?;
    let mut parts = number.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

fn locked_version(lock: &str, name: &str) -> Option<String> {
    lock.split("[[package]]")
        .find(|package| quoted_value(package, "name") == Some(name))
        .and_then(|package| quoted_value(package, "version"))
        .map(str::to_owned)
}

fn quoted_value<'a>(toml: &'a str, key: &str) -> Option<&'a str> {
    toml.lines().find_map(|line| {
        let value = line.strip_prefix(key)?.trim_start().strip_prefix('=')?;
        value.trim().strip_prefix('"')?.strip_suffix('"')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locked_version_is_that_of_the_very_name() {
        let lock = "version = 4\n\n[[package]]\nname = \"wasm-bindgen-test\"\nversion = \"0.3.80\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(locked_version(lock, "yew"), None);
    }

    #[test]
    fn versions_are_compared_by_number() {
        assert_eq!(major_minor("rustc 1.96.0 (ac68faa20 2026-05-25)"), Some((1, 96)));
        assert_eq!(major_minor("1.9"), Some((1, 9)));
        assert!(major_minor("1.96.0") > major_minor("1.9.0"));
        assert_eq!(major_minor("unknown"), None);
    }

    #[test]
    fn this_workspace_says_what_it_needs() {
        let workspace = Workspace::here();
        assert!(workspace.rust_version().unwrap() >= (1, 85));
        assert!(workspace.locked_version("wasm-bindgen").is_ok());
    }
}
