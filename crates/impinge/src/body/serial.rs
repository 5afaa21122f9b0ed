//! Bodies in files, with the feature `serde`: those that are named convex shapes, as such. Others are refused; keep what they
//! were made from.

use serde::ser::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{AnyBody, BodySpace};

impl<V: BodySpace<Part: Serialize>> Serialize for AnyBody<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Convex(shape) => shape.serialize(serializer),
            Self::Custom(_) => Err(S::Error::custom(
                "a shape of your own cannot be written: it is known by its functions only",
            )),
            Self::Pieces(_) => Err(S::Error::custom(
                "a mesh or compound in a scene is not written: write what it was made from",
            )),
            Self::HalfSpace(_) => Err(S::Error::custom("a half-space in a scene is not written")),
        }
    }
}

impl<'de, V: BodySpace<Part: Deserialize<'de>>> Deserialize<'de> for AnyBody<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        V::Part::deserialize(deserializer).map(Self::Convex)
    }
}
