//! Typed values out of plain data. Knows no type of any room.
//!
//! Everything typed in this crate is read through it, at the border and from the store: a type says by name what it is made
//! of. It is written by hand for its size. Derived readers leave at every field that does not fit, and so hold the clean-up
//! of all fields before it, for each type anew; here a field that does not fit is noted, reading goes on with something
//! that means nothing, and who asked throws the whole away.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Map, Value};

use crate::sorted::{VecMap, VecSet};

/// The largest whole number that JavaScript tells from its neighbours. Text from a page may hold larger ones; nothing is read
/// as what the page could not have meant.
pub const SAFE_MAX: u64 = 9_007_199_254_740_991;

/// What does not fit: lower case, no full stop, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit(String);

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misfit {}

/// What can be read out of plain data.
pub trait Fit: Sized {
    /// The value. Where the data do not fit, that is noted, and what comes back means nothing.
    fn fit(from: Data<'_>) -> Self;

    /// What it is where the data have no such member; `None` = the member must be there.
    fn absent() -> Option<Self> {
        None
    }
}

/// What is one of some names.
pub trait Named: Copy + PartialEq + 'static {
    /// Each with its name.
    const NAMES: &'static [(&'static str, Self)];
    /// What stands for a name that is none of these, until the misfit is heard of.
    const ELSE: Self;
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
pub fn read<T: Fit>(value: &Value) -> Result<T, Misfit> {
    let notes = Notes::default();
    let found = T::fit(notes.about(value));
    notes.none().map(|()| found)
}

/// The first thing that does not fit, if any.
#[derive(Debug, Default)]
pub struct Notes(RefCell<Option<Misfit>>);

impl Notes {
    /// Data to be read under these notes.
    pub fn about<'a>(&'a self, value: &'a Value) -> Data<'a> {
        Data { value: Some(value), notes: self }
    }

    /// Whether all has fitted.
    pub fn none(self) -> Result<(), Misfit> {
        self.0.into_inner().map_or(Ok(()), Err)
    }

    #[inline(never)]
    fn take(&self, parts: &[&str]) {
        if let Ok(mut noted) = self.0.try_borrow_mut() {
            noted.get_or_insert_with(|| Misfit(parts.concat()));
        }
    }
}

/// A value to be read; where it is missing, that is noted already.
#[derive(Clone, Copy, Debug)]
pub struct Data<'a> {
    value: Option<&'a Value>,
    notes: &'a Notes,
}

impl<'a> Data<'a> {
    /// The data as they are.
    pub fn value(self) -> Option<&'a Value> {
        self.value
    }

    /// Notes that this is not `what`.
    #[inline(never)]
    pub fn not(self, what: &str) {
        if self.value.is_some() {
            self.notes.take(&["not ", what]);
        }
    }

    /// Notes a misfit in these words.
    #[inline(never)]
    pub fn misfit(self, words: &str) {
        self.notes.take(&[words]);
    }

    #[inline(never)]
    fn is_null(self) -> bool {
        self.value.is_none_or(Value::is_null)
    }

    #[inline(never)]
    fn text(self) -> &'a str {
        self.value.and_then(Value::as_str).unwrap_or_else(|| {
            self.not("a text");
            ""
        })
    }

    #[inline(never)]
    fn whole(self, max: u64, name: &str) -> u64 {
        match self.value.and_then(Value::as_u64) {
            Some(number) if number <= max => number,
            Some(_) => {
                self.not(name);
                0
            }
            None => {
                self.not("a whole number from 0");
                0
            }
        }
    }

    #[inline(never)]
    fn items(self) -> &'a [Value] {
        self.value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_else(|| {
            self.not("a list");
            &[]
        })
    }

    #[inline(never)]
    fn object(self) -> Option<&'a Map<String, Value>> {
        let members = self.value.and_then(Value::as_object);
        if members.is_none() {
            self.not("an object");
        }
        members
    }

    /// Other data under the same notes.
    pub fn of(self, value: &'a Value) -> Data<'a> {
        Data { value: Some(value), notes: self.notes }
    }

    fn item(self, place: usize) -> Data<'a> {
        let value = self.items().get(place);
        if value.is_none() {
            self.not("a list of the right length");
        }
        Data { value, notes: self.notes }
    }

    /// The members of an object.
    #[inline(never)]
    pub fn fields(self) -> Fields<'a> {
        self.object();
        Fields { content: self, place: 0 }
    }

    /// The members of an object that has no others.
    #[inline(never)]
    pub fn closed(self, names: &[&str]) -> Fields<'a> {
        let members = self.object().into_iter().flat_map(Map::keys);
        if let Some(unknown) = members.map(String::as_str).find(|member| !names.contains(member)) {
            self.notes.take(&["unknown field `", unknown, "`, expected one of `", &names.join("`, `"), "`"]);
        }
        Fields { content: self, place: 0 }
    }

    /// One of these variants: by name alone, or as the name of the only member of an object, which is its content.
    #[inline(never)]
    pub fn variant(self, names: &[&str]) -> Fields<'a> {
        let (name, content) = match self.value {
            Some(Value::String(name)) => (name.as_str(), None),
            Some(Value::Object(members)) if members.len() == 1 => match members.iter().next() {
                Some((name, content)) => (name.as_str(), Some(content)),
                None => ("", None),
            },
            _ => {
                self.not("a variant");
                ("", None)
            }
        };
        self.place(name, content, names)
    }

    /// One of these variants, named by the member `tag` of an object that also holds its fields.
    #[inline(never)]
    pub fn tagged(self, tag: &str, names: &[&str]) -> Fields<'a> {
        let name = self.value.and_then(|value| value.get(tag)).and_then(Value::as_str).unwrap_or_else(|| {
            self.not("a tagged variant");
            ""
        });
        self.place(name, self.value, names)
    }

    fn place(self, name: &str, content: Option<&'a Value>, names: &[&str]) -> Fields<'a> {
        let place = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            let known = match names {
                [one, other] => ["`", one, "` or `", other, "`"].concat(),
                [_] => ["`", &names.concat(), "`"].concat(),
                _ => ["one of `", &names.join("`, `"), "`"].concat(),
            };
            self.notes.take(&["unknown variant `", name, "`, expected ", &known]);
            usize::MAX
        });
        Fields { content: Data { value: content, notes: self.notes }, place }
    }
}

/// The members of an object, to be read by name.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    content: Data<'a>,
    place: usize,
}

impl<'a> Fields<'a> {
    /// Which of the variants it is; past the end = none of them.
    pub fn place(&self) -> usize {
        self.place
    }

    /// The content of a variant.
    #[inline(never)]
    pub fn content<T: Fit>(&self) -> T {
        T::fit(self.whole())
    }

    #[inline(never)]
    fn whole(&self) -> Data<'a> {
        if self.content.value.is_none() {
            self.content.misfit("not a variant with content");
        }
        self.content
    }

    /// A member as it is.
    #[inline(never)]
    pub fn member(&self, name: &str) -> Option<Data<'a>> {
        self.whole().object()?.get(name).map(|value| self.content.of(value))
    }

    /// A member that must be there, as it is.
    pub fn there(&self, name: &str) -> Data<'a> {
        self.member(name).unwrap_or_else(|| self.missing(name))
    }

    #[inline(never)]
    fn missing(&self, name: &str) -> Data<'a> {
        self.content.notes.take(&["missing field `", name, "`"]);
        Data { value: None, notes: self.content.notes }
    }

    /// A member that must be there, unless its type says otherwise.
    #[inline(never)]
    pub fn get<T: Fit>(&self, name: &str) -> T {
        match self.member(name) {
            Some(data) => T::fit(data),
            None => T::absent().unwrap_or_else(|| T::fit(self.missing(name))),
        }
    }

    /// A member, or its default.
    #[inline(never)]
    pub fn get_or_default<T: Fit + Default>(&self, name: &str) -> T {
        self.member(name).map(T::fit).unwrap_or_default()
    }

    /// A member, or what is usual.
    #[inline(never)]
    pub fn get_or<T: Fit>(&self, name: &str, usual: T) -> T {
        self.member(name).map_or(usual, T::fit)
    }

    /// A member, read in a way of its own; its default where it is not there.
    #[inline(never)]
    pub fn get_by<T: Default>(&self, name: &str, read: fn(&Value) -> T) -> T {
        self.member(name).and_then(Data::value).map(read).unwrap_or_default()
    }
}

impl<T: Named> Fit for T {
    fn fit(from: Data<'_>) -> Self {
        named(from, T::NAMES).unwrap_or(T::ELSE)
    }
}

// OK to be its own function: it is the same code for all of one size.
#[inline(never)]
fn named<T: Copy>(from: Data<'_>, names: &[(&str, T)]) -> Option<T> {
    let known: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    names.get(from.variant(&known).place).map(|(_, it)| *it)
}

impl Fit for String {
    fn fit(from: Data<'_>) -> Self {
        from.text().to_owned()
    }
}

impl Fit for bool {
    fn fit(from: Data<'_>) -> Self {
        from.value.and_then(Value::as_bool).unwrap_or_else(|| {
            from.not("true or false");
            false
        })
    }
}

impl Fit for u64 {
    fn fit(from: Data<'_>) -> Self {
        from.whole(SAFE_MAX, "an exact number")
    }
}

impl Fit for u32 {
    fn fit(from: Data<'_>) -> Self {
        from.whole(u32::MAX.into(), "u32") as u32
    }
}

impl Fit for u16 {
    fn fit(from: Data<'_>) -> Self {
        from.whole(u16::MAX.into(), "u16") as u16
    }
}

impl Fit for u8 {
    fn fit(from: Data<'_>) -> Self {
        from.whole(u8::MAX.into(), "u8") as u8
    }
}

impl Fit for i64 {
    fn fit(from: Data<'_>) -> Self {
        from.value.and_then(Value::as_i64).filter(|number| number.unsigned_abs() <= SAFE_MAX).unwrap_or_else(|| {
            from.not("a whole number");
            0
        })
    }
}

impl Fit for Value {
    fn fit(from: Data<'_>) -> Self {
        from.value.cloned().unwrap_or_default()
    }
}

impl<T: Fit> Fit for Option<T> {
    fn fit(from: Data<'_>) -> Self {
        if from.is_null() { None } else { Some(T::fit(from)) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Fit> Fit for Vec<T> {
    fn fit(from: Data<'_>) -> Self {
        let items = from.items();
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            list.push(T::fit(from.of(item)));
        }
        list
    }
}

impl<T: Fit, const N: usize> Fit for [T; N] {
    fn fit(from: Data<'_>) -> Self {
        std::array::from_fn(|place| T::fit(from.item(place)))
    }
}

impl<A: Fit, B: Fit> Fit for (A, B) {
    fn fit(from: Data<'_>) -> Self {
        (A::fit(from.item(0)), B::fit(from.item(1)))
    }
}

impl<T: Fit> Fit for VecMap<String, T> {
    fn fit(from: Data<'_>) -> Self {
        let mut map = VecMap::new();
        for (key, value) in from.object().into_iter().flatten() {
            map.insert(key.clone(), T::fit(from.of(value)));
        }
        map
    }
}

impl Fit for BTreeSet<String> {
    fn fit(from: Data<'_>) -> Self {
        let mut set = BTreeSet::new();
        for item in from.items() {
            set.insert(String::fit(from.of(item)));
        }
        set
    }
}

impl Fit for VecSet<String> {
    fn fit(from: Data<'_>) -> Self {
        let mut set = VecSet::new();
        for item in from.items() {
            set.insert(String::fit(from.of(item)));
        }
        set
    }
}
