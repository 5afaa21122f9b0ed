//! Contacts, as the user sees them.

use impinge::persist::PlacedPoint;
use impinge::scene::ObjectHandle;
use impinge::{Real, Vector};
use serde::Serialize;

use crate::bodies::Bodies;
use crate::continuous::CoreSpace;
use crate::solver_contact::{MAX_POINTS, placed_at_start};

/// A contact between two bodies, or two pieces of them, at the start of the last step, with the impulses of that step.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(bound = "V: Serialize, V::Scalar: Serialize")]
pub struct Contact<V: Vector> {
    /// First body.
    pub a: ObjectHandle,
    /// Second body.
    pub b: ObjectHandle,
    /// The piece of A if it has pieces: the child of a compound, the face of a mesh.
    pub part_a: Option<u32>,
    /// The piece of B.
    pub part_b: Option<u32>,
    /// Unit normal, from A to B.
    pub normal: V,
    /// Signed distance, negative if they overlapped.
    pub signed_distance: V::Scalar,
    /// Bound on the error of `signed_distance`.
    pub error: V::Scalar,
    count: usize,
    points: [ContactPoint<V>; MAX_POINTS],
}

/// A contact point.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(bound = "V: Serialize, V::Scalar: Serialize")]
pub struct ContactPoint<V: Vector> {
    /// Witness point on A.
    pub point_a: V,
    /// Witness point on B.
    pub point_b: V,
    /// Signed distance, negative if they overlapped here.
    pub signed_distance: V::Scalar,
    /// Normal impulse of the whole step: force times time, 0 if the point did not push.
    pub impulse: V::Scalar,
}

impl<T: Real, V: Vector<Scalar = T>> Contact<V> {
    /// Its contact points, at least one.
    pub fn points(&self) -> &[ContactPoint<V>] {
        &self.points[..self.count]
    }

    /// Normal impulse of the whole step, summed over all points.
    pub fn impulse(&self) -> T {
        self.points().iter().fold(T::ZERO, |sum, point| sum + point.impulse)
    }

    /// Penetration depth at the start of the step; 0 if they did not overlap.
    pub fn depth(&self) -> T {
        Real::max(-self.signed_distance, T::ZERO)
    }
}

/// Contacts for the user, from those of the solver.
pub(crate) fn contacts_of<V: CoreSpace>(bodies: &Bodies<V>) -> impl Iterator<Item = Contact<V>> {
    let Bodies { contacts, states, .. } = bodies;
    contacts.contacts().iter().zip(contacts.details()).enumerate().map(|(i, (contact, details))| {
        let (placed, (part_a, part_b, _)) = (placed_at_start(contacts, i, states), details.pieces);
        Contact {
            a: contact.a,
            b: contact.b,
            part_a,
            part_b,
            normal: V::flat(placed.normal),
            signed_distance: placed.signed_distance,
            error: contact.error(),
            count: contact.count(),
            points: core::array::from_fn(|i| {
                let PlacedPoint { point_a, point_b, signed_distance } = placed.points[i];
                let [point_a, point_b] = [point_a, point_b].map(V::flat);
                ContactPoint { point_a, point_b, signed_distance, impulse: contact.data.totals[i] }
            }),
        }
    })
}
