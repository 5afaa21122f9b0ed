//! Any body in one type: the bodies of a scene.

use alloc::sync::Arc;
use core::fmt;

use super::{Body, BodySpace, Chain, Compound, Form, HeightField, PieceSpace, Pieces, Placed, Region};
use crate::broad::bvh::Boxes;
use crate::math::{Aabb, Pose, Real, Turn, Vec2, Vec3, Vector, built_with_the_crate};
use crate::mesh::TriangleMesh;
use crate::sdf::SampledMap;
use crate::shape::{AnyShape, AnyShape2, Bounded, CoreShape, HalfSpace, Parts, Shape, Space, Support};

/// Any body: a named convex shape, a user-defined convex shape, a mesh, a compound, terrain, a half-space, a distance map. Cheap to
/// clone: large data is shared.
///
/// ```
/// use impinge::body::AnyBody;
/// use impinge::mesh::TriangleMesh;
/// use impinge::{HalfSpace, Pose, Sphere, Vec3, distance};
/// use std::sync::Arc;
///
/// let ball: AnyBody<Vec3<f64>> = Sphere::new(1.0).into();
/// let floor: AnyBody<Vec3<f64>> = HalfSpace::new([0.0, 0.0, 1.0], 0.0).into();
/// let (roof, _) = TriangleMesh::new(&[[0.0, 0.0, 9.0], [5.0, 0.0, 9.0], [0.0, 5.0, 9.0]], &[[0, 1, 2]])?;
/// let roof: AnyBody<Vec3<f64>> = Arc::new(roof).into();
/// let at = |z| Pose::at([0.0, 0.0, z]);
/// assert_eq!(distance(&ball.at(at(3.0)), &floor.at(at(0.0))).distance, 2.0);
/// assert_eq!(distance(&ball.at(at(3.0)), &roof.at(at(0.0))).distance, 5.0);
/// # Ok::<(), impinge::mesh::MeshError>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum AnyBody<V: BodySpace> {
    /// A named convex shape.
    Convex(V::Part),
    /// A user-defined convex shape, known by its support mapping.
    Custom(Arc<dyn Bounded<V> + Send + Sync>),
    /// A body of many pieces: a [`TriangleMesh`], a [`Compound`], a [`HeightField`], a [`Region`] or a [`Chain`].
    Pieces(Arc<dyn Pieces<V::Wide> + Send + Sync>),
    /// A half-space.
    HalfSpace(HalfSpace<V>),
    /// A [`SampledMap`]. It is not serialized with a scene: maps have their own file format.
    Map(Arc<V::Map>),
}

impl<V: BodySpace> fmt::Debug for AnyBody<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Convex(shape) => shape.fmt(f),
            Self::Custom(_) => f.write_str("Custom"),
            Self::Pieces(_) => f.write_str("Pieces"),
            Self::HalfSpace(half_space) => half_space.fmt(f),
            Self::Map(map) => map.fmt(f),
        }
    }
}

impl<V: BodySpace> AnyBody<V> {
    /// This body placed at `pose`.
    pub fn at(&self, pose: Pose<V>) -> Placed<'_, Self, V> {
        Placed { body: self, pose }
    }

    /// The named convex shape, if the body is one.
    pub fn convex(&self) -> Option<&V::Part> {
        match self {
            Self::Convex(shape) => Some(shape),
            Self::Custom(_) | Self::Pieces(_) | Self::HalfSpace(_) | Self::Map(_) => None,
        }
    }

    /// Bounding box of the body placed at `pose`. That of a half-space is unbounded, except if its plane is along two axes.
    pub fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        V::aabb(self, pose)
    }

    pub(super) fn box_at(&self, pose: &Pose<V>) -> Aabb<V> {
        match self {
            Self::Convex(shape) => shape.aabb(pose),
            Self::Custom(shape) => {
                shape.aabb(pose).grown(V::Scalar::of(shape.rounding() * (1.0 + f64::from(f32::EPSILON))))
            }
            Self::Pieces(pieces) => box_of_pieces(&**pieces, pose),
            Self::HalfSpace(half_space) => box_of_half_space(&half_space.at(*pose)),
            Self::Map(map) => box_of_parts(&V::Wide::box_of_map(V::lent(map)).placed(pose)),
        }
    }

    /// The body at a pose, as seen by the algorithms.
    pub(crate) fn form_at(&self, pose: &Pose<V>) -> Form<'_, V::Wide> {
        match self {
            Self::Convex(shape) => Form::Convex(shape.parts().placed(pose)),
            Self::Custom(shape) => {
                Form::Convex(Parts::of(V::custom(&**shape), V::Scalar::PRECISION).placed(pose))
            }
            Self::Pieces(pieces) => Form::Pieces(&**pieces, V::widen_pose(pose)),
            Self::HalfSpace(half_space) => {
                Form::HalfSpace(half_space.at(*pose).widened(), V::Scalar::PRECISION)
            }
            Self::Map(map) => Form::Map(V::lent(map), V::widen_pose(pose)),
        }
    }
}

built_with_the_crate! {
    /// The bounding box of a body in space.
    pub(super) fn box_in_space<'a, T: Real>(
        body: &'a AnyBody<Vec3<T>>,
        pose: &'a Pose<Vec3<T>>,
    ) -> Aabb<Vec3<T>> = AnyBody::box_at;
}

built_with_the_crate! {
    /// The bounding box of a body in the plane.
    pub(super) fn box_in_plane<'a, T: Real>(
        body: &'a AnyBody<Vec2<T>>,
        pose: &'a Pose<Vec2<T>>,
    ) -> Aabb<Vec2<T>> = AnyBody::box_at;
}

impl<V: BodySpace> Body for Placed<'_, AnyBody<V>, V> {
    type V = V;
    #[inline]
    fn form(&self) -> Form<'_, V::Wide> {
        self.body.form_at(&self.pose)
    }
}

/// The bounding box of the root box of a tree.
fn box_of_pieces<V: BodySpace>(pieces: &dyn Pieces<V::Wide>, pose: &Pose<V>) -> Aabb<V> {
    let place = <V::Wide as Space>::relative(&Pose::IDENTITY, &V::widen_pose(pose));
    let tree = pieces.tree();
    let (frame, (root, _)) = (tree.frame(), tree.slot(0));
    let vector = |v: &dyn Fn(usize) -> f64| {
        (0..<V as Vector>::DIM).fold(V::Wide::ZERO, |sum, i| sum + V::Wide::axis(i) * v(i))
    };
    let middle = vector(&|i| frame.origin[i] + frame.unit * f64::from(root.center[i]));
    let middle = place.turn.turn(middle) + place.offset;
    // Rotation and translation, and the axes of the tree's box, which are unit only in f32.
    let size = pieces.reach() + place.offset.sum_abs();
    let more = 16.0 * f64::EPSILON * size + 16.0 * f64::from(f32::EPSILON) * frame.unit;
    let mut reach = V::Wide::splat(more);
    for (axis, half) in root.axes.iter().zip(root.half) {
        let side = place.turn.turn(vector(&|i| f64::from(axis[i])));
        reach += Vector::abs(side) * (f64::from(half) * frame.unit);
    }
    rounded_out(middle - reach, middle + reach)
}

/// The bounding box of a decomposed convex shape.
fn box_of_parts<V: BodySpace>(parts: &Parts<'_, V::Wide>) -> Aabb<V> {
    let place = <V::Wide as Space>::relative(&Pose::IDENTITY, &parts.pose);
    let core = parts.core;
    let more =
        16.0 * f64::EPSILON * (parts.core.reach() + place.offset.sum_abs()) + parts.lost + parts.radius;
    let [mut min, mut max] = [place.offset; 2];
    for axis in 0..<V as Vector>::DIM {
        let along = V::Wide::axis(axis);
        let end = |out: V::Wide| along.dot(place.turn.turn(core.support(place.turn.unturn(out))));
        min += along * (end(-along) - more);
        max += along * (end(along) + more);
    }
    rounded_out(min, max)
}

/// A box rounded outwards to its precision.
fn rounded_out<V: BodySpace>(min: V::Wide, max: V::Wide) -> Aabb<V> {
    let epsilon = V::Scalar::EPSILON;
    let down = |x: V::Scalar| x - x.abs() * epsilon;
    let up = |x: V::Scalar| x + x.abs() * epsilon;
    Aabb { min: V::narrow(min).map(down), max: V::narrow(max).map(up) }
}

fn box_of_half_space<V: BodySpace>(half_space: &HalfSpace<V>) -> Aabb<V> {
    let infinity = V::Scalar::INFINITY;
    let (mut min, mut max) = (V::splat(-infinity), V::splat(infinity));
    for axis in 0..<V as Vector>::DIM {
        // A unit vector with a component of 1 has no other nonzero one.
        let at = V::axis(axis);
        let set = |v: V, x: V::Scalar| v.zip(at, |old, here| if here == V::Scalar::ONE { x } else { old });
        if half_space.normal() == at {
            max = set(max, half_space.offset());
        } else if half_space.normal() == -at {
            min = set(min, -half_space.offset());
        }
    }
    Aabb { min, max }
}

impl<T: Real, S: Into<AnyShape<T>>> From<S> for AnyBody<Vec3<T>> {
    fn from(shape: S) -> Self {
        Self::Convex(shape.into())
    }
}

impl<T: Real, S: Into<AnyShape2<T>>> From<S> for AnyBody<Vec2<T>> {
    fn from(shape: S) -> Self {
        Self::Convex(shape.into())
    }
}

macro_rules! from {
    ($($v:ident, $any:ident);+) => {$(
        impl<T: Real> From<HalfSpace<$v<T>>> for AnyBody<$v<T>> {
            fn from(half_space: HalfSpace<$v<T>>) -> Self {
                Self::HalfSpace(half_space)
            }
        }
        impl<T: Real> From<Compound<$any<T>>> for AnyBody<$v<T>> {
            fn from(compound: Compound<$any<T>>) -> Self {
                Self::from(Arc::new(compound))
            }
        }
        impl<T: Real> From<Arc<Compound<$any<T>>>> for AnyBody<$v<T>> {
            fn from(compound: Arc<Compound<$any<T>>>) -> Self {
                built_with_the_crate! {
                    /// The body, with functions that are compiled with this crate.
                    fn body<T: Real>(compound: Arc<Compound<$any<T>>>) -> AnyBody<$v<T>> = AnyBody::Pieces;
                }
                body(compound)
            }
        }
    )+};
}
from!(Vec3, AnyShape; Vec2, AnyShape2);

macro_rules! from_pieces {
    ($($v:ident, $body:ident);+) => {$(
        impl<T: Real> From<$body<T>> for AnyBody<$v<T>> {
            fn from(body: $body<T>) -> Self {
                Self::from(Arc::new(body))
            }
        }
        impl<T: Real> From<Arc<$body<T>>> for AnyBody<$v<T>> {
            fn from(body: Arc<$body<T>>) -> Self {
                built_with_the_crate! {
                    /// The body, with functions that are compiled with this crate.
                    fn of_pieces<T: Real>(body: Arc<$body<T>>) -> AnyBody<$v<T>> = AnyBody::Pieces;
                }
                of_pieces(body)
            }
        }
    )+};
}
impl<T: Real> From<SampledMap<T>> for AnyBody<Vec3<T>> {
    fn from(map: SampledMap<T>) -> Self {
        Self::Map(Arc::new(map))
    }
}

impl<T: Real> From<Arc<SampledMap<T>>> for AnyBody<Vec3<T>> {
    fn from(map: Arc<SampledMap<T>>) -> Self {
        Self::Map(map)
    }
}

from_pieces!(Vec3, TriangleMesh; Vec3, HeightField; Vec2, Region; Vec2, Chain);
