//! How many workers there are, and how much each may hold.

use super::{Edit, bom, line_behind, line_end, margin, refused, splice, whole, words_in};
use crate::index::{Index, indexed};
use crate::language::{
    Act, Diagnostic, Document, Field, MAX_WORKERS, Name, Stated, Statement, Told, document,
};
use crate::scenario::Action;
use std::num::NonZeroU32;
use std::ops::Range;

/// Sets how many workers are there from the start: new ones are called W1, W2, … as is free; the last ones go.
///
/// # Errors
/// Where the text is wrong, there would be too many, or a line or an expectation names one that would go.
pub fn set_workers(text: &str, count: usize) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    if count > MAX_WORKERS {
        let message = format!("{count} workers are more than the limit of {MAX_WORKERS}");
        return Err(refused(text, 0..0, message));
    }
    let present = document.parsed.scenario.workers.len();
    if count >= present {
        add(text, &document, count - present)
    } else {
        let gone = document.parsed.scenario.workers[count..].iter();
        remove(text, &document, &indexed(&mut gone.map(|worker| worker.name.as_str())))
    }
}

/// Sets how many messages a worker may hold (L1).
///
/// A worker that only joins has its credit at the line by which it joins first.
///
/// # Errors
/// Where the text is wrong or no worker is called so.
pub fn set_credit(text: &str, worker: &str, credit: NonZeroU32) -> Result<Edit, Vec<Diagnostic>> {
    let document = document(text)?;
    let said = document.stated.iter().find(
        |stated| matches!(&stated.statement, Statement::Worker { name, .. } if name == worker),
    );
    if let Some(stated) = said {
        let end = stated.span.end;
        let piece = match stated.mark(Field::Credit, 0) {
            Some(span) => (span, credit.to_string()),
            None => (end..end, format!(" takes {credit}")),
        };
        return splice(text, vec![piece]);
    }
    let workers = &document.parsed.scenario.workers;
    if workers.iter().any(|known| known.name == worker)
        && let Some(last) = document.stated.iter().rfind(|stated| is_workers(stated))
    {
        let line = format!("{}worker {} takes {credit}", margin(text, &document), Name(worker));
        return splice(text, vec![line_behind(text, &document, last.line, &line)]);
    }
    let joins = document.stated.iter().find(|stated| {
        matches!(&stated.statement, Statement::At { act: Act::Other(Action::Join { worker: name, .. }), .. } if name == worker)
    });
    match joins {
        Some(stated) => {
            let end = stated.span.end;
            let piece = match stated.mark(Field::Credit, 0) {
                Some(span) => (span, credit.to_string()),
                None => (end..end, format!(" taking {credit}")),
            };
            splice(text, vec![piece])
        }
        None => Err(refused(text, 0..0, format!("no worker is called `{worker}`"))),
    }
}

pub(super) const fn is_workers(stated: &Stated) -> bool {
    matches!(
        stated.statement,
        Statement::Workers(_) | Statement::WorkerCount(_) | Statement::Worker { .. }
    )
}

fn add(text: &str, document: &Document, more: usize) -> Result<Edit, Vec<Diagnostic>> {
    if more == 0 {
        return splice(text, vec![(0..0, String::new())]);
    }
    let scenario = &document.parsed.scenario;
    let declared = scenario.workers.iter().map(|worker| worker.name.as_str());
    let joining = scenario.script.iter().filter_map(|line| {
        let Action::Join { worker, .. } = &line.action else { return None };
        Some(worker.as_str())
    });
    let taken = indexed(&mut declared.chain(joining));
    // The numbers go on from that of the workers there are, as far as they are free.
    let mut new = Vec::new();
    let mut number = scenario.workers.len();
    while new.len() < more {
        number += 1;
        let name = format!("W{number}");
        if !taken.contains_key(&*name) {
            new.push(name);
        }
    }
    add_named(text, document, &new)
}

/// Adds workers of these names, as the language writes them.
pub(super) fn add_named(
    text: &str,
    document: &Document,
    new: &[String],
) -> Result<Edit, Vec<Diagnostic>> {
    let names = new.join(" ");
    let last = document.stated.iter().rfind(|stated| is_workers(stated));
    let Some(last) = last else {
        return first(text, document, &names);
    };
    let piece = if let Statement::Workers(_) = last.statement {
        (last.span.end..last.span.end, format!(" {names}"))
    } else if let (Statement::WorkerCount(count), Some(span)) =
        (&last.statement, last.mark(Field::Credit, 0))
        && goes_on(*count, new)
    {
        (span, (*count as usize + new.len()).to_string())
    } else {
        own_line(text, document, last.line, &names)
    };
    splice(text, vec![piece])
}

fn own_line(text: &str, document: &Document, line: usize, names: &str) -> (Range<usize>, String) {
    let new = format!("{}workers {names}", margin(text, document));
    line_behind(text, document, line, &new)
}

/// The first `workers` line of a text: behind its title and its queue.
fn first(text: &str, document: &Document, names: &str) -> Result<Edit, Vec<Diagnostic>> {
    let line_end = line_end(text);
    let new = format!("{}workers {names}", margin(text, document));
    let head = document.stated.iter().rfind(|stated| {
        matches!(
            stated.statement,
            Statement::Title(_) | Statement::Queue { .. } | Statement::Clauses(_)
        )
    });
    match head {
        Some(stated) => splice(
            text,
            vec![line_behind(text, document, stated.line, &format!("{line_end}{new}"))],
        ),
        None => {
            let start = bom(text, 0);
            splice(text, vec![(start..start, format!("{new}{line_end}{line_end}"))])
        }
    }
}

/// Takes workers out, where nothing else names them.
pub(super) fn remove(
    text: &str,
    document: &Document,
    gone: &Index,
) -> Result<Edit, Vec<Diagnostic>> {
    let mut reasons = Vec::new();
    let mut pieces = Vec::new();
    for stated in &document.stated {
        match &stated.statement {
            Statement::Workers(names) => {
                let going = |name: &String| gone.contains_key(name.as_str());
                if names.iter().all(going) {
                    pieces.push((whole(text, document, stated.line), String::new()));
                    continue;
                }
                for (name, mark) in names.iter().zip(stated.marks()) {
                    if going(name) {
                        let start = text[..mark.span.start].trim_end().len();
                        pieces.push((start..mark.span.end, String::new()));
                    }
                }
            }
            Statement::WorkerCount(number) => {
                let left: Vec<String> = (1..=*number)
                    .map(|number| format!("W{number}"))
                    .filter(|name| !gone.contains_key(name.as_str()))
                    .collect();
                if left.is_empty() {
                    pieces.push((whole(text, document, stated.line), String::new()));
                } else if let Some(span) = stated.mark(Field::Credit, 0) {
                    // A number stands for the first ones.
                    let new =
                        if goes_on(0, &left) { left.len().to_string() } else { left.join(" ") };
                    pieces.push((span, new));
                }
            }
            Statement::Worker { name, .. } => {
                if gone.contains_key(name.as_str()) {
                    pieces.push((whole(text, document, stated.line), String::new()));
                }
            }
            Statement::Throttle(_) | Statement::At { .. } | Statement::Expect { .. } => {
                let named = words_in(text, document, stated.line, stated.span.clone())
                    .into_iter()
                    .find(|word| gone.contains_key(word.said) && is_worker(stated, &word.span));
                if let Some(word) = named {
                    let message = format!("line {} names {}", stated.line + 1, word.written);
                    reasons.push(Diagnostic::new(text, Told::new(word.span, message)));
                }
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
    if reasons.is_empty() { splice(text, pieces) } else { Err(reasons) }
}

/// Whether the word there is a worker's name in a line that is about it.
pub(super) fn is_worker(stated: &Stated, span: &Range<usize>) -> bool {
    stated.marks().iter().any(|mark| mark.field == Field::Worker && mark.span == *span)
}

/// Whether the names are those that a greater number of workers would bring.
fn goes_on(count: u32, names: &[String]) -> bool {
    (count + 1..).zip(names).all(|(number, name)| *name == format!("W{number}"))
}
