//! What the tests of several crates share.

#[cfg(feature = "browser")]
pub mod browser;
pub mod case;
pub mod chance;
pub mod example;
pub mod fuzzed;
pub mod oracle;
pub mod random_scenario;
#[cfg(feature = "site")]
pub mod site;
#[cfg(not(target_arch = "wasm32"))]
pub mod small_world;
pub mod trial;
