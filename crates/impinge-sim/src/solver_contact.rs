//! Contacts as solvers keep them: a cache of contacts, with the impulses of the last step.

use impinge::persist::{CachedContact, ContactCache, ContactData, PlacedContact, PlacedPoint};
use impinge::scene::ObjectHandle;
use impinge::{Real, Vec3, Vector};
use serde::{Deserialize, Serialize};

use crate::body::State;
use crate::space::Space;

pub(crate) use impinge::persist::MAX_POINTS;

/// A contact with its impulses.
pub(crate) type SolverContact<V> = CachedContact<V, Impulses<<V as Vector>::Scalar>>;

/// All contacts of a world. Their details have the tangential impulse of each point, in the world, for a solver with friction at each
/// point.
pub(crate) type SolverContacts<V> =
    ContactCache<V, Impulses<<V as Vector>::Scalar>, [Vec3<<V as Vector>::Scalar>; MAX_POINTS]>;

/// A contact in the world, in space.
pub(crate) type Placed<T> = PlacedContact<Vec3<T>>;

/// Impulses of a contact in the last step.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
#[repr(C)]
pub struct Impulses<T: Real> {
    /// Normal impulse of each point in the last sub-step: kept for the next, like those below.
    pub normal: [T; MAX_POINTS],
    /// Normal impulse of each point in the whole step.
    pub totals: [T; MAX_POINTS],
    /// Tangential impulse, in the world.
    pub tangent: Vec3<T>,
    /// Angular impulse about the normal.
    pub twist: T,
    /// Angular impulse against rolling.
    pub rolling: Vec3<T>,
}

impl<T: Real> Default for Impulses<T> {
    fn default() -> Self {
        Self {
            normal: [T::ZERO; MAX_POINTS],
            totals: [T::ZERO; MAX_POINTS],
            tangent: Vec3::ZERO,
            twist: T::ZERO,
            rolling: Vec3::ZERO,
        }
    }
}

impl<T: Real> ContactData for Impulses<T> {
    fn carried(&self, same: &[Option<usize>; MAX_POINTS]) -> Self {
        Self { normal: self.normal.carried(same), totals: self.totals.carried(same), ..*self }
    }
}

/// Total normal impulse in the last sub-step.
pub(crate) fn impulse<T: Real, V: Space<Scalar = T>>(contact: &SolverContact<V>) -> T {
    contact.data.normal[..contact.count()].iter().fold(T::ZERO, |sum, &impulse| sum + impulse)
}

/// Total normal impulse in the whole step.
pub(crate) fn push<T: Real, V: Space<Scalar = T>>(contact: &SolverContact<V>) -> T {
    contact.data.totals[..contact.count()].iter().fold(T::ZERO, |sum, &total| sum + total)
}

/// Whether one of the bodies moves: bodies at rest that sleep are skipped.
pub(crate) fn is_awake<T: Real, V: Space<Scalar = T>>(
    contact: &SolverContact<V>,
    states: &[State<T>],
) -> bool {
    states[contact.a.index()].is_awake() || states[contact.b.index()].is_awake()
}

/// A contact in the world, for bodies at their poses at the start of the step.
pub(crate) fn placed<T: Real, V: Space<Scalar = T>>(
    contacts: &SolverContacts<V>,
    i: usize,
    states: &[State<T>],
) -> Placed<T> {
    let frame = |body: ObjectHandle| {
        let state = &states[body.index()];
        (V::flat(state.center), V::flat_rotation(&state.rotation))
    };
    lifted(&contacts.placed(i, frame))
}

/// A contact at the start of the step, for bodies that have moved since.
pub(crate) fn placed_at_start<T: Real, V: Space<Scalar = T>>(
    contacts: &SolverContacts<V>,
    i: usize,
    states: &[State<T>],
) -> Placed<T> {
    let frame = |body: ObjectHandle| {
        let start = &states[body.index()].start;
        (V::flat(start.center), V::flat_rotation(&start.rotation))
    };
    lifted(&contacts.placed(i, frame))
}

/// A contact in space.
#[inline]
fn lifted<V: Space>(placed: &PlacedContact<V>) -> Placed<V::Scalar> {
    PlacedContact {
        normal: placed.normal.lift(),
        signed_distance: placed.signed_distance,
        points: placed.points.map(|p| PlacedPoint {
            point_a: p.point_a.lift(),
            point_b: p.point_b.lift(),
            signed_distance: p.signed_distance,
        }),
    }
}

/// Midpoint of the first `count` points of a contact.
pub(crate) fn middle<T: Real>(placed: &Placed<T>, count: usize) -> Vec3<T> {
    let sum = placed.points[..count].iter().fold(Vec3::ZERO, |sum, p| sum + p.middle());
    sum / T::of(count.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More would be slower in large worlds: a step is limited by memory bandwidth.
    #[test]
    fn contacts_are_small() {
        assert_eq!(size_of::<SolverContact<Vec3<f32>>>(), 228);
    }
}
