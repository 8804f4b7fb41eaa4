//! The scenario as JSON, with its version: what machines and older links use.
//!
//! An older version opens for ever; a newer one is refused by name, not misread.

use crate::language::{self, Diagnostic, MAX_JSON_BYTES, MAX_TEXT_BYTES};
use crate::scenario::{
    Expectation, Line, Note, QueueDecl, Scenario, ThrottleDecl, Work, WorkerDecl,
};
use crate::sorted::sorted;
use crate::time::Time;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::fmt;

mod words;

/// The version of the JSON form that this build writes, and the newest that it reads.
pub const JSON_VERSION: u64 = 1;

/// A JSON text is no scenario.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// The text is too long.
    #[error("the JSON text has {bytes} bytes, more than the limit of {MAX_JSON_BYTES}")]
    TooLong {
        /// How long it is.
        bytes: usize,
    },
    /// It is no JSON.
    #[error("{line}:{column}: {message}")]
    Form {
        /// The line, from 1.
        line: usize,
        /// The column, from 1, in bytes.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// It does not say its version.
    #[error("the scenario does not say its version: `\"version\": {JSON_VERSION}` is missing")]
    NoVersion,
    /// It is newer than this build.
    #[error("version {0} is newer than {JSON_VERSION}, which this build reads")]
    Newer(u64),
    /// There never was such a version.
    #[error("there is no version {0}: the first one is 1")]
    NoSuchVersion(u64),
    /// Something in it does not hold.
    #[error("{}", list(.0))]
    Wrong(Vec<JsonProblem>),
    /// Its text would be too long.
    #[error("as text the scenario has {bytes} bytes, more than the limit of {MAX_TEXT_BYTES}")]
    TextTooLong {
        /// How long its canonical text is.
        bytes: usize,
    },
    /// It cannot be written as a text, and what is wrong with that text.
    #[error("as text the scenario is wrong: {0}")]
    Text(Box<Diagnostic>),
}

/// Something in a scenario's JSON that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JsonProblem {
    /// Where: `script[3].action.ack.worker`.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What was probably meant.
    pub suggestion: Option<String>,
}

/// A scenario and its version.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Document {
    /// The version of this form: 1.
    version: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default)]
    queue: QueueDecl,
    #[serde(default)]
    workers: Vec<WorkerDecl>,
    #[serde(default)]
    throttles: Vec<ThrottleDecl>,
    #[serde(default)]
    script: Vec<Line>,
    #[serde(default)]
    work: Work,
    #[serde(default)]
    notes: Vec<Note>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<Time>,
    #[serde(default)]
    expect: Vec<Expectation>,
}

/// What is read first: whether the rest can be.
#[derive(Deserialize)]
struct Stamp {
    #[serde(default)]
    version: Option<u64>,
}

/// A scenario as JSON, on one line.
///
/// ```
/// let parsed = queuescope_sim::parse("at 0s send a1\n").expect("it is right");
/// let json = queuescope_sim::to_json(&parsed.scenario);
/// assert_eq!(queuescope_sim::from_json(&json), Ok(parsed.scenario));
/// ```
pub fn to_json(scenario: &Scenario) -> String {
    let Scenario { title, queue, workers, throttles, script, work, notes, until, expect } =
        scenario.clone();
    let document = Document {
        version: JSON_VERSION,
        title,
        queue,
        workers,
        throttles,
        script,
        work,
        notes,
        until,
        expect,
    };
    // Strings, numbers, lists and records with string keys: nothing of it can fail.
    serde_json::to_string(&document).unwrap_or_default()
}

/// Reads a scenario from JSON, with the same rules and limits as from text; a byte order mark before it says nothing.
///
/// # Errors
/// Where it is no JSON of this form, of a version that this build does not read, or wrong as a text would be.
pub fn from_json(json: &str) -> Result<Scenario, JsonError> {
    if json.len() > MAX_JSON_BYTES {
        return Err(JsonError::TooLong { bytes: json.len() });
    }
    let json = json.strip_prefix('\u{feff}').unwrap_or(json);
    if let Err(error) = serde_json::from_str::<IgnoredAny>(json) {
        return Err(JsonError::Form {
            line: error.line(),
            column: error.column(),
            message: format!("this is not JSON: {}", words::without_place(&error)),
        });
    }
    let stamp: Stamp = read(json)?;
    match stamp.version {
        None => return Err(JsonError::NoVersion),
        Some(0) => return Err(JsonError::NoSuchVersion(0)),
        Some(version) if version > JSON_VERSION => return Err(JsonError::Newer(version)),
        Some(_) => {}
    }
    let Document {
        version: _,
        title,
        queue,
        workers,
        throttles,
        script,
        work,
        notes,
        until,
        expect,
    } = read(json)?;
    let notes = sorted(notes, |note| (note.at.as_micros(), 0));
    let scenario =
        Scenario { title, queue, workers, throttles, script, work, notes, until, expect };
    let problems = language::problems(&scenario);
    if !problems.is_empty() {
        return Err(JsonError::Wrong(problems));
    }
    let text = language::print(&scenario);
    if text.len() > MAX_TEXT_BYTES {
        return Err(JsonError::TextTooLong { bytes: text.len() });
    }
    // What its text cannot say, no page could show and no link could carry.
    if let Err(errors) = language::parse(&text)
        && let Some(error) = errors.into_iter().next()
    {
        return Err(JsonError::Text(Box::new(error)));
    }
    Ok(scenario)
}

/// Reads a value; the error names the place of what is wrong in it.
fn read<'j, T: Deserialize<'j>>(json: &'j str) -> Result<T, JsonError> {
    let mut reader = serde_json::Deserializer::from_str(json);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        JsonError::Wrong(vec![words::problem(path, &words::without_place(error.inner()))])
    })
}

impl fmt::Display for JsonProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)?;
        match &self.suggestion {
            Some(suggestion) => write!(f, "; did you mean `{suggestion}`?"),
            None => Ok(()),
        }
    }
}

fn list(problems: &[JsonProblem]) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests;
