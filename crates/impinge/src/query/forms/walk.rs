//! Pairs of pieces that are near one another.

use super::FormSpace;
use crate::body::{Form, Pieces, Tree};
use crate::broad::still::{Aim, Boxes, Frame, Pairing, each_near, near_pairs};
use crate::math::{Pose, Real, Turn, Vector};
use crate::shape::{CoreShape, HalfSpace, Parts, Relative, Space, Support};

/// Bringing a support point into another frame loses at most so many ε of its size; as [`MESH_ULPS`](super::meshes::MESH_ULPS).
const BOX_ULPS: f64 = 32.0;

/// One body of a pair.
#[derive(Clone, Copy)]
pub(super) enum Side<'a, V: FormSpace> {
    /// A convex shape.
    Convex(Parts<'a, V>),
    /// Pieces, and where they stand.
    Pieces(&'a dyn Pieces<V>, Pose<V>),
}

impl<'a, V: FormSpace> Side<'a, V> {
    /// A body as a side of a walk; a half-space is none.
    pub(super) fn of(form: &Form<'a, V>) -> Result<Self, HalfSpace<V>> {
        match *form {
            Form::Convex(parts) => Ok(Self::Convex(parts)),
            Form::Pieces(pieces, pose) => Ok(Self::Pieces(pieces, pose)),
            Form::HalfSpace(half_space) => Err(half_space),
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

    /// Its first piece, and the number of it; `None` where not every piece counts, or there is none.
    pub(super) fn first(&self) -> Option<(Option<u32>, Parts<'a, V>)> {
        match *self {
            Side::Convex(parts) => Some((None, parts)),
            Side::Pieces(pieces, ref pose) => match pieces.tree() {
                Tree::Still(tree) if !pieces.is_one_sided() && tree.link(0).is_some() => {
                    Some((Some(0), pieces.piece(0).placed(pose)))
                }
                _ => None,
            },
        }
    }

    /// Whether it may let the other body through.
    pub(super) fn is_one_sided(&self) -> bool {
        matches!(self, Self::Pieces(pieces, _) if pieces.is_one_sided())
    }
}

/// What is called with pairs of pieces: the number of the piece of A in its tree and the piece, the same of B. Returns how near pieces must be
/// from then on; less than 0 ends the walk.
pub(super) type Visit<'v, 'a, V> =
    dyn FnMut(Option<u32>, &Parts<'a, V>, Option<u32>, &Parts<'a, V>) -> f64 + 'v;

/// Calls `visit` with all pairs of pieces that are within `limit` of one another, nearer ones first as a rule.
pub(super) fn walk<'a, V: FormSpace>(
    a: &Side<'a, V>,
    b: &Side<'a, V>,
    limit: f64,
    visit: &mut Visit<'_, 'a, V>,
) {
    match (a, b) {
        (Side::Convex(a), Side::Convex(b)) => {
            visit(None, a, None, b);
        }
        (Side::Pieces(pieces, pose), Side::Convex(b)) => {
            let center = pieces.is_one_sided().then(|| center_in::<V>(pose, b));
            let mut limit = limit;
            each_near(&pieces.tree(), box_in::<V>(pose, b), limit, |item| {
                if center.is_none_or(|center| pieces.faces(item, center)) {
                    limit = visit(Some(item), &pieces.piece(item).placed(pose), None, b);
                }
                limit
            });
        }
        (Side::Convex(a), Side::Pieces(pieces, pose)) => {
            let center = pieces.is_one_sided().then(|| center_in::<V>(pose, a));
            let mut limit = limit;
            each_near(&pieces.tree(), box_in::<V>(pose, a), limit, |item| {
                if center.is_none_or(|center| pieces.faces(item, center)) {
                    limit = visit(None, a, Some(item), &pieces.piece(item).placed(pose));
                }
                limit
            });
        }
        (Side::Pieces(pieces_a, pose_a), Side::Pieces(pieces_b, pose_b)) => {
            let relative = relative::<V>(pose_a, pose_b);
            let pairing = pairing::<V>(*pieces_a, *pieces_b, &relative);
            let aim = Aim { limit, along: [0.0; 3] };
            let mut last: Option<(u32, Parts<'a, V>)> = None;
            near_pairs(&pieces_a.tree(), &pieces_b.tree(), &pairing, aim, |i, j, aim| {
                let part_b = match last {
                    Some((k, parts)) if k == j => parts,
                    _ => pieces_b.piece(j).placed(pose_b),
                };
                last = Some((j, part_b));
                let part_a = pieces_a.piece(i).placed(pose_a);
                if (pieces_a.is_one_sided() && !pieces_a.faces(i, center_in::<V>(pose_a, &part_b)))
                    || (pieces_b.is_one_sided() && !pieces_b.faces(j, center_in::<V>(pose_b, &part_a)))
                {
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

/// The center of a shape in the frame of pieces that stand at `pose`.
fn center_in<V: FormSpace>(pose: &Pose<V>, shape: &Parts<'_, V>) -> V::Wide {
    let relative = <V::Wide as Space>::relative(&V::widen_pose(pose), &shape.pose);
    relative.turn.turn(shape.core.widen(1.0).center()) + relative.offset
}

/// The box around a shape in the frame of pieces that stand at `pose`.
fn box_in<V: FormSpace>(pose: &Pose<V>, shape: &Parts<'_, V>) -> [[f64; 3]; 2] {
    let relative = <V::Wide as Space>::relative(&V::widen_pose(pose), &shape.pose);
    let core = shape.core.widen(1.0);
    let size = shape.core.reach() + shape.radius + relative.offset.sum_abs();
    let more = shape.radius + shape.lost + shape.core.choice_error() + BOX_ULPS * f64::EPSILON * size;
    let reach = |direction: V::Wide| {
        let farthest = relative.turn.turn(core.support(relative.turn.unturn(direction))) + relative.offset;
        farthest.dot(direction) + more
    };
    let corner = |sign: f64| -> [f64; 3] {
        core::array::from_fn(|axis| {
            let direction = V::Wide::axis(axis) * sign;
            if axis < V::DIM { sign * Real::min(reach(direction), f64::MAX) } else { 0.0 }
        })
    };
    [corner(-1.0), corner(1.0)]
}
