//! Workers by their names: one comes, goes, is called otherwise.

use super::worker::{add_named, is_worker, remove, set_workers};
use super::{Edit, refused, splice, unchanged, words_in};
use crate::index::indexed;
use crate::language::{Diagnostic, Document, Field, Name, Statement, document};
use crate::scenario::Action;

/// Adds a worker that is there from the start; without a name, one that is called W1, W2, … as is free.
///
/// # Errors
/// Where the text is wrong, or a worker is called so already.
pub fn add_worker(text: &str, name: &str) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    if name.is_empty() {
        return set_workers(text, document.parsed.scenario.workers.len() + 1);
    }
    is_free(text, &document, name)?;
    add_named(text, &document, &[listed(name)])
}

/// Takes out a worker that is there from the start.
///
/// # Errors
/// Where the text is wrong, no such worker is there, or a line, a throttle or an expectation names it.
pub fn remove_worker(text: &str, name: &str) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    if !document.parsed.scenario.workers.iter().any(|worker| worker.name == name) {
        return Err(refused(text, 0..0, format!("no worker `{name}` is there from the start")));
    }
    remove(text, &document, &indexed(&mut [name].into_iter()))
}

/// Calls a worker otherwise, wherever the text names it; what a note or a title says of it stays.
///
/// # Errors
/// Where the text is wrong, no worker is called so, or one has the new name already.
pub fn rename_worker(text: &str, worker: &str, name: &str) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    if worker == name {
        return unchanged(text);
    }
    if name.is_empty() {
        return Err(refused(text, 0..0, "a worker has a name"));
    }
    is_free(text, &document, name)?;
    let mut pieces = Vec::new();
    for stated in &document.stated {
        match &stated.statement {
            Statement::Workers(names) => {
                let item = names.iter().position(|known| known == worker);
                if let Some(span) = item.and_then(|item| stated.mark(Field::Name, item)) {
                    pieces.push((span, listed(name)));
                }
            }
            Statement::WorkerCount(count) => {
                let mut names: Vec<String> =
                    (1..=*count).map(|number| format!("W{number}")).collect();
                let renamed = names.iter_mut().find(|known| *known == worker);
                if let (Some(known), Some(span)) = (renamed, stated.mark(Field::Credit, 0)) {
                    *known = listed(name);
                    pieces.push((span, names.join(" ")));
                }
            }
            Statement::Worker { name: known, .. } => {
                if let Some(span) = stated.mark(Field::Name, 0).filter(|_| known == worker) {
                    pieces.push((span, Name(name).to_string()));
                }
            }
            Statement::Throttle(_) | Statement::At { .. } | Statement::Expect { .. } => {
                let words = words_in(text, &document, stated.line, stated.span.clone());
                let named = words
                    .into_iter()
                    .filter(|word| word.said == worker && is_worker(stated, &word.span));
                pieces.extend(named.map(|word| (word.span, Name(name).to_string())));
            }
            Statement::Title(_)
            | Statement::Queue { .. }
            | Statement::Clauses(_)
            | Statement::Note(_)
            | Statement::Until(_)
            | Statement::WorkHeader
            | Statement::Work(_)
            | Statement::ExpectHeader => {}
        }
    }
    if pieces.is_empty() {
        return Err(refused(text, 0..0, format!("no worker is called `{worker}`")));
    }
    splice(text, pieces)
}

fn is_free(text: &str, document: &Document, name: &str) -> Result<(), Vec<Diagnostic>> {
    let scenario = &document.parsed.scenario;
    let joins = scenario
        .script
        .iter()
        .any(|line| matches!(&line.action, Action::Join { worker, .. } if worker == name));
    if joins || scenario.workers.iter().any(|worker| worker.name == name) {
        return Err(refused(text, 0..0, format!("a worker is called `{name}` already")));
    }
    Ok(())
}

/// A name as a `workers` line has it, where a number alone would say how many.
fn listed(name: &str) -> String {
    if name.bytes().all(|b| b.is_ascii_digit()) {
        format!("\"{name}\"")
    } else {
        Name(name).to_string()
    }
}
