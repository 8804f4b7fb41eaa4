//! A classifier that is a function of JavaScript's (M3).

use js_sys::{Function, Object, Reflect, TypeError};
use queuescope_sim::{Classification, Classifier, Message, Run, Scenario};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// The function that the options name, where they name one.
pub(super) fn of(options: &JsValue) -> Result<Option<Function>, JsValue> {
    if options.is_undefined() || options.is_null() {
        return Ok(None);
    }
    if !options.is_object() {
        return Err(wrong("the options are given as an object"));
    }
    let function = Reflect::get(options, &"onEnqueue".into())?;
    if function.is_undefined() || function.is_null() {
        return Ok(None);
    }
    function.dyn_into().map(Some).map_err(|_| wrong("`onEnqueue` is a function"))
}

/// Carries a scenario out with that function; the first fault that it makes is thrown.
pub(super) fn run(scenario: Scenario, function: Function) -> Result<Run, JsValue> {
    let fault: Arc<Mutex<Option<JsValue>>> = Arc::default();
    let noted = Arc::clone(&fault);
    let classifier = Classifier::new(move |message| {
        asked(&function, message).unwrap_or_else(|error| {
            noted.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            Classification::new()
        })
    });
    let run = Run::classified(scenario, classifier);
    let fault = fault.lock().unwrap_or_else(PoisonError::into_inner).take();
    fault.map_or(Ok(run), Err)
}

fn asked(function: &Function, message: &Message) -> Result<Classification, JsValue> {
    let said = function.call1(&JsValue::UNDEFINED, &described(message)?)?;
    let mut classification = Classification::new();
    if said.is_undefined() || said.is_null() {
        return Ok(classification);
    }
    if !said.is_object() {
        return Err(wrong("`onEnqueue` returns an object, or nothing"));
    }
    let part = |name: &str| {
        let part = Reflect::get(&said, &name.into())?;
        Ok::<_, JsValue>(if part.is_undefined() || part.is_null() { None } else { Some(part) })
    };
    if let Some(attributes) = part("attributes")? {
        let attributes = attributes
            .dyn_into::<Object>()
            .map_err(|_| wrong("`attributes` is an object of texts"))?;
        for name in Object::keys(&attributes).iter() {
            let value = Reflect::get(&attributes, &name)?;
            let (Some(name), Some(value)) = (name.as_string(), value.as_string()) else {
                return Err(wrong("`attributes` is an object of texts"));
            };
            classification = classification.attribute(&name, &value);
        }
    }
    if let Some(key) = part("fairnessKey")? {
        let key = key.as_string().ok_or_else(|| wrong("`fairnessKey` is a text"))?;
        classification = classification.fairness_key(&key);
    }
    if let Some(weight) = part("weight")? {
        let weight = weight
            .as_f64()
            .filter(|weight| weight.fract() == 0.0 && *weight <= f64::from(u32::MAX));
        let weight = weight.and_then(|weight| NonZeroU32::new(weight as u32));
        let weight = weight.ok_or_else(|| wrong("`weight` is a whole number of at least 1"))?;
        classification = classification.weight(weight);
    }
    Ok(classification)
}

/// What the function is told of a message.
fn described(message: &Message) -> Result<JsValue, JsValue> {
    let headers = Object::new();
    for (name, value) in message.headers() {
        Reflect::set(&headers, &name.into(), &value.into())?;
    }
    let described = Object::new();
    Reflect::set(&described, &"headers".into(), &headers)?;
    let fairness = message.fairness().map_or(JsValue::NULL, JsValue::from);
    Reflect::set(&described, &"fairness".into(), &fairness)?;
    Reflect::set(&described, &"weight".into(), &message.weight_value().get().into())?;
    Ok(described.into())
}

fn wrong(what: &str) -> JsValue {
    TypeError::new(what).into()
}
