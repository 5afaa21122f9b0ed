//! All of where two shapes touch: see [`contact`](mod@crate::contact) and its manifolds.

use super::features::found;
use super::{Dimension, QuerySpace, Settings, half_space};
use crate::contact::{self, Manifold, ManifoldSettings, Tolerances};
use crate::math::{Pose, Real};
use crate::pair::{Prepared, ROUNDING_ULPS};
use crate::shape::{HalfSpace, Parts, Shape, Widen};

/// The contact manifold of two shapes: the corners of the polygon in which they touch, or the ends of a segment, or one point;
/// at most 4 in space and 2 in the plane. None where the shapes are apart. Allocates only where a flat face with more than 16
/// corners is in contact, as of a prism with many sides.
///
/// ```
/// use impinge::{Cuboid, Pose, Shape, manifold};
///
/// // A cube stands on another, half beside it and 0.25 too deep.
/// let a = Cuboid::new([1.0, 1.0, 1.0]);
/// let b = Cuboid::new([1.0, 1.0, 1.0]).at(Pose::at([1.0, 0.0, 1.75]));
/// let contact = manifold(&a, &b);
/// assert_eq!(contact.normal.to_array(), [0.0, 0.0, 1.0]);
/// assert_eq!(contact.points().len(), 4);
/// for p in contact.points() {
///     // On the top of A and on the bottom of B, at the corners of the common half of the two faces.
///     assert_eq!((p.point_a.z, p.point_b.z, p.depth()), (1.0, 0.75, 0.25));
///     assert!((p.point_a.x == 0.0 || p.point_a.x == 1.0) && f64::abs(p.point_a.y) == 1.0);
///     // Such as "vertex 5 of A, edge 0-1 of B": the same corner has the same features in the next frame.
///     println!("{} of A, {} of B", p.feature_a, p.feature_b);
/// }
/// ```
pub fn manifold<A: Shape<V: Dimension>, B: Shape<V = A::V>>(a: &A, b: &B) -> Manifold<A::V> {
    manifold_with(a, b, &ManifoldSettings::default())
}

/// The contact manifold of two shapes, with settings of your own. Shapes farther apart than the margin have no points,
/// and of their signed distance only a lower bound is known, see [`Manifold::error`].
pub fn manifold_with<A: Shape<V: Dimension>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    settings: &ManifoldSettings,
) -> Manifold<A::V> {
    of_parts(&a.parts(), &b.parts(), settings).narrowed()
}

/// [`manifold_with`] of shapes that are taken apart.
#[inline(never)]
pub(crate) fn of_parts<'a, V: QuerySpace>(
    a: &Parts<'a, V>,
    b: &Parts<'a, V>,
    settings: &ManifoldSettings,
) -> Manifold<V> {
    let prepared = Prepared::new(a, b);
    let tolerances = settings.tolerances.unwrap_or(Tolerances::in_precision(prepared.frame.precision));
    let touch = Real::max(tolerances.touch * prepared.pair.size, prepared.pair.rounding);
    let margin = prepared.frame.length_in(Real::max(settings.margin, 0.0));
    let far = prepared.radius_a + prepared.radius_b + margin + touch;
    let found = found(&prepared, &Settings { gap: settings.gap, margin: None }, far);
    contact::manifold(&prepared, &found, settings)
}

/// The contact manifold of a half-space, as A, and a shape, as B: all of the shape's lowest face, edge or point. The
/// half-space is `Face(Id(0))`. Take [`Manifold::swapped`] for the other order.
///
/// ```
/// use impinge::{Cylinder, HalfSpace, Pose, Rot3, Shape, Vec3, half_space_manifold};
///
/// let floor = HalfSpace::new(Vec3::new(0.0, 0.0, 1.0), 0.0);
/// // A cylinder that lies on the floor touches it along a line: two points.
/// let quarter = Rot3::from_axis_angle(Vec3::new(1.0, 0.0, 0.0), f64::to_radians(90.0));
/// let lying = Cylinder::new(2.0, 0.5).at(Pose::new([0.0, 0.0, 0.5], quarter));
/// assert_eq!(half_space_manifold(&floor, &lying).points().len(), 2);
/// // One that stands touches it with a disc: of the 16 corners on its rim four are kept.
/// let standing = Cylinder::new(2.0, 0.5).at(Pose::at([0.0, 0.0, 2.0]));
/// let contact = half_space_manifold(&floor, &standing);
/// assert_eq!((contact.points().len(), contact.dropped), (4, Some(0.0)));
/// ```
pub fn half_space_manifold<S: Shape<V: Dimension>>(
    half_space: &HalfSpace<S::V>,
    shape: &S,
) -> Manifold<S::V> {
    half_space_manifold_with(half_space, shape, &ManifoldSettings::default())
}

/// The contact manifold of a half-space, as A, and a shape, as B, with settings of your own.
pub fn half_space_manifold_with<S: Shape<V: Dimension>>(
    half_space: &HalfSpace<S::V>,
    shape: &S,
    settings: &ManifoldSettings,
) -> Manifold<S::V> {
    half_space_of_parts(half_space, &shape.parts(), settings)
}

/// [`half_space_manifold_with`] of a shape that is taken apart.
pub(crate) fn half_space_of_parts<V: Widen<Wide: QuerySpace>>(
    half_space: &HalfSpace<V>,
    shape: &Parts<'_, V::Wide>,
    settings: &ManifoldSettings,
) -> Manifold<V> {
    let (given, level) = (half_space.normal().widen(), half_space.offset().f64());
    let mut manifold = above_plane(given, level, shape, settings).narrowed::<V>();
    manifold.normal = half_space.normal();
    manifold
}

/// The manifold of a shape above the plane `given` · x = `offset`. The normal is unit in the precision that it was given in only.
#[inline(never)]
fn above_plane<W: QuerySpace>(
    given: W,
    offset: f64,
    shape: &Parts<'_, W>,
    settings: &ManifoldSettings,
) -> Manifold<W> {
    // The frame's origin is on the plane below the shape, so that nothing is large but what the shape makes so.
    let below = half_space::above_plane(given, offset, shape).point_a.map(|c| shape.precision.round(c));
    let pose = Pose::try_new(below, W::Rotation::default()).unwrap_or(Pose::IDENTITY);
    // The level below is the difference of these two.
    let terms = Real::abs(offset) + below.sum_abs();
    let lost = ROUNDING_ULPS * f64::EPSILON * terms;
    let origin = Parts { lost, ..Parts::of(W::point(), shape.precision).placed(&pose) };
    let prepared = Prepared::new(&origin, shape);
    let length = given.norm();
    let level = prepared.frame.length_in((offset - given.dot(pose.translation())) / length);
    contact::half_space_manifold(&prepared, given * (1.0 / length), level, settings)
}
