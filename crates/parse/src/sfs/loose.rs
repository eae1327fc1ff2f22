//! Reads values of JSON that may be of another type than they should: such a value counts as missing, and is passed over without being
//! kept.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Whether a field is there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Present(pub(super) bool);

impl<'de> Deserialize<'de> for Present {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(json)?;
        Ok(Self(true))
    }
}

/// A text; a number as a text.
pub(super) fn text<'de, D: Deserializer<'de>>(json: D) -> Result<Option<String>, D::Error> {
    json.deserialize_any(Loose::<TextOf>::default())
}

/// A truth value.
pub(super) fn flag<'de, D: Deserializer<'de>>(json: D) -> Result<Option<bool>, D::Error> {
    json.deserialize_any(Loose::<FlagOf>::default())
}

/// An object.
pub(super) fn object<'de, D, T>(json: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    json.deserialize_any(Loose::<ObjectOf<T>>::default())
}

/// A list of objects, without those that have none of the known fields.
pub(super) fn list<'de, D, T>(json: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default + PartialEq,
{
    json.deserialize_any(Loose::<ListOf<T>>::default())
}

/// What is made of values of each type. None: the value is of another type than it should be.
trait Wanted<'de> {
    type Value;

    fn text(_: &str) -> Option<Self::Value> {
        None
    }

    fn number(_: &dyn fmt::Display) -> Option<Self::Value> {
        None
    }

    fn flag(_: bool) -> Option<Self::Value> {
        None
    }

    fn object<A: MapAccess<'de>>(mut fields: A) -> Result<Option<Self::Value>, A::Error> {
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn list<A: SeqAccess<'de>>(mut items: A) -> Result<Option<Self::Value>, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

struct TextOf;

impl Wanted<'_> for TextOf {
    type Value = String;

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn number(number: &dyn fmt::Display) -> Option<String> {
        Some(number.to_string())
    }
}

struct FlagOf;

impl Wanted<'_> for FlagOf {
    type Value = bool;

    fn flag(flag: bool) -> Option<bool> {
        Some(flag)
    }
}

struct ObjectOf<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Wanted<'de> for ObjectOf<T> {
    type Value = T;

    fn object<A: MapAccess<'de>>(fields: A) -> Result<Option<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields)).map(Some)
    }
}

struct ListOf<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + Default + PartialEq> Wanted<'de> for ListOf<T> {
    type Value = Vec<T>;

    fn list<A: SeqAccess<'de>>(mut items: A) -> Result<Option<Vec<T>>, A::Error> {
        let (mut found, nothing) = (Vec::new(), T::default());
        while let Some(Item(item)) = items.next_element::<Item<T>>()? {
            found.extend(item.filter(|item| *item != nothing));
        }
        Ok(Some(found))
    }
}

/// An item of a list.
struct Item<T>(Option<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Item<T> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        object(json).map(Self)
    }
}

/// Visits a value of any type.
struct Loose<W>(PhantomData<W>);

impl<W> Default for Loose<W> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<'de, W: Wanted<'de>> Visitor<'de> for Loose<W> {
    type Value = Option<W::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(W::text(text))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(W::number(&number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(W::number(&number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(serde_json::Number::from_f64(number).and_then(|number| W::number(&number)))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Self::Value, E> {
        Ok(W::flag(flag))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
        W::object(fields)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        W::list(items)
    }
}
