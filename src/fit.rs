//! Typed values out of plain data: a small deserializer over `serde_json::Value`. Knows no type of its own.
//!
//! Everything typed in this crate is read through it, at the border and from the store. It exists for its size: it hands a
//! struct its members in the order of its fields, which compiles to far less than telling them apart by name, borrows
//! instead of taking apart, and buffers nothing, so each type is compiled once, and small. The price: a field has one name
//! (no `alias`), and a struct that refuses unknown members (`deny_unknown_fields`) says so once more, to be heard here:
//! `#[serde(rename(deserialize = "closed"))]`.

use std::fmt;

use serde::{
    Deserialize, Deserializer, de,
    de::{
        DeserializeSeed, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
        value::StrDeserializer,
    },
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

    fn invalid_type(_found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        misfit(&wanted.to_string())
    }

    fn invalid_value(_found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        misfit(&wanted.to_string())
    }

    fn invalid_length(_found: usize, _wanted: &dyn Expected) -> Self {
        misfit("a list of the right length")
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
/// let lacking = plangate::fit::read::<Question>(&serde_json::json!({ "id": "q" })).unwrap_err();
/// assert_eq!(lacking.to_string(), "missing field `question`");
/// let unknown = serde_json::json!({ "judgeTimeout": 1 });
/// assert!(plangate::fit::read::<plangate::config::Limits>(&unknown).is_err());
/// ```
pub fn read<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, Misfit> {
    T::deserialize(Data(Some(value)))
}

/// Reads an enum whose variant is named by the member `tag` of an object that also holds the variant's fields.
pub fn read_tagged<'de, T: Deserialize<'de>>(value: &'de Value, tag: &'static str) -> Result<T, Misfit> {
    T::deserialize(Tagged { value, tag })
}

/// The name of a struct that refuses unknown members.
const CLOSED: &str = "closed";

/// A value to be read; `None` = the object has no such member.
#[derive(Clone, Copy, Debug)]
struct Data<'de>(Option<&'de Value>);

#[inline(never)]
fn misfit(wanted: &str) -> Misfit {
    Misfit(["not ", wanted].concat())
}

impl<'de> Data<'de> {
    #[inline(never)]
    fn object(self) -> Result<&'de Map<String, Value>, Misfit> {
        self.0.and_then(Value::as_object).ok_or_else(|| misfit("an object"))
    }

    #[inline(never)]
    fn list(self) -> Result<Items<'de>, Misfit> {
        self.0.and_then(Value::as_array).map(|items| Items(items.iter())).ok_or_else(|| misfit("a list"))
    }

    #[inline(never)]
    fn text(self) -> Result<&'de str, Misfit> {
        self.0.and_then(Value::as_str).ok_or_else(|| misfit("a text"))
    }

    #[inline(never)]
    fn whole(self) -> Result<u64, Misfit> {
        self.0.and_then(Value::as_u64).ok_or_else(|| misfit("a whole number from 0"))
    }

    #[inline(never)]
    fn variant(self) -> Result<Variant<'de>, Misfit> {
        match self.0 {
            Some(Value::String(name)) => Ok(Variant { name, content: Data(None) }),
            Some(Value::Object(members)) if members.len() == 1 => {
                let (name, content) = members.iter().next().ok_or_else(|| misfit("a variant"))?;
                Ok(Variant { name, content: Data(Some(content)) })
            }
            _ => Err(misfit("a variant")),
        }
    }
}

impl<'de> Deserializer<'de> for Data<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.0.ok_or_else(|| misfit("there"))? {
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
        if self.0.is_none_or(Value::is_null) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let mut fields = Fields::of(self, name, fields)?;
        visitor.visit_seq(&mut fields).map_err(|error| fields.named(error))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_map(Members::of(self.object()?))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_seq(self.list()?)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_bool(self.0.and_then(Value::as_bool).ok_or_else(|| misfit("true or false"))?)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_u64(self.whole()?)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_i64(self.0.and_then(Value::as_i64).ok_or_else(|| misfit("a whole number"))?)
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
        visitor.visit_borrowed_str(self.text()?)
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
        visitor.visit_enum(self.variant()?)
    }

    forward_to_deserialize_any! { i8 i16 i32 f32 f64 char bytes byte_buf unit unit_struct tuple_struct ignored_any }
}

/// The members of an object in the order of a struct's fields.
struct Fields<'de> {
    members: &'de Map<String, Value>,
    names: std::slice::Iter<'static, &'static str>,
    /// The field that was asked for last, where the object lacks it.
    lacking: Option<&'static str>,
}

impl<'de> Fields<'de> {
    #[inline(never)]
    fn of(from: Data<'de>, name: &str, names: &'static [&'static str]) -> Result<Self, Misfit> {
        let members = from.object()?;
        if name == CLOSED
            && let Some(unknown) = members.keys().find(|member| !names.contains(&member.as_str()))
        {
            return Err(Misfit(format!("unknown field `{unknown}`, expected one of `{}`", names.join("`, `"))));
        }
        Ok(Self { members, names: names.iter(), lacking: None })
    }

    #[inline(never)]
    fn next(&mut self) -> Option<Data<'de>> {
        let name = self.names.next()?;
        let found = self.members.get(*name);
        self.lacking = if found.is_none() { Some(name) } else { None };
        Some(Data(found))
    }

    /// The error of a whole struct: where a member was lacking, which one.
    #[inline(never)]
    fn named(&self, error: Misfit) -> Misfit {
        match self.lacking {
            Some(name) => Misfit(format!("missing field `{name}`")),
            None => error,
        }
    }
}

impl<'de> SeqAccess<'de> for Fields<'de> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        let Some(data) = self.next() else { return Ok(None) };
        match seed.deserialize(data) {
            Ok(value) => Ok(Some(value)),
            // Now the field has its default or the struct is refused.
            Err(_) if data.0.is_none() => Ok(None),
            Err(error) => Err(error),
        }
    }
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
        visitor.visit_enum(Variant { name, content: Data(Some(self.value)) })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

/// A variant by name, with what belongs to it.
struct Variant<'de> {
    name: &'de str,
    content: Data<'de>,
}

impl<'de> Variant<'de> {
    #[inline(never)]
    fn content(self) -> Result<Data<'de>, Misfit> {
        if self.content.0.is_some() { Ok(self.content) } else { Err(misfit("a variant with content")) }
    }
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
        seed.deserialize(self.content()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.content()?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Misfit> {
        self.content()?.deserialize_struct("", fields, visitor)
    }
}

/// Items of a list.
struct Items<'de>(std::slice::Iter<'de, Value>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        self.0.next().map(|item| seed.deserialize(Data(Some(item)))).transpose()
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
        seed.deserialize(Data(self.value.take()))
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
        visitor.visit_enum(Variant { name: self.0, content: Data(None) })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}
