//! Values written as JSON and read back.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use impinge::Real;
use serde::de::DeserializeOwned;
use serde::ser::Serialize;
use serde_json::{from_str, to_string};

/// A scalar that serde knows.
pub trait Written: Real + Serialize + DeserializeOwned {}
impl<T: Real + Serialize + DeserializeOwned> Written for T {}

pub fn read_back<S: Serialize + DeserializeOwned>(value: &S) -> S {
    from_str(&to_string(value).unwrap()).unwrap()
}

#[track_caller]
pub fn returns<S: Serialize + DeserializeOwned + PartialEq + Debug>(value: S) {
    assert_eq!(read_back(&value), value);
}

/// Error for text that is not a value of this type.
#[track_caller]
pub fn refused<S: DeserializeOwned>(text: &str) -> String {
    from_str::<S>(text).err().expect("it must be refused").to_string()
}
