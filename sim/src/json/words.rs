//! What the JSON library says of a value that is not of the form, in the words of the language's own errors.

use super::JsonProblem;
use crate::language::nearest;
use crate::words::legible;

/// Values longer than this are shown in part.
const LONGEST_SHOWN: usize = 60;

/// What the library says, without the line and the column that it ends with.
pub(super) fn without_place(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    said.strip_suffix(&place).unwrap_or(&said).to_owned()
}

/// The problem that the library found at a path.
pub(super) fn problem(path: String, said: &str) -> JsonProblem {
    let path = if path == "." { "the scenario".to_owned() } else { path };
    let (message, suggestion) = reworded(said);
    JsonProblem { path, message: legible(&message), suggestion }
}

/// What is wrong, and what was probably meant.
fn reworded(said: &str) -> (String, Option<String>) {
    if let Some(name) = said.strip_prefix("missing field ") {
        return (format!("the field {name} is missing"), None);
    }
    if let Some(name) = said.strip_prefix("duplicate field ") {
        return (format!("the field {name} is given twice"), None);
    }
    if said == "expected value" {
        // Of a text that is JSON, it is said where a choice is neither a name nor an object of one field.
        return ("expected a name, or an object with one field".to_owned(), None);
    }
    let Some((what, expected)) = said.rsplit_once(", expected ") else {
        return (said.to_owned(), None);
    };
    for (prefix, found) in
        [("unknown field ", "there is no field "), ("unknown variant ", "nothing is called ")]
    {
        if let Some(name) = what.strip_prefix(prefix) {
            let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
            let suggestion = nearest(name.trim_matches('`'), &mut known.iter().copied());
            return (format!("{found}{}: expected {}", shown(name), one_of(&known)), suggestion);
        }
    }
    if let Some(count) = what.strip_prefix("invalid length ") {
        return (format!("expected {}, found a list of {count}", wanted(expected)), None);
    }
    let value = what.strip_prefix("invalid type: ").or(what.strip_prefix("invalid value: "));
    match value {
        Some("unit variant") => (
            "expected an object with this name and its value, found the name alone".to_owned(),
            None,
        ),
        Some(value) => (format!("expected {}, found {}", wanted(expected), found(value)), None),
        None => (said.to_owned(), None),
    }
}

/// What a value is to be.
fn wanted(expected: &str) -> &str {
    match expected {
        "u64" => "a whole number of at least 0",
        "u32" => "a whole number from 0 to 4294967295",
        "a nonzero u32" => "a whole number from 1 to 4294967295",
        "a string" => "a text",
        "a boolean" => "`true` or `false`",
        "a sequence" => "a list",
        "a tuple of size 2" => "a list of 2",
        _ if expected.starts_with("struct ") => "an object",
        _ => expected,
    }
}

/// What a value is.
fn found(value: &str) -> String {
    match value {
        "map" => return "an object".to_owned(),
        "sequence" => return "a list".to_owned(),
        "null" => return "`null`".to_owned(),
        _ => {}
    }
    // A kind and the value: `integer `5``, `string "x"`.
    let plain = value.split_once(['`', '"']).map_or(value, |(_, rest)| &rest[..rest.len() - 1]);
    if value.starts_with("string ") {
        format!("`\"{}\"`", shown(plain))
    } else {
        format!("`{}`", shown(plain))
    }
}

fn shown(value: &str) -> String {
    match value.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

/// `` `a`, `b` or `c` ``.
fn one_of(known: &[&str]) -> String {
    match known {
        [] => "none".to_owned(),
        [only] => format!("`{only}`"),
        [front @ .., last] => format!("`{}` or `{last}`", front.join("`, `")),
    }
}
