//! The built book: every link within it and every anchor leads somewhere, what it fetches is its own, and its figures
//! are marked for the simulator. Only the simulator itself lies outside of it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use html5gum::{Token, Tokenizer};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// What the pages load from the folder above the book, which is the built page.
const SIMULATOR: &str = "queue-scope.js";

/// A page: its anchors, and what it names with the element that names it.
#[derive(Default)]
struct Page {
    anchors: BTreeSet<String>,
    links: Vec<(String, String)>,
    classes: Vec<String>,
}

fn book() -> PathBuf {
    let dist = std::env::var_os("QUEUESCOPE_DIST")
        .expect("`cargo xtask test --only docs` says where the book is");
    PathBuf::from(dist).join("docs")
}

fn files(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.insert(path);
        }
    }
}

fn read(path: &Path) -> Page {
    let text = fs::read_to_string(path).unwrap();
    let mut page = Page::default();
    for token in Tokenizer::new(&text) {
        let Ok(Token::StartTag(tag)) = token else { continue };
        let element = String::from_utf8_lossy(&tag.name).into_owned();
        for (name, value) in &tag.attributes {
            let value = String::from_utf8_lossy(value).into_owned();
            match &name[..] {
                b"id" => {
                    page.anchors.insert(value);
                }
                b"href" | b"src" => page.links.push((element.clone(), value)),
                b"class" => page.classes.extend(value.split(' ').map(str::to_owned)),
                _ => {}
            }
        }
    }
    page
}

fn is_elsewhere(link: &str) -> bool {
    link.starts_with("//")
        || link.split(['/', '#', '?']).next().is_some_and(|start| start.contains(':'))
}

/// A path without its `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

fn pages() -> (BTreeSet<PathBuf>, BTreeMap<PathBuf, Page>) {
    let mut all = BTreeSet::new();
    files(&book(), &mut all);
    let html = all.iter().filter(|path| path.extension().is_some_and(|ending| ending == "html"));
    let pages: BTreeMap<_, _> = html.map(|path| (path.clone(), read(path))).collect();
    assert!(pages.len() > 15, "{} pages", pages.len());
    (all, pages)
}

#[test]
fn every_link_leads_somewhere() {
    let (all, pages) = pages();
    let simulator = plain(&book().join("..").join(SIMULATOR));
    let mut dead = Vec::new();
    for (path, page) in &pages {
        for (_, link) in page.links.iter().filter(|(_, link)| !is_elsewhere(link)) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file.split('?').next().unwrap_or_default() {
                "" => path.clone(),
                file => plain(&path.parent().unwrap().join(file)),
            };
            let there = all.contains(&target) || target == simulator;
            let anchored = pages
                .get(&target)
                .is_none_or(|target| anchor.is_empty() || target.anchors.contains(anchor));
            if !there || !anchored {
                dead.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn nothing_is_fetched_from_elsewhere() {
    let (all, pages) = pages();
    let mut foreign = Vec::new();
    for (path, page) in &pages {
        let fetched =
            page.links.iter().filter(|(element, link)| element != "a" && is_elsewhere(link));
        foreign
            .extend(fetched.map(|(element, link)| format!("{}: {element} {link}", path.display())));
    }
    for path in all.iter().filter(|path| path.extension().is_some_and(|ending| ending == "css")) {
        let style = fs::read_to_string(path).unwrap();
        for sign in ["url(http", "url(\"http", "url('http", "url(//", "@import"] {
            if style.contains(sign) {
                foreign.push(format!("{}: {sign}", path.display()));
            }
        }
    }
    assert!(foreign.is_empty(), "{}", foreign.join("\n"));
}

#[test]
fn every_page_loads_the_simulator_and_most_have_a_figure() {
    let (_, pages) = pages();
    let content = pages.iter().filter(|(path, _)| path.file_name().unwrap() != "toc.html");
    let mut figures = 0;
    for (path, page) in content {
        let scripts = page
            .links
            .iter()
            .filter(|(element, link)| element == "script" && link.ends_with(SIMULATOR));
        assert_eq!(scripts.count(), 1, "{}", path.display());
        figures += page.classes.iter().filter(|class| *class == "language-queuescope").count();
    }
    assert!(figures > 40, "{figures} figures");
}
