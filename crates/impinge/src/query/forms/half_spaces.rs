//! A half-space and a body of any form.

use super::FormSpace;
use super::walk::Side;
use crate::body::Pieces;
use crate::broad::still::each_lowest;
use crate::math::{Pose, Real, Turn, Vector};
use crate::observe::Status;
use crate::query::Contact;
use crate::query::half_space::of_parts;
use crate::shape::{HalfSpace, Parts, Space};

/// Bringing a normal and an offset into the frame of a body loses at most so many ε of what is brought there.
const LEVEL_ULPS: f64 = 32.0;

/// The signed distance of a half-space, as A, and a body: that of its lowest piece.
pub(super) fn contact<V: FormSpace>(half_space: &HalfSpace<V>, body: &Side<'_, V>) -> Contact<V> {
    let (pieces, pose) = match body {
        Side::Convex(parts) => return of_parts(half_space, parts),
        Side::Pieces(pieces, pose) => (pieces, pose),
    };
    let above = Above::new(half_space, *pieces, pose);
    let mut best: Option<Contact<V>> = None;
    let mut least = f64::INFINITY;
    each_lowest(&pieces.tree(), above.up, |item| {
        let found = of_parts(half_space, &pieces.piece(item).placed(pose));
        let name = pieces.name(item);
        let is_better = |best: Contact<V>| {
            found.signed_distance < best.signed_distance
                || (found.signed_distance == best.signed_distance && Some(name) < best.part_b)
        };
        if best.is_none_or(is_better) {
            best = Some(Contact { part_b: Some(name), ..found });
        }
        least = least.min((found.signed_distance + found.error).f64());
        above.limit(least)
    });
    best.unwrap_or_else(|| everywhere(half_space))
}

/// Calls `visit` with each piece of a body that comes within `margin` of a half-space, and its name.
pub(super) fn each_within<'a, V: FormSpace>(
    half_space: &HalfSpace<V>,
    body: &Side<'a, V>,
    margin: f64,
    mut visit: impl FnMut(Option<u32>, &Parts<'a, V::Wide>),
) {
    match body {
        Side::Convex(parts) => visit(None, parts),
        Side::Pieces(pieces, pose) => {
            let above = Above::new(half_space, *pieces, pose);
            each_lowest(&pieces.tree(), above.up, |item| {
                visit(Some(pieces.name(item)), &pieces.piece(item).placed(pose));
                above.limit(margin)
            });
        }
    }
}

/// How high above a half-space the points of a body are, in the body's frame.
struct Above {
    /// Away from the half-space.
    up: [f64; 3],
    /// A point x is as high as `up` · x, and this more.
    higher: f64,
    /// Bound on the error of both.
    rounding: f64,
}

impl Above {
    fn new<V: FormSpace>(half_space: &HalfSpace<V>, pieces: &dyn Pieces<V>, pose: &Pose<V>) -> Self {
        let seen = <V::Wide as Space>::relative(&Pose::IDENTITY, &V::widen_pose(pose));
        let given = half_space.normal().widen();
        let up = given * (1.0 / given.norm());
        let level = half_space.offset().f64() / given.norm();
        Self {
            up: V::lifted(seen.turn.unturn(up)),
            higher: up.dot(seen.offset) - level,
            rounding: LEVEL_ULPS * f64::EPSILON * (seen.offset.sum_abs() + level.abs() + pieces.reach()),
        }
    }

    /// Up to where along `up` points are that are no higher than this.
    fn limit(&self, height: f64) -> f64 {
        height - self.higher + self.rounding
    }
}

/// Two half-spaces: they meet unless they face each other, and then they are as far apart as their planes.
pub(super) fn between<V: FormSpace>(a: &HalfSpace<V>, b: &HalfSpace<V>) -> Contact<V> {
    let (n, m) = (a.normal().widen(), b.normal().widen());
    // Opposite, but for the rounding of two unit vectors.
    let opposite = (n + m).norm() <= 4.0 * V::Scalar::EPSILON.f64();
    if !opposite {
        return everywhere(a);
    }
    let gap = -(a.offset().f64() + b.offset().f64());
    let rounding = V::Scalar::EPSILON.f64() * (a.offset().f64().abs() + b.offset().f64().abs());
    Contact {
        signed_distance: V::Scalar::of(gap),
        error: V::Scalar::of(8.0 * rounding),
        point_a: a.normal() * a.offset(),
        point_b: b.normal() * b.offset(),
        ..everywhere(a)
    }
}

/// Half-spaces that meet do so without end, and no translation parts them.
fn everywhere<V: FormSpace>(a: &HalfSpace<V>) -> Contact<V> {
    Contact {
        signed_distance: -V::Scalar::INFINITY,
        error: Real::ZERO,
        point_a: a.normal() * a.offset(),
        point_b: a.normal() * a.offset(),
        normal: a.normal(),
        status: Status::Converged,
        iterations: 0,
        part_a: None,
        part_b: None,
    }
}
