//! Values across the border: one serializer, one way in and one way out. Knows nothing of what the values mean.
//!
//! Every type passes through `serde_json::Value`, here and in the store. So each type is compiled for one serializer and one
//! deserializer only; straight conversions of all types for both formats made the module twice as large.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use crate::fit;

/// Maps as plain objects, nothing as `null`: what `JSON.parse` would give.
const SERIALIZER: Serializer = Serializer::json_compatible();

/// A Rust value as plain JavaScript data. Keys are sorted.
pub fn to_js<T: Serialize>(value: &T) -> JsValue {
    match serde_json::to_value(value) {
        Ok(value) => value.serialize(&SERIALIZER).unwrap_or(JsValue::NULL),
        Err(_) => JsValue::NULL,
    }
}

/// Plain JavaScript data as a Rust value; `Err` says what does not fit. The caller has copied the data before, so that
/// no accessor runs here and no depth is unbounded.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    let value: Value = serde_wasm_bindgen::from_value(value).map_err(|error| JsValue::from_str(&error.to_string()))?;
    fit::read(&value).map_err(|error| JsValue::from_str(&error.to_string()))
}

/// The same, keys in the order of the type's fields.
pub fn to_js_in_order<T: Serialize>(value: &T) -> JsValue {
    value.serialize(&SERIALIZER).unwrap_or(JsValue::NULL)
}
