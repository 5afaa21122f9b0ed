//! A check of everything that a snapshot says: whether each number in it is finite.
//!
//! Text such as `1e999` is read as infinity, and what has no field of its own to check it would go on into the next step. This serializer
//! visits a value as if to write it, writes nothing, and fails at the first number that is not finite.

use core::fmt;

use serde::ser::{self, Serialize, Serializer};

/// Returns the first number of a value that is not finite, as an error.
pub(crate) fn check_finite(value: &impl Serialize) -> Result<(), f64> {
    value.serialize(Check).map_err(|NotFinite(found)| found)
}

#[derive(Clone, Copy, Debug)]
struct Check;

/// A number that is not finite.
#[derive(Clone, Copy, Debug)]
struct NotFinite(f64);

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number is not finite")
    }
}

impl core::error::Error for NotFinite {}

impl ser::Error for NotFinite {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(f64::NAN)
    }
}

type Done = Result<(), NotFinite>;

/// Methods for values that hold no number, or none that can be infinite.
macro_rules! pass {
    ($($method:ident: $kind:ty),*) => {
        $(fn $method(self, _: $kind) -> Done {
            Ok(())
        })*
    };
}

impl Serializer for Check {
    type Ok = ();
    type Error = NotFinite;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    pass!(
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_i128: i128,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_u128: u128,
        serialize_char: char,
        serialize_str: &str,
        serialize_bytes: &[u8],
        serialize_unit_struct: &'static str
    );

    fn serialize_f32(self, x: f32) -> Done {
        self.serialize_f64(x.into())
    }

    fn serialize_f64(self, x: f64) -> Done {
        if x.is_finite() { Ok(()) } else { Err(NotFinite(x)) }
    }

    fn serialize_none(self) -> Done {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Done {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Done {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, NotFinite> {
        Ok(self)
    }
}

/// Compound values: each of their parts is checked.
macro_rules! parts {
    ($($kind:ident: $method:ident($($key:ident: $of:ty),*)),*) => {
        $(impl ser::$kind for Check {
            type Ok = ();
            type Error = NotFinite;

            fn $method<T: Serialize + ?Sized>(&mut self, $($key: $of,)* value: &T) -> Done {
                value.serialize(*self)
            }

            fn end(self) -> Done {
                Ok(())
            }
        })*
    };
}

parts!(
    SerializeSeq: serialize_element(),
    SerializeTuple: serialize_element(),
    SerializeTupleStruct: serialize_field(),
    SerializeTupleVariant: serialize_field(),
    SerializeStruct: serialize_field(_name: &'static str),
    SerializeStructVariant: serialize_field(_name: &'static str)
);

impl ser::SerializeMap for Check {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        key.serialize(*self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(*self)
    }

    fn end(self) -> Done {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Serialize)]
    enum Any<'a> {
        One(f64),
        Two(f32, &'a str),
        Three { list: Vec<Option<f64>>, nothing: () },
    }

    #[test]
    fn numbers_are_found_wherever_they_are() {
        let three = |x: f64| Any::Three { list: vec![None, Some(1.0), Some(x)], nothing: () };
        assert_eq!(check_finite(&[three(2.0), Any::One(f64::MAX), Any::Two(f32::MIN, "inf")]), Ok(()));
        for bad in [three(f64::NAN), Any::One(f64::INFINITY), Any::Two(f32::NEG_INFINITY, "")] {
            assert!(check_finite(&[Any::One(0.0), bad]).is_err_and(|found| !found.is_finite()));
        }
    }
}
