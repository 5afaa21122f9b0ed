//! Contact of two shapes: contact features, contact manifolds, and the contact polygon by support mappings alone. See
//! [`feature`](crate::feature) and [`manifolds`](crate::manifolds).

use crate::answer::{Kernel, Settings, shell};
use crate::feature::{Features, Tolerances};
use crate::manifolds::perturbation::Perturbation;
use crate::manifolds::{Manifold, ManifoldSettings};
use crate::nonconvex::Dimension;
use crate::pair::Prepared;
use crate::shape::{HalfSpace, Shape, Widen};

/// Settings of [`features_with`]: tolerances for touching and parallel, and the accuracy of the signed distance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct FeatureSettings {
    /// `None`: the [`Tolerances`] of the precision.
    pub tolerances: Option<Tolerances>,
    /// Settings of the signed distance, which is computed however far apart the shapes are: the margin is ignored.
    pub query: Settings,
}

/// The contact features of two shapes: state, signed distance, normal, contact points, and the vertices, edges or
/// faces in contact. Allocates only if a flat face with more than 16 corners is in contact, such as that of a prism with many sides.
///
/// ```
/// use impinge::feature::{ContactType, State};
/// use impinge::{Cuboid, Pose, Shape, features};
///
/// // A cube stands on another, half beside it and 0.25 too deep.
/// let a = Cuboid::new([1.0, 1.0, 1.0]);
/// let b = Cuboid::new([1.0, 1.0, 1.0]).at(Pose::at([1.0, 0.0, 1.75]));
/// let found = features(&a, &b);
/// assert_eq!(found.state, State::Overlapping);
/// assert_eq!(found.contact_type, Some(ContactType::FaceFace));
/// // In the middle of the common half of the two faces, not at one of its corners.
/// assert_eq!(found.point.to_array(), [0.5, 0.0, 0.875]);
/// assert_eq!(
///     found.to_string(),
///     "overlapping by 0.25 along (0, 0, 1): f-f, face 5 of A, face 4 of B, at (0.5, 0, 0.875)"
/// );
/// ```
pub fn features<A: Shape<V: Dimension>, B: Shape<V = A::V>>(a: &A, b: &B) -> Features<A::V> {
    features_with(a, b, &FeatureSettings::default())
}

/// The contact features of two shapes, with custom tolerances.
pub fn features_with<A: Shape<V: Dimension>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    settings: &FeatureSettings,
) -> Features<A::V> {
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let found = shell::found(&prepared, &settings.query, f64::INFINITY);
    let tolerances = settings.tolerances.unwrap_or(Tolerances::in_precision(prepared.frame.precision));
    <A::V as Widen>::Wide::features(&prepared, &found, &tolerances).narrowed()
}

/// The contact manifold of two shapes: the corners of the polygon in which they touch, or the ends of a segment, or one point;
/// at most 4 in space and 2 in the plane. It has no points if the shapes are apart. Allocates only if a flat face with more than 16
/// corners is in contact, such as that of a prism with many sides.
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

/// The contact manifold of two shapes, with custom settings. Shapes farther apart than the margin have no points,
/// and only a lower bound of their signed distance is known, see [`Manifold::error`].
pub fn manifold_with<A: Shape<V: Dimension>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    settings: &ManifoldSettings,
) -> Manifold<A::V> {
    shell::manifold(&a.parts(), &b.parts(), settings).narrowed()
}

/// The contact manifold of a half-space, as A, and a shape, as B: all of the shape's lowest face, edge or point. The
/// half-space is `Face(Id(0))`. Use [`Manifold::swapped`] for the other order.
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

/// The contact manifold of a half-space, as A, and a shape, as B, with custom settings.
pub fn half_space_manifold_with<S: Shape<V: Dimension>>(
    half_space: &HalfSpace<S::V>,
    shape: &S,
    settings: &ManifoldSettings,
) -> Manifold<S::V> {
    shell::half_space_manifold(half_space, &shape.parts(), settings)
}

/// Settings of [`perturbed_manifold`]: the sampling, and the accuracy of the signed distance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct PerturbationSettings {
    /// Number of samples, size of the perturbation, clipping.
    pub perturbation: Perturbation,
    /// Settings of the signed distance. Shapes farther apart than its margin have no points; without a margin, shapes that do not
    /// touch.
    pub query: Settings,
}

/// The contact polygon of two shapes, sampled as in Olvång's thesis.
///
/// ```
/// use impinge::study::perturbation::{PerturbationSettings, perturbed_manifold};
/// use impinge::{Cuboid, Pose, Shape};
///
/// // A cube stands on another, half beside it and 0.25 too deep.
/// let a = Cuboid::new([1.0, 1.0, 1.0]);
/// let b = Cuboid::new([1.0, 1.0, 1.0]).at(Pose::at([1.0, 0.0, 1.75]));
/// let manifold = perturbed_manifold(&a, &b, &PerturbationSettings::default());
/// // The common half of the two faces.
/// assert_eq!(manifold.points().len(), 4);
/// for p in manifold.points() {
///     assert!(f64::abs(p.signed_distance + 0.25) < 1e-12);
///     assert!((p.point_a.x.abs() < 1e-12 || f64::abs(p.point_a.x - 1.0) < 1e-12) && p.point_a.z == 1.0);
/// }
/// ```
pub fn perturbed_manifold<A: Shape<V: Dimension>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    settings: &PerturbationSettings,
) -> Manifold<A::V> {
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let frame = &prepared.frame;
    let margin = frame.length_in(settings.query.margin().unwrap_or(0.0));
    let far = settings.query.margin.map_or(f64::INFINITY, |_| prepared.radius_a + prepared.radius_b + margin);
    let found = shell::found(&prepared, &settings.query, far);
    let normal = Widen::narrow(frame.direction(found.normal));
    let curved = [a.is_curved(normal), b.is_curved(-normal)];
    <A::V as Widen>::Wide::perturbed(&prepared, &found, curved, &settings.perturbation, margin).narrowed()
}
