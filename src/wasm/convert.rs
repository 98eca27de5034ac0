//! Values across the border: one way in and one way out. Knows nothing of what the values mean.
//!
//! Every type passes through `serde_json::Value`, here and in the store, read by `fit` and written by `plain`. On the way out
//! the engine's own `JSON.parse` makes the objects: no conversion by hand is as small or as fast.

use js_sys::{Array, JSON, Number, Object};
use serde_json::{Map, Value};
use wasm_bindgen::{JsCast, JsValue};

use crate::fit::{self, Fit};
use crate::plain::Plain;

/// A Rust value as plain JavaScript data. Keys are sorted.
pub fn to_js(value: &dyn Plain) -> JsValue {
    from_text(&value.plain().to_string())
}

/// What a JSON text says.
pub fn from_text(text: &str) -> JsValue {
    // OK because what was written here is JSON.
    JSON::parse(text).unwrap_or(JsValue::NULL)
}

/// Plain JavaScript data as a Rust value; `Err` says what does not fit. The caller has copied the data before, so that
/// no accessor runs here and no depth is unbounded.
pub fn from_js<T: Fit>(value: JsValue) -> Result<T, JsValue> {
    let value = from_data(&value).ok_or_else(|| JsValue::from_str("not plain data"))?;
    fit::read(&value).map_err(|error| JsValue::from_str(&error.to_string()))
}

/// Plain data in the engine's own words, `JSON.stringify`: one crossing for all of it. `None` where JSON can not say it, as
/// with half a surrogate.
pub fn read_text<T: Fit>(text: &str) -> Option<T> {
    fit::read(&serde_json::from_str(text).ok()?).ok()
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
