//! Queries of a half-space and a body of any form.

use super::FormSpace;
use super::walk::Side;
use crate::answer::Contact;
use crate::answer::half_space::of_parts;
use crate::body::Pieces;
use crate::broad::bvh::each_lowest;
use crate::math::{Pose, Precision, Turn};
use crate::observe::{Rung, Status};
use crate::shape::{HalfSpace, Parts};

/// Transforming a normal and an offset into the frame of a body loses at most this many ε of their size.
const LEVEL_ULPS: f64 = 32.0;

/// The signed distance of a half-space, as A, and a convex piece.
fn of_piece<W: FormSpace>(half_space: &HalfSpace<W>, piece: &Parts<'_, W>) -> Contact<W> {
    of_parts(half_space, piece).rounded(piece.precision)
}

/// The signed distance of a half-space, as A, and a body: that of its lowest piece.
pub(super) fn contact<W: FormSpace>(half_space: &HalfSpace<W>, body: &Side<'_, W>) -> Contact<W> {
    let (pieces, pose) = match body {
        Side::Convex(parts) => return of_piece(half_space, parts),
        Side::Pieces(pieces, pose) => (pieces, pose),
    };
    let above = Above::new(half_space, *pieces, pose);
    let mut best: Option<Contact<W>> = None;
    let mut least = f64::INFINITY;
    each_lowest(&pieces.tree(), above.up, |item| {
        let found = of_piece(half_space, &pieces.piece(item).placed(pose));
        let name = pieces.name(item);
        let is_better = |best: Contact<W>| {
            found.signed_distance < best.signed_distance
                || (found.signed_distance == best.signed_distance && Some(name) < best.part_b)
        };
        if best.is_none_or(is_better) {
            best = Some(Contact { part_b: Some(name), ..found });
        }
        least = least.min(pieces.precision().round(found.signed_distance + found.error));
        above.limit(least)
    });
    best.unwrap_or_else(|| everywhere(half_space))
}

/// Calls `visit` with each piece of a body that comes within `margin` of a half-space, and its name.
pub(super) fn each_within<'a, W: FormSpace>(
    half_space: &HalfSpace<W>,
    body: &Side<'a, W>,
    margin: f64,
    mut visit: impl FnMut(Option<u32>, &Parts<'a, W>),
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

/// The height of points of a body above a half-space, in the body's frame.
struct Above {
    /// Direction away from the half-space.
    up: [f64; 3],
    /// The height of a point x is `up` · x plus this.
    higher: f64,
    /// Bound on the error of both.
    rounding: f64,
}

impl Above {
    fn new<W: FormSpace>(half_space: &HalfSpace<W>, pieces: &dyn Pieces<W>, pose: &Pose<W>) -> Self {
        let seen = W::relative(&Pose::IDENTITY, pose);
        let given = half_space.normal();
        let up = given * (1.0 / given.norm());
        let level = half_space.offset() / given.norm();
        Self {
            up: W::lifted(seen.turn.unturn(up)),
            higher: up.dot(seen.offset) - level,
            rounding: LEVEL_ULPS * f64::EPSILON * (seen.offset.sum_abs() + level.abs() + pieces.reach()),
        }
    }

    /// Upper bound along `up` for points no higher than this.
    fn limit(&self, height: f64) -> f64 {
        height - self.higher + self.rounding
    }
}

/// Two half-spaces: they meet unless their normals are opposite, and then their distance is that of their planes.
pub(super) fn between<W: FormSpace>(a: &HalfSpace<W>, b: &HalfSpace<W>, precision: Precision) -> Contact<W> {
    let (n, m) = (a.normal(), b.normal());
    // Opposite, except for the rounding of two unit vectors.
    let opposite = (n + m).norm() <= 4.0 * precision.epsilon();
    if !opposite {
        return everywhere(a);
    }
    let gap = -(a.offset() + b.offset());
    let rounding = precision.epsilon() * (a.offset().abs() + b.offset().abs());
    Contact {
        signed_distance: precision.round(gap),
        error: precision.round(8.0 * rounding),
        point_a: a.normal() * a.offset(),
        point_b: b.normal() * b.offset(),
        ..everywhere(a)
    }
}

/// The contact of half-spaces that meet: their overlap is unbounded, and no translation separates them.
fn everywhere<W: FormSpace>(a: &HalfSpace<W>) -> Contact<W> {
    Contact {
        signed_distance: -f64::INFINITY,
        error: 0.0,
        point_a: a.normal() * a.offset(),
        point_b: a.normal() * a.offset(),
        normal: a.normal(),
        status: Status::Converged,
        rung: Rung::Closed,
        iterations: 0,
        part_a: None,
        part_b: None,
    }
}
