//! Reads a scenario from a file or from standard input, as text or as JSON, or those of a Markdown page.

use crate::page::{self, Block};
use queuescope_sim::{
    JsonError, MAX_JSON_BYTES, MAX_TEXT_BYTES, Parsed, Scenario, from_json, parse,
};
use std::fs::File;
use std::io::{self, Read};

/// What a name on the command line stands for, read.
#[derive(Debug)]
pub(crate) struct Source {
    /// How messages name it.
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) is_json: bool,
    pub(crate) is_page: bool,
    pub(crate) is_standard_input: bool,
}

/// A scenario, and where it comes from.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) scenario: Scenario,
    pub(crate) origin: Origin,
}

/// Where a scenario comes from.
#[derive(Debug)]
pub(crate) struct Origin {
    /// How messages name it.
    pub(crate) name: String,
    /// The lines of its expectations, where it has a text.
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
        let is_page = page::is_page(file);
        let is_json = !is_page && (has_json_name(file) || begins_with_a_brace(&bytes));
        if bytes.len() > MAX_JSON_BYTES {
            let (limit, what) = if is_json {
                (MAX_JSON_BYTES, "a scenario as JSON")
            } else if is_page {
                (MAX_JSON_BYTES, "a page")
            } else {
                (MAX_TEXT_BYTES, "a scenario's text")
            };
            return Err(format!("{name}: longer than {limit} bytes, the limit of {what}"));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            format!("{name}: is not UTF-8 text: no character begins at byte {valid}")
        })?;
        Ok(Self { name: name.to_owned(), text, is_json, is_page, is_standard_input })
    }

    /// The scenarios of a Markdown page, each with its lines on the page, and the errors of those that are none.
    pub(crate) fn load_page(&self) -> Vec<Result<Loaded, String>> {
        page::blocks(&self.text).iter().map(|block| self.load_block(block)).collect()
    }

    fn load_block(&self, block: &Block) -> Result<Loaded, String> {
        let Parsed { scenario, expect_lines, .. } = parse(&block.text).map_err(|mut errors| {
            for error in &mut errors {
                (error.line, error.column) = block.place(error.line, error.column);
            }
            self.located(&errors)
        })?;
        let expect_lines = expect_lines.into_iter().map(|line| block.place(line, 1).0).collect();
        Ok(Loaded { scenario, origin: Origin { name: self.name.clone(), expect_lines } })
    }

    /// The scenario in it; the error is every error of the text, each with its place.
    pub(crate) fn load(&self) -> Result<Loaded, String> {
        self.is_one_scenario()?;
        let (scenario, expect_lines) = if self.is_json {
            (self.json()?, Vec::new())
        } else {
            let Parsed { scenario, expect_lines, .. } =
                parse(&self.text).map_err(|diagnostics| self.located(&diagnostics))?;
            (scenario, expect_lines)
        };
        Ok(Loaded { scenario, origin: Origin { name: self.name.clone(), expect_lines } })
    }

    /// The error is that it is a page, which may have several.
    pub(crate) fn is_one_scenario(&self) -> Result<(), String> {
        if !self.is_page {
            return Ok(());
        }
        let name = &self.name;
        Err(format!("{name}: is a page, of which only `queuescope check` reads the scenarios"))
    }

    /// The scenario of a JSON text; the error is every error, each with its place.
    pub(crate) fn json(&self) -> Result<Scenario, String> {
        let name = &self.name;
        from_json(&self.text).map_err(|error| match error {
            JsonError::Form { .. } => format!("{name}:{error}"),
            JsonError::Wrong(problems) => {
                let lines = problems.iter().map(|problem| format!("{name}: {problem}"));
                lines.collect::<Vec<_>>().join("\n")
            }
            JsonError::TooLong { .. }
            | JsonError::NoVersion
            | JsonError::Newer(_)
            | JsonError::NoSuchVersion(_)
            | JsonError::TextTooLong { .. }
            | JsonError::Text(_) => format!("{name}: {error}"),
        })
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

/// Whether the first sign is a brace, behind a byte order mark or none.
fn begins_with_a_brace(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(b"{")
}

fn has_json_name(file: &str) -> bool {
    std::path::Path::new(file)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}
