//! The canonical form: sections in one order, a blank line between them, instants in a column, comments in place.

use super::Document;
use super::statement::{Stated, Statement};
use super::write::body;
use crate::sorted::sorted;
use crate::time::Time;

/// A comment on a line of its own.
#[derive(Clone, Debug)]
struct Comment<'t> {
    text: &'t str,
    /// Whether blank lines stand before and behind it.
    blank_before: bool,
    blank_behind: bool,
    indented: bool,
}

/// A statement with its comments.
#[derive(Clone, Debug)]
struct Entry<'t> {
    statement: Statement,
    above: Vec<Comment<'t>>,
    /// On its line.
    beside: Option<&'t str>,
    /// Those that end a section.
    below: Vec<Comment<'t>>,
}

/// Lays out statements without comments.
pub(crate) fn lay_out(statements: Vec<Statement>) -> String {
    let entries = statements
        .into_iter()
        .map(|statement| Entry { statement, above: Vec::new(), beside: None, below: Vec::new() })
        .collect();
    write(entries, &[])
}

/// Lays out a text's statements with its comments.
pub(crate) fn lay_out_text(text: &str, document: &Document) -> String {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    let mut pending: Vec<Comment<'_>> = Vec::new();
    let base = document
        .lines
        .iter()
        .filter(|line| !line.tokens.is_empty())
        .map(|line| line.indent)
        .min()
        .unwrap_or(0);
    let mut stated = document.stated.iter().peekable();
    let mut blank = false;
    for (index, line) in document.lines.iter().enumerate() {
        let comment = line.comment.clone().map(|span| text[span].trim_end());
        if let Some(found) = stated.next_if(|stated| stated.line == index) {
            if blank && let Some(last) = pending.last_mut() {
                last.blank_behind = true;
            }
            if line.indent == base {
                ends_section(&mut pending, &mut entries);
            }
            add(found, std::mem::take(&mut pending), comment, &mut entries);
            blank = false;
        } else if let Some(text) = comment {
            pending.push(Comment {
                text,
                blank_before: blank,
                blank_behind: false,
                indented: line.indent > base,
            });
            blank = false;
        } else {
            blank = true;
        }
    }
    ends_section(&mut pending, &mut entries);
    write(entries, &pending)
}

/// Adds a statement; the clauses beside a queue's name get a line of their own.
fn add<'t>(
    stated: &Stated,
    above: Vec<Comment<'t>>,
    beside: Option<&'t str>,
    entries: &mut Vec<Entry<'t>>,
) {
    let mut statement = stated.statement.clone();
    let mut own_line = Vec::new();
    if let Statement::Queue { clauses, .. } = &mut statement {
        own_line = std::mem::take(clauses);
    }
    let entry = |statement, above, beside| Entry { statement, above, beside, below: Vec::new() };
    entries.push(entry(statement, above, beside));
    if !own_line.is_empty() {
        entries.push(entry(Statement::Clauses(own_line), Vec::new(), None));
    }
}

/// Indented comments at the end of a section stay in it.
fn ends_section<'t>(pending: &mut Vec<Comment<'t>>, entries: &mut [Entry<'t>]) {
    let Some(last) = entries.last_mut() else {
        return;
    };
    if matches!(section(&last.statement), Section::Queue | Section::Work | Section::Expect) {
        let indented = pending.iter().take_while(|comment| comment.indented).count();
        last.below.extend(pending.drain(..indented));
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Title,
    Queue,
    Workers,
    Throttles,
    Timeline,
    Work,
    Expect,
}

const fn section(statement: &Statement) -> Section {
    match statement {
        Statement::Title(_) => Section::Title,
        Statement::Queue { .. } | Statement::Clauses(_) => Section::Queue,
        Statement::Workers(_) | Statement::WorkerCount(_) | Statement::Worker { .. } => {
            Section::Workers
        }
        Statement::Throttle(_) => Section::Throttles,
        Statement::At { .. } | Statement::Note(_) | Statement::Until(_) => Section::Timeline,
        Statement::WorkHeader | Statement::Work(_) => Section::Work,
        Statement::ExpectHeader | Statement::Expect { .. } => Section::Expect,
    }
}

/// Where a statement stands in its section, as far as time says.
const fn instant(statement: &Statement) -> Time {
    match statement {
        Statement::At { at, .. } => *at,
        Statement::Note(note) => note.at,
        Statement::Until(_) => Time::from_micros(u64::MAX),
        Statement::Title(_)
        | Statement::Queue { .. }
        | Statement::Clauses(_)
        | Statement::Workers(_)
        | Statement::WorkerCount(_)
        | Statement::Worker { .. }
        | Statement::Throttle(_)
        | Statement::WorkHeader
        | Statement::Work(_)
        | Statement::ExpectHeader
        | Statement::Expect { .. } => Time::ZERO,
    }
}

/// The instant that is written in the column.
const fn column(statement: &Statement) -> Option<Time> {
    if let Statement::At { at, .. } = statement {
        Some(*at)
    } else if let Statement::Expect { at, .. } = statement {
        *at
    } else {
        None
    }
}

fn write(entries: Vec<Entry<'_>>, tail: &[Comment<'_>]) -> String {
    let entries = sorted(entries, |entry| {
        (section(&entry.statement) as u64, instant(&entry.statement).as_micros())
    });
    let wide = entries
        .iter()
        .filter_map(|entry| column(&entry.statement))
        .map(|at| at.to_string().len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    let mut before = None;
    let mut headed = None;
    for entry in &entries {
        let section = section(&entry.statement);
        if before.is_some_and(|before| before != section) {
            blank_line(&mut text);
        }
        before = Some(section);
        let is_head = matches!(
            entry.statement,
            Statement::Queue { .. } | Statement::WorkHeader | Statement::ExpectHeader
        );
        let is_inside =
            matches!(section, Section::Queue | Section::Work | Section::Expect) && !is_head;
        // A section that is opened twice has one head.
        let repeated = is_head && headed == Some(section);
        if is_head {
            headed = Some(section);
        }
        let indent = if is_inside || repeated { "  " } else { "" };
        comments(&entry.above, indent, &mut text);
        if repeated {
            if let Some(beside) = entry.beside {
                text.push_str(&format!("{indent}{beside}\n"));
            }
        } else {
            text.push_str(indent);
            if let Some(at) = column(&entry.statement) {
                text.push_str(&format!("at {:<wide$}  ", at.to_string()));
            }
            text.push_str(&body(&entry.statement));
            if let Some(beside) = entry.beside {
                text.push_str("  ");
                text.push_str(beside);
            }
            text.push('\n');
        }
        let inside = if matches!(section, Section::Queue | Section::Work | Section::Expect) {
            "  "
        } else {
            indent
        };
        comments(&entry.below, inside, &mut text);
    }
    comments(tail, "", &mut text);
    while text.ends_with("\n\n") {
        text.pop();
    }
    text
}

fn comments(comments: &[Comment<'_>], indent: &str, text: &mut String) {
    for comment in comments {
        if comment.blank_before {
            blank_line(text);
        }
        text.push_str(indent);
        text.push_str(comment.text);
        text.push('\n');
        if comment.blank_behind {
            blank_line(text);
        }
    }
}

/// One blank line, and none at the beginning or behind another.
fn blank_line(text: &mut String) {
    if !text.is_empty() && !text.ends_with("\n\n") {
        text.push('\n');
    }
}
