//! How many workers there are, and how much each may hold.

use super::{Edit, line_behind, line_end, margin, refused, splice};
use crate::index::indexed;
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
        remove(text, &document, count)
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

const fn is_workers(stated: &Stated) -> bool {
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
    let names = new.join(" ");
    let last = document.stated.iter().rfind(|stated| is_workers(stated));
    let Some(last) = last else {
        return first(text, document, &names);
    };
    let piece = if let Statement::Workers(_) = last.statement {
        (last.span.end..last.span.end, format!(" {names}"))
    } else if let (Statement::WorkerCount(count), Some(span)) =
        (&last.statement, last.mark(Field::Credit, 0))
        && goes_on(*count, &new)
    {
        (span, (*count as usize + more).to_string())
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
            let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
            splice(text, vec![(start..start, format!("{new}{line_end}{line_end}"))])
        }
    }
}

fn remove(text: &str, document: &Document, count: usize) -> Result<Edit, Vec<Diagnostic>> {
    let workers = &document.parsed.scenario.workers;
    let gone = indexed(&mut workers[count..].iter().map(|worker| worker.name.as_str()));
    // Quotation marks may stand where they need not.
    let mut as_written = gone.clone();
    for name in gone.keys() {
        as_written.insert(Name(name).to_string().into(), 0);
        as_written.insert(format!("\"{name}\"").into(), 0);
    }
    let mut reasons = Vec::new();
    let mut pieces = Vec::new();
    for stated in &document.stated {
        match &stated.statement {
            Statement::Workers(names) => {
                let going = |name: &String| gone.contains_key(name.as_str());
                if names.iter().all(going) {
                    pieces.push((whole(document, stated), String::new()));
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
                let left = (1..=*number)
                    .filter(|number| !gone.contains_key(format!("W{number}").as_str()))
                    .count();
                if left == 0 {
                    pieces.push((whole(document, stated), String::new()));
                } else if let Some(span) = stated.mark(Field::Credit, 0) {
                    pieces.push((span, left.to_string()));
                }
            }
            Statement::Worker { name, .. } => {
                if gone.contains_key(name.as_str()) {
                    pieces.push((whole(document, stated), String::new()));
                }
            }
            Statement::Throttle(_) | Statement::At { .. } | Statement::Expect { .. } => {
                let named = stated
                    .marks()
                    .iter()
                    .filter(|mark| mark.field == Field::Worker)
                    .filter_map(|mark| Some((mark, text.get(mark.span.clone())?)))
                    .find(|(_, said)| as_written.contains_key(*said));
                if let Some((mark, said)) = named {
                    let message = format!("line {} names {said}", stated.line + 1);
                    reasons.push(Diagnostic::new(text, Told::new(mark.span.clone(), message)));
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
    if reasons.is_empty() {
        // A byte order mark is of the text, not of its first line.
        if let Some((span, _)) =
            pieces.first_mut().filter(|(span, _)| span.start == 0 && text.starts_with('\u{feff}'))
        {
            span.start = '\u{feff}'.len_utf8();
        }
        splice(text, pieces)
    } else {
        Err(reasons)
    }
}

/// A statement's line, with its end.
fn whole(document: &Document, stated: &Stated) -> Range<usize> {
    document.lines[stated.line].whole.clone()
}

/// Whether the names are those that a greater number of workers would bring.
fn goes_on(count: u32, names: &[String]) -> bool {
    (count + 1..).zip(names).all(|(number, name)| *name == format!("W{number}"))
}
