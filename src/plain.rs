//! Typed values as plain data: the way out, to the page and to the store. Knows no type of any room.
//!
//! It is written by hand for its size, as its counterpart `fit` is: one function that takes any member of an object, instead
//! of one for each type of member. What crosses the border is what serde would write; the tests of `wire` hold it to that.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::fit::Named;
use crate::sorted::{VecMap, VecSet};

/// What can be written as plain data.
pub trait Plain {
    /// The value, as JSON knows it.
    fn plain(&self) -> Value;
}

/// An object in the making.
#[derive(Debug, Default)]
pub struct Members(Map<String, Value>);

impl Members {
    /// Adds a member.
    #[inline(never)]
    pub fn put(&mut self, name: &str, value: &dyn Plain) {
        self.add(name, value.plain());
    }

    /// Adds a member unless it is null.
    #[inline(never)]
    pub fn put_some(&mut self, name: &str, value: &dyn Plain) {
        let value = value.plain();
        if !value.is_null() {
            self.add(name, value);
        }
    }

    /// Adds a member unless it is what an empty one begins with: null, false, zero, no text, no items, no members.
    #[inline(never)]
    pub fn put_filled(&mut self, name: &str, value: &dyn Plain) {
        let value = value.plain();
        let is_empty = match &value {
            Value::Null => true,
            Value::Bool(value) => !value,
            Value::Number(number) => number.as_i64() == Some(0),
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty(),
            Value::Object(members) => members.is_empty(),
        };
        if !is_empty {
            self.add(name, value);
        }
    }

    #[inline(never)]
    fn add(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    /// The object.
    #[inline(never)]
    pub fn value(self) -> Value {
        Value::Object(self.0)
    }
}

/// An object of these members.
///
/// ```
/// use plangate::plain::object;
/// assert_eq!(object(&[("ok", &true), ("ids", &["a"])]), serde_json::json!({ "ok": true, "ids": ["a"] }));
/// ```
#[inline(never)]
pub fn object(members: &[(&str, &dyn Plain)]) -> Value {
    let mut made = Members::default();
    for (name, value) in members {
        made.put(name, *value);
    }
    made.value()
}

/// An object of one member: a variant and its content.
#[inline(never)]
pub fn one(name: &str, content: Value) -> Value {
    let mut made = Members::default();
    made.add(name, content);
    made.value()
}

impl<T: Named> Plain for T {
    fn plain(&self) -> Value {
        Value::from(named(*self, T::NAMES))
    }
}

// OK to be its own function: it is the same code for all of one size.
#[inline(never)]
fn named<T: PartialEq>(value: T, names: &'static [(&'static str, T)]) -> &'static str {
    let found = names.iter().find(|(_, it)| *it == value);
    debug_assert!(found.is_some(), "a variant without a name");
    found.map(|(name, _)| *name).unwrap_or_default()
}

impl Plain for Value {
    fn plain(&self) -> Value {
        self.clone()
    }
}

impl Plain for Map<String, Value> {
    fn plain(&self) -> Value {
        Value::Object(self.clone())
    }
}

impl Plain for str {
    fn plain(&self) -> Value {
        Value::from(self)
    }
}

impl Plain for String {
    fn plain(&self) -> Value {
        Value::from(self.as_str())
    }
}

impl Plain for bool {
    fn plain(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Plain for () {
    fn plain(&self) -> Value {
        Value::Null
    }
}

impl Plain for u8 {
    fn plain(&self) -> Value {
        Value::from(*self)
    }
}

impl Plain for u16 {
    fn plain(&self) -> Value {
        Value::from(*self)
    }
}

impl Plain for u32 {
    fn plain(&self) -> Value {
        Value::from(*self)
    }
}

impl Plain for u64 {
    fn plain(&self) -> Value {
        Value::from(*self)
    }
}

impl Plain for i64 {
    fn plain(&self) -> Value {
        Value::from(*self)
    }
}

impl Plain for usize {
    fn plain(&self) -> Value {
        Value::from(*self)
    }
}

impl Plain for &str {
    fn plain(&self) -> Value {
        Value::from(*self)
    }
}

impl<T: Plain> Plain for Option<T> {
    fn plain(&self) -> Value {
        self.as_ref().map(Plain::plain).unwrap_or_default()
    }
}

impl<T: Plain> Plain for [T] {
    fn plain(&self) -> Value {
        let mut list = Vec::with_capacity(self.len());
        for item in self {
            list.push(item.plain());
        }
        Value::Array(list)
    }
}

impl<T: Plain> Plain for Vec<T> {
    fn plain(&self) -> Value {
        self.as_slice().plain()
    }
}

impl<T: Plain, const N: usize> Plain for [T; N] {
    fn plain(&self) -> Value {
        self.as_slice().plain()
    }
}

impl<A: Plain, B: Plain> Plain for (A, B) {
    fn plain(&self) -> Value {
        Value::Array(vec![self.0.plain(), self.1.plain()])
    }
}

impl<T: Plain> Plain for VecMap<String, T> {
    fn plain(&self) -> Value {
        let mut made = Members::default();
        for (key, value) in self.iter() {
            made.put(key, value);
        }
        made.value()
    }
}

impl Plain for BTreeSet<String> {
    fn plain(&self) -> Value {
        let mut list = Vec::with_capacity(self.len());
        for item in self {
            list.push(item.plain());
        }
        Value::Array(list)
    }
}

impl Plain for VecSet<String> {
    fn plain(&self) -> Value {
        let mut list = Vec::with_capacity(self.len());
        for item in self.iter() {
            list.push(item.plain());
        }
        Value::Array(list)
    }
}
