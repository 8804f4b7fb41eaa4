//! A scenario as a test in Rust, which plays it and wants the same deliveries once more.

use crate::language::{Diagnostic, Parsed, parse};
use crate::run::Run;
use std::fmt::Write;

/// A source file with one test, named after the title: it plays this text, and asserts each delivery (its instant, its worker, its
/// message, in their order) and that every expectation holds. Beside the standard library it needs `queuescope_sim` alone.
///
/// # Errors
/// What is wrong with the text.
///
/// ```
/// let test = queuescope_sim::to_rust_test("title \"One message\"\nworkers W1\nat 0s send a1\n").expect("it is right");
/// assert!(test.contains("fn one_message() {"));
/// assert!(test.contains(r#"["0s", "W1", "a1"],"#));
/// ```
pub fn to_rust_test(text: &str) -> Result<String, Vec<Diagnostic>> {
    let Parsed { scenario, .. } = parse(text)?;
    let title = scenario.title.clone().unwrap_or_default();
    let run = Run::new(scenario);
    let mut deliveries = String::new();
    for delivery in run.deliveries() {
        let told = [&delivery.from.to_string(), &*delivery.worker, &*delivery.message];
        // A string takes everything.
        let _ = writeln!(deliveries, "    {told:?},");
    }
    let (count, name, text) = (run.deliveries().len(), function_name(&title), literal(text));
    Ok(format!(
        "\
//! A scenario of Queuescope as a test, as `queuescope rust` writes it.

use queuescope_sim::{{Run, check, parse}};

/// The scenario.
const SCENARIO: &str = {text};

/// Its deliveries: when, to whom, and what.
#[rustfmt::skip]
const DELIVERIES: [[&str; 3]; {count}] = [
{deliveries}];

#[test]
fn {name}() {{
    let scenario = parse(SCENARIO).expect(\"the scenario can be read\").scenario;
    let run = Run::new(scenario);
    let delivered: Vec<[String; 3]> = run
        .deliveries()
        .iter()
        .map(|it| [it.from.to_string(), it.worker.to_string(), it.message.to_string()])
        .collect();
    assert_eq!(delivered, DELIVERIES);
    assert_eq!(check(&run), []);
}}
"
    ))
}

/// The words of a title, in small letters.
fn function_name(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("_").to_ascii_lowercase();
    // One word alone may be one of Rust's own, and no name begins with a digit.
    let is_name = name.contains('_') && !name.starts_with(|c: char| c.is_ascii_digit());
    match (is_name, &*name) {
        (true, _) => name,
        (false, "") => "scenario".to_owned(),
        (false, _) => format!("scenario_{name}"),
    }
}

/// A text as a literal of Rust, as it is where that can be.
fn literal(text: &str) -> String {
    // A raw literal may hold no carriage return, and the compiler takes no signs in it that nobody sees.
    let is_seen =
        |c: char| matches!(c, '\n' | '\t' | '"' | '\'' | '\\') || c.escape_debug().len() == 1;
    if !text.chars().all(is_seen) {
        return format!("{text:?}");
    }
    let mut fence = String::new();
    while text.contains(&format!("\"{fence}")) {
        fence.push('#');
    }
    format!("r{fence}\"{text}\"{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn a_test_is_called_as_its_scenario_is() {
        for (title, name) in [
            ("One account retries; the others go on", "one_account_retries_the_others_go_on"),
            ("A worker's lease", "a_worker_s_lease"),
            ("Match", "scenario_match"),
            ("3 workers", "scenario_3_workers"),
            ("家族", "scenario"),
            ("", "scenario"),
            ("x() {} fn y", "x_fn_y"),
        ] {
            assert_eq!(function_name(title), name);
        }
    }

    #[test]
    fn a_literal_holds_whatever_the_text_does() {
        assert_eq!(literal("at 0s send a\n"), "r\"at 0s send a\n\"");
        assert_eq!(literal("title \"a\"\n"), "r#\"title \"a\"\n\"#");
        assert_eq!(literal("# \"## \"#"), "r###\"# \"## \"#\"###");
        assert_eq!(literal("a\r\n\"\\"), r#""a\r\n\"\\""#);
        assert_eq!(literal("a\u{202e}b"), r#""a\u{202e}b""#);
        assert_eq!(literal("é家"), "r\"é家\"");
    }

    #[test]
    fn a_wrong_text_is_no_test() {
        assert!(to_rust_test("at 0s sned a").is_err());
    }
}
