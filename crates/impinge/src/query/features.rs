//! Which features of two shapes are in contact, and where: see [`contact`](crate::contact).

use super::solve;
use super::{Dimension, QuerySpace, Settings};
use crate::contact::{self, CoreDistance, Features, Tolerances};
use crate::pair::Prepared;
use crate::shape::{Parts, Shape};

/// What counts as touching and as parallel, and how exact the signed distance is to be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct FeatureSettings {
    /// `None`: the [`Tolerances`] of the precision.
    pub tolerances: Option<Tolerances>,
    /// For the signed distance, which is found however far apart the shapes are: the margin does not count.
    pub query: Settings,
}

/// The contact features of two shapes: state, signed distance, normal, contact points, and which vertices, edges or
/// faces meet. Allocates only where a flat face with more than 16 corners is in contact, as of a prism with many sides.
///
/// ```
/// use impinge::contact::{ContactType, State};
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

/// The contact features of two shapes, with tolerances of your own.
pub fn features_with<A: Shape<V: Dimension>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    settings: &FeatureSettings,
) -> Features<A::V> {
    of_parts(&a.parts(), &b.parts(), settings).narrowed()
}

/// [`features_with`] of shapes that are taken apart.
#[cfg_attr(not(debug_assertions), inline(always))]
#[cfg_attr(debug_assertions, inline(never))]
pub(crate) fn of_parts<'a, V: QuerySpace>(
    a: &Parts<'a, V>,
    b: &Parts<'a, V>,
    settings: &FeatureSettings,
) -> Features<V> {
    let prepared = Prepared::new(a, b);
    let found = found(&prepared, &settings.query, f64::INFINITY);
    let tolerances = settings.tolerances.unwrap_or(Tolerances::in_precision(prepared.frame.precision));
    contact::features(&prepared, &found, &tolerances)
}

/// What [`contact`](mod@crate::contact) begins with: the signed distance of the cores. Stops early where they are farther
/// apart than `far`.
#[cfg_attr(not(debug_assertions), inline)]
#[cfg_attr(debug_assertions, inline(never))]
pub(super) fn found<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    settings: &Settings,
    far: f64,
) -> CoreDistance<V> {
    let solution = solve::solve(prepared, settings, far);
    CoreDistance {
        value: solution.value,
        error: solve::error(prepared, &solution),
        normal: solution.normal,
        point_a: solution.point_a,
        point_b: solution.point_b,
        status: solution.status,
        calls: solution.calls,
    }
}
