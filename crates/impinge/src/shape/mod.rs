//! Shapes: compact convex sets, each given by its support mapping.
//!
//! A support mapping answers one question: which point of the shape lies farthest in a direction? The collision
//! algorithms need nothing else (Olvång's thesis, section 2.2). Each shape has a file of its own and does not depend on
//! the others; combinators make new shapes from old ones.
//!
//! | in space | in the plane |
//! |---|---|
//! | [`Point`], [`Segment`], [`RectanglePatch`], [`Triangle`] | [`Point`], [`Segment2`], [`Rectangle`] |
//! | [`Disc`], [`EllipticDisc`], [`Sphere`], [`Ellipsoid`] | [`Circle`], [`Ellipse`] |
//! | [`Cuboid`], [`Frustum`], [`ConvexPolyhedron`] | [`ConvexPolygon`] |
//! | [`Capsule`], [`Lozenge`], [`RoundCuboid`], [`Wheel`] | [`Capsule2`] |
//! | [`Cylinder`], [`Cone`], [`HalfSpace`] | |
//!
//! **Frames.** Named solids have their centroid at the origin; points, triangles, polyhedra and combinators keep the
//! coordinates they are given. The axis of a shape that has one is the last coordinate axis: z in space, y in the
//! plane.
//!
//! **Directions** need not be unit vectors. In a direction that is not finite, NaN components count as zero and
//! infinite ones outweigh finite ones; the zero direction stands for the first axis.

mod any;
mod capsule;
mod combined;
pub(crate) mod common;
mod cone;
mod cores;
mod cuboid;
mod cylinder;
mod disc;
mod ellipsoid;
mod elliptic_disc;
mod frustum;
mod half_space;
mod lent;
mod lozenge;
mod measure;
mod minkowski;
mod parts;
mod placed;
mod planar;
mod point;
mod polyhedron;
mod recall;
mod rectangle_patch;
mod round_cuboid;
mod rounded;
mod segment;
#[cfg(feature = "serde")]
mod serial;
mod sphere;
mod swept;
mod triangle;
mod wheel;

pub use any::{AnyShape, AnyShape2, ShapeKind, ShapeKind2};
pub use capsule::Capsule;
pub use combined::{Difference, Hull, Sum};
pub use cone::Cone;
#[doc(hidden)]
pub use cores::{Core2, Core3};
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use disc::Disc;
pub use ellipsoid::Ellipsoid;
pub use elliptic_disc::EllipticDisc;
pub use frustum::Frustum;
pub use half_space::HalfSpace;
#[doc(hidden)]
pub use lent::{LentPolygon, LentPolyhedron, LentShape2, LentShape3};
pub use lozenge::Lozenge;
#[doc(hidden)]
pub use measure::MeasureSpace;
pub use measure::{Measure, Measured};
pub use minkowski::{EntranceBlock, MAX_SUMS, SUM_ULPS};
#[doc(hidden)]
pub use parts::{BySpace, CoreShape, Parts, Recall, Relative, Space, Widen};
pub use placed::At;
pub use planar::{Capsule2, Circle, ConvexPolygon, Ellipse, Rectangle, Segment2};
pub use point::Point;
pub use polyhedron::{ConvexPolyhedron, SUPPORT_ULPS, Strategy, scan_limit};
pub use rectangle_patch::RectanglePatch;
pub use round_cuboid::RoundCuboid;
pub use rounded::Rounded;
pub use segment::Segment;
pub use sphere::Sphere;
pub use swept::Swept;
pub use triangle::Triangle;
pub use wheel::Wheel;

use crate::error::ShapeError;

use crate::math::{Aabb, Pose, Real, Vector};

/// Id of a vertex of a polytope; [`Id::NONE`] if a shape has no vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Id(pub u32);

impl Id {
    /// No vertex.
    pub const NONE: Self = Self(u32::MAX);
}

/// A support mapping: a shape that finds its farthest point in any direction.
///
/// This is all that a custom shape must provide; see also the example `custom_shape`.
///
/// ```
/// use impinge::{Bounded, Pose, Shape, Support, Vec2, Vector};
///
/// /// The half of the unit disc above the x axis.
/// struct HalfDisc;
///
/// impl Support<Vec2<f64>> for HalfDisc {
///     fn support(&self, direction: Vec2<f64>) -> Vec2<f64> {
///         let d = direction.unit();
///         if d.y >= 0.0 { d } else { Vec2::new(d.x.signum(), 0.0) }
///     }
/// }
/// impl Bounded<Vec2<f64>> for HalfDisc {}
/// impl Shape for HalfDisc {
///     type V = Vec2<f64>;
/// }
///
/// let aabb = HalfDisc.rounded(0.5).at(Pose::at([2.0, 0.0])).aabb(&Pose::IDENTITY);
/// assert_eq!((aabb.min, aabb.max), (Vec2::new(0.5, -0.5), Vec2::new(3.5, 1.5)));
/// ```
pub trait Support<V: Vector> {
    /// The support point: no other point of the shape is farther along `direction`, within rounding.
    fn support(&self, direction: V) -> V;

    /// The support point, searched from a vertex that an earlier call returned: cheaper if the direction changed
    /// little. The second value is the id of the vertex found, for the next call and to recognize a repeated point.
    #[inline]
    fn support_from(&self, direction: V, hint: Id) -> (V, Id) {
        let _ = hint;
        (self.support(direction), Id::NONE)
    }

    /// The [`support`](Self::support) point and its dot product with `direction`.
    #[doc(hidden)]
    #[inline(always)]
    fn support_along(&self, direction: V) -> (V, V::Scalar) {
        let point = self.support(direction);
        (point, point.dot(direction))
    }

    /// Whether the center is the origin, and [`support_along`](Self::support_along) computes the product as soon as the point.
    #[doc(hidden)]
    #[inline(always)]
    fn is_simple(&self) -> bool {
        false
    }

    /// Lower bound on the radius of curvature of the surface along great circles of normals from the unit `direction`,
    /// up to an angle with this sine (and less than a right angle); 0 if no bound is known.
    #[doc(hidden)]
    fn least_radius(&self, direction: V, sine: V::Scalar) -> V::Scalar {
        let _ = (direction, sine);
        crate::math::Real::ZERO
    }

    /// An interior point: the centroid, except for combinators whose centroid has no closed form.
    #[inline]
    fn center(&self) -> V {
        let x = V::axis(0);
        (self.support(x) + self.support(-x)) * crate::math::Real::HALF
    }

    /// Whether the surface is curved at the support point along `direction` (the thesis' `quadric`): false on faces,
    /// edges and corners of a polytope and on flat caps.
    fn is_curved(&self, direction: V) -> bool {
        let _ = direction;
        false
    }
}

/// A shape with a bounding box.
pub trait Bounded<V: Vector>: Support<V> {
    /// The smallest box around the shape placed at `pose`, within rounding.
    ///
    /// The default takes 2 support calls per axis, which is tight for every shape. Shapes override it if there is a
    /// cheaper way.
    fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        common::aabb_by_reach(pose, |u| self.support(u).dot(u))
    }

    /// Bound on the rounding of a support point: how far its value along a unit direction may be from that of the true
    /// shape. The `error` of every answer about a shape known only by its support mapping includes it.
    ///
    /// The default is 8 × ε × the distance of the farthest corner of the box from the origin. That holds
    /// if support points are computed by a few operations on numbers no larger than the points. A custom shape that
    /// subtracts larger numbers, or takes many steps, must return its own bound here; otherwise no answer can account
    /// for it.
    fn rounding(&self) -> f64 {
        common::rounding_of::<V>(SUPPORT_ULPS, common::reach_of(self))
    }
}

/// The same space in `f64`.
#[doc(hidden)]
pub type Wide<V> = <V as Widen>::Wide;

/// A shape that can be placed and combined.
pub trait Shape: Bounded<Self::V> + Sized {
    /// Vector type of the shape's space.
    type V: Widen;

    /// The core that the algorithms run on, its pose, and the added ball. By default the shape itself is the core.
    #[doc(hidden)]
    fn parts(&self) -> Parts<'_, Wide<Self::V>> {
        Parts::of(Widen::custom(self), <Self::V as Vector>::Scalar::PRECISION)
    }

    /// This shape placed at `pose`.
    ///
    /// ```
    /// use impinge::{Cuboid, Pose, Shape, Support, Vec3};
    ///
    /// let unit = Cuboid::new([1.0, 1.0, 1.0]);
    /// let far = unit.at(Pose::at([5.0, 0.0, 0.0]));
    /// assert_eq!(far.support(Vec3::new(-1.0, 1.0, 1.0)), Vec3::new(4.0, 1.0, 1.0));
    /// ```
    fn at(self, pose: Pose<Self::V>) -> At<Self> {
        At::new(self, pose)
    }

    /// This shape rounded: all points within `radius` of it.
    ///
    /// # Panics
    /// If the radius is not finite, above [`LIMIT`](crate::math::Real::LIMIT) or negative; see [`Shape::try_rounded`].
    fn rounded(self, radius: <Self::V as Vector>::Scalar) -> Rounded<Self> {
        Rounded::new(self, radius)
    }

    /// This shape rounded: all points within `radius` of it.
    ///
    /// # Errors
    /// If the radius is not finite, above [`LIMIT`](crate::math::Real::LIMIT) or negative.
    fn try_rounded(self, radius: <Self::V as Vector>::Scalar) -> Result<Rounded<Self>, ShapeError> {
        Rounded::try_new(self, radius)
    }

    /// This shape swept: all points that it passes through when moved by `motion`.
    ///
    /// # Panics
    /// If the motion is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see [`Shape::try_swept`].
    fn swept(self, motion: impl Into<Self::V>) -> Swept<Self> {
        Swept::new(self, motion)
    }

    /// This shape swept: all points that it passes through when moved by `motion`.
    ///
    /// # Errors
    /// If a component of the motion is not finite or above [`LIMIT`](crate::math::Real::LIMIT); every such component is listed.
    fn try_swept(self, motion: impl Into<Self::V>) -> Result<Swept<Self>, ShapeError> {
        Swept::try_new(self, motion)
    }

    /// The Minkowski sum with `other`, which is in the same frame.
    fn plus<B: Shape<V = Self::V>>(self, other: B) -> Sum<Self, B> {
        Sum::new(self, other)
    }

    /// The Minkowski difference with `other`, which is in the same frame.
    fn minus<B: Shape<V = Self::V>>(self, other: B) -> Difference<Self, B> {
        Difference::new(self, other)
    }

    /// The convex hull with `other`, which is in the same frame.
    fn hull_with<B: Shape<V = Self::V>>(self, other: B) -> Hull<Self, B> {
        Hull::new(self, other)
    }
}

// A borrowed shape is a shape, so that combinators need not own their operands.

impl<V: Vector, S: Support<V> + ?Sized> Support<V> for &S {
    #[inline]
    fn support(&self, direction: V) -> V {
        (**self).support(direction)
    }
    #[inline]
    fn support_from(&self, direction: V, hint: Id) -> (V, Id) {
        (**self).support_from(direction, hint)
    }
    #[inline]
    fn center(&self) -> V {
        (**self).center()
    }
    fn is_curved(&self, direction: V) -> bool {
        (**self).is_curved(direction)
    }
}

impl<V: Vector, S: Bounded<V> + ?Sized> Bounded<V> for &S {
    fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        (**self).aabb(pose)
    }
    fn rounding(&self) -> f64 {
        (**self).rounding()
    }
}

impl<V: Vector, S: Measured<V> + ?Sized> Measured<V> for &S {
    fn measure(&self) -> Measure<V> {
        (**self).measure()
    }
}

impl<S: Shape> Shape for &S {
    type V = S::V;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Wide<S::V>> {
        (**self).parts()
    }
}
