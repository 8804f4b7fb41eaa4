//! The scenario language and its replay on the Queuescope engine.

#[cfg(feature = "editing")]
pub mod edit;
mod expect;
#[cfg(feature = "editing")]
mod export;
mod index;
#[cfg(feature = "editing")]
mod json;
mod kept;
mod language;
mod lower;
mod narrate;
mod plan;
mod replay;
mod run;
#[cfg(test)]
mod sample;
mod scenario;
mod sorted;
mod step;
mod table;
mod time;
mod unknown;
mod why;
mod words;
mod work;

pub use expect::{Failure, check, check_first};
#[cfg(feature = "editing")]
pub use export::to_rust_test;
#[cfg(feature = "editing")]
pub use json::{JSON_VERSION, JsonError, JsonProblem, from_json, to_json};
pub use language::{
    Diagnostic, MAX_DIAGNOSTICS, MAX_HEADERS, MAX_JSON_BYTES, MAX_MESSAGES, MAX_STEPS,
    MAX_TEXT_BYTES, MAX_TIME, MAX_WORKERS, Parsed, Tone, format, parse, print, said, tones,
    written_name,
};
pub use narrate::{Phrase, is_sentence, narrate, narrate_text};
pub use queuescope_engine::{Classification, Classifier, Message};
pub use replay::Replay;
pub use run::Run;
pub use scenario::*;
pub use step::*;
pub use table::{Cell, CellState, Format, HeldBack, Holding, Row, held_back, row, write_table};
pub use time::{Time, TimeError};
pub use unknown::{Unknown, batch_in_words, holder, in_full, twice};
pub use why::{Whereabouts, Why, why};
pub use words::{dead_in_words, in_table, in_words, in_words_beside, outcome_in_words};

#[cfg(all(test, target_arch = "wasm32"))]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
