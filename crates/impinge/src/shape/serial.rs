//! Serialization of shapes, with the feature `serde`.
//!
//! A shape is written as a map of its sizes by name, such as `{"half_length": 1.0, "radius": 0.5}`, and read back
//! through `try_new`: a size that the constructor would refuse is refused here with the same message. Polytopes are
//! written as their vertices and read back as the convex hull of them. [`AnyShape`](super::AnyShape) adds the name of
//! the shape: `{"Capsule": {"half_length": 1.0, "radius": 0.5}}`.

use alloc::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, Disc, Ellipse,
    Ellipsoid, EllipticDisc, Frustum, HalfSpace, Lozenge, Point, Rectangle, RectanglePatch, RoundCuboid,
    Segment, Segment2, Sphere, Triangle, Wheel,
};
use crate::math::{Real, Vec2, Vec3, Vector};

/// `Shape { size: type, .. } => constructor`: the sizes have getters of the same names, and the constructor refuses
/// invalid ones.
macro_rules! by_sizes {
    ($($shape:ident { $($size:ident: $ty:ty),+ } => $new:expr;)+) => {
        $(const _: () = {
            #[derive(Serialize, Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Sizes<T> {
                $($size: $ty),+
            }

            impl<T: Real + Serialize> Serialize for $shape<T> {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    Sizes { $($size: self.$size()),+ }.serialize(serializer)
                }
            }

            impl<'de, T: Real + Deserialize<'de>> Deserialize<'de> for $shape<T> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let Sizes { $($size),+ } = Sizes::<T>::deserialize(deserializer)?;
                    $new.map_err(D::Error::custom)
                }
            }
        };)+
    };
}

by_sizes! {
    Segment { half_length: T } => Segment::try_new(half_length);
    RectanglePatch { half_extents: Vec2<T> } => RectanglePatch::try_new(half_extents);
    Triangle { corners: [Vec3<T>; 3] } => {
        let [a, b, c] = corners;
        Triangle::try_new(a, b, c)
    };
    Disc { radius: T } => Disc::try_new(radius);
    EllipticDisc { radii: Vec2<T> } => EllipticDisc::try_new(radii);
    Sphere { radius: T } => Sphere::try_new(radius);
    Ellipsoid { radii: Vec3<T> } => Ellipsoid::try_new(radii);
    Cuboid { half_extents: Vec3<T> } => Cuboid::try_new(half_extents);
    Frustum { bottom: Vec2<T>, top: Vec2<T>, half_height: T } => Frustum::try_new(bottom, top, half_height);
    Capsule { half_length: T, radius: T } => Capsule::try_new(half_length, radius);
    Lozenge { half_extents: Vec2<T>, radius: T } => Lozenge::try_new(half_extents, radius);
    RoundCuboid { half_extents: Vec3<T>, radius: T } => RoundCuboid::try_new(half_extents, radius);
    Wheel { disc_radius: T, round_radius: T } => Wheel::try_new(disc_radius, round_radius);
    Cylinder { half_height: T, radius: T } => Cylinder::try_new(half_height, radius);
    Cone { radius: T, half_height: T } => Cone::try_new(radius, half_height);
    Segment2 { half_length: T } => Segment2::try_new(half_length);
    Circle { radius: T } => Circle::try_new(radius);
    Ellipse { radii: Vec2<T> } => Ellipse::try_new(radii);
    Rectangle { half_extents: Vec2<T> } => Rectangle::try_new(half_extents);
    Capsule2 { half_length: T, radius: T } => Capsule2::try_new(half_length, radius);
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PointSizes<V> {
    position: V,
}

impl<V: Vector + Serialize> Serialize for Point<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PointSizes { position: self.position() }.serialize(serializer)
    }
}

impl<'de, V: Vector + Deserialize<'de>> Deserialize<'de> for Point<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PointSizes { position } = PointSizes::deserialize(deserializer)?;
        Point::try_new(position).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HalfSpaceSizes<V, T> {
    normal: V,
    offset: T,
}

impl<V: Vector<Scalar: Serialize> + Serialize> Serialize for HalfSpace<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        HalfSpaceSizes { normal: self.normal(), offset: self.offset() }.serialize(serializer)
    }
}

impl<'de, V: Vector<Scalar: Deserialize<'de>> + Deserialize<'de>> Deserialize<'de> for HalfSpace<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let HalfSpaceSizes::<V, V::Scalar> { normal, offset } = Deserialize::deserialize(deserializer)?;
        HalfSpace::try_read(normal, offset).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Vertices<'a, V: Clone> {
    vertices: Cow<'a, [V]>,
}

macro_rules! by_vertices {
    ($($shape:ident, $vector:ident;)+) => {
        $(
            impl<T: Real + Serialize> Serialize for $shape<T> {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    Vertices { vertices: self.vertices().into() }.serialize(serializer)
                }
            }

            impl<'de, T: Real + Deserialize<'de>> Deserialize<'de> for $shape<T> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let read = Vertices::<'_, $vector<T>>::deserialize(deserializer)?;
                    $shape::try_new(&read.vertices).map_err(D::Error::custom)
                }
            }
        )+
    };
}

by_vertices! {
    ConvexPolygon, Vec2;
    ConvexPolyhedron, Vec3;
}
