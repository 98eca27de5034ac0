//! Reading values of the wrong type without a stop: each becomes the value that the rules refuse by name.
//!
//! Knows JSON values only, no rule. Source: the task rules name a code for a bad id, title, status, dependency, parent,
//! kind and result; a code that names the field helps more than one that names the type.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::evidence::{Item, Stamp};
use super::node::CriterionDraft;
use crate::fit;

/// A text, or `""`.
pub fn text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Value::deserialize(from).map(plain)
}

/// A text, `None` for null, or `""`.
pub fn optional_text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::Null => None,
        other => Some(plain(other)),
    })
}

/// A text, or `None`.
pub fn text_or_none<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(text) => Some(text),
        _ => None,
    })
}

/// A list of texts; `""` for what is none.
pub fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::Null => Vec::new(),
        Value::Array(list) => list.into_iter().map(plain).collect(),
        _ => vec![String::new()],
    })
}

/// A list of criteria; one of kind `""` for what is none. A ref or want that is no text is an error.
pub fn criteria<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<CriterionDraft>, D::Error> {
    match Value::deserialize(from)? {
        Value::Null => Ok(Vec::new()),
        Value::Array(list) => list
            .into_iter()
            .map(|value| match value {
                Value::Object(_) => fit::read(&value).map_err(serde::de::Error::custom),
                _ => Ok(CriterionDraft::default()),
            })
            .collect(),
        _ => Ok(vec![CriterionDraft::default()]),
    }
}

/// The well-formed items of a list.
pub fn items<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Item>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::Array(list) => {
            list.iter().filter(|value| value.is_object()).filter_map(|value| fit::read(value).ok()).collect()
        }
        _ => Vec::new(),
    })
}

/// A number of things, or how many a list holds.
pub fn count<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::Array(list) => u64::try_from(list.len()).unwrap_or(u64::MAX),
        other => other.as_u64().unwrap_or_default(),
    })
}

/// A whole number from 0, or `None`.
pub fn whole_or_none<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    Ok(integer(&Value::deserialize(from)?).and_then(|number| u64::try_from(number).ok()))
}

/// A time as number or text, or `None`.
pub fn stamp<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Stamp>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(text) => Some(Stamp::Text(text)),
        other => integer(&other).map(Stamp::Ms),
    })
}

/// The integer that `value` is. JavaScript does not tell 1 from 1.0, so neither does this.
pub fn integer(value: &Value) -> Option<i64> {
    const SAFE: f64 = 9_007_199_254_740_991.0;
    value.as_i64().or_else(|| {
        let number = value.as_f64().filter(|n| n.fract() == 0.0 && n.abs() <= SAFE)?;
        // OK because it is whole and within the range that a float holds exactly.
        Some(number as i64)
    })
}

fn plain(value: Value) -> String {
    match value {
        Value::String(text) => text,
        _ => String::new(),
    }
}
