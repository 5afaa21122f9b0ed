//! Borrowed shapes of cores: polyhedra, polygons and custom shapes, in the precision in which they were given.
//!
//! They choose support points in that precision; everything seen of them here is in `f64`, without error.
//! [`CoreShape::choice_error`](super::CoreShape::choice_error) accounts for the loss from choosing in a lower
//! precision.

use core::marker::PhantomData;

use super::common::{least_value, level, reach_of};
use super::{Bounded, ConvexPolygon, ConvexPolyhedron, Id, SUPPORT_ULPS, Support};
use crate::hull::Topology;
use crate::math::{ByPrecision, Given, Real, Vec2, Vec3};

/// Loss from choosing a vertex in `f32`, in ε × reach: that of the support mapping of polyhedra, and 2 more since the
/// direction is rounded first.
const CHOICE_ULPS: f64 = SUPPORT_ULPS + 2.0;

/// A borrowed polyhedron.
pub type LentPolyhedron<'a> = Given<&'a ConvexPolyhedron<f32>, &'a ConvexPolyhedron<f64>>;
/// A borrowed polygon.
pub type LentPolygon<'a> = Given<&'a ConvexPolygon<f32>, &'a ConvexPolygon<f64>>;
/// A borrowed shape in space that is known only by its support mapping.
pub type LentShape3<'a> = Given<&'a dyn Bounded<Vec3<f32>>, &'a dyn Bounded<Vec3<f64>>>;
/// A borrowed shape in the plane that is known only by its support mapping.
pub type LentShape2<'a> = Given<&'a dyn Bounded<Vec2<f32>>, &'a dyn Bounded<Vec2<f64>>>;

struct Polyhedra<'a>(PhantomData<&'a ()>);
struct Polygons<'a>(PhantomData<&'a ()>);
struct Shapes3<'a>(PhantomData<&'a ()>);
struct Shapes2<'a>(PhantomData<&'a ()>);

impl<'a> ByPrecision for Polyhedra<'a> {
    type Of<T: Real> = &'a ConvexPolyhedron<T>;
}
impl<'a> ByPrecision for Polygons<'a> {
    type Of<T: Real> = &'a ConvexPolygon<T>;
}
impl<'a> ByPrecision for Shapes3<'a> {
    type Of<T: Real> = &'a dyn Bounded<Vec3<T>>;
}
impl<'a> ByPrecision for Shapes2<'a> {
    type Of<T: Real> = &'a dyn Bounded<Vec2<T>>;
}

/// Borrows a polyhedron.
#[inline(always)]
pub(super) fn polyhedron<T: Real>(shape: &ConvexPolyhedron<T>) -> LentPolyhedron<'_> {
    T::given::<Polyhedra<'_>>(shape)
}

/// Borrows a polygon.
#[inline(always)]
pub(super) fn polygon<T: Real>(shape: &ConvexPolygon<T>) -> LentPolygon<'_> {
    T::given::<Polygons<'_>>(shape)
}

/// Borrows a shape in space.
#[inline]
pub(super) fn shape3<T: Real>(shape: &dyn Bounded<Vec3<T>>) -> LentShape3<'_> {
    T::given::<Shapes3<'_>>(shape)
}

/// Borrows a shape in the plane.
#[inline]
pub(super) fn shape2<T: Real>(shape: &dyn Bounded<Vec2<T>>) -> LentShape2<'_> {
    T::given::<Shapes2<'_>>(shape)
}

/// Does the same for a shape of either precision.
macro_rules! either {
    ($given:expr, $shape:ident => $answer:expr) => {
        match $given {
            Given::Single($shape) => $answer,
            Given::Double($shape) => $answer,
        }
    };
}

impl<'a> LentPolyhedron<'a> {
    /// The support vertex along `direction`, see [`Support::support_from`].
    #[inline(always)]
    pub(crate) fn support_from(&self, direction: Vec3<f64>, hint: Id) -> (Vec3<f64>, Id) {
        either!(self, s => {
            let (point, id) = s.support_from(direction.cast(), hint);
            (point.cast(), id)
        })
    }
    /// An interior point.
    #[inline]
    pub(crate) fn center(&self) -> Vec3<f64> {
        either!(self, s => s.center().cast())
    }
    /// Largest distance of a vertex from the origin.
    #[inline]
    pub(crate) fn reach(&self) -> f64 {
        either!(self, s => s.reach().f64())
    }
    /// The position of a vertex.
    #[inline]
    pub(crate) fn vertex(&self, vertex: u32) -> Vec3<f64> {
        either!(self, s => s.vertices()[vertex as usize].cast())
    }
    /// The adjacency of vertices, edges and faces.
    #[inline]
    pub(crate) fn topology(&self) -> &'a Topology {
        either!(self, s => s.topology())
    }
    /// The outward unit normal of a face, as stored.
    #[inline]
    pub(crate) fn normal(&self, face: u32) -> Vec3<f64> {
        either!(self, s => s.normals()[face as usize].cast())
    }
    /// The outward unit normal of a face, computed in `f64` if the stored one is not.
    pub(crate) fn fine_normal(&self, face: u32) -> Vec3<f64> {
        either!(self, s => s.fine_normal(face))
    }
    /// Whether the polyhedron is in `f64`.
    #[inline]
    pub(crate) fn is_double(&self) -> bool {
        matches!(self, Given::Double(_))
    }
    /// See [`CoreShape::choice_error`](super::CoreShape::choice_error).
    #[inline(always)]
    pub(super) fn choice_error(&self) -> f64 {
        match self {
            Given::Single(s) => CHOICE_ULPS * f32::EPSILON.f64() * s.reach().f64(),
            Given::Double(_) => 0.0,
        }
    }
}

impl<'a> LentPolygon<'a> {
    /// The support vertex along `direction`, see [`Support::support_from`].
    #[inline(always)]
    pub(crate) fn support_from(&self, direction: Vec2<f64>, hint: Id) -> (Vec2<f64>, Id) {
        either!(self, s => {
            let (point, id) = s.support_from(direction.cast(), hint);
            (point.cast(), id)
        })
    }
    /// An interior point.
    #[inline]
    pub(crate) fn center(&self) -> Vec2<f64> {
        either!(self, s => s.center().cast())
    }
    /// Largest distance of a vertex from the origin.
    #[inline]
    pub(crate) fn reach(&self) -> f64 {
        either!(self, s => s.reach().f64())
    }
    /// Number of vertices.
    #[inline]
    pub(crate) fn vertex_count(&self) -> usize {
        either!(self, s => s.vertices().len())
    }
    /// The position of a vertex.
    #[inline]
    pub(crate) fn vertex(&self, vertex: usize) -> Vec2<f64> {
        either!(self, s => s.vertices()[vertex].cast())
    }
    /// See [`CoreShape::choice_error`](super::CoreShape::choice_error).
    #[inline(always)]
    pub(super) fn choice_error(&self) -> f64 {
        match self {
            Given::Single(s) => CHOICE_ULPS * f32::EPSILON.f64() * s.reach().f64() + least_value::<f32>(),
            Given::Double(_) => least_value::<f64>(),
        }
    }
}

/// Shapes known only by their support mapping.
macro_rules! lent_shape {
    ($lent:ident, $vector:ident) => {
        impl<'a> $lent<'a> {
            /// The support point along `direction`, see [`Support::support_from`]. It is requested in the shape's own
            /// unit, in which it may be subnormal.
            #[inline]
            pub(super) fn support_from(&self, direction: $vector<f64>, hint: Id) -> ($vector<f64>, Id) {
                let direction = level(direction);
                either!(self, s => {
                    let (point, id) = s.support_from(direction.cast(), hint);
                    (point.cast(), id)
                })
            }
            /// An interior point.
            #[inline]
            pub(super) fn center(&self) -> $vector<f64> {
                either!(self, s => s.center().cast())
            }
            /// See [`Support::is_curved`].
            pub(super) fn is_curved(&self, direction: $vector<f64>) -> bool {
                either!(self, s => s.is_curved(direction.cast()))
            }
            /// Largest distance of a point from the origin.
            pub(super) fn reach(&self) -> f64 {
                either!(self, s => reach_of(*s))
            }
            /// See [`CoreShape::choice_error`](super::CoreShape::choice_error). In `f32` the direction is rounded first.
            pub(super) fn choice_error(&self) -> f64 {
                match self {
                    Given::Single(s) => s.rounding() + 2.0 * f32::EPSILON.f64() * reach_of(*s),
                    Given::Double(s) => s.rounding(),
                }
            }
        }
    };
}
lent_shape!(LentShape3, Vec3);
lent_shape!(LentShape2, Vec2);
