//! How fast the engine and the replay are, beside peers that do the same work in the same process.
//!
//! Each workload is a file of its own and says what it measures. [`Workload::measure`] runs one on the platform that it
//! is compiled for; the native program lays what it measured itself beside what the wasm build measured in Node.

mod backlog;
mod failures;
mod figure;
mod floor;
mod grommet;
mod growth;
mod held;
mod load;
mod memory;
mod ordered;
mod ours;
mod replay;
mod row;
mod scale;
mod stopwatch;
mod table;
mod unordered;
#[cfg(target_arch = "wasm32")]
mod wasm;
mod workload;

pub use figure::{Bar, Figure, Peer, Unit};
pub use memory::memory;
pub use row::{Cell, Row};
pub use scale::Scale;
pub use table::{any_missed, table, verdict};
#[cfg(target_arch = "wasm32")]
pub use wasm::measure;
pub use workload::{UnknownWorkload, Workload};
