//! What can be said on the command line. A usage error ends with status 2.

use clap::{Args, Parser, Subcommand, ValueEnum};
use queuescope_sim::{Format, MAX_TIME, Time, TimeError};

/// Plays message-queue scenarios on the Queuescope scheduler.
///
/// A scenario is a text that says what a queue is, what arrives, what the workers do and what must come out. FILE is
/// such a text, the same as JSON (a name that ends in .json, or a text that begins with a brace), or - for standard
/// input.
#[derive(Debug, Parser)]
#[command(name = "queuescope", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the step table: a row per instant at which something happened.
    ///
    /// The column `waiting` has what is held back by order, by time or by a bucket. Messages that only wait for a free
    /// worker, or for their fairness key's turn, are not in it: `queuescope why` says so of each, and the page shows them.
    /// Long lists count the rest, and say names that count up as `o7..o10000`; csv and json hold everything.
    Table(Table),
    /// Check what the scenarios expect; status 1 where something else came out.
    ///
    /// Of a Markdown page (a name that ends in .md) each fenced block of the language `queuescope` is a scenario.
    Check(Check),
    /// Bring scenarios into their one canonical form, in place; standard input is printed.
    ///
    /// Each file is rewritten unless it is in that form already, with a line feed alone at the end of each line.
    Fmt(Fmt),
    /// Say why a message waits at an instant, or where else it is.
    Why(Why),
    /// Print a scenario as JSON.
    Json(Json),
    /// Print a scenario as a test in Rust, which asserts its deliveries and expectations.
    ///
    /// The test needs the crate `queuescope-sim`, and plays the scenario on it.
    Rust(Rust),
}

#[derive(Debug, Args)]
pub(crate) struct Table {
    /// The scenario.
    pub(crate) file: String,
    /// How the table is printed.
    #[arg(long, value_enum, default_value_t = TableFormat::Markdown)]
    pub(crate) format: TableFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum TableFormat {
    /// A Markdown table; what is newly delivered is bold.
    Markdown,
    /// Aligned columns.
    Text,
    /// Comma-separated values.
    Csv,
    /// An object with the workers and the rows.
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The scenarios, and Markdown pages that have some.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Fmt {
    /// The scenarios.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Change nothing; name the files that are not in their canonical form, with status 1.
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Why {
    /// The scenario.
    pub(crate) file: String,
    /// The message.
    pub(crate) message: String,
    /// The instant: 4s, 500ms, or a number of seconds.
    #[arg(long, value_name = "T", value_parser = instant, allow_hyphen_values = true)]
    pub(crate) at: Time,
}

#[derive(Debug, Args)]
pub(crate) struct Json {
    /// The scenario.
    pub(crate) file: String,
}

#[derive(Debug, Args)]
pub(crate) struct Rust {
    /// The scenario.
    pub(crate) file: String,
}

impl From<TableFormat> for Format {
    fn from(format: TableFormat) -> Self {
        match format {
            TableFormat::Markdown => Self::Markdown,
            TableFormat::Text => Self::Text,
            TableFormat::Csv => Self::Csv,
            TableFormat::Json => Self::Json,
        }
    }
}

/// A time of the language, or a plain number of seconds, as the table has it.
fn instant(text: &str) -> Result<Time, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let mut time: Result<Time, TimeError> = text.parse();
    if is_plain && matches!(time, Err(TimeError::NoUnit(_))) {
        time = format!("{text}s").parse();
    }
    match time {
        Ok(time) if time <= MAX_TIME => Ok(time),
        Ok(_) | Err(TimeError::TooLong(_)) => Err(format!("it is past the limit of {MAX_TIME}")),
        Err(error @ TimeError::NoUnit(_)) => {
            Err(format!("{error}; only a number that stands alone is in seconds"))
        }
        Err(error) => Err(error.to_string()),
    }
}
