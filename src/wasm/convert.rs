//! Values across the border: one serializer, one way in and one way out. Knows nothing of what the values mean.
//!
//! Every type passes through `serde_json::Value`, here and in the store. So each type is compiled for one serializer and one
//! deserializer only; straight conversions of all types for both formats made the module twice as large.

use js_sys::{Array, Number, Object};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{JsCast, JsValue};

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
    let value = from_data(&value).ok_or_else(|| JsValue::from_str("not plain data"))?;
    fit::read(&value).map_err(|error| JsValue::from_str(&error.to_string()))
}

/// Plain data as it is; `None` for what JSON does not know. By hand, as a deserializer for anything brings along the texts
/// of errors that plain data does not have.
fn from_data(value: &JsValue) -> Option<Value> {
    Some(if value.is_null() || value.is_undefined() {
        Value::Null
    } else if let Some(value) = value.as_bool() {
        Value::Bool(value)
    } else if let Some(number) = value.as_f64() {
        // OK because a safe integer is one.
        if Number::is_safe_integer(value) { Value::from(number as i64) } else { Value::from(number) }
    } else if let Some(text) = value.as_string() {
        Value::String(text)
    } else if let Some(items) = value.dyn_ref::<Array>() {
        Value::Array(items.iter().map(|item| from_data(&item)).collect::<Option<_>>()?)
    } else if value.is_object() {
        let mut members = Map::new();
        for entry in Object::entries(value.unchecked_ref()).iter() {
            let entry: &Array = entry.unchecked_ref();
            members.insert(entry.get(0).as_string()?, from_data(&entry.get(1))?);
        }
        Value::Object(members)
    } else {
        return None;
    })
}
