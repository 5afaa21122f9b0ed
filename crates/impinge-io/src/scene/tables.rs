//! TOML as serde reads it, with the place of each fault.
//!
//! The deserializer of `toml` builds what reads a table three times for each type, two of them for dates and for values that know
//! their places. Scenes have neither, nor enums, and this one builds it once.
//!
//! **Failure.** A key or value that is not wanted is told with the byte where it begins, a key that is missing with the table's.

use std::fmt;

use serde::Deserialize;
use serde::de::value::SeqDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// What is wrong, and the byte where.
#[derive(Debug)]
pub struct Fault {
    pub what: String,
    pub at: Option<usize>,
}

/// What a document says.
///
/// # Errors
/// If the text is no TOML, or has a key or a type that is not wanted.
pub fn from_toml<'t, D: Deserialize<'t>>(text: &'t str) -> Result<D, Fault> {
    let table = DeTable::parse(text)
        .map_err(|e| Fault { what: e.message().into(), at: e.span().map(|span| span.start) })?;
    let (at, table) = (table.span().start, table.into_inner());
    D::deserialize(Value { value: DeValue::Table(table), at })
}

/// A value and where it begins.
struct Value<'t> {
    value: DeValue<'t>,
    at: usize,
}

impl<'t> Value<'t> {
    fn of(value: Spanned<DeValue<'t>>) -> Self {
        Self { at: value.span().start, value: value.into_inner() }
    }
}

impl Fault {
    /// At this place, unless a value further inside is to blame.
    fn or_at(self, at: usize) -> Self {
        Self { at: self.at.or(Some(at)), ..self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Fault {}

impl serde::de::Error for Fault {
    fn custom<M: fmt::Display>(what: M) -> Self {
        Self { what: what.to_string(), at: None }
    }
}

impl<'t> Deserializer<'t> for Value<'t> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Self { value, at } = self;
        let wrong = |what: &str| Fault { what: what.into(), at: None };
        let read = match value {
            DeValue::String(DeString::Owned(text)) => visitor.visit_string(text),
            DeValue::String(DeString::Borrowed(text)) => visitor.visit_borrowed_str(text),
            DeValue::Integer(digits) => i64::from_str_radix(digits.as_str(), digits.radix())
                .map_err(|_| wrong("integer number overflowed"))
                .and_then(|number| visitor.visit_i64(number)),
            DeValue::Float(digits) => match digits.as_str().parse::<f64>() {
                Ok(number)
                    if number.is_finite() || !digits.as_str().contains(|c: char| c.is_ascii_digit()) =>
                {
                    visitor.visit_f64(number)
                }
                _ => Err(wrong("floating-point number overflowed")),
            },
            DeValue::Boolean(yes) => visitor.visit_bool(yes),
            DeValue::Datetime(_) => Err(wrong("a date, which has no place here")),
            DeValue::Array(items) => {
                let mut items = SeqDeserializer::new(items.into_iter().map(Value::of));
                visitor.visit_seq(&mut items).and_then(|read| items.end().map(|()| read))
            }
            DeValue::Table(table) => {
                let mut left: Vec<_> = table.into_iter().collect();
                left.reverse();
                visitor.visit_map(Entries { left, value: None })
            }
        };
        read.map_err(|fault| fault.or_at(at))
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'t>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        <W: Visitor<'t>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'t> IntoDeserializer<'t, Fault> for Value<'t> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The entries of a table, the next one last.
struct Entries<'t> {
    left: Vec<(Spanned<DeString<'t>>, Spanned<DeValue<'t>>)>,
    value: Option<Value<'t>>,
}

impl<'t> MapAccess<'t> for Entries<'t> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'t>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some((key, value)) = self.left.pop() else { return Ok(None) };
        self.value = Some(Value::of(value));
        let at = key.span().start;
        let key = seed.deserialize(key.get_ref().as_ref().into_deserializer());
        key.map(Some).map_err(|fault: Fault| fault.or_at(at))
    }

    fn next_value_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        match self.value.take() {
            Some(value) => seed.deserialize(value),
            None => Err(serde::de::Error::custom("a value without a key")),
        }
    }
}
