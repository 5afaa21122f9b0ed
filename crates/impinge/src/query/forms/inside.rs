//! Whether a body is inside a solid mesh, and meets no face of it.

use super::walk::{Side, pairing, relative};
use super::{Distance, FormSpace};
use crate::math::{Pose, Turn};
use crate::shape::{CoreShape, Parts, Space, Support};

/// One body inside another one.
pub(super) struct Inside<V: FormSpace> {
    /// A point of the inner body.
    pub(super) point: V::Wide,
    /// Whether A is around B.
    pub(super) around_is_a: bool,
}

impl<V: FormSpace> Inside<V> {
    /// The answer, without the piece of the body around: it is not a face that is met.
    pub(super) fn name(&self, mut found: Distance<V>) -> Distance<V> {
        if self.around_is_a {
            found.part_a = None;
        } else {
            found.part_b = None;
        }
        found
    }
}

/// Whether a connected part of one body is inside the other, where no two pieces of them meet.
pub(super) fn one_inside<V: FormSpace>(a: &Side<'_, V>, b: &Side<'_, V>) -> Option<Inside<V>> {
    if let (Side::Pieces(a, pose_a), Side::Pieces(b, pose_b)) = (a, b)
        && pairing::<V>(*a, *b, &relative::<V>(pose_a, pose_b)).are_apart(&a.tree(), &b.tree())
    {
        return None;
    }
    let inside = |around_is_a| move |point| Inside { point, around_is_a };
    holds(a, b).map(inside(true)).or_else(|| holds(b, a).map(inside(false)))
}

/// A point of a part of `inner` that is inside `outer`.
fn holds<V: FormSpace>(outer: &Side<'_, V>, inner: &Side<'_, V>) -> Option<V::Wide> {
    let Side::Pieces(outer, pose) = outer else { return None };
    if !outer.is_solid() {
        return None;
    }
    match inner {
        Side::Convex(shape) => {
            let Parts { core, pose: place, .. } = shape;
            let center = core.widen(1.0).center();
            let seen = <V::Wide as Space>::relative(&V::widen_pose(pose), place);
            outer.holds(seen.turn.turn(center) + seen.offset).then(|| at::<V>(place, center))
        }
        Side::Pieces(inner, place) => {
            let seen = relative::<V>(pose, place);
            let mut found = None;
            inner.each_part(&mut |point| {
                if outer.holds(seen.turn.turn(point) + seen.offset) {
                    found = Some(at::<V>(&V::widen_pose(place), point));
                }
                found.is_none()
            });
            found
        }
    }
}

/// A point of a body in the common frame.
fn at<V: FormSpace>(pose: &Pose<V::Wide>, point: V::Wide) -> V::Wide {
    let place = <V::Wide as Space>::relative(&Pose::IDENTITY, pose);
    place.turn.turn(point) + place.offset
}
