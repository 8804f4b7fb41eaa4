//! The engine for JavaScript, without the page: parse a scenario, replay it, step, seek, read plain objects.
//!
//! Instants and lengths of time are numbers of microseconds since the start.

use js_sys::{Error, Reflect, TypeError};
use queuescope_sim::{Diagnostic, Phrase, Run, Snapshot, Step, narrate, narrate_text};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

mod callback;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("api.d.ts");

/// Reads a scenario's text: `{ ok: true, scenario }`, or `{ ok: false, errors }` with every error of the text.
///
/// # Errors
/// Where it is not given a text, throws a `TypeError`.
#[wasm_bindgen(unchecked_return_type = "ParseResult")]
pub fn parse(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
) -> Result<JsValue, JsValue> {
    Ok(match queuescope_sim::parse(&string(text)?) {
        Ok(parsed) => object(&Right { ok: true, scenario: &parsed.scenario }),
        Err(errors) => object(&Wrong { ok: false, errors: &errors }),
    })
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
    /// Carries out a scenario's text, and stands at its first step. With `onEnqueue`, that function classifies the messages, in
    /// place of the rules of the text; it must say the same of the same message whenever it is asked.
    ///
    /// # Errors
    /// Where the text has errors, throws a `ScenarioError`: its `errors` are those of [`parse`]. Where it is not given
    /// a text, or `onEnqueue` is no function or returns what is no classification, throws a `TypeError`. What `onEnqueue` throws, it throws.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ReplayOptions")] options: &JsValue,
    ) -> Result<Self, JsValue> {
        let parsed = queuescope_sim::parse(&string(text)?).map_err(|errors| thrown(&errors))?;
        let run = match callback::of(options)? {
            Some(callback) => callback::run(parsed.scenario, callback)?,
            None => Run::new(parsed.scenario),
        };
        Ok(Self { run, position: 0 })
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

    /// Goes to a step; before the start, to the first one, past the end, to the last. Returns whether it stands
    /// elsewhere than before.
    pub fn seek(&mut self, step: f64) -> bool {
        // The conversion goes to the nearest there is, and takes what is no number for 0.
        self.go(step as usize)
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

fn string(value: &JsValue) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| TypeError::new("a scenario is given as a string").into())
}

/// An error of JavaScript's kind, with the place of the first error in its message and all of them in `errors`.
fn thrown(errors: &[Diagnostic]) -> JsValue {
    let message = errors.first().map_or_else(String::new, |first| {
        format!("{}:{}: {}", first.line, first.column, first.message)
    });
    let error = Error::new(&message);
    error.set_name("ScenarioError");
    // On an object of our own nothing can be in the way.
    let _ = Reflect::set(&error, &"errors".into(), &object(errors));
    error.into()
}

/// As a plain object: absent is `null`, and a map is an object. Nothing that is handed over here can fail to be one.
fn object<T: Serialize + ?Sized>(value: &T) -> JsValue {
    let serializer = Serializer::json_compatible();
    value.serialize(&serializer).unwrap_or(JsValue::NULL)
}
