//! The parts of a body that are inside a solid one, and meet no face of it.

use super::FormSpace;
use super::walk::{Only, Side, pairing};
use crate::answer::{Contact, Distance};
use crate::body::Pieces;
use crate::math::{Pose, Turn};
use crate::shape::{Parts, Support};

/// A part of one body inside another body.
#[derive(Clone, Copy)]
pub(super) struct Inside<'a, W: FormSpace> {
    /// A point of the part, in the common frame.
    pub(super) point: W,
    /// Whether A is the outer body.
    pub(super) around_is_a: bool,
    /// Whether the part is the whole inner body, or counts as such.
    pub(super) whole: bool,
    part: u32,
    /// The part itself and its name, if it is a convex piece.
    piece: Option<(Parts<'a, W>, u32)>,
}

impl<'a, W: FormSpace> Inside<'a, W> {
    /// The answer without the piece of the outer body: no face of it is met.
    pub(super) fn name(&self, mut found: Distance<W>) -> Distance<W> {
        if self.around_is_a {
            found.part_a = None;
        } else {
            found.part_b = None;
        }
        found
    }

    /// The two sides with the part alone as the inner one; or both bodies, and which of their pieces count.
    pub(super) fn sides(&self, [a, b]: [&Side<'a, W>; 2]) -> ([Side<'a, W>; 2], Option<Only>) {
        if let Some((piece, _)) = self.piece {
            return (self.with_inner([a, b], piece), None);
        }
        let only = Only { of_a: !self.around_is_a, part: self.part };
        ([*a, *b], (!self.whole).then_some(only))
    }

    /// The two sides with a point of the part as the inner one.
    pub(super) fn point_and_around(&self, sides: [&Side<'a, W>; 2]) -> [Side<'a, W>; 2] {
        let pose = Pose::of(self.point, Default::default());
        let precision = sides[0].precision();
        self.with_inner(sides, Parts { pose, ..Parts::of(W::point(), precision) })
    }

    fn with_inner(&self, [a, b]: [&Side<'a, W>; 2], inner: Parts<'a, W>) -> [Side<'a, W>; 2] {
        if self.around_is_a { [*a, Side::Convex(inner)] } else { [Side::Convex(inner), *b] }
    }

    /// The name of the part, if an answer about it alone lacks it.
    pub(super) fn piece_name(&self) -> Option<u32> {
        self.piece.map(|(_, name)| name)
    }

    /// The names of two pieces, including that of the part.
    pub(super) fn names(&self, [a, b]: [Option<u32>; 2]) -> [Option<u32>; 2] {
        let name = self.piece_name();
        if self.around_is_a { [a, name.or(b)] } else { [name.or(a), b] }
    }

    /// An answer about the part alone, with its name.
    pub(super) fn named(&self, found: Contact<W>) -> Contact<W> {
        let [part_a, part_b] = self.names([found.part_a, found.part_b]);
        Contact { part_a, part_b, ..found }
    }
}

/// A part of one body that is inside the other, if no two of their pieces meet.
pub(super) fn one_inside<'a, W: FormSpace>(a: &Side<'a, W>, b: &Side<'a, W>) -> Option<Inside<'a, W>> {
    let mut found = None;
    each_inside([a, b], false, &mut |inside| {
        found = Some(*inside);
        false
    });
    found
}

/// Calls `visit` with each part of one body that is inside the other and meets no face of it, until it returns false. `many`: only
/// for bodies of many parts.
pub(super) fn each_inside<'a, W: FormSpace>(
    [a, b]: [&Side<'a, W>; 2],
    many: bool,
    visit: &mut dyn FnMut(&Inside<'a, W>) -> bool,
) {
    if let (Side::Pieces(a, pose_a), Side::Pieces(b, pose_b)) = (a, b)
        && pairing::<W>(*a, *b, &W::relative(pose_a, pose_b)).are_apart(&a.tree(), &b.tree())
    {
        return;
    }
    let mut goes_on = true;
    for (outer, inner, around_is_a) in [(a, b, true), (b, a, false)] {
        let Side::Pieces(outer, pose) = outer else { continue };
        if goes_on && outer.is_solid() && !(many && is_one_part(inner)) {
            each_held((*outer, pose), inner, &mut |point, part, piece| {
                let whole = is_one_part(inner);
                goes_on = visit(&Inside { point, around_is_a, whole, part, piece });
                goes_on
            });
        }
    }
}

/// Whether a body has one part, or counts as such.
fn is_one_part<W: FormSpace>(side: &Side<'_, W>) -> bool {
    match side {
        Side::Convex(_) => true,
        Side::Pieces(pieces, _) => pieces.part_count() <= 1,
    }
}

/// Callback for a point of a part in the common frame, the number of the part, and the part itself with its name, if it is convex.
type VisitPart<'v, 'a, W> = dyn FnMut(W, u32, Option<(Parts<'a, W>, u32)>) -> bool + 'v;

/// Calls `visit` with each part of `inner` that has a point inside `outer`, until it returns false.
fn each_held<'a, W: FormSpace>(
    (outer, pose): (&'a dyn Pieces<W>, &Pose<W>),
    inner: &Side<'a, W>,
    visit: &mut VisitPart<'_, 'a, W>,
) {
    match inner {
        Side::Convex(shape) => {
            let Parts { core, pose: place, .. } = shape;
            let center = core.center();
            let seen = W::relative(pose, place);
            if outer.holds(seen.turn.turn(center) + seen.offset) {
                visit(at::<W>(place, center), 0, None);
            }
        }
        Side::Pieces(inner, place) => {
            let seen = W::relative(pose, place);
            let one = is_one_part(&Side::Pieces(*inner, *place));
            inner.each_part(&mut |part, point| {
                if !outer.holds(seen.turn.turn(point) + seen.offset) {
                    return true;
                }
                let piece = if one { None } else { inner.convex_part(part) };
                let piece = piece.map(|piece| (piece.placed(place), inner.name(part)));
                // For a body of one part, only once.
                visit(at::<W>(place, point), part, piece) && !one
            });
        }
    }
}

/// A point of a body in the common frame.
fn at<W: FormSpace>(pose: &Pose<W>, point: W) -> W {
    let place = W::relative(&Pose::IDENTITY, pose);
    place.turn.turn(point) + place.offset
}
