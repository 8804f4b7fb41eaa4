//! The rule book's example and the table that it has to come out as, worked out by hand.

use queuescope_sim::{Format, Run, check, parse, table};

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
    let run = Run::new(scenario);
    let printed = table(&run).print(Format::Markdown);
    for (row, (played, golden)) in printed.lines().zip(TABLE.lines()).enumerate() {
        assert_eq!(played, golden, "line {row} of the table");
    }
    assert_eq!(printed, TABLE);
    assert_eq!(check(&run), []);
}
