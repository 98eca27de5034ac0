//! Typed values out of plain data: a small deserializer over `serde_json::Value`. Knows no type of its own.
//!
//! Everything typed in this crate is read through it, at the border and from the store. It exists for its size: it offers a
//! struct only the way through a map, borrows instead of taking apart, and buffers nothing, so each type is compiled once,
//! and small. serde_json's own deserializers made the module twice as large.

use std::fmt;

use serde::{
    Deserialize, Deserializer, de,
    de::{DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor, value::StrDeserializer},
    forward_to_deserialize_any,
};
use serde_json::{Map, Value};

/// What does not fit: lower case, no full stop, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit(String);

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misfit {}

impl de::Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// Reads a typed value.
///
/// ```
/// use plangate::question::Question;
/// let data = serde_json::json!({ "id": "q", "question": "Which?", "options": ["a", "b", ""] });
/// let question: Question = plangate::fit::read(&data).unwrap();
/// assert_eq!(question.id, "q");
/// assert!(plangate::fit::read::<Question>(&serde_json::json!({ "id": 1 })).is_err());
/// ```
pub fn read<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, Misfit> {
    T::deserialize(Data(value))
}

/// Reads an enum whose variant is named by the member `tag` of an object that also holds the variant's fields.
pub fn read_tagged<'de, T: Deserialize<'de>>(value: &'de Value, tag: &'static str) -> Result<T, Misfit> {
    T::deserialize(Tagged { value, tag })
}

/// A value to be read.
#[derive(Clone, Copy, Debug)]
pub struct Data<'de>(pub &'de Value);

fn misfit(wanted: &str) -> Misfit {
    Misfit(format!("not {wanted}"))
}

impl<'de> Data<'de> {
    fn object(self) -> Result<Members<'de>, Misfit> {
        self.0.as_object().map(Members::of).ok_or_else(|| misfit("an object"))
    }
}

impl<'de> Deserializer<'de> for Data<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(value), _) => visitor.visit_u64(value),
                (None, Some(value)) => visitor.visit_i64(value),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => visitor.visit_seq(Items(items.iter())),
            Value::Object(members) => visitor.visit_map(Members::of(members)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_map(self.object()?)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_map(self.object()?)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_seq(Items(self.0.as_array().ok_or_else(|| misfit("a list"))?.iter()))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_bool(self.0.as_bool().ok_or_else(|| misfit("true or false"))?)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_u64(self.0.as_u64().ok_or_else(|| misfit("a whole number from 0"))?)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_i64(self.0.as_i64().ok_or_else(|| misfit("a whole number"))?)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_borrowed_str(self.0.as_str().ok_or_else(|| misfit("a text"))?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(Variant { name, content: None }),
            Value::Object(members) if members.len() == 1 => {
                let (name, content) = members.iter().next().ok_or_else(|| misfit("a variant"))?;
                visitor.visit_enum(Variant { name, content: Some(Data(content)) })
            }
            _ => Err(misfit("a variant")),
        }
    }

    forward_to_deserialize_any! { i8 i16 i32 f32 f64 char bytes byte_buf unit unit_struct tuple_struct ignored_any }
}

/// An object that names its variant by a member.
struct Tagged<'de> {
    value: &'de Value,
    tag: &'static str,
}

impl<'de> Deserializer<'de> for Tagged<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Misfit> {
        Err(misfit("a tagged variant"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let name = self.value.get(self.tag).and_then(Value::as_str).ok_or_else(|| misfit("a tagged variant"))?;
        visitor.visit_enum(Variant { name, content: Some(Data(self.value)) })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

/// A variant by name, with what belongs to it.
struct Variant<'de> {
    name: &'de str,
    content: Option<Data<'de>>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Misfit;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Misfit> {
        Ok((seed.deserialize(StrDeserializer::new(self.name))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        // OK because a tagged object holds its own tag beside nothing.
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Misfit> {
        seed.deserialize(self.content.ok_or_else(|| misfit("a variant with content"))?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.content.ok_or_else(|| misfit("a variant with content"))?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _fields: &'static [&'static str], visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_map(self.content.ok_or_else(|| misfit("a variant with content"))?.object()?)
    }
}

/// Items of a list.
struct Items<'de>(std::slice::Iter<'de, Value>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        self.0.next().map(|item| seed.deserialize(Data(item))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// Members of an object.
struct Members<'de> {
    open: serde_json::map::Iter<'de>,
    value: Option<&'de Value>,
}

impl<'de> Members<'de> {
    fn of(members: &'de Map<String, Value>) -> Self {
        Self { open: members.iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        let Some((key, value)) = self.open.next() else { return Ok(None) };
        self.value = Some(value);
        // A key is a text of data, so that maps may borrow it and fields are told apart by it.
        seed.deserialize(Key(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        seed.deserialize(Data(self.value.take().ok_or_else(|| misfit("a member"))?))
    }
}

/// The key of a member.
struct Key<'de>(&'de str);

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_enum(Variant { name: self.0, content: None })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}
