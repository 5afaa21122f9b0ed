//! Serialization of bodies, with the feature `serde`: by the name of their form, each in its own format. A deserialized body gives
//! bit-identical answers. User-defined convex shapes are rejected: they are known only by their functions. So are distance maps,
//! which have their own file format.

use alloc::vec::Vec;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{AnyBody, BodySpace, Chain, Compound, HeightField, Region};
use crate::math::{Real, Vec2, Vec3};
use crate::mesh::TriangleMesh;
use crate::shape::{AnyShape, AnyShape2, At, HalfSpace, Shape};

/// A compound as its parts, each with its pose.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts<P> {
    parts: P,
}

impl<S: Shape> Serialize for Compound<S>
where
    S::V: BodySpace,
    At<S>: Serialize,
{
    fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
        Parts { parts: self.parts() }.serialize(serializer)
    }
}

impl<'de, S: Shape> Deserialize<'de> for Compound<S>
where
    S::V: BodySpace,
    At<S>: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Parts { parts } = Parts::<Vec<At<S>>>::deserialize(deserializer)?;
        Self::of_placed(parts).map_err(D::Error::custom)
    }
}

/// Serialization and deserialization in one space, with its bodies of many pieces.
macro_rules! bodies {
    ($vector:ident, $any:ident, $written:ident, $read:ident: $($pieces:ident),+) => {
        #[derive(Serialize)]
        #[serde(bound = "T: Serialize")]
        enum $written<'a, T: Real> {
            Convex(&'a $any<T>),
            HalfSpace(&'a HalfSpace<$vector<T>>),
            Compound(&'a Compound<$any<T>>),
            $($pieces(&'a $pieces<T>),)+
        }

        #[derive(Deserialize)]
        #[serde(bound = "T: Deserialize<'de>")]
        enum $read<T: Real> {
            Convex($any<T>),
            HalfSpace(HalfSpace<$vector<T>>),
            Compound(Compound<$any<T>>),
            $($pieces($pieces<T>),)+
        }

        impl<T: Real + Serialize> Serialize for AnyBody<$vector<T>> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let written = match self {
                    Self::Convex(shape) => $written::Convex(shape),
                    Self::HalfSpace(half_space) => $written::HalfSpace(half_space),
                    Self::Pieces(pieces) => {
                        let itself = pieces.itself();
                        if let Some(compound) = itself.downcast_ref() {
                            $written::Compound(compound)
                        } $(else if let Some(body) = itself.downcast_ref() {
                            $written::$pieces(body)
                        })+ else {
                            return Err(S::Error::custom(
                                "a compound of shapes of one type cannot be written in a scene: make it of any shapes",
                            ));
                        }
                    }
                    Self::Map(_) => {
                        return Err(S::Error::custom(
                            "a distance map cannot be written in a scene: write its mesh, or the map to a file of its own",
                        ));
                    }
                    Self::Custom(_) => {
                        return Err(S::Error::custom(
                            "a shape of your own cannot be written: it is known by its functions only",
                        ));
                    }
                };
                written.serialize(serializer)
            }
        }

        impl<'de, T: Real + Deserialize<'de>> Deserialize<'de> for AnyBody<$vector<T>> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Ok(match $read::<T>::deserialize(deserializer)? {
                    $read::Convex(shape) => shape.into(),
                    $read::HalfSpace(half_space) => half_space.into(),
                    $read::Compound(compound) => compound.into(),
                    $($read::$pieces(body) => body.into(),)+
                })
            }
        }
    };
}
bodies!(Vec3, AnyShape, WrittenInSpace, ReadInSpace: TriangleMesh, HeightField);
bodies!(Vec2, AnyShape2, WrittenInPlane, ReadInPlane: Region, Chain);
