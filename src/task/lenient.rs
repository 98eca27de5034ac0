//! Reading values of the wrong type without a stop: each becomes the value that the rules refuse by name.
//!
//! Knows JSON values only, no rule. Source: the task rules name a code for a bad id, title, status, dependency, parent,
//! kind and result; a code that names the field helps more than one that names the type.

use serde_json::Value;

use super::evidence::{Item, Stamp};
use super::node::CriterionDraft;
use crate::fit::{self, Data, Fit, SAFE_MAX};

/// A text, or `""`.
pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A text, `None` for null, or `""`.
pub fn optional_text(value: &Value) -> Option<String> {
    (!value.is_null()).then(|| text(value))
}

/// A text, or `None`.
pub fn text_or_none(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// A list of texts; `""` for what is none.
pub fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Null => Vec::new(),
        Value::Array(list) => list.iter().map(text).collect(),
        _ => vec![String::new()],
    }
}

/// A list of criteria; one of kind `""` for what is none. A ref or want that is no text is an error.
pub fn criteria(from: Data<'_>) -> Vec<CriterionDraft> {
    match from.value() {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(list)) => list
            .iter()
            .map(|value| if value.is_object() { Fit::fit(from.of(value)) } else { CriterionDraft::default() })
            .collect(),
        Some(_) => vec![CriterionDraft::default()],
    }
}

/// The well-formed items of a list.
pub fn items(value: &Value) -> Vec<Item> {
    let list = value.as_array().into_iter().flatten();
    list.filter(|value| value.is_object()).filter_map(|value| fit::read(value).ok()).collect()
}

/// A number of things, or how many a list holds.
pub fn count(value: &Value) -> u64 {
    match value {
        Value::Array(list) => u64::try_from(list.len()).unwrap_or(u64::MAX),
        other => whole_or_none(other).unwrap_or_default(),
    }
}

/// A whole number from 0, or `None`.
pub fn whole_or_none(value: &Value) -> Option<u64> {
    integer(value).and_then(|number| u64::try_from(number).ok())
}

/// A time as number or text, or `None`.
pub fn stamp(value: &Value) -> Option<Stamp> {
    match value {
        Value::String(text) => Some(Stamp::Text(text.clone())),
        other => integer(other).map(Stamp::Ms),
    }
}

/// The integer that `value` is. JavaScript does not tell 1 from 1.0, so neither does this.
pub fn integer(value: &Value) -> Option<i64> {
    let number = value.as_f64().filter(|n| n.fract() == 0.0 && n.abs() <= SAFE_MAX as f64)?;
    // OK because it is whole and within the range that a float holds exactly.
    Some(number as i64)
}
