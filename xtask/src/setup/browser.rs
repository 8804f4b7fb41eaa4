//! Chromium or Chrome, and the driver through which tests steer it.

use anyhow::{Context, Result, bail};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::packages::{Manager, Packages, by_hand};
use crate::process::{announce, output};

/// The programs' names, best known first.
const BROWSERS: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// Where they lie on systems that put applications elsewhere than on PATH.
const BROWSER_PLACES: [&str; 3] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
];

const DRIVER_PLACES: [&str; 2] =
    ["/usr/lib/chromium-browser/chromedriver", "/usr/lib/chromium/chromedriver"];

/// A browser and its driver.
pub(super) struct Browser {
    pub(super) chrome: PathBuf,
    pub(super) driver: PathBuf,
}

/// Finds the browser and its driver, or installs what is missing with the system's package manager.
pub(super) fn provide() -> Result<Browser> {
    let browser = match find()? {
        Some(browser) => browser,
        None => {
            install()?;
            find()?.context("Chromium and its driver were installed but are not on PATH")?
        }
    };
    warn_of_different_versions(&browser);
    Ok(browser)
}

fn find() -> Result<Option<Browser>> {
    let chrome = named("CHROME")?.or_else(|| look(&BROWSERS, &BROWSER_PLACES));
    let driver = named("CHROMEDRIVER")?.or_else(|| look(&["chromedriver"], &DRIVER_PLACES));
    Ok(chrome.zip(driver).map(|(chrome, driver)| Browser { chrome, driver }))
}

/// A path that the user gave in the environment: it wins, and must be right.
fn named(variable: &str) -> Result<Option<PathBuf>> {
    let Some(path) = env::var_os(variable).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let path = PathBuf::from(path);
    if !path.is_file() {
        bail!(
            "{variable} is {}, where there is no such program; correct it or unset it",
            path.display()
        );
    }
    Ok(Some(path))
}

fn look(names: &[&str], places: &[&str]) -> Option<PathBuf> {
    names
        .iter()
        .find_map(|name| which::which(name).ok())
        .or_else(|| places.iter().map(PathBuf::from).find(|place| place.is_file()))
}

fn install() -> Result<()> {
    let what = "a browser that tests can steer (Chromium or Chrome, and chromedriver)";
    let manager = Manager::of_system();
    let names: &[&str] = match manager {
        Some(Manager::Apt) => &["chromium", "chromium-driver"],
        Some(Manager::Dnf) => &["chromium", "chromedriver"],
        Some(Manager::Pacman) => &["chromium"],
        Some(Manager::Brew) => &["google-chrome", "chromedriver"],
        None => return Err(by_hand(what, None, &[])),
    };
    let Some(packages) = manager.and_then(Packages::of) else {
        return Err(by_hand(what, manager, names));
    };
    packages.install(names, "the wasm and browser tests run in it")
}

fn warn_of_different_versions(browser: &Browser) {
    let major = |program: &Path| {
        let text = output(Command::new(program).arg("--version")).ok()?;
        major(&text)
    };
    // Chrome on Windows opens a window instead of answering.
    if cfg!(windows) {
        return;
    }
    if let (Some(chrome), Some(driver)) = (major(&browser.chrome), major(&browser.driver))
        && chrome != driver
    {
        announce(&format!(
            "Warning: {} is of version {chrome}, {} of version {driver}. They should be equal; point CHROME and \
             CHROMEDRIVER at two that are.",
            browser.chrome.display(),
            browser.driver.display()
        ));
    }
}

/// Reads `156` out of `Chromium 156.0.7100.1 built on …`.
fn major(text: &str) -> Option<u32> {
    text.split_whitespace().find_map(|word| word.split_once('.')?.0.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_either_program() {
        assert_eq!(major("Chromium 156.0.7100.1 built on Debian"), Some(156));
        assert_eq!(major("ChromeDriver 155.0.1 (4fe2)"), Some(155));
        assert_eq!(major("no version"), None);
    }
}
