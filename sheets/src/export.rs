//! A text in other forms, each named by a word, and the way back.

use queuescope_sim::{
    Format, Scenario, from_json, parse, print, to_json, to_rust_test, write_table,
};

/// The text in another form, or what is wrong with it.
///
/// | kind | what comes out |
/// |---|---|
/// | `text` | the text as it is, right or wrong |
/// | `json` | what `queuescope json` prints |
/// | `markdown`, `csv` | the step table, as `queuescope table` prints it |
/// | `rust` | a test that plays the scenario, as `queuescope rust` prints it |
///
/// # Errors
/// The first error of the text, with its line and column, or that there is no such kind.
pub fn export(text: &str, kind: &str) -> Result<String, String> {
    match kind {
        "text" => Ok(text.to_owned()),
        "json" => Ok(to_json(&read(text)?) + "\n"),
        "markdown" => table(text, Format::Markdown),
        "csv" => table(text, Format::Csv),
        "rust" => to_rust_test(text).map_err(first),
        other => Err(format!("there is no form called `{other}`")),
    }
}

/// A JSON document, as `queuescope json` prints it, as a scenario's text; anything else as it is.
///
/// # Errors
/// Where it begins as JSON does, what is wrong with it.
pub fn import(text: &str) -> Result<String, String> {
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        return Ok(text.to_owned());
    }
    from_json(text).map(|scenario| print(&scenario)).map_err(|error| error.to_string())
}

fn read(text: &str) -> Result<Scenario, String> {
    parse(text).map(|parsed| parsed.scenario).map_err(first)
}

fn table(text: &str, format: Format) -> Result<String, String> {
    let mut table = String::new();
    write_table(read(text)?, format, &mut table).map_err(|error| error.to_string())?;
    Ok(table)
}

fn first(problems: Vec<queuescope_sim::Diagnostic>) -> String {
    let told = |problem: queuescope_sim::Diagnostic| {
        format!("{}:{}: {}", problem.line, problem.column, problem.message)
    };
    problems.into_iter().next().map_or_else(String::new, told)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
title \"Two, of one\"

queue mail

workers W1

at 0s  send m1 m2
at 1s  W1 acks
";

    #[test]
    fn each_form_is_named_by_its_word() {
        assert_eq!(export("no scenario\r\n", "text").as_deref(), Ok("no scenario\r\n"));
        let json = export(TEXT, "json").unwrap();
        assert!(
            json.starts_with("{\"version\":1,\"title\":\"Two, of one\"") && json.ends_with("}\n")
        );
        let markdown = export(TEXT, "markdown").unwrap();
        assert!(markdown.starts_with("| t | event | W1 | waiting |\n|---|"), "{markdown}");
        let csv = export(TEXT, "csv").unwrap();
        assert!(csv.starts_with("t,event,W1,waiting\r\n0,start,m1,"), "{csv}");
        let rust = export(TEXT, "rust").unwrap();
        assert!(rust.contains("fn two_of_one() {") && rust.contains("[\"1s\", \"W1\", \"m2\"],"));
    }

    #[test]
    fn what_cannot_be_has_a_reason() {
        for kind in ["json", "markdown", "csv", "rust"] {
            let why = export("at 0s send a\nat 1s W1 ack\n", kind).unwrap_err();
            assert!(why.starts_with("2:10: "), "{why}");
        }
        assert_eq!(export(TEXT, "yaml"), Err("there is no form called `yaml`".to_owned()));
    }

    #[test]
    fn json_comes_back_as_text_and_all_else_as_it_is() {
        assert_eq!(import(&export(TEXT, "json").unwrap()).as_deref(), Ok(TEXT));
        let marked = format!("\u{feff} \n{}", export(TEXT, "json").unwrap());
        assert_eq!(import(&marked).as_deref(), Ok(TEXT));
        for text in [TEXT, "", "no scenario\r\n", "# {"] {
            assert_eq!(import(text).as_deref(), Ok(text));
        }
        let newer = import("{\"version\": 2}").unwrap_err();
        assert_eq!(newer, "version 2 is newer than 1, which this build reads");
    }
}
