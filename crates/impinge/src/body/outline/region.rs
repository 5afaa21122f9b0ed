//! Regions: areas of the plane enclosed by rings of points.
//!
//! # Solidity
//! The solid points are those with a nonzero winding number, as with the surface of a [`TriangleMesh`](crate::mesh::TriangleMesh): a
//! ring inside a ring of opposite orientation is a hole, one of the same orientation changes nothing. Rings may cross themselves and
//! each other; everything that they enclose counts. The rings themselves are solid, too.
//!
//! # Method and guarantees
//! The winding number is counted on the ray from the point along +y (Sunday 2001): a side counts if the ray crosses it, with its lower
//! end in x included and the other excluded. All signs are those of exact determinants (Shewchuk 1997), so the answer is exact. Cost:
//! the boxes on the ray.

use alloc::vec::Vec;
use core::any::Any;

use super::sides::Sides;
use crate::body::{Middle, Pieces, Placed, Tree};
use crate::error::ShapeError;
use crate::math::determinants::turn;
use crate::math::{Aabb, Pose, Precision, Real, Vec2};
use crate::mesh::{MOST_PARTS, Position};
use crate::shape::Parts;

/// The area enclosed by rings of points: a polygon that need not be convex, with holes.
///
/// Solid is every point with a nonzero winding number, and the rings: a ring inside a ring of opposite orientation is a hole. Rings may
/// cross. The pieces are the sides of the rings; side k starts at point k of [`Region::points`].
///
/// ```
/// use impinge::body::Region;
/// use impinge::{Circle, Pose, Shape, contact, distance, intersects};
///
/// // A square ring: outside counter-clockwise, the hole clockwise.
/// let frame = Region::<f64>::new(&[
///     [[0.0, 0.0], [6.0, 0.0], [6.0, 6.0], [0.0, 6.0]],
///     [[1.0, 1.0], [1.0, 5.0], [5.0, 5.0], [5.0, 1.0]],
/// ]);
/// let ball = Circle::new(0.5).at(Pose::at([3.0, 3.5]));
/// assert!(!intersects(&frame, &ball)); // in the hole
/// assert_eq!(distance(&frame, &ball).distance, 1.0);
/// // In the wood, and as deep as it is far from its side.
/// let nail = Circle::new(0.125).at(Pose::at([0.25, 3.0]));
/// assert!(intersects(&frame, &nail) && contact(&frame, &nail).signed_distance < 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct Region<T: Real> {
    pub(super) sides: Sides<T>,
}

impl<T: Real> Region<T> {
    /// Creates the region that rings enclose; each is closed from its last point to its first.
    ///
    /// # Panics
    /// See [`Region::try_new`].
    pub fn new<P: Copy + Into<Vec2<T>>, R: AsRef<[P]>>(rings: &[R]) -> Self {
        Self::try_new(rings).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Same as [`Region::new`], with errors instead of panics. Points that repeat the one before them are dropped, and
    /// [counted](Region::dropped).
    ///
    /// # Errors
    /// If there is no ring, a ring has fewer than three points after repeated ones are dropped, a point is not finite or above
    /// [`LIMIT`](crate::math::Real::LIMIT), or there are more than 2^28 points. All problems are listed; points by
    /// their number in all rings together.
    pub fn try_new<P: Copy + Into<Vec2<T>>, R: AsRef<[P]>>(rings: &[R]) -> Result<Self, ShapeError> {
        let rings: Vec<Vec<Vec2<T>>> =
            rings.iter().map(|ring| ring.as_ref().iter().map(|&p| p.into()).collect()).collect();
        let sides = Sides::new(rings.iter().map(Vec::as_slice), false, "points in a ring", 3)?;
        Ok(Self { sides })
    }

    /// The points of all rings, one ring after the other.
    pub fn points(&self) -> &[Vec2<T>] {
        &self.sides.points
    }

    /// The rings.
    pub fn rings(&self) -> impl ExactSizeIterator<Item = &[Vec2<T>]> + '_ {
        self.sides.rings().map(|ring| &self.sides.points[ring.start as usize..ring.end as usize])
    }

    /// Number of input points that were dropped because they repeated the one before.
    pub fn dropped(&self) -> usize {
        self.sides.dropped
    }

    /// The bounding box of all points.
    pub fn bounds(&self) -> Aabb<Vec2<T>> {
        let Aabb { min, max } = self.sides.bounds();
        Aabb { min: min.cast(), max: max.cast() }
    }

    /// Number of bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.sides.heap_bytes()
    }

    /// Position of a point relative to the region; `None` if a coordinate is NaN. Exact.
    pub fn position(&self, point: Vec2<T>) -> Option<Position> {
        let p: Vec2<f64> = point.cast();
        if p.x.is_nan() || p.y.is_nan() {
            return None;
        }
        if !self.sides.bounds().contains(p) {
            return Some(Position::Outside);
        }
        let mut on_side = false;
        self.sides.near(p, p, |side| {
            let [a, b] = self.sides.ends(side);
            on_side = is_between(a, b, p) && turn(a, b, p) == 0.0;
            !on_side
        });
        Some(if on_side {
            Position::Surface
        } else if self.winding(p) != 0 {
            Position::Inside
        } else {
            Position::Outside
        })
    }

    /// Winding number of the rings around a point that is on none of them, counter-clockwise.
    pub(super) fn winding(&self, p: Vec2<f64>) -> i32 {
        self.winding_of(p, |_| true)
    }

    /// [`Region::winding`] of some sides.
    pub(super) fn winding_of(&self, p: Vec2<f64>, counts: impl Fn(u32) -> bool) -> i32 {
        let bounds = self.sides.bounds();
        if !bounds.contains(p) {
            return 0;
        }
        let mut around = 0;
        self.sides.near(p, Vec2::new(p.x, bounds.max.y), |side| {
            if counts(side) {
                let [a, b] = self.sides.ends(side);
                around += crosses_upward(a, b, p);
            }
            true
        });
        around
    }

    /// This region placed at `pose`.
    pub fn at(&self, pose: Pose<Vec2<T>>) -> Placed<'_, Self, Vec2<T>> {
        Placed { body: self, pose }
    }
}

/// Whether a point is in the bounding box of two others.
pub(super) fn is_between(a: Vec2<f64>, b: Vec2<f64>, p: Vec2<f64>) -> bool {
    let within = |a: f64, b: f64, p: f64| (a <= p && p <= b) || (b <= p && p <= a);
    within(a.x, b.x, p.x) && within(a.y, b.y, p.y)
}

/// Crossing of a side with the ray from a point along +y, if the point is not on the side: 1 from right to left, −1 from left
/// to right, 0 if there is none.
fn crosses_upward(a: Vec2<f64>, b: Vec2<f64>, p: Vec2<f64>) -> i32 {
    let sign = match (a.x <= p.x, b.x <= p.x) {
        (false, true) => 1,
        (true, false) => -1,
        _ => return 0,
    };
    // A side from right to left is above a point on its left.
    let above = turn(a, b, p) * f64::from(sign) > 0.0;
    if above { sign } else { 0 }
}

impl<T: Real> Pieces<Vec2<f64>> for Region<T> {
    fn precision(&self) -> Precision {
        T::PRECISION
    }
    fn tree(&self) -> Tree<'_> {
        self.sides.tree()
    }
    fn piece(&self, item: u32) -> Parts<'_, Vec2<f64>> {
        self.sides.piece(item)
    }
    fn name(&self, item: u32) -> u32 {
        self.sides.side(item)
    }
    fn reach(&self) -> f64 {
        self.sides.reach()
    }
    fn lost(&self) -> f64 {
        self.sides.lost()
    }
    fn each_part(&self, visit: &mut dyn FnMut(u32, Vec2<f64>) -> bool) {
        for (part, ring) in (0..).zip(self.sides.rings()) {
            if !visit(part, self.sides.wide(ring.start)) {
                return;
            }
        }
    }
    fn part_count(&self) -> usize {
        let count = self.sides.rings().len();
        if count > MOST_PARTS { 1 } else { count }
    }
    fn part_of(&self, item: u32) -> u32 {
        self.sides.ring_of(self.sides.side(item)) as u32
    }
    fn is_solid(&self) -> bool {
        true
    }
    fn holds(&self, point: Vec2<f64>) -> bool {
        self.winding(point) != 0
    }
    fn allowed_instead(
        &self,
        item: u32,
        _: Vec2<f64>,
        normal: Vec2<f64>,
        other: &mut Middle<Vec2<f64>>,
    ) -> Option<Vec2<f64>> {
        self.sides.allowed_instead(item, normal, Some(other))
    }
    fn flat_to(&self, item: u32, point: Vec2<f64>, near: f64) -> Option<u32> {
        self.sides.flat_to(item, point, near)
    }
    fn mesh(&self) -> Option<core::convert::Infallible> {
        None
    }
    fn itself(&self) -> &dyn Any {
        self
    }
}
