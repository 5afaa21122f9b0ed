//! Pairs of pieces that are near one another.

use super::FormSpace;
use crate::body::{Form, Pieces};
use crate::broad::still::{Aim, Boxes, Frame, Pairing, Turned, each_near_turned, near_pairs};
use crate::math::{Pose, Real, Turn, Vector};
use crate::shape::{CoreShape, HalfSpace, Parts, Relative, Space, Support, Wide};

/// Bringing a support point into another frame loses at most so many ε of its size; as [`MESH_ULPS`](super::meshes::MESH_ULPS).
const BOX_ULPS: f64 = 32.0;

/// One body of a pair.
#[derive(Clone, Copy)]
pub(super) enum Side<'a, V: FormSpace> {
    /// A convex shape.
    Convex(Parts<'a, V::Wide>),
    /// Pieces, and where they stand.
    Pieces(&'a dyn Pieces<V>, Pose<V>),
}

impl<'a, V: FormSpace> Side<'a, V> {
    /// A body as a side of a walk; a half-space is none. Of a map it is the box around it: who walks asks `maps.rs` first.
    pub(super) fn of(form: &Form<'a, V>) -> Result<Self, HalfSpace<V>> {
        match *form {
            Form::Convex(parts) => Ok(Self::Convex(parts)),
            Form::Pieces(pieces, pose) => Ok(Self::Pieces(pieces, pose)),
            Form::HalfSpace(half_space) => Err(half_space),
            Form::Map(map, pose) => Ok(Self::Convex(V::box_of_map(map).placed(&pose))),
        }
    }

    /// The name of a piece, by its number in the tree.
    #[inline]
    pub(super) fn name(&self, item: Option<u32>) -> Option<u32> {
        match self {
            Side::Convex(_) => None,
            Side::Pieces(pieces, _) => item.map(|item| pieces.name(item)),
        }
    }

    /// Whether it may let the other body through.
    pub(super) fn is_one_sided(&self) -> bool {
        matches!(self, Self::Pieces(pieces, _) if pieces.is_one_sided())
    }
}

/// Which pieces of one body count: of the first body or the second, and of which part.
#[derive(Clone, Copy)]
pub(super) struct Only {
    pub(super) of_a: bool,
    pub(super) part: u32,
}

impl Only {
    /// Whether a pair of pieces counts, by their numbers in the trees.
    pub(super) fn counts<V: FormSpace>(self, [a, b]: [&Side<'_, V>; 2], [i, j]: [Option<u32>; 2]) -> bool {
        let (side, item) = if self.of_a { (a, i) } else { (b, j) };
        match (side, item) {
            (Side::Pieces(pieces, _), Some(item)) => pieces.part_of(item) == self.part,
            _ => true,
        }
    }
}

/// What is called with pairs of pieces: the number of the piece of A in its tree and the piece, the same of B. Returns how near pieces must be
/// from then on; less than 0 ends the walk.
pub(super) type Visit<'v, 'a, V> =
    dyn FnMut(Option<u32>, &Parts<'a, Wide<V>>, Option<u32>, &Parts<'a, Wide<V>>) -> f64 + 'v;

/// Calls `visit` with all pairs of pieces that are within `limit` of one another, nearer ones first as a rule.
pub(super) fn walk<'a, V: FormSpace>(
    a: &Side<'a, V>,
    b: &Side<'a, V>,
    limit: f64,
    visit: &mut Visit<'_, 'a, V>,
) {
    walk_of(a, b, limit, false, visit);
}

/// [`walk`], also with pieces that one body is behind where it stands: on its way it may come to their front.
pub(super) fn walk_all<'a, V: FormSpace>(
    a: &Side<'a, V>,
    b: &Side<'a, V>,
    limit: f64,
    visit: &mut Visit<'_, 'a, V>,
) {
    walk_of(a, b, limit, true, visit);
}

fn walk_of<'a, V: FormSpace>(
    a: &Side<'a, V>,
    b: &Side<'a, V>,
    limit: f64,
    all: bool,
    visit: &mut Visit<'_, 'a, V>,
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
            let relative = relative::<V>(pose_a, pose_b);
            let pairing = pairing::<V>(*pieces_a, *pieces_b, &relative);
            let aim = Aim { limit, along: [0.0; 3] };
            let mut last: Option<(u32, Parts<'a, V::Wide>)> = None;
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

/// The second body as seen from the first.
pub(super) fn relative<V: FormSpace>(a: &Pose<V>, b: &Pose<V>) -> Relative<V::Wide> {
    <V::Wide as Space>::relative(&V::widen_pose(a), &V::widen_pose(b))
}

/// How the trees of two bodies stand to one another.
pub(super) fn pairing<V: FormSpace>(
    a: &dyn Pieces<V>,
    b: &dyn Pieces<V>,
    relative: &Relative<V::Wide>,
) -> Pairing {
    pairing_of::<V>(a.tree().frame(), b.tree().frame(), relative)
}

/// How trees with these frames stand to one another.
pub(super) fn pairing_of<V: FormSpace>(a: &Frame, b: &Frame, relative: &Relative<V::Wide>) -> Pairing {
    let dim = <V as Vector>::DIM;
    let mut turn = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    for j in 0..dim {
        let column = relative.turn.turn(V::Wide::axis(j));
        for (i, row) in turn.iter_mut().enumerate().take(dim) {
            row[j] = column.get(i);
        }
    }
    Pairing::new(a, b, turn, V::lifted(relative.offset))
}

/// Calls `visit` with the pieces that are within `limit` of a convex shape; what it returns is the limit from then on.
fn each_piece_near<'a, V: FormSpace>(
    pieces: &'a dyn Pieces<V>,
    pose: &Pose<V>,
    shape: &Parts<'a, V::Wide>,
    mut limit: f64,
    all: bool,
    mut visit: impl FnMut(u32, &Parts<'a, V::Wide>) -> f64,
) {
    let seen = Seen::new(pieces, pose, shape);
    let center = (!all && pieces.is_one_sided()).then(|| seen.center());
    let tree = pieces.tree();
    // A ball around the core reaches as far in all directions, which no box says as well as the limit does.
    let of_core = |limit: f64| if limit < 0.0 { limit } else { limit + seen.more };
    each_near_turned(&tree, seen.turned(tree.frame()), of_core(limit), |item| {
        if center.is_some_and(|center| !pieces.faces(item, center)) {
            return of_core(limit);
        }
        let piece = pieces.piece(item);
        // Most triangles of a surface that come near the box around a shape are parted from it by their own plane.
        if piece.pose == Pose::IDENTITY
            && let Some((normal, ends)) = V::slab_of(&piece.core)
            && seen.gap(normal, ends) > limit + piece.radius + piece.lost
        {
            return of_core(limit);
        }
        limit = visit(item, &piece.placed(pose));
        of_core(limit)
    });
}

/// A convex shape as seen from a body of pieces, in the frame of these.
struct Seen<'a, V: FormSpace> {
    core: <V::Wide as Space>::Core<'a>,
    relative: Relative<V::Wide>,
    /// How far a point of the shape may be from the core, with all rounding.
    more: f64,
}

impl<'a, V: FormSpace> Seen<'a, V> {
    #[inline]
    fn new(pieces: &dyn Pieces<V>, pose: &Pose<V>, shape: &Parts<'a, V::Wide>) -> Self {
        let relative = <V::Wide as Space>::relative(&V::widen_pose(pose), &shape.pose);
        let size = pieces.reach() + shape.core.reach() + shape.radius + relative.offset.sum_abs();
        let more = shape.radius + shape.lost + shape.core.choice_error() + BOX_ULPS * f64::EPSILON * size;
        Self { core: shape.core, relative, more }
    }

    /// Its center.
    fn center(&self) -> V::Wide {
        self.relative.turn.turn(self.core.center()) + self.relative.offset
    }

    /// How far it is from the points p with `normal`·p from `low` to `high`, on the side on which its center is; below 0 where it meets
    /// them.
    #[inline]
    fn gap(&self, normal: V::Wide, [low, high]: [f64; 2]) -> f64 {
        let behind = normal.dot(self.center()) < low;
        let toward = if behind { normal } else { -normal };
        let nearest = self.relative.turn.turn(self.core.support(self.relative.turn.unturn(toward)));
        let at = normal.dot(nearest + self.relative.offset);
        (if behind { low - at } else { at - high }) - self.more
    }

    /// The box around its core, along the axes of that.
    fn turned(&self, frame: &Frame) -> Turned {
        let ends = |axis: usize| {
            let direction = V::Wide::axis(axis);
            [self.core.support(-direction).dot(direction), self.core.support(direction).dot(direction)]
        };
        let (mut middle, mut half) = (V::Wide::ZERO, [0.0; 3]);
        let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        for axis in 0..V::DIM {
            let [low, high] = ends(axis);
            middle += V::Wide::axis(axis) * (0.5 * (low + high));
            half[axis] = Real::min(0.5 * (high - low), f64::MAX);
            axes[axis] = V::lifted(self.relative.turn.turn(V::Wide::axis(axis)));
        }
        frame.around_turned(V::lifted(self.relative.turn.turn(middle) + self.relative.offset), half, axes)
    }
}

/// Whether a piece of those that stand at `pose` is there for a shape, by the center of that.
pub(super) fn faces<V: FormSpace>(
    pieces: &dyn Pieces<V>,
    pose: &Pose<V>,
    item: u32,
    shape: &Parts<'_, V::Wide>,
) -> bool {
    if !pieces.is_one_sided() {
        return true;
    }
    let relative = <V::Wide as Space>::relative(&V::widen_pose(pose), &shape.pose);
    pieces.faces(item, relative.turn.turn(shape.core.center()) + relative.offset)
}
