//! What a visitor downloads at first: every file that the page loads with itself, raw and compressed, and the limit on
//! the sum. A lesson's text is fetched when somebody opens it, the editor behind the page, and the engine for scripts is
//! not part of the page; their weights are said beside it.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

use crate::workspace::walk;
use crate::{api, compress, docs, names, offline};

/// The most that the page may weigh over the wire, compressed by brotli as hosts send it, in bytes.
const LIMIT: usize = 200_000;

/// The script of the element.
pub(crate) const ELEMENT: &str = "queue-scope.js";

/// What another page loads for its figures, and the simulator's own page does not.
pub(crate) const FIGURES: [&str; 3] = [ELEMENT, "figure.html", "figure.js"];

/// What makes the page one that can be installed and needs no network, fetched when it is idle.
const OFFLINE: [&str; 2] = [offline::WORKER, "manifest.webmanifest"];

/// What the page fetches besides the sheets' module when somebody opens one.
const SHEETS: [&str; 6] =
    ["assist.js", "compare.js", "fault.js", "sheets.css", "tools.js", "tour.js"];

/// The folder of the built page that has the lessons' texts.
const LESSONS: &str = "scenarios";

/// Prints the table; fails where the page is heavier than the limit.
pub(crate) fn report(dist: &Path) -> Result<()> {
    let within = |place| move |weight: &Weight| Path::new(&weight.name).starts_with(place);
    let of_figures = |weight: &Weight| FIGURES.into_iter().any(|file| within(file)(weight));
    let for_offline = |weight: &Weight| OFFLINE.into_iter().any(|file| within(file)(weight));
    let (for_scripts, others): (Vec<_>, Vec<_>) =
        weigh(dist)?.into_iter().partition(within(api::FOLDER));
    let (lessons, others): (Vec<_>, Vec<_>) = others.into_iter().partition(within(LESSONS));
    let (figures, others): (Vec<_>, Vec<_>) = others.into_iter().partition(of_figures);
    let (offline, others): (Vec<_>, Vec<_>) = others.into_iter().partition(for_offline);
    let (book, others): (Vec<_>, Vec<_>) = others.into_iter().partition(within(docs::FOLDER));
    let is_of_sheets =
        |weight: &Weight| within(names::SHEETS)(weight) || SHEETS.contains(&&*weight.name);
    let (sheets, others): (Vec<_>, Vec<_>) = others.into_iter().partition(is_of_sheets);
    let (editor, page): (Vec<_>, Vec<_>) = others.into_iter().partition(within(names::EDITOR));
    if page.is_empty() {
        bail!("{} is empty; run `cargo xtask build`", dist.display());
    }
    let total = total("in all", &page);
    print!("{}", table(&page, &total));
    if let Some(largest) = lessons.iter().map(|lesson| lesson.brotli).max() {
        println!(
            "Each of {} lessons, fetched when it is opened: {} at most with brotli.",
            lessons.len(),
            bytes(largest)
        );
    }
    for (what, apart) in [
        ("The editor, which is fetched when somebody first does something", editor),
        ("The sheets, which are fetched with it", sheets),
        (
            "What a page with figures loads in place of the page itself, and the page of one figure",
            figures,
        ),
        ("What keeps it for when there is no network, fetched when the page is there", offline),
        ("The engine for scripts, which the page does not load", for_scripts),
        ("The book, where it has been built", book),
    ] {
        if apart.is_empty() {
            continue;
        }
        let Weight { raw, gzip, brotli, .. } = self::total(what, &apart);
        println!(
            "{what}: {} raw, {} with gzip, {} with brotli.",
            bytes(raw),
            bytes(gzip),
            bytes(brotli)
        );
    }
    if total.brotli > LIMIT {
        bail!(
            "the page weighs {} with brotli, {} over the limit",
            bytes(total.brotli),
            bytes(total.brotli - LIMIT)
        );
    }
    println!("The limit is {} with brotli: {} left.", bytes(LIMIT), bytes(LIMIT - total.brotli));
    Ok(())
}

/// One file's sizes, in bytes.
struct Weight {
    name: String,
    raw: usize,
    gzip: usize,
    brotli: usize,
}

fn weigh(dist: &Path) -> Result<Vec<Weight>> {
    let mut paths = Vec::new();
    // No browser asks for types, and what is compressed already is weighed as what it is made of.
    walk(dist, &mut |path| {
        if !path.to_string_lossy().ends_with(".d.ts") && !compress::is_compressed(path) {
            paths.push(path.to_path_buf());
        }
    });
    let mut weights = paths
        .iter()
        .map(|path| {
            let content =
                fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            let name = path.strip_prefix(dist).unwrap_or(path).display().to_string();
            Weight::of(name, &content)
        })
        .collect::<Result<Vec<_>>>()?;
    weights.sort_by(|one, other| other.gzip.cmp(&one.gzip).then_with(|| one.name.cmp(&other.name)));
    Ok(weights)
}

impl Weight {
    fn of(name: String, content: &[u8]) -> Result<Self> {
        let [gzip, brotli] =
            [compress::gzip(content)?, compress::brotli(content)?].map(|small| small.len());
        Ok(Self { name, raw: content.len(), gzip, brotli })
    }
}

fn total(name: &str, weights: &[Weight]) -> Weight {
    let sum = |size: fn(&Weight) -> usize| weights.iter().map(size).sum();
    Weight {
        name: name.to_owned(),
        raw: sum(|weight| weight.raw),
        gzip: sum(|weight| weight.gzip),
        brotli: sum(|weight| weight.brotli),
    }
}

fn table(weights: &[Weight], total: &Weight) -> String {
    let rows = || weights.iter().chain([total]);
    let width = rows().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let mut lines = format!("{:width$}  {:>10}  {:>10}  {:>10}\n", "file", "raw", "gzip", "brotli");
    for row in rows() {
        let Weight { name, raw, gzip, brotli } = row;
        lines += &format!(
            "{name:width$}  {:>10}  {:>10}  {:>10}\n",
            bytes(*raw),
            bytes(*gzip),
            bytes(*brotli)
        );
    }
    lines
}

/// A size in units of 1,000 bytes, as limits over the wire are counted.
fn bytes(size: usize) -> String {
    match size {
        0..1_000 => format!("{size} B"),
        _ => format!("{}.{} KB", size / 1_000, size % 1_000 / 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_counted_in_thousands() {
        assert_eq!(bytes(999), "999 B");
        assert_eq!(bytes(200_000), "200.0 KB");
        assert_eq!(bytes(51_960), "51.9 KB");
    }

    #[test]
    fn the_table_has_a_row_per_file_and_the_sum() {
        let weights = [("a.wasm", 9_000), ("index.html", 1_000)]
            .map(|(name, size)| Weight::of(name.to_owned(), &vec![b'x'; size]).unwrap());
        let total = total("in all", &weights);
        assert_eq!(total.raw, 10_000);
        assert_eq!(total.gzip, weights[0].gzip + weights[1].gzip);
        let table = table(&weights, &total);
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[1].starts_with("a.wasm          9.0 KB"), "{table}");
        assert!(lines[3].starts_with("in all         10.0 KB"), "{table}");
    }
}
