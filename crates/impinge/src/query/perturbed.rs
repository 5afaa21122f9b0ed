//! The contact polygon of two shapes by their support mappings alone: see [`perturbation`](crate::contact::perturbation).

use super::features::found;
use super::{Dimension, Settings};
use crate::contact::Manifold;
use crate::contact::perturbation::{self, Perturbation};
use crate::pair::Prepared;
use crate::shape::{Shape, Widen};

/// How to sample, and how exact the signed distance is to be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct PerturbationSettings {
    /// Samples, size of the perturbation, clipping.
    pub perturbation: Perturbation,
    /// For the signed distance. Shapes farther apart than its margin have no points; without one, those that do not touch.
    pub query: Settings,
}

/// The contact polygon of two shapes, sampled as Olvång's thesis has it.
///
/// ```
/// use impinge::query::{PerturbationSettings, perturbed_manifold};
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
    let found = found(&prepared, &settings.query, far);
    let normal = Widen::narrow(frame.direction(found.normal));
    let curved = [a.is_curved(normal), b.is_curved(-normal)];
    perturbation::perturbed_manifold(&prepared, &found, curved, &settings.perturbation, margin).narrowed()
}
