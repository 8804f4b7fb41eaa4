//! The workloads for a host that runs wasm.

use crate::scale::Scale;
use crate::workload::Workload;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the program began, by the host's finest clock.
    #[wasm_bindgen(js_namespace = performance)]
    pub(crate) fn now() -> f64;
}

/// Runs a workload; its figures as JSON.
///
/// # Errors
/// Where there is no workload of that name.
#[wasm_bindgen]
pub fn measure(workload: &str, quick: bool) -> Result<String, String> {
    let workload: Workload = workload.parse().map_err(|unknown| format!("{unknown}"))?;
    let scale = if quick { Scale::QUICK } else { Scale::FULL };
    serde_json::to_string(&workload.measure(scale)).map_err(|error| error.to_string())
}
