//! A Rust with a wasm32 standard library from Debian's packages, for machines whose rustup cannot download one.
//!
//! Debian packages a recent compiler and the sources of its standard library. The library is compiled for wasm32 once and kept
//! in a private sysroot beside links to Debian's native one; small scripts named `rustc` and `rustdoc` point the
//! compiler at it. Whatever calls `cargo` with their directory first on PATH builds for wasm; nothing of the system's or of rustup's
//! is changed.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::packages::{Packages, is_installed};
use crate::process::{announce, output, run};
use crate::workspace::{Workspace, major_minor};

const CARGO: &str = "/usr/bin/cargo";
const RUSTC: &str = "/usr/bin/rustc";
const LINKER: &str = "/usr/bin/rust-lld";
const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm"];
const TARGET: &str = "wasm32-unknown-unknown";

/// Lets a command use the compiler that is first on PATH whatever rustup has put into the environment.
pub(super) fn forget_rustup(command: &mut Command) {
    for variable in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"] {
        command.env_remove(variable);
    }
}

/// The private toolchain's directory of programs, where it has been made and Debian's compiler is still the same.
pub(super) fn find(cache: &Path) -> Option<PathBuf> {
    let toolchain = Toolchain::at(cache);
    let made_with = fs::read_to_string(toolchain.stamp()).ok()?;
    (Path::new(LINKER).exists() && made_with == compiler()?).then(|| toolchain.programs())
}

/// Installs Debian's packages where they are missing, and makes the private toolchain.
pub(super) fn install(workspace: &Workspace, cache: &Path) -> Result<PathBuf> {
    let Some(packages) = Packages::of_debian() else {
        bail!("this is not a Debian system on which packages can be installed without a password");
    };
    let missing: Vec<_> = PACKAGES.into_iter().filter(|name| !is_installed(name)).collect();
    if !missing.is_empty() {
        packages.install(&missing, "Debian's Rust compiler, which can build for wasm32")?;
    }
    // The link names the linker's package, which is only recommended and thus may be missing.
    if !Path::new(LINKER).exists() {
        let target = fs::read_link(LINKER).with_context(|| format!("{LINKER} is not there"))?;
        let name = target
            .file_name()
            .and_then(OsStr::to_str)
            .with_context(|| format!("{LINKER} links to nothing"))?;
        packages.install(&[name], "the linker for wasm32")?;
    }
    let compiler = compiler().with_context(|| format!("{RUSTC} does not run"))?;
    let (found, wanted) = (major_minor(&compiler), workspace.rust_version()?);
    if found < Some(wanted) {
        bail!(
            "{RUSTC} is too old: {}; Rust {}.{} or newer is needed",
            compiler.lines().next().unwrap_or_default(),
            wanted.0,
            wanted.1
        );
    }
    let toolchain = Toolchain::at(cache);
    toolchain.make(&compiler)?;
    Ok(toolchain.programs())
}

/// What Debian's compiler says of itself: a standard library fits the very build of the compiler that made it.
fn compiler() -> Option<String> {
    output(Command::new(RUSTC).arg("-vV")).ok()
}

/// The private sysroot and its programs.
struct Toolchain {
    root: PathBuf,
}

impl Toolchain {
    fn at(cache: &Path) -> Self {
        Self { root: cache.join("rust-wasm32") }
    }

    fn programs(&self) -> PathBuf {
        self.root.join("bin")
    }

    /// Written last, so that an interrupted set-up begins again.
    fn stamp(&self) -> PathBuf {
        self.root.join("made-with")
    }

    fn make(&self, compiler: &str) -> Result<()> {
        announce(&format!(
            "Compiling the standard library for {TARGET} into {}: rustup cannot download it. About a minute.",
            self.root.display()
        ));
        if self.root.exists() {
            fs::remove_dir_all(&self.root)
                .with_context(|| format!("cannot clear {}", self.root.display()))?;
        }
        self.compile_library()
            .and_then(|()| self.link_native_library())
            .and_then(|()| self.write_programs())
            .and_then(|()| Ok(fs::write(self.stamp(), compiler)?))
            .with_context(|| format!("cannot make {}", self.root.display()))
    }

    /// Compiles an empty crate together with the standard library, and keeps the latter.
    fn compile_library(&self) -> Result<()> {
        let empty = self.root.join("empty");
        fs::create_dir_all(empty.join("src"))?;
        fs::write(empty.join("src/lib.rs"), "")?;
        fs::write(
            empty.join("Cargo.toml"),
            "[package]\nname = \"empty\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n",
        )?;
        let mut build = Command::new(CARGO);
        forget_rustup(&mut build);
        run(build
            .args(["build", "--quiet", "--release", "--target", TARGET])
            .arg("-Zbuild-std=std,panic_abort,test")
            .current_dir(&empty)
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env("RUSTC", RUSTC)
            // Unlocks -Z on a stable compiler, for this one build.
            .env("RUSTC_BOOTSTRAP", "1")
            // Without bitcode no link-time optimization could use the library.
            .env("RUSTFLAGS", "-Cembed-bitcode=yes"))?;
        let built = empty.join("target").join(TARGET).join("release/deps");
        let library = self.root.join("lib/rustlib").join(TARGET).join("lib");
        fs::create_dir_all(&library)?;
        for entry in fs::read_dir(built)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default();
            if path.extension() == Some(OsStr::new("rlib"))
                && !name.to_string_lossy().starts_with("libempty-")
            {
                fs::copy(&path, library.join(name))?;
            }
        }
        fs::remove_dir_all(empty)?;
        Ok(())
    }

    /// Build scripts and procedural macros are native: they link Debian's own library.
    fn link_native_library(&self) -> Result<()> {
        let sysroot = output(Command::new(RUSTC).args(["--print", "sysroot"]))?;
        for entry in fs::read_dir(Path::new(sysroot.trim()).join("lib/rustlib"))? {
            let entry = entry?;
            let link = self.root.join("lib/rustlib").join(entry.file_name());
            if !link.exists() {
                symlink(&entry.path(), &link)?;
            }
        }
        Ok(())
    }

    fn write_programs(&self) -> Result<()> {
        let programs = self.programs();
        fs::create_dir_all(&programs)?;
        symlink(Path::new(CARGO), &programs.join("cargo"))?;
        symlink(Path::new(LINKER), &programs.join("rust-lld"))?;
        for name in ["rustc", "rustdoc"] {
            let script = format!(
                "#!/bin/sh\nexec /usr/bin/{name} --sysroot '{}' \"$@\"\n",
                self.root.display()
            );
            write_executable(&programs.join(name), &script)?;
        }
        Ok(())
    }
}

#[cfg(unix)]
fn symlink(original: &Path, link: &Path) -> Result<()> {
    Ok(std::os::unix::fs::symlink(original, link)?)
}

#[cfg(unix)]
fn write_executable(path: &Path, text: &str) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text)?;
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(0o755))?)
}

#[cfg(not(unix))]
fn symlink(_original: &Path, _link: &Path) -> Result<()> {
    bail!("Debian's packages are for Debian only")
}

#[cfg(not(unix))]
fn write_executable(_path: &Path, _text: &str) -> Result<()> {
    bail!("Debian's packages are for Debian only")
}
