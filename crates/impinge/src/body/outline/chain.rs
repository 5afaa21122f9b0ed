//! Chains: points of the plane joined one after the other: ground, walls, a rope.
//!
//! # One-sided chains
//! A chain has two sides, and a body may be on either. A [one-sided](Chain::one_sided) chain lets bodies pass that come from
//! behind: a segment is absent for a convex piece of another body whose center is strictly on the right of it, seen from its first
//! point to its second; decided by an exact sign. So a ball that has passed through ground is not pulled back through it, and a
//! platform can be jumped on from below. If all segments near a body are passed in this way its distance is infinite. A half-space
//! has no center, and meets all segments.
//!
//! A [`cast`](fn@crate::cast) counts a touch that comes from the left at its impact: the normal leads to the left of the segment, at a
//! joint to the left of both segments, at an open end by more than a degree. For a piece that starts in overlap its center decides. A
//! player ([`Scene::slide`](crate::Scene::slide)) passes a segment until it is wholly clear of it on the left.

use alloc::vec::Vec;
use core::any::Any;

use super::sides::Sides;
use crate::body::{Middle, Pieces, Placed, Tree};
use crate::error::ShapeError;
use crate::math::determinants::turn;
use crate::math::{Aabb, Pose, Precision, Real, Vec2};
use crate::shape::Parts;

/// A polyline: segments that join points one after the other. It has no inside, even if it is closed: for that use
/// [`Region`](super::Region).
///
/// The pieces are the segments; segment k starts at point k of [`Chain::points`].
///
/// ```
/// use impinge::body::Chain;
/// use impinge::{Circle, Pose, Shape, contact, intersects};
///
/// let ground = Chain::<f64>::new(&[[-4.0, 0.0], [0.0, 0.0], [4.0, 2.0]]);
/// let below = Circle::new(0.5).at(Pose::at([-2.0, -0.25]));
/// assert!(contact(&ground, &below).normal.y < 0.0); // the short way, down
/// // From below it is not there.
/// assert!(!intersects(&ground.one_sided(), &below));
/// ```
#[derive(Clone, Debug)]
pub struct Chain<T: Real> {
    pub(super) sides: Sides<T>,
    pub(super) is_closed: bool,
    one_sided: bool,
}

impl<T: Real> Chain<T> {
    /// Creates an open chain.
    ///
    /// # Panics
    /// See [`Chain::try_new`].
    pub fn new<P: Copy + Into<Vec2<T>>>(points: &[P]) -> Self {
        Self::try_new(points).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Same as [`Chain::new`], with errors instead of panics. Points that repeat the one before them are dropped, and
    /// [counted](Chain::dropped).
    ///
    /// # Errors
    /// If there are fewer than two points after repeated ones are dropped or more than 2^28, or one is not finite or above
    /// [`LIMIT`](crate::math::Real::LIMIT); all problems are listed.
    pub fn try_new<P: Copy + Into<Vec2<T>>>(points: &[P]) -> Result<Self, ShapeError> {
        Self::of(points, false)
    }

    /// Creates a chain that is closed by a segment from the last point to the first.
    ///
    /// # Panics
    /// See [`Chain::try_closed`].
    pub fn closed<P: Copy + Into<Vec2<T>>>(points: &[P]) -> Self {
        Self::try_closed(points).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Same as [`Chain::closed`], with errors instead of panics.
    ///
    /// # Errors
    /// See [`Chain::try_new`]; also if there are fewer than three points.
    pub fn try_closed<P: Copy + Into<Vec2<T>>>(points: &[P]) -> Result<Self, ShapeError> {
        Self::of(points, true)
    }

    fn of<P: Copy + Into<Vec2<T>>>(points: &[P], is_closed: bool) -> Result<Self, ShapeError> {
        let points: Vec<Vec2<T>> = points.iter().map(|&p| p.into()).collect();
        let least = if is_closed { 3 } else { 2 };
        let sides = Sides::new(core::iter::once(&points[..]), !is_closed, "points in a chain", least)?;
        Ok(Self { sides, is_closed, one_sided: false })
    }

    /// This chain, solid only for bodies on its left: see [`Chain::is_one_sided`].
    #[must_use]
    pub fn one_sided(self) -> Self {
        Self { one_sided: true, ..self }
    }

    /// True if segments are absent for bodies on their right, seen along the chain: a convex body, or a piece of another one, meets a
    /// segment only if its center is not strictly on the right of the segment's line. A body that passes all segments is at infinite
    /// distance.
    pub fn is_one_sided(&self) -> bool {
        self.one_sided
    }

    /// True if the last point is joined to the first.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// The points.
    pub fn points(&self) -> &[Vec2<T>] {
        &self.sides.points
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

    /// This chain placed at `pose`.
    pub fn at(&self, pose: Pose<Vec2<T>>) -> Placed<'_, Self, Vec2<T>> {
        Placed { body: self, pose }
    }
}

impl<T: Real> Pieces<Vec2<f64>> for Chain<T> {
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
        visit(0, self.sides.wide(0));
    }
    fn is_solid(&self) -> bool {
        false
    }
    fn holds(&self, _: Vec2<f64>) -> bool {
        false
    }
    fn allowed_instead(
        &self,
        item: u32,
        _: Vec2<f64>,
        normal: Vec2<f64>,
        other: &mut Middle<Vec2<f64>>,
    ) -> Option<Vec2<f64>> {
        // A one-sided chain is solid only from its front.
        self.sides.allowed_instead(item, normal, (!self.one_sided).then_some(other))
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
    fn is_one_sided(&self) -> bool {
        self.one_sided
    }
    fn faces(&self, item: u32, center: Vec2<f64>) -> bool {
        let [a, b] = self.sides.ends(self.sides.side(item));
        turn(a, b, center) >= 0.0
    }
    fn fronts(&self, item: u32, point: Vec2<f64>, normal: Vec2<f64>, _: bool) -> bool {
        !self.one_sided || self.sides.is_left_of(item, point, normal)
    }
}
