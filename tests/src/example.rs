//! The rule book's example and the table that it has to come out as, worked out by hand.

use queuescope_sim::{Format, Run, check, parse, write_table};

/// The scenario.
pub const SCENARIO: &str = include_str!("../golden/example.queue");

/// Its step table, row by row.
pub const TABLE: &str = include_str!("../golden/example-table.md");

/// Plays the scenario and compares its table with the golden one, row by row; then what it expects.
///
/// # Panics
/// Where a row differs, or an expectation does not hold.
#[track_caller]
pub fn assert_comes_out() {
    let scenario = match parse(SCENARIO) {
        Ok(parsed) => parsed.scenario,
        Err(errors) => panic!("{}", errors[0]),
    };
    let mut printed = String::new();
    let ended = write_table(scenario.clone(), Format::Markdown, &mut printed);
    assert!(ended.is_ok(), "a string takes everything");
    for (row, (played, golden)) in printed.lines().zip(TABLE.lines()).enumerate() {
        assert_eq!(played, golden, "line {row} of the table");
    }
    assert_eq!(printed, TABLE);
    assert_eq!(check(&Run::new(scenario)), []);
}
