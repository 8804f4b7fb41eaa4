//! The engine for JavaScript, without the page: parse a scenario, replay it, step, seek, read plain objects.
//!
//! Instants and lengths of time are numbers of microseconds since the start.

use queuescope_sim::{Diagnostic, Phrase, Run, Snapshot, Step, narrate, narrate_text};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("api.d.ts");

/// Reads a scenario's text: `{ ok: true, scenario }`, or `{ ok: false, errors }` with every error of the text.
#[wasm_bindgen(unchecked_return_type = "ParseResult")]
pub fn parse(text: &str) -> JsValue {
    match queuescope_sim::parse(text) {
        Ok(parsed) => object(&Right { ok: true, scenario: &parsed.scenario }),
        Err(errors) => object(&wrong(&errors)),
    }
}

/// A scenario carried out, and a place in it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Replay {
    run: Run,
    position: usize,
}

#[wasm_bindgen]
impl Replay {
    /// Carries out a scenario's text, and stands at its first step.
    ///
    /// # Errors
    /// Where the text has errors, throws what [`parse`] returns.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Self, JsValue> {
        match queuescope_sim::parse(text) {
            Ok(parsed) => Ok(Self { run: Run::new(parsed.scenario), position: 0 }),
            Err(errors) => Err(object(&wrong(&errors))),
        }
    }

    /// How many steps the run has.
    #[wasm_bindgen(getter, js_name = stepCount)]
    pub fn step_count(&self) -> usize {
        self.run.len()
    }

    /// The step that it stands at, from 0.
    #[wasm_bindgen(getter)]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Why the run ends where it does.
    #[wasm_bindgen(getter, unchecked_return_type = "End")]
    pub fn end(&self) -> JsValue {
        object(self.run.end())
    }

    /// Goes one step on. Returns whether there was one.
    pub fn step(&mut self) -> bool {
        self.go(self.position.saturating_add(1))
    }

    /// Goes one step back. Returns whether there was one.
    pub fn back(&mut self) -> bool {
        self.go(self.position.saturating_sub(1))
    }

    /// Goes to a step; past the end, to the last one. Returns whether it stands elsewhere than before.
    pub fn seek(&mut self, step: usize) -> bool {
        self.go(step)
    }

    /// The step that it stands at, the state after it, and what to say about it; `step` is `null` in a run without
    /// steps.
    #[wasm_bindgen(unchecked_return_type = "Current")]
    pub fn current(&self) -> JsValue {
        let step = self.run.step(self.position);
        let snapshot = self.run.snapshot(self.position);
        let (narration, text) = match step {
            Some(step) => (narrate(step, &snapshot), narrate_text(step, &snapshot)),
            None => (Vec::new(), String::new()),
        };
        object(&Here { step, snapshot: &snapshot, narration, text })
    }

    /// All steps.
    #[wasm_bindgen(unchecked_return_type = "Step[]")]
    pub fn steps(&self) -> JsValue {
        object(self.run.steps())
    }

    /// All deliveries, in the order in which they began.
    #[wasm_bindgen(unchecked_return_type = "Delivery[]")]
    pub fn deliveries(&self) -> JsValue {
        object(self.run.deliveries())
    }

    fn go(&mut self, step: usize) -> bool {
        let step = step.min(self.run.len().saturating_sub(1));
        let moved = step != self.position;
        self.position = step;
        moved
    }
}

#[derive(Serialize)]
struct Right<'a, T> {
    ok: bool,
    scenario: &'a T,
}

#[derive(Serialize)]
struct Wrong<'a> {
    ok: bool,
    errors: &'a [Diagnostic],
}

#[derive(Serialize)]
struct Here<'a> {
    step: Option<&'a Step>,
    snapshot: &'a Snapshot,
    narration: Vec<Phrase>,
    text: String,
}

fn wrong(errors: &[Diagnostic]) -> Wrong<'_> {
    Wrong { ok: false, errors }
}

/// As a plain object: absent is `null`, and a map is an object. Nothing that is handed over here can fail to be one.
fn object<T: Serialize + ?Sized>(value: &T) -> JsValue {
    let serializer = Serializer::json_compatible();
    value.serialize(&serializer).unwrap_or(JsValue::NULL)
}
