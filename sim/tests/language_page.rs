//! Every example of the language's page is read, and its form says the same.

use queuescope_sim::{format, parse};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const PAGE: &str = include_str!("../../docs/src/language.md");

#[test]
fn every_example_of_the_page_is_a_scenario() {
    let examples: Vec<&str> =
        PAGE.split("```queuescope\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() >= 10, "{} examples", examples.len());
    for example in &examples {
        let parsed = parse(example).unwrap_or_else(|errors| panic!("{}\n{example}", errors[0]));
        let form = format(example).unwrap_or_else(|errors| panic!("{}\n{example}", errors[0]));
        assert_eq!(parse(&form).map(|form| form.scenario), Ok(parsed.scenario));
    }
    // The first one is in its canonical form.
    assert_eq!(format(examples[0]).as_deref(), Ok(examples[0]));
}
