//! Reads a scenario from a file or from standard input, as text or as JSON.

use queuescope_sim::{MAX_JSON_BYTES, Parsed, Scenario, from_json, parse};
use std::fs::File;
use std::io::{self, Read};

/// What a name on the command line stands for, read.
#[derive(Debug)]
pub(crate) struct Source {
    /// How messages name it.
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) is_json: bool,
    pub(crate) is_standard_input: bool,
}

/// A scenario, and the lines of its expectations where it has a text.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) scenario: Scenario,
    pub(crate) expect_lines: Vec<usize>,
}

impl Source {
    /// Reads it; the error says what is wrong with which file.
    pub(crate) fn read(file: &str) -> Result<Self, String> {
        let is_standard_input = file == "-";
        let name = if is_standard_input { "standard input" } else { file };
        let bytes = if is_standard_input {
            bounded(io::stdin().lock())
        } else {
            File::open(file).and_then(bounded)
        };
        let bytes = bytes.map_err(|error| format!("{name}: cannot be read: {error}"))?;
        if bytes.len() > MAX_JSON_BYTES {
            return Err(format!("{name}: longer than {MAX_JSON_BYTES} bytes, the limit"));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            format!("{name}: is not UTF-8 text: no character begins at byte {valid}")
        })?;
        let start = text.trim_start_matches('\u{feff}').trim_start();
        Ok(Self {
            is_json: has_json_name(file) || start.starts_with('{'),
            name: name.to_owned(),
            text,
            is_standard_input,
        })
    }

    /// The scenario in it; the error is every error of the text, each with its place.
    pub(crate) fn load(&self) -> Result<Loaded, String> {
        if self.is_json {
            return match from_json(&self.text) {
                Ok(scenario) => Ok(Loaded { scenario, expect_lines: Vec::new() }),
                Err(error) => Err(format!("{}: {error}", self.name)),
            };
        }
        match parse(&self.text) {
            Ok(Parsed { scenario, expect_lines, .. }) => Ok(Loaded { scenario, expect_lines }),
            Err(diagnostics) => Err(self.located(&diagnostics)),
        }
    }

    /// Each error with the name of the file before its line and column.
    pub(crate) fn located(&self, diagnostics: &[queuescope_sim::Diagnostic]) -> String {
        let errors = diagnostics.iter().map(|error| format!("{}:{}", self.name, error.render()));
        errors.collect::<Vec<_>>().join("\n\n")
    }
}

/// All that there is to read, or just more than may be.
fn bounded(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MAX_JSON_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn has_json_name(file: &str) -> bool {
    std::path::Path::new(file)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}
