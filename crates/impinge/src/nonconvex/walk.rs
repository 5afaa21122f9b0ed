//! Walks over pairs of pieces that are near one another.

use super::FormSpace;
use crate::body::{Form, Pieces};
use crate::broad::bvh::{Aim, Boxes, Frame, Pairing, Turned, each_near_turned, near_pairs};
use crate::math::{Pose, Precision, Real, Turn};
use crate::shape::{CoreShape, HalfSpace, Parts, Relative, Support};

/// Transforming a support point into another frame loses at most this many ε of its size, like [`MESH_ULPS`](super::meshes::MESH_ULPS).
const BOX_ULPS: f64 = 32.0;

/// One body of a pair.
#[derive(Clone, Copy)]
pub(super) enum Side<'a, W: FormSpace> {
    /// A convex shape.
    Convex(Parts<'a, W>),
    /// Pieces, and their pose.
    Pieces(&'a dyn Pieces<W>, Pose<W>),
}

/// A body, by its extent: only bounded ones have pieces to walk over.
pub(super) enum Extent<'a, W: FormSpace> {
    /// One side of a walk.
    Bounded(Side<'a, W>),
    /// A half-space.
    HalfSpace(HalfSpace<W>),
}

impl<'a, W: FormSpace> Extent<'a, W> {
    /// The extent of a body. A map counts as its bounding box: callers ask `maps.rs` first.
    pub(super) fn of(form: &Form<'a, W>) -> Self {
        match *form {
            Form::Convex(parts) => Self::Bounded(Side::Convex(parts)),
            Form::Pieces(pieces, pose) => Self::Bounded(Side::Pieces(pieces, pose)),
            Form::HalfSpace(half_space, _) => Self::HalfSpace(half_space),
            Form::Map(map, pose) => Self::Bounded(Side::Convex(W::box_of_map(map).placed(&pose))),
        }
    }

    /// One side of a walk, if it is bounded.
    pub(super) fn bounded(self) -> Option<Side<'a, W>> {
        match self {
            Self::Bounded(side) => Some(side),
            Self::HalfSpace(_) => None,
        }
    }
}

impl<'a, W: FormSpace> Side<'a, W> {
    /// The name of a piece, by its number in the tree.
    #[inline]
    pub(super) fn name(&self, item: Option<u32>) -> Option<u32> {
        match self {
            Side::Convex(_) => None,
            Side::Pieces(pieces, _) => item.map(|item| pieces.name(item)),
        }
    }

    /// The precision of the body, and of answers about it.
    pub(super) fn precision(&self) -> Precision {
        match self {
            Self::Convex(parts) => parts.precision,
            Self::Pieces(pieces, _) => pieces.precision(),
        }
    }

    /// Whether it may let the other body through.
    pub(super) fn is_one_sided(&self) -> bool {
        matches!(self, Self::Pieces(pieces, _) if pieces.is_one_sided())
    }
}

/// Restricts the pieces of one body that count: of the first body or the second, and of which part.
#[derive(Clone, Copy)]
pub(super) struct Only {
    pub(super) of_a: bool,
    pub(super) part: u32,
}

impl Only {
    /// Whether a pair of pieces counts, by their numbers in the trees.
    pub(super) fn counts<W: FormSpace>(self, [a, b]: [&Side<'_, W>; 2], [i, j]: [Option<u32>; 2]) -> bool {
        let (side, item) = if self.of_a { (a, i) } else { (b, j) };
        match (side, item) {
            (Side::Pieces(pieces, _), Some(item)) => pieces.part_of(item) == self.part,
            _ => true,
        }
    }
}

/// Callback for pairs of pieces: the number of the piece of A in its tree and the piece, the same for B. It returns the new limit of
/// the distance of pieces; less than 0 ends the walk.
pub(super) type Visit<'v, 'a, W> =
    dyn FnMut(Option<u32>, &Parts<'a, W>, Option<u32>, &Parts<'a, W>) -> f64 + 'v;

/// Calls `visit` with all pairs of pieces that are within `limit` of one another, usually nearer ones first.
pub(super) fn walk<'a, W: FormSpace>(
    a: &Side<'a, W>,
    b: &Side<'a, W>,
    limit: f64,
    visit: &mut Visit<'_, 'a, W>,
) {
    walk_of(a, b, limit, false, visit);
}

/// [`walk`] including pieces that have a body behind them in its present pose: on its path it may come to their front.
pub(super) fn walk_all<'a, W: FormSpace>(
    a: &Side<'a, W>,
    b: &Side<'a, W>,
    limit: f64,
    visit: &mut Visit<'_, 'a, W>,
) {
    walk_of(a, b, limit, true, visit);
}

fn walk_of<'a, W: FormSpace>(
    a: &Side<'a, W>,
    b: &Side<'a, W>,
    limit: f64,
    all: bool,
    visit: &mut Visit<'_, 'a, W>,
) {
    match (a, b) {
        (Side::Convex(a), Side::Convex(b)) => {
            visit(None, a, None, b);
        }
        (Side::Pieces(pieces, pose), Side::Convex(b)) => {
            each_piece_near(*pieces, pose, b, limit, all, |item, piece| visit(Some(item), piece, None, b));
        }
        (Side::Convex(a), Side::Pieces(pieces, pose)) => {
            each_piece_near(*pieces, pose, a, limit, all, |item, piece| visit(None, a, Some(item), piece));
        }
        (Side::Pieces(pieces_a, pose_a), Side::Pieces(pieces_b, pose_b)) => {
            let relative = W::relative(pose_a, pose_b);
            let pairing = pairing::<W>(*pieces_a, *pieces_b, &relative);
            let aim = Aim { limit, along: [0.0; 3] };
            let mut last: Option<(u32, Parts<'a, W>)> = None;
            near_pairs(&pieces_a.tree(), &pieces_b.tree(), &pairing, aim, |i, j, aim| {
                let part_b = match last {
                    Some((k, parts)) if k == j => parts,
                    _ => pieces_b.piece(j).placed(pose_b),
                };
                last = Some((j, part_b));
                let part_a = pieces_a.piece(i).placed(pose_a);
                let face = || faces(*pieces_a, pose_a, i, &part_b) && faces(*pieces_b, pose_b, j, &part_a);
                if !all && !face() {
                    return false;
                }
                let limit = visit(Some(i), &part_a, Some(j), &part_b);
                let changed = limit != aim.limit;
                aim.limit = limit;
                changed
            });
        }
    }
}

/// The pairing of the trees of two bodies.
pub(super) fn pairing<W: FormSpace>(a: &dyn Pieces<W>, b: &dyn Pieces<W>, relative: &Relative<W>) -> Pairing {
    pairing_of::<W>(a.tree().frame(), b.tree().frame(), relative)
}

/// The pairing of trees with these frames.
pub(super) fn pairing_of<W: FormSpace>(a: &Frame, b: &Frame, relative: &Relative<W>) -> Pairing {
    let dim = W::DIM;
    let mut turn = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    for j in 0..dim {
        let column = relative.turn.turn(W::axis(j));
        for (i, row) in turn.iter_mut().enumerate().take(dim) {
            row[j] = column.get(i);
        }
    }
    Pairing::new(a, b, turn, W::lifted(relative.offset))
}

/// Calls `visit` with the pieces that are within `limit` of a convex shape; `visit` returns the new limit.
fn each_piece_near<'a, W: FormSpace>(
    pieces: &'a dyn Pieces<W>,
    pose: &Pose<W>,
    shape: &Parts<'a, W>,
    mut limit: f64,
    all: bool,
    mut visit: impl FnMut(u32, &Parts<'a, W>) -> f64,
) {
    let seen = Seen::new(pieces, pose, shape);
    let center = (!all && pieces.is_one_sided()).then(|| seen.center());
    let tree = pieces.tree();
    // The radius extends the core equally in all directions; the limit expresses that better than a box.
    let of_core = |limit: f64| if limit < 0.0 { limit } else { limit + seen.more };
    each_near_turned(&tree, seen.turned(tree.frame()), of_core(limit), |item| {
        if center.is_some_and(|center| !pieces.faces(item, center)) {
            return of_core(limit);
        }
        let piece = pieces.piece(item);
        // Most triangles of a surface that come near the bounding box of a shape are separated from it by their own plane.
        if piece.pose == Pose::IDENTITY
            && let Some((normal, ends)) = W::slab_of(&piece.core)
            && seen.gap(normal, ends) > limit + piece.radius + piece.lost
        {
            return of_core(limit);
        }
        limit = visit(item, &piece.placed(pose));
        of_core(limit)
    });
}

/// A convex shape in the frame of a body of pieces.
struct Seen<'a, W: FormSpace> {
    core: W::Core<'a>,
    relative: Relative<W>,
    /// Bound on the distance of a point of the shape from the core, including all rounding.
    more: f64,
}

impl<'a, W: FormSpace> Seen<'a, W> {
    #[inline]
    fn new(pieces: &dyn Pieces<W>, pose: &Pose<W>, shape: &Parts<'a, W>) -> Self {
        let relative = W::relative(pose, &shape.pose);
        let size = pieces.reach() + shape.core.reach() + shape.radius + relative.offset.sum_abs();
        let more = shape.radius + shape.lost + shape.core.choice_error() + BOX_ULPS * f64::EPSILON * size;
        Self { core: shape.core, relative, more }
    }

    /// Its center.
    fn center(&self) -> W {
        self.relative.turn.turn(self.core.center()) + self.relative.offset
    }

    /// Its distance from the points p with `normal`·p from `low` to `high`, on the side of its center; negative if it meets
    /// them.
    #[inline]
    fn gap(&self, normal: W, [low, high]: [f64; 2]) -> f64 {
        let behind = normal.dot(self.center()) < low;
        let toward = if behind { normal } else { -normal };
        let nearest = self.relative.turn.turn(self.core.support(self.relative.turn.unturn(toward)));
        let at = normal.dot(nearest + self.relative.offset);
        (if behind { low - at } else { at - high }) - self.more
    }

    /// The bounding box of its core, along the core's axes.
    fn turned(&self, frame: &Frame) -> Turned {
        let ends = |axis: usize| {
            let direction = W::axis(axis);
            [self.core.support(-direction).dot(direction), self.core.support(direction).dot(direction)]
        };
        let (mut middle, mut half) = (W::ZERO, [0.0; 3]);
        let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        for axis in 0..W::DIM {
            let [low, high] = ends(axis);
            middle += W::axis(axis) * (0.5 * (low + high));
            half[axis] = Real::min(0.5 * (high - low), f64::MAX);
            axes[axis] = W::lifted(self.relative.turn.turn(W::axis(axis)));
        }
        frame.around_turned(W::lifted(self.relative.turn.turn(middle) + self.relative.offset), half, axes)
    }
}

/// Whether a piece at `pose` is solid to a shape, by the shape's center (one-sided surfaces).
pub(super) fn faces<W: FormSpace>(
    pieces: &dyn Pieces<W>,
    pose: &Pose<W>,
    item: u32,
    shape: &Parts<'_, W>,
) -> bool {
    if !pieces.is_one_sided() {
        return true;
    }
    let relative = W::relative(pose, &shape.pose);
    pieces.faces(item, relative.turn.turn(shape.core.center()) + relative.offset)
}
