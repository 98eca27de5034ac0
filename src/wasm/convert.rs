//! Values across the border: one serializer, one shape of error. Knows nothing of what the values mean.

use serde::{Serialize, de::DeserializeOwned};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// Maps as plain objects, nothing as `null`: what `JSON.parse` would give.
const SERIALIZER: Serializer = Serializer::json_compatible();

/// A Rust value as plain JavaScript data.
pub fn to_js(value: &impl Serialize) -> JsValue {
    value.serialize(&SERIALIZER).unwrap_or(JsValue::NULL)
}

/// Plain JavaScript data as a Rust value; `Err` says what does not fit. The caller has copied the data before, so that
/// no accessor runs here and no depth is unbounded.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| JsValue::from_str(&error.to_string()))
}
