//! Serialization of regions and chains, with the feature `serde`: their points, deserialized by the constructors, which reject invalid
//! data with the same message.

use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Chain, Region};
use crate::math::{Real, Vec2};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRegion<T> {
    rings: Vec<Vec<Vec2<T>>>,
}

impl<T: Real + Serialize> Serialize for Region<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenRegion { rings: self.rings().map(<[Vec2<T>]>::to_vec).collect() }.serialize(serializer)
    }
}

impl<'de, T: Real + Deserialize<'de>> Deserialize<'de> for Region<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenRegion { rings } = WrittenRegion::<T>::deserialize(deserializer)?;
        Self::try_new(&rings).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenChain<T> {
    points: Vec<Vec2<T>>,
    closed: bool,
    one_sided: bool,
}

impl<T: Real + Serialize> Serialize for Chain<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (closed, one_sided) = (self.is_closed(), self.is_one_sided());
        WrittenChain { points: self.points().to_vec(), closed, one_sided }.serialize(serializer)
    }
}

impl<'de, T: Real + Deserialize<'de>> Deserialize<'de> for Chain<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenChain { points, closed, one_sided } = WrittenChain::<T>::deserialize(deserializer)?;
        let chain = if closed { Self::try_closed(&points) } else { Self::try_new(&points) };
        let chain = chain.map_err(D::Error::custom)?;
        Ok(if one_sided { chain.one_sided() } else { chain })
    }
}
