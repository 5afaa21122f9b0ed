//! Where bodies touch, as a user sees it.

use impinge::scene::ObjectHandle;
use impinge::{Real, Vec3};
use serde::Serialize;

use crate::bodies::Bodies;
use crate::touch::{MAX_POINTS, PlacedPoint};

/// Where two bodies, or two pieces of them, touched at the start of the last step, and how they pushed one another in it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Contact<T: Real> {
    /// One body.
    pub a: ObjectHandle,
    /// The other.
    pub b: ObjectHandle,
    /// The piece of A, if it is made of pieces: the part of a compound, the face of a mesh.
    pub part_a: Option<u32>,
    /// The piece of B.
    pub part_b: Option<u32>,
    /// Unit, from A to B.
    pub normal: Vec3<T>,
    /// Negative where they overlapped.
    pub signed_distance: T,
    /// Bound on the error of `signed_distance`.
    pub error: T,
    count: usize,
    points: [ContactPoint<T>; MAX_POINTS],
}

/// One point of a contact.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ContactPoint<T: Real> {
    /// On A.
    pub point_a: Vec3<T>,
    /// On B.
    pub point_b: Vec3<T>,
    /// Negative where they overlapped here.
    pub signed_distance: T,
    /// How much it pushed along the normal in the whole step: force times time, 0 where it did not.
    pub impulse: T,
}

impl<T: Real> Contact<T> {
    /// Its points, at least one.
    pub fn points(&self) -> &[ContactPoint<T>] {
        &self.points[..self.count]
    }

    /// How much it pushed along the normal in the whole step, at all points together.
    pub fn impulse(&self) -> T {
        self.points().iter().fold(T::ZERO, |sum, point| sum + point.impulse)
    }

    /// How deep they were in one another at the start of the step; 0 where they did not overlap.
    pub fn depth(&self) -> T {
        Real::max(-self.signed_distance, T::ZERO)
    }
}

/// What a user sees of touches.
pub(crate) fn contacts_of<T: Real>(bodies: &Bodies<T>) -> impl Iterator<Item = Contact<T>> {
    let Bodies { touches, states, .. } = bodies;
    touches.list.iter().zip(&touches.findings).enumerate().map(|(i, (touch, finding))| {
        let (placed, (part_a, part_b, _)) = (touches.placed_at_start(i, states), finding.pieces);
        Contact {
            a: touch.a,
            b: touch.b,
            part_a,
            part_b,
            normal: placed.normal,
            signed_distance: placed.signed_distance,
            error: touch.error,
            count: touch.count(),
            points: core::array::from_fn(|i| {
                let PlacedPoint { point_a, point_b, signed_distance } = placed.points[i];
                ContactPoint { point_a, point_b, signed_distance, impulse: touch.totals[i] }
            }),
        }
    })
}
