//! Compounds: convex parts with poses, under a static BVH: tables, links of a robot, the parts of a decomposition.

use alloc::vec::Vec;
use core::any::Any;

use super::{BodySpace, PieceSpace, Pieces, Tree};
use crate::broad::bvh::{Items, MOST_ITEMS, StaticBvh};
use crate::error::{Problem, ShapeError};
use crate::math::{Aabb, Each, Pose, Precision, Real, Turn, Vec3, Vector, problem_with_reach};
use crate::shape::{At, Bounded, Parts, Shape, Space, Support, Wide, Widen};

/// Convex parts that make up one body. See the [module](super).
///
/// Answers for a part are bit for bit those of the convex shape `shape.at(part_pose).at(pose)`.
#[derive(Clone, Debug)]
pub struct Compound<S: Shape> {
    parts: Vec<At<S>>,
    /// The part of each item of the tree.
    order: Vec<u32>,
    tree: StaticBvh,
    reach: f64,
}

impl<S: Shape<V: BodySpace>> Compound<S> {
    /// Creates a compound of parts, each with its pose in the frame of the compound. Parts may overlap.
    ///
    /// # Panics
    /// See [`Compound::try_new`].
    pub fn new(parts: impl IntoIterator<Item = (S, Pose<S::V>)>) -> Self {
        Self::try_new(parts).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Same as [`Compound::new`], with errors instead of panics.
    ///
    /// # Errors
    /// If there is no part or more than 2^28, or a part reaches farther from the origin than 8 times
    /// [`LIMIT`](crate::math::Real::LIMIT): only a part that was placed repeatedly, since a shape and its pose within the limit do not.
    pub fn try_new(parts: impl IntoIterator<Item = (S, Pose<S::V>)>) -> Result<Self, ShapeError> {
        Self::of_placed(parts.into_iter().map(|(shape, pose)| shape.at(pose)).collect())
    }

    pub(super) fn of_placed(parts: Vec<At<S>>) -> Result<Self, ShapeError> {
        let count = parts.len();
        if count == 0 {
            return Err(ShapeError::new(Problem::TooFew { what: "parts", count, least: 1 }));
        }
        if count > MOST_ITEMS {
            return Err(ShapeError::new(Problem::TooMany { what: "parts", count, most: MOST_ITEMS }));
        }
        let boxes: Vec<Corners> = parts.iter().map(corners).collect();
        let mut error = ShapeError::default();
        for corners in &boxes {
            // A NaN persists, whatever it is compared with.
            let reach = corners.as_flattened().iter().fold(
                0.0,
                |most: f64, c| {
                    if c.abs() <= most { most } else { c.abs() }
                },
            );
            if let Some(problem) = problem_with_reach::<<S::V as Vector>::Scalar>("reach of a part", reach) {
                error.push(problem);
            }
        }
        error.or_ok(())?;
        let (tree, order) = StaticBvh::new(&Boxes(&boxes));
        let farthest = |most: f64, p: &[f64; 3]| most.max(Vec3::from(*p).norm());
        let reach = boxes.iter().flatten().fold(0.0, farthest);
        Ok(Self { parts, order, tree, reach })
    }

    /// The parts, each placed in the frame of the compound.
    pub fn parts(&self) -> &[At<S>] {
        &self.parts
    }

    /// Bounding box of all parts, placed at `pose`.
    pub fn aabb(&self, pose: &Pose<S::V>) -> Aabb<S::V> {
        let mut boxes = self.parts.iter().map(|part| part.aabb(pose));
        let first = boxes.next().unwrap_or(Aabb { min: S::V::ZERO, max: S::V::ZERO });
        boxes.fold(first, |sum, next| sum.union(&next))
    }
}

/// Corners of a part's bounding box in its own frame, placed; in the plane each occurs twice.
type Corners = [[f64; 3]; 8];

fn corners<S: Shape<V: BodySpace>>(part: &At<S>) -> Corners {
    let aabb = part.shape().aabb(&Pose::IDENTITY);
    // The box may be too small by the rounding of support points.
    let more = part.shape().rounding();
    let (low, high) = (aabb.min.widen(), aabb.max.widen());
    let place = <Wide<S::V> as Space>::relative(&Pose::IDENTITY, &S::V::widen_pose(part.pose()));
    core::array::from_fn(|corner| {
        let mut axis = 0;
        let p = low.zip(high, |low, high| {
            axis += 1;
            if corner >> (axis - 1) & 1 == 0 { low - more } else { high + more }
        });
        Wide::<S::V>::lifted(place.turn.turn(p) + place.offset)
    })
}

/// The parts as items of the tree.
struct Boxes<'a>(&'a [Corners]);

impl Items for Boxes<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn each_point(&self, item: usize, visit: impl FnMut([f64; 3])) {
        self.0[item].into_iter().for_each(visit);
    }
    fn weight(&self, item: usize) -> f64 {
        let [first, .., last] = self.0[item].each(Vec3::from);
        (last - first).norm()
    }
}

impl<S: Shape<V: BodySpace>> Pieces<Wide<S::V>> for Compound<S> {
    fn precision(&self) -> Precision {
        <S::V as Vector>::Scalar::PRECISION
    }
    fn tree(&self) -> Tree<'_> {
        Tree::Stored(&self.tree)
    }
    fn piece(&self, item: u32) -> Parts<'_, Wide<S::V>> {
        self.parts[self.order[item as usize] as usize].parts()
    }
    fn name(&self, item: u32) -> u32 {
        self.order[item as usize]
    }
    fn reach(&self) -> f64 {
        self.reach
    }
    fn each_part(&self, visit: &mut dyn FnMut(u32, Wide<S::V>) -> bool) {
        for (item, &part) in (0..).zip(&self.order) {
            if !visit(item, self.parts[part as usize].center().widen()) {
                return;
            }
        }
    }
    fn part_count(&self) -> usize {
        self.parts.len()
    }
    fn part_of(&self, item: u32) -> u32 {
        item
    }
    fn convex_part(&self, part: u32) -> Option<Parts<'_, Wide<S::V>>> {
        Some(self.piece(part))
    }
    fn is_solid(&self) -> bool {
        false // Only its parts are solid.
    }
    fn holds(&self, _: Wide<S::V>) -> bool {
        false
    }
    fn mesh(&self) -> Option<<Wide<S::V> as PieceSpace>::Mesh<'_>> {
        None
    }
    fn itself(&self) -> &dyn Any
    where
        Self: 'static,
    {
        self
    }
}
