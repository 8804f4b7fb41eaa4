//! The built page in Chromium, used as a person would: by mouse, by keyboard, on a phone, under a sub-path, and its figures on other pages.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod act;
mod book;
mod editor;
mod figure;
mod host;
mod iframe;
mod keep;
mod leader;
mod lessons;
mod links;
mod offline;
mod play;
mod room;
mod script;
mod site;
mod text;
mod usable;
mod work;

use queuescope_tests::browser::{Host, Page, dist, visit, visit_host, visit_site, visit_without};
use queuescope_tests::site::{Refused, Site};
use serde_json::{Value, json};

/// A desk's window, and a phone's.
const WIDE: (u32, u32) = (1440, 900);
const PHONE: (u32, u32) = (390, 844);

/// The rows of the design's example: t, event, W1, W2, what is held back.
const ROWS: [[&str; 5]; 9] = [
    ["0", "start", "a1", "s1", "a2, a3 behind a1; b2 behind b1"],
    ["1", "W2 acks s1", "a1", "b1", "a2, a3 behind a1; b2 behind b1"],
    ["2", "W1 acks a1", "a2", "b1", "a3 behind a2; b2 behind b1"],
    ["3", "W2 acks b1", "a2", "s2", "a3 behind a2"],
    ["4", "W1 nacks a2, retry after 5 s", "b2", "s2", "a2 not before 9; a3 behind a2"],
    ["5", "W2 acks s2", "b2", "idle", "a2 not before 9; a3 behind a2"],
    ["6", "W1 acks b2", "idle", "idle", "a2 not before 9; a3 behind a2"],
    ["9", "a2 eligible", "a2", "idle", "a3 behind a2"],
    ["10", "W1 acks a2", "a3", "idle", ""],
];

/// The current row of the step table, cell by cell.
const CURRENT_ROW: &str =
    "return [...document.querySelectorAll('#steps tr[aria-current=step] > *')]
    .map(cell => cell.innerText.trim());";

/// Everything that a step shows, in one text.
const WHOLE_STEP: &str =
    "return ['#narration', '#lanes', '#workers-card', '#timeline', '#clock', '#place']
    .map(at => document.querySelector(at)?.innerText ?? '').join('\\n');";

async fn open_example(page: &Page) {
    page.wait_for("#steps tr[aria-current=step]").await;
    at_row(page, 0).await;
}

async fn at_row(page: &Page, row: usize) {
    page.until(CURRENT_ROW, vec![], json!(ROWS[row])).await;
}

/// The lanes agree with the table: each worker's message is drawn in flight, and nothing else is.
async fn lanes_agree(page: &Page, row: usize) {
    let in_flight = "return [...document.querySelectorAll('#lanes [data-state=in-flight]')]
        .map(pill => pill.dataset.message).sort();";
    let mut held: Vec<&str> =
        ROWS[row][2..4].iter().copied().filter(|held| *held != "idle").collect();
    held.sort_unstable();
    page.until(in_flight, vec![], json!(held)).await;
}

async fn source(page: &Page) -> String {
    let text = page.run("return document.querySelector('#source').value;", vec![]).await;
    text.as_str().unwrap().to_owned()
}

/// Puts a text into the editor as typing would.
async fn type_source(page: &Page, text: &str) {
    let script = "const area = document.querySelector('#source');
        area.focus(); area.value = arguments[0];
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));";
    page.run(script, vec![json!(text)]).await;
}

/// Chooses a lesson, and waits for its text.
async fn choose_lesson(page: &Page, title: &str) {
    pick_lesson(page, title).await;
    let come = "return /^title \"(.*)\"$/m.exec(document.querySelector('#source').value)?.[1].includes(arguments[0]);";
    page.until(come, vec![json!(title.trim_start_matches("(edited) "))], json!(true)).await;
}

async fn pick_lesson(page: &Page, title: &str) {
    let script = "const picker = document.querySelector('#lesson');
        const wanted = [...picker.options].find(option => option.text.includes(arguments[0]));
        picker.value = wanted.value;
        picker.dispatchEvent(new Event('change', { bubbles: true }));";
    page.run(script, vec![json!(title)]).await;
}
