//! The scenario language: text in, a scenario out, or every error of the text in one pass.
//!
//! A text is lines of tokens (`lexer`), each line is a statement (`grammar`), the statements make a scenario
//! (`fold`), and what must hold of it beyond its grammar is checked (`check`), for JSON as for texts.

mod check;
mod cursor;
mod diagnostic;
mod fault;
mod fold;
mod grammar;
#[cfg(feature = "editing")]
mod json_path;
mod layout;
mod lexer;
mod limits;
mod place;
mod statement;
mod tone;
mod unfold;
mod write;

pub use diagnostic::Diagnostic;
pub(crate) use diagnostic::nearest;
pub use limits::{
    MAX_DIAGNOSTICS, MAX_HEADERS, MAX_JSON_BYTES, MAX_MESSAGES, MAX_STEPS, MAX_TEXT_BYTES,
    MAX_TIME, MAX_WORKERS,
};
pub use tone::{Tone, tones};

pub(crate) use fault::{Fault, Told};
pub(crate) use statement::Stated;
#[cfg(feature = "editing")]
pub(crate) use statement::{Act, Field, Statement};
pub(crate) use write::Name;

#[cfg(feature = "editing")]
use crate::json::JsonProblem;
use crate::kept::{EDITING, words};
use crate::scenario::{Action, Scenario};
use crate::sorted::sorted;
use crate::words::legible;
use check::Lenience;
use grammar::{Broken, Section};
use lexer::{Kind, SourceLine};
use place::Place;

/// The smallest text that shows something.
const SMALLEST: &str = "queue orders\nworkers W1\nat 0s  send a1\nat 1s  W1 acks";

/// A scenario, and on which lines of its text things stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// What the text says.
    pub scenario: Scenario,
    /// For each entry of [`Scenario::script`], its line in the text, from 1.
    pub script_lines: Vec<usize>,
    /// For each entry of [`Scenario::expect`], its line in the text, from 1.
    pub expect_lines: Vec<usize>,
    /// For each entry of [`Scenario::notes`], its line in the text, from 1.
    pub note_lines: Vec<usize>,
}

/// A text that is right, down to its tokens.
pub(crate) struct Document {
    pub(crate) lines: Vec<SourceLine>,
    pub(crate) stated: Vec<Stated>,
    pub(crate) parsed: Parsed,
}

/// Reads a scenario.
///
/// ```
/// let parsed = queuescope_sim::parse("at 0s send a1\n")?;
/// assert_eq!(parsed.script_lines, [1]);
/// let errors = queuescope_sim::parse("at 0s sned a1\n").unwrap_err();
/// assert_eq!(errors[0].suggestion.as_deref(), Some("send"));
/// # Ok::<(), Vec<queuescope_sim::Diagnostic>>(())
/// ```
///
/// # Errors
/// All that is wrong with the text, in its order; past [`MAX_DIAGNOSTICS`], one that says how many more there are. Built without
/// its feature `editing`, the crate refuses the same texts and tells nothing of why.
pub fn parse(text: &str) -> Result<Parsed, Vec<Diagnostic>> {
    document(text).map(|document| document.parsed)
}

/// The canonical form of a text: its statements in order and aligned, with all its comments.
///
/// What it says stays the same, and the form of a form is itself.
///
/// # Errors
/// All that is wrong with the text.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    document(text).map(|document| layout::lay_out_text(text, &document))
}

/// The canonical text of a scenario that has none, such as one that comes from JSON.
pub fn print(scenario: &Scenario) -> String {
    layout::lay_out(unfold::unfold(scenario))
}

/// A name as a text has it: in quotation marks where it needs them.
pub fn written_name(name: &str) -> String {
    Name(name).to_string()
}

/// What a line of the script says behind its instant, with quotation marks where names need them.
pub fn said(action: &Action) -> String {
    unfold::act(action).to_string()
}

/// All that does not hold of a scenario that has no text.
#[cfg(feature = "editing")]
pub(crate) fn problems(scenario: &Scenario) -> Vec<JsonProblem> {
    check::check(scenario, &Lenience::default())
        .into_iter()
        .filter_map(check::Problem::told)
        .take(MAX_DIAGNOSTICS)
        .map(|problem| JsonProblem {
            path: problem.place.path(scenario),
            message: match problem.see {
                Some(see) => legible(&see.join(&problem.message, &see.place().path(scenario))),
                None => legible(&problem.message),
            },
            suggestion: problem.suggestion.as_deref().map(legible),
        })
        .collect()
}

pub(crate) fn document(text: &str) -> Result<Document, Vec<Diagnostic>> {
    if text.len() > MAX_TEXT_BYTES {
        let message =
            words!("the text has {} bytes, more than the limit of {MAX_TEXT_BYTES}", text.len());
        return Err(alone(text, message));
    }
    let lines = lexer::lines(text);
    let (stated, broken) = grammar::read(text, &lines);
    if stated.is_empty() && broken.is_empty() {
        let message =
            words!("a scenario says what happens to a queue; the smallest one:\n{SMALLEST}");
        return Err(alone(text, message));
    }
    let folded = fold::fold(&stated);
    let lenience = lenience(text, &lines, &broken);
    let mut faults: Vec<Fault> = broken.into_iter().map(|broken| broken.fault).collect();
    faults.extend(folded.faults);
    let line_of = |place: Place| {
        let start = folded.places.find(place).start;
        lines.partition_point(|line| line.whole.start <= start)
    };
    for problem in check::check(&folded.scenario, &lenience) {
        faults.push(problem.fault(&|place| folded.places.find(place), &line_of));
    }
    if !faults.is_empty() {
        return Err(diagnostics(text, faults));
    }
    Ok(Document {
        lines,
        stated,
        parsed: Parsed {
            scenario: folded.scenario,
            script_lines: folded.script_lines,
            expect_lines: folded.expect_lines,
            note_lines: folded.note_lines,
        },
    })
}

/// What the broken lines may have said.
fn lenience(text: &str, lines: &[SourceLine], broken: &[Broken]) -> Lenience {
    let mut lenience = Lenience::default();
    for broken in broken {
        let line = &lines[broken.line];
        lenience.any_order |= broken.section == Section::Queue;
        lenience.any_message |=
            line.fault.is_some() || line.tokens.iter().any(|token| token.kind == Kind::Dots);
        for token in &line.tokens {
            let is_quoted = token.kind == Kind::Quoted;
            let name = if is_quoted { &*token.quoted } else { &text[token.span.clone()] };
            lenience.names.insert(name.into(), 0);
        }
    }
    lenience
}

/// The only error of a text that is not read at all.
fn alone(text: &str, message: String) -> Vec<Diagnostic> {
    let told = Fault::new(0..0, message).told();
    told.into_iter().map(|told| Diagnostic::new(text, told)).collect()
}

/// What is told of the faults, in the order of the text, and no more than bears reading.
fn diagnostics(text: &str, faults: Vec<Fault>) -> Vec<Diagnostic> {
    if !EDITING {
        return Vec::new();
    }
    let told: Vec<Told> = faults.into_iter().filter_map(Fault::told).collect();
    let mut told = sorted(told, |told| (told.span.start as u64, told.span.end as u64));
    let more = told.len().saturating_sub(MAX_DIAGNOSTICS);
    let next = told.get(MAX_DIAGNOSTICS).map(|told| told.span.clone());
    told.truncate(MAX_DIAGNOSTICS);
    if let Some(span) = next {
        let message = match more {
            1 => "and 1 more error from here on".to_owned(),
            more => format!("and {more} more errors from here on"),
        };
        let mut closing = Told::new(span, message);
        closing.stands_for = more;
        told.push(closing);
    }
    told.into_iter().map(|told| Diagnostic::new(text, legibly(told))).collect()
}

/// The fault with nothing in its words that would break a line, whatever the names in them.
fn legibly(mut told: Told) -> Told {
    told.message = legible(&told.message);
    for expected in &mut told.expected {
        *expected = legible(expected);
    }
    told.suggestion = told.suggestion.as_deref().map(legible);
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    pub(crate) const EXAMPLE: &str = include_str!("../../tests/golden/example.queue");

    #[test]
    fn reads_the_example() {
        let parsed = parse(EXAMPLE).unwrap_or_else(|errors| panic!("{}", errors[0]));
        assert_eq!(parsed.script_lines, [10, 11, 12, 13, 14, 15, 16, 17]);
        assert_eq!(parsed.expect_lines, [20, 20, 21, 22, 23]);
        assert_eq!(parsed.scenario.workers.len(), 2);
        assert_eq!(parsed.scenario.queue.name, "account-events");
        assert_eq!(format(EXAMPLE).as_deref(), Ok(EXAMPLE));
        assert_eq!(print(&parsed.scenario), EXAMPLE);
    }

    #[test]
    fn the_form_keeps_comments_at_their_statements() {
        let text = "\
# About it.

expect # what comes out
    W1   idle   # at the end
    # nothing else
at 1s  W1 acks # done
# The first one:
at 1m0s  W1 acks
note at 0s \"go\"
workers W1
queue   q ordered by header x,lease 1m # inline
at 60s   send   a1( A ) z=\"\"
# the tail
# of it";
        let form = format(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
        assert_eq!(
            form,
            "\
queue q  # inline
  ordered by header x, lease 1m

workers W1

note at 0s \"go\"
at 1s  W1 acks  # done
# The first one:
at 1m  W1 acks
at 1m  send a1(A) z=\"\"

# About it.

expect  # what comes out
  W1 idle  # at the end
  # nothing else
# the tail
# of it
"
        );
        assert_eq!(format(&form).as_deref(), Ok(form.as_str()));
        assert_eq!(
            parse(&form).map(|parsed| parsed.scenario),
            parse(text).map(|parsed| parsed.scenario)
        );
    }
}
